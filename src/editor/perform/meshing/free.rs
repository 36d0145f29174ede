//! The nearest free place for a new body: to the right of what is in its way, or above it.

use crate::geometry::{Aabb, DVec2};
use crate::level::edit::extent;
use crate::level::{Body, Level, Motion, Place};

/// Maximum number of moves in one direction.
const MOST_MOVES: usize = 1000;

/// Boxes of the parts of a level: one of a part that moves, one of each hull edge of a body that does not, so that a
/// place inside a container is free.
pub(super) fn boxes(level: &Level) -> Vec<Aabb> {
    let bodies = level.bodies.iter().flat_map(boxes_of);
    let discs = (0..level.discs.len()).filter_map(|index| extent(level, Place::Disc(index)));
    bodies.chain(discs).collect()
}

/// Boxes of a body, as in [`boxes`].
pub(super) fn boxes_of(body: &Body) -> Vec<Aabb> {
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    if body.motion == Motion::Dynamic || body.hull.is_empty() {
        let whole = Aabb::around((0..body.nodes.len()).map(at));
        return if whole.is_empty() { Vec::new() } else { vec![whole] };
    }
    body.hull.iter().map(|&[a, b]| Aabb::around([at(a), at(b)])).collect()
}

/// The shortest way to the right or up, in whole steps, on which no box of `own` overlaps one of `others`.
pub(super) fn way(own: &[Aabb], others: &[Aabb], step: f64) -> DVec2 {
    let found = [DVec2::X, DVec2::Y].map(|axis| distance(own, others, axis, step).map(|length| axis * length));
    let shortest = found.into_iter().flatten().min_by(|a, b| a.length().total_cmp(&b.length()));
    shortest.unwrap_or(DVec2::ZERO)
}

fn distance(own: &[Aabb], others: &[Aabb], axis: DVec2, step: f64) -> Option<f64> {
    let mut moved = 0.0;
    for _ in 0..MOST_MOVES {
        let by = axis * moved;
        let placed = || own.iter().map(|part| Aabb { min: part.min + by, max: part.max + by });
        let needed = placed().flat_map(|part| {
            let in_way = others.iter().filter(move |other| other.overlaps(&part));
            in_way.map(move |other| (other.max - part.min).dot(axis))
        });
        let Some(needed) = needed.max_by(f64::total_cmp) else { return Some(moved) };
        moved = ((moved + needed) / step + 1e-9).floor() * step + step;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::shapes::Container;

    fn square(x: f64, y: f64) -> Aabb {
        let corner = DVec2::new(x, y);
        Aabb { min: corner, max: corner + 2.0 }
    }

    #[test]
    fn free_place_is_beside_or_above_what_is_in_the_way() {
        let own = [square(0.0, 0.0)];
        assert_eq!(way(&own, &[square(5.0, 0.0)], 0.5), DVec2::ZERO);
        // By 1.5 to the right, or by 2.5 up; one step of 0.5 is left between them.
        assert_eq!(way(&own, &[square(-0.5, 0.0)], 0.5), DVec2::new(2.0, 0.0));
        // To the right stands another one: 4.5 and more there, 2.5 up.
        assert_eq!(way(&own, &[square(-0.5, 0.0), square(2.5, 0.0)], 0.5), DVec2::new(0.0, 2.5));
    }

    #[test]
    fn container_has_free_places_inside() {
        let body = Container::default().body();
        let center = Aabb::around(body.nodes.iter().map(|node| DVec2::from_array(node.position))).center();
        let own = [Aabb { min: center - 0.5, max: center + 0.5 }];
        assert_eq!(way(&own, &boxes_of(&body), 0.5), DVec2::ZERO);
    }
}
