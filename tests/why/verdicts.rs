//! Verdict traces: one row per hull edge, one chosen edge, an odd number of crossings, and the chosen edge is the one
//! that the untraced step pushed.

use super::support::{level, levels, over_some_frames};
use blobsmith::debugger::why;
use blobsmith::engine::trace::{ContactTrace, EntryCase, Nearest, Verdict};
use blobsmith::engine::{Trace, World};
use blobsmith::level::{ContactMethod, EdgeChoice, Level};
use glam::DVec2;
use std::collections::BTreeSet;

/// Independent formula: left of AB is positive.
fn cross(a: DVec2, b: DVec2, m: DVec2) -> f64 {
    let (ab, am) = (b - a, m - a);
    ab.x * am.y - ab.y * am.x
}

fn distance_to_segment(a: DVec2, b: DVec2, m: DVec2) -> f64 {
    let ab = b - a;
    let t = ((m - a).dot(ab) / ab.length_squared()).clamp(0.0, 1.0);
    m.distance(a + ab * t)
}

#[test]
fn contacts_have_one_row_per_edge_one_winner_and_odd_parity() {
    let (mut contacts, mut levels_with) = (0, BTreeSet::new());
    for (id, level) in levels() {
        over_some_frames(&level, |_, trace, _| {
            for contact in &trace.contacts {
                contacts += 1;
                levels_with.insert(id);
                one_contact(id, &level, contact);
            }
        });
    }
    assert!(contacts > 300 && levels_with.len() >= 15, "{contacts} contacts in {levels_with:?} are too few");
}

fn one_contact(id: &str, level: &Level, contact: &ContactTrace) {
    let place = format!("{id}: node {} of {} in {}", contact.node, contact.body, contact.other);
    let hull = &level.bodies[contact.other].hull;
    let rows = why::rows(contact);
    assert_eq!(rows.len(), hull.len(), "{place}: a row per hull edge");
    let edges: BTreeSet<usize> = rows.iter().map(|row| row.candidate.edge).collect();
    assert_eq!(edges, (0..hull.len()).collect(), "{place}: each edge once");
    for row in &rows {
        assert_eq!([row.candidate.a, row.candidate.b], hull[row.candidate.edge], "{place}");
    }
    let winners: Vec<usize> =
        rows.iter().filter(|row| row.candidate.verdict == Verdict::Chosen).map(|row| row.candidate.edge).collect();
    assert_eq!(winners, Vec::from_iter(contact.chosen), "{place}: the chosen edge is the only winner");
    if contact.chosen.is_some() {
        assert_eq!(rows[0].candidate.verdict, Verdict::Chosen, "{place}: the winner comes first");
    }
    // Crossings of the ray to the left, counted by edges that pass M's height.
    let m = contact.point;
    let passes = |a: DVec2, b: DVec2| {
        let spans = (a.y <= m.y) != (b.y <= m.y);
        spans && a.x + (b.x - a.x) * ((m.y - a.y) / (b.y - a.y)) < m.x
    };
    let own = rows.iter().filter(|row| passes(row.candidate.a_position, row.candidate.b_position)).count();
    let traced = contact.crossings().len();
    assert_eq!(traced % 2, 1, "{place}: {traced} crossings");
    assert!(own == traced || is_on_an_edge(contact), "{place}: {traced} crossings traced, {own} counted");
    let numbers: Vec<usize> = {
        let mut all: Vec<usize> = rows.iter().filter_map(|row| row.crossing).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(numbers, (1..=traced).collect::<Vec<_>>(), "{place}: numbered without a gap");
    assert!(why::parity_words(traced).ends_with("odd: inside"));
}

fn is_on_an_edge(contact: &ContactTrace) -> bool {
    contact.candidates.iter().any(|c| distance_to_segment(c.a_position, c.b_position, contact.point) < 1e-12)
}

/// The numbers of each row by independent formulas, and the verdict by the rule of the level.
#[test]
fn verdict_rows_match_independent_formulas() {
    let mut seen = BTreeSet::new();
    for (id, level) in levels() {
        let rules = level.world.contact.clone();
        over_some_frames(&level, |_, trace, _| {
            for contact in &trace.contacts {
                for c in &contact.candidates {
                    let (a, b, m) = (c.a_position, c.b_position, contact.point);
                    // Level 23 blows up: differences of huge numbers are not meaningful.
                    if a.abs().max(b.abs()).max(m.abs()).max_element() > 1e3 {
                        continue;
                    }
                    let length = a.distance(b);
                    let near = |traced: f64, own: f64| (traced - own).abs() <= 1e-9 * (1.0 + own.abs());
                    assert!(near(c.cross, cross(a, b, m)) && near(c.dot, (b - a).dot(m - a)), "{id}");
                    assert!(near(c.distance_to_segment(m), distance_to_segment(a, b, m)), "{id}: {c:?}");
                    let expected = match rules.edge_choice {
                        EdgeChoice::Projection | EdgeChoice::Wedge45 => cross(a, b, m) / length,
                        _ => distance_to_segment(a, b, m),
                    };
                    if let Some(traced) = c.distance {
                        assert!(c.cross >= 0.0 && near(traced, expected), "{id}: {traced} is not {expected}");
                    }
                    if rules.barycentre_rule && c.distance.is_some() {
                        assert!(cross(a, b, contact.barycentre) < 1e-12, "{id}: G is outside an eligible edge");
                    }
                    let nearest = match (c.dot, c.length_squared) {
                        (dot, _) if dot < 0.0 => Nearest::A,
                        (dot, all) if dot > all => Nearest::B,
                        _ => Nearest::Q,
                    };
                    assert_eq!(c.nearest, nearest);
                    seen.insert(c.verdict.describe());
                }
                check_no_nearer_edge(id, &rules.edge_choice, contact);
            }
        });
    }
    assert!(seen.len() >= 6, "too few kinds of verdict: {seen:?}");
}

fn check_no_nearer_edge(id: &str, choice: &EdgeChoice, contact: &ContactTrace) {
    let Some(winner) = contact.winner() else {
        assert!(contact.candidates.iter().all(|c| c.distance.is_none()), "{id}: an eligible edge was not chosen");
        return;
    };
    if *choice == EdgeChoice::EntryEdge && contact.entry != Some(EntryCase::Unknown) {
        let others = || contact.candidates.iter().filter(|c| c.edge != winner.edge);
        assert!(others().all(|c| c.distance.is_none()), "{id}: distances do not count");
        let latest = others().filter_map(|c| c.entry_time).fold(0.0, f64::max);
        let is_last = winner.entry_time.is_some_and(|time| time >= latest);
        assert!(contact.entry != Some(EntryCase::Crossed) || is_last, "{id}: the last crossing has precedence");
        return;
    }
    let least = contact.candidates.iter().filter_map(|c| c.distance).fold(f64::INFINITY, f64::min);
    assert_eq!(winner.distance, Some(least), "{id}: no nearer edge exists");
}

/// An untraced step moves exactly the nodes of the trace: M and the ends of the chosen edge.
#[test]
fn winner_is_the_edge_pushed_by_the_untraced_step() {
    let mut pushed = 0;
    for (id, level) in levels() {
        if level.world.contact.method == ContactMethod::Diagonals {
            continue;
        }
        over_some_frames(&level, |before, trace, after| {
            let mut plain = before.clone();
            plain.step_substep();
            assert_eq!(plain.hash(), after.hash(), "{id}: the trace changed bits");
            pushed += check_pushes(id, before, trace, after);
        });
    }
    assert!(pushed > 100, "{pushed} contacts are too few");
}

/// Nodes with exactly one contact in the substep: position at detection plus the traced move is the final position.
fn check_pushes(id: &str, before: &World, trace: &Trace, after: &World) -> usize {
    let layout = before.layout();
    let number = |body: usize, node: usize| layout.bodies[body].nodes.start + node;
    let of = |contact: &ContactTrace| {
        let winner = contact.winner()?;
        let ends = [(winner.a, winner.a_position, 1), (winner.b, winner.b_position, 2)];
        let ends = ends.map(|(node, at, which)| (number(contact.other, node), at, which));
        Some([(number(contact.body, contact.node), contact.point, 0), ends[0], ends[1]])
    };
    let mut last = std::collections::BTreeMap::new();
    for contact in &trace.contacts {
        let (Some(nodes), Some(response)) = (of(contact), contact.response) else { continue };
        let moves = [response.move_m, response.move_ab[0], response.move_ab[1]];
        for (node, at, which) in nodes {
            let by = if layout.inverse_mass[node] == 0.0 { DVec2::ZERO } else { moves[which] };
            last.insert(node, at + by);
        }
    }
    if !layout.discs.radius.is_empty() {
        return 0;
    }
    for (&node, &at) in &last {
        assert_eq!(after.position(node), at, "{id}: node {node} is where its last contact left it");
    }
    last.len()
}

#[test]
fn verdict_reasons_contain_their_numbers() {
    let level = level("04-squares-distance");
    let mut reasons = BTreeSet::new();
    over_some_frames(&level, |_, trace, _| {
        for contact in &trace.contacts {
            reasons.extend(contact.candidates.iter().map(|candidate| why::reason(contact, candidate)));
        }
    });
    let has = |words: &str| reasons.iter().any(|reason| reason.contains(words));
    assert!(has("chosen: nearest of the eligible edges") && has("eligible, but"), "{reasons:?}");
    assert_eq!(why::parity_words(3), "3 crossings: odd: inside");
    assert_eq!(why::parity_words(1), "1 crossing: odd: inside");
    assert_eq!(why::parity_words(2), "2 crossings: even: outside");
    assert_eq!(why::parity_words(0), "no crossing: even: outside");
}
