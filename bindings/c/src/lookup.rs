//! Lookup: handles by id, name, tag and label, and lists of all parts.

use super::error::{Failure, blobsmith_status, guard, guard_status};
use super::load::blobsmith_world;
use super::memory::{play, text, write, write_list};
use super::types::{
    blobsmith_body, blobsmith_disc, blobsmith_instance, blobsmith_link, blobsmith_obstacle, blobsmith_part,
};
use blobsmith_engine::play::{BodyHandle, Handle, InstanceHandle};
use std::ffi::c_char;

/// Numbers of parts.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct blobsmith_counts {
    /// Bodies.
    pub bodies: usize,
    /// Nodes of all bodies.
    pub nodes: usize,
    /// Discs.
    pub discs: usize,
    /// Obstacles.
    pub obstacles: usize,
    /// Links.
    pub links: usize,
    /// Instances.
    pub instances: usize,
    /// Markers.
    pub markers: usize,
}

fn found<H: Handle>(handle: Option<H>, what: &str, name: &str) -> Result<u64, Failure> {
    handle.map(H::to_bits).ok_or_else(|| Failure::not_found(what, name))
}

fn bits<H: Handle>(handles: impl IntoIterator<Item = H>) -> Vec<u64> {
    handles.into_iter().map(H::to_bits).collect()
}

/// The body with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_body(world: *const blobsmith_world, id: *const c_char) -> blobsmith_body {
    guard(0, || {
        let id = text(id, "id")?;
        found(play(world)?.body(id), "body with the id", id)
    })
}

/// The disc with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_disc(world: *const blobsmith_world, id: *const c_char) -> blobsmith_disc {
    guard(0, || {
        let id = text(id, "id")?;
        found(play(world)?.disc(id), "disc with the id", id)
    })
}

/// The obstacle with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_obstacle(
    world: *const blobsmith_world,
    id: *const c_char,
) -> blobsmith_obstacle {
    guard(0, || {
        let id = text(id, "id")?;
        found(play(world)?.obstacle(id), "obstacle with the id", id)
    })
}

/// The link with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_link(world: *const blobsmith_world, id: *const c_char) -> blobsmith_link {
    guard(0, || {
        let id = text(id, "id")?;
        found(play(world)?.link(id), "link with the id", id)
    })
}

/// The instance with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_instance(
    world: *const blobsmith_world,
    id: *const c_char,
) -> blobsmith_instance {
    guard(0, || {
        let id = text(id, "id")?;
        found(play(world)?.instance(id), "instance with the id", id)
    })
}

/// The first body with a name; 0 as in blobsmith_world_body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_body_named(
    world: *const blobsmith_world,
    name: *const c_char,
) -> blobsmith_body {
    guard(0, || {
        let name = text(name, "name")?;
        found(play(world)?.body_named(name), "body with the name", name)
    })
}

/// The first disc with a name; 0 as in blobsmith_world_disc.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_disc_named(
    world: *const blobsmith_world,
    name: *const c_char,
) -> blobsmith_disc {
    guard(0, || {
        let name = text(name, "name")?;
        found(play(world)?.disc_named(name), "disc with the name", name)
    })
}

/// The first obstacle with a name; 0 as in blobsmith_world_obstacle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_obstacle_named(
    world: *const blobsmith_world,
    name: *const c_char,
) -> blobsmith_obstacle {
    guard(0, || {
        let name = text(name, "name")?;
        found(play(world)?.obstacle_named(name), "obstacle with the name", name)
    })
}

/// Lists all bodies, in file order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_bodies(
    world: *const blobsmith_world,
    out: *mut blobsmith_body,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_list(&bits(play(world)?.bodies()), out, capacity, count))
}

/// Lists all discs, in file order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_discs(
    world: *const blobsmith_world,
    out: *mut blobsmith_disc,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_list(&bits(play(world)?.discs()), out, capacity, count))
}

/// Lists all obstacles, in file order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_obstacles(
    world: *const blobsmith_world,
    out: *mut blobsmith_obstacle,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_list(&bits(play(world)?.obstacles()), out, capacity, count))
}

/// Lists all links, in file order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_links(
    world: *const blobsmith_world,
    out: *mut blobsmith_link,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_list(&bits(play(world)?.links()), out, capacity, count))
}

/// Lists all instances, in file order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_instances(
    world: *const blobsmith_world,
    out: *mut blobsmith_instance,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_list(&bits(play(world)?.instances()), out, capacity, count))
}

/// Lists the bodies with a tag, in file order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_bodies_with_tag(
    world: *const blobsmith_world,
    tag: *const c_char,
    out: *mut blobsmith_body,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_list(&bits(play(world)?.bodies_with_tag(text(tag, "tag")?)), out, capacity, count))
}

/// Lists the discs with a tag, in file order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_discs_with_tag(
    world: *const blobsmith_world,
    tag: *const c_char,
    out: *mut blobsmith_disc,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_list(&bits(play(world)?.discs_with_tag(text(tag, "tag")?)), out, capacity, count))
}

/// Lists the obstacles with a tag, in file order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_obstacles_with_tag(
    world: *const blobsmith_world,
    tag: *const c_char,
    out: *mut blobsmith_obstacle,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_list(&bits(play(world)?.obstacles_with_tag(text(tag, "tag")?)), out, capacity, count))
}

/// Lists the links with a tag, in file order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_links_with_tag(
    world: *const blobsmith_world,
    tag: *const c_char,
    out: *mut blobsmith_link,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_list(&bits(play(world)?.links_with_tag(text(tag, "tag")?)), out, capacity, count))
}

/// Lists the instances with a tag, in file order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_instances_with_tag(
    world: *const blobsmith_world,
    tag: *const c_char,
    out: *mut blobsmith_instance,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_list(&bits(play(world)?.instances_with_tag(text(tag, "tag")?)), out, capacity, count))
}

/// Lists the bodies, discs, obstacles and links of an instance, those of instances within it included.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_parts_of_instance(
    world: *const blobsmith_world,
    instance: blobsmith_instance,
    out: *mut blobsmith_part,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| {
        let parts = play(world)?.parts_of_instance(InstanceHandle::from_bits(instance))?;
        let parts: Vec<blobsmith_part> = parts.into_iter().map(Into::into).collect();
        write_list(&parts, out, capacity, count)
    })
}

/// Finds the node of a body that has a label. Without one: BLOBSMITH_STATUS_NOT_FOUND.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_node_with_label(
    world: *const blobsmith_world,
    body: blobsmith_body,
    label: *const c_char,
    node: *mut u32,
) -> blobsmith_status {
    guard_status(|| {
        let label = text(label, "label")?;
        let found = play(world)?.node_with_label(BodyHandle::from_bits(body), label)?;
        let found = found.ok_or_else(|| Failure::not_found("node with the label", label))?;
        write(node, "node", found as u32)
    })
}

/// Numbers of parts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_part_counts(
    world: *const blobsmith_world,
    counts: *mut blobsmith_counts,
) -> blobsmith_status {
    guard_status(|| {
        let of = play(world)?.part_counts();
        let counted = blobsmith_counts {
            bodies: of.bodies,
            nodes: of.nodes,
            discs: of.discs,
            obstacles: of.obstacles,
            links: of.links,
            instances: of.instances,
            markers: of.markers,
        };
        write(counts, "counts", counted)
    })
}
