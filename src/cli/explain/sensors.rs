//! What entered and left sensors at the end of the substep.

use super::ExplainReport;
use std::io::{self, Write};

pub(super) fn write(report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
    if !report.world.layout().filters.have_sensors() {
        return Ok(());
    }
    let events = &report.trace.sensor_events;
    writeln!(out, "\nsensors: {} entered or left", events.len())?;
    for event in events {
        let (other, sensor) = (report.names.place(event.other), report.names.place(event.sensor));
        writeln!(out, "  {other} {} {sensor}", event.verb())?;
    }
    Ok(())
}
