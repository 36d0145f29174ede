//! Materials tab: named numbers that bodies share, and the material row of the inspector.

pub(crate) mod panel;

use crate::editor::document::Edit;
use crate::level::edit::{Made, materials};
use crate::level::{Level, MaterialField, Place};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Adds a ready material.
pub fn add(ready: &'static materials::ReadyMaterial) -> Edit {
    change(format!("New material {}", ready.name), move |level| materials::add_ready(level, ready).map(|_| None))
}

/// Adds a ready material and gives it to bodies.
pub fn give(ready: &'static materials::ReadyMaterial, places: &[Place]) -> Edit {
    let places = places.to_vec();
    Edit::making(format!("Material: {}", ready.name), move |level| {
        let index = materials::add_ready(level, ready)?;
        materials::assign(level, &places, Some(index))
    })
}

/// Adds a material with the numbers and the name of a body, which then follows it.
pub fn add_from(body: usize) -> Edit {
    let edit = move |level: &mut Level| {
        let name = level.body_title(body);
        materials::add(level, &name, body).map(|_| Some(Place::Body(body)))
    };
    change("New material from a body".to_owned(), edit)
}

/// Adds a copy of a material.
pub fn duplicate(material: usize) -> Edit {
    change("Duplicate a material".to_owned(), move |level| materials::duplicate(level, material).map(|_| None))
}

/// Deletes a material; its bodies keep their numbers.
pub fn delete(material: usize) -> Edit {
    change("Delete a material".to_owned(), move |level| materials::delete(level, material).map(|()| None))
}

/// Renames a material.
pub fn rename(material: usize, name: String) -> Edit {
    change("Rename a material".to_owned(), move |level| materials::rename(level, material, &name).map(|()| None))
}

/// Sets a number of a material and of its bodies. Changes of one number form one history entry.
pub fn set(level: &Level, material: usize, field: MaterialField, value: Option<f64>) -> Edit {
    let name = materials::materials(level).get(material).map_or("", |material| &material.name);
    let label = format!("{} of {name}", field.name());
    let mut hasher = DefaultHasher::new();
    ("material", material, field, value.is_some()).hash(&mut hasher);
    change(label, move |level| materials::set(level, material, field, value).map(|_| None)).within(hasher.finish())
}

/// Gives bodies a material, or none.
pub fn assign(level: &Level, places: &[Place], material: Option<usize>) -> Edit {
    let name = material.and_then(|index| materials::materials(level).get(index)).map_or("None", |one| &one.name);
    let places = places.to_vec();
    Edit::making(format!("Material: {name}"), move |level| materials::assign(level, &places, material))
}

/// Writes the numbers of their materials into bodies again.
pub fn apply_again(places: &[Place]) -> Edit {
    let places = places.to_vec();
    Edit::making("Apply the material again", move |level| materials::apply_again(level, &places))
}

/// Sets the numbers of a body's material from the body.
pub fn update_from(body: usize) -> Edit {
    Edit::making("Update the material from a body", move |level| materials::update_from(level, body))
}

/// An edit that selects a part, or keeps the selection.
fn change(label: String, edit: impl FnOnce(&mut Level) -> Result<Option<Place>, String> + 'static) -> Edit {
    Edit {
        label,
        gesture: None,
        is_followed: false,
        change: Box::new(move |level| Ok(edit(level)?.map(|place| Made::at(vec![place])))),
    }
}

/// Numbers in which a body differs from its material, as words; empty if it does not.
pub fn difference(level: &Level, body: usize) -> String {
    let material = materials::material_of(level, body).and_then(|index| materials::materials(level).get(index));
    let (Some(material), Some(body)) = (material, level.bodies.get(body)) else { return String::new() };
    let names: Vec<String> =
        materials::differences(body, material).into_iter().map(|field| field.name().to_lowercase()).collect();
    names.join(", ")
}
