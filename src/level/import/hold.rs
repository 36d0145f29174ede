//! Springs and mesh of a drawn body, so that it survives a fall.
//!
//! A body that lands with speed v is strained by about v/c, c = √(E/ρ) the speed of sound in it: an elastic bar that hits a wall is
//! compressed by exactly that (de Saint-Venant 1867), one that bends while it stops by √3 times as much at its surface, whatever its
//! thickness. A triangular lattice of springs k has E = 2k/√3 (per depth). The strain that a body bears is small where its walls are
//! thin against its size, since a wall of thickness t and length L turns by strain · L/t: so the stiffness follows from
//! ρ, gravity, the height of the fall and the slenderness size/t.

use super::ImportOptions;
use super::sketch::{Drawn, area_of};
use crate::geometry::{Aabb, DVec2, cross};
use crate::level::checks;
use crate::level::mesh::{Along, DrawnOutline, MeshOptions, sharp_tips};
use crate::level::{Body, ContactMethod, Level, World};

/// Height of the fall that a body is made for, in level units.
pub const FALL: f64 = 5.0;
/// Strain that a compact body bears in that fall.
const STRAIN: f64 = 0.04;
/// Bodies up to this slenderness are compact; beyond, the strain goes with the inverse root of it.
const COMPACT: f64 = 5.0;
/// Longest edges, in wall thicknesses.
const EDGE: f64 = 2.5;
/// The spacing is reduced for thin walls by at most this factor.
const FINEST: f64 = 0.4;
/// Damping of the springs, as a part of critical damping.
const DAMPING: f64 = 0.25;
/// More slender bodies get braces along the hull.
const BRACED: f64 = 12.0;
/// The part of the outline whose walls are at most so thick as [`thickness`].
const THIN_PART: f64 = 0.15;
/// Most points of an outline at which its thickness is measured, and most edges that are looked at.
const MOST_RAYS: usize = 1000;
const MOST_LOOKS: usize = 20_000_000;
/// Most substeps that a drawing gets.
pub const MOST_SUBSTEPS: u32 = 512;
/// Substeps of a body for which the rule proposes none any more.
const MOST_NEEDED: u32 = 100_000;
/// More room than just stable, since contacts stiffen what they press together.
const ROOM: f64 = 1.5;
/// Substeps are multiples of this.
const STEP: u32 = 8;
/// A body with less than this part of the stiffness that it needs is reported.
const ENOUGH: f64 = 0.5;
/// So is one that is more slender than this.
const FRAIL: f64 = 120.0;

/// What was chosen for a body, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// How it is meshed.
    pub options: MeshOptions,
    /// Thickness of its thin walls, in level units.
    pub thickness: f64,
    /// Longer side of the box around it.
    pub size: f64,
    /// Speed at the end of the fall, in level units per unit of time.
    pub speed: f64,
    /// Strain of the impact.
    pub strain: f64,
    /// Tips sharper than 40°.
    pub tips: usize,
}

/// Chooses what the options leave open, for a body that falls under this gravity.
pub fn choose(outline: &DrawnOutline, spacing: f64, options: &ImportOptions, gravity: [f64; 2]) -> Chosen {
    let mesh = options.mesh;
    let size = Aabb::around(outline.outer.iter().copied()).size().max_element();
    let thickness = thickness(outline).min(size);
    let slenderness = size / thickness.max(1e-9 * size);
    let speed = (2.0 * DVec2::from_array(gravity).length() * FALL).sqrt();
    let bears = STRAIN * (COMPACT / slenderness.max(COMPACT)).sqrt();
    let wanted = 0.75f64.sqrt() * mesh.density * (speed / bears) * (speed / bears);
    // Without gravity there is no weight to bear.
    let stiffness = options.stiffness.unwrap_or_else(|| two_digits(wanted.max(MeshOptions::default().stiffness)));
    let spacing = options.spacing.unwrap_or_else(|| spacing.min((EDGE * thickness).max(FINEST * spacing)));
    let brace = if slenderness > BRACED { Along::Hull } else { Along::None };
    let mesh = MeshOptions {
        spacing,
        is_blunt: !options.keeps_tips,
        stiffness,
        damping: options.damping.unwrap_or(DAMPING),
        shear: options.shear.unwrap_or(mesh.shear),
        brace: options.brace.unwrap_or(brace),
        ..mesh
    };
    let strain = speed / (stiffness / (0.75f64.sqrt() * mesh.density)).sqrt();
    Chosen { options: mesh, thickness, size, speed, strain, tips: sharp_tips(outline) }
}

fn two_digits(value: f64) -> f64 {
    let mut unit = 1.0;
    while value >= 100.0 * unit && unit < 1e12 {
        unit *= 10.0;
    }
    (value / unit).ceil() * unit
}

/// How thick the walls of a shape are where it is thin: rays inwards from the middle of edges to the next edge; that part
/// [`THIN_PART`] of the outline's length is not thicker.
fn thickness(outline: &DrawnOutline) -> f64 {
    let loops = std::iter::once(&outline.outer).chain(&outline.holes);
    let edges: Vec<[DVec2; 2]> =
        loops.flat_map(|points| (0..points.len()).map(|i| [points[i], points[(i + 1) % points.len()]])).collect();
    let rays = MOST_RAYS.min(MOST_LOOKS / edges.len().max(1)).max(1);
    let every = edges.len().div_ceil(rays).max(1);
    let mut found: Vec<(f64, f64)> = Vec::new();
    for [a, b] in edges.iter().step_by(every) {
        let (middle, length) = (0.5 * (*a + *b), a.distance(*b));
        let normal = (*b - *a).perp().normalize_or(DVec2::ZERO);
        // Either side is inside, whichever way the loop runs: the one with an odd number of edges ahead.
        let [left, right] = [normal, -normal].map(|direction| ahead(middle, direction, &edges, [*a, *b]));
        let inside = if left.1 % 2 == 1 { left.0 } else { right.0 };
        if inside.is_finite() && length > 0.0 {
            found.push((inside, length));
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut left = THIN_PART * found.iter().map(|(_, length)| length).sum::<f64>();
    let thin = found.iter().find(|(_, length)| {
        left -= length;
        left <= 0.0
    });
    thin.map_or_else(|| area_of(outline).sqrt(), |(distance, _)| *distance)
}

/// Distance of the next edge in a direction, and how many there are.
fn ahead(from: DVec2, direction: DVec2, edges: &[[DVec2; 2]], own: [DVec2; 2]) -> (f64, usize) {
    let mut nearest = f64::INFINITY;
    let mut count = 0;
    for &[a, b] in edges.iter().filter(|&&edge| edge != own) {
        let (side_a, side_b) = (cross(direction, a - from), cross(direction, b - from));
        if (side_a > 0.0) == (side_b > 0.0) {
            continue;
        }
        let at = a + (b - a) * (side_a / (side_a - side_b));
        let distance = (at - from).dot(direction);
        if distance > 0.0 {
            nearest = nearest.min(distance);
            count += 1;
        }
    }
    (nearest, count)
}

/// What was chosen for the bodies of a drawing.
#[derive(Clone, Debug, Default)]
pub struct Holding {
    /// What was chosen and why, one sentence each.
    pub choices: Vec<String>,
    /// What may not hold.
    pub warnings: Vec<String>,
    /// Substeps that the bodies need.
    pub substeps: u32,
}

/// More bodies are not described one by one.
const DESCRIBED: usize = 6;

impl Holding {
    /// Adds a body: counts the substeps that it needs, and makes it softer where these would be too many.
    pub fn add(&mut self, drawn: &Drawn, body: &mut Body, chosen: &Chosen, world: &World) {
        let mut needed = substeps(body, world);
        let mut part = 1.0;
        if needed > MOST_SUBSTEPS {
            let slower = f64::from(MOST_SUBSTEPS) / f64::from(needed);
            part = slower * slower;
            for spring in &mut body.springs {
                (spring.stiffness, spring.damping) = (part * spring.stiffness, slower * spring.damping);
            }
            body.gas *= part.sqrt();
            needed = MOST_SUBSTEPS;
        }
        self.substeps = self.substeps.max(needed);
        let name = if body.name.is_empty() { drawn.place.clone() } else { format!("“{}”", body.name) };
        let slenderness = chosen.size / chosen.thickness;
        let Chosen { options, thickness, size, speed, strain, tips } = *chosen;
        if part < ENOUGH || slenderness > FRAIL {
            self.warnings.push(format!(
                "{name} may fold in a fall: its walls are {} thick in a size of {}; it would need {} substeps a frame, {MOST_SUBSTEPS} are \
                 the most",
                short(thickness), short(size), (f64::from(needed) / part.sqrt()).ceil()
            ));
        }
        let tips = match tips {
            0 => String::new(),
            1 => "one tip sharper than 40°".to_owned(),
            many => format!("{many} tips sharper than 40°"),
        };
        if !tips.is_empty() && !options.is_blunt {
            self.warnings.push(format!("{name} has {tips}: a tip may fold over when the body lands on it"));
        }
        let blunted = if tips.is_empty() || !options.is_blunt { String::new() } else { format!("; {tips} blunted") };
        let brace = if options.brace == Along::None { "no braces" } else { "braces along the hull" };
        self.choices.push(format!(
            "{name}: walls {} thick in a size of {}, {} nodes about {} apart; stiffness {}, so that a fall of {FALL} units (speed {}) \
             strains it by {} %; damping {} of critical; {brace}{blunted}",
            short(thickness), short(size), body.nodes.len(), short(options.spacing), short(part * options.stiffness), short(speed),
            short(100.0 * strain / part.sqrt()), short(options.damping)
        ));
    }

    /// The sentences, those of many bodies in one, and what the level was given.
    pub fn finish(mut self, level: &mut Level) -> Self {
        if self.substeps == 0 {
            return self;
        }
        // The format does not combine the two.
        level.world.contact.self_contact = level.world.contact.method != ContactMethod::Diagonals;
        level.world.substeps = level.world.substeps.max(self.substeps);
        let count = self.choices.len();
        if count > DESCRIBED {
            self.choices.truncate(DESCRIBED);
            self.choices.push(format!("and {} bodies more", count - DESCRIBED));
        }
        self.choices.push(format!(
            "{} substeps a frame: the stiffest body needs two thirds of them to be stable; self-contact is on",
            level.world.substeps
        ));
        self
    }
}

/// A number in three digits.
fn short(value: f64) -> String {
    let digits = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else if value >= 1.0 {
        2
    } else {
        3
    };
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Substeps that a body needs to be stable, with room; what the world has where that is enough.
pub fn substeps(body: &Body, world: &World) -> u32 {
    let Some(rule) = checks::rule("stability") else { return world.substeps };
    let mut alone = Level { world: world.clone(), bodies: vec![body.clone()], ..Level::default() };
    // The rule proposes what is enough, and with one substep it nearly always has something to propose.
    alone.world.substeps = 1;
    let mut findings = Vec::new();
    (rule.find)(&alone, &mut findings);
    let Some((finding, fix)) = findings.first().zip(rule.fix) else { return world.substeps };
    if fix(&mut alone, finding).is_err() {
        // Beyond what the rule proposes at all.
        return MOST_NEEDED;
    }
    let enough = (f64::from(alone.world.substeps) * ROOM).ceil() as u32;
    enough.next_multiple_of(STEP).max(world.substeps)
}
