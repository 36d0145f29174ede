//! The New level window: empty level, level with a floor, recent files, and the gallery levels, with previews.

mod card;

use crate::editor::actions::{Action, Command, Source};
use crate::editor::features::gallery::GalleryStart;
use crate::editor::files::FileCommand;
use crate::editor::files::recents;
use crate::editor::files::recents::Fate;
use crate::editor::files::recents::Recents;
use crate::editor::files::thumbs::Of;
use crate::editor::files::thumbs::Thumbs;
use crate::editor::icons::Icon;
use crate::editor::screen::is_narrow;
use crate::editor::settings::Settings;
use crate::editor::widgets;
use crate::level::gallery::{self, Section};
use crate::search::contains_words;
use card::{Card, Look};
use egui::{
    Align, Align2, Context, Event, EventFilter, Id, Key, Layout, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo,
    Window, vec2,
};
use std::path::Path;

/// Accessible name of the search field, also used by tests.
pub const SEARCH: &str = "Search levels";
/// Width of the section list.
const NAV: f32 = 168.0;

/// What the gallery reads beside its own state.
pub struct GallerySources<'a> {
    /// What the user prefers, and the recent files.
    pub settings: &'a Settings,
    /// What became of the recent files.
    pub recents: &'a mut Recents,
    /// Previews.
    pub thumbs: &'a mut Thumbs,
    /// False while a question lies in front of the window.
    pub is_in_front: bool,
}

/// Draws the window if open.
pub fn show(ctx: &Context, start: &mut GalleryStart, sources: &mut GallerySources, out: &mut Vec<Action>) {
    if !start.is_open {
        return;
    }
    sources.recents.show(ctx, &sources.settings.recent);
    if sources.is_in_front {
        keys(ctx, start);
    }
    let mut is_open = start.is_open;
    let screen = ctx.content_rect();
    let is_narrow = is_narrow(ctx);
    let margin = if is_narrow { 30.0 } else { 70.0 };
    let size = vec2((screen.width() - margin).clamp(300.0, 1180.0), (screen.height() - 150.0).clamp(240.0, 860.0));
    Window::new("New level")
        .id(Id::unique("start"))
        .open(&mut is_open)
        .collapsible(false)
        .resizable(false)
        .pivot(Align2::CENTER_CENTER)
        .fixed_pos(screen.center() + vec2(0.0, 6.0))
        .fixed_size(size)
        .show(ctx, |ui| {
            head(ui, start);
            ui.add_space(2.0);
            let height = ui.available_height() - 40.0;
            ui.horizontal_top(|ui| {
                ui.set_height(height);
                if !is_narrow {
                    ui.allocate_ui_with_layout(vec2(NAV, height), Layout::top_down_justified(Align::Min), |ui| {
                        ui.set_width(NAV);
                        sections(ui, sources, start);
                    });
                    ui.add_space(6.0);
                }
                ui.vertical(|ui| cards(ui, sources, start, out));
            });
            foot(ui, sources.settings, out);
        });
    start.is_open &= is_open;
}

fn head(ui: &mut Ui, start: &mut GalleryStart) {
    let edit = TextEdit::singleline(&mut start.words)
        .id(Id::unique(SEARCH))
        .hint_text("Search levels: gears, stick, edge choice …")
        .desired_width(f32::INFINITY)
        // The default field background equals the window background in the light theme.
        .background_color(ui.visuals().code_bg_color);
    let response = ui.add(edit);
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, SEARCH));
    if std::mem::take(&mut start.wants_focus) {
        response.request_focus();
    }
}

/// Section titles that scroll to their section.
fn sections(ui: &mut Ui, sources: &GallerySources, start: &mut GalleryStart) {
    for title in groups(sources, &start.words).iter().map(|group| group.0) {
        let button = egui::Button::selectable(false, title).min_size(vec2(NAV, 26.0));
        let response = ui.add(button);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Section: {title}")));
        if response.clicked() {
            start.wants = Some(title);
        }
    }
}

/// Non-empty sections with their cards.
fn groups(sources: &GallerySources, words: &str) -> Vec<(&'static str, Vec<Card>)> {
    let has = |text: &str| contains_words(text, words);
    let new = [Card::Empty, Card::Floor, Card::Open, Card::Tour]
        .into_iter()
        .filter(|card| has(card.look(sources).name.as_str()));
    let recent = sources.settings.recent.iter().filter(|path| has(&path.to_string_lossy())).cloned().map(Card::Recent);
    let mut groups = vec![("New", new.collect::<Vec<_>>()), ("Recent", recent.collect())];
    for section in Section::ALL {
        let of = |(_, level): &(usize, &gallery::GalleryLevel)| level.section == section && level.matches(words);
        let levels = gallery::ALL.iter().enumerate().filter(of).map(|(index, _)| Card::Level(index));
        groups.push((section.title(), levels.collect()));
    }
    groups.retain(|(_, cards)| !cards.is_empty());
    groups
}

fn cards(ui: &mut Ui, sources: &mut GallerySources, start: &mut GalleryStart, out: &mut Vec<Action>) {
    let groups = groups(sources, &start.words);
    start.rows.clear();
    ScrollArea::vertical().id_salt("cards").auto_shrink(false).show(ui, |ui| {
        // Space for the scroll bar.
        ui.set_width(ui.available_width() - 10.0);
        if groups.is_empty() {
            widgets::note(ui, format!("No level matches “{}”. Shorten the search, or clear it with Esc.", start.words));
        }
        let wanted = start.wants.take();
        for (title, cards) in &groups {
            let heading = ui.label(RichText::new(*title).strong());
            if wanted == Some(*title) {
                heading.scroll_to_me(Some(Align::TOP));
            }
            if *title == "Recent" {
                forget(ui, sources, out);
            }
            grid(ui, sources, start, cards, out);
            ui.add_space(10.0);
        }
    });
}

/// Button that removes missing files from the list.
fn forget(ui: &mut Ui, sources: &GallerySources, out: &mut Vec<Action>) {
    let gone: Vec<_> = sources.settings.recent.iter().filter(|path| sources.recents.is_gone(path)).cloned().collect();
    if gone.is_empty() {
        return;
    }
    let text = format!("Remove {} missing {}", gone.len(), if gone.len() == 1 { "file" } else { "files" });
    if widgets::text_button(ui, Icon("broom"), &text).clicked() {
        out.push(Action::Prefer(Box::new(move |settings| settings.recent.retain(|path| !gone.contains(path)))));
    }
}

fn grid(ui: &mut Ui, sources: &mut GallerySources, start: &mut GalleryStart, cards: &[Card], out: &mut Vec<Action>) {
    let gap = 10.0;
    let width = ui.available_width();
    let count = ((width + gap) / (card::WIDTH + gap)).floor().max(1.0);
    let wide = ((width - gap * (count - 1.0)) / count).floor();
    for row in cards.chunks(count as usize) {
        let mut ids = Vec::new();
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for card in row {
                let response = card::show(ui, sources, card, wide);
                ids.push(response.id);
                if response.has_focus() {
                    // Arrow keys move between cards here, see `keys`.
                    let filter =
                        EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
                    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
                }
                if response.gained_focus() {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    choose(card, out);
                }
            }
        });
        start.rows.push(ids);
    }
}

fn choose(card: &Card, out: &mut Vec<Action>) {
    out.push(match card {
        Card::Empty => Action::Open(Source::New),
        Card::Tour => Action::Open(Source::FirstSteps),
        Card::Floor => Action::Open(Source::Floor),
        Card::Open => Action::Command(Command::Open),
        Card::Recent(path) => Action::Open(Source::File(path.clone())),
        Card::Level(index) => Action::Open(Source::Gallery(*index)),
    });
    if *card == Card::Tour {
        out.push(Action::Command(Command::Tour));
    }
}

fn foot(ui: &mut Ui, settings: &Settings, out: &mut Vec<Action>) {
    ui.separator();
    ui.horizontal(|ui| {
        let mut is_shown = settings.starts_with_gallery;
        let is_narrow = is_narrow(ui.ctx());
        let text = if is_narrow { "Show at the start" } else { "Show this when the program starts without a file" };
        if ui.checkbox(&mut is_shown, text).changed() {
            out.push(Action::Prefer(Box::new(move |settings| settings.starts_with_gallery = is_shown)));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button("Close").on_hover_text("Esc").clicked() {
                out.push(Action::Files(FileCommand::CloseGallery));
            }
            if !is_narrow {
                ui.label(RichText::new("Arrows and Enter choose").small().color(ui.visuals().weak_text_color()));
            }
        });
    });
}

/// Escape, arrow keys, and letters that continue the search.
fn keys(ctx: &Context, start: &mut GalleryStart) {
    let search = Id::unique(SEARCH);
    let focused = ctx.memory(egui::Memory::focused);
    if ctx.input(|i| i.key_pressed(Key::Escape)) {
        if start.words.is_empty() {
            start.is_open = false;
        } else {
            start.words.clear();
            start.wants_focus = true;
        }
        return;
    }
    let pressed = |key: Key| ctx.input(|i| i.key_pressed(key));
    let at = start.rows.iter().enumerate().find_map(|(row, ids)| {
        let column = ids.iter().position(|id| Some(*id) == focused)?;
        Some((row, column))
    });
    let down = pressed(Key::ArrowDown);
    let next = match at {
        None if down || (pressed(Key::Enter) && focused == Some(search) && !start.words.is_empty()) => Some((0, 0)),
        None => None,
        Some((row, column)) if down => Some((row + 1, column)),
        Some((0, _)) if pressed(Key::ArrowUp) => {
            ctx.memory_mut(|memory| memory.request_focus(search));
            None
        }
        Some((row, column)) if pressed(Key::ArrowUp) => Some((row - 1, column)),
        Some((row, column)) if pressed(Key::ArrowRight) && column + 1 < start.rows[row].len() => {
            Some((row, column + 1))
        }
        Some((row, _)) if pressed(Key::ArrowRight) => Some((row + 1, 0)),
        Some((row, column)) if pressed(Key::ArrowLeft) && column > 0 => Some((row, column - 1)),
        Some((row, _)) if pressed(Key::ArrowLeft) && row > 0 => Some((row - 1, usize::MAX)),
        Some(_) => None,
    };
    let next = next.and_then(|(row, column)| {
        let ids = start.rows.get(row)?;
        ids.get(column.min(ids.len().saturating_sub(1))).copied()
    });
    if let Some(id) = next {
        ctx.memory_mut(|memory| memory.request_focus(id));
    } else if at.is_some() {
        let typed = ctx.input(|i| {
            let text = |event: &Event| if let Event::Text(text) = event { Some(text.clone()) } else { None };
            i.events.iter().filter_map(text).collect::<String>()
        });
        if !typed.trim().is_empty() {
            start.words.push_str(&typed);
            start.wants_focus = true;
        }
    }
}

/// Description of a recent file, and whether it is missing.
fn about(sources: &GallerySources, path: &Path) -> (String, bool) {
    let folder = path.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
    match sources.recents.fate(path) {
        Some(Fate::There { modified: Some(modified), .. }) => {
            let now = recents::seconds(std::time::SystemTime::now());
            (format!("{} · {folder}", recents::ago(recents::seconds(*modified), now)), false)
        }
        Some(Fate::Gone) => (format!("Missing: moved, deleted or unreachable · {folder}"), true),
        _ => (folder, false),
    }
}

impl Card {
    /// Appearance of the card.
    fn look(&self, sources: &GallerySources) -> Look {
        let plain = |name: &str, line: &str, icon| Look {
            name: name.to_owned(),
            line: line.to_owned(),
            icon: Some(Icon(icon)),
            ..Look::default()
        };
        match self {
            Self::Empty => plain("Empty level", "Only gravity.", "file-plus"),
            Self::Floor => plain("Level with a floor", "One fixed body.", "rectangle"),
            Self::Tour => plain("First steps", "A tour that builds a blob.", "footprints"),
            Self::Open => plain("Open a file…", "A level or a run, .ron or .json.", "folder-open"),
            Self::Level(index) => {
                let level = &gallery::ALL[*index];
                let of = Some(Of::Gallery(*index));
                Look { name: level.name.to_owned(), line: level.line.to_owned(), of, ..Look::default() }
            }
            Self::Recent(path) => {
                let (line, is_gone) = about(sources, path);
                let stamp = match sources.recents.fate(path) {
                    Some(Fate::There { modified, bytes }) => Some(modified.map_or(0, recents::seconds) ^ bytes << 32),
                    _ => None,
                };
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let of = stamp.map(|stamp| Of::File(path.clone(), stamp));
                let icon = of.is_none().then_some(Icon(if is_gone { "file-x" } else { "file" }));
                Look { name, line, icon, of, is_gone, hover: path.display().to_string() }
            }
        }
    }
}
