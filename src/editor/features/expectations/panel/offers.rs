//! Menu of conditions on offer, grouped by origin.

use crate::editor::context::ViewContext;
use crate::editor::features::diagnosis::DiagnosisUi;
use crate::editor::features::expectations::Expectations;
use crate::editor::features::expectations::{Offer, offers};
use egui::{Button, RichText, Role, ScrollArea, Ui, WidgetInfo, vec2};

const WIDTH: f32 = 320.0;
/// Height of the list at most.
const HEIGHT: f32 = 360.0;

/// Draws the items; returns the chosen condition.
pub fn menu(
    ui: &mut Ui,
    view: &ViewContext,
    diagnosis: &DiagnosisUi,
    expectations: &Expectations,
    with_expectations: bool,
) -> Option<Offer> {
    ui.set_width(WIDTH);
    let all = offers(view, diagnosis, expectations, with_expectations);
    let mut taken = None;
    let height = (ui.ctx().content_rect().height() - 60.0).min(HEIGHT);
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        let mut section = "";
        for (index, offer) in all.iter().enumerate() {
            if offer.section != section {
                if !section.is_empty() {
                    ui.separator();
                }
                section = offer.section;
                ui.label(RichText::new(section).small().color(ui.visuals().weak_text_color()));
            }
            let button = Button::selectable(false, &offer.title).truncate().min_size(vec2(WIDTH - 14.0, 0.0));
            let response = ui.add(button);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &offer.title));
            let response = response.on_hover_ui(|ui| {
                if !offer.explanation.is_empty() {
                    ui.label(&offer.explanation);
                }
                ui.monospace(&offer.failure.condition);
            });
            if response.clicked() {
                taken = Some(index);
                ui.close();
            }
        }
    });
    all.into_iter().nth(taken?)
}
