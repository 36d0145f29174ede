//! Gas of each body: area, its origin, and the pressure.

use super::ExplainReport;
use crate::cli::tables::{Table, number};
use crate::engine::World;
use serde::Serialize;
use std::io::{self, Write};

/// A body with triangles, at the start of the substep.
#[derive(Serialize)]
pub(super) struct GasRow {
    body: usize,
    /// S of 000 §C.3: twice the signed area.
    doubled_area: f64,
    /// True if the area was computed from the hull, which the triangles tile.
    is_from_hull: bool,
    area_from: &'static str,
    /// gas / S; `None` without gas pressure.
    force_per_length: Option<f64>,
}

/// Rows of all bodies with triangles.
pub(super) fn rows(world: &World) -> Vec<GasRow> {
    let layout = world.layout();
    let with_triangles = (0..layout.bodies.len()).filter(|&body| !layout.bodies[body].triangles.is_empty());
    let row = |body: usize| GasRow {
        body,
        doubled_area: world.doubled_area(body),
        is_from_hull: layout.bodies[body].tiles_hull,
        area_from: layout.area_source(body),
        force_per_length: world.pressure(body),
    };
    with_triangles.map(row).collect()
}

/// Writes the bodies with gas.
pub(super) fn write(report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
    let filled = report.gas.iter().filter(|row| report.names.0.bodies[row.body].gas != 0.0);
    let mut filled = filled.peekable();
    if filled.peek().is_none() {
        return Ok(());
    }
    writeln!(
        out,
        "\ngas at the start of the substep: S is twice the area, each end of an edge gets p = gas/S per length, the \
         pressure is gas/area = 2p"
    )?;
    let mut table = Table::new(["body", "gas", "S", "p", "pressure", "S from"]);
    for row in filled {
        let force = |factor: f64| row.force_per_length.map_or_else(|| "none".to_owned(), |p| number(factor * p));
        table.row(vec![
            report.names.body(row.body),
            number(report.names.0.bodies[row.body].gas),
            number(row.doubled_area),
            force(1.0),
            force(2.0),
            row.area_from.to_owned(),
        ]);
    }
    table.write(out, "  ")
}
