//! Generates previews: small ones at once, large ones in a thread while the previous preview stays on the canvas.

use super::preview::{self, Parts, Preview};
use super::{MeshingSource, SPACING};
use crate::geometry::{DVec2, polygon};
use crate::level::Level;
use crate::level::import::hold::Holding;
use crate::level::import::sketch::suited;
use crate::level::mesh::Recipe;
use crate::level::parameter::{Kind, Values};
use egui::Context;
use std::sync::Arc;

/// Node count up to which a preview is generated within one UI frame.
pub(super) const AT_ONCE: usize = 1_500;

/// Input of a preview.
#[derive(Clone)]
pub(super) struct PreviewInput {
    pub subject: MeshingSource,
    pub recipe: Recipe,
    pub values: Values,
    pub at: DVec2,
    pub level: Arc<Level>,
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
pub(super) struct Making(Work);

#[cfg(not(target_arch = "wasm32"))]
type Work = std::sync::mpsc::Receiver<Preview>;

#[cfg(not(target_arch = "wasm32"))]
impl Making {
    /// Starts a thread, or generates the preview here if there is none.
    pub fn begin(order: PreviewInput, ctx: &Context) -> Self {
        let (tells, answer) = std::sync::mpsc::channel();
        let thread = std::thread::Builder::new().name("preview".to_owned()).spawn({
            let (order, tells, ctx) = (order.clone(), tells.clone(), ctx.clone());
            move || {
                // The send fails if the dialog was closed.
                let _ = tells.send(order.make());
                ctx.request_repaint();
            }
        });
        if thread.is_err() {
            let _ = tells.send(order.make());
        }
        Self(answer)
    }

    /// The preview, when finished.
    pub fn poll(&mut self, _is_pointer_down: bool) -> Option<Preview> {
        match self.0.try_recv() {
            Ok(made) => Some(made),
            Err(std::sync::mpsc::TryRecvError::Empty) => None,
            Err(std::sync::mpsc::TryRecvError::Disconnected) => {
                let mut none = Preview::default();
                none.take(Err("the preview could not be generated".to_owned()), Holding::default());
                Some(none)
            }
        }
    }
}

/// On the web, without threads, the preview is generated some UI frames after the last change.
#[cfg(target_arch = "wasm32")]
type Work = (Option<PreviewInput>, u32, Context);

/// Number of UI frames to wait.
#[cfg(target_arch = "wasm32")]
const CALM: u32 = 3;

#[cfg(target_arch = "wasm32")]
impl Making {
    pub fn begin(order: PreviewInput, ctx: &Context) -> Self {
        ctx.request_repaint();
        Self((Some(order), CALM, ctx.clone()))
    }

    pub fn poll(&mut self, is_pointer_down: bool) -> Option<Preview> {
        let (order, waits, ctx) = &mut self.0;
        *waits = if is_pointer_down { CALM } else { waits.saturating_sub(1) };
        if *waits > 0 {
            ctx.request_repaint();
            return None;
        }
        order.take().map(PreviewInput::make)
    }
}
