//! Generates previews: small ones at once, large ones in the background while the previous preview stays on the canvas.

use super::preview::{self, Parts, Preview};
use super::{MeshingSource, SPACING};
use crate::editor::background::{Job, JobHandle, Pace, Slice, shared};
use crate::geometry::{DVec2, polygon};
use crate::level::import::hold::Holding;
use crate::level::import::sketch::suited;
use crate::level::mesh::Recipe;
use crate::level::parameter::{Kind, Values};
use crate::level::{Level, text_form};
use egui::Context;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Node count up to which a preview is generated within one UI frame.
pub(super) const AT_ONCE: usize = 1_500;

/// Input of a preview.
#[derive(Clone, Serialize, Deserialize)]
pub struct PreviewInput {
    /// Source of the bodies.
    pub subject: MeshingSource,
    /// Kind of body and options.
    pub recipe: Recipe,
    /// Values of the form.
    pub values: Values,
    /// Offset of the placement.
    #[serde(with = "text_form::point")]
    pub at: DVec2,
    /// The level around them.
    #[serde(with = "shared::level")]
    pub level: Arc<Level>,
    /// Axis of the live mirror.
    pub mirror: Option<f64>,
    /// Generated bodies and choices, if only the position has changed.
    pub known: Option<(Parts, Holding)>,
}

impl PreviewInput {
    /// Generates, places and checks the preview.
    pub fn make(self) -> Preview {
        let Self { subject, recipe, values, at, level, mirror, known } = self;
        let mut made = Preview::default();
        let (parts, holding) = known.unwrap_or_else(|| {
            let mut holding = Holding::default();
            (preview::parts(&subject, &recipe, &values, &level, &mut holding), holding)
        });
        made.take(parts, holding);
        made.place(&subject, at, &level, mirror);
        made.look(&subject, &level);
        made
    }
}

/// Estimated number of nodes; for shapes usually an upper bound.
pub(super) fn estimate(subject: &MeshingSource, recipe: &Recipe, values: &Values, level: &Level) -> usize {
    let spacing = values.get(SPACING).copied().unwrap_or(recipe.options.spacing);
    let nodes = match subject {
        MeshingSource::Shape(shape) => {
            let counts = shape.parameters().into_iter().filter(|parameter| matches!(parameter.kind, Kind::Whole(..)));
            counts.map(|parameter| parameter.value(values).max(1.0)).product()
        }
        MeshingSource::Body(index) => {
            let count = level.bodies.get(*index).map_or(0, |body| body.nodes.len());
            count as f64 * (recipe.options.spacing / spacing).powi(2).max(1.0)
        }
        MeshingSource::Sketch(sketch) => {
            let is_alone = sketch.drawn.len() == 1;
            let each = sketch.drawn.iter().map(|drawn| {
                let area = 0.5 * polygon::doubled_area(&drawn.outline.outer).abs();
                let spacing = if is_alone { spacing } else { suited(spacing, area) };
                // A triangular lattice has 1.15 nodes per square of its spacing, plus the boundary nodes.
                1.2 * area / (spacing * spacing) + 4.0 * area.sqrt() / spacing
            });
            each.sum()
        }
    };
    // NaN becomes 0.
    nodes as usize
}

/// A preview that is being generated.
pub(super) struct Making(JobHandle<PreviewJob>);

impl Making {
    /// Starts to generate a preview.
    pub fn begin(order: PreviewInput, ctx: &Context) -> Self {
        Self(JobHandle::start(ctx, order))
    }

    /// The preview, when finished.
    pub fn poll(&mut self) -> Option<Preview> {
        self.0.reports().pop().or_else(|| {
            self.0.has_failed().then(|| {
                let mut none = Preview::default();
                none.take(Err("the preview could not be generated".to_owned()), Holding::default());
                none
            })
        })
    }
}

/// Generates a preview in one slice.
pub struct PreviewJob(Option<PreviewInput>);

impl Job for PreviewJob {
    const NAME: &'static str = "preview";
    const TITLE: &'static str = "Preview";
    type Request = PreviewInput;
    type Order = ();
    type Report = Preview;

    fn begin(request: PreviewInput) -> Self {
        Self(Some(request))
    }

    fn work(&mut self, _pace: &Pace) -> Slice<Preview> {
        Slice { report: self.0.take().map(PreviewInput::make), is_done: true }
    }
}
