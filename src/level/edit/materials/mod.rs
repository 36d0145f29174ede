//! Materials: named numbers that bodies share. A change of a material changes its bodies in the same edit.
//!
//! The numbers of a body decide the simulation; a material only remembers which bodies follow it. So a body that was edited
//! by hand differs from its material until the material is applied again or updated from the body.

mod stock;

pub use stock::{ReadyMaterial, STOCK, add_ready};

use super::masses;
use super::places::{Made, all_there, body_at};
use super::targets::put_body;
use crate::level::checks::support::{measure, tell};
use crate::level::material::MOST_GROUPS;
use crate::level::{Body, BodyMaterial, Level, MaterialField, Place};
use std::collections::BTreeSet;

/// Relative difference up to which two numbers count as equal; masses from a density are rounded.
const EQUAL: f64 = 1e-9;

/// A number of a material as a body has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BodyValue {
    /// The same everywhere in the body.
    One(f64),
    /// Springs or densities differ within the body.
    Mixed,
    /// The body has no springs or no area.
    Nothing,
}

/// The number of a body that corresponds to a number of a material.
pub fn value_of(body: &Body, field: MaterialField) -> BodyValue {
    let common = |values: Vec<f64>| match values[..] {
        [] => BodyValue::Nothing,
        [first, ..] if values.iter().all(|value| *value == first) => BodyValue::One(first),
        _ => BodyValue::Mixed,
    };
    match field {
        MaterialField::Restitution => BodyValue::One(body.restitution),
        MaterialField::Friction => BodyValue::One(body.friction),
        MaterialField::Gas => BodyValue::One(body.gas),
        MaterialField::Stiffness => common(body.springs.iter().map(|spring| spring.stiffness).collect()),
        MaterialField::Damping => common(body.springs.iter().map(|spring| spring.damping).collect()),
        MaterialField::MassDensity => density(body),
    }
}

/// Mass per area, if the masses are distributed by area.
fn density(body: &Body) -> BodyValue {
    let Ok((area, shares)) = masses::area_shares(body) else { return BodyValue::Nothing };
    let masses = || body.nodes.iter().map(|node| measure::mass(node.role));
    let total: f64 = masses().flatten().sum();
    let is_even = masses().zip(&shares).all(|(mass, share)| mass.is_none_or(|mass| is_equal(mass, total * share)));
    if is_even { BodyValue::One(total / area) } else { BodyValue::Mixed }
}

fn is_equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= EQUAL * a.abs().max(b.abs())
}

/// Sets a number of a body. Bodies without springs or area are unchanged by those.
fn set_value(body: &mut Body, field: MaterialField, value: f64) {
    match field {
        MaterialField::Restitution => body.restitution = value,
        MaterialField::Friction => body.friction = value,
        MaterialField::Gas => body.gas = value,
        MaterialField::Stiffness => body.springs.iter_mut().for_each(|spring| spring.stiffness = value),
        MaterialField::Damping => body.springs.iter_mut().for_each(|spring| spring.damping = value),
        MaterialField::MassDensity => {
            // Equal masses are not written again, so that rounding does not change them.
            if let (Ok((area, shares)), true) = (masses::area_shares(body), differs(body, field, value)) {
                masses::set_masses(body, |node| value * area * shares[node]);
            }
        }
    }
}

fn differs(body: &Body, field: MaterialField, value: f64) -> bool {
    match value_of(body, field) {
        BodyValue::One(own) => !is_equal(own, value),
        BodyValue::Mixed => true,
        BodyValue::Nothing => false,
    }
}

/// Numbers in which a body differs from a material.
pub fn differences(body: &Body, material: &BodyMaterial) -> Vec<MaterialField> {
    let is_other = |field: &MaterialField| field.get(material).is_some_and(|value| differs(body, *field, value));
    MaterialField::ALL.into_iter().filter(is_other).collect()
}

/// Materials of the level, in order.
pub fn materials(level: &Level) -> &[BodyMaterial] {
    level.editor.as_ref().map_or(&[], |extra| &extra.materials)
}

/// Index of a body's material.
pub fn material_of(level: &Level, body: usize) -> Option<usize> {
    let id = &level.bodies.get(body)?.id;
    materials(level).iter().position(|material| material.bodies.contains(id))
}

/// Bodies of a material, in file order.
pub fn bodies_of(level: &Level, material: usize) -> Vec<usize> {
    let Some(material) = materials(level).get(material) else { return Vec::new() };
    let bodies = level.bodies.iter().enumerate();
    bodies.filter(|(_, body)| material.bodies.contains(&body.id)).map(|(index, _)| index).collect()
}

/// The name, or the first free `name 2`, `name 3` … if a material has it.
pub fn free_name(materials: &[BodyMaterial], name: &str) -> String {
    let is_free = |name: &String| materials.iter().all(|material| material.name != *name);
    let numbered = (2..).map(|number| format!("{name} {number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

fn material_mut(level: &mut Level, material: usize) -> Result<&mut BodyMaterial, String> {
    let list = level.editor.as_mut().map(|extra| &mut extra.materials);
    list.and_then(|list| list.get_mut(material)).ok_or_else(|| format!("there is no material {material}"))
}

/// Adds a material with the numbers of a body, which then follows it, and returns its index. Numbers that differ within the
/// body stay open.
///
/// # Errors
/// If the body does not exist or there are too many materials.
pub fn add(level: &mut Level, name: &str, body: usize) -> Result<usize, String> {
    let mut material = BodyMaterial { name: free_name(materials(level), name), ..BodyMaterial::default() };
    for field in MaterialField::ALL {
        let value = match value_of(body_at(level, body)?, field) {
            BodyValue::One(value) => Some(value),
            BodyValue::Mixed | BodyValue::Nothing => None,
        };
        field.set(&mut material, value);
    }
    let index = push(level, material)?;
    follow(level, &[body], Some(index));
    Ok(index)
}

fn push(level: &mut Level, material: BodyMaterial) -> Result<usize, String> {
    let list = &mut level.editor.get_or_insert_default().materials;
    if list.len() >= MOST_GROUPS {
        return Err(format!("a level has at most {MOST_GROUPS} materials"));
    }
    list.push(material);
    Ok(list.len() - 1)
}

/// Adds a copy of a material without bodies, and returns its index.
///
/// # Errors
/// If it does not exist or there are too many materials.
pub fn duplicate(level: &mut Level, material: usize) -> Result<usize, String> {
    let mut copy = material_mut(level, material)?.clone();
    copy.name = free_name(materials(level), &copy.name);
    copy.bodies.clear();
    push(level, copy)
}

/// Deletes a material. Its bodies keep their numbers.
///
/// # Errors
/// If it does not exist.
pub fn delete(level: &mut Level, material: usize) -> Result<(), String> {
    material_mut(level, material)?;
    if let Some(extra) = &mut level.editor {
        extra.materials.remove(material);
    }
    Ok(())
}

/// Renames a material.
///
/// # Errors
/// If it does not exist, or the name is empty or belongs to another one.
pub fn rename(level: &mut Level, material: usize, name: &str) -> Result<(), String> {
    let name = name.trim();
    let is_taken = materials(level).iter().enumerate().any(|(index, other)| index != material && other.name == name);
    if name.is_empty() || is_taken {
        return Err(format!("a material needs a name of its own, not “{name}”"));
    }
    name.clone_into(&mut material_mut(level, material)?.name);
    Ok(())
}

/// Sets a number of a material and of all its bodies; `None` leaves it to each body from then on.
///
/// # Errors
/// If the material does not exist, or the number is out of range.
pub fn set(level: &mut Level, material: usize, field: MaterialField, value: Option<f64>) -> Result<Made, String> {
    if let Some(reason) = value.and_then(|value| field.range().refusal(value)) {
        return Err(format!("{}: {reason}", field.name()));
    }
    field.set(material_mut(level, material)?, value);
    let members = bodies_of(level, material);
    if let Some(value) = value {
        for &body in &members {
            let mut changed = level.bodies[body].clone();
            set_value(&mut changed, field, value);
            put_body(level, body, changed)?;
        }
    }
    Ok(Made::default())
}

/// Lets bodies follow a material without changing them.
fn follow(level: &mut Level, bodies: &[usize], material: Option<usize>) {
    // Bodies that were made in this edit have no id yet.
    crate::level::ids::assign(level);
    let ids: BTreeSet<String> = bodies.iter().filter_map(|&body| Some(level.bodies.get(body)?.id.clone())).collect();
    let Some(extra) = &mut level.editor else { return };
    for (index, own) in extra.materials.iter_mut().enumerate() {
        own.bodies.retain(|id| !ids.contains(id));
        if Some(index) == material {
            own.bodies.extend(ids.iter().cloned());
        }
    }
}

/// Indices of the named bodies, also those of named nodes, springs and so on.
fn named_bodies(level: &Level, places: &[Place]) -> Result<Vec<usize>, String> {
    all_there(level, places)?;
    let bodies: BTreeSet<usize> = places.iter().filter_map(|place| place.body()).collect();
    if bodies.is_empty() {
        return Err("only bodies have a material".to_owned());
    }
    Ok(bodies.into_iter().collect())
}

/// Gives bodies a material and its numbers, or none (`None`): they then keep their numbers.
///
/// # Errors
/// If no body is named, or a place or the material does not exist.
pub fn assign(level: &mut Level, places: &[Place], material: Option<usize>) -> Result<Made, String> {
    let bodies = named_bodies(level, places)?;
    if let Some(material) = material {
        material_mut(level, material)?;
    }
    follow(level, &bodies, material);
    if material.is_some() {
        apply(level, &bodies)?;
    }
    Ok(Made::at(places.to_vec()))
}

/// Writes the numbers of their materials into bodies again.
///
/// # Errors
/// If no body is named, or a place does not exist.
pub fn apply_again(level: &mut Level, places: &[Place]) -> Result<Made, String> {
    let bodies = named_bodies(level, places)?;
    apply(level, &bodies)?;
    Ok(Made::at(places.to_vec()))
}

fn apply(level: &mut Level, bodies: &[usize]) -> Result<(), String> {
    for &body in bodies {
        let Some(material) = material_of(level, body).and_then(|index| materials(level).get(index)) else { continue };
        let mut changed = level.bodies[body].clone();
        for field in MaterialField::ALL {
            if let Some(value) = field.get(material) {
                set_value(&mut changed, field, value);
            }
        }
        put_body(level, body, changed)?;
    }
    Ok(())
}

/// Sets the numbers of a body's material from the body; the other bodies of the material follow. A number that differs
/// within the body is left to each body from then on. The message says so.
///
/// # Errors
/// If the body does not exist or has no material.
pub fn update_from(level: &mut Level, body: usize) -> Result<Made, String> {
    let own = body_at(level, body)?.clone();
    let material = material_of(level, body).ok_or("the body has no material")?;
    let mut opened = Vec::new();
    let changes = differences(&own, &materials(level)[material]);
    for &field in &changes {
        match value_of(&own, field) {
            BodyValue::One(value) => drop(set(level, material, field, Some(value))?),
            BodyValue::Mixed => {
                set(level, material, field, None)?;
                opened.push(field.name().to_lowercase());
            }
            BodyValue::Nothing => {}
        }
    }
    let others = bodies_of(level, material).len().saturating_sub(1);
    let mut said = format!("{} of the material changed too", tell::count(others, "body"));
    if others == 0 {
        said.clear();
    }
    if !opened.is_empty() {
        let gap = if said.is_empty() { "" } else { "; " };
        said += &format!("{gap}{} differs within the body, so the material leaves it open", opened.join(" and "));
    }
    Ok(Made::at(vec![Place::Body(body)]).saying(said))
}

#[cfg(test)]
mod tests;
