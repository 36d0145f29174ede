//! The nearest free place for a new part: beside what is in its way.

use crate::geometry::{Aabb, DVec2};
use crate::level::edit::extent;
use crate::level::{Body, Level, Motion, Place};

/// Maximum number of moves in one direction.
const MOST_MOVES: usize = 1000;

/// Boxes of the parts of a level: one of a part that moves, one of each hull edge of a body that does not, so that a
/// place inside a container is free.
pub(in crate::editor::perform) fn boxes(level: &Level) -> Vec<Aabb> {
    let bodies = level.bodies.iter().flat_map(boxes_of);
    let discs = (0..level.discs.len()).filter_map(|index| extent(level, Place::Disc(index)));
    bodies.chain(discs).collect()
}

/// Boxes of a body, as in [`boxes`].
pub(in crate::editor::perform) fn boxes_of(body: &Body) -> Vec<Aabb> {
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    if body.motion == Motion::Dynamic || body.hull.is_empty() {
        let whole = Aabb::around((0..body.nodes.len()).map(at));
        return if whole.is_empty() { Vec::new() } else { vec![whole] };
    }
    body.hull.iter().map(|&[a, b]| Aabb::around([at(a), at(b)])).collect()
}

/// Boxes with as much room below as half their height, so that a part that is placed above a floor is seen to fall.
pub(in crate::editor::perform) fn with_room_to_fall(mut own: Vec<Aabb>) -> Vec<Aabb> {
    own.iter_mut().for_each(|part| part.min.y -= 0.5 * part.size().y);
    own
}

/// Directions of the way to a free place: to the right or up.
pub(in crate::editor::perform) const ASIDE: &[DVec2] = &[DVec2::X, DVec2::Y];
/// Direction of the way to a free place over a support.
pub(in crate::editor::perform) const UP: &[DVec2] = &[DVec2::Y];
/// Direction of the way to a free place for a floor.
pub(in crate::editor::perform) const DOWN: &[DVec2] = &[DVec2::NEG_Y];

/// The shortest way in one of these directions, in whole steps, after which no box of `own` overlaps one of `others`.
pub(in crate::editor::perform) fn way(own: &[Aabb], others: &[Aabb], step: f64, directions: &[DVec2]) -> DVec2 {
    let found = directions.iter().filter_map(|&axis| Some(axis * distance(own, others, axis, step)?));
    let shortest = found.min_by(|a, b| a.length().total_cmp(&b.length()));
    shortest.unwrap_or(DVec2::ZERO)
}

/// The way of a part that falls, with its boxes: up from supports, which do not move, and aside from the others, unless there is
/// no support below that place.
pub(in crate::editor::perform) fn way_over(own: &[Aabb], supports: &[Aabb], others: &[Aabb], step: f64) -> DVec2 {
    let shifted = |by: DVec2| own.iter().map(move |part| Aabb { min: part.min + by, max: part.max + by });
    let up = way(own, supports, step, UP);
    let lifted: Vec<Aabb> = shifted(up).collect();
    let all: Vec<Aabb> = supports.iter().chain(others).copied().collect();
    let aside = up + way(&lifted, &all, step, ASIDE);
    let is_over = |middle: f64| supports.iter().any(|support| (support.min.x..=support.max.x).contains(&middle));
    let middle = |by: DVec2| shifted(by).reduce(Aabb::union).map_or(0.0, |bounds| bounds.center().x);
    let leaves_support = is_over(middle(up)) && !is_over(middle(aside));
    if leaves_support { up + way(&lifted, &all, step, UP) } else { aside }
}

fn distance(own: &[Aabb], others: &[Aabb], axis: DVec2, step: f64) -> Option<f64> {
    let mut moved = 0.0;
    for _ in 0..MOST_MOVES {
        let by = axis * moved;
        let placed = || own.iter().map(|part| Aabb { min: part.min + by, max: part.max + by });
        let needed = placed().flat_map(|part| {
            let in_way = others.iter().filter(move |other| other.overlaps(&part));
            let is_forward = axis.element_sum() > 0.0;
            in_way.map(move |other| if is_forward { other.max - part.min } else { other.min - part.max }.dot(axis))
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
        assert_eq!(way(&own, &[square(5.0, 0.0)], 0.5, ASIDE), DVec2::ZERO);
        // By 1.5 to the right, or by 2.5 up; one step of 0.5 is left between them.
        assert_eq!(way(&own, &[square(-0.5, 0.0)], 0.5, ASIDE), DVec2::new(2.0, 0.0));
        // To the right stands another one: 4.5 and more there, 2.5 up.
        assert_eq!(way(&own, &[square(-0.5, 0.0), square(2.5, 0.0)], 0.5, ASIDE), DVec2::new(0.0, 2.5));
        assert_eq!(way(&own, &[square(0.0, -0.5)], 0.5, DOWN), DVec2::new(0.0, -3.0));
        // A floor far to the right: by 0.5 + 1 up, and a step.
        let floor = Aabb { min: DVec2::new(-9.0, -2.0), max: DVec2::new(9.0, 0.5) };
        assert_eq!(way(&with_room_to_fall(own.to_vec()), &[floor], 0.5, ASIDE), DVec2::new(0.0, 2.0));
    }

    #[test]
    fn part_that_falls_stays_over_its_support() {
        let floor = Aabb { min: DVec2::new(-1.0, -1.0), max: DVec2::new(2.0, 0.5) };
        let own = [square(0.0, 0.0)];
        // By 2.0 to the right, or by 0.5 up, and a step.
        assert_eq!(way_over(&own, &[floor], &[], 0.5), DVec2::new(0.0, 1.0));
        // To the right of the other one by 1.5 there is no floor.
        assert_eq!(way_over(&own, &[floor], &[square(-1.0, 0.5)], 0.5), DVec2::new(0.0, 3.0));
        let wide = Aabb { max: DVec2::new(9.0, 0.5), ..floor };
        assert_eq!(way_over(&own, &[wide], &[square(-1.0, 0.5)], 0.5), DVec2::new(1.5, 1.0));
    }

    #[test]
    fn container_has_free_places_inside() {
        let body = Container::default().body();
        let center = Aabb::around(body.nodes.iter().map(|node| DVec2::from_array(node.position))).center();
        let own = [Aabb { min: center - 0.5, max: center + 0.5 }];
        assert_eq!(way(&own, &boxes_of(&body), 0.5, ASIDE), DVec2::ZERO);
    }
}
