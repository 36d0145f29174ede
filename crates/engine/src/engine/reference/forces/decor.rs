//! Decor reaction as a penalty force (001 §C.4, whose sections are empty in the source; the formula is ours).
//!
//! `stiffness * depth` along the outward normal of the chosen edge, and `-viscosity * (v - v_edge)`.

use crate::engine::data::force::{Batched, Force, ForcePart, Source, SourceForce, Work, names};
use crate::engine::data::measure;
use crate::engine::data::scratch::NodeForces;
use crate::engine::data::trace::DecorTrace;
use crate::engine::data::{Layout, State};
use crate::engine::reference::contact::{PointQuery, narrow_phase};
use crate::geometry::SortCopies;
use crate::geometry::{Aabb, BoxTree, cross};
use crate::level::Decor;
use glam::DVec2;

/// The declaration.
pub static FORCE: Force = Force {
    id: "decor",
    title: "decor reaction",
    explanation: "Adds the penalty forces of decor.",
    noun: "decor",
    parts: &[ForcePart {
        names: names!("decor"),
        title: "Decor reaction",
        explanation: "An arrow for the penalty force of decor.",
        tint: [0xffe93a, 0x909629],
        work: Work::Given("work of the decor's reaction"),
        add: |layout, state, forces| add(layout, state, &mut DecorBoxes::default(), forces),
    }],
    is_there: |layout, _| layout.settings.contact.decor != Decor::Impulse,
    batched: Batched::Unless(|layout, _| layout.settings.contact.decor != Decor::Impulse),
    add: |layout, state, scratch| add(layout, state, scratch.workspaces.get(), &mut scratch.forces),
    list,
};

/// Boxes of the bodies at the start of the substep, and an AABB tree over the boxes of decor.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct DecorBoxes {
    boxes: Vec<Aabb>,
    tree: BoxTree,
    hits: Vec<usize>,
    /// Trace rows; none without a trace.
    rows: Option<Vec<DecorTrace>>,
}

/// Returns a trace row per penalty force.
pub(in crate::engine) fn rows(layout: &Layout, state: &State) -> Vec<DecorTrace> {
    let mut workspace = DecorBoxes { rows: Some(Vec::new()), ..DecorBoxes::default() };
    add(layout, state, &mut workspace, &mut NodeForces::new(layout.node_count));
    workspace.rows.unwrap_or_default()
}

fn list(layout: &Layout, state: &State, number: usize, list: &mut Vec<SourceForce>) {
    let place = layout.body_of(number);
    let pushes = rows(layout, state).into_iter().filter(|row| (row.body, row.node) == place);
    list.extend(pushes.map(|row| SourceForce {
        source: Source::Decor { body: row.other, edge: row.edge },
        force: row.elastic + row.viscous,
        elastic: row.elastic,
        damping: row.viscous,
    }));
}

/// Adds the penalty force to every free hull node inside the hull of decor. The edge choice selects the edge.
pub(in crate::engine) fn add(layout: &Layout, state: &State, workspace: &mut DecorBoxes, forces: &mut NodeForces) {
    let Decor::Penalty { stiffness, viscosity } = layout.settings.contact.decor else { return };
    let DecorBoxes { boxes, tree, hits, rows } = workspace;
    boxes.clear();
    boxes.extend((0..layout.bodies.len()).map(|body| measure::contact_box(layout, state, body)));
    let decor_boxes = |body: usize| if layout.bodies[body].is_dynamic { Aabb::EMPTY } else { boxes[body] };
    tree.rebuild((0..layout.bodies.len()).map(decor_boxes));
    for (index, body) in layout.bodies.iter().enumerate().filter(|(_, body)| body.is_dynamic) {
        hits.clear();
        tree.for_each(&boxes[index], |decor| hits.push(decor));
        hits.retain(|&decor| layout.filters.bodies_collide(index, decor));
        // In file order, so that the sums do not depend on the order of the tree.
        hits.sort_copies();
        let has_rule = layout.settings.contact.barycentre_rule;
        let barycentre = has_rule.then(|| measure::barycentre(layout, state, index));
        for &decor in hits.iter() {
            for &node in &layout.hull_nodes[body.hull_nodes.clone()] {
                let node = node as usize;
                if layout.inverse_mass[node] == 0.0 {
                    continue;
                }
                // The nodes have not moved yet in this substep, so `EntryEdge` falls back to `Distance`.
                let point = state.position(node);
                let choice = layout.settings.contact.edge_choice;
                let query = PointQuery {
                    point,
                    node: Some(node),
                    old_point: point,
                    other: decor,
                    barycentre,
                    choice,
                    old: None,
                };
                let found = narrow_phase::query(layout, state, &boxes[decor], &query);
                let Some(edge) = found.and_then(|found| found.edge) else { continue };
                let row = push(layout, state, [index, decor], node, edge, [stiffness, viscosity]);
                forces.add(node, row.elastic + row.viscous);
                rows.iter_mut().for_each(|rows| rows.push(row));
            }
        }
    }
}

/// Returns the penalty force on a node of `body` inside the hull of `decor`, along the outward normal of `edge`.
fn push(
    layout: &Layout,
    state: &State,
    [body, decor]: [usize; 2],
    node: usize,
    edge: usize,
    [stiffness, viscosity]: [f64; 2],
) -> DecorTrace {
    let [a, b] = layout.hull_edges[edge].map(|end| end as usize);
    let (point, d) = (state.position(node), state.position(b) - state.position(a));
    let length = d.length();
    let normal = DVec2::new(d.y, -d.x) / length;
    let depth = cross(d, point - state.position(a)) / length;
    let slip = state.velocity(node) - (state.velocity(a) + state.velocity(b)) * 0.5;
    DecorTrace {
        body,
        node: node - layout.bodies[body].nodes.start,
        other: decor,
        edge: edge - layout.bodies[decor].hull_edges.start,
        point,
        depth,
        normal,
        slip,
        elastic: normal * (stiffness * depth),
        viscous: -(slip * viscosity),
    }
}
