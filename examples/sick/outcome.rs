//! Measures a run by physical criteria only (energy, area, overlap, finiteness, positions), independently of the
//! detectors.

use blobsmith::debugger::probes::overlap::{each_touching_pair, overlap_share};
use blobsmith::engine::World;
use blobsmith::geometry::{DVec2, polygon};
use blobsmith::geometry::{loops, overlap};
use blobsmith::level::{Level, Motion};

/// Frames of a run.
pub const FRAMES: u64 = 600;

/// Measurements of a run.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Maximum rise of the total energy above its start, as a fraction of the reference energy: kinetic energy at the
    /// start, or the work of gravity.
    pub energy_rise: f64,
    /// True if a number was not finite, or a body blew up.
    pub broken: bool,
    /// Maximum overlap of two bodies at the start, as a fraction of the smaller.
    pub overlap_at_start: f64,
    /// Maximum overlap at any frame.
    pub overlap_worst: f64,
    /// Overlap in the last frame.
    pub overlap_last: f64,
    /// Minimum and maximum hull area of a dynamic body as a fraction of its initial area (even-odd rule).
    pub area: [f64; 2],
    /// Maximum number of triangles flipped at a frame but not at the start.
    pub flips: usize,
    /// Maximum difference between the areas of a body's triangles and hull, as a fraction.
    pub mismatch: f64,
    /// That difference at the start.
    pub mismatch_at_start: f64,
    /// True if a body left a world with gravity: it fell to 10 below the origin, or moved farther than 300 from it.
    pub lost: bool,
    /// Displacement of the common barycentre of all dynamic bodies, relative to free fall over as many frames, up to
    /// 10.
    pub fall: f64,
    /// Barycentres of the bodies in the last frame.
    pub ends: Vec<DVec2>,
    /// Maximum kinetic energy in the last fifth, relative to the overall maximum.
    pub unrest: f64,
}

/// Runs a level; `None` if it does not compile.
pub fn run(level: &Level) -> Option<Outcome> {
    let mut world = World::new(level).ok()?;
    let mut outcome = Outcome { area: [1.0; 2], ..Outcome::default() };
    let start = world.energy();
    let areas: Vec<Option<f64>> = (0..level.bodies.len()).map(|body| hull_area(&world, body)).collect();
    let at_start = flipped(&world);
    (outcome.overlap_at_start, _) = overlaps(&world);
    outcome.overlap_worst = outcome.overlap_at_start;
    outcome.mismatch_at_start = mismatch(level, &world);
    let center = mean(level, &world);
    let (mut lowest, mut highest, mut late, mut most) = (start.gravity, start.total, 0.0f64, start.kinetic);
    for frame in 0..FRAMES {
        world.step_frame();
        let energy = world.energy();
        // Beyond this distance the run counts as broken, whatever the area.
        let is_out = world.state().positions.iter().any(|at| at.length() > 1e4);
        if is_out || !energy.total.is_finite() || world.state().blown_up.contains(&true) {
            outcome.broken = true;
            break;
        }
        lowest = lowest.min(energy.gravity);
        highest = highest.max(energy.total);
        most = most.max(energy.kinetic);
        if frame * 5 >= FRAMES * 4 {
            late = late.max(energy.kinetic);
        }
        if frame == 9 {
            let free = 0.5 * DVec2::from(level.world.gravity).length() * 100.0;
            outcome.fall = (mean(level, &world) - center).length() / free;
        }
        let (overlap, _) = overlaps(&world);
        outcome.overlap_worst = outcome.overlap_worst.max(overlap);
        outcome.overlap_last = overlap;
        outcome.flips = outcome.flips.max(flipped(&world).saturating_sub(at_start));
        outcome.mismatch = outcome.mismatch.max(mismatch(level, &world));
        for (body, area) in areas.iter().enumerate() {
            if let (Motion::Dynamic, Some(before), Some(now)) =
                (&level.bodies[body].motion, area, hull_area(&world, body))
            {
                outcome.area = [outcome.area[0].min(now / before), outcome.area[1].max(now / before)];
            }
        }
        outcome.lost |= is_lost(level, &world);
    }
    let scale = start.kinetic.max(start.gravity - lowest).max(1e-9);
    outcome.energy_rise = if outcome.broken { f64::INFINITY } else { (highest - start.total) / scale };
    outcome.unrest = late / most.max(1e-300);
    outcome.ends = (0..level.bodies.len()).map(|body| world.barycentre(body)).collect();
    Some(outcome)
}

impl Outcome {
    /// True if nothing is wrong: the criterion of every healthy twin.
    pub fn is_fine(&self) -> bool {
        !self.broken
            && !self.lost
            && self.energy_rise < 0.05
            && self.overlap_at_start < 0.001
            && self.overlap_worst < 0.06
            && self.overlap_last < 0.03
            && self.flips == 0
            && self.mismatch < 0.01
            && self.area[0] > 0.75
            && self.area[1] < 1.3
            && self.fall > 0.2
    }

    /// True if the run gained energy or broke.
    pub fn explodes(&self) -> bool {
        self.broken || self.energy_rise > 0.3
    }

    /// True if bodies overlap or have left the world.
    pub fn passes_through(&self) -> bool {
        self.lost || self.overlap_worst > 0.15
    }

    /// True if a body lost its shape.
    pub fn deforms(&self) -> bool {
        self.flips > 0 || self.area[0] < 0.6 || self.area[1] > 1.6 || self.mismatch > 0.05
    }

    /// True if any of these holds.
    pub fn is_bad(&self) -> bool {
        self.explodes() || self.passes_through() || self.deforms()
    }
}

fn loops(world: &World, body: usize) -> Option<loops::Loops> {
    let edges = &world.layout().hull_edges[world.layout().bodies[body].hull_edges.clone()];
    let loops = loops::of_edges(edges).filter(|loops| !loops.is_empty())?;
    Some(
        loops
            .into_iter()
            .map(|points| points.into_iter().map(|node| world.position(node as usize)).collect())
            .collect(),
    )
}

/// Area by the even-odd rule.
fn hull_area(world: &World, body: usize) -> Option<f64> {
    overlap::area(&loops(world, body)?).filter(|&area| area > 0.0)
}

fn overlaps(world: &World) -> (f64, usize) {
    let (mut worst, mut pairs) = (0.0f64, 0);
    let (layout, state) = (world.layout(), world.state());
    each_touching_pair(layout, state, |a, b| {
        let share = overlap_share(layout, state, a, b);
        worst = worst.max(if share.is_nan() { 0.0 } else { share });
        pairs += 1;
    });
    (worst, pairs)
}

fn triangle_area(world: &World, corners: [u32; 3]) -> f64 {
    let [a, b, c] = corners.map(|node| world.position(node as usize));
    0.5 * polygon::doubled_triangle_area(a, b, c)
}

fn flipped(world: &World) -> usize {
    world.layout().triangles.iter().filter(|&&corners| triangle_area(world, corners) <= 0.0).count()
}

/// Difference between the signed area of the triangles and the even-odd area of the hull.
fn mismatch(level: &Level, world: &World) -> f64 {
    let of_body = |body: usize| {
        let triangles = &world.layout().triangles[world.layout().bodies[body].triangles.clone()];
        let painted: f64 = triangles.iter().map(|&corners| triangle_area(world, corners)).sum();
        let hull = hull_area(world, body)?;
        (!triangles.is_empty()).then(|| (painted - hull).abs() / hull)
    };
    let dynamic = (0..level.bodies.len()).filter(|&body| level.bodies[body].motion == Motion::Dynamic);
    dynamic.filter_map(of_body).fold(0.0, f64::max)
}

fn is_lost(level: &Level, world: &World) -> bool {
    // Without gravity, bodies that bounce off never return.
    let has_gravity = level.world.gravity != [0.0; 2];
    let dynamic = |&body: &usize| level.bodies[body].motion == Motion::Dynamic;
    let mut centers = (0..level.bodies.len()).filter(dynamic).map(|body| world.barycentre(body));
    has_gravity && centers.any(|at| at.y < -10.0 || at.length() > 300.0)
}

fn mean(level: &Level, world: &World) -> DVec2 {
    let dynamic: Vec<usize> =
        (0..level.bodies.len()).filter(|&at| level.bodies[at].motion == Motion::Dynamic).collect();
    dynamic.iter().map(|&body| world.barycentre(body)).sum::<DVec2>() / dynamic.len().max(1) as f64
}
