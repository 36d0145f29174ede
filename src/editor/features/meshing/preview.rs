//! The preview of a body: generated parts, position, counts and findings.

use super::{MeshingSource, drawing};
use crate::editor::tools::gone;
use crate::engine::World;
use crate::geometry::{Aabb, DVec2, polygon};
use crate::level::checks::{self, Finding};
use crate::level::edit::remesh;
use crate::level::edit::symmetry::{Doubled, MirrorAxis, doubled};
use crate::level::import::hold::Holding;
use crate::level::mesh::Recipe;
use crate::level::parameter::Values;
use crate::level::{Body, EditorExtra, Level, Obstacle, ObstacleShape, Place, Role, text_form};
use crate::picture::{Palette, Theme};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Node count of the level up to which the checks cover all of it; beyond, only the new bodies.
const MOST_CHECKED: usize = 6_000;

/// Counts of a preview.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BodyCounts {
    /// Bodies.
    pub bodies: usize,
    /// Nodes.
    pub nodes: usize,
    /// Springs and sticks.
    pub links: usize,
    /// Hull edges.
    pub hull: usize,
    /// Triangles.
    pub triangles: usize,
    /// Sum of the masses.
    pub mass: f64,
    /// Area of the triangles.
    pub area: f64,
}

/// Bodies with their colours, or the reason for the failure.
pub type Parts = Result<Vec<(Body, String)>, String>;

/// A generated preview.
#[derive(Serialize, Deserialize)]
pub struct Preview {
    /// Bodies before placement.
    pub parts: Parts,
    /// Offset of the placement.
    #[serde(with = "text_form::point")]
    pub at: DVec2,
    /// The placed bodies as a level of their own.
    #[serde(with = "ghost")]
    pub ghost: Option<(Arc<Level>, World)>,
    /// Bounding box of the placed bodies.
    #[serde(with = "bounds")]
    pub bounds: Aabb,
    /// Counts.
    pub facts: BodyCounts,
    /// Findings of the checks for these bodies.
    pub findings: Vec<Finding>,
    /// Choices made for the bodies of a drawing.
    pub holding: Holding,
    is_looked_at: bool,
}

/// Text form of a level that runs: the level.
mod ghost {
    use super::{Arc, Deserialize, Level, Serialize, World};
    use serde::de::Error;

    pub fn serialize<S: serde::Serializer>(
        ghost: &Option<(Arc<Level>, World)>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        ghost.as_ref().map(|(level, _)| &**level).serialize(serializer)
    }

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<(Arc<Level>, World)>, D::Error> {
        let Some(level) = Option::<Level>::deserialize(deserializer)? else { return Ok(None) };
        let world = World::new(&level).map_err(D::Error::custom)?;
        Ok(Some((Arc::new(level), world)))
    }
}

/// Text form of a box: its corners.
mod bounds {
    use super::{Aabb, DVec2, Deserialize, Serialize};

    pub fn serialize<S: serde::Serializer>(bounds: &Aabb, serializer: S) -> Result<S::Ok, S::Error> {
        [bounds.min, bounds.max].map(|point| point.to_array()).serialize(serializer)
    }

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Aabb, D::Error> {
        let [min, max] = <[[f64; 2]; 2]>::deserialize(deserializer)?.map(DVec2::from_array);
        Ok(Aabb { min, max })
    }
}

/// Generates the bodies of a source; adds the choices made for a drawing to `holding`.
pub(super) fn parts(
    subject: &MeshingSource,
    recipe: &Recipe,
    values: &Values,
    level: &Level,
    holding: &mut Holding,
) -> Parts {
    match subject {
        MeshingSource::Shape(shape) => {
            let body = shape.make(values).map_err(|error| error.to_string())?;
            Ok(vec![(body, String::new())])
        }
        MeshingSource::Body(index) => {
            let body = level.bodies.get(*index).ok_or_else(|| gone(Place::Body(*index)))?;
            let color = level.editor.as_ref().and_then(|extra| extra.body_colors.get(*index)).cloned();
            let recipe = recipe.with(values).map_err(|error| error.to_string())?;
            Ok(vec![(remesh::remesh(body, &recipe)?.0, color.unwrap_or_default())])
        }
        MeshingSource::Sketch(sketch) => drawing::parts(sketch, recipe, values, level, holding),
    }
}

impl Default for Preview {
    fn default() -> Self {
        Self {
            parts: Ok(Vec::new()),
            at: DVec2::ZERO,
            ghost: None,
            bounds: Aabb::EMPTY,
            facts: BodyCounts::default(),
            findings: Vec::new(),
            holding: Holding::default(),
            is_looked_at: false,
        }
    }
}

impl Preview {
    pub(super) fn take(&mut self, parts: Parts, holding: Holding) {
        (self.parts, self.holding) = (parts, holding);
    }

    /// The placed bodies with their mirror images. An outline with a side on the axis is merged with its image.
    pub(crate) fn placed(&self, subject: &MeshingSource, at: DVec2, mirror: Option<f64>) -> Vec<(Body, String)> {
        let Ok(parts) = &self.parts else { return Vec::new() };
        let joins = matches!(subject, MeshingSource::Sketch(_));
        let mut placed = Vec::with_capacity(parts.len());
        for (body, color) in parts {
            let body = body.clone().translated(at.to_array());
            let single_body = Level { bodies: vec![body], ..Level::default() };
            let done =
                mirror.and_then(|x| doubled(&single_body.bodies[0], MirrorAxis::of(&single_body, x), joins).ok());
            let own = single_body.bodies.into_iter().next().unwrap_or_default();
            match done {
                Some(Doubled::Joined(joined)) => placed.push((joined, color.clone())),
                Some(Doubled::Beside(image)) => placed.extend([(own, color.clone()), (image, color.clone())]),
                Some(Doubled::Alone) | None => placed.push((own, color.clone())),
            }
        }
        placed
    }

    /// Obstacles from the lines of a sketch.
    pub(crate) fn obstacles(subject: &MeshingSource, at: DVec2) -> Vec<Obstacle> {
        let MeshingSource::Sketch(sketch) = subject else { return Vec::new() };
        let mut obstacles = sketch.obstacles.clone();
        for obstacle in &mut obstacles {
            if let ObstacleShape::Segment(a, b) = &mut obstacle.shape {
                for end in [a, b] {
                    *end = (DVec2::from_array(*end) + at).to_array();
                }
            }
        }
        obstacles
    }

    pub(super) fn place(&mut self, subject: &MeshingSource, at: DVec2, level: &Level, mirror: Option<f64>) {
        (self.is_looked_at, self.at) = (false, at);
        let first = match subject {
            MeshingSource::Body(index) => *index,
            _ => level.bodies.len(),
        };
        // Default colours by body index.
        let palette = Palette::of(Theme::Dark).bodies;
        let color = |index: usize, own: String, is_decor: bool| {
            let turn = palette[(first + index) % palette.len()];
            let turned = format!("#{:02x}{:02x}{:02x}", turn.0, turn.1, turn.2);
            if own.is_empty() && !is_decor { turned } else { own }
        };
        let placed = self.placed(subject, at, mirror);
        self.facts = facts(&placed);
        let (bodies, own): (Vec<Body>, Vec<String>) = placed.into_iter().unzip();
        let colors = own.into_iter().enumerate();
        let colors = colors.map(|(i, own)| color(i, own, bodies[i].motion != crate::level::Motion::Dynamic)).collect();
        let editor = Some(EditorExtra { body_colors: colors, ..EditorExtra::default() });
        let obstacles = Self::obstacles(subject, at);
        let ends = obstacles.iter().flat_map(|obstacle| match obstacle.shape {
            ObstacleShape::Segment(a, b) => [DVec2::from_array(a), DVec2::from_array(b)],
            ObstacleShape::Line(a, _) | ObstacleShape::Circle { center: a, .. } => [DVec2::from_array(a); 2],
        });
        let nodes = bodies.iter().flat_map(|body| body.nodes.iter().map(|node| DVec2::from_array(node.position)));
        self.bounds = Aabb::around(nodes.chain(ends.collect::<Vec<_>>()));
        let world = crate::level::World { bounds: None, ..level.world.clone() };
        let ghost = Level { world, bodies, obstacles, editor, ..Level::default() };
        self.ghost = match World::new(&ghost) {
            Ok(world) => Some((Arc::new(ghost), world)),
            Err(error) => {
                self.parts = Err(error.to_string());
                None
            }
        };
    }

    /// Runs the checks once.
    pub(super) fn look(&mut self, subject: &MeshingSource, level: &Level) {
        if std::mem::replace(&mut self.is_looked_at, true) {
            return;
        }
        self.findings.clear();
        let Some((ghost, _)) = &self.ghost else { return };
        let count: usize = level.bodies.iter().map(|body| body.nodes.len()).sum();
        let mut seen = Level { world: level.world.clone(), ..Level::default() };
        let is_whole = count + self.facts.nodes <= MOST_CHECKED;
        if is_whole {
            seen = Level { editor: None, ..level.clone() };
        }
        let first = match subject {
            MeshingSource::Body(index) if is_whole => {
                seen.bodies[*index] = ghost.bodies[0].clone();
                *index
            }
            _ => {
                seen.bodies.extend(ghost.bodies.iter().cloned());
                seen.bodies.len() - ghost.bodies.len()
            }
        };
        // The level as inserting leaves it.
        if matches!(subject, MeshingSource::Sketch(sketch) if sketch.is_import) {
            self.holding.clone().finish(&mut seen);
        }
        let new = first..first + ghost.bodies.len();
        let is_about =
            |finding: &Finding| finding.places.iter().filter_map(|place| place.body()).any(|body| new.contains(&body));
        self.findings = checks::check(&seen).into_iter().filter(is_about).collect();
    }
}

fn facts(parts: &[(Body, String)]) -> BodyCounts {
    let mut facts = BodyCounts { bodies: parts.len(), ..BodyCounts::default() };
    for (body, _) in parts {
        let at = |node: usize| DVec2::from_array(body.nodes[node].position);
        facts.nodes += body.nodes.len();
        facts.links += body.springs.len() + body.sticks.len();
        facts.hull += body.hull.len();
        facts.triangles += body.triangles.len();
        let mass = |role: Role| if let Role::Mass(mass) = role { mass } else { 0.0 };
        facts.mass += body.nodes.iter().map(|node| mass(node.role)).sum::<f64>();
        let doubled = |&[a, b, c]: &[usize; 3]| polygon::doubled_triangle_area(at(a), at(b), at(c));
        facts.area += 0.5 * body.triangles.iter().map(doubled).sum::<f64>();
    }
    facts
}
