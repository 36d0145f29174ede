//! `shrink`: the smallest level is known by hand, no further part can be removed, and the saved level works as a test.

use super::support::{Said, file, program};
use blobsmith::debugger::shrink::{Failure, Refusal, ShrinkEffort, Shrunk, shrink};
use blobsmith::debugger::trial::FirstTrue;
use blobsmith::debugger::{Expression, Moment};
use blobsmith::level::checks::{Severity, check};
use blobsmith::level::edit::remove;
use blobsmith::level::format::{TextFormat, load_level, read};
use blobsmith::level::{
    Body, CollisionFilter, Disc, Each, Holds, Level, Link, LinkEnd, LinkKind, Marker, MarkerShape, Motion, Node, Place,
    Spring, gallery,
};
use std::path::Path;

fn effort() -> ShrinkEffort {
    ShrinkEffort::default()
}

fn shrunk(level: &Level, condition: &str, each: Each, frames: u64, effort: ShrinkEffort) -> Shrunk {
    let failure = Failure { condition: condition.to_owned(), each, frames };
    shrink(level, &failure, effort, &mut |_| true).expect("it fails")
}

/// Twelve nodes in a row joined by springs at their rest length, except the sixth, whose rest length is three times the
/// drawn one; a fan of triangles over it, and parts without effect on it.
fn row() -> Level {
    let nodes = (0..12).map(|x| Node::at([f64::from(x), 0.0])).collect();
    let spring =
        |a: usize| Spring { a, b: a + 1, rest_length: if a == 5 { 3.0 } else { 1.0 }, stiffness: 0.25, damping: 0.01 };
    let body = Body {
        name: "row".to_owned(),
        nodes,
        springs: (0..11).map(spring).collect(),
        triangles: (1..11).map(|b| [0, b, b + 1]).collect(),
        gas: 0.0,
        ..Body::default()
    };
    let idle = Body { nodes: vec![Node::at([0.0, 50.0]), Node::at([1.0, 50.0])], ..Body::default() };
    let disc = Disc {
        name: String::new(),
        position: [80.0, 80.0],
        velocity: [0.0, 0.0],
        radius: 1.0,
        mass: 1.0,
        restitution: 1.0,
        friction: 0.0,
        motion: Motion::Dynamic,
        ..Disc::default()
    };
    Level { bodies: vec![idle.clone(), body, idle], discs: vec![disc.clone(), disc], ..Level::default() }
}

/// Only a spring under compression gets longer: that needs the spring and its two ends.
#[test]
fn shrink_of_a_row_leaves_two_nodes_and_a_spring() {
    let found = shrunk(&row(), "max(spring.length) > 1.5", Each::Frame, 100, effort());
    assert!(found.is_complete);
    let left: Vec<(&str, usize)> = found.after.rows().into_iter().filter(|row| row.1 > 0).collect();
    assert_eq!(left, [("bodies", 1), ("nodes", 2), ("springs", 1)]);
    let [spring] = &found.level.bodies[0].springs[..] else { panic!("one spring") };
    // The remaining spring still gets longer than 1.5 by itself.
    assert!(spring.rest_length >= 1.5 && spring.stiffness > 0.0, "{spring:?}");
    assert_eq!((found.level.world.gravity, spring.damping), ([0.0, 0.0], 0.0), "{:?}", found.simpler);
    assert_eq!(found.failure.condition, "max(spring.length) > 1.5");
}

/// After n frames the velocity is -0.02 n, so at frame 3 it is below -0.05. Only one node is needed, which then has
/// another number; and gravity.
#[test]
fn shrink_renumbers_the_parts_of_the_condition() {
    let from_start = ShrinkEffort { keeps_start: true, ..effort() };
    let found = shrunk(&row(), "node(1, 7).vy < -0.05 and node(\"row\", 7).x > 6.5", Each::Frame, 100, from_start);
    assert_eq!(found.failure.condition, "node(0, 0).vy < -0.05 and node(\"row\", 0).x > 6.5");
    assert_eq!((found.after.bodies, found.after.nodes, found.after.springs), (1, 1, 0));
    assert_eq!((found.first, found.failure.frames, found.moved_by), ((3, 0), 3, 0));
    assert_eq!(found.level.world.gravity, [0.0, -0.02]);
    assert_eq!(found.level.bodies[0].nodes[0].position, [7.0, 0.0]);
    // With permission to begin later, the level begins one frame before the moment.
    let later =
        shrunk(&row(), "node(1, 7).vy < -0.05", Each::Frame, 100, ShrinkEffort { keeps_numbers: true, ..effort() });
    assert_eq!((later.first, later.moved_by), ((1, 0), 2));
    assert!((later.level.bodies[0].nodes[0].velocity[1] + 0.04).abs() < 1e-15);
    // A condition on the number of the frame prevents a later beginning.
    let timed = shrunk(&row(), "frame == 30", Each::Frame, 100, effort());
    assert_eq!((timed.first, timed.moved_by, timed.after.bodies, timed.after.discs), ((30, 0), 0, 0, 0));
}

fn squares() -> Level {
    read(gallery::level("04-squares-distance").expect("a level").text, TextFormat::Ron).expect("a level")
}

fn fails(level: &Level, failure: &Failure) -> Option<Moment> {
    let condition = Expression::condition(&failure.condition, level).ok()?;
    FirstTrue::new(level, &condition, failure.each, failure.frames + 1).expect("it runs").find()
}

/// Without any one of its parts the wrong edge of 000 §E.2 is no longer chosen.
#[test]
fn shrink_result_of_two_squares_is_minimal() {
    let level = squares();
    let condition = "problem(\"wrong-edge\") > 0";
    let found = shrunk(&level, condition, Each::Substep, 20, effort());
    assert!(found.is_complete);
    assert_eq!(fails(&found.level, &found.failure), Some(found.first));
    assert!(found.first > (0, 0));
    assert_eq!(found.after.bodies, 2, "a contact needs two bodies");
    assert!(found.after.nodes < Level::clone(&level).bodies.iter().map(|body| body.nodes.len()).sum());
    assert!(check(&found.level).iter().all(|finding| finding.severity < Severity::Error));
    let bodies = found.level.bodies.iter().enumerate();
    let parts = bodies.flat_map(|(index, body)| {
        let nodes = (0..body.nodes.len()).map(move |node| Place::Node(index, node));
        let springs = (0..body.springs.len()).map(move |spring| Place::Spring(index, spring));
        let triangles = (0..body.triangles.len()).map(move |triangle| Place::Triangle(index, triangle));
        nodes.chain(springs).chain(triangles)
    });
    for part in parts {
        let mut less = found.level.clone();
        remove(&mut less, &[part]).expect("it is there");
        let is_sound = check(&less).iter().all(|finding| finding.severity < Severity::Error);
        let still = fails(&less, &found.failure);
        assert!(!is_sound || matches!(still, None | Some((0, 0))), "without {part}: {still:?}");
    }
    let again = shrunk(&level, condition, Each::Substep, 20, effort());
    assert_eq!((again.level, again.runs), (found.level, found.runs), "the same every time");
}

#[test]
fn shrink_returns_the_smallest_level_when_stopped() {
    let level = row();
    let failure = Failure { condition: "max(spring.length) > 1.5".to_owned(), each: Each::Frame, frames: 100 };
    for most_runs in 1..12 {
        let found = shrunk(&level, &failure.condition, Each::Frame, 100, ShrinkEffort { most_runs, ..effort() });
        assert!(!found.is_complete && found.runs <= most_runs);
        assert!(fails(&found.level, &failure).is_some(), "{most_runs}");
    }
    let stopped = shrink(&level, &failure, effort(), &mut |progress| progress.runs < 5).expect("it fails");
    assert!(!stopped.is_complete && fails(&stopped.level, &failure).is_some());
    let never = Failure { condition: "max(spring.length) > 9".to_owned(), ..failure.clone() };
    assert_eq!(shrink(&level, &never, effort(), &mut |_| true).err(), Some(Refusal::Never));
    assert_eq!(shrink(&level, &failure, effort(), &mut |_| false).err(), Some(Refusal::Stopped));
}

fn run(args: &[&str]) -> Said {
    program(args).output().expect("the program starts").into()
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a UTF-8 path")
}

#[test]
fn shrink_saves_a_level_with_its_expectation() {
    let text = blobsmith::level::format::write(&row(), TextFormat::Ron);
    let (folder, path) = file("row.ron", text);
    let saved = folder.path().join("bug.ron");
    let args = ["shrink", name(&path), "--until", "max(spring.length) > 1.5", "--frames", "100"];
    let said = run(&[&args[..], &["-o", name(&saved)]].concat()).fine();
    for words in ["nodes", "16", "2", "condition: max(spring.length) > 1.5", "runs; saved in"] {
        assert!(said.text().contains(words), "{words}: {}", said.text());
    }
    let level = load_level(&saved).expect("a level");
    let extra = level.editor.as_ref().expect("an extra");
    assert_eq!((extra.expect[0].holds, extra.expect[0].condition.as_str()), (Holds::Never, "max(spring.length) > 1.5"));
    assert_eq!(extra.breakpoints[0].condition, "max(spring.length) > 1.5");
    // With the bug …
    let said = run(&["check", "--run", name(&saved)]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.text().contains("never max(spring.length) > 1.5"), "{}", said.text());
    // … and without it the test passes.
    let mut fixed = level.clone();
    fixed.bodies[0].springs[0].rest_length = 1.0;
    fixed.bodies[0].nodes.iter_mut().for_each(|node| node.velocity = [0.0, 0.0]);
    let positions = [[0.0, 0.0], [1.0, 0.0]];
    fixed.bodies[0].nodes.iter_mut().zip(positions).for_each(|(node, position)| node.position = position);
    blobsmith::level::format::save(&fixed, &saved).expect("saved");
    assert_eq!(run(&["check", "--run", name(&saved)]).code, Some(0));
    // Without -o the same level goes to stdout. A level that demonstrates something expects it.
    let said = run(&[&args[..], &["--expect", "eventually"]].concat()).fine();
    let shown = read(said.text(), TextFormat::Ron).expect("a level");
    assert_eq!((shown.bodies, shown.editor.expect("an extra").expect[0].holds), (level.bodies, Holds::Eventually));
    let said = run(&["shrink", name(&path), "--until", "max(spring.length) > 9", "--frames", "9"]);
    assert_eq!((said.code, said.text()), (Some(1), ""));
    assert!(said.err.contains("not true in 9 frames"), "{}", said.err);
    let said = run(&["shrink", name(&path), "--until", "spring.length"]);
    assert_eq!((said.code, said.text()), (Some(2), ""));
}

#[test]
fn shrink_and_sweep_refuse_missing_folders_before_the_run() {
    let text = blobsmith::level::format::write(&row(), TextFormat::Ron);
    let (folder, path) = file("row.ron", text);
    let nowhere = folder.path().join("nowhere").join("bug.ron");
    // A run of several minutes.
    let args = ["shrink", name(&path), "--until", "frame > 90000000", "--frames", "99999999", "-o", name(&nowhere)];
    let said = run(&args);
    assert_eq!((said.code, said.text()), (Some(2), ""));
    assert!(said.err.contains("there is no folder"), "{}", said.err);
    let args = ["sweep", name(&path), "--vary", "world.substeps=1,2", "--frames", "99999999"];
    let table = folder.path().join("nowhere").join("a.csv");
    let said = run(&[&args[..], &["--csv", name(&table)]].concat());
    assert_eq!((said.code, said.text()), (Some(2), ""));
    assert!(said.err.contains("there is no folder"), "{}", said.err);
}

fn link(a: LinkEnd, b: LinkEnd, kind: LinkKind) -> Link {
    Link {
        id: String::new(),
        a,
        b,
        kind,
        collide: false,
        tags: vec!["rope".to_owned()],
        properties: Default::default(),
    }
}

/// A spring link pulls the second disc to the right: the disc and this link are left, without what has no effect.
#[test]
fn shrink_keeps_the_link_that_pulls() {
    let disc = |x: f64, y: f64| Disc { position: [x, y], radius: 0.25, ..Disc::default() };
    let pulled = Disc {
        collision: CollisionFilter { category: 2, ..CollisionFilter::default() },
        tags: vec!["ball".to_owned()],
        ..disc(4.0, 1.0)
    };
    let spring = |damping: f64| LinkKind::Spring { rest_length: 0.5, stiffness: 0.25, damping };
    let (far, near) = (LinkEnd::Point([7.0, 1.0]), LinkEnd::Node([0, 0]));
    let marker = Marker {
        id: String::new(),
        name: "goal".to_owned(),
        shape: MarkerShape::Point([9.0, 9.0]),
        tags: Vec::new(),
        properties: Default::default(),
    };
    let level = Level {
        bodies: vec![Body { nodes: vec![Node::at([0.0, 40.0]), Node::at([1.0, 40.0])], ..Body::default() }],
        discs: vec![disc(-20.0, 3.0), pulled, disc(20.0, 3.0)],
        links: vec![
            link(LinkEnd::Disc(0), near, spring(0.0)),
            link(LinkEnd::Disc(1), far, spring(0.01)),
            link(LinkEnd::Disc(2), LinkEnd::Point([20.0, 5.0]), LinkKind::Stick { length: 2.0 }),
        ],
        markers: vec![marker],
        ..Level::default()
    };
    let from_start = ShrinkEffort { keeps_start: true, ..effort() };
    let found = shrunk(&level, "disc(1).vx > 0.5", Each::Frame, 30, from_start);
    let left: Vec<(&str, usize)> = found.after.rows().into_iter().filter(|row| row.1 > 0).collect();
    assert_eq!(left, [("discs", 1), ("links", 1)]);
    assert_eq!(found.failure.condition, "disc(0).vx > 0.5");
    let [kept] = &found.level.links[..] else { panic!("one link") };
    assert_eq!((kept.a, kept.b, kept.collide, kept.tags.len()), (LinkEnd::Disc(0), far, true, 0));
    let LinkKind::Spring { rest_length, stiffness, damping } = kept.kind else { panic!("{:?}", kept.kind) };
    assert_eq!((rest_length, damping), (0.5, 0.0));
    assert!((0.2..=0.3).contains(&stiffness), "a number with fewer digits near 0.25: {stiffness}");
    assert_eq!(found.level.discs[0].collision, CollisionFilter::default());
}
