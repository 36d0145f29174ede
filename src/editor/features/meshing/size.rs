//! The size of an imported drawing before it is meshed: fields in the dialog, handles on the canvas.

use super::{AT_ONCE, Maker, MeshingSource, drawing, making, preview};
use crate::editor::features::meshing::commands::SizeChange;
use crate::editor::settings::drawing_size::DrawingSize;
use crate::geometry::{Aabb, DVec2};
use crate::level::Level;
use crate::level::import::Sketch;
use crate::level::import::hold::Holding;
use crate::level::parameter::Values;

/// Smallest size to which a handle can be dragged, as a fraction of the size at the start of the drag.
const LEAST: f64 = 0.02;

/// Size of the drawing in the dialog.
pub struct Sizing {
    /// The drawing as read.
    natural: Sketch,
    /// The chosen size.
    pub choice: DrawingSize,
    /// What [`DrawingSize::Natural`] is in this view.
    usual: DrawingSize,
    /// True if width and height change together.
    pub keeps_proportions: bool,
    /// The handle that is dragged.
    pub(super) grip: Option<SizeGrip>,
}

/// A handle that is dragged.
#[derive(Clone, Copy)]
pub struct SizeGrip {
    /// Side along x and y: -1 left or bottom, 1 right or top, 0 neither.
    pub side: DVec2,
    /// Pointer at the start.
    pub start: DVec2,
    /// Box of the drawing at the start.
    pub before: Aabb,
    /// Box that the drawing gets on release.
    pub target: Aabb,
}

impl Sizing {
    /// The state for a drawing; `None` if it does not come from a file.
    pub(crate) fn of(natural: &Sketch, choice: DrawingSize, usual: DrawingSize) -> Option<Self> {
        let has_size = natural.is_import && natural.scale > 0.0 && !natural.bounds().is_empty();
        has_size.then(|| Self {
            natural: natural.clone(),
            choice,
            usual,
            keeps_proportions: choice.keeps_proportions(),
            grip: None,
        })
    }

    /// The drawing in a size; `None` if it is impossible.
    fn sized(&self, choice: DrawingSize) -> Option<Sketch> {
        let choice = if choice == DrawingSize::Natural { self.usual } else { choice };
        self.natural.sized(&choice.options()).ok()
    }

    /// The drawing in the chosen size; `None` if it is impossible.
    pub(crate) fn drawing(&self) -> Option<Sketch> {
        self.sized(self.choice)
    }
}

/// Part of the visible width and height that a drawing of the usual size fills at most.
const FILLED: [f64; 2] = [1.0 / 2.0, 1.0 / 3.0];
/// Greatest usual height, in level units.
const HIGHEST: f64 = 10.0;
/// Substeps from which a drawing gets larger: the springs need them in proportion to the inverse of the size.
const FEW_SUBSTEPS: f64 = 128.0;

/// The size that fits an area of the view: a third of its height and half of its width at most. A drawing whose springs
/// would need more than 128 substeps is larger. None is higher than 10 units.
pub fn usual_size(natural: &Sketch, seen: DVec2, level: &Level) -> DrawingSize {
    let size = natural.bounds().size();
    let height = (FILLED[1] * seen.y).min(FILLED[0] * seen.x * size.y / size.x).min(HIGHEST);
    if !(height > 0.0 && height.is_finite()) {
        return DrawingSize::Natural;
    }
    let needed = natural.sized(&DrawingSize::Height(height).options()).ok().and_then(|sketch| substeps(sketch, level));
    // A drawing that needs no more than the level has is not larger for that.
    let free = FEW_SUBSTEPS.max(level.world.substeps.into());
    let grown = height * (needed.unwrap_or(0.0) / free).max(1.0);
    // Two digits.
    let unit = 10.0_f64.powf(grown.log10().floor() - 1.0);
    DrawingSize::Height(((grown / unit).round() * unit).min(HIGHEST))
}

/// Substeps that the bodies of a small drawing need; `None` if it has no soft body, or many nodes.
fn substeps(sketch: Sketch, level: &Level) -> Option<f64> {
    let (recipe, values) = (drawing::start(&sketch, level), Values::new());
    let subject = MeshingSource::Sketch(sketch);
    if making::estimate(&subject, &recipe, &values, level) > AT_ONCE {
        return None;
    }
    let mut holding = Holding::default();
    preview::parts(&subject, &recipe, &values, level, &mut holding).ok()?;
    holding.reports.iter().map(|report| report.needed_substeps).max().map(f64::from)
}

impl SizeGrip {
    /// Moves the target to the pointer. The opposite corner or side stays.
    pub fn follow(&mut self, at: DVec2, keeps_proportions: bool) {
        let size = self.before.size();
        let wanted = (size + self.side * (at - self.start)).max(size * LEAST);
        let new = if keeps_proportions {
            let ratio = |new: f64, old: f64| if old > 0.0 { new / old } else { 0.0 };
            let parts = [ratio(wanted.x, size.x) * self.side.x.abs(), ratio(wanted.y, size.y) * self.side.y.abs()];
            let count = parts.iter().filter(|&&part| part > 0.0).count().max(1);
            size * (parts.iter().sum::<f64>() / count as f64)
        } else {
            wanted
        };
        let Aabb { min, max } = self.before;
        let keep = |side: f64, min: f64, max: f64, new: f64| if side < 0.0 { max - new } else { min };
        let corner = DVec2::new(keep(self.side.x, min.x, max.x, new.x), keep(self.side.y, min.y, max.y, new.y));
        self.target = Aabb { min: corner, max: corner + new };
    }
}

impl Maker {
    /// Box of the imported drawing in the level, also while a handle is dragged; `None` for other sources.
    pub fn drawing_box(&self) -> Option<Aabb> {
        let (sizing, MeshingSource::Sketch(sketch)) = (self.size.as_ref()?, &self.subject) else { return None };
        if let Some(grip) = sizing.grip {
            return Some(grip.target);
        }
        let Aabb { min, max } = sketch.bounds();
        Some(Aabb { min: min + self.at, max: max + self.at })
    }

    /// Level units per unit of the drawing; the geometric mean if it is stretched.
    pub fn drawing_scale(&self) -> f64 {
        match &self.subject {
            MeshingSource::Sketch(sketch) => sketch.scale,
            _ => 0.0,
        }
    }

    /// Gives the drawing another size. Its lower left corner stays. An impossible size changes nothing.
    pub fn resize(&mut self, choice: DrawingSize) {
        let Some(sizing) = &mut self.size else { return };
        let Some(sketch) = sizing.sized(choice) else { return };
        sizing.choice = choice;
        self.recipe = drawing::start(&sketch, &self.level);
        self.chosen.parameters = drawing::parameters(&sketch, &self.recipe);
        self.subject = MeshingSource::Sketch(sketch);
        self.chosen.is_stale = true;
    }

    /// Performs a change of the size fields.
    pub fn change_size(&mut self, change: SizeChange) {
        let Some(size) = self.drawing_box().map(|bounds| bounds.size()) else { return };
        let Some(sizing) = &mut self.size else { return };
        let locked = sizing.keeps_proportions;
        match change {
            SizeChange::Width(width) if locked => self.resize(DrawingSize::Width(width)),
            SizeChange::Width(width) => self.resize(DrawingSize::Both([width, size.y])),
            SizeChange::Height(height) if locked => self.resize(DrawingSize::Height(height)),
            SizeChange::Height(height) => self.resize(DrawingSize::Both([size.x, height])),
            SizeChange::Scale(scale) => {
                sizing.keeps_proportions = true;
                self.resize(DrawingSize::Scale(scale));
            }
            SizeChange::Natural => {
                sizing.keeps_proportions = true;
                self.resize(DrawingSize::Natural);
            }
            SizeChange::Proportions(keeps) => {
                sizing.keeps_proportions = keeps;
                if keeps && !sizing.choice.keeps_proportions() {
                    self.resize(Self::of_one_side(size));
                }
            }
        }
    }

    /// The size with the height of this box, or with its width if it has no height.
    fn of_one_side(size: DVec2) -> DrawingSize {
        if size.y > 0.0 { DrawingSize::Height(size.y) } else { DrawingSize::Width(size.x) }
    }

    /// Moves the lower left corner of the drawing to a point.
    pub fn place_corner(&mut self, corner: DVec2) {
        if let Some(bounds) = self.drawing_box() {
            self.place(self.at + corner - bounds.min);
        }
    }

    /// Gives the drawing the size and place of the dragged handle's target.
    pub(super) fn end_resize(&mut self) {
        let Some(sizing) = &mut self.size else { return };
        let Some(SizeGrip { before, target, .. }) = sizing.grip.take() else { return };
        if target == before {
            return;
        }
        let size = target.size();
        let choice =
            if sizing.keeps_proportions { Self::of_one_side(size) } else { DrawingSize::Both(size.to_array()) };
        self.resize(choice);
        self.place_corner(target.min);
    }
}
