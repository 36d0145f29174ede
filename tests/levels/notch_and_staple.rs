//! Where an edge choice finds no edge, and where the barycentre rule finds the wrong one.

use super::support::{FRAMES, Run, level};
use blobsmith::engine::trace::Verdict;
use blobsmith::engine::{EventKind, Trace};
use blobsmith::level::EdgeChoice;

/// Runs a notch level: no-edge events, and how far below the bottom of the V the diamond ever was.
fn notch(mut run: Run) -> (Run, f64) {
    // The bottom of the V, at x = 0 and 1.2 below the bar's top.
    let bottom = -1.2;
    let mut depth = 0.0_f64;
    run.frames(FRAMES, |run| {
        let lowest = run.outline(0).iter().fold(f64::INFINITY, |lowest, point| lowest.min(point.y));
        depth = depth.max(bottom - lowest);
    });
    (run, depth)
}

#[test]
fn level_12_projection_finds_no_edge_in_the_notch() {
    let (run, depth) = notch(Run::new("12-notch-projection"));
    assert!(run.count(EventKind::NoEdge) > 100, "{}", run.count(EventKind::NoEdge));
    assert_eq!(run.events[0].frame, 14, "the first is on the way to frame 15");
    let (calm, calm_depth) = notch(Run::new("13-notch-distance"));
    assert_eq!(calm.count(EventKind::NoEdge), 0);
    assert!(depth > 2.0 * calm_depth, "{depth} {calm_depth}");
    assert!(calm_depth < 0.05, "{calm_depth}");
}

#[test]
fn level_13_wedge45_is_as_good_as_distance_in_the_notch() {
    let mut level = level("13-notch-distance");
    level.world.contact.edge_choice = EdgeChoice::Wedge45;
    let (run, depth) = notch(Run::of(level));
    assert_eq!(run.count(EventKind::NoEdge), 0);
    assert!(depth < 0.05, "{depth}");
}

#[test]
fn level_12_tip_projects_off_every_edge() {
    let mut run = Run::new("12-notch-projection");
    let mut trace = Trace::default();
    let contact = loop {
        run.world.step_substep_traced(&mut trace);
        assert!(trace.frame < 20, "no such contact");
        if let Some(contact) = trace.contacts.iter().find(|contact| contact.chosen.is_none()) {
            break contact.clone();
        }
    };
    let verdicts: Vec<Verdict> = contact.candidates.iter().map(|candidate| candidate.verdict).collect();
    assert!(verdicts.iter().all(|verdict| matches!(verdict, Verdict::ProjectionOffEdge | Verdict::OnOutside)));
    assert!(verdicts.contains(&Verdict::ProjectionOffEdge));
    assert!(contact.response.is_none());
}

/// Energy at the start, the highest energy, the first frame at which it had doubled, and the staple's end.
fn staple(id: &str) -> (f64, f64, Option<u64>, f64) {
    let mut run = Run::new(id);
    let body = run.body("staple");
    let start = run.world.energy().total;
    let (mut most, mut doubled, mut frame) = (start, None, 0);
    run.frames(FRAMES, |run| {
        frame += 1;
        let total = run.world.energy().total;
        most = most.max(total);
        if total > 2.0 * start && doubled.is_none() {
            doubled = Some(frame);
        }
    });
    (start, most, doubled, run.world.barycentre(body).y)
}

#[test]
fn level_08_barycentre_rule_tears_a_concave_blob() {
    let (start, most, doubled, end) = staple("08-concave-barycentre-rule");
    assert!(most > 10.0 * start, "{most}");
    assert!(doubled.is_some_and(|frame| (9..=13).contains(&frame)), "around frame 11: {doubled:?}");
    assert!(end < -2.0, "fell through the beam: {end}");
}

#[test]
fn level_09_staple_hangs_on_the_beam_without_the_rule() {
    let (start, most, _, end) = staple("09-concave-calm");
    assert!(most <= start * (1.0 + 1e-9), "the energy must not rise: {most}");
    // The beam's top is at 1; the staple's barycentre is within its legs, below.
    assert!((-1.0..1.0).contains(&end), "{end}");
}
