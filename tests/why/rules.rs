//! Choices of other rules than the level's: compared with an independent implementation of 000 §D.1.c and §E.2, and
//! with runs.

use super::support::{level, levels, over_some_frames};
use blobsmith::debugger::Run;
use blobsmith::debugger::comparison::{Comparison, Keeps, PresentComparison, RULES};
use blobsmith::engine::World;
use blobsmith::engine::contact::{EdgeAt, Setting};
use blobsmith::engine::trace::{ContactTrace, Trace};
use blobsmith::level::EdgeChoice;
use blobsmith::picture::edge_map::{self, EdgeMap, Side};
use glam::DVec2;
use std::sync::Arc;

/// Relative difference up to which two distances count as equal.
const TIE: f64 = 1e-12;

fn cross(u: DVec2, v: DVec2) -> f64 {
    u.x * v.y - u.y * v.x
}

/// The distance that a rule compares. None if the edge is not eligible.
fn distance(choice: EdgeChoice, m: DVec2, a: DVec2, b: DVec2) -> Option<f64> {
    let (ab, am) = (b - a, m - a);
    let (cross, dot, square) = (cross(ab, am), ab.dot(am), ab.dot(ab));
    if cross < 0.0 || square == 0.0 {
        return None;
    }
    let to_line = cross / square.sqrt();
    match choice {
        EdgeChoice::Projection => (0.0 <= dot && dot <= square).then_some(to_line),
        EdgeChoice::Wedge45 => (-cross <= dot && dot <= square + cross).then_some(to_line),
        EdgeChoice::Distance | EdgeChoice::EntryEdge => Some(if dot < 0.0 {
            am.length()
        } else if dot > square {
            (m - b).length()
        } else {
            to_line
        }),
    }
}

/// The edges that a rule may choose: those with the least distance.
fn expected(contact: &ContactTrace, setting: Setting) -> Vec<usize> {
    let edges = contact.candidates.iter().filter_map(|edge| {
        let (a, b) = (edge.a_position, edge.b_position);
        let is_barred = setting.barycentre_rule && cross(b - a, contact.barycentre - a) >= 0.0;
        let distance = distance(setting.choice, contact.point, a, b).filter(|_| !is_barred)?;
        Some((edge.edge, distance, (b - a).length()))
    });
    let edges: Vec<_> = edges.collect();
    let least = edges.iter().map(|edge| edge.1).fold(f64::INFINITY, f64::min);
    edges.into_iter().filter(|edge| edge.1 <= least + TIE * edge.2).map(|edge| edge.0).collect()
}

#[test]
fn rules_match_the_source() {
    let (mut asked, mut disputed, mut stuck) = (0, 0, 0);
    for (id, level) in levels() {
        let own = Setting::of(&level.world.contact).index();
        over_some_frames(&level, |_, trace, _| {
            for contact in &trace.contacts {
                let rules = contact.rules.expect("the trace compares rules");
                assert_eq!(rules[own], contact.chosen, "{id}: the level's own rule");
                for setting in Setting::ALL.into_iter().filter(|setting| setting.choice != EdgeChoice::EntryEdge) {
                    let said = rules[setting.index()];
                    let allowed = expected(contact, setting);
                    let agrees = said.map_or(allowed.is_empty(), |edge| allowed.contains(&edge));
                    assert!(agrees, "{id}: {}: {said:?}, not of {allowed:?}", setting.title());
                    asked += 1;
                    stuck += u32::from(said.is_none());
                    disputed += u32::from(said != contact.chosen);
                }
            }
        });
    }
    // The cases must be frequent enough.
    assert!(asked > 10_000 && disputed > 500 && stuck > 50, "{asked} {disputed} {stuck}");
}

/// Rules are compared only on request; all else in the trace, and the state, is the same.
#[test]
fn rules_are_compared_only_on_request() {
    let mut contacts = 0;
    for (id, level) in levels() {
        over_some_frames(&level, |before, compared, after| {
            let (mut world, mut trace) = (before.clone(), Trace::default());
            world.step_substep_traced(&mut trace);
            assert_eq!(world.hash(), after.hash(), "{id}");
            assert!(trace.contacts.iter().all(|contact| contact.rules.is_none()), "{id}");
            assert!(compared.contacts.iter().all(|contact| contact.rules.is_some()), "{id}");
            // As text, in which NaN equals itself.
            let bare = |trace: &Trace| {
                let bare = |contact: &ContactTrace| ContactTrace { rules: None, ..contact.clone() };
                format!("{:?}", trace.contacts.iter().map(bare).collect::<Vec<_>>())
            };
            assert_eq!(bare(&trace), bare(compared), "{id}");
            contacts += trace.contacts.len();
        });
    }
    assert!(contacts > 300, "{contacts}");
}

/// The complete comparison over the present frame.
fn of_present(run: &Run) -> Option<Comparison> {
    let mut present = PresentComparison::new(run)?;
    assert!(present.go_on(|| true));
    Some(present.into_comparison())
}

#[test]
fn rule_comparison_covers_the_substeps_of_the_frame() {
    let level = level("04-squares-distance");
    let mut run = Run::new(Arc::new(level.clone())).unwrap();
    assert!(of_present(&run).is_none(), "no substep so far");
    let mut world = World::new(&level).unwrap();
    let mut trace = Trace::comparing();
    let mut whole = Comparison::new(Keeps::Disputed);
    let mut contacts = 0;
    for frame in 0..8 {
        let mut differing = [0; RULES];
        let mut count = 0;
        for _ in 0..level.world.substeps {
            world.step_substep_traced(&mut trace);
            whole.add(&trace);
            count += trace.contacts.len() as u64;
            for contact in &trace.contacts {
                (0..RULES)
                    .for_each(|rule| differing[rule] += u64::from(contact.rules.unwrap()[rule] != contact.chosen));
            }
        }
        run.step_frame();
        let before = run.world().hash();
        let compared = of_present(&run).unwrap();
        assert_eq!(run.world().hash(), before);
        assert_eq!((compared.contacts, compared.tallies.map(|tally| tally.differs)), (count, differing), "{frame}");
        assert_eq!(compared.rows.len() as u64, count);
        contacts += count;
    }
    assert!(contacts > 20 && whole.contacts == contacts);
    assert_eq!(whole.rows.len(), whole.disputed());
    // In the middle of a frame: the substeps so far.
    run.step_substep();
    let half = of_present(&run).unwrap();
    assert!(half.rows.iter().all(|row| (row.frame, row.substep) == (8, 0)));
}

#[test]
fn edge_map_of_a_square_matches_hand_calculation() {
    let level = level("04-squares-distance");
    let world = World::new(&level).unwrap();
    let approach = edge_map::approach(&world, 1, Side::Angle(std::f64::consts::PI));
    let map = |choice, barycentre_rule| EdgeMap::new(&world, 1, Setting { choice, barycentre_rule }, approach, 64);
    let area = |map: &EdgeMap, edge: usize| map.regions.area(EdgeAt::Edge(edge));
    let side = 2.0_f64;
    // The diagonals divide it into four parts; for motion from the left, the entry edge is the left one everywhere.
    let by_distance = map(EdgeChoice::Distance, false);
    for edge in 0..4 {
        let quarter = side * side / 4.0;
        assert!((area(&by_distance, edge) - quarter).abs() < 0.03 * quarter, "{edge}: {}", area(&by_distance, edge));
    }
    assert!((by_distance.shares().far_side - 0.25).abs() < 0.01);
    for (choice, rule) in [(EdgeChoice::EntryEdge, false), (EdgeChoice::Distance, true)] {
        let map = map(choice, rule);
        assert!((area(&map, 3) - side * side).abs() < 0.05 * side * side, "{choice:?} {}", area(&map, 3));
        assert!(map.shares().far_side < 0.01);
    }
}
