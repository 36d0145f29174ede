//! Hits of nodes on obstacles with 003's formulas filled in, and coordinates clamped to the bounds (004).

use super::ExplainReport;
use crate::cli::tables::{Table, in_brackets, number, vector};
use crate::engine::trace::{Bound, ObstacleHit};
use crate::level::ObstacleShape;
use std::io::{self, Write};

pub(super) fn write(report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
    let (level, trace) = (report.names.0, report.trace);
    if !level.obstacles.is_empty() && !level.bodies.is_empty() {
        writeln!(out, "\nhits of nodes on obstacles: {}", trace.obstacle_hits.len())?;
        for hit in &trace.obstacle_hits {
            one(report, out, hit)?;
        }
    }
    if level.world.bounds.is_some() {
        bounds(report, out)?;
    }
    Ok(())
}

fn one(report: &ExplainReport, out: &mut impl Write, hit: &ObstacleHit) -> io::Result<()> {
    let names = report.names;
    let again = if hit.pass > 1 { " (a correction caused it)" } else { "" };
    writeln!(
        out,
        "\n  {} hits {}, pass {}{again}",
        names.node(hit.body, hit.node),
        names.obstacle(hit.obstacle),
        hit.pass
    )?;
    let is_round = matches!(names.0.obstacles.get(hit.obstacle).map(|o| o.shape), Some(ObstacleShape::Circle { .. }));
    let side = match (is_round, hit.side < 0.0) {
        (true, true) => "inside",
        (true, false) => "outside",
        (false, true) => "on its right",
        (false, false) => "on its left",
    };
    writeln!(out, "    x_old {}, {side} at a distance of {}", vector(hit.old), number(hit.side.abs()))?;
    writeln!(
        out,
        "    x_new {}, n = {}, H = {}, e = {}",
        vector(hit.new),
        vector(hit.normal),
        vector(hit.to_surface),
        number(hit.restitution)
    )?;
    let factor = number(1.0 + hit.restitution);
    let closing = hit.velocity_before.dot(hit.normal);
    writeln!(
        out,
        "    v - (1+e)(v·n)n = {} - {factor}·{}·{} = {}",
        vector(hit.velocity_before),
        in_brackets(closing),
        vector(hit.normal),
        vector(hit.velocity_after)
    )?;
    writeln!(
        out,
        "    x_new + (1+e)H = {} + {factor}·{} = {}",
        vector(hit.new),
        vector(hit.to_surface),
        vector(hit.corrected)
    )
}

fn bounds(report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
    let clamps = &report.trace.clamps;
    writeln!(out, "\nclamped to the bounds: {}", clamps.len())?;
    if clamps.is_empty() {
        return Ok(());
    }
    let mut table = Table::new(["what", "by", "from", "to", "e", "v before", "v after"]);
    for clamp in clamps {
        let name = |axis: &str, bound: Option<Bound>| match bound {
            Some(Bound::Min) => Some(format!("{axis} min")),
            Some(Bound::Max) => Some(format!("{axis} max")),
            None => None,
        };
        let by: Vec<String> = [name("x", clamp.x), name("y", clamp.y)].into_iter().flatten().collect();
        table.row(vec![
            report.names.place(clamp.place),
            by.join(", "),
            vector(clamp.position_before),
            vector(clamp.position_after),
            number(clamp.restitution),
            vector(clamp.velocity_before),
            vector(clamp.velocity_after),
        ]);
    }
    table.write(out, "  ")
}
