//! Section of penalty decor: nodes that decor pushes by force (001 §C.4).

use super::table::{Rows, TableLine};
use super::{Section, names};
use crate::editor::settings::SubstepTab;
use crate::editor::widgets::short;
use crate::level::{Decor, Place};

pub(super) const SECTION: Section = Section {
    tab: SubstepTab::Decor,
    title: "Decor by force",
    icon: "arrow-line-up",
    concerns: |level| level.world.contact.decor != Decor::Impulse,
    without: "Decor pushes by impulse in this level; see Contacts. World > Decor pushes by: Penalty changes that.",
    quiet: "No node was inside decor at the start of the last substep.",
    count: |trace| trace.decor.len(),
    show: |ui, app, trace, out| {
        let level = app.document.level();
        let columns = [
            ("Node", 150.0),
            ("Inside", 130.0),
            ("Edge", 50.0),
            ("Depth", 80.0),
            ("Elastic force", 100.0),
            ("Viscous force", 100.0),
            ("Speed against it", 104.0),
        ];
        let line = |index: usize| {
            let row = &trace.decor[index];
            let name = names::part(level, row.body, row.node);
            TableLine {
                places: vec![Place::Node(row.body, row.node), Place::HullEdge(row.other, row.edge)],
                cells: vec![
                    name.clone(),
                    names::body(level, row.other),
                    row.edge.to_string(),
                    short(row.depth),
                    short(row.elastic.length()),
                    short(row.viscous.length()),
                    short(row.slip.length()),
                ],
                name: format!("{name} in {}", names::body(level, row.other)),
            }
        };
        Rows { columns: &columns, count: trace.decor.len(), wanted: None, lit: None }.show(ui, app, line, out);
    },
};
