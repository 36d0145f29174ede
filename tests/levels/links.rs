//! Links, collision categories and sensors: levels 60 to 65.

use super::support::{FRAMES, Run, turn};
use blobsmith::engine::{EventKind, SensorEvent};
use blobsmith::geometry::DVec2;
use blobsmith::level::{LinkEnd, LinkKind, Place};

/// Position of an end of a link.
fn end(run: &Run, end: LinkEnd) -> DVec2 {
    match end {
        LinkEnd::Node([body, node]) => run.node(body, node),
        LinkEnd::Disc(disc) => run.disc(disc),
        LinkEnd::Point(point) => DVec2::from(point),
    }
}

/// The largest error of a stick link's length, or distance of the ends of a pin joint.
fn largest_error(run: &Run) -> f64 {
    let errors = run.level.links.iter().map(|link| {
        let distance = end(run, link.a).distance(end(run, link.b));
        match link.kind {
            LinkKind::Spring { .. } => 0.0,
            LinkKind::Stick { length } => (distance - length).abs(),
            LinkKind::Pin => distance,
        }
    });
    errors.fold(0.0, f64::max)
}

/// Runs a level for as long as the others and returns the largest error of its links.
fn errors_of(run: &mut Run, mut look: impl FnMut(&Run)) -> f64 {
    let mut largest = 0.0_f64;
    run.frames(FRAMES, |run| {
        largest = largest.max(largest_error(run));
        look(run);
    });
    largest
}

#[test]
fn level_60_car_rolls_over_the_hill_on_its_wheels() {
    let mut run = Run::new("60-car");
    let [chassis, wheel] = ["chassis", "rear wheel"].map(|name| run.body(name));
    let (mut turned, mut travelled, mut farthest, mut lowest) = (0.0, 0.0, f64::NEG_INFINITY, f64::INFINITY);
    let (mut last_angle, mut last_hub) = (run.angle_about_hub(wheel, 1), run.node(wheel, 0));
    let mut frame = 0;
    let error = errors_of(&mut run, |run| {
        frame += 1;
        let (angle, hub) = (run.angle_about_hub(wheel, 1), run.node(wheel, 0));
        // Down the straight part of the hill, after landing.
        if (10..40).contains(&frame) {
            turned -= turn(last_angle, angle);
            travelled += hub.distance(last_hub);
        }
        (last_angle, last_hub) = (angle, hub);
        farthest = farthest.max(run.node(chassis, 3).x);
        // Nodes 6 and 7 are on the roof, 1 and 2 on the floor.
        let up = (run.node(chassis, 6) + run.node(chassis, 7) - run.node(chassis, 1) - run.node(chassis, 2)) / 2.0;
        lowest = lowest.min(up.normalize().y);
    });
    // Rolling without slipping turns by distance over radius, 0.6.
    let ratio = turned * 0.6 / travelled;
    assert!((0.85..1.15).contains(&ratio), "{ratio}");
    // Beyond the second hill, and never on its roof.
    assert!(farthest > 5.0, "{farthest}");
    assert!(lowest > 0.0, "the roof points down: {lowest}");
    assert!(error < 0.03, "{error}");
}

#[test]
fn level_60_suspension_is_compressed_by_the_weight() {
    let mut run = Run::new("60-car");
    let stretch = |run: &Run, id: &str| {
        let link = run.level.links.iter().find(|link| link.id == id).expect("there");
        let LinkKind::Spring { rest_length, .. } = link.kind else { panic!("{id} is no spring") };
        end(run, link.a).distance(end(run, link.b)) / rest_length - 1.0
    };
    let (mut frames, mut sum, mut least) = (0.0, 0.0, 0.0_f64);
    run.frames(200, |run| {
        for id in ["rear-spring", "front-spring"] {
            let stretch = stretch(run, id);
            least = least.min(stretch);
            sum += stretch;
            frames += 1.0;
        }
    });
    assert!(sum / frames < 0.0 && least < -0.02, "{} {least}", sum / frames);
    assert!(least > -0.6, "{least}");
}

#[test]
fn level_61_bridge_holds_the_blob() {
    let mut run = Run::new("61-rope-bridge");
    let blob = run.body("blob");
    let middle = run.body("plank 5");
    let (mut deepest, mut lowest) = (f64::INFINITY, f64::INFINITY);
    let error = errors_of(&mut run, |run| {
        deepest = deepest.min(run.world.barycentre(middle).y);
        lowest = lowest.min(run.world.barycentre(blob).y);
    });
    // Drawn with its middle at -1, where the load and the swing pull it down.
    assert!((-2.6..-1.05).contains(&deepest), "{deepest}");
    let end = run.world.barycentre(blob);
    assert!(end.x.abs() < 2.0 && lowest > deepest, "{end} {lowest} {deepest}");
    assert!(error < 0.005, "{error}");
}

#[test]
fn level_62_balloon_swings_below_the_hook_of_its_string() {
    let mut run = Run::new("62-balloon-on-a-string");
    let ends = |run: &Run| end(run, run.level.links[0].a).distance(end(run, run.level.links[7].b));
    let hook = end(&run, run.level.links[0].a);
    let balloon = run.body("balloon");
    let (mut shortest, mut longest, mut track) = (f64::INFINITY, 0.0_f64, Vec::new());
    let error = errors_of(&mut run, |run| {
        shortest = shortest.min(ends(run));
        longest = longest.max(ends(run));
        track.push(run.world.barycentre(balloon).x);
        assert!(run.world.barycentre(balloon).y < hook.y - 3.0);
    });
    // The weight keeps the string of length 4 straight, nearly.
    assert!(shortest > 3.7 && longest < 4.1, "{shortest} {longest}");
    // A pendulum from the hook to the middle of the balloon: T = 2π sqrt(L/g), with L = 5.1, g = 0.012: 129.5 frames. Amplitude
    // (θ²/16: 1.5 %), sag of the balloon and mass of the string are within 4 %.
    let time = period(&track);
    assert!((time - 129.5).abs() < 0.04 * 129.5, "{time}");
    assert!(error < 0.02, "{error}");
}

#[test]
fn level_63_ragdoll_holds_together_down_the_stair() {
    let mut run = Run::new("63-ragdoll");
    let error = errors_of(&mut run, |_| {});
    assert!(error < 0.02, "{error}");
    for body in 1..run.level.bodies.len() {
        let at = run.world.barycentre(body);
        let name = &run.level.bodies[body].name;
        assert!(at.x > -0.4 && at.x < 7.0 && at.y > 0.0, "{name} is at {at}");
    }
    assert_eq!(run.count(EventKind::NoEdge), 0);
}

fn extremes(track: &[f64]) -> (f64, f64) {
    track.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)))
}

/// Mean time in frames between passages of the middle of the extremes upwards.
fn period(track: &[f64]) -> f64 {
    let (low, high) = extremes(track);
    let middle = (low + high) / 2.0;
    let mut times = Vec::new();
    for (frame, pair) in track.windows(2).enumerate() {
        if pair[0] < middle && pair[1] >= middle {
            times.push(frame as f64 + (middle - pair[0]) / (pair[1] - pair[0]));
        }
    }
    (times[times.len() - 1] - times[0]) / (times.len() - 1) as f64
}

#[test]
fn level_64_disc_and_bob_swing_about_their_centre_of_mass() {
    let mut run = Run::new("64-pendulum-on-a-disc");
    let [mut bob, mut reference] = [Vec::new(), Vec::new()];
    let (mut disc, mut drift, mut depth) = (Vec::new(), 0.0_f64, 0.0_f64);
    let centre = |run: &Run| (3.0 * run.disc(0).x + run.disc(1).x) / 4.0;
    let start = centre(&run);
    let error = errors_of(&mut run, |run| {
        disc.push(run.disc(0).x);
        bob.push(run.disc(1).x);
        reference.push(run.disc(2).x);
        drift = drift.max((centre(run) - start).abs());
        depth = depth.max((run.disc(0).y - 3.0).abs());
    });
    // No force acts along x.
    assert!(drift < 1e-9, "{drift}");
    // The rail carries the disc.
    assert!(depth < 0.02, "{depth}");
    assert!(error < 0.01, "{error}");
    let width = |track: &[f64]| {
        let (low, high) = extremes(track);
        high - low
    };
    assert!((width(&bob) / width(&disc) - 3.0).abs() < 0.01, "{} {}", width(&bob), width(&disc));
    // Small swings: T = 2π sqrt(L/g), with L = 3, g = 0.01: 108.8 frames, and 1.6 % more for 29° (θ²/16).
    let [long, short] = [period(&reference), period(&bob)];
    assert!((long - 110.5).abs() < 1.5, "{long}");
    // The disc of three times its mass shortens the pendulum to L M/(m + M): the period by sqrt(3/4).
    assert!((short / long - 0.75_f64.sqrt()).abs() < 0.02, "{short} {long}");
}

#[test]
fn level_65_sensor_reports_the_balls_and_not_the_keeper() {
    let mut run = Run::new("65-goal");
    let [goal, keeper] = ["goal", "keeper"].map(|name| run.body(name));
    let mut events: Vec<SensorEvent> = Vec::new();
    let mut keeper_was_inside = false;
    for _ in 0..FRAMES {
        run.world.step_frame();
        events.extend(run.world.take_sensor_events());
        keeper_was_inside |= run.world.barycentre(keeper).x > 4.2;
    }
    assert!(events.iter().all(|event| event.sensor == Place::Body(goal)));
    let of = |disc: usize| {
        let mine = events.iter().filter(|event| event.other == Place::Disc(disc));
        mine.map(|event| event.entered).collect::<Vec<_>>()
    };
    assert_eq!(of(0), [true], "the first ball stays");
    assert_eq!(of(1), [true, false], "the second one comes out again");
    assert!(keeper_was_inside && events.iter().all(|event| event.other != Place::Body(keeper)));
    let inside = |disc: usize| (4.0..6.6).contains(&run.disc(disc).x);
    assert!(inside(0) && !inside(1));
}
