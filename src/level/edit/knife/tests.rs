//! Cuts by hand, and invariants of every cut of every shape.

use super::*;
use crate::geometry::polygon;
use crate::level::checks::Severity;
use crate::level::shapes::{self, Concave, Container, CrateBox, Rectangle, Ring, Rope};
use crate::level::{Node, Role, Stick};

fn at(body: &Body, node: usize) -> DVec2 {
    DVec2::from_array(body.nodes[node].position)
}

fn area(body: &Body) -> f64 {
    0.5 * polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (at(body, a), at(body, b))), DVec2::ZERO)
}

fn tiled(body: &Body) -> f64 {
    let doubled = |&[a, b, c]: &[usize; 3]| polygon::doubled_triangle_area(at(body, a), at(body, b), at(body, c));
    assert!(body.triangles.iter().all(|triangle| doubled(triangle) > 0.0));
    0.5 * body.triangles.iter().map(doubled).sum::<f64>()
}

fn mass(body: &Body) -> f64 {
    body.nodes.iter().map(|node| if let Role::Mass(mass) = node.role { mass } else { 0.0 }).sum()
}

fn parts(body: &Body, from: [f64; 2], to: [f64; 2]) -> Vec<Body> {
    match cut(body, from.into(), to.into()) {
        Ok(Some(cut)) => cut.bodies,
        other => panic!("{other:?}"),
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

#[test]
fn cut_divides_a_square_of_decor_into_two_rectangles() {
    let nodes = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]].map(Node::at).to_vec();
    let hull = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
    let square = Body { nodes, hull, triangles: vec![[0, 1, 2], [0, 2, 3]], ..Body::default() };
    let parts = parts(&square, [1.5, -1.0], [1.5, 5.0]);
    assert_eq!(parts.iter().map(|part| (part.nodes.len(), part.hull.len())).collect::<Vec<_>>(), [(4, 4), (4, 4)]);
    // The left one is 1.5 by 4, the other 2.5 by 4; both counter-clockwise.
    assert_eq!(parts.iter().map(area).collect::<Vec<_>>(), [6.0, 10.0]);
    assert_eq!(parts.iter().map(tiled).collect::<Vec<_>>(), [6.0, 10.0]);
    // Each corner of mass 1 is cut from one new node, which gets 1/3; the gas of 2 goes by area.
    let expected = [1.0, 1.0, 0.5, 0.5].map(|share: f64| share * 2.0 / 3.0);
    for part in &parts {
        let masses = part.nodes.iter().map(|node| if let Role::Mass(mass) = node.role { mass } else { 0.0 });
        assert!(masses.zip(expected).all(|(mass, expected)| close(mass, expected)));
    }
    assert_eq!(parts.iter().map(|part| part.gas).collect::<Vec<_>>(), [0.75, 1.25]);
}

#[test]
fn cut_spring_keeps_its_tension_and_stiffness_is_inverse_to_length() {
    let mut rope = Rope { to: [4.0, 0.0], links: 1, ..Rope::default() }.body();
    rope.springs[0].rest_length = 2.0;
    rope.nodes[1].velocity = [0.0, 4.0];
    let parts = parts(&rope, [1.0, 1.0], [1.0, -1.0]);
    let springs: Vec<_> = parts.iter().map(|part| part.springs[0]).collect();
    assert_eq!(springs.iter().map(|s| s.rest_length).collect::<Vec<_>>(), [0.5, 1.5]);
    // 6 over a quarter, 6 over three quarters; the damping of 0.3 too.
    assert_eq!(springs.iter().map(|s| s.stiffness).collect::<Vec<_>>(), [24.0, 8.0]);
    assert!(close(springs[0].damping, 1.2) && close(springs[1].damping, 0.4));
    let new: Vec<_> = parts.iter().map(|part| part.nodes[1].clone()).collect();
    assert_eq!(
        new.iter().map(|node| (node.position, node.velocity)).collect::<Vec<_>>(),
        [([1.0, 0.0], [0.0, 1.0]); 2]
    );
    assert!(close(mass(&parts[0]), 1.0) && close(mass(&parts[1]), 1.0));
    assert_eq!(cut(&rope, DVec2::new(1.0, 1.0), DVec2::new(1.0, 0.5)), Ok(None));
}

#[test]
fn cut_divides_sticks() {
    let nodes = [[0.0, 0.0], [4.0, 0.0]].map(Node::at).to_vec();
    let sticks = vec![Stick { a: 1, b: 0, length: 4.0, hidden: true }];
    let parts = parts(&Body { nodes, sticks, ..Body::default() }, [3.0, 1.0], [3.0, -1.0]);
    let lengths: Vec<_> = parts.iter().map(|part| (part.sticks[0].length, part.sticks[0].hidden)).collect();
    assert_eq!(lengths, [(3.0, true), (1.0, true)]);
}

#[test]
fn cut_through_nodes_only_doubles_them() {
    // 5 x 4 nodes from -1 to 1 and -0.75 to 0.75: the line is the middle column.
    let block = Rectangle::default().body();
    let half = Rectangle { columns: 2, ..Rectangle::default() }.body();
    let parts = parts(&block, [0.0, 2.0], [0.0, -2.0]);
    assert_eq!(parts.len(), 2);
    for part in &parts {
        assert_eq!((part.nodes.len(), part.hull.len(), part.triangles.len()), (12, 10, 12));
        assert_eq!(part.springs.len(), half.springs.len());
        assert!(part.springs.iter().all(|spring| spring.stiffness == 6.0));
        assert!(close(area(part), 1.5) && close(tiled(part), 1.5) && close(mass(part), 10.0));
    }
    // A cut slightly beside gives the same result: it bends through the nodes.
    let beside = super::cut(&block, DVec2::new(0.05, 2.0), DVec2::new(0.02, -2.0));
    let beside = beside.ok().flatten().map(|cut| cut.bodies).unwrap_or_default();
    assert_eq!(beside.iter().map(|part| part.nodes.len()).collect::<Vec<_>>(), [12, 12]);
}

#[test]
fn cut_opens_a_ring_and_a_cut_across_divides_it() {
    let ring = Ring::default().body();
    let opened = parts(&ring, [0.0, 0.01], [3.0, 0.01]);
    assert_eq!(opened.len(), 1);
    // A gap of a hundredth of the node distance times the width of the band, 0.45.
    let gap = area(&ring) - area(&opened[0]);
    assert!(gap > 0.0 && gap < 0.01 * 0.4 * 0.45 * 1.5, "{gap}");
    assert!(close(tiled(&opened[0]), area(&opened[0])));
    let halves = parts(&ring, [-3.0, 0.01], [3.0, 0.01]);
    assert_eq!(halves.len(), 2);
    assert!(close(halves.iter().map(area).sum::<f64>(), area(&ring)));
}

#[test]
fn cut_of_one_leg_of_a_u_leaves_the_other_leg() {
    let u = Concave::default().body();
    let one = parts(&u, [-3.0, 0.7], [0.0, 0.7]);
    assert_eq!(one.len(), 2);
    assert!(close(one.iter().map(area).sum::<f64>(), area(&u)));
    assert_eq!(parts(&u, [-3.0, 0.7], [3.0, 0.7]).len(), 3);
}

#[test]
fn cut_that_ends_inside_is_extended_and_says_so() {
    let block = Rectangle::default().body();
    let whole = cut(&block, DVec2::new(0.3, 2.0), DVec2::new(0.3, -2.0)).ok().flatten().map(|cut| cut.bodies);
    let mut level = Level { bodies: vec![block.named("block")], ..Level::default() };
    let knifed = knife(&mut level, &[], [0.3, 2.0], [0.3, 0.0]).unwrap_or_default();
    assert_eq!(knifed.bodies, [0, 1]);
    assert!(knifed.said.contains("1 body cut into 2 parts; extended to the hull"), "{}", knifed.said);
    let areas = |bodies: &[Body]| bodies.iter().map(area).collect::<Vec<_>>();
    assert_eq!(Some(areas(&level.bodies)), whole.as_deref().map(areas));
    assert_eq!(level.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>(), ["block", "block 2"]);
}

#[test]
fn cut_keeps_fans_where_possible() {
    let crate_ = CrateBox { edges_per_side: 3, ..CrateBox::default() }.body();
    for part in parts(&crate_, [0.2, 2.0], [0.3, -2.0]) {
        let hubs = part.nodes.iter().filter(|node| node.role == Role::Barycentre).count();
        assert_eq!(hubs, 1);
        assert!(close(tiled(&part), area(&part)));
    }
}

#[test]
fn cut_failure_gives_a_reason_and_changes_nothing() {
    let mut level = Level { bodies: vec![Rectangle::default().body()], ..Level::default() };
    level.bodies[0].hull.pop();
    let before = level.clone();
    let refused = |level: &mut Level, only: &[usize], to: Point| knife(level, only, [0.1, 2.0], to).map(drop);
    assert!(refused(&mut level, &[], [0.1, -2.0]).is_err_and(|reason| reason.contains("not closed")));
    assert!(refused(&mut level, &[], [0.1, 2.0]).is_err_and(|reason| reason.contains("no length")));
    assert!(refused(&mut level, &[7], [0.1, -2.0]).is_err_and(|reason| reason.contains("not there")));
    assert!(refused(&mut level, &[], [f64::NAN, 0.0]).is_err());
    level.bodies[0] = Rectangle::default().body();
    level.bodies[0].hull.iter_mut().for_each(|edge| edge.swap(0, 1));
    assert!(refused(&mut level, &[], [0.1, -2.0]).is_err_and(|reason| reason.contains("wrong way round")));
    level = before.clone();
    assert!(refused(&mut level, &[], [5.0, 2.0]).is_err());
    assert_eq!(level, before);
}

/// Pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Rules that a cut may violate: if it crosses the hull at a slant, the corner is acute (000 §E.2).
const OF_CORNERS: [&str; 1] = ["hull-angle"];

fn rules(level: &Level) -> BTreeSet<&'static str> {
    let findings = checks::check(level).into_iter().filter(|finding| finding.severity > Severity::Hint);
    findings.map(|finding| finding.rule).filter(|rule| !OF_CORNERS.contains(rule)).collect()
}

#[test]
fn cut_keeps_area_mass_and_nodes_and_adds_no_findings() {
    let (mut dice, mut cuts, mut refused) = (Dice(7), 0, Vec::new());
    for shape in shapes::ALL {
        let body = shape.body();
        let size =
            crate::geometry::Aabb::around((0..body.nodes.len()).map(|node| at(&body, node))).size().max_element();
        let center = crate::geometry::Aabb::around((0..body.nodes.len()).map(|node| at(&body, node))).center();
        for _ in 0..25 {
            let end = |dice: &mut Dice| center + DVec2::new(dice.roll() - 0.5, dice.roll() - 0.5) * (2.4 * size);
            let (from, to) = (end(&mut dice), end(&mut dice));
            let what = format!("{} {from} {to}", shape.id);
            let mut level = Level { bodies: vec![body.clone()], ..Level::default() };
            if !body.sticks.is_empty() {
                level.world.integrator = crate::level::Integrator::Verlet;
            }
            let before = rules(&level);
            match knife(&mut level, &[], from.to_array(), to.to_array()) {
                Ok(_) => {}
                Err(reason) if reason == "the cut meets no body" => continue,
                Err(reason) => {
                    refused.push(format!("{what}: {reason}"));
                    continue;
                }
            }
            cuts += 1;
            // A slit in a connected body is as wide as the gap.
            let hair = if level.bodies.len() == 1 { 0.01 * size * size } else { 1e-9 * size * size };
            let sum: f64 = level.bodies.iter().map(area).sum();
            assert!((sum - area(&body)).abs() <= hair, "{what}: {sum} of {}", area(&body));
            assert!(close(level.bodies.iter().map(mass).sum(), mass(&body)), "{what}");
            for part in &level.bodies {
                let open = part.hull.iter().any(|edge| part.hull.iter().filter(|next| next[0] == edge[1]).count() != 1);
                assert!(!open, "{what}");
                assert!(body.triangles.is_empty() || close(tiled(part), area(part)), "{what}");
            }
            let kept: Vec<DVec2> =
                level.bodies.iter().flat_map(|part| (0..part.nodes.len()).map(|node| at(part, node))).collect();
            let is_there = |node: DVec2| kept.iter().any(|kept| kept.distance(node) <= 0.01 * size);
            let masses = (0..body.nodes.len()).filter(|&node| body.nodes[node].role != Role::Barycentre);
            assert!(masses.clone().all(|node| is_there(at(&body, node))), "{what}");
            assert!(kept.len() >= masses.count(), "{what}");
            let new: Vec<_> = rules(&level).difference(&before).copied().collect();
            assert!(new.is_empty(), "{what}: {new:?}\n{:#?}", checks::check(&level));
        }
    }
    assert!(cuts > 150 && refused.len() * 20 < cuts, "{cuts} cuts, {} refused: {refused:#?}", refused.len());
    assert!(area(&Container::default().body()) > 0.0);
}
