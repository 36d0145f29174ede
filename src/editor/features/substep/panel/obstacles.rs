//! Section of positional constraints: nodes on obstacles (003), nodes and discs at the bounds (004).

use super::table::{Rows, TableLine};
use super::{Section, names};
use crate::debugger::run::journal::PartNames;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::settings::SubstepTab;
use crate::engine::Trace;
use crate::engine::trace::{Bound, ClampTrace, ObstacleHit};
use crate::level::Place;
use egui::Ui;

pub(super) const SECTION: Section = Section {
    tab: SubstepTab::Obstacles,
    title: "Obstacles",
    icon: "wall",
    concerns: |level| !level.obstacles.is_empty() || level.world.bounds.is_some(),
    without: "This level has neither obstacles nor bounds.",
    quiet: "No node hit an obstacle or the bounds in the last substep. Impacts of discs are under Discs.",
    count: |trace| trace.obstacle_hits.len() + trace.clamps.len(),
    show,
};

fn show(ui: &mut Ui, view: &ViewContext, trace: &Trace, out: &mut Vec<Action>) {
    let titles = PartNames::new(&view.document.placed().level);
    let columns = [
        ("What", 150.0),
        ("Hits", 130.0),
        ("Pass", 50.0),
        ("Restitution", 80.0),
        ("Speed before", 100.0),
        ("Speed after", 100.0),
        ("Moved by", 80.0),
    ];
    let line = |index: usize| match trace.obstacle_hits.get(index) {
        Some(row) => hit(&titles, row),
        None => clamp(&titles, &trace.clamps[index - trace.obstacle_hits.len()]),
    };
    Rows { columns: &columns, count: (SECTION.count)(trace), wanted: None, lit: None }.show(ui, view, line, out);
}

fn hit(titles: &PartNames, row: &ObstacleHit) -> TableLine {
    let (node, other) = (names::listed_part(titles, row.body, row.node), names::obstacle(titles.level(), row.obstacle));
    TableLine {
        places: vec![Place::Node(row.body, row.node), Place::Obstacle(row.obstacle)],
        name: format!("{node} hits {other}"),
        cells: vec![
            node.into(),
            other.into(),
            row.pass.to_string().into(),
            row.restitution.into(),
            row.velocity_before.length().into(),
            row.velocity_after.length().into(),
            (row.corrected - row.new).length().into(),
        ],
    }
}

fn clamp(titles: &PartNames, row: &ClampTrace) -> TableLine {
    let node = names::place(titles, row.place);
    let side = |axis: &str, bound: Option<Bound>| match bound {
        Some(Bound::Min) => format!(" {axis} min"),
        Some(Bound::Max) => format!(" {axis} max"),
        None => String::new(),
    };
    let other = format!("bounds,{}{}", side("x", row.x), side("y", row.y));
    TableLine {
        places: vec![row.place],
        name: format!("{node} hits {other}"),
        cells: vec![
            node.into(),
            other.into(),
            "-".into(),
            row.restitution.into(),
            row.velocity_before.length().into(),
            row.velocity_after.length().into(),
            (row.position_after - row.position_before).length().into(),
        ],
    }
}
