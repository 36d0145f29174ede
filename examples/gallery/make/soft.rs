//! Penalty decor, sticks, obstacles, cloth.

use super::stage::{AMBER, BLUE, CORAL, DECOR, GREEN, Stage, TEAL, VIOLET, ground, hexagonal_disc};
use blobsmith::level::shapes::{
    BalloonShape, Cloth, CrateBox, DiscShape, Floor, Material, Rectangle, Rope, RopeLinks, Terrain,
};
use blobsmith::level::{Body, Bounds, ContactMethod, Decor, Integrator, Level, ObstacleShape, Stick};

pub fn penalty() -> Level {
    let soft = Material::default().touching(0.5, 0.4);
    let bowl = Terrain {
        surface: vec![
            [-9.0, 4.0],
            [-8.0, 4.0],
            [-6.5, 2.4],
            [-4.5, 1.0],
            [-2.5, 0.2],
            [0.0, 0.0],
            [2.5, 0.2],
            [4.5, 1.0],
            [6.5, 2.4],
            [8.0, 4.0],
            [9.0, 4.0],
        ],
        base: -1.5,
        material: ground(),
    };
    let notes = "Decor that pushes by force (source “Mister Jelly” §C.4): a node inside the bowl gets a force along the
        edge's normal in
        proportion to its depth, and one against its velocity. So blobs sink in a little, by their weight divided by the
        stiffness, and land softly. Compare the energy plot with a level whose floor pushes by impulse.

        Show the forces of the decor. With double stiffness they sink in half as deep; without viscosity they bounce for
        longer. The two blobs collide by impulse as usual.";
    Stage::new("Decor by force", notes)
        .view([0.0, 2.6], 9.0)
        .body(bowl.body().named("bowl"), DECOR)
        .body(DiscShape { radius: 1.1, material: soft, ..hexagonal_disc() }.body().translated([-4.0, 3.6]), CORAL)
        .body(Rectangle { material: soft, ..Rectangle::default() }.body().translated([1.2, 2.6]), BLUE)
        .with(|level| level.world.contact.decor = Decor::Penalty { stiffness: 2.0, viscosity: 0.2 })
        .done()
}

pub fn ropes() -> Level {
    let swinging = Rope { from: [-3.6, 4.4], to: [0.4, 4.4], links: 16, kind: RopeLinks::Sticks, ..Rope::default() };
    let hanging = Rope { from: [1.2, 4.4], to: [5.7, 4.4], links: 24, sag: 1.6, end_pinned: true, ..swinging };
    let notes = "Chains of sticks under Verlet (source “Verlet, sticks and pieces”): a stick is not a force but a
        length, corrected by
        moving both ends in several passes per substep (here 8). One chain swings from a pin against a peg, one hangs
        between two pins.

        Reduce the passes (stick iterations) to 1, and the chains stretch like rubber. Pin a node of the hanging chain,
        and it folds there. Pull one with the hand while it runs.";
    Stage::new("Ropes of sticks", notes)
        .view([0.0, 1.0], 9.0)
        .body(swinging.body().named("swinging rope"), CORAL)
        .body(hanging.body().named("hanging rope"), TEAL)
        .obstacle("peg", ObstacleShape::Circle { center: [-4.6, 2.2], radius: 0.6 }, 0.5)
        .with(|level| {
            level.world.integrator = Integrator::Verlet;
            level.world.velocity_retention = 0.9995;
            level.world.stick_iterations = 8;
            level.world.bounds = Some(Bounds { min: [-6.5, -3.0], max: [6.5, 5.0], restitution: 0.5 });
        })
        .done()
}

/// Replaces every spring by a stick; those inside the outline are hidden supports, as in 004.
pub fn rigid(mut body: Body) -> Body {
    let outline = body.hull.clone();
    let is_outline = |a: usize, b: usize| outline.iter().any(|edge| *edge == [a, b] || *edge == [b, a]);
    body.sticks = body
        .springs
        .drain(..)
        .map(|spring| Stick {
            a: spring.a,
            b: spring.b,
            length: spring.rest_length,
            hidden: !is_outline(spring.a, spring.b),
        })
        .collect();
    body.gas = 0.0;
    body
}

pub fn pieces() -> Level {
    let square = CrateBox { size: [1.6, 1.6], ..CrateBox::default() };
    let hexagon = BalloonShape { sides: 6, radius: 1.0, brace_span: 3, ..BalloonShape::default() };
    let pentagon = BalloonShape { sides: 5, radius: 0.9, brace_span: 2, ..BalloonShape::default() };
    let notes =
        "Rigid pieces (source “Verlet, sticks and pieces”): sticks along the outline, hidden sticks across as
        supports, Verlet, bounds around, and
        contact by diagonals: the segments from a piece's barycentre to its corners are tested against the other's edges.
        It requires convex pieces.

        Show the chosen edges. Set the stick iterations to 1, and the pieces become soft. Set the contact method to Hull,
        and the same pieces collide by point in polygon (source “Blobs” §D).";
    Stage::new("Pieces of sticks", notes)
        .view([0.0, 0.0], 9.5)
        .body(rigid(square.body()).named("square").translated([-3.0, 1.0]).launched([0.06, 0.0]), CORAL)
        .body(rigid(hexagon.body()).named("hexagon").translated([0.2, 2.4]), TEAL)
        .body(rigid(pentagon.body()).named("pentagon").translated([3.2, 0.4]).launched([-0.1, 0.05]), AMBER)
        .body(rigid(square.body()).named("tilted square").rotated([0.0, 0.0], 0.5).translated([0.0, -1.6]), BLUE)
        .with(|level| {
            level.world.integrator = Integrator::Verlet;
            level.world.velocity_retention = 0.999;
            level.world.contact.method = ContactMethod::Diagonals;
            level.world.bounds = Some(Bounds { min: [-6.0, -4.0], max: [6.0, 4.0], restitution: 0.5 });
        })
        .done()
}

pub fn obstacles() -> Level {
    let ball = BalloonShape {
        sides: 16,
        radius: 0.6,
        material: Material::default().weighing(0.4).springy(5.0, 0.2).filled(0.6).touching(0.8, 0.2),
        ..BalloonShape::default()
    };
    let notes = "Obstacles (source “Particles and obstacles”): immovable circles, segments and a line, and the bounds
        of source “Verlet, sticks and pieces”. They stop nodes, not
        edges: a peg smaller than the distance of two nodes passes between them. Balls bounce down the pegs onto two
        slides.

        Gravity is halved, so that the motion is slow enough to watch. Set the pegs' restitution to 0, and they take the
        speed out of the balls; at 1.2 they are bumpers.";
    let mut stage = Stage::new("Obstacles", notes).view([0.0, 3.6], 10.8);
    for row in 0..3 {
        for column in 0..5 - row % 2 {
            let x = (f64::from(column) - 2.0 + 0.5 * f64::from(row % 2)) * 2.4;
            let shape = ObstacleShape::Circle { center: [x, 5.0 - 1.7 * f64::from(row)], radius: 0.35 };
            stage = stage.obstacle("peg", shape, 0.8);
        }
    }
    stage
        .obstacle("left slide", ObstacleShape::Segment([-6.5, 1.2], [-2.0, -0.2]), 0.5)
        .obstacle("right slide", ObstacleShape::Segment([2.0, -0.2], [6.5, 1.2]), 0.5)
        .obstacle("floor", ObstacleShape::Line([0.0, -1.0], [1.0, 0.0]), 0.5)
        .body(ball.body().translated([-3.2, 7.4]), CORAL)
        .body(ball.body().translated([0.3, 8.0]), AMBER)
        .body(ball.body().translated([3.0, 7.0]), GREEN)
        .with(|level| {
            level.world.gravity = [0.0, -0.01];
            level.world.bounds = Some(Bounds { min: [-7.0, -1.5], max: [7.0, 9.0], restitution: 0.5 });
        })
        .done()
}

pub fn trampoline() -> Level {
    let mat = Cloth {
        columns: 24,
        rows: 2,
        cell: [0.4, 0.25],
        pin_every: 24,
        material: Material::default().weighing(0.1).springy(3.0, 0.02).touching(0.8, 0.4),
    };
    let ball = DiscShape {
        radius: 0.8,
        rings: 2,
        material: Material::default().weighing(0.2).springy(4.0, 0.2).touching(0.8, 0.4),
        ..hexagonal_disc()
    };
    let post = Floor { width: 0.8, thickness: 3.0, material: ground() };
    let notes =
        "A ball on a cloth: a lattice of structural, shear and brace springs that hangs from its two upper corners
        (source “Blobs” §C.2). It stretches until its tension carries the ball. Show the spring forces, and plot
        kinetic and spring
        energy: each bounce exchanges them.";
    Stage::new("Trampoline", notes)
        .view([0.0, 1.5], 9.0)
        .body(mat.body().named("mat"), VIOLET)
        .body(post.body().named("left post").translated([-5.3, 0.25]), DECOR)
        .body(post.body().named("right post").translated([5.3, 0.25]), DECOR)
        .body(Floor { width: 14.0, thickness: 0.8, material: ground() }.body().translated([0.0, -2.75]), DECOR)
        .body(ball.body().named("ball").translated([-0.6, 4.0]), AMBER)
        .done()
}
