//! Section of sensors: what entered or left them at the end of the substep.

use super::table::{Rows, TableLine};
use super::{Section, names};
use crate::debugger::run::journal::PartNames;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::settings::SubstepTab;
use crate::engine::{SensorEvent, Trace};
use egui::Ui;

pub(super) const SECTION: Section = Section {
    tab: SubstepTab::Sensors,
    title: "Sensors",
    icon: "sign-in",
    concerns: |level| {
        level.bodies.iter().any(|body| body.collision.sensor)
            || level.discs.iter().any(|disc| disc.collision.sensor)
            || level.obstacles.iter().any(|obstacle| obstacle.collision.sensor)
    },
    without: "This level has no sensors. The inspector makes a body, disc or circle one.",
    quiet: "Nothing entered or left a sensor in the last substep. Events lists those of the whole run.",
    count: |trace| trace.sensor_events.len(),
    show,
};

fn show(ui: &mut Ui, view: &ViewContext, trace: &Trace, out: &mut Vec<Action>) {
    let titles = PartNames::new(&view.document.placed().level);
    let columns = [("What", 150.0), ("Did", 70.0), ("Sensor", 150.0)];
    let line = |index: usize| event_line(&titles, &trace.sensor_events[index]);
    Rows { columns: &columns, count: trace.sensor_events.len(), wanted: None, lit: None }.show(ui, view, line, out);
}

fn event_line(titles: &PartNames, event: &SensorEvent) -> TableLine {
    let (other, sensor) = (names::place(titles, event.other), names::place(titles, event.sensor));
    let verb = event.verb();
    TableLine {
        places: vec![event.other, event.sensor],
        name: format!("{other} {verb} {sensor}"),
        cells: vec![other.into(), verb.into(), sensor.into()],
    }
}
