//! Names and user data of the parts. What has no fixed shape is JSON.

use super::error::{Failure, blobsmith_status, guard, guard_status};
use super::load::blobsmith_world;
use super::memory::{play, text, write, write_list, write_text};
use super::types::{blobsmith_body, blobsmith_instance, blobsmith_part, blobsmith_vec2, vec2};
use blobsmith_engine::level::PropertyValue;
use blobsmith_engine::play::{BodyHandle, InstanceHandle, PartInfo, PlayWorld};
use serde_json::{Value, json};
use std::ffi::c_char;

fn part_json(info: &PartInfo) -> Value {
    json!({"id": info.id, "name": info.name, "tags": info.tags, "properties": info.properties})
}

/// A part's data with more entries.
fn extended(info: &PartInfo, more: Value) -> Value {
    let mut value = part_json(info);
    if let (Value::Object(map), Value::Object(more)) = (&mut value, more) {
        map.extend(more);
    }
    value
}

unsafe fn property<'a>(
    world: &'a PlayWorld,
    part: blobsmith_part,
    name: *const c_char,
) -> Result<&'a PropertyValue, Failure> {
    let name = text(name, "name")?;
    world.properties(part.whole()?)?.get(name).ok_or_else(|| Failure::not_found("property", name))
}

/// Id of a part, unique in the level.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_id(
    world: *const blobsmith_world,
    part: blobsmith_part,
    out: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_text(play(world)?.id(part.whole()?)?, out, capacity, length))
}

/// Name of a part; may be empty. That of an instance is the path of its source.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_name(
    world: *const blobsmith_world,
    part: blobsmith_part,
    out: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_text(&play(world)?.info(part.whole()?)?.name, out, capacity, length))
}

/// Id, name, tags and properties of a part, as a JSON object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_info(
    world: *const blobsmith_world,
    part: blobsmith_part,
    out: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_text(&part_json(play(world)?.info(part.whole()?)?).to_string(), out, capacity, length))
}

/// True if a part has a tag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_has_tag(
    world: *const blobsmith_world,
    part: blobsmith_part,
    tag: *const c_char,
    out: *mut bool,
) -> blobsmith_status {
    guard_status(|| {
        let (tags, tag) = (play(world)?.tags(part.whole()?)?, text(tag, "tag")?);
        write(out, "out", tags.iter().any(|own| own == tag))
    })
}

/// Properties of a part, as a JSON object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_properties(
    world: *const blobsmith_world,
    part: blobsmith_part,
    out: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_text(&json!(play(world)?.properties(part.whole()?)?).to_string(), out, capacity, length))
}

/// A property of a part that is a number, or 0 or 1 for false or true. BLOBSMITH_STATUS_NOT_FOUND without it,
/// BLOBSMITH_STATUS_ARGUMENT if it is of another kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_property_number(
    world: *const blobsmith_world,
    part: blobsmith_part,
    name: *const c_char,
    out: *mut f64,
) -> blobsmith_status {
    guard_status(|| {
        let number = match *property(play(world)?, part, name)? {
            PropertyValue::Bool(value) => f64::from(u8::from(value)),
            PropertyValue::Integer(value) => value as f64,
            PropertyValue::Number(value) => value,
            _ => return Err(Failure::new(blobsmith_status::Argument, "the property is not a number")),
        };
        write(out, "out", number)
    })
}

/// A property of a part that is a text. BLOBSMITH_STATUS_NOT_FOUND without it, BLOBSMITH_STATUS_ARGUMENT if it is of another kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_property_text(
    world: *const blobsmith_world,
    part: blobsmith_part,
    name: *const c_char,
    out: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blobsmith_status {
    guard_status(|| match property(play(world)?, part, name)? {
        PropertyValue::Text(value) => write_text(value, out, capacity, length),
        _ => Err(Failure::new(blobsmith_status::Argument, "the property is not a text")),
    })
}

/// Data of a body, as a JSON object: that of blobsmith_world_info, "nodes" (those with a label, tags or properties), "skin" and
/// "outlines".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_body_info(
    world: *const blobsmith_world,
    body: blobsmith_body,
    out: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blobsmith_status {
    guard_status(|| {
        let info = play(world)?.body_info(BodyHandle::from_bits(body))?;
        let node = |node: &blobsmith_engine::play::NodeInfo| json!({"node": node.node, "label": node.label, "tags": node.tags, "properties": node.properties});
        let nodes: Vec<Value> = info.nodes.iter().map(node).collect();
        let more = json!({"nodes": nodes, "skin": info.skin, "outlines": info.outlines});
        write_text(&extended(&info.part, more).to_string(), out, capacity, length)
    })
}

/// Data of an instance, as a JSON object: that of blobsmith_world_info, "position", "angle_deg" and "mirror".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_instance_info(
    world: *const blobsmith_world,
    instance: blobsmith_instance,
    out: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blobsmith_status {
    guard_status(|| {
        let info = play(world)?.instance_info(InstanceHandle::from_bits(instance))?;
        let more = json!({"position": info.position, "angle_deg": info.angle_deg, "mirror": info.mirror});
        write_text(&extended(&info.part, more).to_string(), out, capacity, length)
    })
}

/// Data of the level, as a JSON object: "name", "notes", "tags", "properties", "markers" and "pixels_per_unit".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_level_info(
    world: *const blobsmith_world,
    out: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blobsmith_status {
    guard_status(|| {
        let info = play(world)?.level_info();
        let value = json!({
            "name": info.name, "notes": info.notes, "tags": info.tags, "properties": info.properties,
            "markers": info.markers, "pixels_per_unit": info.pixels_per_unit,
        });
        write_text(&value.to_string(), out, capacity, length)
    })
}

/// Points of the marker with an id: 1 of a point, 2 corners of a rectangle, those of a polygon or path.
/// BLOBSMITH_STATUS_NOT_FOUND if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_marker_points(
    world: *const blobsmith_world,
    id: *const c_char,
    out: *mut blobsmith_vec2,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| {
        let id = text(id, "id")?;
        let marker = play(world)?.marker(id).ok_or_else(|| Failure::not_found("marker with the id", id))?;
        let points: Vec<blobsmith_vec2> = marker.shape.points().iter().map(|&point| vec2(point)).collect();
        write_list(&points, out, capacity, count)
    })
}

/// Pixels as which a front end draws one unit; NaN after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_pixels_per_unit(world: *const blobsmith_world) -> f64 {
    guard(f64::NAN, || Ok(play(world)?.pixels_per_unit()))
}
