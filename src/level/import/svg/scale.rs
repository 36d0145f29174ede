//! Transforms the drawing's coordinates (y down) to the level's (y up).

use super::shapes::{Part, VisibleShape};
use crate::geometry::{Aabb, DVec2};
use crate::level::format::FormatError;
use crate::level::import::ImportOptions;

/// Default height of a drawing, in level units.
const HEIGHT: f64 = 10.0;
/// Maximum width of a drawing in default heights; wider drawings are scaled to it.
const WIDEST: f64 = 4.0;
/// Default number of nodes along the height.
const NODES: f64 = 16.0;

/// A drawing farther from the corner of its page, in its sizes, lies at the origin instead.
const FAR: f64 = 1000.0;

/// A scale with the lower left corner of the page as origin, or that of the drawing if the page is far away.
pub(super) struct Scale {
    /// Level units per unit of the drawing.
    pub factor: f64,
    /// Origin of the level in the drawing's coordinates.
    origin: DVec2,
    /// Coordinates are rounded to one part in this number, so that round numbers of the drawing stay round although the
    /// library calculates in single precision.
    grid: f64,
    /// Distance of nodes in level units.
    pub spacing: f64,
}

impl Scale {
    /// None if the drawing is empty. If it is stretched, `factor` is that of the longer stretch.
    ///
    /// # Errors
    /// If a requested width or height is impossible.
    pub fn of(shapes: &[VisibleShape], page: usvg::Size, options: &ImportOptions) -> Result<Option<Self>, FormatError> {
        let mut bounds = Aabb::EMPTY;
        for shape in shapes.iter().filter(|shape| shape.part != Part::Background && !shape.bounds.is_empty()) {
            bounds = bounds.union(shape.bounds);
        }
        let height_of = |size: DVec2| size.y.max(size.x / WIDEST);
        let size = height_of(bounds.size());
        if bounds.is_empty() || !(size > 0.0 && size.is_finite()) {
            return Ok(None);
        }
        let factors = options.factors(bounds.size(), HEIGHT / size)?;
        let factor = factors.max_element();
        let mut grid = 1e6;
        // Six digits below the size of the drawing, whatever its unit.
        while grid > 1.0 && size * factor * grid > 1e9 {
            grid /= 10.0;
        }
        while grid < 1e30 && size * factor * grid < 1e6 {
            grid *= 10.0;
        }
        let spacing = options.spacing.unwrap_or(height_of(bounds.size() * factors) / NODES);
        let corner = DVec2::new(0.0, page.height().into());
        let own = DVec2::new(bounds.min.x, bounds.max.y);
        let origin = if (own - corner).abs().max_element() > FAR * size { own } else { corner };
        Ok(Some(Self { factor, origin, grid, spacing }))
    }

    /// Transforms a point of the drawing to level coordinates.
    pub fn level_from_drawing(&self, point: DVec2) -> DVec2 {
        let exact = DVec2::new(point.x - self.origin.x, self.origin.y - point.y) * self.factor;
        (exact * self.grid).round() / self.grid
    }
}
