//! How long arrows are: linear or logarithmic, cut at a length or not, and the arrow of known size in the legend.

use super::{OverlayOptions, Rgba, Scene, ruler};
use crate::picture::{LegendEntry, Picture};
use glam::DVec2;

/// How the length of an arrow follows from what it stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArrowScale {
    /// Twice as long is twice as much.
    #[default]
    Linear,
    /// Every factor of ten is [`DECADE_PX`] pixels, so that small and large are seen together.
    Logarithmic,
}

/// How arrows are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Arrows {
    /// How length follows from size.
    pub scale: ArrowScale,
    /// Longer arrows are cut to so many pixels; none: not at all.
    pub longest_px: Option<f64>,
}

/// On the logarithmic scale an arrow of this length is as long as on the linear one.
const REFERENCE_PX: f64 = 48.0;
/// Pixels of a factor of ten on the logarithmic scale; what would be shorter than nothing is not drawn.
pub const DECADE_PX: f64 = 16.0;
/// About the length of the arrow in the legend.
const LEGEND_PX: f64 = 52.0;

impl Arrows {
    /// Length in pixels of an arrow that is `linear_px` long on the linear scale, before it is cut.
    fn uncut_px(&self, linear_px: f64) -> f64 {
        match self.scale {
            ArrowScale::Linear => linear_px,
            ArrowScale::Logarithmic if linear_px > 0.0 => {
                (REFERENCE_PX + DECADE_PX * libm::log10(linear_px / REFERENCE_PX)).max(0.0)
            }
            ArrowScale::Logarithmic => 0.0,
        }
    }

    /// The same, cut.
    pub fn length_px(&self, linear_px: f64) -> f64 {
        let length = self.uncut_px(linear_px);
        self.longest_px.map_or(length, |longest| length.min(longest))
    }
}

/// Arrows for vectors, each with its tail. `scale` is the length in the world per unit, on the linear scale.
pub(super) struct Drawn {
    /// Tail and tip of each.
    pub arrows: Vec<[DVec2; 2]>,
    /// How many were cut.
    pub cut: usize,
}

/// Makes the arrows of vectors, those of no length left out.
pub(super) fn draw(
    scene: &Scene,
    options: &OverlayOptions,
    scale: f64,
    vectors: impl Iterator<Item = (DVec2, DVec2)>,
) -> Drawn {
    let (mut arrows, mut cut) = (Vec::new(), 0);
    for (at, vector) in vectors {
        let length = vector.length();
        if length.is_nan() || length == 0.0 {
            continue;
        }
        let linear_px = scene.px_from_world(length * scale);
        let px = options.arrows.length_px(linear_px);
        cut += usize::from(options.arrows.uncut_px(linear_px) > px);
        // On the plain scale the numbers are not sent through pixels and back.
        let by = if px == linear_px { vector * scale } else { vector / length * scene.world_from_px(px) };
        if px > 0.0 {
            arrows.push([at, at + by]);
        }
    }
    Drawn { arrows, cut }
}

/// A legend row with an arrow of a round size, once for all overlays of one scale; `unit` is what is measured.
pub(super) fn explain_scale(
    scene: &Scene,
    options: &OverlayOptions,
    scale: f64,
    unit: &str,
    color: Rgba,
    picture: &mut Picture,
) {
    let px_per_unit = scene.px_from_world(scale);
    let Some(size) = ruler::round_down(LEGEND_PX / px_per_unit) else { return };
    let px = options.arrows.length_px(size * px_per_unit);
    let mut text = format!("{unit} of {}", ruler::write(size));
    if options.arrows.scale == ArrowScale::Logarithmic {
        text += &format!("; log: ten times as much is {DECADE_PX} px longer");
    }
    if let Some(longest) = options.arrows.longest_px {
        text += &format!("; none beyond {} px", ruler::write(longest));
    }
    if picture.legend.iter().all(|row| row.arrow_px.is_none() || row.text != text) {
        picture.legend.push(LegendEntry { color, text, arrow_px: Some(px as f32) });
    }
}

/// Words for the legend about arrows that were cut.
pub(super) fn cut_words(cut: usize) -> String {
    if cut > 0 { format!(" ({cut} cut)") } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrow_lengths_match_hand_calculation() {
        let linear = Arrows::default();
        assert_eq!([0.0, 10.0, 500.0].map(|px| linear.length_px(px)), [0.0, 10.0, 500.0]);
        let cut = Arrows { longest_px: Some(80.0), ..linear };
        assert_eq!([10.0, 80.0, 500.0].map(|px| cut.length_px(px)), [10.0, 80.0, 80.0]);
        // 48 px at the reference; a factor of ten is 16 px: 480 gives 64, 4.8 gives 32, 0.048 gives 0, less too.
        let log = Arrows { scale: ArrowScale::Logarithmic, longest_px: None };
        for (linear_px, px) in [(48.0, 48.0), (480.0, 64.0), (4.8, 32.0), (0.048, 0.0), (1e-9, 0.0), (0.0, 0.0)] {
            assert!((log.length_px(linear_px) - px).abs() < 1e-12, "{linear_px}: {}", log.length_px(linear_px));
        }
        let both = Arrows { longest_px: Some(50.0), ..log };
        assert_eq!(both.length_px(480.0), 50.0);
    }
}
