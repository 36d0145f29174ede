//! Many impacts: fast shots, piles without restitution, two thousand discs (002 §6).

use super::stage::{AMBER, BLUE, CORAL, GREEN, Numbers, PINK, Stage, TEAL, VIOLET, ball};
use blobsmith::level::{Bounds, Disc, DiscMethod, Level, Point};

/// Rooms of thin walls, each with a disc that moves a given number of radii per substep.
fn shots(name: &str, notes: &str, method: DiscMethod) -> Level {
    let rooms = [(-5.1, 1.0, TEAL), (-1.7, 10.0, GREEN), (1.7, 100.0, AMBER), (5.1, 1000.0, CORAL)];
    let radius = 0.1;
    let mut stage = Stage::new(name, notes).view([0.0, 0.0], 8.6);
    for (x, radii, color) in rooms {
        for (row, slope) in [(-1.6, 0.37), (1.6, 0.83)] {
            // A substep lasts 1/16 of a frame.
            let speed = radii * radius * 16.0;
            let along = (1.0_f64 + slope * slope).sqrt();
            let velocity = [speed / along, speed * slope / along];
            stage = stage
                .room([x - 1.5, row - 1.4], [x + 1.5, row + 1.4], 1.0)
                .disc(Disc { velocity, ..ball([x, row], radius) }, color);
        }
    }
    stage
        .with(|level| {
            level.world.gravity = [0.0, 0.0];
            level.world.discs = method;
            // Keeps escaped discs within the picture.
            level.world.bounds = Some(Bounds { min: [-7.0, -3.4], max: [7.0, 3.4], restitution: 1.0 });
        })
        .done()
}

pub fn swept() -> Level {
    let notes =
        "Fast shots (source “Kick those balls” §1.ii, §5). From left to right the discs move 1, 10, 100 and 1000 of
        their radii per substep,
        against walls without thickness. The time of each impact is computed exactly, and the search for the next one
        starts there: the fastest disc bounces about fifty times per substep and stays in its room.

        Step by substeps: the discs are at another place in their room each time. The next level is the same with tests
        before and after the step only; or set the discs to Discrete here.";
    shots("Fast shots, swept", notes, DiscMethod::Swept)
}

pub fn discrete() -> Level {
    let notes =
        "The previous level with discs set to Discrete, the static resolution of source “Particles and obstacles”:
        only the positions before and after
        the substep count. A disc that moves less than its radius per substep stays in its room. A faster one is moved
        back across one wall and lands beyond another; the eight passes over the obstacles still recover the third column,
        but not the fastest discs, which are lost at once.

        Step by substeps. Only the bounds keep the lost discs near: without them they disappear.";
    shots("Fast shots, discrete", notes, DiscMethod::Discrete)
}

pub fn zeno_heap() -> Level {
    let mut numbers = Numbers(7);
    let discs = (0..60).map(|number: usize| {
        let (row, column) = (number / 6, number % 6);
        let x = (column as f64 - 2.5) * 0.75 + numbers.between(-0.1, 0.1);
        let disc = Disc { restitution: 0.0, ..ball([x, 3.2 + row as f64 * 0.75], 0.3) };
        (disc, [CORAL, AMBER, TEAL, BLUE, VIOLET][row % 5])
    });
    let discs: Vec<_> = discs.collect();
    let notes = "A heap without restitution (source “Particles and obstacles”: at a coefficient of 0 a particle does
        not rebound). Discs that lie on
        discs that lie on the ground would collide infinitely often within one substep (inelastic collapse, as in Zeno's
        paradox). The step limits that: after 64 impacts at one moment, small closing speeds are ignored; after twice as
        many, the disc is stopped until the substep ends. The event many impacts in the list below reports each such disc.

        Set the restitution of the discs to 1: the number of elastic impacts at one moment is finite, and the events
        cease.";
    Stage::new("Heap without restitution", notes)
        .view([0.0, 4.6], 12.4)
        .discs(discs)
        .wall("funnel", &[[-5.0, 10.0], [-5.0, 1.2], [-1.6, -0.8], [1.6, -0.8], [5.0, 1.2], [5.0, 10.0]], 0.0)
        .done()
}

pub fn gas() -> Level {
    let mut numbers = Numbers(2000);
    let notes =
        "Two thousand elastic discs in a box (source “Kick those balls” §6). The blue ones have four times the mass
        of the amber ones and start
        at rest; the amber ones start with equal speeds. Impacts distribute the energy: after about fifty frames light and
        heavy discs have the same mean kinetic energy, so the light ones are twice as fast (equipartition).

        The total energy is constant to the last digits. Show the velocities. Only discs with nearby boxes are tested, so
        twice as many cost about twice as much.";
    let discs: Vec<(Disc, &'static str)> = (0..2000)
        .map(|number: usize| {
            let at: Point = [(number % 50) as f64 - 24.5, (number / 50) as f64 - 19.5];
            // Heavy discs are distributed evenly: every fourth one, shifted from row to row.
            if (number + number / 50).is_multiple_of(4) {
                return (Disc { mass: 4.0, ..ball(at, 0.36) }, BLUE);
            }
            let (x, y) = (numbers.between(-1.0, 1.0), numbers.between(-1.0, 1.0));
            let length = (x * x + y * y).sqrt().max(0.01);
            let velocity = [x, y].map(|part| (part / length * 0.1 * 1e3).round() / 1e3);
            (Disc { velocity, ..ball(at, 0.22) }, AMBER)
        })
        .collect();
    Stage::new("Two thousand discs", notes)
        .view([0.0, 0.0], 42.0)
        .discs(discs)
        .room([-25.2, -20.2], [25.2, 20.2], 1.0)
        .with(|level| {
            level.world.gravity = [0.0, 0.0];
            level.world.substeps = 2;
        })
        .done()
}

/// Wedges with an angle of π/n, each with particles that enter along its axis.
pub fn wedges() -> Level {
    let notes =
        "Several collisions in one step (source “Particles and obstacles” §4 names the limit: one correction per
        step, by one obstacle). Particles fly
        into wedges of 90°, 45°, 30° and 18°. In a wedge of 180°/n a particle bounces n times, here 2, 4, 6 and 10, and
        leaves in the direction from which it came. With one substep per frame they are so fast that most of these bounces
        occur in the same step; none is missed and no speed is lost.

        Step frame by frame. Set the discs to Discrete: eight passes over the obstacles, each reflecting at one straight
        wall after the other, give the same result. The nodes of bodies are corrected in this way too.";
    let mut stage = Stage::new("Several collisions in one step", notes).view([0.3, 0.25], 9.6);
    // Angle, length of the sides, height of the tip.
    let lanes =
        [(90.0_f64, 1.4, 3.4, CORAL), (45.0, 2.4, 1.04, AMBER), (30.0, 3.2, -1.16, TEAL), (18.0, 4.6, -3.16, PINK)];
    for (angle_deg, reach, y, color) in lanes {
        let half_rad = angle_deg.to_radians() * 0.5;
        let (along, opening) = (reach * libm::cos(half_rad), reach * libm::sin(half_rad));
        let tip = [-6.4, y];
        let end = |side: f64| [tip[0] + along, y + side * opening];
        stage = stage.wall("wedge", &[end(1.0), tip, end(-1.0)], 1.0);
        stage = stage.wall("mirror", &[[7.0, y + opening], [7.0, y - opening]], 1.0);
        for part in [-0.7, 0.2, 0.55] {
            let start: Point = [3.0 + part, y + part * opening];
            stage = stage.disc(Disc { velocity: [-1.3, 0.0], ..ball(start, 0.0) }, color);
        }
    }
    stage
        .with(|level| {
            level.world.gravity = [0.0, 0.0];
            level.world.substeps = 1;
        })
        .done()
}
