//! Parses the JSON text and verifies indices and numbers, with the path of the first wrong value.

use super::refusal;
use crate::geometry::DVec2;
use crate::level::format::FormatError;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum size of a file, in bytes.
const MOST_BYTES: usize = 8 << 20;
const MOST_MESHES: usize = 1_000;
const MOST_PARTICLES: usize = 200_000;
const MOST_SPRINGS: usize = 1_000_000;
/// Maximum length of a name, in characters.
const LONGEST_NAME: usize = 80;
/// Maximum number of unknown keys that are named.
const MOST_KEYS: usize = 12;
/// Radius of a particle without one, in QuarkPhysics.
const RADIUS: f64 = 0.5;

/// A particle.
pub(super) struct QuarkParticle {
    /// Position with the mesh's position and rotation, in pixels, y up.
    pub position: DVec2,
    /// False if it does not move.
    pub is_enabled: bool,
}

/// A mesh; indices are those of its particles.
pub(super) struct QuarkMesh {
    /// Its name; empty without one.
    pub name: String,
    /// Its path in the file.
    pub place: String,
    pub particles: Vec<QuarkParticle>,
    /// Springs, each pair once, without springs from a particle to itself.
    pub springs: Vec<[usize; 2]>,
    /// Corners of the collision polygon, without repetitions of neighbours.
    pub polygon: Vec<usize>,
    /// Polygons of the texture, with at least three corners each.
    pub faces: Vec<Vec<usize>>,
}

/// The contents of a file.
#[derive(Default)]
pub(super) struct QuarkFile {
    pub meshes: Vec<QuarkMesh>,
    /// Omissions, one sentence each.
    pub remarks: Vec<String>,
}

/// Parses a file.
///
/// # Errors
/// With line and column if the text is not JSON, else with the path of the value.
pub(super) fn read(bytes: &[u8]) -> Result<QuarkFile, FormatError> {
    if bytes.len() > MOST_BYTES {
        return Err(refusal("", format!("a mesh file has at most {} MB", MOST_BYTES >> 20)));
    }
    let value: Value = serde_json::from_slice(bytes).map_err(|error| {
        let position = Some((error.line(), error.column())).filter(|(line, _)| *line > 0);
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        FormatError { position, ..refusal("", format!("not JSON: {reason}")) }
    })?;
    let Value::Object(root) = &value else { return Err(refusal("", "a mesh file must be a JSON object")) };
    let mut file = QuarkFile::default();
    let meshes = list(root.get("meshes").unwrap_or(&Value::Null), "meshes", MOST_MESHES)?;
    for (index, mesh) in meshes.iter().enumerate() {
        let read = mesh_of(mesh, format!("meshes[{index}]"), &mut file.remarks)?;
        let particles: usize = file.meshes.iter().map(|mesh| mesh.particles.len()).sum();
        if particles + read.particles.len() > MOST_PARTICLES {
            return Err(refusal(&read.place, format!("a file has at most {MOST_PARTICLES} particles")));
        }
        if read.particles.is_empty() {
            file.remarks.push(format!("{}: a mesh without particles is left out", read.place));
        } else {
            file.meshes.push(read);
        }
    }
    if file.meshes.is_empty() {
        return Err(refusal("meshes", "the file has no particles"));
    }
    report_keys("", root.keys(), &["meshes"], &mut file.remarks);
    Ok(file)
}

fn mesh_of(value: &Value, place: String, remarks: &mut Vec<String>) -> Result<QuarkMesh, FormatError> {
    let Value::Object(mesh) = value else { return Err(refusal(&place, "must be an object")) };
    let at = |key: &str| format!("{place}.{key}");
    let name = match mesh.get("name") {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(name)) => {
            let words: Vec<&str> = name.split_whitespace().collect();
            words.join(" ").chars().take(LONGEST_NAME).collect()
        }
        Some(_) => return Err(refusal(&at("name"), "must be a string")),
    };
    let position = mesh.get("position").map_or(Ok(DVec2::ZERO), |value| pair(value, &at("position")))?;
    let degrees = mesh.get("rotation").map_or(Ok(0.0), |value| number(value, &at("rotation")))?;
    let particles = particles(mesh, &place, (position, degrees), remarks)?;
    let count = particles.len();
    let springs = springs(mesh, &place, count, remarks)?;
    let mut polygon = indices(mesh.get("polygon"), &at("polygon"), count)?;
    polygon.dedup();
    while polygon.len() > 1 && polygon.first() == polygon.last() {
        polygon.pop();
    }
    let mut faces = Vec::new();
    for (index, face) in optional(mesh, "uv_maps", &place, MOST_SPRINGS)?.iter().enumerate() {
        let face = indices(Some(face), &format!("{place}.uv_maps[{index}]"), count)?;
        if face.len() >= 3 {
            faces.push(face);
        }
    }
    let known = ["name", "position", "rotation", "particles", "springs", "internal_springs", "polygon", "uv_maps"];
    report_keys(&place, mesh.keys(), &known, remarks);
    Ok(QuarkMesh { name, place, particles, springs, polygon, faces })
}

/// Reads the particles and reports what nodes have not.
fn particles(
    mesh: &Map<String, Value>,
    place: &str,
    (origin, degrees): (DVec2, f64),
    remarks: &mut Vec<String>,
) -> Result<Vec<QuarkParticle>, FormatError> {
    let turn = degrees.to_radians();
    let (sin, cos) = if degrees == 0.0 { (0.0, 1.0) } else { (libm::sin(turn), libm::cos(turn)) };
    let (mut particles, mut keys, mut radii, mut lazy) = (Vec::new(), BTreeSet::new(), 0, 0);
    for (index, value) in optional(mesh, "particles", place, MOST_PARTICLES)?.iter().enumerate() {
        let place = || format!("{place}.particles[{index}]");
        let Value::Object(particle) = value else { return Err(refusal(&place(), "must be an object")) };
        let at = |key: &str| format!("{}.{key}", place());
        let local = particle.get("position").map_or(Ok(DVec2::ZERO), |value| pair(value, &at("position")))?;
        let radius = particle.get("radius").map_or(Ok(RADIUS), |value| number(value, &at("radius")))?;
        radii += usize::from(radius > RADIUS);
        lazy += usize::from(flag(particle, "lazy", false, &at)?);
        flag(particle, "is_internal", false, &at)?;
        let is_enabled = flag(particle, "enabled", true, &at)?;
        let turned = DVec2::new(local.x * cos - local.y * sin, local.x * sin + local.y * cos);
        let down = origin + turned;
        particles.push(QuarkParticle { position: DVec2::new(down.x, -down.y), is_enabled });
        let known = ["position", "radius", "is_internal", "enabled", "lazy"];
        keys.extend(particle.keys().filter(|key| !known.contains(&key.as_str())).take(MOST_KEYS + 1));
    }
    if radii > 0 {
        remarks.push(format!("{place}: the radius of {radii} particles is left out: nodes are points"));
    }
    if lazy > 0 {
        remarks.push(format!("{place}: {lazy} lazy particles become ordinary nodes"));
    }
    report_keys(&format!("{place}.particles"), keys.into_iter(), &[], remarks);
    Ok(particles)
}

fn springs(
    mesh: &Map<String, Value>,
    place: &str,
    count: usize,
    remarks: &mut Vec<String>,
) -> Result<Vec<[usize; 2]>, FormatError> {
    let (mut springs, mut known, mut repeated, mut pointless) = (Vec::new(), BTreeMap::new(), 0, 0);
    for key in ["springs", "internal_springs"] {
        for (index, value) in optional(mesh, key, place, MOST_SPRINGS)?.iter().enumerate() {
            let at = format!("{place}.{key}[{index}]");
            let ends = indices(Some(value), &at, count)?;
            let &[a, b] = ends.as_slice() else { return Err(refusal(&at, "a spring must have two particles")) };
            if a == b {
                pointless += 1;
            } else if known.insert([a.min(b), a.max(b)], ()).is_some() {
                repeated += 1;
            } else {
                springs.push([a, b]);
            }
        }
    }
    if pointless > 0 {
        remarks.push(format!("{place}: springs from a particle to itself are left out ({pointless})"));
    }
    if repeated > 0 {
        remarks.push(format!("{place}: repeated springs between the same particles are left out ({repeated})"));
    }
    Ok(springs)
}

/// Names keys that have no counterpart in a level.
fn report_keys<'a>(place: &str, keys: impl Iterator<Item = &'a String>, known: &[&str], remarks: &mut Vec<String>) {
    let mut unknown: Vec<String> = keys
        .filter(|key| !known.contains(&key.as_str()))
        .map(|key| format!("`{}`", key.chars().take(40).collect::<String>()))
        .take(MOST_KEYS + 1)
        .collect();
    if unknown.is_empty() {
        return;
    }
    if unknown.len() > MOST_KEYS {
        unknown[MOST_KEYS] = "…".to_owned();
    }
    let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
    remarks.push(format!("{place}{}: without counterpart in a level, left out", unknown.join(", ")));
}

fn list<'a>(value: &'a Value, place: &str, most: usize) -> Result<&'a [Value], FormatError> {
    match value {
        Value::Array(items) if items.len() <= most => Ok(items),
        Value::Array(_) => Err(refusal(place, format!("has more than {most} items"))),
        Value::Null => Err(refusal(place, "is missing")),
        _ => Err(refusal(place, "must be a list")),
    }
}

/// A list that may be missing.
fn optional<'a>(mesh: &'a Map<String, Value>, key: &str, place: &str, most: usize) -> Result<&'a [Value], FormatError> {
    mesh.get(key).map_or(Ok(&[]), |value| list(value, &format!("{place}.{key}"), most))
}

fn number(value: &Value, place: &str) -> Result<f64, FormatError> {
    value.as_f64().filter(|number| number.is_finite()).ok_or_else(|| refusal(place, "must be a number"))
}

fn pair(value: &Value, place: &str) -> Result<DVec2, FormatError> {
    match value.as_array().map(Vec::as_slice) {
        Some([x, y]) => Ok(DVec2::new(number(x, &format!("{place}[0]"))?, number(y, &format!("{place}[1]"))?)),
        _ => Err(refusal(place, "must be two numbers, [x, y]")),
    }
}

fn flag(
    particle: &Map<String, Value>,
    key: &str,
    default: bool,
    at: &impl Fn(&str) -> String,
) -> Result<bool, FormatError> {
    match particle.get(key) {
        None => Ok(default),
        Some(Value::Bool(value)) => Ok(*value),
        Some(_) => Err(refusal(&at(key), "must be true or false")),
    }
}

/// Indices of particles; none if the value is missing.
fn indices(value: Option<&Value>, place: &str, count: usize) -> Result<Vec<usize>, FormatError> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for (index, item) in list(value, place, MOST_SPRINGS)?.iter().enumerate() {
        let particle = item.as_u64().and_then(|item| usize::try_from(item).ok()).filter(|&item| item < count);
        let Some(particle) = particle else {
            let reason = match count {
                0 => "the mesh has no particles".to_owned(),
                _ => format!("must be the index of a particle, 0 to {}", count - 1),
            };
            return Err(refusal(&format!("{place}[{index}]"), reason));
        };
        found.push(particle);
    }
    Ok(found)
}
