//! Size and position of what is imported: one rule for drawings, `.qmesh` and `.xsp`.

use super::options::{ImportOptions, refusal};
use crate::geometry::DVec2;
use crate::level::format::FormatError;
use crate::level::{Obstacle, ObstacleShape, text_form};
use serde::{Deserialize, Serialize};

/// Level units per pixel for files in pixels: the reciprocal of the default of `world.pixels_per_unit`.
pub(super) const UNITS_PER_PIXEL: f64 = 1.0 / 32.0;

/// A map that scales around one point and moves that point to another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stretch {
    /// The point before.
    #[serde(with = "text_form::point")]
    pub from: DVec2,
    /// The point after.
    #[serde(with = "text_form::point")]
    pub to: DVec2,
    /// Scale along x and y, > 0.
    #[serde(with = "text_form::point")]
    pub factor: DVec2,
}

impl Stretch {
    /// Maps a point.
    pub fn point(&self, point: DVec2) -> DVec2 {
        self.to + (point - self.from) * self.factor
    }

    /// This map, and then another.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self { from: self.from, to: next.point(self.to), factor: self.factor * next.factor }
    }

    /// Maps an obstacle; a circle keeps its shape and gets the factor of its area.
    pub fn obstacle(&self, obstacle: &mut Obstacle) {
        let map = |point: [f64; 2]| self.point(point.into()).to_array();
        obstacle.shape = match obstacle.shape {
            ObstacleShape::Segment(a, b) => ObstacleShape::Segment(map(a), map(b)),
            ObstacleShape::Line(point, direction) => {
                ObstacleShape::Line(map(point), (DVec2::from(direction) * self.factor).to_array())
            }
            ObstacleShape::Circle { center, radius } => {
                let factor = (self.factor.x * self.factor.y).sqrt();
                ObstacleShape::Circle { center: map(center), radius: radius * factor }
            }
        };
    }
}

impl ImportOptions {
    /// Refuses numbers out of range, and sizes that contradict each other.
    ///
    /// # Errors
    /// Names the option.
    pub(super) fn verify(&self) -> Result<(), FormatError> {
        let numbers =
            [(self.scale, "scale"), (self.width, "width"), (self.height, "height"), (self.spacing, "spacing")];
        for (value, name) in numbers {
            if value.is_some_and(|value| !(value > 0.0 && value.is_finite())) {
                return Err(refusal("", format!("the {name} must be a number above 0")));
            }
        }
        if self.scale.is_some() && (self.width.is_some() || self.height.is_some()) {
            return Err(refusal("", "the scale follows from width and height: give one or the other"));
        }
        if self.at.is_some_and(|[x, y]| !(x.is_finite() && y.is_finite())) {
            return Err(refusal("", "the position must be two finite numbers"));
        }
        Ok(())
    }

    /// Level units per unit of the file along x and y, for contents of this size in units of the file. Width and height
    /// together stretch; one of them keeps the aspect; without a requested size it is `natural`.
    ///
    /// # Errors
    /// If a width or height is requested of contents that have none.
    pub(super) fn factors(&self, size: DVec2, natural: f64) -> Result<DVec2, FormatError> {
        let ratio = |wanted: Option<f64>, has: f64, name: &str| match wanted {
            Some(_) if has <= 0.0 => {
                Err(refusal("", format!("the contents have no {name}: give the other side or a scale")))
            }
            Some(wanted) => Ok(Some(wanted / has)),
            None => Ok(None),
        };
        let found = [ratio(self.width, size.x, "width")?, ratio(self.height, size.y, "height")?];
        let factors = match found {
            [Some(x), Some(y)] => DVec2::new(x, y),
            [Some(both), None] | [None, Some(both)] => DVec2::splat(both),
            [None, None] => DVec2::splat(self.scale.unwrap_or(natural)),
        };
        if factors.is_finite() && factors.min_element() > 0.0 {
            return Ok(factors);
        }
        Err(refusal("", "the requested size is too far from that of the file"))
    }

    /// The map of a file in pixels to the level, for contents in the box from `min` with this size. Without a requested
    /// position the origin stays the origin.
    ///
    /// # Errors
    /// As [`Self::factors`].
    pub(super) fn stretch_of_pixels(&self, min: DVec2, size: DVec2) -> Result<Stretch, FormatError> {
        let factor = self.factors(size, UNITS_PER_PIXEL)?;
        Ok(Stretch { from: min, to: self.at.map_or(min * factor, DVec2::from), factor })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factors(options: ImportOptions) -> [f64; 2] {
        options.verify().unwrap();
        options.factors(DVec2::new(40.0, 20.0), 0.25).unwrap().to_array()
    }

    #[test]
    fn factors_keep_the_aspect_unless_both_sides_are_given() {
        let plain = ImportOptions::default();
        assert_eq!(factors(plain), [0.25, 0.25]);
        assert_eq!(factors(ImportOptions { scale: Some(3.0), ..plain }), [3.0, 3.0]);
        assert_eq!(factors(ImportOptions { width: Some(10.0), ..plain }), [0.25, 0.25]);
        assert_eq!(factors(ImportOptions { height: Some(10.0), ..plain }), [0.5, 0.5]);
        assert_eq!(factors(ImportOptions { width: Some(80.0), height: Some(10.0), ..plain }), [2.0, 0.5]);
    }

    #[test]
    fn options_that_contradict_or_cannot_be_met_are_refused() {
        let plain = ImportOptions::default();
        for options in [
            ImportOptions { scale: Some(1.0), width: Some(2.0), ..plain },
            ImportOptions { height: Some(0.0), ..plain },
            ImportOptions { width: Some(f64::NAN), ..plain },
            ImportOptions { at: Some([0.0, f64::INFINITY]), ..plain },
        ] {
            assert!(options.verify().is_err(), "{options:?}");
        }
        let flat = ImportOptions { height: Some(2.0), ..plain }.factors(DVec2::new(5.0, 0.0), 1.0);
        assert!(flat.unwrap_err().reason.contains("no height"));
    }

    #[test]
    fn stretch_maps_points_lines_and_circles() {
        let stretch = Stretch { from: DVec2::new(1.0, 1.0), to: DVec2::ZERO, factor: DVec2::new(4.0, 1.0) };
        assert_eq!(stretch.point(DVec2::new(2.0, 3.0)), DVec2::new(4.0, 2.0));
        let mut obstacle = Obstacle { shape: ObstacleShape::Line([1.0, 2.0], [1.0, 1.0]), ..Obstacle::default() };
        stretch.obstacle(&mut obstacle);
        assert_eq!(obstacle.shape, ObstacleShape::Line([0.0, 1.0], [4.0, 1.0]));
        obstacle.shape = ObstacleShape::Circle { center: [1.0, 1.0], radius: 3.0 };
        stretch.obstacle(&mut obstacle);
        assert_eq!(obstacle.shape, ObstacleShape::Circle { center: [0.0, 0.0], radius: 6.0 });
    }
}
