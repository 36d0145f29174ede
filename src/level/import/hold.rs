//! Springs and mesh of an imported body, dimensioned to survive a fall.
//!
//! A body that lands with speed v is strained by about v/c, where c = √(E/ρ) is its speed of sound. An elastic bar that
//! hits a wall is compressed by exactly that (de Saint-Venant 1867). One that bends while it stops is strained by √3 times
//! as much at its surface, whatever its thickness. A triangular lattice of springs k has E = 2k/√3 (per depth). Thin walls
//! bear little strain: a wall of thickness t and length L rotates by strain · L/t. The stiffness therefore follows from ρ,
//! gravity, the height of the fall and the slenderness size/t.

use super::ImportOptions;
use super::bracing::{BraceReason, brace_reason};
use super::report::{self, BodyArea, BodyReport};
use super::sketch::{Drawn, area_of};
use crate::geometry::{Aabb, DVec2, cross, polygon};
use crate::level::checks;
use crate::level::mesh::{Along, DrawnOutline, MeshOptions, sharp_tips};
use crate::level::{Body, ContactMethod, Level, World};
use serde::{Deserialize, Serialize};

/// Design height of the fall, in level units.
pub const FALL: f64 = 5.0;
/// Strain that a compact body tolerates in that fall (dimensionless).
const STRAIN: f64 = 0.04;
/// Maximum slenderness of a compact body; above it the strain is proportional to its inverse root.
const COMPACT: f64 = 5.0;
/// Maximum edge length, in wall thicknesses.
const EDGE: f64 = 2.5;
/// Minimum factor by which thin walls reduce the spacing.
const FINEST: f64 = 0.4;
/// Damping of the springs, as a fraction of critical damping.
const DAMPING: f64 = 0.25;
/// Fraction of the outline whose walls are at most as thick as [`thickness`].
const THIN_PART: f64 = 0.15;
/// Maximum number of outline points at which the thickness is measured, and of edges that are tested.
const MOST_RAYS: usize = 1000;
const MOST_LOOKS: usize = 20_000_000;
/// Maximum number of substeps that a drawing gets.
pub const MOST_SUBSTEPS: u32 = 512;
/// Factor by which a body is made slower where the rule proposes no number, and how often.
const SOFTENED: u32 = 100;
const MOST_SOFTENED: u32 = 4;
/// Safety factor on the stable step, since contacts stiffen compressed bodies.
const ROOM: f64 = 1.5;
/// Substeps are multiples of this.
const STEP: u32 = 8;
/// Bodies with less than this fraction of the required stiffness are reported.
const ENOUGH: f64 = 0.5;
/// More slender bodies are reported.
const FRAIL: f64 = 120.0;

/// Parameters chosen for a body, and their reasons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// Mesh options.
    pub options: MeshOptions,
    /// Thickness of its thin walls, in level units.
    pub thickness: f64,
    /// Longer side of the bounding box.
    pub size: f64,
    /// Speed at the end of the fall, in level units per unit of time.
    pub speed: f64,
    /// Strain of the impact.
    pub strain: f64,
    /// Tips sharper than 40°.
    pub tips: usize,
    /// Reason for braces; None without them.
    pub brace_reason: Option<BraceReason>,
}

/// Chooses the open options for a body that falls under this gravity.
pub fn choose(outline: &DrawnOutline, spacing: f64, options: &ImportOptions, gravity: [f64; 2]) -> Chosen {
    let mesh = options.mesh;
    let size = Aabb::around(outline.outer.iter().copied()).size().max_element();
    let thickness = thickness(outline).min(size);
    let slenderness = size / thickness.max(1e-9 * size);
    let speed = (2.0 * DVec2::from_array(gravity).length() * FALL).sqrt();
    let bears = STRAIN * (COMPACT / slenderness.max(COMPACT)).sqrt();
    let wanted = 0.75f64.sqrt() * mesh.density * (speed / bears) * (speed / bears);
    // Without gravity there is no weight to support.
    let stiffness = options.stiffness.unwrap_or_else(|| two_digits(wanted.max(MeshOptions::default().stiffness)));
    let spacing = options.spacing.unwrap_or_else(|| spacing.min((EDGE * thickness).max(FINEST * spacing)));
    let strain = speed / (stiffness / (0.75f64.sqrt() * mesh.density)).sqrt();
    let reason = brace_reason(outline, slenderness, strain, mesh.margin);
    let (brace, brace_reason) = match options.brace {
        Some(Along::None) => (Along::None, None),
        Some(brace) => (brace, Some(BraceReason::Chosen)),
        None => (if reason.is_some() { Along::Hull } else { Along::None }, reason),
    };
    let mesh = MeshOptions {
        spacing,
        is_blunt: !options.keeps_tips,
        stiffness,
        damping: options.damping.unwrap_or(DAMPING),
        shear: options.shear.unwrap_or(mesh.shear),
        brace,
        ..mesh
    };
    Chosen { options: mesh, thickness, size, speed, strain, tips: sharp_tips(outline), brace_reason }
}

fn two_digits(value: f64) -> f64 {
    let mut unit = 1.0;
    while value >= 100.0 * unit && unit < 1e12 {
        unit *= 10.0;
    }
    (value / unit).ceil() * unit
}

/// Wall thickness of a shape at its thin parts. It measures rays inwards from the middle of edges to the next edge; the
/// fraction [`THIN_PART`] of the outline's length is not thicker.
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
        // The inside is the side with an odd number of edges ahead, independent of the loop's direction.
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

/// Distance of the next edge in a direction, and the number of edges.
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

/// Choices for the bodies of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Holding {
    /// The choices and their reasons, one sentence each.
    pub choices: Vec<String>,
    /// The same as numbers, for every soft body.
    pub reports: Vec<BodyReport>,
    /// Warnings about fragile bodies.
    pub warnings: Vec<String>,
    /// Substeps that the bodies need.
    pub substeps: u32,
}

/// Maximum number of bodies that are described individually.
const DESCRIBED: usize = 6;

impl Holding {
    /// Adds a body, of which `cut_area` was cut off at its tips: counts the substeps that it needs, and makes it softer if
    /// these are too many.
    pub fn add(&mut self, drawn: &Drawn, (body, cut_area): (&mut Body, f64), chosen: &Chosen, world: &World) {
        let Fit { needed, substeps, part } = fit(body, world);
        self.substeps = self.substeps.max(substeps);
        let Chosen { options, thickness, size, speed, strain, tips, brace_reason } = *chosen;
        let report = BodyReport {
            name: if body.name.is_empty() { drawn.place.clone() } else { format!("“{}”", body.name) },
            thickness,
            size,
            nodes: body.nodes.len(),
            spacing: options.spacing,
            stiffness: part * options.stiffness,
            damping: options.damping,
            brace_reason,
            speed,
            strain: strain / part.sqrt(),
            tips,
            is_blunt: options.is_blunt,
            needed_substeps: needed,
            substeps,
            area: BodyArea::of(area_of(&drawn.outline), made_area(body), cut_area),
        };
        if part < ENOUGH || size / thickness > FRAIL {
            self.warnings.push(report.frailty(thickness_that_holds(&report)));
        }
        if tips > 0 && !options.is_blunt {
            let tips = report::tips(tips);
            self.warnings
                .push(format!("{} has {tips}: such a corner may fold over when the body lands on it", report.name));
        }
        self.choices.push(report.sentence());
        self.reports.push(report);
    }

    /// Areas of all bodies together.
    pub fn area(&self) -> BodyArea {
        let mut sum = BodyArea::default();
        self.reports.iter().for_each(|report| sum.add(&report.area));
        sum
    }

    /// Completes the messages, summarizing many bodies in one sentence, and sets the level's options.
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
        let count = self.warnings.len();
        if count > DESCRIBED {
            self.warnings.truncate(DESCRIBED);
            self.warnings.push(format!("and {} warnings more", count - DESCRIBED));
        }
        self.choices.push(format!(
            "{} substeps a frame: the stiffest body needs two thirds of them to be stable; self-contact is on",
            level.world.substeps
        ));
        self
    }
}

/// Wall thickness at which a body would not be reported. The stiffness goes with 1/t and the mass of a node with t · s, so the
/// substeps go with 1/(t √s); the spacing s is [`EDGE`] · t in thin walls.
fn thickness_that_holds(report: &BodyReport) -> f64 {
    let ratio = f64::from(report.needed_substeps) / (f64::from(MOST_SUBSTEPS) / ENOUGH.sqrt());
    let scaled = ratio * report.thickness;
    let enough = if ratio > 1.0 { libm::cbrt(scaled * scaled * report.spacing / EDGE) } else { 0.0 };
    enough.max(report.size / FRAIL).max(report.thickness)
}

/// Area of a body's triangles.
fn made_area(body: &Body) -> f64 {
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    let doubled = |&[a, b, c]: &[usize; 3]| polygon::doubled_triangle_area(at(a), at(b), at(c));
    0.5 * body.triangles.iter().map(doubled).sum::<f64>()
}

/// Substeps of a body and how much softer it had to become for them.
struct Fit {
    /// Substeps for the chosen stiffness.
    needed: u32,
    /// Substeps for the stiffness that it has.
    substeps: u32,
    /// Fraction of the stiffness that it has.
    part: f64,
}

/// Makes a body so soft that [`MOST_SUBSTEPS`] suffice.
fn fit(body: &mut Body, world: &World) -> Fit {
    let needed = needed_substeps(body, world);
    if needed <= MOST_SUBSTEPS {
        return Fit { needed, substeps: needed, part: 1.0 };
    }
    let slower = f64::from(MOST_SUBSTEPS) / f64::from(needed);
    soften(body, slower);
    Fit { needed, substeps: MOST_SUBSTEPS, part: slower * slower }
}

/// Makes springs and gas so soft that all oscillations become slower by this factor; the gas strains the springs as before.
fn soften(body: &mut Body, slower: f64) {
    for spring in &mut body.springs {
        spring.stiffness *= slower * slower;
        spring.damping *= slower;
    }
    body.gas *= slower * slower;
}

/// Substeps that a body needs to be stable, with a margin; those of the world if they suffice. Beyond the rule's proposals
/// they follow from a softer body, since the longest stable step is in proportion to its periods.
pub(super) fn needed_substeps(body: &Body, world: &World) -> u32 {
    let mut softer = body.clone();
    let mut factor = 1;
    for _ in 0..MOST_SOFTENED {
        if let Some(found) = proposal(&softer, world) {
            return found.saturating_mul(factor);
        }
        soften(&mut softer, 1.0 / f64::from(SOFTENED));
        factor *= SOFTENED;
    }
    u32::MAX
}

/// Substeps that the rule for stability proposes, with a margin; None beyond its limit.
fn proposal(body: &Body, world: &World) -> Option<u32> {
    let Some(rule) = checks::rule("stability") else { return Some(world.substeps) };
    let mut alone = Level { world: world.clone(), bodies: vec![body.clone()], ..Level::default() };
    // The rule proposes a sufficient number; with one substep it nearly always has a proposal.
    alone.world.substeps = 1;
    let mut findings = Vec::new();
    (rule.find)(&alone, &mut findings);
    let Some((finding, fix)) = findings.first().zip(rule.fix) else { return Some(world.substeps) };
    fix(&mut alone, finding).ok()?;
    let enough = (f64::from(alone.world.substeps) * ROOM).ceil() as u32;
    Some(enough.next_multiple_of(STEP).max(world.substeps))
}
