//! Section of penalty decor: nodes that decor pushes by force (001 §C.4).

use super::table::{Rows, TableLine};
use super::{Section, names};
use crate::debugger::run::journal::PartNames;
use crate::editor::settings::SubstepTab;
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
        let titles = PartNames::new(app.document.level());
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
            let name = names::listed_part(&titles, row.body, row.node);
            TableLine {
                places: vec![Place::Node(row.body, row.node), Place::HullEdge(row.other, row.edge)],
                cells: vec![
                    name.clone().into(),
                    titles.body(row.other).into(),
                    row.edge.to_string().into(),
                    row.depth.into(),
                    row.elastic.length().into(),
                    row.viscous.length().into(),
                    row.slip.length().into(),
                ],
                name: format!("{name} in {}", titles.body(row.other)),
            }
        };
        Rows { columns: &columns, count: trace.decor.len(), wanted: None, lit: None }.show(ui, app, line, out);
    },
};
