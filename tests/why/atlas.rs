//! Edge maps test few edges per point: their labels must equal the rule evaluated at each point, including ties and
//! borders to the last bit.

use blobsmith::engine::World;
use blobsmith::engine::contact::{Approach, EdgeAt, Setting};
use blobsmith::geometry::regions::Labels;
use blobsmith::geometry::{Aabb, Regions};
use blobsmith::level::{Body, EdgeChoice, Level, Node};
use glam::DVec2;

/// Pseudo-random numbers (Knuth's MMIX).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
    fn below(&mut self, count: usize) -> usize {
        (self.next() * count as f64) as usize
    }
}

/// A hull as loops of corners; outer ones counter-clockwise.
type Loops = Vec<Vec<DVec2>>;

fn round(count: usize, mut radius: impl FnMut(usize) -> f64) -> Vec<DVec2> {
    let angle = |i: usize| i as f64 / count as f64 * std::f64::consts::TAU;
    (0..count).map(|i| DVec2::from_angle(angle(i)) * radius(i)).collect()
}

fn star(dice: &mut Dice, count: usize) -> Loops {
    vec![round(count, |_| dice.between(0.2, 1.0))]
}

/// A disc with a hole, and another disc in the hole.
fn ring(dice: &mut Dice, count: usize) -> Loops {
    let outer = round(count, |_| dice.between(0.9, 1.0));
    let mut hole = round(count / 2 + 3, |_| dice.between(0.4, 0.6));
    hole.reverse();
    vec![outer, hole, round(3 + dice.below(4), |_| 0.3)]
}

/// Integer corners, with many ties and with horizontal, vertical and collinear edges.
fn comb(dice: &mut Dice, teeth: usize) -> Loops {
    let width = 4.0 * teeth as f64;
    let mut corners = vec![DVec2::ZERO, DVec2::new(width, 0.0)];
    for tooth in (0..teeth).rev() {
        let (x, height) = (4.0 * tooth as f64, (1 + dice.below(4)) as f64 * 2.0);
        let tooth = [(4.0, 2.0), (4.0, 2.0 + height), (2.0, 2.0 + height), (2.0, 2.0)];
        corners.extend(tooth.map(|(dx, y)| DVec2::new(x + dx, y)));
    }
    corners.push(DVec2::new(0.0, 2.0));
    vec![corners]
}

/// A loop with random self-crossings.
fn tangle(dice: &mut Dice, count: usize) -> Loops {
    vec![(0..count).map(|_| DVec2::new(dice.between(-1.0, 1.0), dice.between(-1.0, 1.0))).collect()]
}

/// Repeated corners (edges without length), very short edges, and one distant corner.
fn broken(dice: &mut Dice, count: usize) -> Loops {
    let mut loops = star(dice, count);
    for _ in 0..3 {
        let (at, by) = (dice.below(count), dice.below(2) as f64 * 1e-160);
        let twice = loops[0][at] + DVec2::splat(by);
        loops[0].insert(at, twice);
    }
    let at = dice.below(count);
    loops[0][at] *= 50.0;
    loops
}

fn world_of(loops: &Loops, drops: usize) -> World {
    let mut body = Body::default();
    for corners in loops {
        let first = body.nodes.len();
        body.nodes.extend(corners.iter().map(|corner| Node::at(corner.to_array())));
        let count = corners.len();
        body.hull.extend((0..count).map(|i| [first + i, first + (i + 1) % count]));
    }
    // An open hull.
    body.hull.truncate(body.hull.len() - drops);
    World::new(&Level { bodies: vec![body], ..Level::default() }).expect("unusual, but valid")
}

fn approaches(dice: &mut Dice, around: Aabb) -> Vec<Approach> {
    let reach = around.size().length();
    let mut from = |turn: f64, far: f64, way: f64| {
        let direction = DVec2::from_angle(turn * std::f64::consts::TAU);
        // Rounding of the angle would hide exactly horizontal and vertical motions.
        let direction = if (8.0 * turn).fract() == 0.0 { (direction * 4.0).round() / 4.0 } else { direction };
        let wobble = DVec2::new(dice.between(-0.1, 0.1), dice.between(-0.1, 0.1)) * reach;
        Approach { barycentre: around.center() + wobble + direction * far * reach, way: -direction * way * reach }
    };
    vec![from(0.0, 1.0, 2.0), from(0.125, 0.4, 0.3), from(0.75, 0.3, 1e-9), from(0.41, 2.0, 2.0), from(0.63, 0.1, 0.0)]
}

#[test]
fn edge_map_equals_the_rule_at_every_point() {
    let mut dice = Dice(5);
    let (mut labels, mut borders) = (std::collections::BTreeMap::new(), 0);
    for turn in 0..30 {
        let count = 5 + dice.below(40);
        let mut loops = match turn % 5 {
            0 => star(&mut dice, count),
            1 => ring(&mut dice, count),
            2 => comb(&mut dice, count / 6 + 1),
            3 => tangle(&mut dice, count / 2),
            _ => broken(&mut dice, count),
        };
        // Small and far away, and huge.
        let (scale, shift) = [(1.0, 0.0), (1e-6, 3.0), (1e9, -1e8)][(turn / 5) % 3];
        loops.iter_mut().flatten().for_each(|corner| *corner = *corner * scale + DVec2::splat(shift));
        let world = world_of(&loops, usize::from(turn % 7 == 6));
        let around = world.hull_box(0);
        // Points between the corners' coordinates, and on them.
        let grids = [(around.expanded(0.07 * around.size().max_element()), 37, 26), (around, 32, 16)];
        let approaches = approaches(&mut dice, around);
        for (index, setting) in Setting::ALL.into_iter().enumerate() {
            let approach = approaches[(turn + index / 2) % approaches.len()];
            for (area, columns, rows) in grids {
                let by_point = |point| world.edge_at(0, point, setting, &approach);
                let expected = Regions::sample(area, columns, rows, by_point);
                let found = Regions::of(area, columns, rows, &mut world.edge_map(0, setting, &approach).unwrap());
                assert_eq!(found, expected, "hull {turn}, {}, {approach:?}", setting.title());
                borders += found.borders.len();
                for label in found.pieces.keys() {
                    *labels.entry(matches!(label, EdgeAt::Edge(_)).then_some(setting.index())).or_insert(0) += 1;
                }
            }
        }
    }
    // The cases must be frequent enough.
    assert!(borders > 50_000 && labels.values().all(|&count| count > 100) && labels.len() == 9, "{borders} {labels:?}");
}

/// Boxes are labelled as a whole only if all their points have the same label; most boxes are.
#[test]
fn edge_map_box_labels_equal_those_of_all_their_points() {
    let mut dice = Dice(11);
    let loops = ring(&mut dice, 60);
    let world = world_of(&loops, 0);
    let approach = approaches(&mut dice, world.hull_box(0))[3];
    let mut whole = std::collections::BTreeMap::new();
    for setting in Setting::ALL {
        let mut atlas = world.edge_map(0, setting, &approach).unwrap();
        for _ in 0..400 {
            let corner = DVec2::new(dice.between(-1.2, 1.1), dice.between(-1.2, 1.1));
            let area = Aabb { min: corner, max: corner + DVec2::splat(dice.between(0.0, 0.04)) };
            let labelled = atlas.enter(area);
            for _ in 0..6 {
                let at = area.min + area.size() * DVec2::new(dice.next(), dice.next());
                let expected = world.edge_at(0, at, setting, &approach);
                assert_eq!(atlas.at(at), expected, "{} at {at}", setting.title());
                assert!(labelled.is_none_or(|labelled| labelled == expected), "{} at {at}", setting.title());
            }
            *whole.entry(labelled.is_some()).or_insert(0) += 1;
            atlas.leave();
        }
    }
    assert!(whole[&true] > whole[&false], "{whole:?}");
    assert!(world.edge_map(1, Setting::ALL[0], &approach).is_none());
}

/// Points without a known motion, and degenerate hulls, are accepted.
#[test]
fn edge_map_accepts_degenerate_input() {
    let world = world_of(&vec![round(5, |_| 1.0)], 0);
    for way in [DVec2::NAN, DVec2::splat(f64::INFINITY), DVec2::splat(1e200), DVec2::splat(1e-300)] {
        let approach = Approach { barycentre: DVec2::new(f64::NAN, 3.0), way };
        let setting = Setting { choice: EdgeChoice::EntryEdge, barycentre_rule: false };
        let area = world.hull_box(0);
        let expected = Regions::sample(area, 9, 9, |point| world.edge_at(0, point, setting, &approach));
        assert_eq!(Regions::of(area, 9, 9, &mut world.edge_map(0, setting, &approach).unwrap()), expected);
    }
    let bare = World::new(&Level { bodies: vec![Body::default()], ..Level::default() }).unwrap();
    let approach = Approach { barycentre: DVec2::ZERO, way: DVec2::X };
    let mut atlas = bare.edge_map(0, Setting::ALL[0], &approach).unwrap();
    assert_eq!(atlas.enter(Aabb { min: DVec2::ZERO, max: DVec2::ONE }), Some(EdgeAt::Outside));
}
