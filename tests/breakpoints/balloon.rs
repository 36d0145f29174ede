//! Balloon checks: areas compared with a count of grid points, the comparison of runs on the gallery and on random
//! balloons, and hulls without a valid fan (000 §E.1).

use blobsmith::debugger::balloon::{Triangulation, examine, pair, prove, verdict};
use blobsmith::debugger::{Input, Run, balloon::Proof};
use blobsmith::engine::World;
use blobsmith::geometry::cover::{Cover, Fill, cover, quad_area};
use blobsmith::geometry::{DVec2, polygon};
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::{Body, Integrator, Level, Motion, Node, Place, Role, Spring, edit, gallery};
use std::sync::Arc;

fn level(id: &str) -> Level {
    format::read(gallery::level(id).expect("in the gallery").text, TextFormat::Ron).expect("it reads")
}

fn balloon_of(level: &Level) -> usize {
    level.bodies.iter().position(|body| body.name == "balloon").expect("there is a balloon")
}

/// Pseudo-random numbers in 0..1, identical on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as f64 / (1u64 << 31) as f64
    }

    fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}

/// Hull area, painted, spilled and unpainted area, by counting the centres of grid cells.
fn by_grid(points: &[DVec2], hull: &[[u32; 2]], triangles: &[[u32; 3]], fill: Fill) -> ([f64; 4], f64) {
    const CELLS: u32 = 200;
    let (mut min, mut max) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    points.iter().for_each(|&at| (min, max) = (min.min(at), max.max(at)));
    let cell = (max - min) / f64::from(CELLS);
    let mut counts = [0u32; 4];
    for index in 0..CELLS * CELLS {
        let at = min + cell * DVec2::new(f64::from(index % CELLS) + 0.5, f64::from(index / CELLS) + 0.5);
        let is_inside = polygon::contains(hull.iter().map(|ends| ends.map(|n| points[n as usize]).into()), at);
        let is_painted = triangles.iter().any(|corners| {
            let [a, b, c] = corners.map(|n| points[n as usize]);
            let sides = [(a, b), (b, c), (c, a)].map(|(p, q)| polygon::doubled_triangle_area(p, q, at));
            sides.iter().all(|&side| side > 0.0) || (fill == Fill::All && sides.iter().all(|&side| side < 0.0))
        });
        for (count, is_it) in
            counts.iter_mut().zip([is_inside, is_painted, is_painted && !is_inside, is_inside && !is_painted])
        {
            *count += u32::from(is_it);
        }
    }
    (counts.map(|count| f64::from(count) * cell.x * cell.y), cell.x.max(cell.y))
}

/// A count of grid points is off by at most the cells on the rim, usually much less.
fn agrees(found: &Cover, points: &[DVec2], hull: &[[u32; 2]], triangles: &[[u32; 3]], fill: Fill, what: &str) {
    let (counted, cell) = by_grid(points, hull, triangles, fill);
    let length = |ends: [u32; 2]| points[ends[0] as usize].distance(points[ends[1] as usize]);
    let rim: f64 = hull.iter().map(|&ends| length(ends)).sum::<f64>()
        + triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).map(length).sum::<f64>();
    let found_all = [found.hull, found.painted, found.spill, found.unpainted];
    for (area, count) in found_all.into_iter().zip(counted) {
        assert!((area - count).abs() < 0.12 * rim * cell, "{what}: {found_all:?} {counted:?}");
    }
    assert!((found.painted - found.spill + found.unpainted - found.hull).abs() < 1e-9 * found.hull.max(found.painted));
    let pieces = |quads: &[[DVec2; 4]]| quads.iter().map(quad_area).sum::<f64>();
    assert!((pieces(&found.spilled) - found.spill).abs() < 1e-9 * found.painted.max(1e-9), "{what}");
    assert!((pieces(&found.bare) - found.unpainted).abs() < 1e-9 * found.hull.max(1e-9), "{what}");
}

#[test]
fn cover_of_random_hulls_matches_a_grid_count() {
    let mut random = Random(7);
    for case in 0..40 {
        let count = 3 + (random.next() * 9.0) as u32;
        let shift = DVec2::splat(if case % 3 == 0 { 1000.0 } else { 0.0 });
        let points: Vec<DVec2> = (0..count).map(|_| shift + DVec2::new(random.next(), random.next())).collect();
        let hull: Vec<[u32; 2]> = (0..count).map(|node| [node, (node + 1) % count]).collect();
        let mut corner = || (random.next() * f64::from(count)) as u32;
        let triangles: Vec<[u32; 3]> = match case % 2 {
            0 => (1..count - 1).map(|node| [0, node, node + 1]).collect(),
            _ => (0..count).map(|_| [corner(), corner(), corner()]).collect(),
        };
        for fill in [Fill::Culled, Fill::All] {
            let found = cover(&points, &hull, &triangles, fill).expect("it is small");
            agrees(&found, &points, &hull, &triangles, fill, &format!("case {case} {fill:?}"));
        }
    }
}

#[test]
fn balloon_spill_matches_a_grid_count_and_the_fan_has_none() {
    let level = level("10-balloon-bare");
    let body = balloon_of(&level);
    let mut world = World::new(&level).unwrap();
    let mut spilled = 0;
    for frame in 1..=40u64 {
        world.step_frame();
        let report = examine(&level, &world, body).expect("it is there");
        let paint = report.paint(Triangulation::Present).expect("it has triangles");
        assert_eq!(paint.cover, world.cover(body, Fill::Culled).map(|cover| Cover { ..cover }).unwrap());
        if paint.flipped > 0 {
            spilled += u32::from(paint.cover.spill > 0.0);
            agrees(&paint.cover, &paint.points, &paint.hull, &paint.triangles, Fill::Culled, &format!("frame {frame}"));
        } else {
            assert_eq!((paint.cover.spill, paint.cover.unpainted), (0.0, 0.0), "frame {frame}");
        }
        for triangulation in [Triangulation::Fan, Triangulation::New] {
            let paint = report.paint(triangulation).expect("its hull is a star");
            assert!(paint.is_exact() && (paint.cover.painted - report.area).abs() < 1e-12 * report.area, "{frame}");
        }
        assert!(report.hidden.is_empty());
        assert_eq!(verdict(&level, &report).is_sound, paint.flipped == 0);
    }
    assert!(spilled > 15, "{spilled}");
}

#[test]
fn fan_does_not_change_the_balloon_of_the_gallery() {
    for id in ["10-balloon-bare", "11-balloon-barycentre"] {
        let level = Arc::new(level(id));
        let body = balloon_of(&level);
        let proof = prove(&level, body, 300).expect("the pair can be made");
        assert_eq!(proof.difference(), None, "{id}");
        let [without, with] = proof.hashes();
        assert_eq!(without, with);
        assert!(proof.describe().starts_with("300 frames, hash "), "{}", proof.describe());
        let [without, with] = pair(&level, body).unwrap();
        assert_eq!([without, with].map(|level| level.bodies[body].nodes.len()), [24, 25], "{id}");
    }
}

/// A ring of nodes with springs along its rim and gas, with triangles between its nodes.
fn random_balloon(random: &mut Random) -> Body {
    let count = 5 + (random.next() * 16.0) as usize;
    let middle = DVec2::new(random.within(-50.0, 50.0), 4.0);
    let node = |index: usize, random: &mut Random| {
        let angle = std::f64::consts::TAU * index as f64 / count as f64;
        let at = middle + DVec2::new(angle.cos(), angle.sin()) * random.within(1.0, 1.4);
        let velocity = [random.within(-0.1, 0.1), random.within(-0.1, 0.1)];
        Node { role: Role::Mass(random.within(0.5, 2.0)), velocity, ..Node::at(at.to_array()) }
    };
    let nodes: Vec<Node> = (0..count).map(|index| node(index, random)).collect();
    let spring = |index: usize, random: &mut Random| Spring {
        a: index,
        b: (index + 1) % count,
        rest_length: random.within(0.3, 0.8),
        stiffness: random.within(0.2, 0.6),
        damping: random.within(0.0, 0.1),
    };
    let springs = (0..count).map(|index| spring(index, random)).collect();
    let hull = (0..count).map(|index| [index, (index + 1) % count]).collect();
    let mut body = Body { nodes, springs, hull, gas: random.within(0.2, 1.0), ..Body::default() };
    edit::fill::fill(&mut body).expect("it is a star");
    body
}

/// A random balloon that falls on a floor.
fn random_level(seed: u64) -> Level {
    let mut random = Random(seed);
    let balloon = random_balloon(&mut random);
    let corners = [[-80.0, -2.0], [80.0, -2.0], [80.0, random.within(0.5, 2.0)], [-80.0, 1.0]].map(Node::at);
    let hull = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
    let floor = Body { nodes: corners.to_vec(), hull, motion: Motion::Fixed, ..Body::default() };
    let mut level = Level { bodies: vec![floor, balloon, random_balloon(&mut random)], ..Level::default() };
    level.world.gravity = [0.0, -0.02];
    level.world.integrator =
        [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet][seed as usize % 3];
    level
}

#[test]
fn fan_does_not_change_random_balloons() {
    for seed in 0..24 {
        let level = Arc::new(random_level(seed));
        for body in [1, 2] {
            let proof = prove(&level, body, 60).expect("it is a star");
            assert_eq!(proof.difference(), None, "seed {seed}: {}", proof.describe());
        }
    }
}

#[test]
fn proof_includes_the_inputs_of_a_run() {
    let level = Arc::new(level("10-balloon-bare"));
    let body = balloon_of(&level);
    let bare = prove(&level, body, 40).unwrap().hashes();
    let mut run = Run::new(level).unwrap();
    run.nudge(Place::Node(body, 3), [0.3, 0.1]).unwrap();
    assert!(matches!(run.journal().entries()[0].input, Input::Nudge(_)));
    let mut proof = Proof::new(&run, body, 40).unwrap();
    let mut slices = 0;
    while !proof.go_on(|| false) {
        slices += 1;
    }
    assert!(slices > 40, "it continues after each slice");
    assert_eq!((proof.difference(), proof.progress()), (None, (40, 40)));
    assert_ne!(proof.hashes(), bare, "both runs have the push");
}

#[test]
fn proof_reports_triangles_that_do_not_tile_the_hull() {
    let mut level = level("10-balloon-bare");
    let body = balloon_of(&level);
    level.bodies[body].triangles.pop();
    let proof = prove(&Arc::new(level), body, 20).unwrap();
    let found = proof.difference().expect("the gas has another area");
    assert_eq!((found.frame, found.place.body()), (1, Some(body)));
    assert!(proof.describe().contains("did not tile the hull"), "{}", proof.describe());
    let [without, with] = proof.hashes();
    assert_ne!(without, with);
}

#[test]
fn hull_without_a_valid_fan_is_reported_and_triangulated() {
    // A staple: the barycentre of its eight equal masses, (2, 1.75), is in the gap, on the outside of its three walls.
    let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [3.0, 3.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
    let hull: Vec<[usize; 2]> = (0..8).map(|index| [index, (index + 1) % 8]).collect();
    let mut body = Body { nodes: corners.map(Node::at).to_vec(), hull, ..Body::default() };
    edit::fill::fill(&mut body).expect("it does not cross itself");
    let level = Level { bodies: vec![body], ..Level::default() };
    let world = World::new(&level).unwrap();
    let report = examine(&level, &world, 0).unwrap();
    assert_eq!((report.barycentre, &report.hidden[..]), (DVec2::new(2.0, 1.75), &[3, 4, 5][..]));
    // Those three are culled; other triangles of the fan reach across the gap.
    let fan = report.paint(Triangulation::Fan).unwrap();
    assert_eq!(fan.flipped, 3);
    assert!(fan.cover.spill > 0.5 && !fan.is_exact());
    agrees(&fan.cover, &fan.points, &fan.hull, &fan.triangles, Fill::Culled, "staple");
    let new = report.paint(Triangulation::New).unwrap();
    assert!(new.is_exact() && new.cover.painted == 8.0);
    let said = verdict(&level, &report);
    assert!(said.is_sound && !said.fan_is_sound);
    assert!(said.text.contains("Even a fan from the barycentre fails here"), "{}", said.text);
    assert!(said.text.contains("is outside of 3 hull edges (3, 4, 5)"), "{}", said.text);
    assert!(prove(&Arc::new(level), 0, 3).is_err_and(|reason| reason.contains("not star-shaped")));
}

#[test]
fn self_crossing_hull_is_triangulated_with_additional_corners() {
    let corners = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]];
    let hull: Vec<[usize; 2]> = (0..4).map(|index| [index, (index + 1) % 4]).collect();
    let triangles = vec![[0, 1, 2], [0, 2, 3]];
    let body = Body { nodes: corners.map(Node::at).to_vec(), hull, triangles, ..Body::default() };
    let level = Level { bodies: vec![body], ..Level::default() };
    let world = World::new(&level).unwrap();
    let report = examine(&level, &world, 0).unwrap();
    let new = report.paint(Triangulation::New).unwrap();
    assert!(new.points.len() > 4 && (new.cover.painted - 2.0).abs() < 1e-12 && new.is_exact());
    assert_eq!(
        report.paint(Triangulation::Present).map(|paint| [paint.cover.spill, paint.cover.unpainted]),
        Some([1.0, 1.0])
    );
    assert_eq!(report.paint(Triangulation::Present).map(|paint| paint.filled), Some([1.0, 0.0]));
    assert!(!verdict(&level, &report).fan_is_sound);
}
