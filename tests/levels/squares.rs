//! Two squares pushed together: which rules let them overlap (000 §E.2).

use super::support::{FRAMES, Run, level, overlap};
use blobsmith::engine::Trace;
use blobsmith::engine::trace::Verdict;
use blobsmith::level::EdgeChoice;

const RULES_BY_NEARNESS: [&str; 3] = ["02-squares-projection", "03-squares-wedge45", "04-squares-distance"];
const RULES_THAT_HELP: [&str; 2] = ["05-squares-barycentre-rule", "06-squares-entry-edge"];

/// The area that the two squares share at the end, and the most that they ever share at the end of a frame.
fn overlaps(mut run: Run, first: &str, second: &str) -> (f64, f64) {
    let (first, second) = (run.body(first), run.body(second));
    let (mut last, mut most) = (0.0, 0.0_f64);
    run.frames(FRAMES, |run| {
        last = overlap(&run.outline(first), &run.outline(second));
        most = most.max(last);
    });
    (last, most)
}

#[test]
fn distance_rules_let_the_squares_overlap() {
    // Each square has an area of 4: half of it and more is inside the other.
    for id in RULES_BY_NEARNESS {
        let (last, _) = overlaps(Run::new(id), "pushed", "waiting");
        assert!(last > 2.0, "{id}: {last}");
    }
}

#[test]
fn barycentre_rule_and_entry_edge_separate_the_squares() {
    for id in RULES_THAT_HELP {
        let (last, most) = overlaps(Run::new(id), "pushed", "waiting");
        assert_eq!(last, 0.0, "{id}");
        assert!(most < 0.1, "{id}: {most}");
    }
}

#[test]
fn level_07_is_solved_by_the_entry_edge_but_not_by_distance() {
    let dead_level = |choice, barycentre_rule| {
        let mut level = level("07-squares-dead-level");
        level.world.contact.edge_choice = choice;
        level.world.contact.barycentre_rule = barycentre_rule;
        overlaps(Run::of(level), "pushed", "waiting")
    };
    // Of an area of 4 each.
    for choice in [EdgeChoice::Projection, EdgeChoice::Wedge45, EdgeChoice::Distance] {
        let (last, _) = dead_level(choice, false);
        assert!(last > 1.0, "{choice:?}: {last}");
        let (last, most) = dead_level(choice, true);
        assert!(last < 0.01 && most < 0.01, "{choice:?} with the barycentre rule: {last}, {most}");
    }
    for barycentre_rule in [false, true] {
        let (last, most) = dead_level(EdgeChoice::EntryEdge, barycentre_rule);
        assert!(last < 0.01 && most < 0.01, "EntryEdge, barycentre rule {barycentre_rule}: {last}, {most}");
    }
}

/// The first contact as in the notes: before it the corner is 0.005 high and moves by 0.011 a substep; in it the left edge
/// of the other square is eligible and the lower one is nearer.
#[test]
fn first_contact_of_the_squares_matches_the_notes() {
    let first_contact = |id: &str| {
        let mut run = Run::new(id);
        let mut trace = Trace::default();
        loop {
            let step = run.velocity(0, 1).x / f64::from(run.level.world.substeps);
            let lead = run.node(0, 1).y - run.node(1, 0).y;
            run.world.step_substep_traced(&mut trace);
            if let Some(contact) = trace.contacts.iter().find(|contact| (contact.body, contact.node) == (0, 1)) {
                return (trace.frame, step, lead, contact.clone());
            }
            assert!(trace.frame < 10, "{id}: no contact");
        }
    };
    // Outline of a crate: edge 0 is the lower one, edge 3 the left one.
    let (lower, left) = (0, 3);
    for id in RULES_BY_NEARNESS {
        let (frame, step, lead, contact) = first_contact(id);
        assert_eq!(frame, 1, "{id}: the substep lies between frames 1 and 2");
        assert!((step - 0.011).abs() < 0.0005 && (lead - 0.005).abs() < 0.0005, "{id}: {step} {lead}");
        assert_eq!(contact.chosen, Some(lower), "{id}");
        assert_eq!(contact.candidates[left].verdict, Verdict::Farther, "{id}");
    }
    let (_, _, _, contact) = first_contact("05-squares-barycentre-rule");
    assert_eq!(contact.chosen, Some(left));
    assert_eq!(contact.candidates[lower].verdict, Verdict::BarycentreInside);
    let (_, _, _, contact) = first_contact("06-squares-entry-edge");
    assert_eq!(contact.chosen, Some(left));
    assert_eq!(contact.candidates[lower].verdict, Verdict::NotEntered);
}
