//! The formulas of 001 §C on y-down numbers agree with the engine on the converted level.

use blobsmith::engine::World;
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::import::convention::{by_id, convert, recognise};
use blobsmith::level::{Body, Level, Motion, Role, gallery};
use std::path::PathBuf;

fn sample_path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/samples/mister-jelly-001.json")
}

fn sample() -> Level {
    format::load_level(&sample_path()).expect("the sample is a level")
}

fn gallery_level() -> Level {
    format::read(gallery::level("47-mister-jelly").expect("there").text, TextFormat::Ron).expect("a level")
}

/// The sign in V of 001 §C.3.a.
#[derive(Clone, Copy)]
enum Sign {
    /// AC ^ AB, by the formula above the listing.
    Minus,
    /// As the listing is printed.
    Plus,
}

/// V of 001 §C.3.a.
fn volume(body: &Body, sign: Sign) -> f64 {
    let mut v = 0.0;
    for &[a, b, c] in &body.triangles {
        let [a, b, c] = [a, b, c].map(|node| body.nodes[node].position);
        let (ab, ac) = ([b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]);
        v += match sign {
            Sign::Minus => ac[0] * ab[1] - ac[1] * ab[0],
            Sign::Plus => ac[0] * ab[1] + ac[1] * ab[0],
        };
    }
    v
}

/// 001 §C.1 to §C.3: the force on each node of a body, in its own y-down numbers.
fn forces(body: &Body, gravity: [f64; 2], sign: Sign) -> Vec<[f64; 2]> {
    let mass = |node: &blobsmith::level::Node| if let Role::Mass(mass) = node.role { mass } else { 0.0 };
    let mut force: Vec<[f64; 2]> = body.nodes.iter().map(|node| gravity.map(|g| mass(node) * g)).collect();
    for spring in &body.springs {
        let (a, b) = (&body.nodes[spring.a], &body.nodes[spring.b]);
        let dp = [b.position[0] - a.position[0], b.position[1] - a.position[1]];
        let dv = [b.velocity[0] - a.velocity[0], b.velocity[1] - a.velocity[1]];
        let distance = (dp[0] * dp[0] + dp[1] * dp[1]).sqrt();
        let mut f = (dv[0] * dp[0] + dv[1] * dp[1]) / distance;
        f = (f * spring.damping + (distance - spring.rest_length) * spring.stiffness) / distance;
        for axis in 0..2 {
            force[spring.a][axis] += f * dp[axis];
            force[spring.b][axis] -= f * dp[axis];
        }
    }
    let f = body.gas / volume(body, sign);
    for &[a, b] in &body.hull {
        let dp = [0, 1].map(|axis| body.nodes[b].position[axis] - body.nodes[a].position[axis]);
        for node in [a, b] {
            force[node][0] -= f * dp[1];
            force[node][1] += f * dp[0];
        }
    }
    force
}

/// The sample with every node of its jellies off its place and on its way, so that all springs pull.
fn shaken() -> Level {
    let mut level = sample();
    let mut random = crate::scenes::random::Random::new(1);
    for body in level.bodies.iter_mut().filter(|body| body.motion == Motion::Dynamic) {
        for node in &mut body.nodes {
            for axis in 0..2 {
                node.position[axis] += random.between(-0.1, 0.1);
                node.velocity[axis] += random.between(-0.1, 0.1);
            }
        }
    }
    level
}

/// The worst difference between 001's forces and the engine's on the converted level, in parts of the greatest force.
fn worst(sign: Sign) -> f64 {
    let level = shaken();
    let world = World::new(&convert(&level, by_id("001").unwrap())).unwrap();
    let ours = world.forces().total;
    let (mut worst, mut greatest, mut count): (f64, f64, usize) = (0.0, 0.0, 0);
    for (index, body) in level.bodies.iter().enumerate().filter(|(_, body)| body.motion == Motion::Dynamic) {
        for (node, [x, y]) in forces(body, level.world.gravity, sign).into_iter().enumerate() {
            let found = ours[world.layout().bodies[index].nodes.start + node];
            // Down is towards smaller y in the converted level.
            worst = worst.max((found.x - x).abs()).max((found.y + y).abs());
            greatest = greatest.max(x.hypot(y));
            count += 1;
        }
    }
    assert!(count > 50 && greatest > 0.1, "{count} {greatest}");
    worst / greatest
}

#[test]
fn forces_of_001_equal_the_engine_after_the_flip() {
    assert!(worst(Sign::Minus) < 1e-12, "{:e}", worst(Sign::Minus));
}

/// As printed, V is no area, and not even the same for a body that turns.
#[test]
fn forces_of_001_with_the_printed_plus_sign_are_wrong() {
    assert!(worst(Sign::Plus) > 0.1, "{}", worst(Sign::Plus));
    // A(0,0), B(1,1), C(1,-1), area 1: AC ^ AB = 1*1 - (-1)*1 = 2, as printed 1*1 + (-1)*1 = 0, and K/V is no number.
    let nodes = [[0.0, 0.0], [1.0, 1.0], [1.0, -1.0]].map(blobsmith::level::Node::at).to_vec();
    let corner = Body { nodes, triangles: vec![[0, 1, 2]], ..Body::default() };
    assert_eq!((volume(&corner, Sign::Minus), volume(&corner, Sign::Plus)), (2.0, 0.0));
    // The big jelly, a regular polygon of 18 corners: V = 18 * 1.69 * sin(20°) = 10.404. As printed it cancels out, by symmetry,
    // but for what the sixth decimal of the file leaves.
    let jelly = &sample().bodies[1];
    let (right, printed) = (volume(jelly, Sign::Minus), volume(jelly, Sign::Plus));
    assert!((right - 18.0 * 1.69 * 20_f64.to_radians().sin()).abs() < 1e-4, "{right}");
    assert!((printed + 3e-7).abs() < 1e-7, "{printed}");
}

#[test]
fn sample_of_001_is_recognised_and_converts_to_the_gallery_level() {
    let from = by_id("001").unwrap();
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(sample_path().parent().unwrap()).unwrap();
        format::save(&convert(&gallery_level(), from), &sample_path()).unwrap();
    }
    let sample = sample();
    assert_eq!(recognise(&sample).convention(), Some(from));
    assert_eq!(convert(&sample, from), gallery_level());
    // A file of 001 by its looks, too: below the upper edge of the screen, and pulled down.
    assert!(sample.world.gravity[1] > 0.0);
    assert!(sample.bodies.iter().flat_map(|body| &body.nodes).all(|node| node.position[1] > 0.0));
}

/// Without the conversion the gas pulls its hull in. Within a frame the area is no longer positive for the engine, which
/// reports it.
#[test]
fn sample_of_001_collapses_without_conversion() {
    let mut world = World::new(&sample()).unwrap();
    world.step_substep();
    let collapsed =
        world.take_events().iter().filter(|event| event.kind == blobsmith::engine::EventKind::Collapsed).count();
    assert_eq!(collapsed, 2, "both jellies");
    let mut flipped = World::new(&gallery_level()).unwrap();
    flipped.step_substep();
    assert!(flipped.take_events().is_empty());
}
