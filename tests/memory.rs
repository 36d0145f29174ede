//! A run stays within its memory budget, and a world within its documented size, by the count of a test allocator.

#[path = "scenes/mod.rs"]
mod scenes;

use blobsmith::debugger::{Run, Sample};
use blobsmith::engine::World;
use blobsmith::level::{Body, Level, Node};
use scenes::{Stuff, lattice, moved};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts the bytes that the current thread holds; the test harness has other threads.
struct Weighing;

thread_local! {
    static IN_USE: Cell<isize> = const { Cell::new(0) };
}

fn add(bytes: isize) {
    // At the end of a thread its counter no longer exists.
    let _ = IN_USE.try_with(|sum| sum.set(sum.get() + bytes));
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Weighing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        add(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Weighing = Weighing;

/// This number of nodes in free fall.
fn level(nodes: usize) -> Level {
    let nodes = (0..nodes).map(|index| Node::at([index as f64, 0.0])).collect();
    let mut level = Level { bodies: vec![Body { nodes, ..Body::default() }], ..Level::default() };
    level.world.substeps = 2;
    level
}

/// Bytes that the run holds apart from the measurements of every frame.
fn held(run: &Run, before: isize) -> usize {
    let samples = run.samples().len().next_power_of_two().max(4) * size_of::<Sample>();
    usize::try_from(IN_USE.get() - before).unwrap().saturating_sub(samples)
}

/// Keyframes and the states between them stay within the budget, also when going back, and the rest of the run does not
/// grow. The size that the run reports is never less than the bytes that it holds.
#[test]
fn run_stays_within_its_memory_budget() {
    for (nodes, budget) in [(100, 1 << 20), (100, 100 << 10), (3, 1 << 20), (100, 0)] {
        let level = std::sync::Arc::new(level(nodes));
        let before = IN_USE.get();
        let mut run = Run::new(level).unwrap();
        run.set_memory_budget(budget);
        for _ in 0..3 {
            run.step_frame();
        }
        run.back_substep();
        run.step_substep();
        // The world, the state one substep before, the first keyframe.
        let base = held(&run, before) - run.memory().used.min(held(&run, before));
        let mut most = 0;
        for _ in 0..4000 {
            run.step_frame();
            most = most.max(held(&run, before));
        }
        for frame in [3900, 100, 2000] {
            run.seek(frame);
            for _ in 0..300 {
                run.back_frame();
                most = most.max(held(&run, before));
            }
            run.back_substep();
        }
        let memory = run.memory();
        let one = memory.used / (memory.keyframes + memory.between);
        assert!(memory.used <= budget.max(one), "{memory:?}");
        // Two states more than when it began: one that goes while its successor is there, and lists that grew.
        let limit = base + budget.max(one) + 2 * one;
        assert!(most <= limit, "{nodes} nodes: {most} bytes, {limit} expected at most; {memory:?}");
        if budget >= 1 << 20 {
            assert!(memory.used > budget / 3, "and it uses what it has: {memory:?}");
        }
        assert_eq!(run.divergence(), None);
    }
}

/// A world after its first substep: bytes per node and per spring, for one large body and for many small ones.
#[test]
fn world_memory_per_node_and_spring_is_bounded() {
    let weigh = |level: &Level| {
        let before = IN_USE.get();
        let mut world = World::new(level).unwrap();
        world.step_substep();
        (IN_USE.get() - before) as f64
    };
    let apart = |index: usize| moved(lattice([0.0, 0.0], 1.0, 4, 4, Stuff::default()), [8.0 * index as f64, 0.0]);
    let one = scenes::level(vec![lattice([0.0, 0.0], 1.0, 120, 120, Stuff::default())]);
    for (level, most_of_node, most_of_spring) in
        [(one, 130.0, 64.0), (scenes::level((0..600).map(apart).collect()), 200.0, 64.0)]
    {
        let mut bare = level.clone();
        bare.bodies.iter_mut().for_each(|body| body.springs.clear());
        let count = |of: fn(&Body) -> usize| level.bodies.iter().map(of).sum::<usize>() as f64;
        let of_nodes = weigh(&bare);
        let of_node = of_nodes / count(|body| body.nodes.len());
        let of_spring = (weigh(&level) - of_nodes) / count(|body| body.springs.len());
        println!("{} bodies: {of_node:.1} bytes a node, {of_spring:.1} a spring", level.bodies.len());
        assert!(of_node <= most_of_node && of_spring <= most_of_spring, "{of_node} bytes a node, {of_spring} a spring");
    }
}
