//! Adding and removing parts while the world runs, and links.

use super::error::{Failure, blobsmith_status, guard, guard_status};
use super::load::blobsmith_world;
use super::memory::{free, give, play, play_mut, shared, text, write};
use super::types::blobsmith_part_kind as Kind;
use super::types::{blobsmith_instance, blobsmith_link, blobsmith_part, blobsmith_vec2, wrong_kind};
use blobsmith_engine::level::LinkKind;
use blobsmith_engine::play::{LinkHandle, LinkTarget, MovablePart, Placement, Prefab};
use std::ffi::c_char;
use std::ptr::null_mut;

/// A level whose parts can be spawned.
pub struct blobsmith_prefab {
    prefab: Prefab,
}

/// Where a prefab is placed: rotated about its origin, mirrored in x, moved. A null placement is the origin, not turned, at rest.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct blobsmith_placement {
    /// Where the origin of the prefab comes to lie.
    pub position: blobsmith_vec2,
    /// Rotation, counter-clockwise, in degrees.
    pub angle_deg: f64,
    /// Added to the velocity of every free node and disc.
    pub velocity: blobsmith_vec2,
    /// True to mirror x after the rotation.
    pub mirror: bool,
}

/// Kind of a link.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blobsmith_link_kind {
    /// A damped spring: `length`, `stiffness` and `damping`.
    Spring = 0,
    /// A rigid link: `length`.
    Stick = 1,
    /// Both ends are moved to their common point.
    Pin = 2,
}

/// A link to make.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blobsmith_link_settings {
    /// A blobsmith_link_kind.
    pub kind: u32,
    /// True if the ends' bodies and discs collide with each other.
    pub collide: bool,
    /// Length of a stick, or that of a spring without force.
    pub length: f64,
    /// Force per length of a spring.
    pub stiffness: f64,
    /// Force per velocity of elongation of a spring.
    pub damping: f64,
}

/// An end of a link: a node or disc, or a fixed point if the kind of the part is BLOBSMITH_PART_KIND_NONE.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blobsmith_link_end {
    /// The node or disc.
    pub part: blobsmith_part,
    /// The fixed point.
    pub point: blobsmith_vec2,
}

impl blobsmith_link_end {
    fn target(self) -> Result<LinkTarget, Failure> {
        if self.part.kind == Kind::None as u32 {
            return Ok(LinkTarget::Point(self.point.into()));
        }
        match self.part.movable() {
            Ok(MovablePart::Node(body, node)) => Ok(LinkTarget::Node(body, node)),
            Ok(MovablePart::Disc(disc)) => Ok(LinkTarget::Disc(disc)),
            _ => Err(wrong_kind("end", "a node, a disc or a point")),
        }
    }
}

impl blobsmith_link_settings {
    fn link_kind(self) -> Result<LinkKind, Failure> {
        let Self { kind, length, stiffness, damping, .. } = self;
        Ok(match kind {
            kind if kind == blobsmith_link_kind::Spring as u32 => {
                LinkKind::Spring { rest_length: length, stiffness, damping }
            }
            kind if kind == blobsmith_link_kind::Stick as u32 => LinkKind::Stick { length },
            kind if kind == blobsmith_link_kind::Pin as u32 => LinkKind::Pin,
            _ => return Err(wrong_kind("kind", "a blobsmith_link_kind")),
        })
    }
}

unsafe fn placed(placement: *const blobsmith_placement) -> Placement {
    let Some(&blobsmith_placement { position, angle_deg, velocity, mirror }) = placement.as_ref() else {
        return Placement::default();
    };
    Placement { position: position.into(), angle_deg, mirror, velocity: velocity.into() }
}

/// Reads a level without instances as a prefab. Returns NULL after an error. Free it with blobsmith_prefab_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_prefab_from_text(level: *const c_char) -> *mut blobsmith_prefab {
    guard(null_mut(), || Ok(give(blobsmith_prefab { prefab: Prefab::from_text(text(level, "level")?)? })))
}

/// Reads a level file as a prefab, as blobsmith_world_from_file. Returns NULL after an error. Free it with blobsmith_prefab_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_prefab_from_file(path: *const c_char) -> *mut blobsmith_prefab {
    guard(null_mut(), || Ok(give(blobsmith_prefab { prefab: Prefab::from_file(text(path, "path")?)? })))
}

/// Frees a prefab; what was spawned from it stays. Nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_prefab_free(prefab: *mut blobsmith_prefab) {
    free(prefab);
}

/// Adds the parts of a prefab behind all others, as an instance with the id "spawn-1", "spawn-2" and so on. `placement` may be
/// null. Returns the instance; 0 after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_spawn(
    world: *mut blobsmith_world,
    prefab: *const blobsmith_prefab,
    placement: *const blobsmith_placement,
) -> blobsmith_instance {
    guard(0, || {
        let (world, prefab) = (play_mut(world)?, shared(prefab, "prefab")?);
        Ok(world.spawn(&prefab.prefab, &placed(placement))?.to_bits())
    })
}

/// Adds the parts of a prefab as an instance with an id. The ids of its parts are the id, a slash, and the id in the prefab.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_spawn_with_id(
    world: *mut blobsmith_world,
    prefab: *const blobsmith_prefab,
    placement: *const blobsmith_placement,
    id: *const c_char,
) -> blobsmith_instance {
    guard(0, || {
        let (world, prefab, id) = (play_mut(world)?, shared(prefab, "prefab")?, text(id, "id")?);
        Ok(world.spawn_with_id(&prefab.prefab, &placed(placement), id)?.to_bits())
    })
}

/// Removes a body, disc or obstacle with its links, a link, or an instance with all its parts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_remove(world: *mut blobsmith_world, part: blobsmith_part) -> blobsmith_status {
    guard_status(|| Ok(play_mut(world)?.remove(part.whole()?)?))
}

/// Joins two nodes, discs or points. Returns the link; 0 after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_connect(
    world: *mut blobsmith_world,
    a: blobsmith_link_end,
    b: blobsmith_link_end,
    settings: *const blobsmith_link_settings,
) -> blobsmith_link {
    guard(0, || {
        let (world, settings) = (play_mut(world)?, *shared(settings, "settings")?);
        Ok(world.connect(a.target()?, b.target()?, settings.link_kind()?, settings.collide)?.to_bits())
    })
}

/// Switches a link on or off. A link that is off does nothing, and its ends collide.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_switch_link(
    world: *mut blobsmith_world,
    link: blobsmith_link,
    is_on: bool,
) -> blobsmith_status {
    guard_status(|| Ok(play_mut(world)?.switch_link(LinkHandle::from_bits(link), is_on)?))
}

/// True if a link is switched on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_is_link_on(
    world: *const blobsmith_world,
    link: blobsmith_link,
    out: *mut bool,
) -> blobsmith_status {
    guard_status(|| write(out, "out", play(world)?.is_link_on(LinkHandle::from_bits(link))?))
}
