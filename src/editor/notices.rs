//! Short messages in the corner of the canvas. Errors stay until they are closed.

use super::icons::Icon;
use super::settings::ThemeChoice;
use super::{theme, widgets};
use crate::level::checks::Severity;
use egui::{Align2, Area, Color32, Context, Id, Label, Order, RichText, vec2};

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
    /// Time at which it disappears, set when it is first shown; `None` for errors.
    until: Option<f64>,
}

/// The visible messages.
#[derive(Debug, Default)]
pub struct Notices {
    list: Vec<Notice>,
}

/// Seconds for which a success message stays.
const STAY: f64 = 4.0;
/// Maximum number of messages; the oldest are removed first.
const MANY: usize = 4;

/// Distances of a message from the edges of the canvas, with the margins of its card.
const MARGINS: f32 = 60.0;

impl Notices {
    /// Adds a success message.
    pub fn success(&mut self, text: impl Into<String>) {
        self.add(NoticeKind::Success, text.into());
    }

    /// Adds a warning.
    pub fn warning(&mut self, text: impl Into<String>) {
        self.add(NoticeKind::Warning, text.into());
    }

    /// Adds an error message.
    pub fn error(&mut self, text: impl Into<String>) {
        self.add(NoticeKind::Error, text.into());
    }

    /// Texts of the visible warnings, oldest first.
    pub fn warnings(&self) -> impl Iterator<Item = &str> {
        self.list.iter().filter(|notice| notice.kind == NoticeKind::Warning).map(|notice| notice.text.as_str())
    }

    /// Texts of the visible messages, oldest first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|notice| notice.text.as_str())
    }

    fn add(&mut self, kind: NoticeKind, text: String) {
        self.list.retain(|notice| notice.text != text);
        self.list.push(Notice { kind, text, until: None });
        let extra = self.list.len().saturating_sub(MANY);
        self.list.drain(..extra);
    }

    /// Draws the messages.
    pub fn show(&mut self, ctx: &Context, choice: ThemeChoice, corner: egui::Pos2, room: f32) {
        let now = ctx.input(|i| i.time);
        for notice in &mut self.list {
            if notice.kind != NoticeKind::Error {
                notice.until.get_or_insert(now + STAY);
            }
        }
        self.list.retain(|notice| notice.until.is_none_or(|until| until > now));
        let Some(next) = self.list.iter().map(|notice| notice.until.unwrap_or(f64::INFINITY)).reduce(f64::min) else {
            return;
        };
        if next.is_finite() {
            ctx.request_repaint_after_secs((next - now) as f32 + 0.02);
        }
        let mut closed = None;
        // Messages without a button let clicks pass to the canvas.
        let has_button = self.list.iter().any(|notice| notice.kind == NoticeKind::Error);
        let area = Area::new(Id::unique("notices")).order(Order::Foreground).pivot(Align2::RIGHT_BOTTOM);
        let area = area.interactable(has_button);
        area.fixed_pos(corner - vec2(14.0, 14.0)).show(ctx, |ui| {
            for (index, notice) in self.list.iter().enumerate() {
                let (icon, tint) = look(choice, notice.kind);
                theme::card(ui).stroke(egui::Stroke::new(1.0, tint.gamma_multiply(0.6))).show(ui, |ui| {
                    ui.horizontal(|ui| {
                        ui.set_max_width((room - MARGINS).clamp(120.0, 460.0));
                        ui.label(icon.tinted(theme::ICON, tint));
                        ui.add(Label::new(RichText::new(&notice.text)).wrap());
                        if notice.kind == NoticeKind::Error
                            && widgets::icon_button(ui, Icon("x"), "Close the message", "Close", true, false).clicked()
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
    }
}

fn look(choice: ThemeChoice, kind: NoticeKind) -> (Icon, Color32) {
    match kind {
        NoticeKind::Success => (Icon("check-circle"), theme::severity(choice, Severity::Hint)),
        NoticeKind::Warning => (Icon("warning"), theme::severity(choice, Severity::Warning)),
        NoticeKind::Error => (Icon("x-circle"), theme::severity(choice, Severity::Error)),
    }
}
