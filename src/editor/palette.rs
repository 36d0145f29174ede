//! The command palette: everything that can be asked of the window, found by a few letters of its name.
//!
//! Must never know: how the list is drawn.

use super::actions::{self, Action, Command, Source};
use super::app::App;
use super::icons::Icon;
use super::panels::menu;
use super::settings::{DockTab, Settings, SideTab};
use super::{insert, keys, tools};
use crate::guide;
use crate::level::gallery;
use crate::picture::{layers, overlays};
use egui::Context;
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

/// What the palette keeps between pictures.
#[derive(Debug, Default)]
pub struct Palette {
    /// Whether it is open.
    pub is_open: bool,
    /// What was typed.
    pub words: String,
    /// Number of the row that Enter does, among those found.
    pub at: usize,
    /// It was opened just now.
    pub wants_focus: bool,
    /// The row was chosen by a key, so the list must show it.
    pub wants_scroll: bool,
}

impl Palette {
    /// Opens it, ready to type, or closes it.
    pub fn toggle(&mut self) {
        *self = Self { is_open: !self.is_open, wants_focus: true, ..Self::default() };
    }
}

/// What a row does.
#[derive(Clone, Copy, Debug)]
pub enum Does {
    /// A command.
    Command(Command),
    /// Takes a tool.
    Tool(&'static str),
    /// Switches an overlay.
    Overlay(&'static str),
    /// Switches a layer.
    Layer(&'static str),
    /// Opens a level of the gallery.
    Level(usize),
    /// Changes a setting of the window.
    Setting(fn(&mut Settings)),
    /// Opens the guide at a topic.
    Topic(&'static str),
}

/// Something that can be asked for.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Stable id, for what was used lately.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// What sort of thing it is.
    pub kind: &'static str,
    /// More words that find it.
    pub words: &'static str,
    /// Its icon.
    pub icon: Icon,
    /// Its keys, as people write them.
    pub keys: String,
    /// Why it cannot be done now, if so.
    pub refusal: Option<&'static str>,
    /// Whether it is on, for what can be switched.
    pub is_on: bool,
    /// What it does.
    pub does: Does,
}

/// An entry that was found, and which characters of its title were meant.
#[derive(Clone, Debug)]
pub struct Found {
    /// The entry.
    pub entry: Entry,
    /// Numbers of the characters, ascending.
    pub letters: Vec<u32>,
}

/// How many entries are remembered as used lately.
const RECENT: usize = 12;

/// Settings that are switched on and off.
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

/// Tabs and other places to go.
type Spot = (&'static str, &'static str, &'static str, fn(&mut Settings));
const PLACES: [Spot; 24] = [
    ("Inspect the selection", "sliders-horizontal", "properties panel tab", |s| side(s, SideTab::Inspector)),
    ("Outline of the level", "tree-structure", "tree names hide lock panel tab", |s| side(s, SideTab::Outline)),
    ("World settings", "globe-simple", "gravity substeps integrator presets contacts panel tab", |s| {
        side(s, SideTab::World);
    }),
    ("What is shown", "stack", "overlays layers panel tab", |s| side(s, SideTab::Show)),
    ("Plots", "chart-line", "energy series panel tab", |s| dock(s, DockTab::Energy)),
    ("Findings", "list-checks", "checks problems fix panel tab", |s| dock(s, DockTab::Findings)),
    ("Events", "lightning", "what went wrong panel tab", |s| dock(s, DockTab::Events)),
    ("Last substep", "magnifying-glass", "contacts table panel tab", |s| dock(s, DockTab::Substep)),
    ("Verdict", "gavel", "why contact edge table ray panel tab", |s| dock(s, DockTab::Verdict)),
    ("Clinic: diagnose the level", "first-aid", "illness why blob misbehaves remedy mend panel tab", |s| {
        dock(s, DockTab::Clinic);
    }),
    ("Edge-choice rules", "scales", "compare map edge choice barycentre rule contacts panel tab", |s| {
        dock(s, DockTab::Rules);
    }),
    ("Sweep: many variants at once", "grid-nine", "grid heat map vary parameter measure panel tab", |s| {
        dock(s, DockTab::Sweep);
    }),
    ("Breakpoints and watches", "target", "stop condition panel tab", |s| dock(s, DockTab::Breakpoints)),
    ("Journal and branches", "git-branch", "inputs panel tab", |s| dock(s, DockTab::Journal)),
    ("Balloon doctor", "balloon", "triangles flipped spill unpainted barycentre fan panel tab", |s| {
        dock(s, DockTab::Balloon);
    }),
    ("Expectations", "seal-check", "claims tests check run never always panel tab", |s| dock(s, DockTab::Expectations)),
    ("Shrink", "arrows-in", "smallest level that fails reduce bug panel tab", |s| dock(s, DockTab::Shrink)),
    ("Interface at 80 %", "frame-corners", "scale size zoom", |s| s.ui_scale = 0.8),
    ("Interface at 100 %", "frame-corners", "scale size zoom", |s| s.ui_scale = 1.0),
    ("Interface at 125 %", "frame-corners", "scale size zoom", |s| s.ui_scale = 1.25),
    ("Interface at 150 %", "frame-corners", "scale size zoom", |s| s.ui_scale = 1.5),
    ("Interface at 200 %", "frame-corners", "scale size zoom 4K", |s| s.ui_scale = 2.0),
    ("Interface at 250 %", "frame-corners", "scale size zoom 4K", |s| s.ui_scale = 2.5),
    ("Settings as at first", "arrow-counter-clockwise", "reset defaults preferences", |s| {
        *s = Settings { recent: std::mem::take(&mut s.recent), ..Settings::default() };
    }),
];

fn side(settings: &mut Settings, tab: SideTab) {
    (settings.shows_side, settings.side_tab) = (true, tab);
}

fn dock(settings: &mut Settings, tab: DockTab) {
    (settings.shows_dock, settings.dock_tab) = (true, tab);
}

fn entry(id: String, title: impl Into<String>, kind: &'static str, icon: Icon, does: Does) -> Entry {
    Entry { id, title: title.into(), kind, words: "", icon, keys: String::new(), refusal: None, is_on: false, does }
}

/// Everything that can be asked for, in the order of the menus.
pub fn entries(ctx: &Context, app: &App) -> Vec<Entry> {
    let mut all = Vec::new();
    for (menu, row) in actions::all().filter(|(_, row)| row.command != Command::Palette) {
        let shape = insert::shape(row.command);
        let name = menu::name(app, row.command);
        let title = if shape.is_some() { format!("Insert: {name}") } else { name };
        let words = shape.map_or("", |shape| shape.explanation);
        let keys = row.keys.first().map_or(String::new(), |press| keys::write(ctx, press));
        let refusal = menu::refusal(app, row.command);
        let base = entry(format!("command {}", row.id), title, menu.title(), row.icon, Does::Command(row.command));
        all.push(Entry { keys, refusal, words, ..base });
    }
    for tool in tools::ALL {
        let base = entry(format!("tool {}", tool.id), tool.title, "Tool", tool.icon, Does::Tool(tool.id));
        let is_on = app.toolbox.entry.id == tool.id;
        all.push(Entry { keys: keys::of_tool(ctx, tool), words: tool.explanation, is_on, ..base });
    }
    all.extend(shown(app));
    for (index, (title, words, is_on, does)) in SWITCHES.into_iter().enumerate() {
        let base = entry(format!("setting {index}"), title, "Setting", Icon("sliders-horizontal"), Does::Setting(does));
        all.push(Entry { is_on: is_on(&app.settings), words, ..base });
    }
    for (title, icon, words, does) in PLACES {
        let base = entry(format!("place {title}"), title, "Window", Icon(icon), Does::Setting(does));
        all.push(Entry { words, ..base });
    }
    for (index, level) in gallery::ALL.iter().enumerate() {
        let (id, title) = (format!("level {}", level.name), format!("Open level: {}", level.name));
        let base = entry(id, title, "Gallery", Icon("images-square"), Does::Level(index));
        all.push(Entry { words: level.line, ..base });
    }
    for topic in guide::ALL {
        let title = format!("Guide: {}", topic.title);
        all.push(entry(format!("topic {}", topic.id), title, "Guide", Icon("book-open"), Does::Topic(topic.id)));
    }
    all
}

/// Overlays and layers.
fn shown(app: &App) -> Vec<Entry> {
    let mut all = Vec::new();
    for (index, overlay) in overlays::ALL.iter().enumerate() {
        let title = format!("Overlay: {}", overlay.title);
        let base = entry(format!("overlay {}", overlay.id), title, "Overlay", Icon("stack"), Does::Overlay(overlay.id));
        let keys = keys::OVERLAY_KEYS.get(index).map_or(String::new(), |key| key.name().to_owned());
        let is_on = app.settings.is_overlay_on(overlay.id);
        all.push(Entry { keys, is_on, words: overlay.explanation, ..base });
    }
    let on = app.settings.layers();
    for layer in layers::ALL {
        let title = format!("Layer: {}", layer.title);
        let base = entry(format!("layer {}", layer.id), title, "Layer", Icon("stack-simple"), Does::Layer(layer.id));
        all.push(Entry { is_on: on.is_on(layer.id), words: layer.explanation, ..base });
    }
    all
}

/// Those that fit what was typed, the best first; without words all, those used lately first.
pub fn find(entries: Vec<Entry>, words: &str, recent: &[String]) -> Vec<Found> {
    let age = |entry: &Entry| recent.iter().position(|id| *id == entry.id).unwrap_or(RECENT);
    if words.trim().is_empty() {
        let mut all: Vec<Found> = entries.into_iter().map(|entry| Found { entry, letters: Vec::new() }).collect();
        all.sort_by_key(|found| age(&found.entry));
        return all;
    }
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(words, CaseMatching::Ignore, Normalization::Smart);
    let mut memory = Vec::new();
    let mut scored: Vec<(u32, Found)> = Vec::new();
    for entry in entries {
        let mut letters = Vec::new();
        let by_title = pattern.indices(Utf32Str::new(&entry.title, &mut memory), &mut matcher, &mut letters);
        let score = match by_title {
            // What it is called counts more than what is said of it; what was used lately a little more.
            Some(score) => Some(1000 + score),
            None => {
                letters.clear();
                let all = format!("{} {} {}", entry.title, entry.kind, entry.words);
                pattern.score(Utf32Str::new(&all, &mut memory), &mut matcher)
            }
        };
        letters.sort_unstable();
        letters.dedup();
        if let Some(score) = score {
            let fresh = (RECENT - age(&entry)) as u32;
            let is_possible = u32::from(entry.refusal.is_none());
            scored.push((score + fresh + 8 * is_possible, Found { entry, letters }));
        }
    }
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().map(|(_, found)| found).collect()
}

/// Asks for what an entry does, and remembers that it was used.
pub fn choose(app: &mut App, entry: &Entry, out: &mut Vec<Action>) {
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
        Does::Topic(id) => app.guide.open_at(id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<Entry> {
        let names = ["Save", "Save as…", "Select all", "Step one frame", "Show the whole level"];
        names.map(|name| entry(format!("command {name}"), name, "File", Icon("x"), Does::Overlay("none"))).to_vec()
    }

    #[test]
    fn a_few_letters_find_the_command_that_one_means() {
        let found = find(entries(), "sof", &[]);
        assert_eq!(found[0].entry.title, "Step one frame");
        assert_eq!(found[0].letters, [0, 5, 9]);
        assert_eq!(find(entries(), "save", &[])[0].entry.title, "Save");
        assert!(find(entries(), "zzz", &[]).is_empty());
    }

    #[test]
    fn without_words_what_was_used_lately_comes_first() {
        let recent = ["command Select all".to_owned(), "command Save as…".to_owned()];
        let titles: Vec<_> = find(entries(), " ", &recent).into_iter().map(|found| found.entry.title).collect();
        assert_eq!(titles[..3], ["Select all", "Save as…", "Save"]);
    }
}
