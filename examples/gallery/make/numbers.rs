//! Levels about the step: substeps and integrators.

use super::stage::{AMBER, CORAL, DECOR, Stage, TEAL, VIOLET, ground};
use blobsmith::level::shapes::{Floor, Material, Rectangle, Rope};
use blobsmith::level::{Body, Integrator, Level, Twin};

fn stiff(name: &str, notes: &str, substeps: u32) -> Level {
    let block = Rectangle {
        columns: 4,
        rows: 4,
        cell: [0.5, 0.5],
        brace: true,
        material: Material::default().springy(30.0, 0.5),
        ..Rectangle::default()
    };
    Stage::new(name, notes)
        .view([0.0, 1.8], 7.0)
        .body(Floor { width: 10.0, thickness: 1.0, material: ground() }.body(), DECOR)
        .body(block.body().named("block").translated([0.0, 3.0]), CORAL)
        .with(|level| level.world.substeps = substeps)
        .done()
}

pub fn stiff_few() -> Level {
    let notes = "A stiff block with too few substeps (source “Blobs” §B divides a frame into N). A step is stable
        only while h is
        less than about 2/ω, where ω² is proportional to the stiffness at a node divided by its mass; with 8 substeps h is
        too long here. The smallest differences of length grow with every substep, and the block tears itself apart in the
        air within ten frames.

        Step frame by frame and watch the energy. The checks name the node and report that 12 substeps are enough. The
        next level has 32 and is stable.";
    stiff("Stiff block, too few substeps", notes, 8)
}

pub fn stiff_enough() -> Level {
    let notes =
        "The block of the previous level with 32 substeps, more than enough: it falls and stands (source “Blobs” §B:
        more
        iterations per frame make the scheme more exact, and here they make it stable).";
    stiff("Stiff block, enough substeps", notes, 32)
}

/// Bodies of the orbit levels: three masses that swing around a pin each.
fn arms() -> [Body; 3] {
    let material = Material::default().springy(0.02, 0.0);
    let arm = |name: &str, length: f64, angle_rad: f64| {
        let rope = Rope { to: [length, 0.0], links: 1, material, ..Rope::default() };
        let mut body = rope.body().named(name);
        body.nodes[1].velocity = [0.0, 0.25];
        body.rotated([0.0, 0.0], angle_rad)
    };
    [arm("short arm", 2.0, 0.0), arm("middle arm", 3.0, 2.1), arm("long arm", 4.0, 4.2)]
}

fn orbit(name: &str, notes: &str, integrator: Integrator) -> Level {
    let [short, middle, long] = arms();
    Stage::new(name, notes)
        .view([0.0, 0.0], 14.0)
        .body(short, CORAL)
        .body(middle, TEAL)
        .body(long, AMBER)
        .with(|level| {
            level.world.gravity = [0.0, 0.0];
            level.world.integrator = integrator;
            level.world.substeps = 4;
        })
        .done()
}

const ORBIT: &str = "Three masses swing around a pin on soft springs without damping, gravity or contact: only the
        integration scheme can change their energy.";

pub fn explicit() -> Level {
    let notes = format!(
        "{ORBIT}\n\nExplicit Euler (source “Verlet, sticks and pieces”) moves by the old velocity. Every step adds
        energy: plot
        the total, which grows fivefold within 600 frames while the arms swing wider and wider. The next two levels are
        the same under the other schemes."
    );
    orbit("Orbit under explicit Euler", &notes, Integrator::ExplicitEuler)
}

pub fn semi_implicit() -> Level {
    let notes = format!(
        "{ORBIT}\n\nSemi-implicit Euler (source “Blobs” §B) moves by the new velocity. That is the only difference from
        the previous level. The total energy oscillates by about a hundredth and does not drift."
    );
    orbit("Orbit under semi-implicit Euler", &notes, Integrator::SemiImplicitEuler)
}

pub fn verlet() -> Level {
    let notes = format!(
        "{ORBIT}\n\nVerlet (source “Verlet, sticks and pieces”) stores the previous position instead of a velocity.
        It is equivalent to
        semi-implicit Euler: the masses are where they are in the previous level, except for the last few digits."
    );
    orbit("Orbit under Verlet", &notes, Integrator::Verlet)
}

pub fn side_by_side() -> Level {
    let notes = "Two schemes side by side, as source “Verlet, sticks and pieces” compares them. Here they run in
        lockstep from the same
        start: Verlet (left), which stores the previous position instead of a velocity, and the rudimentary explicit Euler
        (right). Only the scheme differs: see World > Twin.

        Three masses swing around their pins, and a rotating square is held by springs without damping. Under Verlet this
        continues for ever. Explicit Euler moves by the old velocity and gains energy with every substep: its orbits
        widen, and by frame 300 its square has torn itself inside out. In the energy plot the dashed line is the twin's
        total.

        To try: twice the substeps for the twin only (it gains half as much in the same time), or semi-implicit Euler for
        it (then both follow the same paths except for rounding), or Over instead of Beside.";
    let [short, middle, long] = arms();
    let side = Rectangle {
        columns: 2,
        rows: 2,
        cell: [2.0, 2.0],
        brace: true,
        material: Material::default().springy(0.02, 0.0),
        ..Rectangle::default()
    };
    let mut square = side.body().named("spinning square").translated([0.0, 9.0]);
    let center = [0.0, 9.0];
    for node in &mut square.nodes {
        let [x, y] = [node.position[0] - center[0], node.position[1] - center[1]];
        node.velocity = [-0.06 * y, 0.06 * x];
    }
    let mut level = Stage::new("Verlet beside explicit Euler", notes)
        .view([0.0, 3.5], 24.0)
        .body(short, CORAL)
        .body(middle, TEAL)
        .body(long, AMBER)
        .body(square, VIOLET)
        .with(|level| {
            level.world.gravity = [0.0, 0.0];
            level.world.integrator = Integrator::Verlet;
            level.world.substeps = 4;
        })
        .done();
    let twin = Twin { integrator: Some(Integrator::ExplicitEuler), ..Twin::default() };
    level.editor.get_or_insert_default().twin = Some(twin);
    level
}
