//! The list of forces on a node adds up to the engine's total, to the last bit, and matches the formulas.

use super::support::{levels, over_some_frames};
use blobsmith::debugger::Expression;
use blobsmith::debugger::probes::ProbeSample;
use blobsmith::debugger::why::{self, Order};
use blobsmith::engine::forces::sources::{ForceList, Source};
use blobsmith::engine::forces::{ALL, PARTS};
use blobsmith::engine::{Hand, Held, Trace, World};
use blobsmith::level::{Level, Place, format};
use glam::DVec2;

fn whole(id: &str) -> Source {
    Source::Whole(ALL.iter().find(|force| force.id == id).expect("a force"))
}

#[test]
fn force_lists_add_up_to_the_total_of_the_engine() {
    let (mut nodes, mut kinds) = (0, [0; 5]);
    for (id, level) in levels() {
        over_some_frames(&level, |before, trace, _| {
            let bodies = before.layout().bodies.len();
            // For levels with very many nodes a sample is enough, because each list visits all springs of its body.
            let every = (before.layout().node_count / 400).max(1);
            for (body, node) in (0..bodies).flat_map(|body| {
                let count = before.layout().bodies[body].nodes.len();
                (0..count).step_by(every).map(move |node| (body, node))
            }) {
                let list = before.forces_on(body, node).expect("there is such a node");
                let number = before.layout().bodies[body].nodes.start + node;
                assert_eq!(list.total, trace.forces.total[number], "{id}: node {node} of body {body}");
                assert_eq!(list.acceleration, list.total * before.layout().inverse_mass[number]);
                by_kind(id, &list, number, &trace.forces, &mut kinds);
                nodes += 1;
            }
        });
    }
    assert!(nodes > 5000, "{nodes} nodes are too few");
    assert!(kinds[..4].iter().all(|&count| count > 50), "some kind of force is too rare: {kinds:?}");
}

/// Sums by kind match too, up to rounding: springs by position and by velocity, gas, decor.
fn by_kind(
    id: &str,
    list: &ForceList,
    number: usize,
    forces: &blobsmith::engine::trace::Forces,
    kinds: &mut [usize; 5],
) {
    let mut sums = [DVec2::ZERO; 6];
    let mut size = 0.0;
    for row in &list.rows {
        let kind = match row.source {
            Source::Spring { .. } | Source::Link { .. } => 1,
            Source::Gas { .. } => 2,
            Source::Decor { .. } => 3,
            source if source == whole("gravity") => 0,
            source => {
                assert_eq!(source, whole("hand"), "a new force needs a row here");
                4
            }
        };
        kinds[kind] += 1;
        match row.source {
            Source::Spring { .. } | Source::Link { .. } => {
                sums[1] += row.elastic;
                sums[2] += row.damping;
            }
            Source::Gas { .. } => sums[3] += row.force,
            Source::Decor { .. } => sums[4] += row.force,
            source => sums[if source == whole("gravity") { 0 } else { 5 }] += row.force,
        }
        assert!((row.elastic + row.damping).distance(row.force) <= 1e-12 * (1e-6 + row.force.length()), "{id}");
        size += row.elastic.length() + row.damping.length();
    }
    let traced = ["gravity", "spring", "damping", "gas", "decor", "hand"].map(|part| forces.of(part)[number]);
    for (sum, traced) in sums.into_iter().zip(traced) {
        assert!(sum.distance(traced) <= 1e-12 * (1e-9 + size), "{id}: {sum} is not {traced}");
    }
}

/// Two nodes on a spring of length 3 at rest length 2, k = 0.5, c = 0.25; the second moves away at 0.4: elastic 0.5·1 = 0.5,
/// damping 0.25·0.4 = 0.1, both towards the second. Mass 2, g = (0, -0.1): (0, -0.2).
#[test]
fn gravity_spring_and_hand_match_hand_calculation() {
    let text = "(format: 1, world: (gravity: (0, -0.1)), bodies: [(gas: 0,
        nodes: [(position: (0, 0), role: Mass(2)), (position: (3, 0), velocity: (0.4, 0))],
        springs: [(a: 1, b: 0, rest_length: 2, stiffness: 0.5, damping: 0.25)])],
        discs: [(position: (9, 9), radius: 1, mass: 4), (position: (20, 9), radius: 1, motion: Fixed)])";
    let level = format::read(text, format::TextFormat::Ron).expect("sound");
    let mut world = World::new(&level).expect("sound");
    let list = world.forces_on(0, 0).expect("there");
    let near = |a: DVec2, x: f64, y: f64| assert!(a.distance(DVec2::new(x, y)) < 1e-15, "{a}");
    assert_eq!(list.rows[0].source, whole("gravity"));
    near(list.rows[0].force, 0.0, -0.2);
    assert_eq!(list.rows[1].source, Source::Spring { spring: 0, other: 1 });
    near(list.rows[1].elastic, 0.5, 0.0);
    near(list.rows[1].damping, 0.1, 0.0);
    near(list.total, 0.6, -0.2);
    near(list.acceleration, 0.3, -0.1);
    near(world.forces_on(0, 1).expect("there").rows[1].force, -0.6, 0.0);
    // By size the spring comes first; by file gravity does.
    let first = |order| why::sorted(&list, order)[0].source;
    assert_eq!((first(Order::Size), first(Order::File)), (Source::Spring { spring: 0, other: 1 }, whole("gravity")));
    assert!((why::bars(&list) - 0.4_f64.sqrt()).abs() < 1e-15, "|(0.6, -0.2)| is the longest");
    assert_eq!(why::source_place(0, list.rows[1].source), Some(Place::Spring(0, 0)));
    assert_eq!(why::source_words(list.rows[1].source, |body| body.to_string()), "spring 0 to node 1");
    // The hand pulls with 0.1 per unit from (0, 0) to (0, 5): (0, 0.5).
    world.set_hand(Some(Hand { held: Held::Node(0, 0), target: [0.0, 5.0], stiffness: 0.1, damping: 7.0 }));
    let pulled = world.forces_on(0, 0).expect("there");
    assert_eq!(pulled.rows.last().map(|row| row.source), Some(whole("hand")));
    near(pulled.rows.last().expect("the hand").force, 0.0, 0.5);
    assert_eq!(world.forces_on(0, 1).expect("there").rows.len(), 2, "the hand holds the other node");
    // Discs: gravity 4·0.1, and the hand; a fixed disc has no forces.
    world.set_hand(Some(Hand { held: Held::Disc(0), target: [9.0, 10.0], stiffness: 0.3, damping: 0.0 }));
    let disc = world.forces_on_disc(0).expect("there");
    assert_eq!(disc.rows.len(), 2);
    near(disc.total, 0.0, -0.1);
    near(disc.acceleration, 0.0, -0.025);
    assert!(world.forces_on_disc(1).expect("there").rows.is_empty());
    assert!(world.forces_on_disc(2).is_none() && world.forces_on(0, 2).is_none() && world.forces_on(1, 0).is_none());
}

/// A square of side 2 with gas 4: S = 8, p = 0.5; each end of each side gets 0.5·2 = 1 outwards.
#[test]
fn gas_forces_match_hand_calculation() {
    let text = "(format: 1, world: (gravity: (0, 0)), bodies: [(gas: 4, nodes: [(position: (0, 0)), (position: (2, 0)),
        (position: (2, 2)), (position: (0, 2))], hull: [(0, 1), (1, 2), (2, 3), (3, 0)], triangles: [(0, 1, 2), (0, 2, 3)])])";
    let level: Level = format::read(text, format::TextFormat::Ron).expect("sound");
    let world = World::new(&level).expect("sound");
    assert_eq!(world.pressure(0), Some(0.5));
    assert_eq!(
        world.gas_on_edges(0),
        [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)].map(|(x, y)| DVec2::new(x, y))
    );
    let list = world.forces_on(0, 2).expect("there");
    let gas: Vec<(usize, DVec2)> = (list.rows.iter())
        .filter_map(|row| if let Source::Gas { edge } = row.source { Some((edge, row.force)) } else { None })
        .collect();
    assert_eq!(gas, [(1, DVec2::new(1.0, 0.0)), (2, DVec2::new(0.0, 1.0))]);
    assert_eq!(world.pressure(1), None);
}

#[test]
fn forces_and_parts_have_names_and_colours_of_their_own() {
    for (index, force) in ALL.iter().enumerate() {
        assert!(!force.parts.is_empty() && force.explanation.ends_with('.'), "{force:?}");
        assert!(ALL[..index].iter().all(|other| other.id != force.id && other.title != force.title), "{force:?}");
    }
    for (index, part) in PARTS.iter().enumerate() {
        assert_eq!(part.names.overlay, format!("force-{}", part.id()));
        assert_eq!(part.names.probe, format!("force.{}", part.id()));
        assert!(
            part.id().chars().all(|c| c.is_ascii_lowercase() || c == '_'),
            "a word of the watch language: {part:?}"
        );
        assert!(PARTS[..index].iter().all(|other| other.id() != part.id() && other.tint != part.tint), "{part:?}");
    }
}

/// The probes of the parts measure what the list has: the spring of the first node gives 0.5 and 0.1, its weight is 0.2.
#[test]
fn probes_measure_the_parts_of_the_force_on_a_node() {
    let text = "(format: 1, world: (gravity: (0, -0.1), substeps: 1), bodies: [(name: \"a\", gas: 0,
        nodes: [(position: (0, 0), role: Mass(2)), (position: (3, 0), velocity: (0.4, 0))],
        springs: [(a: 1, b: 0, rest_length: 2, stiffness: 0.5, damping: 0.25)])])";
    let level = format::read(text, format::TextFormat::Ron).expect("sound");
    let mut world = World::new(&level).expect("sound");
    let mut trace = Trace::default();
    world.step_substep_traced(&mut trace);
    let sample = ProbeSample { level: &level, world: &world, trace: Some(&trace), recorded: None, found: None };
    for (part, expected) in [("gravity", 0.2), ("spring", 0.5), ("damping", 0.1), ("gas", 0.0), ("hand", 0.0)] {
        let expression = Expression::new(&format!("node(\"a\", 0).force.{part}"), &level).expect("an expression");
        let value = expression.value(&sample, &mut expression.memory());
        assert!((value - expected).abs() < 1e-15, "{part}: {value}");
    }
}

/// A node of mass 2 at the origin, linked to a disc at (3, 0) by a spring of rest length 2 with k = 0.5 and c = 0.25; the disc moves away
/// at 0.4: elastic 0.5 · 1 = 0.5 and damping 0.25 · 0.4 = 0.1 towards each other. Weights 2 · 0.1 and 4 · 0.1.
#[test]
fn link_forces_on_node_and_disc_match_hand_calculation() {
    let text =
        "(format: 2, world: (gravity: (0, -0.1)), bodies: [(gas: 0, nodes: [(position: (0, 0), role: Mass(2))])],
        discs: [(position: (3, 0), velocity: (0.4, 0), radius: 1, mass: 4)],
        links: [(id: \"rope\", a: node((0, 0)), b: point((0, 5)), kind: Stick(length: 5)),
            (id: \"arm\", a: node((0, 0)), b: disc(0), kind: Spring(rest_length: 2, stiffness: 0.5, damping: 0.25))])";
    let level = format::read(text, format::TextFormat::Ron).expect("sound");
    let world = World::new(&level).expect("sound");
    let near = |a: DVec2, x: f64, y: f64| assert!(a.distance(DVec2::new(x, y)) < 1e-15, "{a}");
    let list = world.forces_on(0, 0).expect("there");
    assert_eq!(
        list.rows.iter().map(|row| row.source).collect::<Vec<_>>(),
        [whole("gravity"), Source::Link { link: 1 }]
    );
    near(list.rows[1].elastic, 0.5, 0.0);
    near(list.rows[1].damping, 0.1, 0.0);
    near(list.total, 0.6, -0.2);
    let of_disc = world.forces_on_disc(0).expect("there");
    near(of_disc.rows[1].force, -0.6, 0.0);
    near(of_disc.total, -0.6, -0.4);
    near(of_disc.acceleration, -0.15, -0.1);
    assert_eq!(why::source_place(0, list.rows[1].source), Some(Place::Link(1)));
    assert_eq!(why::source_words(list.rows[1].source, |body| body.to_string()), "link 1");
}
