//! Every instruction set of this machine gives the same bits as the plain form, with and without an observer.

use crate::scenes::meshes::{shaken, shuffled, strewn};
use crate::scenes::mixed::mixed;
use crate::scenes::random::{Random, apart, meeting};
use crate::scenes::{Stuff, block, lattice, level, moved, pile, ring};
use blobsmith::engine::ledger::Meter;
use blobsmith::engine::{EventKind, Hand, Held, InstructionSet, State, Trace, World};
use blobsmith::level::{Body, Integrator, Level, Motion, Path, Role, Spring};

pub(super) const INTEGRATORS: [Integrator; 3] =
    [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet];

pub(super) fn with(level: &Level, set: InstructionSet) -> World {
    let mut world = World::new(level).expect("a level that is fit to run");
    assert!(world.set_instruction_set(set), "{}", set.name());
    world
}

pub(super) fn sets() -> impl Iterator<Item = InstructionSet> {
    InstructionSet::available().filter(|&set| set != InstructionSet::Plain)
}

/// Runs the level plainly and with every set, bare, traced and metered in turns, and compares all bits after every substep.
pub fn assert_same(name: &str, level: &Level, frames: u32) {
    for set in sets() {
        let (mut plain, mut swept, mut looked_at) =
            (with(level, InstructionSet::Plain), with(level, set), with(level, set));
        let (mut trace, mut meter) = (Trace::default(), Meter::new());
        for substep in 0..frames * level.world.substeps {
            plain.step_substep();
            swept.step_substep();
            match substep % 3 {
                0 => looked_at.step_substep_traced(&mut trace),
                1 => looked_at.step_substep_observed(None, &mut meter),
                _ => looked_at.step_substep(),
            }
            let at = || format!("{name}, {}, after substep {substep}", set.name());
            assert_eq!(plain.hash(), swept.hash(), "{}", at());
            assert_eq!(plain.hash(), looked_at.hash(), "{}, looked at", at());
            // Visible values that are not part of the hash.
            assert_eq!(plain.state().collapsed, swept.state().collapsed, "{}", at());
            assert_eq!(plain.state().blown_up, swept.state().blown_up, "{}", at());
            // Only if all values are finite: NaN does not equal itself.
            let State { positions, velocities, .. } = plain.state();
            if positions.iter().chain(velocities).all(|vector| vector.is_finite()) {
                assert_eq!(plain.state(), swept.state(), "{}", at());
            }
        }
        assert_eq!(plain.take_events(), swept.take_events(), "{name}, {}", set.name());
        assert_eq!(plain.take_sensor_events(), swept.take_sensor_events(), "{name}, {}", set.name());
    }
}

/// An irregular body.
fn odd(mut body: Body, seed: u64) -> Body {
    let mut random = Random::new(seed);
    for node in &mut body.nodes {
        match random.below(12) {
            0 => node.pinned = true,
            1 => node.role = Role::Mass(random.between(0.1, 3.0)),
            _ => {}
        }
    }
    let count = body.springs.len();
    for _ in 0..count / 20 {
        let spring = random.below(count);
        match random.below(4) {
            // The other way round, softer, longer; or a second one between the same nodes.
            0 => {
                let Spring { a, b, .. } = body.springs[spring];
                (body.springs[spring].a, body.springs[spring].b) = (b, a);
            }
            1 => body.springs[spring].stiffness *= 0.5,
            2 => body.springs[spring].rest_length *= 1.1,
            _ => body.springs.push(body.springs[spring]),
        }
    }
    // Two nodes at one place: no direction, no force.
    let Spring { a, b, .. } = body.springs[random.below(count)];
    body.nodes[a].position = body.nodes[b].position;
    body
}

#[test]
fn instruction_sets_include_plain_and_the_best() {
    let sets: Vec<InstructionSet> = InstructionSet::available().collect();
    assert_eq!(sets[0], InstructionSet::Plain);
    assert_eq!(sets.last(), Some(&InstructionSet::best()));
    assert_eq!(World::new(&level(Vec::new())).unwrap().instruction_set(), InstructionSet::best());
    if cfg!(target_arch = "x86_64") {
        assert!(sets.contains(&InstructionSet::Sse2), "every x86-64 has it");
    }
    for set in InstructionSet::ALL.into_iter().filter(|set| !sets.contains(set)) {
        let mut world = World::new(&level(Vec::new())).unwrap();
        assert!(!world.set_instruction_set(set));
        assert_eq!(world.instruction_set(), InstructionSet::best(), "unsupported sets are ignored");
    }
}

#[test]
fn random_levels_give_the_same_bits() {
    for seed in 0..6 {
        assert_same(&format!("apart {seed}"), &apart(seed), 2);
        assert_same(&format!("meeting {seed}"), &meeting(seed), 3);
        assert_same(&format!("mixed {seed}"), &mixed(seed), 3);
    }
}

/// Sizes around those of lanes, rows and blocks.
#[test]
fn lattices_give_the_same_bits() {
    for (columns, rows) in [(2, 2), (3, 3), (5, 5), (8, 4), (9, 3), (10, 10), (17, 20), (40, 25), (130, 9), (3, 200)] {
        for integrator in INTEGRATORS {
            let mut level = level(vec![shaken(columns, rows, Stuff::default())]);
            level.world.integrator = integrator;
            level.world.velocity_retention = 0.99;
            level.world.substeps = 3;
            assert_same(&format!("{columns} x {rows}, {integrator:?}"), &level, 2);
        }
    }
}

#[test]
fn irregular_meshes_give_the_same_bits() {
    for seed in 0..6 {
        let stuff = Stuff::default();
        let mut bodies = vec![
            odd(strewn(300, stuff, seed), seed),
            moved(odd(lattice([0.0, 0.0], 1.0, 20, 15, stuff), seed), [40.0, 0.0]),
            moved(shuffled(odd(shaken(12, 9, stuff), seed), seed), [80.0, 0.0]),
            moved(ring([0.0, 0.0], 5.0, 40, true, stuff), [120.0, 0.0]),
            // Springs of immovable bodies exert no force.
            Body { motion: Motion::Fixed, ..moved(shaken(6, 6, stuff), [0.0, 60.0]) },
        ];
        let path = Path { points: vec![[0.0, 0.0], [1.0, 0.5]], period: 7.0 };
        bodies.insert(1, Body { motion: Motion::Driven(path), ..moved(shaken(5, 7, stuff), [40.0, 60.0]) });
        let mut level = level(bodies);
        level.world.substeps = 4;
        level.world.integrator = INTEGRATORS[seed as usize % 3];
        level.world.velocity_retention = if seed < 3 { 1.0 } else { 0.98 };
        level.world.gravity = [[0.0, 0.0], [0.0, -0.01], [0.003, -0.0]][seed as usize % 3];
        assert_same(&format!("irregular {seed}"), &level, 3);
    }
}

/// Wide and long lattices with missing, reversed and double springs: unused lanes next to needed ones, in rows of slots that are
/// reused. Two of them, so that the lanes of one extend into the other.
#[test]
fn lattices_with_gaps_give_the_same_bits() {
    for (seed, (columns, rows)) in [(300, 9), (37, 60), (9, 150), (65, 17)].into_iter().enumerate() {
        let mut random = Random::new(seed as u64);
        let mut holed = |share: f64| {
            let mut body = odd(shaken(columns, rows, Stuff::default()), seed as u64);
            body.springs.retain(|_| !random.chance(share));
            body
        };
        let mut level = level(vec![holed(0.1), moved(holed(0.4), [400.0, 0.0])]);
        level.world.substeps = 3;
        level.world.integrator = INTEGRATORS[seed % 3];
        assert_same(&format!("{columns} x {rows} with gaps"), &level, 2);
    }
}

/// Large enough that the sweep reorders its nodes, next to the same lattice in its own order.
#[test]
fn large_shuffled_mesh_gives_the_same_bits() {
    let mut level = level(vec![
        shuffled(shaken(70, 70, Stuff::default()), 3),
        moved(shuffled(strewn(4500, Stuff::default(), 5), 4), [100.0, 0.0]),
        moved(strewn(4500, Stuff::default(), 5), [200.0, 0.0]),
    ]);
    level.world.substeps = 3;
    assert_same("large", &level, 2);
}

/// The same mesh with other numbers moves alike up to rounding: reordered nodes keep their own forces.
#[test]
fn node_numbers_change_positions_by_rounding_only() {
    let body = shaken(70, 70, Stuff::default());
    let (ordered, scattered) = (level(vec![body.clone()]), level(vec![shuffled(body, 3)]));
    let (mut ordered, mut scattered) = (World::new(&ordered).unwrap(), World::new(&scattered).unwrap());
    for _ in 0..4 {
        ordered.step_frame();
        scattered.step_frame();
    }
    let sorted = |world: &World| {
        let mut all = world.state().positions.clone();
        // Nodes are one unit apart, so their rounded positions identify them.
        all.sort_by_key(|at| (at.y.round() as i64, at.x.round() as i64));
        all
    };
    for (a, b) in sorted(&ordered).into_iter().zip(sorted(&scattered)) {
        assert!((a - b).length() < 1e-9, "{a} is not {b}");
    }
}

#[test]
fn piles_give_the_same_bits() {
    assert_same("pile", &pile(20, 5), 12);
}

/// Gas without area, and a body that blows up among others.
#[test]
fn collapse_and_blow_up_give_the_same_bits() {
    let mut inside_out = lattice([0.0, 0.0], 1.0, 6, 6, Stuff::default());
    for node in &mut inside_out.nodes {
        node.position[0] = -node.position[0];
    }
    let mut bomb = moved(lattice([0.0, 0.0], 1.0, 9, 3, Stuff::default()), [20.0, 0.0]);
    bomb.springs[20].stiffness = 1e200;
    bomb.springs[20].rest_length *= 1.5;
    let mut level = level(vec![
        block([-30.0, -3.0], [90.0, -1.0]),
        inside_out,
        bomb,
        moved(shaken(9, 9, Stuff::default()), [40.0, 0.0]),
    ]);
    for integrator in INTEGRATORS {
        level.world.integrator = integrator;
        assert_same(&format!("wrong, {integrator:?}"), &level, 6);
    }
    let mut world = World::new(&level).unwrap();
    (0..6).for_each(|_| world.step_frame());
    let kinds: Vec<EventKind> = world.take_events().into_iter().map(|event| event.kind).collect();
    assert!(kinds.contains(&EventKind::Collapsed) && kinds.contains(&EventKind::BlowUp), "{kinds:?}");
}

/// The hand is a force outside the sweep, added between its sums and the motion.
#[test]
fn hand_gives_the_same_bits() {
    let level = level(vec![shaken(20, 20, Stuff::default())]);
    for set in sets() {
        let (mut plain, mut swept) = (with(&level, InstructionSet::Plain), with(&level, set));
        for frame in 0..6 {
            let hand = Hand { held: Held::Node(0, 133), target: [30.0, -5.0], stiffness: 0.3, damping: 0.1 };
            for world in [&mut plain, &mut swept] {
                world.set_hand((2..4).contains(&frame).then_some(hand));
                world.step_frame();
            }
            assert_eq!(plain.state(), swept.state(), "{}, frame {frame}", set.name());
        }
    }
}

/// Another instruction set during a run, other settings, and a snapshot: a sweep keeps no state.
#[test]
fn instruction_sets_can_change_during_a_run() {
    let level = pile(9, 3);
    let mut plain = with(&level, InstructionSet::Plain);
    let mut changing = with(&level, InstructionSet::Plain);
    let all: Vec<InstructionSet> = InstructionSet::available().collect();
    for frame in 0..20 {
        assert!(changing.set_instruction_set(all[frame % all.len()]));
        let snapshot = changing.state().clone();
        changing.step_substep();
        changing.restore(&snapshot);
        plain.step_frame();
        changing.step_frame();
        assert_eq!(plain.state(), changing.state(), "frame {frame}");
    }
}
