//! Section of disc impacts in order of time, with a time strip (002).

use super::strip::{self, Tick};
use super::table::{Rows, TableLine};
use super::{Section, names};
use crate::debugger::run::journal::PartNames;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::settings::SubstepTab;
use crate::editor::widgets::short;
use crate::engine::Trace;
use crate::engine::trace::DiscEvent;
use crate::geometry::DVec2;
use crate::level::Place;
use egui::{Id, Ui};

pub(super) const SECTION: Section = Section {
    tab: SubstepTab::Discs,
    title: "Discs",
    icon: "circles-three",
    concerns: |level| !level.discs.is_empty(),
    without: "This level has no discs.",
    quiet: "No impacts of discs in the last substep. Play or step (Shift+→) to the next impact. The plot of counts shows the frames with impacts.",
    count: |trace| trace.disc_events.len(),
    show,
};

fn show(ui: &mut Ui, view: &ViewContext, trace: &Trace, out: &mut Vec<Action>) {
    let titles = PartNames::new(&view.document.placed().level);
    let events = &trace.disc_events;
    // The row under the pointer in the previous UI frame, because the strip is drawn before the table.
    let memory = Id::unique("impact under the pointer");
    let known: Option<Option<usize>> = ui.data(|data| data.get_temp(memory));
    let lit = known.flatten().filter(|&index| index < events.len());
    let tick = |index: usize| Tick { part: events[index].part as f32, order: events[index].order };
    let touched = strip::show(ui, view, trace.substep_time, events.len(), tick, lit);
    if let Some(index) = touched.hovered {
        out.push(Action::Hover(places(&titles, &events[index])));
    }
    if let Some(index) = touched.double_clicked {
        out.push(Action::Reveal(places(&titles, &events[index])));
    } else if let Some(index) = touched.clicked {
        out.push(Action::Select(places(&titles, &events[index])));
    }
    let columns = [
        ("Impact", 46.0),
        ("Time in substep", 116.0),
        ("Disc", 90.0),
        ("Meets", 100.0),
        ("Closing speed", 86.0),
        ("Velocity after", 124.0),
        ("Velocity of the other", 120.0),
    ];
    let rows = Rows { columns: &columns, count: events.len(), wanted: touched.clicked, lit: touched.hovered };
    let under = rows.show(ui, view, |index| line(&titles, &events[index]), out);
    let now = touched.hovered.or(under);
    if now != lit {
        ui.data_mut(|data| data.insert_temp(memory, now));
        ui.ctx().request_repaint();
    }
}

fn places(titles: &PartNames, event: &DiscEvent) -> Vec<Place> {
    vec![Place::Disc(event.disc), names::met(titles, event.kind, event.other).1]
}

fn line(titles: &PartNames, event: &DiscEvent) -> TableLine {
    let (disc, other) = (names::disc(titles.level(), event.disc), names::met(titles, event.kind, event.other).0);
    let vector = |v: DVec2| format!("{}, {}", short(v.x), short(v.y));
    let after = event.other_mass.map_or("-".to_owned(), |_| vector(event.other_velocity_after));
    TableLine {
        places: places(titles, event),
        name: format!("Impact {}: {disc} meets {other}", event.order),
        cells: vec![
            format!("#{}", event.order).into(),
            format!("{:>7} {:>3.0} %", short(event.time), event.part * 100.0).into(),
            disc.into(),
            other.into(),
            event.closing_speed().into(),
            vector(event.velocity_after).into(),
            after.into(),
        ],
    }
}
