//! Plain values of the interface, and their conversions.

use super::error::{Failure, blobsmith_status};
use super::memory::text;
use blobsmith_engine::play::{
    BodyHandle, ContactSide, DiscHandle, InstanceHandle, LinkHandle, MovablePart, ObstacleHandle, PartHandle,
    QueryFilter,
};
use std::ffi::c_char;

/// Handle of a body; 0 is none.
pub type blobsmith_body = u64;
/// Handle of a disc; 0 is none.
pub type blobsmith_disc = u64;
/// Handle of an obstacle; 0 is none.
pub type blobsmith_obstacle = u64;
/// Handle of a link; 0 is none.
pub type blobsmith_link = u64;
/// Handle of an instance; 0 is none.
pub type blobsmith_instance = u64;
/// A hand that holds a part; 0 is none.
pub type blobsmith_hand = u32;

/// A point or vector.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct blobsmith_vec2 {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
}

impl From<blobsmith_vec2> for [f64; 2] {
    fn from(vector: blobsmith_vec2) -> Self {
        [vector.x, vector.y]
    }
}

/// Of pairs and of the engine's vectors.
pub fn vec2(vector: impl Into<[f64; 2]>) -> blobsmith_vec2 {
    let [x, y] = vector.into();
    blobsmith_vec2 { x, y }
}

/// An axis-aligned box.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct blobsmith_box {
    /// Lower left corner.
    pub min: blobsmith_vec2,
    /// Upper right corner.
    pub max: blobsmith_vec2,
}

/// Kind of a part.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blobsmith_part_kind {
    /// No part.
    None = 0,
    /// A body.
    Body = 1,
    /// A disc.
    Disc = 2,
    /// An obstacle.
    Obstacle = 3,
    /// A link.
    Link = 4,
    /// An instance of another level.
    Instance = 5,
    /// A node of a body.
    Node = 6,
    /// The bounds of the world.
    Bounds = 7,
}

/// A part of any kind. See blobsmith_body_part, blobsmith_node_part and the others at the end of this header.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blobsmith_part {
    /// A blobsmith_part_kind.
    pub kind: u32,
    /// Index of the node in its body; 0 for other kinds.
    pub node: u32,
    /// Handle of the part; of a node that of its body.
    pub handle: u64,
}

impl blobsmith_part {
    /// No part.
    pub const NONE: Self = Self::new(blobsmith_part_kind::None, 0);

    /// A part that is not a node.
    pub const fn new(kind: blobsmith_part_kind, handle: u64) -> Self {
        Self { kind: kind as u32, node: 0, handle }
    }

    /// A node.
    pub fn of_node(body: BodyHandle, node: usize) -> Self {
        Self { kind: blobsmith_part_kind::Node as u32, node: node as u32, handle: body.to_bits() }
    }

    /// The part, for calls that take whole parts.
    pub fn whole(self) -> Result<PartHandle, Failure> {
        Ok(match self.kind {
            kind if kind == blobsmith_part_kind::Body as u32 => BodyHandle::from_bits(self.handle).into(),
            kind if kind == blobsmith_part_kind::Disc as u32 => DiscHandle::from_bits(self.handle).into(),
            kind if kind == blobsmith_part_kind::Obstacle as u32 => ObstacleHandle::from_bits(self.handle).into(),
            kind if kind == blobsmith_part_kind::Link as u32 => LinkHandle::from_bits(self.handle).into(),
            kind if kind == blobsmith_part_kind::Instance as u32 => InstanceHandle::from_bits(self.handle).into(),
            _ => return Err(wrong_kind("part", "a body, disc, obstacle, link or instance")),
        })
    }

    /// The part, for calls that move it.
    pub fn movable(self) -> Result<MovablePart, Failure> {
        Ok(match self.kind {
            kind if kind == blobsmith_part_kind::Body as u32 => BodyHandle::from_bits(self.handle).into(),
            kind if kind == blobsmith_part_kind::Disc as u32 => DiscHandle::from_bits(self.handle).into(),
            kind if kind == blobsmith_part_kind::Node as u32 => {
                (BodyHandle::from_bits(self.handle), self.node as usize).into()
            }
            _ => return Err(wrong_kind("part", "a body, node or disc")),
        })
    }
}

/// A value whose kind the call cannot use.
pub fn wrong_kind(name: &str, expected: &str) -> Failure {
    Failure::new(blobsmith_status::Argument, format!("`{name}` must be {expected}"))
}

impl From<PartHandle> for blobsmith_part {
    fn from(part: PartHandle) -> Self {
        match part {
            PartHandle::Body(body) => Self::new(blobsmith_part_kind::Body, body.to_bits()),
            PartHandle::Disc(disc) => Self::new(blobsmith_part_kind::Disc, disc.to_bits()),
            PartHandle::Obstacle(obstacle) => Self::new(blobsmith_part_kind::Obstacle, obstacle.to_bits()),
            PartHandle::Link(link) => Self::new(blobsmith_part_kind::Link, link.to_bits()),
            PartHandle::Instance(instance) => Self::new(blobsmith_part_kind::Instance, instance.to_bits()),
        }
    }
}

impl From<ContactSide> for blobsmith_part {
    fn from(side: ContactSide) -> Self {
        match side {
            ContactSide::Part(part) => part.into(),
            ContactSide::Bounds => Self::new(blobsmith_part_kind::Bounds, 0),
        }
    }
}

/// Which parts a query finds. A null filter finds everything but sensors.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blobsmith_filter {
    /// Bits of the categories of the query; a part is found only if its mask has one of them.
    pub category: u32,
    /// Bits of the categories that are found.
    pub mask: u32,
    /// True to find sensors too.
    pub sensors: bool,
    /// Finds only parts with this tag; null for all.
    pub tag: *const c_char,
}

/// The filter of a query.
pub unsafe fn filter(filter: *const blobsmith_filter) -> Result<QueryFilter, Failure> {
    let Some(filter) = filter.as_ref() else { return Ok(QueryFilter::default()) };
    let tag = if filter.tag.is_null() { None } else { Some(text(filter.tag, "filter.tag")?.to_owned()) };
    Ok(QueryFilter { category: filter.category, mask: filter.mask, sensors: filter.sensors, tag })
}
