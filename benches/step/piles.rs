//! Piles of blobs in a box: everything that a substep does, beside the straight version, in turns within one run, and shared by two threads.

use crate::Rounds;
use crate::reference::Reference;
use crate::scenes::{Stuff, pile_of};
use blobsmith::engine::{Threads, World};
use blobsmith::level::{Contact, ContactResponse, Level, Repositioning};

/// Substeps of a frame.
const SUBSTEPS: u32 = 10;
/// Cells along a side of a blob: 25 nodes and 72 springs.
const CELLS: usize = 4;
/// Frames in which the blobs settle before the first turn.
const SETTLING: usize = 100;

/// The table.
pub fn table() {
    println!(
        "\npiles of blobs of 25 nodes and 72 springs, settled for {SETTLING} frames; a frame is {SUBSTEPS} substeps\n"
    );
    println!(
        "| blobs |  nodes | contacts/frame | ms/frame | ns/node/substep | straight ms/frame | times straight | 2 threads | times one |"
    );
    println!(
        "| ----: | -----: | -------------: | -------: | --------------: | ----------------: | -------------: | --------: | --------: |"
    );
    for (count, per_row, rounds) in [(10, 4, 40), (100, 20, 15), (1000, 200, 5), (10_000, 2000, 1)] {
        row(count, per_row, rounds);
    }
}

/// The later rules of contact beside 000's, on the pile of 100, in turns within one run.
pub fn rules() {
    const TURNS: usize = 60;
    println!("\nrules of contact on a pile of 100 blobs, whole frames of {SUBSTEPS} substeps\n");
    println!(
        "| rules                        | ms/frame | times 000's |\n| :--------------------------- | -------: | ----------: |"
    );
    let level = settled(100, 20);
    let source = level.world.contact.clone();
    let weighted = Contact { response: ContactResponse::Weighted, ..source.clone() };
    let softer = Contact { repositioning: Repositioning { fraction: 0.5, slop: 0.0 }, ..source.clone() };
    let own = Contact { self_contact: true, ..source.clone() };
    let all = Contact { self_contact: true, repositioning: softer.repositioning, ..weighted.clone() };
    let rows = [
        ("000's, against itself", source),
        ("Weighted", weighted),
        ("fraction 0.5", softer),
        ("self-contact", own),
        ("all three", all),
    ];
    for (name, contact) in rows {
        let mut changed = level.clone();
        changed.world.contact = contact;
        let [fresh, other] = [&level, &changed].map(|level| World::new(level).expect("a level that is fit to run"));
        let mut rounds = Rounds::default();
        for turn in 0..TURNS {
            // From the same bits each time: under other rules the pile soon lies otherwise.
            let (mut ours, mut theirs) = (fresh.clone(), other.clone());
            rounds.take_warm(turn, || ours.step_frame(), || theirs.step_frame());
            assert!(ours.contact_count() > 0 && theirs.contact_count() > 0, "both have contacts");
        }
        println!("| {name:<28} | {:>8.3} | {:>11.2} |", rounds.straight() * 1e3, rounds.ratio());
    }
}

/// The pile as it lies after a while.
fn settled(count: usize, per_row: usize) -> Level {
    let stuff = Stuff { stiffness: 6.0, damping: 0.15, mass: 9.0 / 25.0, ..Stuff::default() };
    let mut level = pile_of(count, per_row, CELLS, stuff);
    level.world.substeps = SUBSTEPS;
    // All are convex: the rule keeps what lies on each other apart (docs/edge-choice.md).
    level.world.contact.barycentre_rule = true;
    let mut world = World::new(&level).expect("a level that is fit to run");
    (0..SETTLING).for_each(|_| world.step_frame());
    frozen(level, &world)
}

fn row(count: usize, per_row: usize, times: usize) {
    // Both start every round from the same bits: contacts are chaotic, and a run of many frames would drift apart.
    let level = settled(count, per_row);
    let node_count: usize = level.bodies.iter().map(|body| body.nodes.len()).sum();
    let fresh = World::new(&level).expect("a level that is fit to run");
    let fresh_straight = Reference::new(&level);
    let two = Threads::new(2);
    let (mut rounds, mut shared) = (Rounds::default(), Rounds::default());
    let mut contacts = 0;
    for round in 0..times {
        let (mut engine, mut straight) = (fresh.clone(), fresh_straight.clone());
        let (mut alone, mut with_two) = (fresh.clone(), fresh.clone());
        with_two.set_threads(two.clone());
        for turn in 0..4 {
            shared.take_warm(turn, || with_two.step_frame(), || alone.step_frame());
        }
        assert_eq!(alone.hash(), with_two.hash(), "the same bits with two threads");
        // The first substep of a fresh world makes its lists; it is checked, not timed.
        engine.step_substep();
        straight.step_substep();
        for substep in 1..SUBSTEPS as usize {
            rounds.take(round + substep, || engine.step_substep(), || straight.step_substep());
        }
        contacts = engine.contact_count();
        assert_alike(&engine, &straight);
    }
    let of_frame = f64::from(SUBSTEPS);
    let (engine_s, straight_s) = (rounds.engine() * of_frame, rounds.straight() * of_frame);
    println!(
        "| {count:>5} | {node_count:>6} | {contacts:>14} | {:>8.3} | {:>15.1} | {:>17.3} | {:>14.2} | {:>9.3} | {:>9.2} |",
        engine_s * 1e3,
        engine_s * 1e9 / (of_frame * node_count as f64),
        straight_s * 1e3,
        rounds.ratio(),
        shared.engine() * 1e3,
        shared.ratio(),
    );
}

/// Nodes lie on edges to the last bit, where a rounding decides whether they touch: so the two part within a frame, and their nodes
/// cannot be compared one by one. (Where they can, tests/agreement.rs does.) Neither may have skipped the work.
fn assert_alike(engine: &World, straight: &Reference) {
    let (ours, theirs) = (engine.contact_count() as f64, straight.contacts as f64);
    assert!((ours - theirs).abs() <= 0.02 * theirs, "{ours} contacts, and {theirs}");
    for (index, body) in engine.layout().bodies.iter().enumerate() {
        let count = body.nodes.len() as f64;
        let mut apart = [0.0; 2];
        for (node, global) in body.nodes.clone().enumerate() {
            let (a, b) = (engine.position(global), straight.position(index, node));
            apart = [apart[0] + (a.x - b[0]) / count, apart[1] + (a.y - b[1]) / count];
        }
        // A blob is 2 wide.
        assert!(apart[0].hypot(apart[1]) < 0.05, "body {index} is {apart:?} off");
    }
}

/// The level as it would be written now.
fn frozen(mut level: Level, now: &World) -> Level {
    for (body, layout) in level.bodies.iter_mut().zip(&now.layout().bodies) {
        for (node, global) in body.nodes.iter_mut().zip(layout.nodes.clone()) {
            node.position = now.position(global).to_array();
            node.velocity = now.velocity(global).to_array();
        }
    }
    level
}
