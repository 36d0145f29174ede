//! Entries of the command palette: path, title and action.

use super::{Does, EntryKind, PaletteEntry, synonyms};
use crate::editor::actions;
use crate::editor::actions::Command;
use crate::editor::context::ViewContext;
use crate::editor::features::insert;
use crate::editor::icons::Icon;
use crate::editor::settings::Settings;
use crate::editor::settings::layout::SplitAxis;
use crate::editor::settings::tabs::{TABS, TabEntry};
use crate::editor::{keys, tools};
use crate::guide;
use crate::level::user_data::find::PartQuery;
use crate::level::{gallery, user_data};
use crate::picture::{layers, overlays};
use egui::Context;

/// A switchable setting: title, search words, getter and toggle.
type Switch = (&'static str, &'static str, fn(&Settings) -> bool, fn(&mut Settings));
const SWITCHES: [Switch; 6] = [
    ("Legend on the canvas", "colours explained", |s| s.shows_legend, |s| s.shows_legend = !s.shows_legend),
    ("Plots keep the present in sight", "follow", |s| s.plots_follow, |s| s.plots_follow = !s.plots_follow),
    ("Pick files inside the window", "browser dialog", |s| s.own_browser, |s| s.own_browser = !s.own_browser),
    (
        "Logarithmic arrows",
        "lengths linear scale",
        |s| s.arrows_logarithmic,
        |s| s.arrows_logarithmic = !s.arrows_logarithmic,
    ),
    ("Cut long arrows", "limit clamp", |s| s.cuts_arrows, |s| s.cuts_arrows = !s.cuts_arrows),
    ("All overlays off", "clear hide", |s| s.overlays.is_empty(), |s| s.overlays.clear()),
];

/// A setting to choose: path, title, icon, search words and action.
type PlaceEntry = (&'static str, &'static str, &'static str, &'static str, fn(&mut Settings));
const PLACES: [PlaceEntry; 10] = [
    ("View > Layout", "Layout Design", "layout", "arrange panels workspace draw", |s| s.layouts.choose("Design")),
    ("View > Layout", "Layout Debug", "layout", "arrange panels workspace", |s| s.layouts.choose("Debug")),
    ("View > Layout", "Layout Compare", "layout", "arrange panels workspace", |s| s.layouts.choose("Compare")),
    ("View > Layout", "Reset the layout", "arrow-counter-clockwise", "arrange panels default", |s| s.layouts.reset()),
    ("View > Size of the interface", "80 %", "frame-corners", "scale size zoom", |s| s.ui_scale = 0.8),
    ("View > Size of the interface", "100 %", "frame-corners", "scale size zoom", |s| s.ui_scale = 1.0),
    ("View > Size of the interface", "125 %", "frame-corners", "scale size zoom", |s| s.ui_scale = 1.25),
    ("View > Size of the interface", "150 %", "frame-corners", "scale size zoom", |s| s.ui_scale = 1.5),
    ("View > Size of the interface", "200 %", "frame-corners", "scale size zoom 4K", |s| s.ui_scale = 2.0),
    ("View > Size of the interface", "250 %", "frame-corners", "scale size zoom 4K", |s| s.ui_scale = 2.5),
];

/// An available entry without shortcut or state.
pub(super) fn entry(id: String, title: &str, path: &str, icon: Icon, does: Does) -> PaletteEntry {
    let synonyms = synonyms::of(&id);
    let kind = match does {
        Does::Command(_) | Does::Tool(_) | Does::Tag(_) | Does::Find => EntryKind::Command,
        Does::Overlay(_) => EntryKind::Overlay,
        Does::Layer(_) => EntryKind::Layer,
        Does::Level(_) => EntryKind::Level,
        Does::Setting(_) => EntryKind::Setting,
        Does::Topic(_) => EntryKind::Topic,
        Does::Tab(_) => EntryKind::Panel,
    };
    let (title, path) = (title.to_owned(), path.to_owned());
    let (keys, words) = (String::new(), "");
    PaletteEntry { id, title, kind, path, synonyms, words, icon, keys, refusal: None, is_on: false, does }
}

/// Maximum number of tags that are listed.
const MOST_TAGS: usize = 300;

/// The entry that selects what a query such as `hp>3` finds; None for other search texts.
pub(super) fn query(words: &str) -> Option<PaletteEntry> {
    let is_query = PartQuery::parse(words).is_about_data();
    let title = format!("Select parts that match {}", words.trim());
    is_query.then(|| entry("find".to_owned(), &title, "Select", Icon("binoculars"), Does::Find))
}

/// All entries, in menu order.
pub fn entries(ctx: &Context, view: &ViewContext, tool_in_hand: &str) -> Vec<PaletteEntry> {
    let mut all = commands(ctx, view);
    for tool in tools::ALL {
        let base = entry(format!("tool {}", tool.id), tool.title, "Edit > Tools", tool.icon, Does::Tool(tool.id));
        let is_on = tool_in_hand == tool.id;
        let keys = keys::shown(ctx, &base.id).unwrap_or_default();
        all.push(PaletteEntry { keys, words: tool.explanation, is_on, ..base });
    }
    all.extend(shown(ctx, view));
    for (title, words, is_on, does) in SWITCHES {
        let icon = Icon("sliders-horizontal");
        let base = entry(format!("setting {title}"), title, "Settings", icon, Does::Setting(does));
        all.push(PaletteEntry { is_on: is_on(view.settings), words, ..base });
    }
    for (path, title, icon, words, does) in PLACES {
        let base = entry(format!("place {title}"), title, path, Icon(icon), Does::Setting(does));
        all.push(PaletteEntry { words, ..base });
    }
    for TabEntry { tab, icon, home, place: [title, words], .. } in &TABS {
        let path = if home.axis() == SplitAxis::Row { "Side panel" } else { "Bottom panel" };
        let base = entry(format!("place {title}"), title, path, Icon(icon), Does::Tab(*tab));
        all.push(PaletteEntry { words, ..base });
    }
    for (index, tag) in user_data::tags_used(view.document.level()).into_iter().enumerate().take(MOST_TAGS) {
        let (id, title) = (format!("tag {tag}"), format!("Select all with tag {tag}"));
        all.push(entry(id, &title, "Select > Tag", Icon("tag"), Does::Tag(index)));
    }
    for (index, level) in gallery::ALL.iter().enumerate() {
        let id = format!("level {}", level.name);
        let base = entry(id, level.name, "Gallery > Open level", Icon("images-square"), Does::Level(index));
        all.push(PaletteEntry { words: level.line, ..base });
    }
    for topic in guide::ALL.iter() {
        all.push(entry(
            format!("topic {}", topic.id),
            topic.title,
            "Help > Guide",
            Icon("book-open"),
            Does::Topic(topic.id),
        ));
    }
    all
}

fn commands(ctx: &Context, view: &ViewContext) -> Vec<PaletteEntry> {
    let mut all = Vec::new();
    for (menu, row) in actions::all().filter(|(_, row)| row.command != Command::Palette) {
        let path = match row.within {
            Some(within) => format!("{} > {within}", menu.title()),
            None => menu.title().to_owned(),
        };
        let name = view.commands.name(row.command);
        let words = insert::shape(row.command).map_or("", |shape| shape.explanation);
        let keys = keys::shown(ctx, &row.command.key_id()).unwrap_or_default();
        let refusal = view.commands.refusal(row.command);
        let base = entry(format!("command {}", row.id), &name, &path, row.icon, Does::Command(row.command));
        all.push(PaletteEntry { keys, refusal, words, ..base });
    }
    all
}

/// Entries of overlays and layers.
fn shown(ctx: &Context, view: &ViewContext) -> Vec<PaletteEntry> {
    let mut all = Vec::new();
    for overlay in overlays::ALL {
        let id = format!("overlay {}", overlay.id);
        let base = entry(id, overlay.title, "Overlays", Icon("stack"), Does::Overlay(overlay.id));
        let keys = keys::shown(ctx, &base.id).unwrap_or_default();
        let is_on = view.settings.is_overlay_on(overlay.id);
        all.push(PaletteEntry { keys, is_on, words: overlay.explanation, ..base });
    }
    let on = view.settings.layers();
    for layer in layers::ALL {
        let id = format!("layer {}", layer.id);
        let base = entry(id, layer.title, "Layers", Icon("stack-simple"), Does::Layer(layer.id));
        all.push(PaletteEntry { is_on: on.is_on(layer.id), words: layer.explanation, ..base });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synonyms_refer_to_existing_entries_once() {
        let commands = actions::all().map(|(_, row)| format!("command {}", row.id));
        let tools = tools::ALL.iter().map(|tool| format!("tool {}", tool.id));
        let overlays = overlays::ALL.iter().map(|overlay| format!("overlay {}", overlay.id));
        let layers = layers::ALL.iter().map(|layer| format!("layer {}", layer.id));
        let settings = SWITCHES.iter().map(|switch| format!("setting {}", switch.0));
        let tabs = TABS.iter().map(|row| row.place[0]);
        let places = PLACES.iter().map(|place| place.1).chain(tabs).map(|place| format!("place {place}"));
        let known: Vec<_> = commands.chain(tools).chain(overlays).chain(layers).chain(settings).chain(places).collect();
        let named: Vec<_> = synonyms::ids().collect();
        for (index, id) in named.iter().enumerate() {
            assert!(known.iter().any(|known| known == id), "{id}");
            assert!(!named[..index].contains(id), "{id} twice");
        }
    }
}
