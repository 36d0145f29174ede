//! Causes in the load of a body: its own weight, its fall, heavier bodies.
//!
//! Deflection under weight is about g/ω² of the softest mode, times the load factor; deflection after an impact at
//! speed v is about v/ω. Both are compared with the body's size.

use super::{Case, CauseRule, Suspect, consequences};
use crate::debugger::diagnosis::detectors::HEAVY;
use crate::debugger::diagnosis::remedies::{self, free_mass, remedy};
use crate::debugger::diagnosis::vibration::softest_mode;
use crate::debugger::diagnosis::{Edit, Problem, Remedy, describe};
use crate::debugger::why::brief;
use crate::geometry::{Aabb, DVec2};
use crate::level::{Level, Motion, ObstacleShape, Place};

pub(super) const HEAVY_BODY: CauseRule = CauseRule {
    id: "heavy-on-soft",
    title: "Heavy body on a soft one (mass ratio)",
    evidence: "A body at least eight times as heavy as another one has crushed it, or is above it and the lower one lost its shape; \
        or the upper one did, and by its softest mode the lower one yields by a fifth of its height when the upper one lands.",
    find: heavy_bodies,
};

pub(super) const TOO_SOFT: CauseRule = CauseRule {
    id: "too-soft",
    title: "Springs too soft for the weight",
    evidence: "A body without gas and without mechanisms lost its shape. By its softest mode it yields by a fifth of its size or \
        more under its weight and its fall.",
    find: soft_bodies,
};

/// Symptoms of a crushed body.
const CRUSHED: &[Problem] = &[
    Problem::Flip,
    Problem::Collapse,
    Problem::SelfOverlap,
    Problem::UnderBraced,
    Problem::Interpenetration,
    Problem::MassRatio,
];

/// Deflection as a part of the body's size: the threshold for a suspect, and the target of a remedy.
const GIVES_WAY: f64 = 0.2;
const BEARS: f64 = 0.08;

fn heavy_bodies(case: &Case) -> Vec<Suspect> {
    let found = case.symptoms(Problem::MassRatio).filter(|symptom| matches!(symptom.first.place, Place::Body(_)));
    let seen = found.map(|symptom| {
        let first = &symptom.first;
        let bodies = [Some(first.place), first.other].into_iter().flatten().filter_map(Place::body);
        let text = format!("Mass ratio: {}", describe(first, case.level));
        HEAVY_BODY
            .evident(first.place, text, bodies)
            .with_signs(&[Problem::MassRatio])
            .with_remedies(first.other.and_then(|other| lighter(case.level, first.place.body()?, other.body()?)))
    });
    let level = case.level;
    let above = without_gas(level).filter_map(|light| {
        let (heavy, ratio) = heaviest_above(level, light)?;
        // A lower body that yields without damage of its own can let the upper one tumble or land on an edge.
        let yields = || pressed_in(level, heavy, light).is_some_and(|part| part >= GIVES_WAY);
        let is_evident = is_crushed(case, light) || (is_crushed(case, heavy) && yields());
        (ratio >= HEAVY && is_evident).then(|| {
            let [upper, lower] = [heavy, light].map(|body| level.quoted_body(body));
            let text = format!("Mass ratio: {upper} is {} times as heavy as {lower} below it", brief(ratio));
            let remedies = lighter(level, heavy, light).into_iter().chain(stiffer(level, light));
            HEAVY_BODY.evident(Place::Body(heavy), text, [heavy, light]).with_signs(CRUSHED).with_remedies(remedies)
        })
    });
    seen.chain(above).collect()
}

fn soft_bodies(case: &Case) -> Vec<Suspect> {
    let level = case.level;
    let suspect = |body: usize| {
        let load = Load::of(level, body)?;
        let share = load.gives_way();
        let name = level.quoted_body(body);
        let text = format!(
            "The springs of {name} are too soft: with its softest mode at ω = {}, its weight and a fall of {} press it in by {} of its \
             size",
            brief(load.frequency),
            brief(load.fall),
            brief(share)
        );
        let suspect = TOO_SOFT.evident(Place::Body(body), text, [body]).with_signs(CRUSHED);
        (share >= GIVES_WAY).then(|| suspect.with_remedies(stiffer(level, body)))
    };
    let bodies = without_gas(level).filter(|&body| is_crushed(case, body));
    let light = |&body: &usize| heaviest_above(level, body).is_none_or(|(_, ratio)| ratio < HEAVY);
    bodies
        .filter(light)
        .filter_map(suspect)
        .map(|suspect| Suspect { leads: consequences::CONTACTS, ..suspect })
        .collect()
}

/// The dynamic bodies without gas.
fn without_gas(level: &Level) -> impl Iterator<Item = usize> {
    let bodies = level.bodies.iter().enumerate();
    let dynamic = bodies.filter(|(_, parts)| matches!(parts.motion, Motion::Dynamic) && parts.gas <= 0.0);
    dynamic.map(|(body, _)| body)
}

/// True if a body lost its shape.
fn is_crushed(case: &Case, body: usize) -> bool {
    CRUSHED.iter().any(|&problem| case.symptoms(problem).any(|symptom| symptom.bodies().contains(&body)))
}

fn mass(level: &Level, body: usize) -> f64 {
    (0..level.bodies[body].nodes.len()).filter_map(|node| free_mass(level, body, node)).sum()
}

/// Load and compliance of a body.
struct Load {
    /// ω of its softest mode, 1 / time.
    frequency: f64,
    /// Gravity times load factor: own mass plus the mass above, divided by the own mass.
    weight: f64,
    /// Height of its fall.
    fall: f64,
    /// Speed at the end of the fall.
    speed: f64,
    size: f64,
}

impl Load {
    fn of(level: &Level, body: usize) -> Option<Self> {
        let parts = &level.bodies[body];
        let free: Vec<usize> = (0..parts.nodes.len()).filter(|&node| free_mass(level, body, node).is_some()).collect();
        let points: Vec<DVec2> = free.iter().map(|&node| DVec2::from(parts.nodes[node].position)).collect();
        let masses: Vec<f64> = free.iter().filter_map(|&node| free_mass(level, body, node)).collect();
        let local = |node: usize| free.binary_search(&node).ok();
        let springs = parts.springs.iter().filter_map(|s| Some(([local(s.a)?, local(s.b)?], s.stiffness)));
        let frequency = softest_mode(&masses, &points, &springs.collect::<Vec<_>>())?.sqrt();
        let gravity = DVec2::from(level.world.gravity).length();
        let above: f64 = above(level, body).map(|other| mass(level, other)).sum();
        let size = bounds(level, body).size().max_element();
        let fall = fall(level, body);
        (frequency > 0.0 && size > 0.0).then(|| Self {
            frequency,
            weight: gravity * (1.0 + above / mass(level, body)),
            fall,
            speed: (2.0 * gravity * fall).sqrt(),
            size,
        })
    }

    /// Deflection as a part of the body's size.
    fn gives_way(&self) -> f64 {
        (self.weight / (self.frequency * self.frequency) + self.speed / self.frequency) / self.size
    }

    /// Factor on the stiffness of its springs that reduces the deflection to [`BEARS`].
    fn lacks(&self) -> f64 {
        // weight·x² + speed·x = bears·size with x = 1/ω.
        let (a, b, c) = (self.weight, self.speed, BEARS * self.size);
        let x = if a > 0.0 { (-b + (b * b + 4.0 * a * c).sqrt()) / (2.0 * a) } else { c / b };
        (1.0 / (x * self.frequency)).max(1.0)
    }
}

/// Deflection of a body of mass m, as a part of its height, after a body of mass M fell on it from a height d. All energy goes
/// into its softest mode: M·g·(d + x) = ½·m·ω²·x², so x = s + √(s² + 2·s·d) with s = M·g / (m·ω²).
fn pressed_in(level: &Level, heavy: usize, light: usize) -> Option<f64> {
    let frequency = Load::of(level, light)?.frequency;
    let gravity = DVec2::from(level.world.gravity).length();
    let sag = mass(level, heavy) / mass(level, light) * gravity / (frequency * frequency);
    let seen = Seen::of_body(level, light, down(level)?);
    let way = sag + (sag * sag + 2.0 * sag * fall(level, heavy)).sqrt();
    Some(way / (seen.down[1] - seen.down[0])).filter(|part| part.is_finite())
}

/// Speed of landing or impact at which the deflection is [`BEARS`].
pub(super) fn bearable_speed(level: &Level, body: usize) -> Option<f64> {
    Load::of(level, body).map(|load| BEARS * load.size * load.frequency)
}

fn bounds(level: &Level, body: usize) -> Aabb {
    Aabb::around(level.bodies[body].nodes.iter().map(|node| DVec2::from(node.position)))
}

/// Extent of a body along gravity (start, end) and across.
struct Seen {
    down: [f64; 2],
    across: [f64; 2],
}

impl Seen {
    fn of(points: impl IntoIterator<Item = DVec2>, down: DVec2) -> Self {
        let mut seen = Self { down: [f64::INFINITY, -f64::INFINITY], across: [f64::INFINITY, -f64::INFINITY] };
        for point in points {
            let (along, across) = (point.dot(down), point.dot(down.perp()));
            seen.down = [seen.down[0].min(along), seen.down[1].max(along)];
            seen.across = [seen.across[0].min(across), seen.across[1].max(across)];
        }
        seen
    }

    fn of_body(level: &Level, body: usize, down: DVec2) -> Self {
        Self::of(level.bodies[body].nodes.iter().map(|node| DVec2::from(node.position)), down)
    }

    fn is_in_line(&self, other: &Self) -> bool {
        self.across[0] < other.across[1] && other.across[0] < self.across[1]
    }
}

fn down(level: &Level) -> Option<DVec2> {
    DVec2::from(level.world.gravity).try_normalize()
}

/// The other dynamic bodies that start above the middle of this one and overlap it across gravity.
fn above(level: &Level, body: usize) -> impl Iterator<Item = usize> {
    let down = down(level);
    let own = down.map(|down| Seen::of_body(level, body, down));
    (0..level.bodies.len()).filter(move |&other| {
        let (Some(down), Some(own)) = (down, &own) else { return false };
        let seen = Seen::of_body(level, other, down);
        let is_free = other != body && matches!(level.bodies[other].motion, Motion::Dynamic);
        is_free && seen.is_in_line(own) && seen.down[1] < 0.5 * (own.down[0] + own.down[1])
    })
}

/// The heaviest body above another one, with the ratio of their masses.
fn heaviest_above(level: &Level, body: usize) -> Option<(usize, f64)> {
    let own = mass(level, body);
    let ratios = above(level, body).map(|other| (other, mass(level, other) / own));
    ratios.max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Height that a body falls until it meets another part; 0 if nothing is below it.
fn fall(level: &Level, body: usize) -> f64 {
    let Some(down) = down(level) else { return 0.0 };
    let own = Seen::of_body(level, body, down);
    let others = (0..level.bodies.len()).filter(|&other| other != body);
    let bodies = others.map(|other| Seen::of_body(level, other, down)).filter(|other| other.is_in_line(&own));
    let middle = 0.5 * (own.across[0] + own.across[1]);
    let walls = level.obstacles.iter().filter_map(|wall| match wall.shape {
        ObstacleShape::Line(point, direction) => {
            let (point, direction) = (DVec2::from(point), DVec2::from(direction));
            let across = direction.dot(down.perp());
            let along = (middle - point.dot(down.perp())) / across;
            (across != 0.0).then(|| (point + along * direction).dot(down))
        }
        ObstacleShape::Segment(a, b) => {
            let seen = Seen::of([DVec2::from(a), DVec2::from(b)], down);
            seen.is_in_line(&own).then_some(seen.down[0])
        }
        ObstacleShape::Circle { .. } => None,
    });
    let limits = level.world.bounds.map(|limits| {
        let (min, max) = (DVec2::from(limits.min), DVec2::from(limits.max));
        [min, max, DVec2::new(min.x, max.y), DVec2::new(max.x, min.y)]
            .map(|p| p.dot(down))
            .into_iter()
            .fold(0.0, f64::max)
    });
    let levels = bodies.map(|other| other.down[0]).chain(walls).chain(limits);
    let below = levels.map(|level| level - own.down[1]).filter(|depth| *depth >= 0.0).fold(f64::INFINITY, f64::min);
    if below.is_finite() { below } else { 0.0 }
}

/// Stiffer springs for the load of the body, with the same damping ratio, and substeps for that stiffness.
fn stiffer(level: &Level, body: usize) -> Option<Remedy> {
    let load = Load::of(level, body)?;
    let factor = load.lacks() * load.lacks();
    if factor < 1.1 {
        return None;
    }
    let (edits, many) = remedies::stiffened(level, body, factor);
    Some(remedy(
        "stiffer-for-the-weight",
        format!("Make the springs of {} {} times as stiff", level.quoted_body(body), brief(factor)),
        "Under its weight and its fall the body then yields by a twelfth of its size.",
        if many { "More substeps, because stiffer springs need a shorter step." } else { "The body is less soft." },
        edits,
    ))
}

fn times(part: f64) -> String {
    if part == 1.0 { "just".to_owned() } else { format!("{} times", brief(part)) }
}

/// Mass that a soft body can bear above itself, as a part of its own mass: at most 1.
fn bearable_part(level: &Level, body: usize) -> f64 {
    const LEAST: f64 = 0.1;
    let part = Load::of(level, body).map(|load| {
        let gravity = DVec2::from(level.world.gravity).length();
        let room = BEARS * load.size - load.speed / load.frequency;
        room * load.frequency * load.frequency / gravity - 1.0
    });
    // Without gravity or without a mode there is no estimate.
    part.filter(|part| part.is_finite()).map_or(1.0, |part| part.clamp(LEAST, 1.0))
}

/// Reduces the mass of the heavy body to what the soft one can bear. Springs and gas are scaled with the mass.
fn lighter(level: &Level, heavy: usize, light: usize) -> Option<Remedy> {
    let part = bearable_part(level, light);
    let factor = part * mass(level, light) / mass(level, heavy);
    let parts = level.bodies.get(heavy).filter(|_| factor.is_finite() && factor > 0.0)?;
    let mut edits: Vec<Edit> = (0..parts.nodes.len())
        .filter_map(|node| {
            let mass = free_mass(level, heavy, node)?;
            Some(Edit::set(format!("bodies[{heavy}].nodes[{node}].role.Mass"), mass * factor))
        })
        .collect();
    for (index, spring) in parts.springs.iter().enumerate() {
        let path = format!("bodies[{heavy}].springs[{index}]");
        edits.push(Edit::set(format!("{path}.stiffness"), spring.stiffness * factor));
        edits.push(Edit::set(format!("{path}.damping"), spring.damping * factor));
    }
    if parts.gas > 0.0 {
        edits.push(Edit::set(format!("bodies[{heavy}].gas"), parts.gas * factor));
    }
    Some(remedy(
        "nearer-masses",
        format!("Make {} {} as heavy as {}", level.quoted_body(heavy), times(part), level.quoted_body(light)),
        "By its softest mode the lower body then yields by a twelfth of its size.",
        "The heavy body is lighter; its stiffness per weight is unchanged.",
        edits,
    ))
}
