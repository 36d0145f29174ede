//! Wheel, bridge, gears, platforms, ring, trampoline.

use super::support::{FRAMES, Run, level, turn};
use blobsmith::geometry::DVec2;
use blobsmith::level::checks;

#[test]
fn level_17_wheel_rolls_down_and_returns() {
    let mut run = Run::new("17-wheel-on-slope");
    let wheel = run.body("wheel");
    let radius = 1.2;
    let (mut turned, mut travelled, mut farthest) = (0.0, 0.0, f64::NEG_INFINITY);
    let (mut last_angle, mut last_hub) = (run.angle_about_hub(wheel, 1), run.node(wheel, 0));
    let mut frame = 0;
    run.frames(FRAMES, |run| {
        frame += 1;
        let (angle, hub) = (run.angle_about_hub(wheel, 1), run.node(wheel, 0));
        // On the straight slope, after it has landed and before the dip.
        if (20..70).contains(&frame) {
            turned -= turn(last_angle, angle);
            travelled += hub.distance(last_hub);
        }
        (last_angle, last_hub) = (angle, hub);
        farthest = hub.x.max(farthest);
    });
    // Rolling without slipping turns by distance over radius; a tyre that is pressed flat has a little less of it.
    let ratio = turned * radius / travelled;
    assert!((0.9..1.15).contains(&ratio), "{ratio}");
    assert!(farthest > 5.0 && last_hub.x < farthest - 1.0, "{farthest} {last_hub}");
}

#[test]
fn level_17_wheel_top_is_twice_as_fast_as_its_hub() {
    let mut run = Run::new("17-wheel-on-slope");
    let wheel = run.body("wheel");
    let (mut hub_speed, mut top_speed, mut ground_speed) = (0.0, 0.0, 0.0);
    let mut frame = 0;
    run.frames(60, |run| {
        frame += 1;
        if frame <= 40 {
            return;
        }
        // The slope's normal: it falls by 3 over 10.
        let normal = DVec2::new(3.0, 10.0).normalize();
        let height = |node: &usize| (run.node(wheel, *node) - run.node(wheel, 0)).dot(normal);
        // The outline follows the hub and 20 rim nodes.
        let by_height = |a: &usize, b: &usize| height(a).total_cmp(&height(b));
        let top = (21..41).max_by(by_height).expect("nodes");
        let ground = (21..41).min_by(by_height).expect("nodes");
        hub_speed += run.velocity(wheel, 0).length();
        top_speed += run.velocity(wheel, top).length();
        ground_speed += run.velocity(wheel, ground).length();
    });
    assert!((1.7..2.3).contains(&(top_speed / hub_speed)), "{}", top_speed / hub_speed);
    assert!(ground_speed < 0.3 * hub_speed, "{}", ground_speed / hub_speed);
}

#[test]
fn level_18_bridge_sags_and_holds() {
    let mut run = Run::new("18-bridge");
    let bridge = run.body("bridge");
    // The deck is the last of three rows: 17 lower nodes, 16 in the middle, 17 above.
    let middle = 17 + 16 + 8;
    let before = run.node(bridge, middle);
    assert_eq!(before, DVec2::new(0.0, 0.5));
    let mut deepest = 0.0_f64;
    run.frames(FRAMES, |run| deepest = deepest.max(before.y - run.node(bridge, middle).y));
    assert!((0.2..1.5).contains(&deepest), "{deepest}");
    for load in [3, 4] {
        let place = run.world.barycentre(load);
        assert!(place.x.abs() < 5.0 && place.y > 0.0, "load {load} is at {place}");
    }
    let held = run.level.bodies[bridge].nodes.iter().enumerate().filter(|(_, node)| node.pinned);
    assert!(held.clone().count() == 4 && held.clone().all(|(i, node)| run.node(bridge, i).to_array() == node.position));
}

#[test]
fn level_18_bridge_needs_more_than_16_substeps() {
    let mut level = level("18-bridge");
    level.world.substeps = 16;
    assert!(checks::check(&level).iter().any(|finding| finding.rule == "stability"));
}

#[test]
fn level_19_gears_rotate_by_their_teeth() {
    let mut run = Run::new("19-gears");
    let (driver, driven) = (run.body("driver"), run.body("driven"));
    let mut turned = [0.0; 2];
    let mut last = [driver, driven].map(|gear| run.angle_about_hub(gear, 1));
    let mut frame = 0;
    run.frames(FRAMES, |run| {
        frame += 1;
        let now = [driver, driven].map(|gear| run.angle_about_hub(gear, 1));
        // After the first frames, in which the driven one is brought up to speed.
        if frame > 50 {
            turned[0] += turn(last[0], now[0]);
            turned[1] += turn(last[1], now[1]);
        }
        last = now;
    });
    // 16 teeth against 10: 1.6 times as far, the other way; the play between teeth is a fraction of a tooth.
    let ratio = turned[1] / turned[0];
    assert!(turned[0] < -1.0, "{}", turned[0]);
    assert!((-1.8..-1.4).contains(&ratio), "{ratio}");
}

#[test]
fn level_20_platforms_carry_their_balls() {
    let mut run = Run::new("20-lift-and-shuttle");
    let (on_lift, on_shuttle) = (3, 4);
    let mut places = Vec::new();
    run.frames(FRAMES, |run| places.push([on_lift, on_shuttle].map(|body| run.world.barycentre(body))));
    // The lift's path: up by 3 from frame 0 to 100, at rest to 200, down to 300, at rest to 400.
    let height = |frame: usize| places[frame - 1][0].y;
    assert!((height(190) - height(390) - 3.0).abs() < 0.2, "{} {}", height(190), height(390));
    // The shuttle goes 2 to the right by frame 300 and back by frame 600; its ball rolls a little on it.
    let x = |frame: usize| places[frame - 1][1].x;
    assert!(x(300) - x(30) > 1.0 && x(300) - x(600) > 1.0, "{} {} {}", x(30), x(300), x(600));
}

#[test]
fn level_21_ball_stays_in_the_rolling_ring() {
    let mut run = Run::new("21-ball-in-ring");
    let (ring, ball) = (run.body("ring"), run.body("ball"));
    let start = run.world.barycentre(ring).x;
    let mut farthest = start;
    run.frames(FRAMES, |run| {
        let (ring, ball) = (run.world.barycentre(ring), run.world.barycentre(ball));
        // The hole has a radius of 1.44.
        assert!(ring.distance(ball) < 1.44, "{ring} {ball}");
        farthest = farthest.max(ring.x);
    });
    assert!(farthest - start > 5.0, "{farthest}");
}

#[test]
fn level_22_trampoline_sags_and_holds() {
    let mut run = Run::new("22-trampoline");
    let (mat, ball) = (run.body("mat"), run.body("ball"));
    let lowest_of = |run: &Run| run.nodes(mat).iter().fold(0.0_f64, |lowest, point| lowest.min(point.y));
    let before = lowest_of(&run);
    let mut deepest = 0.0_f64;
    run.frames(FRAMES, |run| deepest = deepest.max(before - lowest_of(run)));
    assert!((0.3..2.0).contains(&deepest), "{deepest}");
    assert!(run.world.barycentre(ball).y > -0.5, "{}", run.world.barycentre(ball));
}
