//! Performs entries chosen in the command palette.

use crate::editor::actions::{Action, Source};
use crate::editor::app::App;
use crate::editor::features::palette::*;
use crate::level::user_data::{self, find};

/// Performs an entry and records its use.
pub fn choose(app: &mut App, entry: &PaletteEntry, out: &mut Vec<Action>) {
    app.settings.palette_recent.retain(|id| *id != entry.id);
    app.settings.palette_recent.insert(0, entry.id.clone());
    app.settings.palette_recent.truncate(RECENT);
    match entry.does {
        Does::Command(command) => out.push(Action::Command(command)),
        Does::Tool(id) => out.push(Action::Tool(id)),
        Does::Overlay(id) => out.push(Action::Overlay(id)),
        Does::Layer(id) => out.push(Action::Prefer(Box::new(move |settings| settings.toggle_layer(id)))),
        Does::Level(index) => out.push(Action::Open(Source::Gallery(index))),
        Does::Setting(change) => out.push(Action::Prefer(Box::new(change))),
        Does::Tag(index) => {
            let tag = user_data::tags_used(app.document.level()).into_iter().nth(index);
            out.extend(tag.map(|tag| Action::Find(find::term("tag", tag))));
        }
        Does::Find => out.push(Action::Find(app.features.palette.words.clone())),
        Does::Topic(id) => app.features.guide.open_at(id),
        Does::Tab(tab) => out.push(Action::show(tab)),
    }
}
