//! Collision filter of a body, disc or obstacle, with the bits of Box2D's `b2Filter`.

use super::Level;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Number of collision categories.
pub const CATEGORIES: usize = 32;

/// Decides which pairs collide: each side's category must share a bit with the other side's mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CollisionFilter {
    /// Bits of the categories to which this belongs.
    pub category: u32,
    /// Bits of the categories with which this collides.
    pub mask: u32,
    /// True for a sensor: contacts are reported as *enter* and *leave*, and not resolved.
    pub sensor: bool,
}

impl Default for CollisionFilter {
    fn default() -> Self {
        Self { category: 1, mask: u32::MAX, sensor: false }
    }
}

impl CollisionFilter {
    /// True if the pair is considered: `a.category & b.mask` and `b.category & a.mask` are not zero.
    #[inline]
    pub fn admits(&self, other: &Self) -> bool {
        self.category & other.mask != 0 && other.category & self.mask != 0
    }

    /// True if the pair is considered and neither side is a sensor.
    #[inline]
    pub fn collides(&self, other: &Self) -> bool {
        self.admits(other) && !self.sensor && !other.sensor
    }
}

impl Level {
    /// Name of a collision category in the editor data; its number from 1 if it has none.
    pub fn category_name(&self, bit: usize) -> String {
        let name = self.editor.as_ref().and_then(|extra| extra.categories.get(bit));
        name.filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| (bit + 1).to_string())
    }
}
