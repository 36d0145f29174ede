//! The edge by which a node entered a hull, from the data of one substep.

use super::{Body, Node, cross};
use blobsmith_engine::geometry::DVec2;

/// Part of an edge's length below which a difference counts as rounding.
const TINY: f64 = 1e-9;

/// The data of one edge.
struct Fact {
    index: usize,
    a: DVec2,
    b: DVec2,
    /// How deep M is behind its line, at the start and now.
    deep: [f64; 2],
    /// When M came in, and where on the edge, 0..=1.
    came: Option<(f64, f64)>,
    /// M is on the edge now.
    is_on: bool,
    /// M's own corner may have come through it.
    is_facing: bool,
}

/// `sides`: the nodes before and after M on its own hull. `centre` is G where the barycentre rule holds.
pub fn choose(m: &Node, sides: Option<[DVec2; 2]>, hull: &Body, centre: Option<DVec2>) -> Option<usize> {
    let sides = sides.filter(|sides| has_say(m.x, *sides));
    let facts: Vec<Fact> = (0..hull.data.hull.len()).filter_map(|index| fact(m, sides, hull, centre, index)).collect();
    let shares = |one: &Fact, other: &Fact, at_a: bool| {
        let ([a, b], [c, d]) = (hull.data.hull[one.index], hull.data.hull[other.index]);
        if at_a { d == a } else { c == b }
    };
    // The nearest of some edges that M's corner can have come through.
    let reached = |is_meant: &dyn Fn(&Fact) -> bool| -> Option<usize> {
        let mut found = (f64::INFINITY, None);
        for other in facts.iter().filter(|other| other.is_facing && is_meant(other)) {
            let distance = to_segment(m.x, other.a, other.b);
            if comes_through(m.x, sides, other) && distance < found.0 {
                found = (distance, Some(other.index));
            }
        }
        found.1
    };
    let beside = |fact: &Fact| -> usize {
        let is_neighbour =
            |other: &Fact| other.index != fact.index && (shares(fact, other, true) || shares(fact, other, false));
        reached(&is_neighbour).unwrap_or(fact.index)
    };
    let mut last: Option<&Fact> = None;
    for fact in facts.iter().filter(|fact| fact.came.is_some()) {
        if last.is_none_or(|last| fact.came.unwrap().0 > last.came.unwrap().0) {
            last = Some(fact);
        }
    }
    let lies = || facts.iter().filter(|fact| fact.is_on);
    let Some(last) = last else {
        return match lies().find(|fact| fact.is_facing) {
            Some(fact) => Some(fact.index),
            None => lies().next().map(beside).or_else(|| {
                // Inside already: the nearest, unless M has its body on the wrong side of it.
                let distance = |fact: &Fact| to_segment(m.x, fact.a, fact.b);
                let nearest =
                    facts.iter().reduce(|best, fact| if distance(fact) < distance(best) { fact } else { best })?;
                if !nearest.is_facing {
                    let other = facts.iter().find(|fact| Some(fact.index) == reached(&|_| true))?;
                    return (distance(other) <= 2.0 * distance(nearest)).then_some(other.index);
                }
                // Below a notch: the other wall, if it is the deeper one.
                let foot = (m.x - nearest.a).dot(nearest.b - nearest.a) / (nearest.b - nearest.a).length_squared();
                let is_off = |at_a: bool| if at_a { foot < 0.0 } else { foot > 1.0 };
                let at_a = [true, false].into_iter().find(|&at_a| is_off(at_a))?;
                let other = facts.iter().find(|other| shares(nearest, other, at_a))?;
                (other.is_facing && other.deep[1] > nearest.deep[1]).then_some(other.index)
            }),
        };
    };
    let (_, along) = last.came.unwrap();
    let at_end = if along <= TINY { Some(true) } else { (along >= 1.0 - TINY).then_some(false) };
    if let (Some(_), Some(fact)) = (at_end, lies().find(|fact| fact.is_facing)) {
        return Some(fact.index);
    }
    if !last.is_facing {
        let other = beside(last);
        if other != last.index {
            return Some(other);
        }
    }
    let other = at_end.and_then(|at_a| facts.iter().find(|other| shares(last, other, at_a)));
    Some(match other {
        Some(other) if other.is_facing && !last.is_facing => other.index,
        Some(other) if other.is_facing == last.is_facing && gain(other) > gain(last) => other.index,
        _ => last.index,
    })
}

fn gain(fact: &Fact) -> f64 {
    fact.deep[1] - fact.deep[0]
}

/// None for an edge that M is outside of, or that does not count.
fn fact(m: &Node, sides: Option<[DVec2; 2]>, hull: &Body, centre: Option<DVec2>, index: usize) -> Option<Fact> {
    let [a, b] = hull.data.hull[index].map(|node| &hull.nodes[node]);
    let (ab, am) = (b.x - a.x, m.x - a.x);
    let is_struck_out = centre.is_some_and(|g| cross(ab, g - a.x) >= 0.0);
    if cross(ab, am) < 0.0 || ab == DVec2::ZERO || is_struck_out {
        return None;
    }
    let (came, is_on) = passage(m, a, b);
    let (ab_old, am_old) = (b.old - a.old, m.old - a.old);
    let deep = [cross(ab_old, am_old) / ab_old.length(), cross(ab, am) / ab.length()];
    let is_facing = sides.is_none_or(|sides| faces(m.x, sides, ab));
    Some(Fact { index, a: a.x, b: b.x, deep, came, is_on, is_facing })
}

/// When M came in through the edge AB and where on it, M being on its left now; and whether M is on it now.
fn passage(m: &Node, a: &Node, b: &Node) -> (Option<(f64, f64)>, bool) {
    let (ab, am) = (b.x - a.x, m.x - a.x);
    let (ab_old, am_old) = (b.old - a.old, m.old - a.old);
    let was_on = cross(ab_old, am_old).abs() <= TINY * ab_old.dot(ab_old);
    let stays = cross(ab, am) <= TINY * ab.dot(ab);
    let place = |t: f64| {
        let (edge, arm) = (ab_old.lerp(ab, t), am_old.lerp(am, t));
        edge.dot(arm) / edge.dot(edge)
    };
    let is_on_it = |along: &f64| -TINY <= *along && *along <= 1.0 + TINY;
    let mut came = None;
    if !stays {
        // cross(edge(t), arm(t)) = constant + linear t + quadratic t²
        let constant = cross(ab_old, am_old);
        let linear = cross(ab_old, am - am_old) + cross(ab - ab_old, am_old);
        let quadratic = cross(ab - ab_old, am - am_old);
        let rises = |t: &f64| (0.0..=1.0 + TINY).contains(t) && linear + 2.0 * quadratic * *t > 0.0;
        let crossing = roots(constant, linear, quadratic)
            .into_iter()
            .filter(rises)
            .fold(None, |latest: Option<f64>, t| Some(latest.map_or(t, |latest| latest.max(t))));
        let time = crossing.map(|t| t.min(1.0)).or(was_on.then_some(0.0));
        came = time.map(|t| (t, place(t))).filter(|(_, along)| is_on_it(along));
    }
    (came, stays && is_on_it(&place(1.0)))
}

/// When M came in through the edge AB, if it is on its left now.
pub fn first_crossing(m: &Node, a: &Node, b: &Node) -> Option<f64> {
    let ab = b.x - a.x;
    if cross(ab, m.x - a.x) < 0.0 || ab == DVec2::ZERO {
        return None;
    }
    passage(m, a, b).0.map(|(time, _)| time)
}

/// Inward unit normals of M's own two edges, added.
fn inward(m: DVec2, [before, after]: [DVec2; 2]) -> DVec2 {
    let normal = |edge: DVec2| DVec2::new(-edge.y, edge.x) / edge.length();
    normal(m - before) + normal(after - m)
}

/// Not dented, not folded flat.
fn has_say(m: DVec2, sides: [DVec2; 2]) -> bool {
    let (one, two) = (m - sides[0], sides[1] - m);
    let sum = inward(m, sides);
    cross(one, two) >= -1e-3 * one.length() * two.length() && sum.is_finite() && sum.dot(sum) > 1e-12
}

/// The cosine between the edge's outward normal and M's inward one is not below -0.2.
fn faces(m: DVec2, sides: [DVec2; 2], ab: DVec2) -> bool {
    let sum = inward(m, sides);
    let outward = DVec2::new(ab.y, -ab.x);
    outward.dot(sum) >= -0.2 * outward.length() * sum.length()
}

/// A neighbour of M is at least seven times as far outside of the line as M is inside.
fn comes_through(m: DVec2, sides: Option<[DVec2; 2]>, edge: &Fact) -> bool {
    let ab = edge.b - edge.a;
    let depth = cross(ab, m - edge.a);
    sides.is_some_and(|sides| sides.iter().any(|side| -cross(ab, *side - edge.a) >= 7.0 * depth))
}

fn to_segment(m: DVec2, a: DVec2, b: DVec2) -> f64 {
    let (ab, am) = (b - a, m - a);
    let along = am.dot(ab) / ab.dot(ab);
    // To an end from the end itself: two edges that meet there are then equally near, to the bit.
    if along <= 0.0 {
        am.length()
    } else if along >= 1.0 {
        (m - b).length()
    } else {
        (am - ab * along).length()
    }
}

/// Real roots of c + b t + a t²; none of the zero polynomial.
fn roots(c: f64, b: f64, a: f64) -> Vec<f64> {
    if a == 0.0 {
        return if b == 0.0 { Vec::new() } else { vec![-c / b] };
    }
    let discriminant = b * b - 4.0 * a * c;
    if discriminant < 0.0 {
        return Vec::new();
    }
    // The form without cancellation.
    let q = -0.5 * (b + discriminant.sqrt().copysign(b));
    if q == 0.0 { vec![0.0] } else { vec![q / a, c / q] }
}
