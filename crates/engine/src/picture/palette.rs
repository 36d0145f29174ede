//! Colours by meaning, for light and dark themes; distinguishable with colour blindness (Okabe and Ito 2008).

use crate::engine::forces::{self, ForcePart};
use crate::level::ids;

/// Colour, straight alpha, 0..=255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rgba(pub u8, pub u8, pub u8, pub u8);

impl Rgba {
    /// An opaque colour from 0xRRGGBB.
    pub const fn hex(rgb: u32) -> Self {
        Self((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255)
    }
    /// The same colour with another alpha, 0..=255.
    pub const fn alpha(self, alpha: u8) -> Self {
        Self(self.0, self.1, self.2, alpha)
    }
    /// Linear interpolation towards another colour by `t` (0..=1), alpha included.
    pub fn mix(self, other: Self, t: f32) -> Self {
        let channel = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * t.clamp(0.0, 1.0)).round() as u8;
        Self(channel(self.0, other.0), channel(self.1, other.1), channel(self.2, other.2), channel(self.3, other.3))
    }
    /// The same colour without transparency.
    pub const fn opaque(self) -> Self {
        self.alpha(255)
    }
    /// Parses `#rrggbbaa`, the tint of a skin.
    pub fn parse_with_alpha(text: &str) -> Option<Self> {
        let (color, alpha) = text.split_at_checked(7)?;
        let alpha = u8::from_str_radix(alpha, 16).ok().filter(|_| alpha.len() == 2)?;
        Self::parse(color).map(|color| color.alpha(alpha))
    }

    /// Parses `#rrggbb`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        u32::from_str_radix(digits, 16).ok().map(Self::hex)
    }
}

/// Colour theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Theme {
    /// Dark background.
    #[default]
    Dark,
    /// Light background.
    Light,
}

/// Colours by meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// Background.
    pub background: Rgba,
    /// Grid lines.
    pub grid: Rgba,
    /// Axes.
    pub axis: Rgba,
    /// Text.
    pub text: Rgba,
    /// Fills of dynamic bodies, cyclic.
    pub bodies: [Rgba; ids::COLOURS],
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
    /// Counter-clockwise triangles.
    pub triangle_sound: Rgba,
    /// Flipped triangles.
    pub triangle_flipped: Rgba,
    /// Obstacles and bounds.
    pub obstacle: Rgba,
    /// Bounding boxes.
    pub aabb: Rgba,
    /// Chosen edges and hits.
    pub contact: Rgba,
    /// Velocities.
    pub velocity: Rgba,
    /// Normals.
    pub normal: Rgba,
    /// Forces in the order of [`forces::PARTS`], and the net force last; also used by the energy plot.
    pub forces: [Rgba; forces::PART_COUNT + 1],
    /// What goes up or pulls, where blue is for the opposite.
    pub warm: Rgba,
    /// What goes down or pushes, where orange is for the opposite.
    pub cold: Rgba,
    /// The cooler end of a glow from dark to light.
    pub ember: Rgba,
    /// Selection.
    pub selection: Rgba,
    /// Errors.
    pub error: Rgba,
    /// Warnings.
    pub warning: Rgba,
    /// Hints.
    pub hint: Rgba,
}

impl Palette {
    /// The colours of a theme.
    pub const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Dark => DARK,
            Theme::Light => LIGHT,
        }
    }

    /// The automatic fill of a dynamic body. It depends on its id alone, so that edits of other bodies do not change it; a
    /// body without id has the colour of its index.
    pub fn body(&self, id: &str, index: usize) -> Rgba {
        self.bodies[ids::colour(id).unwrap_or(index) % self.bodies.len()]
    }

    /// The same for a disc; the first disc has the second colour.
    pub fn disc(&self, id: &str, index: usize) -> Rgba {
        self.bodies[ids::colour(id).unwrap_or(index).wrapping_add(1) % self.bodies.len()]
    }

    /// The colour of a part of a force.
    pub fn force(&self, part: &ForcePart) -> Rgba {
        let place = forces::PARTS.iter().position(|known| *known == part);
        self.forces[place.unwrap_or(forces::PART_COUNT)]
    }

    /// The colour of the sum of all forces.
    pub fn net_force(&self) -> Rgba {
        self.forces[forces::PART_COUNT]
    }
}

/// The colours of the forces in a theme, and that of their sum.
const fn tints(theme: Theme, net: Rgba) -> [Rgba; forces::PART_COUNT + 1] {
    let mut tints = [net; forces::PART_COUNT + 1];
    let mut at = 0;
    while at < forces::PART_COUNT {
        tints[at] = Rgba::hex(forces::PARTS[at].tint[matches!(theme, Theme::Light) as usize]);
        at += 1;
    }
    tints
}

/// Opacity of a body's fill, 0..=255.
const FILL_ALPHA: u8 = 80;

const fn fill(rgb: u32) -> Rgba {
    Rgba::hex(rgb).alpha(FILL_ALPHA)
}

const DARK: Palette = Palette {
    background: Rgba::hex(0x14171c),
    grid: Rgba::hex(0x1f242b),
    axis: Rgba::hex(0x39424e),
    text: Rgba::hex(0xdbe2ea),
    // Sky blue, orange, bluish green, reddish purple, yellow, blue, vermillion; shifted until they differ under each
    // kind of colour blindness.
    bodies: [
        fill(0x50c8f9),
        fill(0xf59a1b),
        fill(0x05b18b),
        fill(0xed7fc6),
        fill(0xf1ec36),
        fill(0x5b81ff),
        fill(0xe85339),
    ],
    decor: Rgba::hex(0x8793a3).alpha(60),
    spring: Rgba::hex(0x9fb0c3).alpha(150),
    stick: Rgba::hex(0xd5dde6),
    hull: Rgba::hex(0xe9eef4),
    node: Rgba::hex(0xf2f5f8),
    pinned: Rgba::hex(0xffc857),
    barycentre: Rgba::hex(0xe58fc3),
    triangle_sound: Rgba::hex(0x2ec4a0).alpha(56),
    triangle_flipped: Rgba::hex(0xff6b35).alpha(150),
    obstacle: Rgba::hex(0xa3afbd),
    aabb: Rgba::hex(0x7f8da0),
    contact: Rgba::hex(0xff5c93),
    velocity: Rgba::hex(0xd7f070),
    normal: Rgba::hex(0xa9b8ff),
    forces: tints(Theme::Dark, Rgba::hex(0xffffff)),
    warm: Rgba::hex(0xff9018),
    cold: Rgba::hex(0x6cd1fa),
    ember: Rgba::hex(0xf26042),
    selection: Rgba::hex(0x4da3ff),
    error: Rgba::hex(0xff6b6b),
    warning: Rgba::hex(0xf5b83d),
    hint: Rgba::hex(0x6cb8f0),
};

const LIGHT: Palette = Palette {
    background: Rgba::hex(0xfbfcfd),
    grid: Rgba::hex(0xebeff3),
    axis: Rgba::hex(0xc3ccd6),
    text: Rgba::hex(0x1d2630),
    bodies: [
        fill(0x28aeff),
        fill(0xcc7600),
        fill(0x0db363),
        fill(0xdc4d9d),
        fill(0xc7b300),
        fill(0x2664f7),
        fill(0xc53922),
    ],
    decor: Rgba::hex(0x6b7785).alpha(52),
    spring: Rgba::hex(0x54657a).alpha(150),
    stick: Rgba::hex(0x2f3b48),
    hull: Rgba::hex(0x26313d),
    node: Rgba::hex(0x1d2630),
    pinned: Rgba::hex(0xb86e00),
    barycentre: Rgba::hex(0xa83279),
    triangle_sound: Rgba::hex(0x009e73).alpha(44),
    triangle_flipped: Rgba::hex(0xd94801).alpha(150),
    obstacle: Rgba::hex(0x5b6876),
    aabb: Rgba::hex(0x7a8796),
    contact: Rgba::hex(0xd6125f),
    velocity: Rgba::hex(0x5a7d00),
    normal: Rgba::hex(0x4b57c9),
    forces: tints(Theme::Light, Rgba::hex(0x000000)),
    warm: Rgba::hex(0xe05b00),
    cold: Rgba::hex(0x3590cf),
    ember: Rgba::hex(0x74000a),
    selection: Rgba::hex(0x1769e0),
    error: Rgba::hex(0xc62828),
    warning: Rgba::hex(0xa86400),
    hint: Rgba::hex(0x1b6fb3),
};
