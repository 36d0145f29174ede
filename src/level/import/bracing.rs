//! Decides whether a body needs braces along its hull.
//!
//! In a fall the hull is a column under compression that the nodes beside it hold. It buckles, and a triangle flips, in three
//! places:
//! * **thin walls**: a wall of thickness t and length L rotates by strain · L/t;
//! * **slits**: at the ends of an elliptical hole with the half-axes a ≥ b the strain is 1 + 2a/b times as large (Inglis 1913).
//!   A triangle of equal sides flips at a strain of its height, √3/2; a sudden load doubles the strain, and bending takes √3
//!   times as much (see [`super::hold`]). That leaves (√3/2) / (2√3) = 1/4;
//! * **tips**: nodes inside are at least the margin m (in spacings) away from the hull. In a tip of the angle θ they begin m/tan(θ/2)
//!   spacings along the flanks; if that is more than one, there are nodes of a flank that none inside supports.

use crate::geometry::{DVec2, cross, polygon};
use crate::level::mesh::{DrawnOutline, sharpest_tip};
use serde::{Deserialize, Serialize};

/// More slender bodies (size / thickness) have thin walls.
const SLENDER: f64 = 12.0;
/// Strain of the hull that needs braces.
const STRAIN: f64 = 0.25;

/// Reason for braces along the hull.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BraceReason {
    /// Thin walls.
    ThinWalls,
    /// A slit; the factor by which it concentrates the strain.
    Slit(f64),
    /// A tip of this angle, in degrees.
    Tip(f64),
    /// The options.
    Chosen,
}

impl BraceReason {
    /// Describes it, in a clause.
    pub fn clause(&self) -> String {
        match self {
            Self::ThinWalls => "braces along the hull, for thin walls".to_owned(),
            Self::Slit(factor) => format!("braces along the hull, since a hole multiplies the strain by {factor:.1}"),
            Self::Tip(degrees) => {
                format!("braces along the hull, since nothing inside supports the flanks of a tip of {degrees:.0}°")
            }
            Self::Chosen => "braces as chosen".to_owned(),
        }
    }
}

/// Returns the reason for braces along the hull of a body with this slenderness and strain, and with its inner nodes `margin`
/// spacings away from the hull.
pub(super) fn brace_reason(outline: &DrawnOutline, slenderness: f64, strain: f64, margin: f64) -> Option<BraceReason> {
    if slenderness > SLENDER {
        return Some(BraceReason::ThinWalls);
    }
    let factor = outline.holes.iter().map(|hole| concentration(hole)).fold(0.0, f64::max);
    if factor * strain > STRAIN {
        return Some(BraceReason::Slit(factor));
    }
    let angle = sharpest_tip(outline)?;
    (margin > libm::tan(0.5 * angle)).then_some(BraceReason::Tip(angle.to_degrees()))
}

/// Factor by which a hole multiplies the strain at its ends: that of the ellipse with its second moments of area.
fn concentration(hole: &[DVec2]) -> f64 {
    let Some(&start) = hole.first() else { return 0.0 };
    let edges = || hole.iter().zip(hole.iter().cycle().skip(1)).map(|(a, b)| (*a - start, *b - start));
    let doubled = polygon::doubled_area(hole);
    let center = edges().map(|(a, b)| (a + b) * cross(a, b)).sum::<DVec2>() / (3.0 * doubled);
    // Integrals of x², y² and xy; the common factor does not count.
    let [mut xx, mut yy, mut xy] = [0.0; 3];
    for (a, b) in edges().map(|(a, b)| (a - center, b - center)) {
        let part = cross(a, b) / doubled;
        xx += part * (a.x * a.x + a.x * b.x + b.x * b.x);
        yy += part * (a.y * a.y + a.y * b.y + b.y * b.y);
        xy += part * (a.x * a.y + b.x * b.y + 0.5 * (a.x * b.y + b.x * a.y));
    }
    let (mean, spread) = (0.5 * (xx + yy), (0.25 * (xx - yy) * (xx - yy) + xy * xy).sqrt());
    let ratio = (mean + spread) / (mean - spread).max(1e-12 * mean);
    if ratio.is_finite() { 1.0 + 2.0 * ratio.sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(width: f64, height: f64) -> Vec<DVec2> {
        [(3.0, 4.0), (3.0 + width, 4.0), (3.0 + width, 4.0 + height), (3.0, 4.0 + height)].map(DVec2::from).to_vec()
    }

    fn square_with(hole: Vec<DVec2>) -> DrawnOutline {
        DrawnOutline { outer: rectangle(20.0, 20.0), holes: vec![hole] }
    }

    /// A house with this angle at the top of its roof.
    fn tip(degrees: f64) -> DrawnOutline {
        let half = 10.0 * (0.5 * degrees).to_radians().tan();
        let points = [(-half, -9.0), (half, -9.0), (half, 0.0), (0.0, 10.0), (-half, 0.0)];
        DrawnOutline::of(points.map(DVec2::from).to_vec())
    }

    #[test]
    fn concentration_is_that_of_an_ellipse() {
        // Inglis: 3 for a circle, 1 + 2 · 13/4 for half-axes of 13 and 4, however it is turned. Rectangles have the moments of an
        // ellipse with the same ratio.
        let ellipse = |turn: f64| -> Vec<DVec2> {
            let points = (0..720).map(|i| f64::from(i).to_radians() * 0.5);
            points.map(|t| DVec2::from_angle(turn).rotate(DVec2::new(13.0 * t.cos(), 4.0 * t.sin()))).collect()
        };
        for turn in [0.0, 0.4, 1.9] {
            assert!((concentration(&ellipse(turn)) - 7.5).abs() < 1e-6, "{}", concentration(&ellipse(turn)));
        }
        assert!((concentration(&rectangle(2.0, 2.0)) - 3.0).abs() < 1e-9);
        let reversed: Vec<DVec2> = rectangle(6.0, 2.0).into_iter().rev().collect();
        assert!((concentration(&reversed) - 7.0).abs() < 1e-9);
        assert_eq!(concentration(&[DVec2::ONE; 3]), 0.0);
    }

    #[test]
    fn slits_need_braces_where_the_strain_reaches_a_quarter() {
        // 7 times 0.035 is less, 7 times 0.036 is more.
        let slit = square_with(rectangle(6.0, 2.0));
        assert_eq!(brace_reason(&slit, 5.0, 0.035, 0.6), None);
        let Some(BraceReason::Slit(factor)) = brace_reason(&slit, 5.0, 0.036, 0.6) else { panic!("no braces") };
        assert!((factor - 7.0).abs() < 1e-9);
        assert_eq!(brace_reason(&square_with(rectangle(2.0, 2.0)), 5.0, 0.04, 0.6), None);
    }

    #[test]
    fn tips_need_braces_where_no_inner_node_supports_a_flank() {
        // 2 arctan 0.6 = 61.9°.
        assert_eq!(brace_reason(&tip(63.0), 5.0, 0.04, 0.6), None);
        let Some(BraceReason::Tip(degrees)) = brace_reason(&tip(60.0), 5.0, 0.04, 0.6) else { panic!("no braces") };
        assert!((degrees - 60.0).abs() < 1e-9);
        // A notch is no tip.
        let notch = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (5.0, 9.0), (4.5, 3.0), (4.0, 9.0), (0.0, 9.0)];
        assert_eq!(brace_reason(&DrawnOutline::of(notch.map(DVec2::from).to_vec()), 5.0, 0.04, 0.6), None);
    }

    #[test]
    fn thin_walls_need_braces() {
        assert_eq!(brace_reason(&tip(90.0), 12.5, 0.01, 0.6), Some(BraceReason::ThinWalls));
        assert_eq!(brace_reason(&tip(90.0), 11.5, 0.01, 0.6), None);
    }
}
