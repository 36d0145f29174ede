//! A step that has run before allocates nothing, by the count of a test allocator.

mod scenes;

use blobsmith::engine::World;
use blobsmith::level::{Disc, DiscMethod, EdgeChoice, Integrator, Level, Motion, Obstacle, ObstacleShape};
use scenes::{Stuff, block, lattice, level, pile};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts the allocations of the current thread; the test harness has other threads.
struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // At the end of a thread its counter no longer exists.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Runs these frames once, so that all lists reach their final capacity, then again from a snapshot, and returns the
/// allocations of each frame of the second run. Frames with events are left out: the list of events is handed to the
/// caller and allocated anew.
fn allocations(level: &Level, warm_up: usize, frames: usize) -> (World, Vec<u64>) {
    let mut world = World::new(level).expect("a level that is fit to run");
    (0..warm_up).for_each(|_| world.step_frame());
    let snapshot = world.state().clone();
    (0..frames).for_each(|_| world.step_frame());
    world.restore(&snapshot);
    let mut counts = Vec::with_capacity(frames);
    for _ in 0..frames {
        world.take_events();
        let before = COUNT.get();
        world.step_frame();
        let count = COUNT.get() - before;
        if world.take_events().is_empty() {
            counts.push(count);
        }
    }
    (world, counts)
}

#[test]
fn counter_counts_allocations() {
    let before = COUNT.get();
    let list = std::hint::black_box(vec![1u8; 100]);
    assert!(COUNT.get() > before, "{}", list.len());
}

/// 10,000 nodes, free and on a floor, by every integrator.
#[test]
fn lattice_of_10000_nodes_allocates_nothing() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet] {
        let body = lattice([0.0, 0.001], 1.0, 99, 99, Stuff::default());
        assert_eq!(body.nodes.len(), 10_000);
        let mut level = level(vec![body, block([-9.0, -9.0], [108.0, 0.0])]);
        level.world.integrator = integrator;
        level.world.substeps = 4;
        let (_, counts) = allocations(&level, 3, 3);
        assert_eq!(counts, [0; 3], "{integrator:?}");
    }
}

/// Blobs at rest on each other, with every edge choice.
#[test]
fn pile_in_contact_allocates_nothing() {
    for edge_choice in [EdgeChoice::Projection, EdgeChoice::Wedge45, EdgeChoice::Distance, EdgeChoice::EntryEdge] {
        let mut level = pile(12, 3);
        level.world.contact.edge_choice = edge_choice;
        let (world, counts) = allocations(&level, 100, 20);
        assert!(world.contact_count() > 1000, "too few contacts: {}", world.contact_count());
        assert!(counts.len() > 10, "{edge_choice:?}: {} quiet frames", counts.len());
        assert!(counts.iter().all(|&count| count == 0), "{edge_choice:?}: {counts:?}");
    }
}

/// 400 discs in a box: a gas, a heap at rest, and both by the discrete method.
#[test]
fn discs_in_motion_and_at_rest_allocate_nothing() {
    let cases = [
        (1.0, 0.0, DiscMethod::Swept, 20),
        (0.3, -0.02, DiscMethod::Swept, 150),
        (0.9, -0.02, DiscMethod::Discrete, 60),
    ];
    for (restitution, gravity, method, warm_up) in cases {
        let mut level = Level::default();
        for index in 0..400 {
            let (row, column) = (f64::from(index / 20), f64::from(index % 20));
            level.discs.push(Disc {
                name: String::new(),
                position: [0.6 + 1.1 * column + 0.3 * (row % 2.0), 0.6 + 1.1 * row],
                velocity: [0.2 - 0.02 * column, 0.1 - 0.01 * row],
                radius: 0.45,
                mass: 1.0,
                restitution,
                friction: 0.0,
                motion: Motion::Dynamic,
            });
        }
        let sides =
            [([0.0, 0.0], [1.0, 0.0]), ([22.6, 0.0], [0.0, 1.0]), ([0.0, 30.0], [1.0, 0.0]), ([0.0; 2], [0.0, 1.0])];
        for (point, along) in sides {
            let shape = ObstacleShape::Line(point, along);
            level.obstacles.push(Obstacle { name: String::new(), shape, restitution: 1.0 });
        }
        level.world.gravity = [0.0, gravity];
        level.world.discs = method;
        let (world, counts) = allocations(&level, warm_up, 20);
        assert!(world.contact_count() > 100, "too few contacts: {}", world.contact_count());
        assert!(counts.len() > 10, "{method:?}: {} quiet frames", counts.len());
        assert!(counts.iter().all(|&count| count == 0), "{method:?}, {restitution}: {counts:?}");
    }
}

/// Watch expressions of every kind, on a level with contacts.
#[test]
fn watch_expressions_allocate_nothing() {
    use blobsmith::debugger::Expression;
    use blobsmith::debugger::probes::ProbeSample;
    let level = pile(6, 3);
    let mut world = World::new(&level).expect("a level that is fit to run");
    let mut trace = blobsmith::engine::Trace::default();
    for text in [
        "energy.total + angular_momentum + deepest + flipped + contacts",
        "max(body.area_ratio) > 80% and not any(node.speed > 2) and all(triangle.area > -9)",
        "rise(energy.kinetic) > 5% or change(body(1).y) < previous(change(body(1).x)) ^ 2",
        "count(changed(node.edge)) + mean(abs(node.x - start(node.x))) + max(node.force) + min(1, frame)",
        "touching(body(0), body(1)) or edge(1, 0) == 2 or finite(body(1).angle)",
    ] {
        let expression = Expression::new(text, &level).unwrap_or_else(|error| panic!("{}", error.show(text)));
        let mut memory = expression.memory();
        for _ in 0..40 {
            world.step_substep_traced(&mut trace);
            let look = ProbeSample { level: &level, world: &world, trace: Some(&trace), recorded: None, found: None };
            let before = COUNT.get();
            expression.value(&look, &mut memory);
            assert_eq!(COUNT.get() - before, 0, "{text}");
        }
    }
}
