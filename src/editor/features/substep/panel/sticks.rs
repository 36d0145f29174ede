//! Section of sticks, and of links by sticks and pin joints, largest error first (004).

use super::table::{Cell, Rows, TableLine};
use super::{Section, names};
use crate::debugger::run::journal::PartNames;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::settings::SubstepTab;
use crate::editor::widgets::short;
use crate::engine::Trace;
use crate::engine::trace::{LinkTrace, StickTrace};
use crate::level::{Level, LinkKind, Place};
use egui::{RichText, Ui};

pub(super) const SECTION: Section = Section {
    tab: SubstepTab::Sticks,
    title: "Sticks",
    icon: "line-segment",
    concerns: |level| {
        level.bodies.iter().any(|body| !body.sticks.is_empty())
            || level.links.iter().any(|link| !matches!(link.kind, LinkKind::Spring { .. }))
    },
    without: "This level has no sticks and no links by sticks or pin joints.",
    quiet: "No stick was solved, because all belong to decor or to bodies that blew up.",
    count: |trace| trace.sticks.len() + trace.links.len(),
    show,
};

/// Maximum number of passes listed.
const PASSES: usize = 6;

fn show(ui: &mut Ui, view: &ViewContext, trace: &Trace, out: &mut Vec<Action>) {
    let level = &view.document.placed().level;
    let titles = PartNames::new(level);
    ui.label(RichText::new(summary(trace)).small().color(ui.visuals().weak_text_color()));
    // Links follow the sticks of bodies in numbering; both are sorted together.
    let sticks = trace.sticks.len();
    let badness = |&index: &u32| match trace.sticks.get(index as usize) {
        Some(row) => part_left(row).abs(),
        None => link_part_left(&trace.links[index as usize - sticks]).abs(),
    };
    let mut order: Vec<u32> = (0..(sticks + trace.links.len()) as u32).collect();
    order.sort_by(|a, b| badness(b).total_cmp(&badness(a)).then(a.cmp(b)));
    let columns = [
        ("Stick", 150.0),
        ("Length kept", 90.0),
        ("Excess before", 100.0),
        ("Left", 90.0),
        ("Left, %", 80.0),
        ("A moved", 80.0),
        ("B moved", 80.0),
    ];
    let line = |index: usize| match trace.sticks.get(order[index] as usize) {
        Some(row) => stick_line(&titles, row),
        None => link_line(level, &trace.links[order[index] as usize - sticks]),
    };
    Rows { columns: &columns, count: order.len(), wanted: None, lit: None }.show(ui, view, line, out);
}

/// Remaining excess as a part of the length kept.
fn part_left(row: &StickTrace) -> f64 {
    row.excess_after / row.length
}

/// The same for a link; for a pin joint the distance of its ends, because it keeps no length.
fn link_part_left(row: &LinkTrace) -> f64 {
    row.excess_after / row.length.unwrap_or(1.0)
}

fn stick_line(titles: &PartNames, row: &StickTrace) -> TableLine {
    let name = names::listed_part(titles, row.body, row.stick);
    TableLine {
        places: vec![Place::Stick(row.body, row.stick)],
        cells: vec![
            name.clone().into(),
            row.length.into(),
            row.excess_before.into(),
            row.excess_after.into(),
            (part_left(row) * 100.0).into(),
            row.move_a.length().into(),
            row.move_b.length().into(),
        ],
        name: format!("Stick {name}"),
    }
}

fn link_line(level: &Level, row: &LinkTrace) -> TableLine {
    let id = level.links.get(row.link).map_or("", |link| link.id.as_str());
    let name = if id.is_empty() { format!("link {}", row.link) } else { format!("link {} ({id})", row.link) };
    TableLine {
        places: vec![Place::Link(row.link)],
        cells: vec![
            name.clone().into(),
            row.length.map_or("pin joint".into(), Cell::from),
            row.excess_before.into(),
            row.excess_after.into(),
            row.length.map_or("".into(), |length| (row.excess_after / length * 100.0).into()),
            row.move_a.length().into(),
            row.move_b.length().into(),
        ],
        name: format!("Stick {name}"),
    }
}

/// Remaining error after each pass, in one line.
fn summary(trace: &Trace) -> String {
    let passes = &trace.stick_passes;
    if passes.is_empty() {
        return "excess of a pin joint: distance of its ends".to_owned();
    }
    let mut left: Vec<String> = passes.iter().take(PASSES).map(|pass| short(pass.excess)).collect();
    if passes.len() > PASSES {
        left.push(format!("… {}", passes.last().map_or(String::new(), |pass| short(pass.excess))));
    }
    format!("largest excess left after each of {} passes: {}", passes.len(), left.join(", "))
}
