//! The guide window: topics on the left; the text of a topic with buttons for its levels and overlays on the right.

mod vignette;

use crate::editor::actions::{Action, Command, Source};
use crate::editor::context::ViewContext;
use crate::editor::icons::Icon;
use crate::editor::widgets::floating;
use crate::editor::{theme, widgets};
use crate::guide::{self, CHAPTERS, SpanKind, Topic, spelled_out};
use crate::level::gallery as levels;
use crate::picture::overlays;
use egui::{
    Align, CentralPanel, Context, FontSelection, Frame, Key, Label, Margin, Panel, Response, RichText, Role,
    ScrollArea, Ui, WidgetInfo, WidgetText, text::LayoutJob,
};

/// Width of the topic list.
const LIST: f32 = 220.0;
/// Accessible name of the search field, also used by tests.
const SEARCH: &str = "Search the guide";

/// State of the window.
#[derive(Debug)]
pub struct Guide {
    /// Whether the window is open.
    pub is_open: bool,
    /// Id of the open topic.
    pub topic: &'static str,
    /// Search text.
    pub words: String,
    /// Picture of the topic.
    picture: vignette::VignetteCache,
    wants_focus: bool,
    /// Whether the list must scroll to a topic chosen by key.
    wants_scroll: bool,
}

impl Default for Guide {
    fn default() -> Self {
        let topic = guide::ALL.first().map_or("", |topic| topic.id);
        Self {
            is_open: false,
            topic,
            words: String::new(),
            picture: vignette::VignetteCache::default(),
            wants_focus: false,
            wants_scroll: false,
        }
    }
}

impl Guide {
    /// Opens the window at a topic.
    pub fn open_at(&mut self, topic: &'static str) {
        *self = Self { is_open: true, topic, wants_scroll: true, ..Self::default() };
    }

    /// Opens the window with focus in the search field, or closes it.
    pub fn toggle(&mut self) {
        self.is_open = !self.is_open;
        self.wants_focus = self.is_open;
    }
}

/// Draws the window if open.
pub fn show(ctx: &Context, view: &ViewContext, guide: &mut Guide, out: &mut Vec<Action>) {
    if !guide.is_open {
        return;
    }
    let room = ctx.content_rect().size() - egui::vec2(80.0, 120.0);
    let mut is_open = true;
    floating::centered(ctx, "Guide")
        .open(&mut is_open)
        .default_size(egui::vec2(840.0, 560.0).min(room))
        .min_size([420.0, 240.0])
        .show(ctx, |ui| {
            Panel::left("guide topics").frame(Frame::NONE).resizable(false).exact_size(LIST).show(ui, |ui| {
                search(ui, guide);
                if widgets::text_button(ui, Icon("keyboard"), "All keys and mouse actions").clicked() {
                    guide.is_open = false;
                    out.push(Action::Command(Command::Shortcuts));
                }
                list(ui, guide);
            });
            let frame = Frame::new().inner_margin(Margin { left: 14, ..Margin::ZERO });
            CentralPanel::no_frame().frame(frame).show(ui, |ui| {
                if let Some(topic) = guide::topic(guide.topic) {
                    page(ui, view, &mut guide.picture, topic, out);
                }
            });
        });
    guide.is_open &= is_open;
}

fn found(guide: &Guide) -> Vec<&'static Topic> {
    guide::find(&guide.words)
}

fn search(ui: &mut Ui, guide: &mut Guide) {
    let response = widgets::search_in_window(ui, SEARCH, &mut guide.words, SEARCH, f32::INFINITY);
    if std::mem::take(&mut guide.wants_focus) {
        response.request_focus();
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
        guide.is_open = false;
    }
    let topics = found(guide);
    let at = topics.iter().position(|topic| topic.id == guide.topic);
    if response.changed() && !guide.words.trim().is_empty() {
        guide.topic = topics.first().map_or(guide.topic, |topic| topic.id);
    }
    if response.has_focus() {
        walk(ui, guide, &topics, at);
    }
}

/// Arrow keys choose from the list while typing.
fn walk(ui: &Ui, guide: &mut Guide, topics: &[&'static Topic], at: Option<usize>) {
    let (down, up) = ui.input(|i| (i.key_pressed(Key::ArrowDown), i.key_pressed(Key::ArrowUp)));
    let next = match at {
        Some(at) if down => at + 1,
        Some(at) if up => at.saturating_sub(1),
        _ => return,
    };
    if let Some(topic) = topics.get(next) {
        guide.topic = topic.id;
        guide.wants_scroll = true;
    }
}

fn list(ui: &mut Ui, guide: &mut Guide) {
    let topics = found(guide);
    if topics.is_empty() {
        widgets::note(ui, "No topic matches the search.");
    }
    let wants_scroll = std::mem::take(&mut guide.wants_scroll);
    ScrollArea::vertical().id_salt("topics").auto_shrink(false).show(ui, |ui| {
        if !guide.words.trim().is_empty() {
            // Matches are sorted by score, without chapters.
            topics.into_iter().for_each(|topic| listed(ui, guide, topic, wants_scroll));
            return;
        }
        for chapter in CHAPTERS {
            widgets::heading(ui, chapter);
            let in_chapter = topics.iter().filter(|topic| topic.chapter == *chapter);
            in_chapter.for_each(|topic| listed(ui, guide, topic, wants_scroll));
        }
    });
}

fn listed(ui: &mut Ui, guide: &mut Guide, topic: &'static Topic, wants_scroll: bool) {
    let is_read = topic.id == guide.topic;
    let response = ui.add(egui::Button::selectable(is_read, topic.title).wrap());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_read, topic.title));
    if response.clicked() {
        guide.topic = topic.id;
    }
    if is_read && wants_scroll {
        response.scroll_to_me(None);
    }
}

fn paragraph(ui: &mut Ui, text: impl Into<WidgetText>) -> Response {
    ui.add(Label::new(text).wrap().selectable(true))
}

/// A paragraph with emphasis and code.
fn formatted(ui: &Ui, text: &str) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (kind, part) in guide::spans(text) {
        let part = RichText::new(part);
        let part = match kind {
            SpanKind::Plain => part,
            SpanKind::Emphasis => part.strong(),
            SpanKind::Code => part.code(),
        };
        part.append_to(&mut job, ui.style(), FontSelection::Default, Align::Center);
    }
    job
}

fn page(
    ui: &mut Ui,
    view: &ViewContext,
    picture: &mut vignette::VignetteCache,
    topic: &'static Topic,
    out: &mut Vec<Action>,
) {
    ScrollArea::vertical().id_salt(topic.id).auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = theme::GAP;
        ui.heading(topic.title);
        let source = topic.source();
        let by = if source.author.is_empty() { String::new() } else { format!(" · {}", source.author) };
        widgets::note(ui, format!("{}{by}", spelled_out(&topic.sources.join(", "))));
        if !topic.levels.is_empty() {
            vignette::show(ui, view, picture, topic, out);
        }
        for text in &topic.text {
            paragraph(ui, formatted(ui, text));
        }
        if !topic.formulas.is_empty() {
            let well = Frame::new().fill(ui.visuals().code_bg_color).corner_radius(5).inner_margin(8);
            well.show(ui, |ui| {
                ui.set_width(ui.available_width());
                for formula in &topic.formulas {
                    paragraph(ui, RichText::new(*formula).monospace());
                }
            });
        }
        for note in &topic.notes {
            ui.horizontal_top(|ui| {
                ui.label(Icon("info").tinted(theme::SMALL_ICON, ui.visuals().weak_text_color()));
                paragraph(ui, formatted(ui, note));
            });
        }
        to_open(ui, topic, out);
        to_show(ui, view, topic, out);
        if !topic.settings.is_empty() {
            widgets::heading(ui, "Settings");
            paragraph(ui, RichText::new(topic.settings.join(", ")).monospace());
        }
    });
}

fn to_open(ui: &mut Ui, topic: &Topic, out: &mut Vec<Action>) {
    widgets::heading(ui, "Levels that show it");
    ui.horizontal_wrapped(|ui| {
        for id in &topic.levels {
            let Some(index) = levels::ALL.iter().position(|level| level.id == *id) else { continue };
            let name = levels::ALL[index].name;
            let response = widgets::text_button(ui, Icon("folder-open"), name);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Open level: {name}")));
            if response.on_hover_text("Open level").clicked() {
                out.push(Action::Open(Source::Gallery(index)));
            }
        }
    });
}

/// Overlays to switch on; permanently drawn ones need no switch.
fn to_show(ui: &mut Ui, view: &ViewContext, topic: &Topic, out: &mut Vec<Action>) {
    let switches: Vec<_> = overlays::ALL.iter().filter(|overlay| topic.overlays.contains(&overlay.id)).collect();
    if switches.is_empty() {
        return;
    }
    widgets::heading(ui, "Overlays that show it");
    ui.horizontal_wrapped(|ui| {
        for overlay in switches {
            let is_on = view.settings.overlays_on().any(|on| on.id == overlay.id);
            let icon = Icon("stack").text(theme::SMALL_ICON);
            let response = ui.add(egui::Button::new((icon, RichText::new(overlay.title))).selected(is_on));
            response
                .widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, format!("Overlay: {}", overlay.title)));
            if response.on_hover_text(overlay.explanation).clicked() {
                out.push(Action::Overlay(overlay.id));
            }
        }
    });
}
