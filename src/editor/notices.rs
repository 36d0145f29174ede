//! Short messages in the corner of the canvas. Errors stay until they are closed or have been in view for a while.

use super::icons::Icon;
use super::settings::ThemeChoice;
use super::{theme, widgets};
use crate::level::Place;
use crate::level::checks::Severity;
use egui::{Align2, Area, Color32, Context, Id, Label, Order, Rect, RichText, vec2};

/// Kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoticeKind {
    Success,
    Warning,
    Error,
}

#[derive(Debug)]
struct Notice {
    kind: NoticeKind,
    text: String,
    /// Part that a button offers to select.
    place: Option<Place>,
    /// Time at which it disappears, set when it is first shown; `None` for errors.
    until: Option<f64>,
    /// For errors, the seconds of use in which it has been in view.
    in_view: f64,
}

/// The visible messages.
#[derive(Debug, Default)]
pub struct Notices {
    list: Vec<Notice>,
}

/// Seconds for which a success message stays.
const STAY: f64 = 4.0;
/// The same for one with a button.
const STAY_TO_PRESS: f64 = 10.0;
/// Seconds of use (mouse or keys) after which an error disappears. Without input it stays.
const STAY_IN_USE: f64 = 20.0;
/// Longest time between two inputs that counts as use, in seconds.
const PAUSE: f64 = 0.5;
/// Maximum number of messages; the oldest are removed first.
const MANY: usize = 4;

/// Largest part of the canvas that messages cover.
const MOST_OF_ROOM: f32 = 0.4;
/// Height of a message of one or two lines.
const LINE: f32 = 56.0;
/// Distances of a message from the edges of the canvas, with the margins of its card.
const MARGINS: f32 = 60.0;

impl Notices {
    /// Adds a success message.
    pub fn success(&mut self, text: impl Into<String>) {
        self.add(NoticeKind::Success, text.into(), None);
    }

    /// Adds a success message that offers to select a part, if there is one.
    pub fn success_at(&mut self, text: impl Into<String>, place: Option<Place>) {
        self.add(NoticeKind::Success, text.into(), place);
    }

    /// Adds a warning.
    pub fn warning(&mut self, text: impl Into<String>) {
        self.add(NoticeKind::Warning, text.into(), None);
    }

    /// Adds an error message.
    pub fn error(&mut self, text: impl Into<String>) {
        self.add(NoticeKind::Error, text.into(), None);
    }

    /// Texts of the visible warnings, oldest first.
    pub fn warnings(&self) -> impl Iterator<Item = &str> {
        self.list.iter().filter(|notice| notice.kind == NoticeKind::Warning).map(|notice| notice.text.as_str())
    }

    /// Texts of the visible messages, oldest first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|notice| notice.text.as_str())
    }

    /// Removes the success messages that were shown: the next command makes them stale.
    pub fn end_successes(&mut self) {
        self.list.retain(|notice| notice.kind != NoticeKind::Success || notice.until.is_none());
    }

    /// Closes the errors; returns true if there were any.
    pub fn close_errors(&mut self) -> bool {
        let count = self.list.len();
        self.list.retain(|notice| notice.kind != NoticeKind::Error);
        self.list.len() < count
    }

    fn add(&mut self, kind: NoticeKind, text: String, place: Option<Place>) {
        self.list.retain(|notice| notice.text != text);
        self.list.push(Notice { kind, text, place, until: None, in_view: 0.0 });
        let extra = self.list.len().saturating_sub(MANY);
        self.list.drain(..extra);
    }

    /// Draws the messages at the lower right of `room`; the newest ones if it is too low for all. Returns the part to select.
    pub fn show(&mut self, ctx: &Context, choice: ThemeChoice, room: Rect) -> Option<Place> {
        let (now, used) =
            ctx.input(|i| (i.time, if i.events.is_empty() { 0.0 } else { f64::from(i.unstable_dt).min(PAUSE) }));
        for notice in &mut self.list {
            notice.in_view += used;
            if notice.kind != NoticeKind::Error {
                let stay = if notice.place.is_some() { STAY_TO_PRESS } else { STAY };
                notice.until.get_or_insert(now + stay);
            }
        }
        let stays = |notice: &Notice| notice.until.map_or(notice.in_view < STAY_IN_USE, |until| until > now);
        self.list.retain(stays);
        let next = self.list.iter().map(|notice| notice.until.unwrap_or(f64::INFINITY)).reduce(f64::min)?;
        if next.is_finite() {
            ctx.request_repaint_after_secs((next - now) as f32 + 0.02);
        }
        let (mut closed, mut selected) = (None, None);
        // Messages without a button let clicks pass to the canvas.
        let has_button = self.list.iter().any(|notice| notice.kind == NoticeKind::Error || notice.place.is_some());
        let area = Area::new(Id::unique("notices")).order(Order::Foreground).pivot(Align2::RIGHT_BOTTOM);
        let area = area.interactable(has_button);
        area.fixed_pos(room.max - vec2(14.0, 14.0)).show(ctx, |ui| {
            let hidden = self.list.len().saturating_sub(((MOST_OF_ROOM * room.height() / LINE) as usize).max(1));
            for (index, notice) in self.list.iter().enumerate().skip(hidden) {
                let (icon, tint) = look(choice, notice.kind);
                theme::card(ui).stroke(egui::Stroke::new(1.0, tint.gamma_multiply(0.6))).show(ui, |ui| {
                    ui.horizontal(|ui| {
                        ui.set_max_width((room.width() - MARGINS).clamp(120.0, 460.0));
                        ui.label(icon.tinted(theme::ICON, tint));
                        ui.add(Label::new(RichText::new(&notice.text)).wrap());
                        if let Some(place) = notice.place
                            && ui.small_button("Select the part").clicked()
                        {
                            (closed, selected) = (Some(index), Some(place));
                        }
                        if notice.kind == NoticeKind::Error
                            && widgets::icon_button(
                                ui,
                                Icon("x"),
                                "Close the message",
                                "Close (Esc closes all)",
                                true,
                                false,
                            )
                            .clicked()
                        {
                            closed = Some(index);
                        }
                    });
                });
            }
        });
        if let Some(index) = closed {
            self.list.remove(index);
        }
        selected
    }
}

fn look(choice: ThemeChoice, kind: NoticeKind) -> (Icon, Color32) {
    match kind {
        NoticeKind::Success => (Icon("check-circle"), theme::severity(choice, Severity::Hint)),
        NoticeKind::Warning => (Icon("warning"), theme::severity(choice, Severity::Warning)),
        NoticeKind::Error => (Icon("x-circle"), theme::severity(choice, Severity::Error)),
    }
}
