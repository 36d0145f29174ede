//! Queries: which parts are at a point, on a ray, in a circle or box, or in the way of a moving circle.
//!
//! Inside a hull is decided by the even-odd rule. Discs are solid. Obstacles are lines without an inside, circles too, since
//! contacts come from both of their sides. Bodies without a hull and what has blown up are never found. Results are exact up to
//! rounding, in ascending order (bodies, discs, obstacles, each in file order), and the same on every machine.
//!
//! Algorithm: a bounding volume hierarchy over bodies and discs rejects by boxes; the first query after a change builds it. Every
//! obstacle is tested. Cost: O(n log n) once per frame for n bodies and discs, then O(log n) and the hull edges of the found parts.
//!
//! ```
//! # use blobsmith_engine::play::{PlayWorld, QueryFilter};
//! # let world = PlayWorld::from_text(
//! #     r#"{"format": 2, "discs": [{"id": "ball", "position": [5, 0], "radius": 1}],
//! #         "obstacles": [{"id": "ground", "shape": {"Line": [[0, -2], [1, 0]]}}]}"#,
//! # )?;
//! let all = QueryFilter::default();
//! let hit = world.raycast([0.0, 0.0], [1.0, 0.0], 8.0, &all)?.expect("the ball is in the way");
//! assert_eq!((hit.part, hit.fraction), (world.disc("ball").expect("a disc").into(), 0.5));
//! assert_eq!((hit.point.to_array(), hit.normal.to_array()), ([4.0, 0.0], [-1.0, 0.0]));
//! let near = world.overlap_circle([5.0, 0.0], 2.0, &all)?;
//! assert_eq!(near, [world.disc("ball").expect("a disc").into(), world.obstacle("ground").expect("an obstacle").into()]);
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

mod overlap;
mod ray;
mod shape;
mod sweep;

use super::documents::PartInfo;
use super::error::finite;
use super::handles::{BodyHandle, DiscHandle, PartHandle};
use super::{PlayError, PlayWorld};
use crate::geometry::SortCopies;
use crate::geometry::{Aabb, BoxTree};
use crate::level::{CollisionFilter, Point};
use glam::DVec2;
use shape::QueryShape;

/// Which parts a query finds.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryFilter {
    /// Bits of the categories of the query; a part is found only if its mask has one of them.
    pub category: u32,
    /// Bits of the categories that are found.
    pub mask: u32,
    /// True to find sensors too.
    pub sensors: bool,
    /// Finds only parts with this tag.
    pub tag: Option<String>,
}

impl Default for QueryFilter {
    /// Finds everything but sensors.
    fn default() -> Self {
        Self { category: u32::MAX, mask: u32::MAX, sensors: false, tag: None }
    }
}

impl QueryFilter {
    fn admits(&self, filter: &CollisionFilter, part: &PartInfo) -> bool {
        let own = CollisionFilter { category: self.category, mask: self.mask, sensor: false };
        own.admits(filter)
            && (self.sensors || !filter.sensor)
            && self.tag.as_ref().is_none_or(|tag| part.tags.contains(tag))
    }
}

/// Where a ray or a moving circle meets a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueryHit {
    /// The part.
    pub part: PartHandle,
    /// Point of the part.
    pub point: DVec2,
    /// Unit normal of the part there, against the motion.
    pub normal: DVec2,
    /// Part of the way until there, 0 to 1.
    pub fraction: f64,
}

impl PlayWorld {
    /// Bodies whose hull contains a point.
    ///
    /// # Errors
    /// [`PlayError::Number`] if the point is not finite.
    pub fn bodies_at(&self, point: Point, filter: &QueryFilter) -> Result<Vec<BodyHandle>, PlayError> {
        let found = self.parts_at(finite("point", point)?, filter);
        Ok(found.filter_map(|part| if let PartHandle::Body(body) = part { Some(body) } else { None }).collect())
    }

    /// Discs that contain a point.
    ///
    /// # Errors
    /// [`PlayError::Number`] if the point is not finite.
    pub fn discs_at(&self, point: Point, filter: &QueryFilter) -> Result<Vec<DiscHandle>, PlayError> {
        let found = self.parts_at(finite("point", point)?, filter);
        Ok(found.filter_map(|part| if let PartHandle::Disc(disc) = part { Some(disc) } else { None }).collect())
    }

    fn parts_at(&self, point: DVec2, filter: &QueryFilter) -> impl Iterator<Item = PartHandle> {
        let found = self.candidates(Aabb::around([point]), filter);
        found.filter(move |(_, shape)| shape.contains(point)).map(|(part, _)| part)
    }

    /// The node nearest to a point, at most `radius` away: its body, and its index there. Of equally near nodes the first. Nodes of
    /// bodies without a hull count too. Cost: linear in the nodes of the level.
    ///
    /// # Errors
    /// [`PlayError::Number`] if the point is not finite, or the radius negative or NaN.
    pub fn nearest_node(
        &self,
        point: Point,
        radius: f64,
        filter: &QueryFilter,
    ) -> Result<Option<(BodyHandle, usize)>, PlayError> {
        let point = finite("point", point)?;
        if radius.is_nan() || radius < 0.0 {
            return Err(PlayError::Number("radius", "0 or more"));
        }
        let (layout, state) = (self.world.layout(), self.world.state());
        let mut best = None;
        let mut least = radius * radius;
        for (index, body) in layout.bodies.iter().enumerate() {
            if state.blown_up[index]
                || self.parts.bodies.handles.is_gap(index)
                || !filter.admits(layout.filters.of_body(index), &self.parts.bodies.infos[index].part)
            {
                continue;
            }
            for node in body.nodes.clone() {
                let squared = (state.positions[node] - point).length_squared();
                if squared < least || (squared == least && best.is_none()) {
                    (best, least) = (Some((index, node - body.nodes.start)), squared);
                }
            }
        }
        Ok(best.map(|(body, node)| (self.parts.bodies.handles.handle(body), node)))
    }

    /// Parts whose box touches an area and that the filter admits, with their shapes, in ascending order; every obstacle is among
    /// them.
    fn candidates(&self, area: Aabb, filter: &QueryFilter) -> impl Iterator<Item = (PartHandle, QueryShape<'_>)> {
        let (layout, parts) = (self.world.layout(), &*self.parts);
        let bodies = layout.bodies.len();
        let mut near = Vec::new();
        self.boxes().for_each(&padded(area), |index| near.push(index));
        near.sort_copies();
        let in_boxes = near.into_iter().filter_map(move |index| {
            let Some(disc) = index.checked_sub(bodies) else {
                let is_admitted = filter.admits(layout.filters.of_body(index), &parts.bodies.infos[index].part);
                return is_admitted.then(|| (parts.bodies.handles.handle(index).into(), self.hull_shape(index)));
            };
            let is_admitted = filter.admits(layout.filters.of_disc(disc), &parts.discs.infos[disc]);
            is_admitted.then(|| (parts.discs.handles.handle(disc).into(), self.disc_shape(disc)))
        });
        let obstacles = layout.obstacles.iter().enumerate().filter(move |(index, _)| {
            filter.admits(layout.filters.of_obstacle(*index), &parts.obstacles.infos[*index])
        });
        in_boxes.chain(obstacles.map(|(index, obstacle)| {
            (parts.obstacles.handles.handle(index).into(), QueryShape::of_obstacle(&obstacle.shape))
        }))
    }

    fn hull_shape(&self, body: usize) -> QueryShape<'_> {
        let layout = self.world.layout();
        let parts = &layout.bodies[body];
        QueryShape::Hull {
            edges: &layout.hull_edges[parts.hull_edges.clone()],
            positions: &self.world.state().positions,
            is_closed: parts.is_closed,
        }
    }

    fn disc_shape(&self, disc: usize) -> QueryShape<'_> {
        QueryShape::Disc(self.world.state().disc_positions[disc], self.world.layout().discs.radius[disc])
    }

    /// Boxes of bodies, then of discs.
    fn boxes(&self) -> &BoxTree {
        self.boxes.get_or_init(|| {
            let (layout, state) = (self.world.layout(), self.world.state());
            let of_body = |body: usize| if state.blown_up[body] { Aabb::EMPTY } else { self.world.hull_box(body) };
            let of_disc = |disc: usize| match state.disc_blown_up[disc] {
                true => Aabb::EMPTY,
                false => Aabb::around([state.disc_positions[disc]]).expanded(layout.discs.radius[disc]),
            };
            let bodies = (0..layout.bodies.len()).map(of_body);
            BoxTree::new(bodies.chain((0..layout.discs.count()).map(of_disc)).collect())
        })
    }
}

/// Grows an area by more than rounding, so that boxes never decide a result.
fn padded(area: Aabb) -> Aabb {
    const ROUNDING: f64 = 1e-12;
    area.expanded(ROUNDING * area.min.abs().max(area.max.abs()).max_element())
}
