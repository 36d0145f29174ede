//! Queries, against hand calculations and against sampling.

use super::{polygon, square, weightless};
use blobsmith_engine::geometry::polygon::distance_to_segment;
use blobsmith_engine::geometry::{DVec2, polygon};
use blobsmith_engine::play::{BodyHandle, PartHandle, PlayError, PlayWorld, QueryFilter};
use serde_json::{Value, json};

fn all() -> QueryFilter {
    QueryFilter::default()
}

/// Random numbers in 0..1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }

    fn point(&mut self, size: f64) -> DVec2 {
        DVec2::new(self.between(-size, size), self.between(-size, size))
    }
}

/// Square from (0, 0) to (2, 2), a disc at (6, 1) of radius 1, and four obstacles far from both.
fn scene() -> PlayWorld {
    let mut body = square("box", [0.0, 0.0], 2.0);
    body["tags"] = json!(["crate"]);
    body["collision"] = json!({"category": 2});
    weightless(json!({"bodies": [body],
        "discs": [{"id": "disc", "position": [6, 1], "radius": 1, "motion": "Fixed"},
            {"id": "sensor", "position": [6, 1], "radius": 2, "motion": "Fixed", "collision": {"sensor": true}}],
        "obstacles": [{"id": "ground", "shape": {"Line": [[0, -10], [2, 0]]}},
            {"id": "wall", "shape": {"Segment": [[20, -1], [20, 3]]}},
            {"id": "ring", "shape": {"Circle": {"center": [0, 50], "radius": 4}}}]}))
}

fn part(world: &PlayWorld, id: &str) -> PartHandle {
    let body = world.body(id).map(PartHandle::Body);
    let disc = world.disc(id).map(PartHandle::Disc);
    body.or(disc).or(world.obstacle(id).map(PartHandle::Obstacle)).expect("a part with this id")
}

fn ids(world: &PlayWorld, parts: &[PartHandle]) -> Vec<String> {
    parts.iter().map(|&part| world.id(part).unwrap().to_owned()).collect()
}

#[test]
fn parts_at_a_point_are_those_that_contain_it() {
    let world = scene();
    let body = world.body("box").unwrap();
    assert_eq!(world.bodies_at([1.0, 1.9], &all()), Ok(vec![body]));
    assert_eq!(world.bodies_at([1.0, 2.1], &all()), Ok(vec![]));
    assert_eq!(world.discs_at([6.6, 1.79], &all()), Ok(vec![world.disc("disc").unwrap()]), "0.36 + 0.6241 < 1");
    assert_eq!(world.discs_at([6.6, 1.81], &all()), Ok(vec![]), "0.36 + 0.6561 > 1");
    let with_sensors = QueryFilter { sensors: true, ..all() };
    assert_eq!(world.discs_at([6.6, 1.81], &with_sensors), Ok(vec![world.disc("sensor").unwrap()]));
    assert!(matches!(world.bodies_at([f64::NAN, 0.0], &all()), Err(PlayError::Number("point", _))));
}

#[test]
fn filters_compare_categories_and_tags() {
    let world = scene();
    let box_ = part(&world, "box");
    let found = |filter: QueryFilter| world.overlap_box([0.0, 0.0], [7.0, 2.0], &filter).unwrap();
    assert_eq!(found(all()), [box_, part(&world, "disc")]);
    assert_eq!(found(QueryFilter { mask: 2, ..all() }), [box_]);
    assert_eq!(found(QueryFilter { mask: 1, ..all() }), [part(&world, "disc")]);
    assert_eq!(found(QueryFilter { tag: Some("crate".into()), ..all() }), [box_]);
    assert_eq!(found(QueryFilter { category: 0, ..all() }), []);
}

#[test]
fn raycast_meets_each_kind_of_part() {
    let world = scene();
    let cast = |origin: [f64; 2], direction: [f64; 2], max: f64| {
        let hit = world.raycast(origin, direction, max, &all()).unwrap();
        hit.map(|hit| {
            (world.id(hit.part).unwrap().to_owned(), hit.point.to_array(), hit.normal.to_array(), hit.fraction)
        })
    };
    let met = |id: &str, point, normal, fraction| Some((id.to_owned(), point, normal, fraction));
    assert_eq!(cast([-2.0, 1.0], [3.0, 0.0], 8.0), met("box", [0.0, 1.0], [-1.0, 0.0], 0.25));
    assert_eq!(cast([3.0, 1.0], [0.5, 0.0], 4.0), met("disc", [5.0, 1.0], [-1.0, 0.0], 0.5));
    assert_eq!(cast([3.0, 1.0], [1.0, 0.0], 1.5), None, "the disc is 2 away");
    assert_eq!(cast([9.0, 1.0], [1e-200, 0.0], 16.0), met("wall", [20.0, 1.0], [-1.0, 0.0], 11.0 / 16.0));
    assert_eq!(cast([4.0, 0.0], [0.0, -1e200], 16.0), met("ground", [4.0, -10.0], [0.0, 1.0], 0.625));
    assert_eq!(cast([0.0, 40.0], [0.0, 1.0], 8.0), met("ring", [0.0, 46.0], [0.0, -1.0], 0.75));
    assert_eq!(cast([0.0, 50.0], [0.0, 1.0], 8.0), met("ring", [0.0, 54.0], [0.0, -1.0], 0.5), "from inside");
    assert_eq!(cast([1.0, 1.0], [-1.0, 0.0], 9.0), None, "starts inside of the box");
    assert_eq!(cast([6.0, 1.5], [0.0, 1.0], 9.0), None, "starts inside of the disc");
    assert_eq!(cast([1.0, 2.0], [0.0, 1.0], 9.0), None, "leaves the border of the box");
    assert_eq!(cast([1.0, 2.0], [0.0, -1.0], 9.0), met("box", [1.0, 2.0], [0.0, 1.0], 0.0), "enters it");
}

#[test]
fn raycast_through_corners_counts_them_once() {
    let world = scene();
    let hit = world.raycast([-2.0, -2.0], [1.0, 1.0], 8.0, &all()).unwrap().unwrap();
    assert!(hit.point.length() < 1e-12, "the corner at the origin: {hit:?}");
    // Touches a corner from outside, and passes: it may count as met, but nothing else may.
    for (origin, corner) in [([-1.0, 1.0], DVec2::new(0.0, 2.0)), ([1.0, -1.0], DVec2::new(2.0, 0.0))] {
        let hit = world.raycast(origin, [1.0, 1.0], 4.0, &all()).unwrap();
        assert!(hit.is_none_or(|hit| hit.point.distance(corner) < 1e-12), "{hit:?}");
    }
}

#[test]
fn raycast_all_is_in_the_order_of_fractions() {
    let world = scene();
    let hits = world.raycast_all([30.0, 1.0], [-1.0, 0.0], 40.0, &all()).unwrap();
    let parts: Vec<_> = hits.iter().map(|hit| hit.part).collect();
    assert_eq!(ids(&world, &parts), ["wall", "disc", "box"]);
    assert_eq!(hits.iter().map(|hit| hit.fraction * 40.0).collect::<Vec<_>>(), [10.0, 23.0, 28.0]);
}

#[test]
fn raycast_from_inside_of_a_hull_meets_its_other_arm() {
    // A U with arms from x = 0 to 1 and from x = 2 to 3.
    let corners = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [2.0, 3.0], [2.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
    let world = weightless(json!({"bodies": [polygon("u", &corners)]}));
    let hit = world.raycast([0.5, 2.0], [1.0, 0.0], 3.0, &all()).unwrap().unwrap();
    assert_eq!((hit.point.to_array(), hit.normal.to_array(), hit.fraction), ([2.0, 2.0], [-1.0, 0.0], 0.5));
}

#[test]
fn overlaps_include_touching_parts() {
    let world = scene();
    let circle = |center, radius| ids(&world, &world.overlap_circle(center, radius, &all()).unwrap());
    assert_eq!(circle([3.5, 1.0], 1.5), ["box", "disc"]);
    assert_eq!(circle([3.5, 1.0], 1.4375), Vec::<String>::new());
    assert_eq!(circle([1.0, 1.0], 0.25), ["box"], "inside");
    assert_eq!(circle([5.0, 4.0], 5.0), ["box", "disc"], "the corner (2, 2) is at a distance of 3.6");
    assert_eq!(circle([0.0, 50.0], 3.5), Vec::<String>::new(), "the ring is only a line");
    assert_eq!(circle([0.0, 50.0], 4.0), ["ring"]);
    assert_eq!(circle([22.0, 5.0], 2.75), Vec::<String>::new(), "the end (20, 3) is at a distance of 2.83");
    assert_eq!(circle([22.0, 5.0], 2.875), ["wall"]);
    let area = |min, max| ids(&world, &world.overlap_box(min, max, &all()).unwrap());
    assert_eq!(area([0.5, 0.5], [1.0, 1.0]), ["box"], "inside");
    assert_eq!(area([-9.0, -9.0], [30.0, 9.0]), ["box", "disc", "wall"]);
    assert_eq!(area([2.0, -10.0], [2.0, 0.0]), ["box", "ground"], "touches");
    assert_eq!(area([6.75, 1.75], [8.0, 8.0]), Vec::<String>::new(), "0.75² + 0.75² > 1");
    assert_eq!(area([6.625, 1.625], [8.0, 8.0]), ["disc"], "0.625² + 0.625² < 1");
    assert_eq!(area([-1.0, 49.0], [1.0, 51.0]), Vec::<String>::new(), "within the ring");
    assert_eq!(area([-1.0, 49.0], [1.0, 54.0]), ["ring"]);
}

#[test]
fn sweep_circle_stops_where_it_touches() {
    let world = scene();
    let sweep = |origin: [f64; 2], radius: f64, motion: [f64; 2]| {
        let hit = world.sweep_circle(origin, radius, motion, &all()).unwrap();
        hit.map(|hit| {
            (world.id(hit.part).unwrap().to_owned(), hit.point.to_array(), hit.normal.to_array(), hit.fraction)
        })
    };
    let met = |id: &str, point, normal, fraction| Some((id.to_owned(), point, normal, fraction));
    assert_eq!(sweep([1.0, 8.0], 1.0, [0.0, -10.0]), met("box", [1.0, 2.0], [0.0, 1.0], 0.5));
    assert_eq!(sweep([6.0, 6.0], 1.0, [0.0, -4.0]), met("disc", [6.0, 2.0], [0.0, 1.0], 0.75));
    assert_eq!(sweep([0.0, -5.0], 1.0, [0.0, -8.0]), met("ground", [0.0, -10.0], [0.0, 1.0], 0.5));
    assert_eq!(sweep([0.0, -15.0], 1.0, [0.0, 8.0]), met("ground", [0.0, -10.0], [0.0, -1.0], 0.5), "from below");
    assert_eq!(sweep([0.0, 50.0], 1.0, [4.0, 0.0]), met("ring", [4.0, 50.0], [-1.0, 0.0], 0.75), "within the ring");
    assert_eq!(sweep([1.0, 3.0], 1.0, [0.0, 5.0]), None, "touches the box and leaves");
    assert_eq!(sweep([1.0, 3.0], 1.0, [0.0, -5.0]), met("box", [1.0, 2.0], [0.0, 1.0], 0.0), "touches it and enters");
    assert_eq!(sweep([1.0, 1.0], 0.25, [0.0, 5.0]), met("box", [1.0, 1.0], [0.0, -1.0], 0.0), "starts inside");
    // Past the corner (2, 2): 0.5 beside it with radius 1, so sqrt(0.75) before it.
    let hit = world.sweep_circle([2.5, 8.0], 1.0, [0.0, -8.0], &all()).unwrap().unwrap();
    assert!(
        (hit.fraction - (6.0 - 0.75f64.sqrt()) / 8.0).abs() < 1e-12 && hit.point.distance([2.0, 2.0].into()) < 1e-12
    );
    assert!((hit.normal - DVec2::new(0.5, 0.75f64.sqrt())).length() < 1e-12);
}

#[test]
fn nearest_node_is_within_the_radius() {
    let world = scene();
    let body = world.body("box").unwrap();
    assert_eq!(world.nearest_node([2.5, 2.0], 0.5, &all()), Ok(Some((body, 2))));
    assert_eq!(world.nearest_node([2.5, 2.0], 0.4375, &all()), Ok(None));
    assert_eq!(world.nearest_node([1.0, 1.0], f64::INFINITY, &all()), Ok(Some((body, 0))), "the first of four");
    assert!(world.nearest_node([0.0, 0.0], -1.0, &all()).is_err());
}

#[test]
fn queries_refuse_numbers_without_meaning() {
    let world = scene();
    let nan = [f64::NAN, 0.0];
    assert!(world.raycast(nan, [1.0, 0.0], 1.0, &all()).is_err() && world.raycast([0.0; 2], nan, 1.0, &all()).is_err());
    for max in [0.0, -1.0, f64::INFINITY, f64::NAN] {
        assert!(matches!(world.raycast([0.0; 2], [1.0, 0.0], max, &all()), Err(PlayError::Number("max", _))));
    }
    assert!(world.raycast_all([0.0; 2], [0.0; 2], 1.0, &all()).is_err());
    assert!(world.overlap_circle([0.0; 2], -1.0, &all()).is_err() && world.overlap_circle(nan, 1.0, &all()).is_err());
    assert!(world.overlap_box([1.0, 0.0], [0.0, 1.0], &all()).is_err());
    assert!(world.sweep_circle([0.0; 2], f64::NAN, [1.0, 0.0], &all()).is_err());
    // Sums that overflow find nothing wrong and do not panic.
    world.raycast([1e308, 1e308], [1.0, 1.0], 1.7e308, &all()).unwrap();
    world.sweep_circle([1e308, 0.0], 1e308, [1e308, 0.0], &all()).unwrap();
}

#[test]
fn queries_see_the_present_positions() {
    let mut world = scene();
    let body = world.body("box").unwrap();
    assert_eq!(world.bodies_at([-99.0, 1.0], &all()), Ok(vec![]));
    world.teleport(body, [-100.0, 0.0]).unwrap();
    assert_eq!(world.bodies_at([-99.0, 1.0], &all()), Ok(vec![body]));
    world.set_velocity(body, [10.0, 0.0]).unwrap();
    world.step(10);
    assert_eq!(
        (world.bodies_at([-99.0, 1.0], &all()), world.bodies_at([1.0, 1.0], &all())),
        (Ok(vec![]), Ok(vec![body]))
    );
}

/// A closed outline of 3 to 12 random corners, which may cross itself.
fn random_hull(random: &mut Random) -> Vec<[f64; 2]> {
    let count = 3 + (random.next() * 10.0) as usize;
    let center = random.point(3.0);
    (0..count).map(|_| (center + random.point(2.0)).to_array()).collect()
}

fn random_world(random: &mut Random) -> (PlayWorld, Vec<Vec<[f64; 2]>>) {
    let hulls: Vec<_> = (0..3).map(|_| random_hull(random)).collect();
    let bodies: Vec<Value> = hulls.iter().enumerate().map(|(at, hull)| polygon(&format!("b{at}"), hull)).collect();
    (weightless(json!({"bodies": bodies})), hulls)
}

fn edges(hull: &[[f64; 2]]) -> impl Iterator<Item = (DVec2, DVec2)> + Clone + '_ {
    (0..hull.len()).map(|at| (hull[at].into(), hull[(at + 1) % hull.len()].into()))
}

/// Reference: the first of many samples of the ray that is inside of the hull, after the first outside.
fn sampled_entry(hull: &[[f64; 2]], origin: DVec2, motion: DVec2) -> Option<f64> {
    let mut was_outside = false;
    (0..=SAMPLES).map(|at| at as f64 / SAMPLES as f64).find(|&fraction| {
        let is_inside = polygon::contains(edges(hull), origin + motion * fraction);
        was_outside |= !is_inside;
        was_outside && is_inside
    })
}

const SAMPLES: usize = 4000;

#[test]
fn raycast_agrees_with_samples_of_random_hulls() {
    let mut random = Random(7);
    let (mut met, mut missed) = (0, 0);
    for _ in 0..150 {
        let (world, hulls) = random_world(&mut random);
        let (origin, target) = (random.point(5.0), random.point(5.0));
        let motion = target - origin;
        let hits = world.raycast_all(origin.to_array(), motion.to_array(), motion.length(), &all()).unwrap();
        for (index, body) in world.bodies().enumerate() {
            let hit = hits.iter().find(|hit| hit.part == body.into());
            let sampled = sampled_entry(&hulls[index], origin, motion);
            met += usize::from(hit.is_some());
            missed += usize::from(hit.is_none());
            match (hit, sampled) {
                (None, sampled) => assert_eq!(sampled, None),
                (Some(hit), sampled) => {
                    let is_inside = |at: f64| polygon::contains(edges(&hulls[index]), origin + motion * at);
                    assert!(!is_inside(hit.fraction - 1e-9) && is_inside(hit.fraction + 1e-9), "enters");
                    assert!(sampled.is_none_or(|sampled| hit.fraction <= sampled), "not after the first sample");
                    assert!(hit.normal.dot(motion) <= 0.0 && (hit.normal.length() - 1.0).abs() < 1e-12);
                }
            }
        }
    }
    assert!(met > 50 && missed > 50, "{met} {missed}");
}

/// Reference: the distance of a hull to a point, by its edges and the even-odd rule.
fn distance(hull: &[[f64; 2]], point: DVec2) -> f64 {
    let to_edges = edges(hull).map(|(a, b)| distance_to_segment(point, a, b)).fold(f64::INFINITY, f64::min);
    if polygon::contains(edges(hull), point) { 0.0 } else { to_edges }
}

#[test]
fn sweep_circle_agrees_with_samples_of_random_hulls() {
    let mut random = Random(11);
    let mut met = 0;
    for _ in 0..300 {
        let (world, hulls) = random_world(&mut random);
        let (origin, motion, radius) = (random.point(8.0), random.point(8.0), random.between(0.1, 2.0));
        let gap = |fraction: f64| {
            let at = origin + motion * fraction;
            hulls.iter().map(|hull| distance(hull, at)).fold(f64::INFINITY, f64::min) - radius
        };
        let hit = world.sweep_circle(origin.to_array(), radius, motion.to_array(), &all()).unwrap();
        let end = hit.map_or(1.0, |hit| hit.fraction);
        let before = (0..SAMPLES / 8).map(|at| end * at as f64 / (SAMPLES / 8) as f64);
        assert!(hit.is_some_and(|hit| hit.fraction == 0.0) || before.into_iter().all(|at| gap(at) > -1e-9), "too late");
        if let Some(hit) = hit.filter(|hit| hit.fraction > 0.0) {
            met += 1;
            assert!(gap(hit.fraction).abs() < 1e-9, "touches: {}", gap(hit.fraction));
            let PartHandle::Body(body) = hit.part else { panic!("{hit:?}") };
            let index = world.bodies().position(|other| other == body).unwrap();
            assert!(distance(&hulls[index], hit.point) < 1e-9, "the point is on the hull");
            assert!((origin + motion * hit.fraction - hit.point).distance(hit.normal * radius) < 1e-9);
        }
    }
    assert!(met > 30, "{met}");
}

#[test]
fn overlaps_agree_with_samples_of_random_hulls() {
    let mut random = Random(13);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..200 {
        let (world, hulls) = random_world(&mut random);
        let (center, half) = (random.point(5.0), random.point(1.5).abs());
        let circle = world.overlap_circle(center.to_array(), half.x, &all()).unwrap();
        let area = world.overlap_box((center - half).to_array(), (center + half).to_array(), &all()).unwrap();
        for (index, body) in world.bodies().enumerate() {
            let has = |list: &[PartHandle], body: BodyHandle| list.contains(&body.into());
            assert_eq!(has(&circle, body), distance(&hulls[index], center) <= half.x);
            // Samples of the box inside of the hull, and of the hull inside of the box.
            let in_box = |at: DVec2| ((at - center).abs() - half).max_element() <= 0.0;
            let samples = (0..400).map(|at| DVec2::new((at % 20) as f64, (at / 20) as f64) / 9.5 - 1.0);
            let mut of_box = samples.map(|at| center + half * at);
            let mut of_hull =
                edges(&hulls[index]).flat_map(|(a, b)| (0..200).map(move |at| a + (b - a) * (at as f64 / 200.0)));
            let is_sampled = of_box.any(|at| polygon::contains(edges(&hulls[index]), at)) || of_hull.any(in_box);
            assert!(!is_sampled || has(&area, body), "a common point was found");
            // Without a sample, the box reaches the hull by less than the distance of samples.
            let shrunk = (half - 0.1).max(DVec2::ZERO);
            let small = world.overlap_box((center - shrunk).to_array(), (center + shrunk).to_array(), &all()).unwrap();
            assert!(is_sampled || shrunk == DVec2::ZERO || !has(&small, body), "no common point was found");
            inside += usize::from(is_sampled);
            outside += usize::from(!is_sampled);
        }
    }
    assert!(inside > 50 && outside > 50, "{inside} {outside}");
}
