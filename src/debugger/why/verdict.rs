//! Verdicts on the edges of one contact: one row per hull edge, the chosen one first, with the reason.

use super::brief;
use crate::engine::Trace;
use crate::engine::trace::{Candidate, ContactTrace, EntryCase, Verdict};
use crate::level::{Contact, EdgeChoice};
use std::cmp::Ordering;

/// One hull edge of the other body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VerdictRow<'a> {
    /// The engine's record of the edge.
    pub candidate: &'a Candidate,
    /// Index of its crossing with the ray, counted from M to the left. None if the ray misses it.
    pub crossing: Option<usize>,
    /// Rank among the eligible edges by distance, 1 for the nearest. None if it is not eligible.
    pub rank: Option<usize>,
}

/// Every candidate: the chosen edge, then the eligible ones by distance, then the others by their distance to M. Equals
/// keep the order of the file.
pub fn rows(contact: &ContactTrace) -> Vec<VerdictRow<'_>> {
    let crossings = contact.crossings();
    let number_of = |edge: usize| crossings.iter().position(|&(crossed, _)| crossed == edge).map(|index| index + 1);
    let mut rows: Vec<VerdictRow> = (contact.candidates.iter())
        .map(|candidate| VerdictRow { candidate, crossing: number_of(candidate.edge), rank: None })
        .collect();
    let key = |row: &VerdictRow| {
        let group = match (row.candidate.verdict, row.candidate.distance) {
            (Verdict::Chosen, _) => 0,
            (_, Some(_)) => 1,
            _ => 2,
        };
        (group, row.candidate.distance.unwrap_or_else(|| row.candidate.distance_to_segment(contact.point)))
    };
    rows.sort_by(|a, b| {
        let ((group_a, distance_a), (group_b, distance_b)) = (key(a), key(b));
        let by_file = a.candidate.edge.cmp(&b.candidate.edge);
        group_a.cmp(&group_b).then(distance_a.partial_cmp(&distance_b).unwrap_or(Ordering::Equal)).then(by_file)
    });
    let mut rank = 0;
    for row in rows.iter_mut().filter(|row| row.candidate.is_eligible()) {
        rank += 1;
        row.rank = Some(rank);
    }
    rows
}

/// `3 crossings: odd: inside`
pub fn parity_words(crossings: usize) -> String {
    let count = match crossings {
        0 => "no crossing".to_owned(),
        1 => "1 crossing".to_owned(),
        n => format!("{n} crossings"),
    };
    let verdict = if crossings % 2 == 1 { "odd: inside" } else { "even: outside" };
    format!("{count}: {verdict}")
}

/// The reason why an edge was chosen or rejected, with its numbers.
pub fn reason(contact: &ContactTrace, candidate: &Candidate) -> String {
    let Candidate { cross, dot, .. } = *candidate;
    let winner = contact.winner().and_then(|winner| winner.distance);
    match candidate.verdict {
        Verdict::Chosen => chosen(contact, candidate),
        Verdict::Farther => match (candidate.distance, winner) {
            // If the rounded numbers are equal, show their difference.
            (Some(own), Some(least)) if own > least && brief(own) == brief(least) => {
                format!("eligible, but further away than {} by {}", brief(least), brief(own - least))
            }
            (Some(own), Some(least)) if own > least => format!("eligible, but {} > {}", brief(own), brief(least)),
            (Some(own), Some(least)) if own == least => format!("eligible, but the first at {} wins", brief(own)),
            _ => "eligible, but further away".to_owned(),
        },
        Verdict::OnOutside => "the node is on its outside".to_owned(),
        Verdict::ProjectionOffEdge if dot < 0.0 => "the projection is before end A".to_owned(),
        Verdict::ProjectionOffEdge => "the projection is beyond end B".to_owned(),
        Verdict::OutsideWedge if dot < -cross => "outside the 45° wedge at end A".to_owned(),
        Verdict::OutsideWedge => "outside the 45° wedge at end B".to_owned(),
        Verdict::BarycentreInside => "the barycentre is on its inside".to_owned(),
        Verdict::NotEntered => match candidate.entry_time {
            Some(time) => format!("also crossed, at {}, but the other edge takes precedence", brief(time)),
            None => "entered through another edge".to_owned(),
        },
        Verdict::ZeroLength | Verdict::Adjacent => candidate.verdict.describe().to_owned(),
    }
}

/// The reason for the choice.
fn chosen(contact: &ContactTrace, candidate: &Candidate) -> String {
    let time = candidate.entry_time.map(|time| format!(", at {} of its path", brief(time))).unwrap_or_default();
    match contact.entry {
        None => "chosen: nearest of the eligible edges".to_owned(),
        Some(EntryCase::Crossed) => format!("chosen: entered here{time}"),
        Some(EntryCase::Corner) => format!("chosen: entered at a corner{time}, and this side of it faces the node"),
        Some(EntryCase::Pressed) => "chosen: was on it and was pressed in".to_owned(),
        Some(EntryCase::Touching) => "chosen: the node is on it".to_owned(),
        Some(EntryCase::Beside) => {
            "chosen: the node is on the adjacent edge, but from inside: it entered here".to_owned()
        }
        Some(EntryCase::Inside) => {
            "chosen: entry unknown; nearest of the edges by which the node can have entered".to_owned()
        }
        Some(EntryCase::Unknown) => "chosen: entry unknown; nearest of the eligible edges".to_owned(),
    }
}

/// The rule of edge choice under these settings, in one sentence.
pub fn rule_words(contact: &Contact) -> String {
    let rule = match contact.edge_choice {
        EdgeChoice::Projection => "Projection: node left of the edge, its projection on it; least distance to its line",
        EdgeChoice::Wedge45 => "Wedge 45°: node left of the edge, within 45° of its ends; least distance to its line",
        EdgeChoice::Distance => "Distance: node left of the edge; least distance to the segment",
        EdgeChoice::EntryEdge => "Entry edge: the edge by which the node entered, both in motion; if unknown, Distance",
    };
    let barycentre =
        if contact.barycentre_rule { "; barycentre rule: barycentre of the node's body on its outside" } else { "" };
    format!("{rule}{barycentre}")
}

/// Indices of the contacts of a node in a trace: first those in which it is M, then those in which it is an end of the
/// chosen edge.
pub fn contacts_of(trace: &Trace, body: usize, node: usize) -> Vec<usize> {
    let all = || trace.contacts.iter().enumerate();
    let is_m = |contact: &ContactTrace| (contact.body, contact.node) == (body, node);
    let is_end = |contact: &ContactTrace| {
        let ends = contact.winner().map(|edge| [edge.a, edge.b]);
        contact.other == body && ends.is_some_and(|ends| ends.contains(&node))
    };
    let of = |index: (usize, &ContactTrace)| index.0;
    all().filter(|(_, c)| is_m(c)).map(of).chain(all().filter(|(_, c)| is_end(c)).map(of)).collect()
}
