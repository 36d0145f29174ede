//! The Events panel: events of the run in order of time. A click goes to the moment and the part.

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::engine::{Event, EventKind, SensorEvent};
use crate::level::Place;
use crate::picture::{Palette, Rgba};
use egui::{Button, RichText, Role, ScrollArea, Ui, WidgetInfo};

/// A row of the list.
struct EventRow {
    moment: (u64, u32),
    icon: &'static str,
    tint: Rgba,
    text: String,
    places: Vec<Place>,
}

impl EventRow {
    fn of_event(event: &Event, palette: &Palette) -> Self {
        let (icon, tint) = match event.kind {
            EventKind::BlowUp => ("warning-octagon", palette.error),
            EventKind::Collapsed => ("arrows-in", palette.warning),
            EventKind::NoEdge => ("question", palette.contact),
            EventKind::ManyImpacts => ("stack", palette.warning),
        };
        let text = format!("{} {}", event.place, event.kind.describe());
        Self { moment: (event.frame, event.substep), icon, tint, text, places: vec![event.place] }
    }

    fn of_sensor(event: &SensorEvent, palette: &Palette) -> Self {
        let icon = if event.entered { "sign-in" } else { "sign-out" };
        let places = vec![event.other, event.sensor];
        Self { moment: (event.frame, event.substep), icon, tint: palette.cold, text: event.describe(), places }
    }
}

/// Number of events in the list.
pub fn count(view: &ViewContext) -> usize {
    view.run.events().len() + view.run.sensor_events().len()
}

/// The event with this index, both kinds merged by time; sensor events come after the others of a substep.
fn nth(view: &ViewContext, index: usize, palette: &Palette) -> Option<EventRow> {
    let (events, sensors) = (view.run.events(), view.run.sensor_events());
    let before =
        |event: &Event| sensors.partition_point(|other| (other.frame, other.substep) < (event.frame, event.substep));
    // Rank of event k in the merged list: k plus the sensor events before it. Both terms ascend, so a binary search finds it.
    let (mut low, mut high) = (0, events.len());
    while low < high {
        let middle = (low + high) / 2;
        if middle + before(&events[middle]) <= index { low = middle + 1 } else { high = middle }
    }
    match low.checked_sub(1).map(|last| (last, &events[last])) {
        Some((last, event)) if last + before(event) == index => Some(EventRow::of_event(event, palette)),
        _ => sensors.get(index - low).map(|event| EventRow::of_sensor(event, palette)),
    }
}

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let count = count(view);
    if count == 0 {
        ui.weak(
            "No events so far: no collapse, no blow-up, no node without an eligible edge; nothing entered a sensor.",
        );
        return;
    }
    let palette = Palette::of(view.settings.theme.picture());
    let height = ui.spacing().interact_size.y;
    let dropped = view.run.events_dropped();
    if dropped > 0 {
        ui.weak(format!("and {dropped} more"));
    }
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, count, |ui, rows| {
        for index in rows {
            let Some(EventRow { moment, icon, tint, text, places }) = nth(view, index, &palette) else { continue };
            let weak = ui.visuals().weak_text_color();
            let atoms = (
                Icon(icon).tinted(theme::SMALL_ICON, theme::color(tint)),
                RichText::new(format!("{:>6}+{:<2}", moment.0, moment.1)).monospace().color(weak),
                RichText::new(&text),
            );
            let response = ui.push_id(index, |ui| ui.add(Button::selectable(false, atoms).truncate())).inner;
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
            if response.clicked() {
                out.push(Action::Seek(moment.0));
                out.push(Action::Reveal(places));
            }
        }
    });
}
