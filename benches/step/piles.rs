//! Piles of blobs in a box: all stages of a substep, compared with the naive implementation, alternating within one
//! run, and with two threads.

use crate::Rounds;
use crate::reference::Reference;
use crate::scenes::{Stuff, pile_of};
use blobsmith::engine::{Threads, World};
use blobsmith::level::{Contact, ContactResponse, Level, Motion, Repositioning};
use blobsmith::play::{PlayWorld, RecorderSettings};

/// Substeps per frame.
const SUBSTEPS: u32 = 10;
/// Cells along a side of a blob: 25 nodes and 72 springs.
const CELLS: usize = 4;
/// Frames before the first round, in which the blobs settle.
const SETTLING: usize = 100;

/// Prints the table.
pub fn table() {
    println!(
        "\npiles of blobs of 25 nodes and 72 springs, settled for {SETTLING} frames; a frame is {SUBSTEPS} substeps\n"
    );
    println!(
        "| blobs |  nodes | contacts/frame | ms/frame | ns/node/substep |    naive ms/frame |    times naive | 2 threads | times one |"
    );
    println!(
        "| ----: | -----: | -------------: | -------: | --------------: | ----------------: | -------------: | --------: | --------: |"
    );
    for (count, per_row, rounds) in [(10, 4, 40), (100, 20, 15), (1000, 200, 5), (10_000, 2000, 1)] {
        row(count, per_row, rounds);
    }
}

/// Contact rules compared with those of 000 on the pile of 100, alternating within one run.
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
            // From the same bits each time, because the pile soon differs under other rules.
            let (mut ours, mut theirs) = (fresh.clone(), other.clone());
            rounds.take_warm(turn, || ours.step_frame(), || theirs.step_frame());
            assert!(ours.contact_count() > 0 && theirs.contact_count() > 0, "both have contacts");
        }
        println!("| {name:<28} | {:>8.3} | {:>11.2} |", rounds.naive() * 1e3, rounds.ratio());
    }
}

/// The pile of 100 with the flight recorder on against off: rounds of 60 frames with one keyframe each, and the same with an input
/// per frame, and with conditions that never hold.
pub fn recorder() {
    const TURNS: usize = 24;
    const FRAMES: u32 = 60;
    println!("\nflight recorder on the pile of 100 blobs, rounds of {FRAMES} frames with one keyframe each\n");
    println!(
        "| inputs per frame | condition              | ms/frame without | times without |\n| ---------------: | ---------------------- | ---------------: | ------------: |"
    );
    let conditions = ["body(3).y < -1e9", "max(node.speed) > 1e9", "any(triangle.area < -1e9)", "overlap > 5"];
    let rows = [(0, None), (1, None), (100, None)].into_iter().chain(conditions.map(|text| (0, Some(text))));
    for (inputs, condition) in rows {
        let level = settled(100, 20);
        let dynamic: Vec<bool> = level.bodies.iter().map(|body| body.motion == Motion::Dynamic).collect();
        let mut off = PlayWorld::from_level(level).expect("a level that is fit to run");
        let mut on = off.clone();
        on.set_recorder(Some(RecorderSettings::default())).expect("good settings");
        on.record_when(condition).expect("a condition of the state");
        let free = off.bodies().zip(dynamic).filter(|(_, is_free)| *is_free).map(|(body, _)| body);
        let hit: Vec<_> = free.take(inputs).collect();
        assert_eq!(hit.len(), inputs, "enough free bodies");
        let mut rounds = Rounds::default();
        let play = |world: &mut PlayWorld| {
            for _ in 0..FRAMES {
                hit.iter().for_each(|&body| world.apply_impulse(body, [1e-6, 0.0]).expect("a free body"));
                world.step(1);
            }
        };
        for turn in 0..TURNS {
            rounds.take_warm(turn, || play(&mut off), || play(&mut on));
        }
        assert_eq!(on.hash(), off.hash(), "the recorder changes no state");
        assert!(on.flight("").expect("it is on").frames()[0] > 0, "old frames are dropped");
        assert!(on.take_condition_flight().is_none(), "the condition never holds");
        let (time, ratio) = (rounds.engine() * 1e3 / f64::from(FRAMES), rounds.ratio());
        println!("| {inputs:>16} | {:<22} | {time:>16.3} | {ratio:>13.3} |", condition.unwrap_or_default());
    }
}

/// The settled pile.
fn settled(count: usize, per_row: usize) -> Level {
    let stuff = Stuff { stiffness: 6.0, damping: 0.15, mass: 9.0 / 25.0, ..Stuff::default() };
    let mut level = pile_of(count, per_row, CELLS, stuff);
    level.world.substeps = SUBSTEPS;
    // All bodies are convex, so the barycentre rule separates stacked bodies (docs/edge-choice.md).
    level.world.contact.barycentre_rule = true;
    let mut world = World::new(&level).expect("a level that is fit to run");
    (0..SETTLING).for_each(|_| world.step_frame());
    frozen(level, &world)
}

fn row(count: usize, per_row: usize, times: usize) {
    // Both start every round from the same bits: contacts are chaotic, so long runs would diverge.
    let level = settled(count, per_row);
    let node_count: usize = level.bodies.iter().map(|body| body.nodes.len()).sum();
    let fresh = World::new(&level).expect("a level that is fit to run");
    let fresh_naive = Reference::new(&level);
    let two = Threads::new(2);
    let (mut rounds, mut shared) = (Rounds::default(), Rounds::default());
    let mut contacts = 0;
    for round in 0..times {
        let (mut engine, mut naive) = (fresh.clone(), fresh_naive.clone());
        let (mut alone, mut with_two) = (fresh.clone(), fresh.clone());
        with_two.set_threads(two.clone());
        for turn in 0..4 {
            shared.take_warm(turn, || with_two.step_frame(), || alone.step_frame());
        }
        assert_eq!(alone.hash(), with_two.hash(), "the same bits with two threads");
        // The first substep of a new world builds its lists; it is checked, not timed.
        engine.step_substep();
        naive.step_substep();
        for substep in 1..SUBSTEPS as usize {
            rounds.take(round + substep, || engine.step_substep(), || naive.step_substep());
        }
        contacts = engine.contact_count();
        assert_alike(&engine, &naive);
    }
    let of_frame = f64::from(SUBSTEPS);
    let (engine_s, naive_s) = (rounds.engine() * of_frame, rounds.naive() * of_frame);
    println!(
        "| {count:>5} | {node_count:>6} | {contacts:>14} | {:>8.3} | {:>15.1} | {:>17.3} | {:>14.2} | {:>9.3} | {:>9.2} |",
        engine_s * 1e3,
        engine_s * 1e9 / (of_frame * node_count as f64),
        naive_s * 1e3,
        rounds.ratio(),
        shared.engine() * 1e3,
        shared.ratio(),
    );
}

/// Tests that neither skipped work. Nodes lie on edges to the last bit, where rounding decides on contact, so the two
/// differ within a frame and cannot be compared node by node. (tests/agreement.rs compares them where that is
/// possible.)
fn assert_alike(engine: &World, naive: &Reference) {
    let (ours, theirs) = (engine.contact_count() as f64, naive.contacts as f64);
    assert!((ours - theirs).abs() <= 0.02 * theirs, "{ours} contacts, and {theirs}");
    for (index, body) in engine.layout().bodies.iter().enumerate() {
        let count = body.nodes.len() as f64;
        let mut apart = [0.0; 2];
        for (node, global) in body.nodes.clone().enumerate() {
            let (a, b) = (engine.position(global), naive.position(index, node));
            apart = [apart[0] + (a.x - b[0]) / count, apart[1] + (a.y - b[1]) / count];
        }
        // A blob is 2 wide.
        assert!(apart[0].hypot(apart[1]) < 0.05, "body {index} is {apart:?} off");
    }
}

/// The level in the present state.
fn frozen(mut level: Level, now: &World) -> Level {
    for (body, layout) in level.bodies.iter_mut().zip(&now.layout().bodies) {
        for (node, global) in body.nodes.iter_mut().zip(layout.nodes.clone()) {
            node.position = now.position(global).to_array();
            node.velocity = now.velocity(global).to_array();
        }
    }
    level
}
