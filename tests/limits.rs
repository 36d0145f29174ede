//! Limits on work: inputs that once took seconds stay within the limits of `docs/limits.md`.

use blobsmith::debugger::recording;
use blobsmith::engine::{EventKind, World};
use blobsmith::level::checks;
use blobsmith::level::format::{TextFormat, read};
use blobsmith::level::{Body, Disc, Level, Motion, Node};
use std::time::Instant;

/// Numbers in [0, 1) with a fixed seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn disc(position: [f64; 2], velocity: [f64; 2], radius: f64, motion: Motion) -> Disc {
    Disc { name: String::new(), position, velocity, radius, mass: 1.0, restitution: 1.0, friction: 0.0, motion }
}

fn level(discs: Vec<Disc>) -> Level {
    let mut level = Level { discs, ..Level::default() };
    level.world.substeps = 8;
    level
}

/// Elastic discs in rows without room between them, in a box of fixed discs.
fn heap(count: usize) -> Level {
    let (mut random, columns) = (Random(3), (count as f64).sqrt().ceil() as usize);
    let mut discs = Vec::new();
    for index in 0..count {
        let (row, column) = (index / columns, index % columns);
        let at = [0.9 * (column as f64 + if row % 2 == 0 { 0.5 } else { 1.0 }), 0.9 * (0.5 + 0.866 * row as f64)];
        let velocity = [0.2 * random.next() - 0.1, 0.2 * random.next() - 0.1];
        discs.push(disc(at, velocity, 0.45 + 0.05 * random.next(), Motion::Dynamic));
    }
    let width = 0.9 * (columns as f64 + 1.0);
    for index in 0..=columns + 2 {
        let along = 0.9 * index as f64;
        for at in [[along, -0.6], [-0.6, along], [width + 0.6, along]] {
            discs.push(disc(at, [0.0, 0.0], 0.5, Motion::Fixed));
        }
    }
    level(discs)
}

/// Most contacts of one substep, and whether the limit was reported.
fn most_contacts(level: &Level, substeps: usize) -> (u64, bool) {
    let mut world = World::new(level).unwrap();
    let (mut most, mut is_reported) = (0, false);
    for _ in 0..substeps {
        let before = world.contact_count();
        world.step_substep();
        most = most.max(world.contact_count() - before);
        is_reported |= world.take_events().iter().any(|event| event.kind == EventKind::ManyImpacts);
        assert!(world.state().disc_positions.iter().all(|position| position.is_finite()));
    }
    (most, is_reported)
}

#[test]
fn impact_limit_holds_for_a_crowded_elastic_heap() {
    let level = heap(2000);
    let (most, is_reported) = most_contacts(&level, 6);
    let limit = 16 * level.discs.len() as u64 + (1 << 14);
    assert!(most <= limit, "{most} impacts in a substep, the limit is {limit}");
    assert!(most > 10_000, "the scene does not test the limit: {most} impacts");
    assert!(is_reported);
}

#[test]
fn neighbour_limit_holds_for_a_disc_among_overlapping_fixed_ones() {
    let mut discs = vec![disc([0.0, 0.0], [0.3, -1.0], 0.6, Motion::Dynamic)];
    for index in 0..32 {
        let (sin, cos) = (f64::from(index) / 32.0 * std::f64::consts::TAU).sin_cos();
        discs.push(disc([0.95 * cos, 0.95 * sin], [0.0, 0.0], 0.5, Motion::Fixed));
    }
    // Each impact looks at the 32 others, in eight fours or nine.
    let limit = (256 * 33 + (1 << 15)) / 8 + 1;
    let (most, is_reported) = most_contacts(&level(discs), 16);
    assert!(most <= limit, "{most} impacts in a substep, the limit is {limit}");
    assert!(is_reported);
}

#[test]
fn neighbour_limit_holds_for_2000_discs_at_one_place() {
    let mut random = Random(5);
    let mut number = || 2.0 * random.next() - 1.0;
    let discs = (0..2000).map(|_| disc([number(), number()], [number(), number()], 1.0, Motion::Dynamic)).collect();
    // Each disc looks at hundreds of others after an impact, so that the budget ends after some thousand impacts. Without
    // it there were 390,000.
    let (most, is_reported) = most_contacts(&level(discs), 2);
    assert!(most <= 5_000, "{most} impacts in a substep");
    assert!(is_reported);
}

#[test]
fn impact_limit_allows_the_3141_impacts_of_galperin() {
    // Galperin: a block of 100^4 times the mass pushes another one against a wall; they meet 31415 times, of which
    // 16384 in one substep are allowed. With 100^3 it is 3141 in all, the digits of pi.
    let mut level = level(vec![
        Disc { mass: 1e6, ..disc([3.0, 0.0], [-1.0, 0.0], 0.5, Motion::Dynamic) },
        disc([1.5, 0.0], [0.0, 0.0], 0.5, Motion::Dynamic),
        disc([0.0, 0.0], [0.0, 0.0], 0.5, Motion::Fixed),
    ]);
    level.world.gravity = [0.0, 0.0];
    level.world.substeps = 1;
    level.world.frame_time = 10.0;
    let (contacts, is_reported) = most_contacts(&level, 1);
    assert!((3_141..=3_142).contains(&contacts), "{contacts} impacts");
    assert!(!is_reported);
}

#[test]
fn recording_of_40000_branches_loads_in_linear_time() {
    let branches = |count: usize| {
        let ids: Vec<String> = (1..=count).map(|id| format!("{{\"id\": {id}}}")).collect();
        format!(
            r#"{{"recording": 1, "level": {{"format": 1, "bodies": [{{"nodes": [{{"position": [0, 0]}}]}}]}},
            "present": {count}, "branches": [{}]}}"#,
            ids.join(", ")
        )
    };
    let seconds = |text: &str| {
        let start = Instant::now();
        let (_, mut run) = recording::read(text, TextFormat::Json).unwrap();
        let elapsed = start.elapsed().as_secs_f64();
        // The present branch and the 64 newest others.
        assert_eq!(run.branches().len(), 65);
        assert_eq!(run.take_dropped_branches().len() + 65, text.matches("\"id\"").count());
        elapsed
    };
    let [few, many] = [branches(5_000), branches(40_000)];
    let (few, many) = (seconds(&few).max(0.02), seconds(&many));
    assert!(many < 24.0 * few, "eight times the branches take {} times as long", many / few);
}

/// A body of overlapping triangles, each a loop of the hull.
fn triangles(count: usize) -> Level {
    let mut random = Random(7);
    let mut body = Body::default();
    while body.triangles.len() < count {
        let corners = [(); 3].map(|()| [10.0 * random.next(), 10.0 * random.next()]);
        let [a, b, c] = corners;
        if (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) < 0.1 {
            continue;
        }
        let first = body.nodes.len();
        body.nodes.extend(corners.map(Node::at));
        body.hull.extend([[first, first + 1], [first + 1, first + 2], [first + 2, first]]);
        body.triangles.push([first, first + 1, first + 2]);
    }
    Level { bodies: vec![body], ..Level::default() }
}

#[test]
fn crossing_check_of_30000_triangles_stops_with_a_message() {
    let findings = checks::check(&triangles(30_000));
    let finding = findings.iter().find(|finding| finding.rule == "hull-self-intersection").unwrap();
    assert!(finding.message.contains("overlap too much"), "{}", finding.message);
    // A hull of that kind that is small enough is looked at in full.
    let findings = checks::check(&triangles(300));
    let finding = findings.iter().find(|finding| finding.rule == "hull-self-intersection").unwrap();
    assert!(!finding.message.contains("overlap too much"), "{}", finding.message);
}

#[test]
fn crossing_check_distinguishes_1500_nested_loops() {
    let mut body = Body::default();
    for ring in 0..1500 {
        // Large enough beside the outermost one that their areas count.
        let (first, half) = (body.nodes.len(), 10.0 + f64::from(ring));
        body.nodes.extend([[-half, -half], [half, -half], [half, half], [-half, half]].map(Node::at));
        body.hull.extend([0, 1, 2, 3].map(|corner| [first + corner, first + (corner + 1) % 4]));
    }
    let level = Level { bodies: vec![body], ..Level::default() };
    let findings = checks::check(&level);
    assert!(findings.iter().all(|finding| finding.rule != "hull-self-intersection"));
    // Every other ring is a hole, and runs the wrong way: the outermost is none.
    let finding = findings.iter().find(|finding| finding.rule == "hull-orientation").unwrap();
    assert_eq!(finding.fix.as_deref(), Some("Reverse 750 loops"));
}

#[test]
fn nesting_limit_holds_for_values_read_back() {
    let text = format!("{}1", "[".repeat(100_000));
    assert!(read(&text, TextFormat::Json).is_err() && read(&text, TextFormat::Ron).is_err());
}
