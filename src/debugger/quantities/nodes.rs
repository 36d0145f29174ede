//! Quantity: kinetic energy of the selected nodes and discs.

use super::{ENERGY, PlotSubject, Quantity, Series, Source};
use crate::level::Place;

pub(super) const QUANTITY: Quantity = Quantity {
    id: "node-energy",
    title: "Energy of nodes",
    explanation: "Kinetic energy ½·m·v² of each selected node and disc.",
    unit: ENERGY,
    shows_zero: true,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "Select nodes or discs to plot their kinetic energy",
    series,
};

/// Most series: more lines cannot be distinguished.
const MOST: usize = 12;

fn series(subject: &PlotSubject) -> Vec<Series> {
    let mut found: Vec<Series> = Vec::new();
    for &place in subject.selection {
        let series = match place {
            Place::Node(body, node) => of_node(subject, body, node),
            Place::Disc(disc) => of_disc(subject, disc),
            _ => None,
        };
        let is_new = |series: &Series| found.iter().all(|known| known.key != series.key);
        found.extend(series.filter(is_new));
        if found.len() == MOST {
            break;
        }
    }
    found
}

fn of_node(subject: &PlotSubject, body: usize, node: usize) -> Option<Series> {
    let before: usize = subject.level.bodies.get(..body)?.iter().map(|body| body.nodes.len()).sum();
    if node >= subject.level.bodies.get(body)?.nodes.len() {
        return None;
    }
    let number = before + node;
    let source =
        Source::state(move |world| 0.5 * world.layout().mass[number] * world.velocity(number).length_squared());
    let name = format!("{}, node {node}", subject.level.body_title(body));
    Some(Series::new(format!("node-energy.{body}.{node}"), name, source))
}

fn of_disc(subject: &PlotSubject, disc: usize) -> Option<Series> {
    subject.level.discs.get(disc)?;
    let source =
        Source::state(move |world| 0.5 * world.layout().discs.mass[disc] * world.disc_velocity(disc).length_squared());
    Some(Series::new(format!("node-energy.disc.{disc}"), format!("disc {disc}"), source))
}
