//! Describes what the import chose for a body, why, and what became of its area.

use super::bracing::BraceReason;
use super::hold::{FALL, MOST_SUBSTEPS};
use crate::level::units::trim_zeros;
use serde::{Deserialize, Serialize};

/// Numbers of substeps above this are not given exactly.
const MOST_COUNTED: u32 = 100_000;

/// Areas of a body in squared level units. What was drawn, less the two losses, is what was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BodyArea {
    /// Area of the outline as drawn.
    pub drawn: f64,
    /// Area of the body.
    pub made: f64,
    /// Area cut off at acute angles.
    pub lost_at_tips: f64,
    /// Area lost since edges of about the spacing replace the outline; negative where the mesh is larger.
    pub lost_by_mesh: f64,
}

impl BodyArea {
    /// Areas of an outline and of the body made from it.
    pub fn of(drawn: f64, made: f64, lost_at_tips: f64) -> Self {
        Self { drawn, made, lost_at_tips, lost_by_mesh: drawn - lost_at_tips - made }
    }

    /// Adds the areas of another body.
    pub fn add(&mut self, other: &Self) {
        self.drawn += other.drawn;
        self.made += other.made;
        self.lost_at_tips += other.lost_at_tips;
        self.lost_by_mesh += other.lost_by_mesh;
    }

    /// Describes the change, in a clause.
    pub fn clause(&self) -> String {
        let Self { drawn, made, lost_at_tips, lost_by_mesh } = *self;
        let [all, tips, mesh] = [drawn - made, lost_at_tips, lost_by_mesh].map(|lost| percent((lost / drawn).abs()));
        let whole = match (all.as_str(), made > drawn) {
            (NO_PERCENT, _) => format!("area {}, as drawn", short(made)),
            (_, true) => format!("area {}, {all} % more than drawn", short(made)),
            (_, false) => format!("area {}, {all} % less than drawn", short(made)),
        };
        let at_tips = if tips == NO_PERCENT { String::new() } else { format!("{tips} % lost at blunted angles") };
        let by_mesh = match (mesh.as_str(), lost_by_mesh < 0.0) {
            (NO_PERCENT, _) => String::new(),
            (_, true) => format!("{mesh} % gained by the mesh"),
            (_, false) => format!("{mesh} % lost by the mesh"),
        };
        let parts: Vec<String> = [at_tips, by_mesh].into_iter().filter(|part| !part.is_empty()).collect();
        if parts.is_empty() { whole } else { format!("{whole} ({})", parts.join(", ")) }
    }
}

/// Choices for a body and their reasons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BodyReport {
    /// Name of the body, else its place in the drawing.
    pub name: String,
    /// Thickness of its thin walls, in level units.
    pub thickness: f64,
    /// Longer side of its bounding box, in level units.
    pub size: f64,
    /// Number of nodes.
    pub nodes: usize,
    /// Distance of neighbouring nodes, in level units.
    pub spacing: f64,
    /// Stiffness of structural springs, force per length.
    pub stiffness: f64,
    /// Damping as a fraction of critical damping.
    pub damping: f64,
    /// Reason for braces; None without them.
    pub brace_reason: Option<BraceReason>,
    /// Speed at the end of the fall, in level units per unit of time.
    pub speed: f64,
    /// Strain of the impact (dimensionless).
    pub strain: f64,
    /// Corners sharper than 40° in the drawing.
    pub tips: usize,
    /// True if these are blunted.
    pub is_blunt: bool,
    /// Substeps a frame for the stiffness that the fall needs.
    pub needed_substeps: u32,
    /// Substeps a frame for the stiffness that it got.
    pub substeps: u32,
    /// Areas.
    pub area: BodyArea,
}

impl BodyReport {
    /// The choices and their reasons, in a sentence.
    pub fn sentence(&self) -> String {
        let tips = match (self.tips, self.is_blunt) {
            (0, _) | (_, false) => String::new(),
            (count, true) if self.area.lost_at_tips > 0.0 => format!("; {} blunted", tips(count)),
            (count, true) => format!("; {} not blunted, since that would cost too much area", tips(count)),
        };
        let brace = self.brace_reason.map_or_else(|| "no braces".to_owned(), |reason| reason.clause());
        format!(
            "{}: walls {} thick in a size of {}, {} nodes about {} apart; stiffness {}, so that a fall of {FALL} units (speed {}) \
             strains it by {} %; damping {} of critical; {brace}{tips}; {}",
            self.name,
            short(self.thickness),
            short(self.size),
            self.nodes,
            short(self.spacing),
            short(self.stiffness),
            short(self.speed),
            short(100.0 * self.strain),
            short(self.damping),
            self.area.clause()
        )
    }

    /// Warning that it is too frail for a fall, and what can be done about it.
    pub fn frailty(&self, enough: f64) -> String {
        let Self { name, thickness, size, .. } = self;
        let need = match self.needed_substeps {
            0..=MOST_SUBSTEPS => String::new(),
            needed @ ..=MOST_COUNTED => {
                format!("; it would need {needed} substeps a frame, at most {MOST_SUBSTEPS} are set")
            }
            _ => format!("; it would need more than {MOST_COUNTED} substeps a frame, at most {MOST_SUBSTEPS} are set"),
        };
        format!(
            "{name} may fold in a fall: its walls are {} thick in a size of {} (level units){need}. Draw walls at least {} thick, or name it \
             `fixed…` so that it does not move",
            short(*thickness),
            short(*size),
            short(enough)
        )
    }
}

/// A number of acute angles that the mesher blunts.
pub(super) fn tips(count: usize) -> String {
    match count {
        1 => "one acute angle below 40°".to_owned(),
        many => format!("{many} acute angles below 40°"),
    }
}

const NO_PERCENT: &str = "0";

/// Percent with two decimals.
fn percent(part: f64) -> String {
    trim_zeros(&format!("{:.2}", 100.0 * part))
}

/// Maximum number of decimals.
const MOST_DIGITS: usize = 9;

/// A number with three digits.
pub(super) fn short(value: f64) -> String {
    let (mut digits, mut scaled) = (0, value);
    while scaled > 0.0 && scaled < 100.0 && digits < MOST_DIGITS {
        (digits, scaled) = (digits + 1, 10.0 * scaled);
    }
    trim_zeros(&format!("{value:.digits$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_has_three_digits() {
        let texts = [0.0, 0.000_2, 0.056_24, 0.5, 1.5, 24.9, 99.96, 1234.4].map(short);
        assert_eq!(texts, ["0", "0.0002", "0.0562", "0.5", "1.5", "24.9", "100", "1234"]);
    }
}
