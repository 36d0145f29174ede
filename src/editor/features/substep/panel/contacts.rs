//! Section of contacts between bodies: node, chosen edge and response (000 §D); for the diagonal method, diagonal and
//! crossed edge (004).

use super::table::{Rows, TableLine};
use super::{Section, names};
use crate::debugger::run::journal::PartNames;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::settings::SubstepTab;
use crate::engine::Trace;
use crate::engine::trace::{ContactTrace, DiagonalTrace};
use crate::level::{ContactMethod, Place};
use egui::Ui;

pub(super) const SECTION: Section = Section {
    tab: SubstepTab::Contacts,
    title: "Contacts",
    icon: "intersect",
    concerns: |level| level.bodies.iter().any(|body| !body.hull.is_empty()),
    without: "No body of this level has a hull, so there are no contacts between bodies.",
    quiet: "No contacts between bodies in the last substep.",
    count: |trace| trace.contacts.len() + trace.diagonals.len(),
    show,
};

fn show(ui: &mut Ui, view: &ViewContext, trace: &Trace, out: &mut Vec<Action>) {
    let level = &view.document.placed().level;
    let titles = PartNames::new(level);
    let count = (SECTION.count)(trace);
    if level.world.contact.method == ContactMethod::Diagonals {
        let columns = [
            ("Diagonal to", 150.0),
            ("Crosses", 130.0),
            ("Edge", 50.0),
            ("t1 on it", 80.0),
            ("t2 on the edge", 100.0),
            ("Depth", 80.0),
            ("Node moved", 80.0),
        ];
        let rows = Rows { columns: &columns, count, wanted: None, lit: None };
        rows.show(
            ui,
            view,
            |index| trace.diagonals.get(index).map_or_else(empty_line, |row| crossing(&titles, row)),
            out,
        );
        return;
    }
    let columns = [
        ("Node", 150.0),
        ("In body", 130.0),
        ("Edge", 50.0),
        ("Distance", 80.0),
        ("Impulse", 84.0),
        ("Friction", 84.0),
        ("Move", 80.0),
    ];
    let rows = Rows { columns: &columns, count, wanted: None, lit: None };
    rows.show(ui, view, |index| trace.contacts.get(index).map_or_else(empty_line, |row| contact(&titles, row)), out);
}

/// Shown in the single UI frame in which the level is newer than its trace.
fn empty_line() -> TableLine {
    TableLine { places: Vec::new(), cells: Vec::new(), name: String::new() }
}

fn contact(titles: &PartNames, row: &ContactTrace) -> TableLine {
    let chosen = row.chosen.and_then(|edge| row.candidates.iter().find(|candidate| candidate.edge == edge));
    let response = row.response.as_ref();
    // As in the event log: of M, along the outward normal and against AB.
    let momentum = |which: usize| response.map_or(f64::NAN, |r| r.per_length[which] * r.ab.length());
    let node = names::listed_part(titles, row.body, row.node);
    let mut places = vec![Place::Node(row.body, row.node)];
    places.extend(row.chosen.map(|edge| Place::HullEdge(row.other, edge)));
    TableLine {
        places,
        name: node.clone(),
        cells: vec![
            node.into(),
            titles.body(row.other).into(),
            row.chosen.map_or("none".to_owned(), |edge| edge.to_string()).into(),
            chosen.and_then(|candidate| candidate.distance).unwrap_or(f64::NAN).into(),
            momentum(0).into(),
            momentum(1).into(),
            response.map_or(f64::NAN, |r| r.move_m.length()).into(),
        ],
    }
}

fn crossing(titles: &PartNames, row: &DiagonalTrace) -> TableLine {
    let node = names::listed_part(titles, row.body, row.node);
    TableLine {
        places: vec![Place::Node(row.body, row.node), Place::HullEdge(row.other, row.edge)],
        name: format!("{node} crosses {}", titles.body(row.other)),
        cells: vec![
            node.into(),
            titles.body(row.other).into(),
            row.edge.to_string().into(),
            row.t1.into(),
            row.t2.into(),
            row.depth.length().into(),
            row.move_node.length().into(),
        ],
    }
}
