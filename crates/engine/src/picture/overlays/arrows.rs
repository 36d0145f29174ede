//! Arrow lengths: linear or logarithmic scale, optional maximum length, and the scale arrow in the legend.

use super::{OverlayOptions, Rgba, Scene, ruler};
use crate::picture::{LegendEntry, Picture};
use glam::DVec2;

/// Scale of arrow lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArrowScale {
    /// Length proportional to magnitude.
    #[default]
    Linear,
    /// Each factor of ten adds [`DECADE_PX`] pixels, so that small and large magnitudes are visible together.
    Logarithmic,
}

/// Options of arrows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Arrows {
    /// Scale of lengths.
    pub scale: ArrowScale,
    /// Maximum length in pixels; `None` for no limit.
    pub longest_px: Option<f64>,
}

/// Length at which the logarithmic and the linear scale agree.
const REFERENCE_PX: f64 = 48.0;
/// Pixels per factor of ten on the logarithmic scale; arrows with a length below 0 are omitted.
pub const DECADE_PX: f64 = 16.0;
/// Approximate length of the scale arrow in the legend.
const LEGEND_PX: f64 = 52.0;

impl Arrows {
    /// Length in pixels before cutting, for a length of `linear_px` on the linear scale.
    fn uncut_px(&self, linear_px: f64) -> f64 {
        match self.scale {
            ArrowScale::Linear => linear_px,
            ArrowScale::Logarithmic if linear_px > 0.0 => {
                (REFERENCE_PX + DECADE_PX * libm::log10(linear_px / REFERENCE_PX)).max(0.0)
            }
            ArrowScale::Logarithmic => 0.0,
        }
    }

    /// Length in pixels after cutting, for a length of `linear_px` on the linear scale.
    pub fn length_px(&self, linear_px: f64) -> f64 {
        let length = self.uncut_px(linear_px);
        self.longest_px.map_or(length, |longest| length.min(longest))
    }
}

/// Arrows of vectors at their tails. `scale` is the world length per unit on the linear scale.
pub(super) struct Drawn {
    /// Tail and tip of each.
    pub arrows: Vec<[DVec2; 2]>,
    /// Number of arrows that were cut.
    pub cut: usize,
}

/// Creates the arrows of vectors; omits those without length.
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
        // The linear scale avoids the conversion to pixels and back, which would round.
        let by = if px == linear_px { vector * scale } else { vector / length * scene.world_from_px(px) };
        if px > 0.0 {
            arrows.push([at, at + by]);
        }
    }
    Drawn { arrows, cut }
}

/// Dimension of a displayed quantity, for physical units.
fn dimension_of(quantity: &str) -> &'static str {
    match quantity {
        "force" => "m·l/t²",
        "velocity" => "length/time",
        _ => "length/time²",
    }
}

/// Adds a legend row with an arrow of a round magnitude, once per scale; `unit` is the displayed quantity.
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
    if let Some((factor, name)) = scene.level.unit_of(dimension_of(unit)) {
        text += &format!(" = {} {name}", ruler::write(factor * size));
    }
    if options.arrows.scale == ArrowScale::Logarithmic {
        text += &format!("; log: {DECADE_PX} px per factor of ten");
    }
    if let Some(longest) = options.arrows.longest_px {
        text += &format!("; at most {} px", ruler::write(longest));
    }
    if picture.legend.iter().all(|row| row.arrow_px.is_none() || row.text != text) {
        picture.legend.push(LegendEntry { color, text, arrow_px: Some(px as f32) });
    }
}

/// Legend text about the number of cut arrows.
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
        // 48 px is the reference and a factor of ten is 16 px: 480 gives 64, 4.8 gives 32, 0.048 gives 0, and so do
        // smaller ones.
        let log = Arrows { scale: ArrowScale::Logarithmic, longest_px: None };
        for (linear_px, px) in [(48.0, 48.0), (480.0, 64.0), (4.8, 32.0), (0.048, 0.0), (1e-9, 0.0), (0.0, 0.0)] {
            assert!((log.length_px(linear_px) - px).abs() < 1e-12, "{linear_px}: {}", log.length_px(linear_px));
        }
        let both = Arrows { longest_px: Some(50.0), ..log };
        assert_eq!(both.length_px(480.0), 50.0);
    }
}
