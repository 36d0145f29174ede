//! Stage "obstacles and bounds + derived data": calls the reference functions for every body that the sweep has not settled.

use super::sweep::SweptBodies;
use crate::engine::data::observer::Watch;
use crate::engine::data::{Layout, State, Threads, World};
use crate::engine::reference::{derived, obstacles};
use crate::geometry::Aabb;
use glam::DVec2;
use std::ops::Range;

/// Obstacles and bounds, then hull boxes and barycentres, of every body that the sweep has not settled.
pub(in crate::engine) fn stage(world: &mut World, swept: &SweptBodies, watch: &mut Watch) {
    let World { layout, state, scratch, threads, .. } = world;
    if obstacles::are_there(layout) {
        for body in (0..layout.bodies.len()).filter(|&body| !swept.are_settled[body]) {
            obstacles::resolve_body(layout, state, scratch, body, watch);
        }
    }
    derive_all(layout, state, swept, (&mut scratch.boxes, &mut scratch.barycentres), threads);
    derived::move_barycentre_nodes(layout, state, &scratch.barycentres);
}

/// Below this number of bodies one thread is faster: waking another one costs about 50 µs.
const FEW_BODIES: usize = 2048;

/// A range of bodies with their derived data.
struct BodyRange<'a> {
    bodies: Range<usize>,
    are_settled: &'a [bool],
    boxes: &'a mut [Aabb],
    barycentres: &'a mut [DVec2],
}

fn derive_all(
    layout: &Layout,
    state: &State,
    swept: &SweptBodies,
    (boxes, barycentres): (&mut [Aabb], &mut [DVec2]),
    threads: &Threads,
) {
    let needs_all = layout.settings.contact.barycentre_rule;
    let count = layout.bodies.len();
    let size = count.div_ceil(threads.parts(count, FEW_BODIES)).max(1);
    let lists = boxes.chunks_mut(size).zip(barycentres.chunks_mut(size)).zip(swept.are_settled.chunks(size));
    let parts = lists.enumerate().map(|(index, ((boxes, barycentres), are_settled))| {
        let bodies = index * size..index * size + boxes.len();
        BodyRange { bodies, are_settled, boxes, barycentres }
    });
    let derive = |part: BodyRange<'_>| {
        for (place, body) in part.bodies.enumerate().filter(|&(place, _)| !part.are_settled[place]) {
            derived::update(layout, state, body, needs_all, &mut part.boxes[place], &mut part.barycentres[place]);
        }
    };
    threads.share(parts, derive, |()| ());
}
