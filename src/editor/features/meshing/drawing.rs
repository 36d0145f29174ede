//! Bodies from outlines and drawings: parameters, and how each outline is meshed.

use super::SPACING;
use super::preview::Parts;
use crate::geometry::Aabb;
use crate::level::Level;
use crate::level::import::hold::{self, Holding};
use crate::level::import::sketch::{area_of, suited};
use crate::level::import::{Drawn, ImportOptions, Layers, Sketch, TracedImage, layers, trace};
use crate::level::mesh::{Across, MeshError, MeshOptions, Recipe};
use crate::level::parameter::{Choice, Kind, Parameter, Values};
use crate::level::shapes::weight_ratio;
use std::path::Path;

/// Maximum number of nodes in a preview.
const MOST_NODES: usize = 20_000;
/// Spacing and damping of a drawn outline, as a factor and as a fraction of critical damping. A finer mesh has lighter nodes and
/// must have softer springs to be stable, so that triangles flip when it lands. Shear springs keep the triangles of an
/// irregular outline upright.
const COARSER: f64 = 1.6;
const DAMPING: f64 = 0.25;
/// Id of the parameter for the opacity at which a picture is traced.
const THRESHOLD: &str = "threshold";
/// Id of the parameter for overlapping shapes.
const LAYERS: &str = "layers";
/// Indices of its choices, the row of [`CHOICES`].
const REFUSE: f64 = 0.0;
const SILHOUETTE: f64 = 1.0;
const SEPARATE: f64 = 2.0;

const CHOICES: &[Choice] = &[
    Choice { id: "refuse", title: "Refuse", explanation: "Bodies must not overlap" },
    Choice { id: "silhouette", title: "Silhouette", explanation: "One body with the common outline" },
    Choice {
        id: "separate",
        title: "Separate bodies",
        explanation: "A body of what is visible of each shape, with a small gap",
    },
];

/// Parameters of the mesh; for a drawing with overlapping shapes also how to resolve them.
pub(super) fn parameters(sketch: &Sketch, recipe: &Recipe) -> Vec<Parameter> {
    let mut all = recipe.parameters();
    if sketch.traced.is_some() {
        all.insert(
            0,
            Parameter {
                id: THRESHOLD,
                name: "Threshold",
                explanation: "Opacity from which a pixel belongs to the body; in pictures without transparency the contrast with the border",
                unit: "",
                kind: Kind::Number(0.01, 0.99),
                default: trace::THRESHOLD,
                needs: None,
            },
        );
        return all;
    }
    if sketch.is_import && layers::resolve(sketch.drawn.clone(), Layers::Refuse, sketch.spacing).is_err() {
        let layers = Parameter {
            id: LAYERS,
            name: "Overlapping shapes",
            explanation: "How overlapping shapes become bodies",
            unit: "",
            kind: Kind::Choice(CHOICES),
            default: SEPARATE,
            needs: None,
        };
        all.insert(0, layers);
    }
    all
}

/// The recipe with which the dialog starts for outlines; that of a drawing is chosen for its largest shape.
pub(crate) fn start(sketch: &Sketch, level: &Level) -> Recipe {
    let points = sketch.drawn.iter().flat_map(|drawn| drawn.outline.outer.iter().copied());
    let size = Aabb::around(points).size().max_element();
    let mut fitting = Recipe::fitting(if sketch.is_import { size } else { COARSER * size });
    if sketch.spacing > 0.0 {
        fitting.options.spacing = sketch.spacing;
    }
    fitting.is_soft = sketch.drawn.iter().any(|drawn| drawn.is_soft);
    if sketch.is_import {
        return recipe(sketch, fitting, level);
    }
    let ratio = weight_ratio(level.world.gravity);
    (fitting.options.damping, fitting.options.shear) = (DAMPING, Across::All);
    fitting.options.stiffness *= ratio;
    fitting.options.pressure *= ratio;
    fitting
}

/// A recipe for the largest shape of a drawing; smaller shapes get their own when they are meshed.
fn recipe(sketch: &Sketch, mut recipe: Recipe, level: &Level) -> Recipe {
    let soft = sketch.drawn.iter().filter(|drawn| drawn.is_soft);
    let largest = soft.max_by(|a, b| area_of(&a.outline).total_cmp(&area_of(&b.outline)));
    if let Some(drawn) = largest {
        let import = ImportOptions { mesh: recipe.options, ..ImportOptions::default() };
        recipe.options =
            hold::choose(&drawn.outline, recipe.options.spacing, &drawn.supported(&import), level.world.gravity)
                .options;
    }
    recipe
}

/// Generates the bodies and adds the choices made for a drawing to `holding`.
pub(super) fn parts(sketch: &Sketch, recipe: &Recipe, values: &Values, level: &Level, holding: &mut Holding) -> Parts {
    let mut values = values.clone();
    let choice = match values.remove(LAYERS) {
        Some(REFUSE) => Layers::Refuse,
        Some(SILHOUETTE) => Layers::Silhouette,
        _ => Layers::Separate,
    };
    let threshold = values.remove(THRESHOLD);
    let detail = values.get(SPACING).copied();
    let again = sketch.traced.as_ref().filter(|_| threshold.is_some() || detail.is_some());
    let traced = again.map(|image| retraced(image, threshold, detail)).transpose()?;
    let sketch = traced.as_ref().unwrap_or(sketch);
    let recipe = recipe.with(&values).map_err(|error| error.to_string())?;
    let resolved;
    let mut shapes = &sketch.drawn;
    if sketch.is_import {
        resolved = layers::resolve(sketch.drawn.clone(), choice, sketch.spacing).map_err(|error| error.reason)?;
        holding.warnings.extend(resolved.remark());
        shapes = &resolved.drawn;
    }
    let any_soft = shapes.iter().any(|drawn| drawn.is_soft);
    let mut left = MOST_NODES;
    let mut parts = Vec::new();
    for drawn in shapes {
        let is_soft = recipe.is_soft && (drawn.is_soft || !any_soft);
        let spacing = spacing(sketch, drawn, &recipe, &values, shapes.len() == 1);
        let mut chosen = None;
        let mut options = MeshOptions { spacing, ..recipe.options };
        if sketch.is_import && is_soft {
            let wanted = drawn.supported(&set(&recipe, &values, spacing));
            let made = hold::choose(&drawn.outline, spacing, &wanted, level.world.gravity);
            (chosen, options) = (Some(made), made.options);
        }
        let options = MeshOptions { most_nodes: left, ..options };
        let own = Recipe { is_soft, options };
        let (mut body, cut_area) = drawn.body(&own).map_err(|error| refused(sketch, drawn, error))?;
        if let Some(chosen) = chosen {
            holding.add(drawn, (&mut body, cut_area), &chosen, &level.world);
        }
        left = left.saturating_sub(body.nodes.len());
        parts.push((body, drawn.color.clone()));
    }
    Ok(parts)
}

/// The picture traced at another threshold or for another spacing, at the same scale.
fn retraced(traced: &TracedImage, threshold: Option<f64>, spacing: Option<f64>) -> Result<Sketch, String> {
    let factor = traced.stretch.map_or(1.0, |stretch| (stretch.factor.x * stretch.factor.y).sqrt());
    let spacing = spacing.map(|spacing| spacing / factor);
    let options = ImportOptions { threshold, spacing, scale: Some(traced.scale), ..ImportOptions::default() };
    let mut sketch = trace::trace(&traced.texture, &traced.image, &options).map_err(|error| error.reason)?;
    sketch.name_bodies(Path::new(&traced.image));
    Ok(match traced.stretch {
        Some(stretch) => sketch.stretched(&stretch),
        None => sketch,
    })
}

/// The node spacing: the requested one for a single outline, smaller for small outlines of a drawing.
fn spacing(sketch: &Sketch, drawn: &Drawn, recipe: &Recipe, values: &Values, is_alone: bool) -> f64 {
    let requested = recipe.options.spacing;
    let is_open = sketch.is_import && !values.contains_key(SPACING);
    let wanted = if is_open { sketch.spacing } else { requested };
    if is_alone && !is_open { wanted } else { suited(wanted, area_of(&drawn.outline)) }
}

/// Mesh options: user values, else the recipe.
fn set(recipe: &Recipe, values: &Values, spacing: f64) -> ImportOptions {
    let options = recipe.options;
    let is_set = |id: &str| values.contains_key(id);
    ImportOptions {
        spacing: is_set(SPACING).then_some(spacing),
        stiffness: is_set("stiffness").then_some(options.stiffness),
        damping: is_set("damping").then_some(options.damping),
        shear: is_set("shear").then_some(options.shear),
        brace: is_set("brace").then_some(options.brace),
        keeps_tips: is_set("tips") && !options.is_blunt,
        mesh: options,
        ..ImportOptions::default()
    }
}

/// A note about the preset treatment of overlapping shapes, while it applies.
pub(super) fn overlap_note(parameters: &[Parameter], values: &Values) -> Option<&'static str> {
    let layers = parameters.iter().find(|parameter| parameter.id == LAYERS)?;
    (layers.value(values) == SEPARATE)
        .then_some("Shapes of the drawing overlap: each becomes a body of what is visible of it")
}

fn refused(sketch: &Sketch, drawn: &Drawn, error: MeshError) -> String {
    // A drawn outline is the only one of the dialog.
    match (error, if sketch.is_import { drawn.name.as_str() } else { "" }) {
        (MeshError::TooManyNodes { .. }, _) => {
            format!("the mesh would have more than {MOST_NODES} nodes; increase the spacing")
        }
        (error, "") => error.to_string(),
        (error, name) => format!("{name}: {error}"),
    }
}
