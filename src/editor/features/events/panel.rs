//! The Events panel: events of the run in order of time. A click goes to the moment and the part.

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::engine::EventKind;
use crate::picture::Palette;
use egui::{Button, RichText, Role, ScrollArea, Ui, WidgetInfo};

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let events = view.run.events();
    if events.is_empty() {
        ui.weak("No events so far: no collapse, no blow-up, no node without an eligible edge.");
        return;
    }
    let palette = Palette::of(view.settings.theme.picture());
    let height = ui.spacing().interact_size.y;
    let dropped = view.run.events_dropped();
    if dropped > 0 {
        ui.weak(format!("and {dropped} more"));
    }
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, events.len(), |ui, rows| {
        for (index, event) in events.iter().enumerate().skip(rows.start).take(rows.len()) {
            let (icon, tint) = match event.kind {
                EventKind::BlowUp => ("warning-octagon", palette.error),
                EventKind::Collapsed => ("arrows-in", palette.warning),
                EventKind::NoEdge => ("question", palette.contact),
                EventKind::ManyImpacts => ("stack", palette.warning),
            };
            let text = format!("{} {}", event.place, event.kind.describe());
            let weak = ui.visuals().weak_text_color();
            let atoms = (
                Icon(icon).tinted(theme::SMALL_ICON, theme::color(tint)),
                RichText::new(format!("{:>6}+{:<2}", event.frame, event.substep)).monospace().color(weak),
                RichText::new(&text),
            );
            let response = ui.push_id(index, |ui| ui.add(Button::selectable(false, atoms).truncate())).inner;
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
            if response.clicked() {
                out.push(Action::Seek(event.frame));
                out.push(Action::Reveal(vec![event.place]));
            }
        }
    });
}
