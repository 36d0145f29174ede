//! Section of sticks, largest error first (004).

use super::table::{Rows, TableLine};
use super::{Section, names};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::settings::SubstepTab;
use crate::editor::widgets::short;
use crate::engine::Trace;
use crate::engine::trace::StickTrace;
use crate::level::Place;
use egui::{RichText, Ui};

pub(super) const SECTION: Section = Section {
    tab: SubstepTab::Sticks,
    title: "Sticks",
    icon: "line-segment",
    concerns: |level| level.bodies.iter().any(|body| !body.sticks.is_empty()),
    without: "This level has no sticks.",
    quiet: "No stick was solved, because all belong to decor or to bodies that blew up.",
    count: |trace| trace.sticks.len(),
    show,
};

/// Maximum number of passes listed.
const PASSES: usize = 6;

fn show(ui: &mut Ui, view: &ViewContext, trace: &Trace, out: &mut Vec<Action>) {
    let level = view.document.level();
    ui.label(RichText::new(summary(trace)).small().color(ui.visuals().weak_text_color()));
    let part_left = |row: &StickTrace| row.excess_after / row.length;
    let mut order: Vec<u32> = (0..trace.sticks.len() as u32).collect();
    let badness = |&index: &u32| part_left(&trace.sticks[index as usize]).abs();
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
    let line = |index: usize| {
        let row = &trace.sticks[order[index] as usize];
        let name = names::part(level, row.body, row.stick);
        TableLine {
            places: vec![Place::Stick(row.body, row.stick)],
            cells: vec![
                name.clone(),
                short(row.length),
                short(row.excess_before),
                short(row.excess_after),
                short(part_left(row) * 100.0),
                short(row.move_a.length()),
                short(row.move_b.length()),
            ],
            name: format!("Stick {name}"),
        }
    };
    Rows { columns: &columns, count: order.len(), wanted: None, lit: None }.show(ui, view, line, out);
}

/// Remaining error after each pass, in one line.
fn summary(trace: &Trace) -> String {
    let passes = &trace.stick_passes;
    let mut left: Vec<String> = passes.iter().take(PASSES).map(|pass| short(pass.excess)).collect();
    if passes.len() > PASSES {
        left.push(format!("… {}", passes.last().map_or(String::new(), |pass| short(pass.excess))));
    }
    format!("largest excess left after each of {} passes: {}", passes.len(), left.join(", "))
}
