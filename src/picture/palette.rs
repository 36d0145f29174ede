//! Colours by what they mean, for light and dark; told apart by colour-blind people too (after Okabe and Ito).
//!
//! Must never know: what is drawn.

/// Colour, straight alpha, 0..=255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgba(pub u8, pub u8, pub u8, pub u8);

impl Rgba {
    /// An opaque colour from 0xRRGGBB.
    pub const fn hex(rgb: u32) -> Self {
        Self((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255)
    }
    /// The same colour with another alpha.
    pub const fn alpha(self, alpha: u8) -> Self {
        Self(self.0, self.1, self.2, alpha)
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark background.
    #[default]
    Dark,
    /// Light background.
    Light,
}

/// Colours by what they mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// Behind everything.
    pub background: Rgba,
    /// Grid lines.
    pub grid: Rgba,
    /// Axes.
    pub axis: Rgba,
    /// Words.
    pub text: Rgba,
    /// Fills of free bodies, taken in turn.
    pub bodies: [Rgba; 7],
    /// Fill of decor.
    pub decor: Rgba,
    /// Springs.
    pub spring: Rgba,
    /// Sticks.
    pub stick: Rgba,
    /// Hull edges.
    pub hull: Rgba,
    /// Masses.
    pub node: Rgba,
    /// Pinned masses.
    pub pinned: Rgba,
    /// Barycentres.
    pub barycentre: Rgba,
    /// Triangles that are counter-clockwise.
    pub triangle_sound: Rgba,
    /// Triangles that are flipped.
    pub triangle_flipped: Rgba,
    /// Obstacles and bounds.
    pub obstacle: Rgba,
    /// Boxes.
    pub aabb: Rgba,
    /// Chosen edges, hits.
    pub contact: Rgba,
    /// Velocities.
    pub velocity: Rgba,
    /// Normals.
    pub normal: Rgba,
    /// Forces in the order of [`crate::engine::trace::Forces::KINDS`]; also the energy plot's kinds.
    pub forces: [Rgba; 7],
    /// Selection.
    pub selection: Rgba,
    /// Errors.
    pub error: Rgba,
    /// Warnings.
    pub warning: Rgba,
    /// Hints.
    pub hint: Rgba,
}
