//! Spring links: length and force at the start of the substep.

use super::ExplainReport;
use crate::cli::tables::{Table, number, vector};
use crate::engine::World;
use crate::level::LinkKind;
use glam::DVec2;
use serde::Serialize;
use std::io::{self, Write};

/// One spring link at the start of the substep.
#[derive(Serialize)]
pub(super) struct SpringLinkRow {
    /// Index in the level.
    pub link: usize,
    /// Distance of its ends.
    pub length: f64,
    /// Length without force.
    pub rest_length: f64,
    /// Force on its first end, damping included; the second end gets the opposite.
    pub force: [f64; 2],
}

/// All spring links, in file order.
pub(super) fn rows(world: &World) -> Vec<SpringLinkRow> {
    let (layout, state) = (world.layout(), world.state());
    let row = |spring: &crate::engine::links::SpringLink| {
        let [a, b] = spring.ends;
        let along = b.position(state) - a.position(state);
        let length = along.length();
        let parting = (b.velocity(state) - a.velocity(state)).dot(along) / length;
        let tension = parting * spring.damping + (length - spring.rest_length) * spring.stiffness;
        let is_out = [a, b].into_iter().any(|end| end.is_blown_up(layout, state));
        let force = if length > 0.0 && !is_out { along / length * tension } else { DVec2::ZERO };
        SpringLinkRow { link: spring.link, length, rest_length: spring.rest_length, force: force.to_array() }
    };
    layout.links.springs.iter().map(row).collect()
}

pub(super) fn write(report: &ExplainReport, rows: &[SpringLinkRow], out: &mut impl Write) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nspring links: {}; forces at the start of the substep, on B the opposite", rows.len())?;
    let mut table = Table::new(["link", "A", "B", "length", "rest length", "stiffness", "damping", "force on A"]);
    for row in rows {
        let Some(link) = report.names.0.links.get(row.link) else { continue };
        let LinkKind::Spring { stiffness, damping, .. } = link.kind else { continue };
        table.row(vec![
            report.names.link(row.link),
            report.names.link_end(link.a),
            report.names.link_end(link.b),
            number(row.length),
            number(row.rest_length),
            number(stiffness),
            number(damping),
            vector(row.force.into()),
        ]);
    }
    table.write(out, "  ")
}
