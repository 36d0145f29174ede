//! Parts as BigInts: the handle's bits, with the kind of the part in the upper three bits of the slot.
//!
//! A slot never needs these bits, because a module cannot hold 2²⁹ parts. BigInts compare with `===` and are keys of maps.

use crate::error::{Result, thrown, wrong_type};
#[cfg(feature = "game")]
use blobsmith_engine::play::LinkTarget;
use blobsmith_engine::play::{
    BodyHandle, DiscHandle, InstanceHandle, LinkHandle, MovablePart, ObstacleHandle, PartHandle, PlayError,
};
use js_sys::{Array, BigInt};
use wasm_bindgen::prelude::*;

/// Names of the kinds, by the number in the BigInt.
const KINDS: [&str; 5] = ["body", "disc", "obstacle", "link", "instance"];
const SHIFT: u32 = 29;
const KIND_BITS: u64 = 0b111 << SHIFT;

/// The BigInt of a part.
pub fn number(part: impl Into<PartHandle>) -> u64 {
    let (kind, bits) = match part.into() {
        PartHandle::Body(body) => (0, body.to_bits()),
        PartHandle::Disc(disc) => (1, disc.to_bits()),
        PartHandle::Obstacle(obstacle) => (2, obstacle.to_bits()),
        PartHandle::Link(link) => (3, link.to_bits()),
        PartHandle::Instance(instance) => (4, instance.to_bits()),
    };
    bits | kind << SHIFT
}

/// BigInts of parts as a `BigUint64Array`'s contents; see [`list`].
pub fn list<P: Into<PartHandle>>(parts: impl IntoIterator<Item = P>) -> Array {
    parts.into_iter().map(|part| JsValue::from(number(part))).collect()
}

/// The part of a BigInt.
pub fn part(number: u64) -> Result<PartHandle> {
    let bits = number & !KIND_BITS;
    Ok(match (number & KIND_BITS) >> SHIFT {
        0 => BodyHandle::from_bits(bits).into(),
        1 => DiscHandle::from_bits(bits).into(),
        2 => ObstacleHandle::from_bits(bits).into(),
        3 => LinkHandle::from_bits(bits).into(),
        4 => InstanceHandle::from_bits(bits).into(),
        _ => return Err(thrown(PlayError::Stale("part"))),
    })
}

/// Defines the conversion of a BigInt to a handle of one kind.
macro_rules! expect_kind {
    ($name:ident, $variant:ident, $handle:ident) => {
        /// The handle of a BigInt; an error if it is a part of another kind.
        pub fn $name(number: u64) -> Result<$handle> {
            match part(number)? {
                PartHandle::$variant(handle) => Ok(handle),
                _ => Err(other_kind(number, stringify!($name))),
            }
        }
    };
}

expect_kind!(body, Body, BodyHandle);
expect_kind!(disc, Disc, DiscHandle);
expect_kind!(link, Link, LinkHandle);
expect_kind!(instance, Instance, InstanceHandle);

fn other_kind(number: u64, expected: &str) -> JsValue {
    let given = KINDS[((number & KIND_BITS) >> SHIFT) as usize];
    wrong_type(&format!("expected the handle of a part of kind {expected}, not {given}"))
}

/// What an action moves: a body, a disc, or `[body, node]`.
pub fn movable(value: &JsValue) -> Result<MovablePart> {
    if let Some(pair) = value.dyn_ref::<Array>()
        && let Some((body, node)) = body_and_node(pair)?
    {
        return Ok(MovablePart::Node(body, node));
    }
    let handle = value.dyn_ref::<BigInt>().and_then(|number| u64::try_from(number.clone()).ok());
    match handle.map(part).transpose()? {
        Some(PartHandle::Body(body)) => Ok(body.into()),
        Some(PartHandle::Disc(disc)) => Ok(disc.into()),
        _ => Err(wrong_type("`part` must be a body, a disc or [body, node]")),
    }
}

/// An end of a link: `[body, node]`, a disc, or a point `[x, y]`.
#[cfg(feature = "game")]
pub fn link_target(name: &str, value: &JsValue) -> Result<LinkTarget> {
    if let Some(pair) = value.dyn_ref::<Array>() {
        if let Some((body, node)) = body_and_node(pair)? {
            return Ok(LinkTarget::Node(body, node));
        }
        if let (2, Some(x), Some(y)) = (pair.length(), pair.get(0).as_f64(), pair.get(1).as_f64()) {
            return Ok(LinkTarget::Point([x, y]));
        }
    }
    let handle = value.dyn_ref::<BigInt>().and_then(|number| u64::try_from(number.clone()).ok());
    match handle.map(part).transpose()? {
        Some(PartHandle::Disc(disc)) => Ok(LinkTarget::Disc(disc)),
        _ => Err(wrong_type(&format!("`{name}` must be [body, node], a disc or a point [x, y]"))),
    }
}

/// The body and node of an array, if its first entry is a BigInt.
fn body_and_node(pair: &Array) -> Result<Option<(BodyHandle, usize)>> {
    let Ok(number) = pair.get(0).dyn_into::<BigInt>() else { return Ok(None) };
    let number = u64::try_from(number).map_err(|_| thrown(PlayError::Stale("body")))?;
    let node = pair.get(1).as_f64().unwrap_or(f64::NAN);
    Ok(Some((body(number)?, crate::value::index("node", node)?)))
}

/// Kind of a part: `body`, `disc`, `obstacle`, `link` or `instance`.
#[wasm_bindgen(js_name = partKind, unchecked_return_type = "PartKind")]
pub fn part_kind(#[wasm_bindgen(unchecked_param_type = "Part")] number_of_part: u64) -> Result<String> {
    part(number_of_part)?;
    Ok(KINDS[((number_of_part & KIND_BITS) >> SHIFT) as usize].to_owned())
}
