//! Contacts between two parts in a substep, from its trace.

use super::ProbeSample;
use crate::engine::trace::{DiscImpact, Trace};

/// A part that can touch another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toucher {
    /// A body.
    Body(usize),
    /// A disc.
    Disc(usize),
}

/// True if the two touched in the substep: a resolved contact, a crossed diagonal, a push of penalty decor, or an
/// impact of a disc.
pub(crate) fn touching(look: &ProbeSample, first: Toucher, second: Toucher) -> bool {
    let Some(trace) = look.trace else { return false };
    match (first, second) {
        (Toucher::Body(a), Toucher::Body(b)) => bodies(trace, a, b),
        (Toucher::Body(body), Toucher::Disc(disc)) | (Toucher::Disc(disc), Toucher::Body(body)) => {
            let mut impacts = trace.disc_events.iter();
            impacts.any(|event| event.kind == DiscImpact::Hull && (event.disc, event.other) == (disc, body))
        }
        (Toucher::Disc(a), Toucher::Disc(b)) => {
            let pair = (a.min(b), a.max(b));
            let met = |disc: usize, other: usize| (disc.min(other), disc.max(other)) == pair;
            trace.disc_events.iter().any(|event| event.kind == DiscImpact::Disc && met(event.disc, event.other))
        }
    }
}

fn bodies(trace: &Trace, a: usize, b: usize) -> bool {
    let is_pair = |body: usize, other: usize| (body, other) == (a, b) || (body, other) == (b, a);
    trace.contacts.iter().any(|contact| contact.response.is_some() && is_pair(contact.body, contact.other))
        || trace.diagonals.iter().any(|row| is_pair(row.body, row.other))
        || trace.decor.iter().any(|row| is_pair(row.body, row.other))
}

/// The hull edge that a node was pushed out of; see the probe `edge`.
pub(super) fn chosen_edge(look: &ProbeSample, node: usize) -> f64 {
    let Some(trace) = look.trace else { return f64::NAN };
    let place = look.world.layout().body_of(node);
    let contact = trace.contacts.iter().rfind(|row| (row.body, row.node) == place && row.chosen.is_some());
    let diagonal = trace.diagonals.iter().rfind(|row| (row.body, row.node) == place);
    let edge = contact.and_then(|row| row.chosen).or(diagonal.map(|row| row.edge));
    edge.map_or(-1.0, |edge| edge as f64)
}
