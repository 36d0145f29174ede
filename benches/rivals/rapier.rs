//! Converts a level into a rapier2d world with the same positions, velocities, masses and springs, and steps it.
//!
//! A frame is a step of 1/60 s in rapier, with as many solver iterations as the level has substeps (rapier moves bodies
//! in each iteration). Where the two cannot be equal, rapier gets the cheaper variant: half planes for lines and
//! segments, discs without rotation, soft bodies without pressure.

use blobsmith::level::{Body, Disc, Level, Motion, ObstacleShape, Point, Role};
use rapier2d::prelude::*;

/// Rapier's unit of time is the second, ours the frame.
const FRAMES_A_SECOND: f64 = 60.0;

/// Options of rapier.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Continuous collision detection between discs; against half planes it is always on.
    pub ccd: bool,
    /// Additional passes over springs and contacts of soft bodies in each substep.
    pub more_passes: usize,
}

/// A level as a rapier world.
pub struct Rapier {
    world: PhysicsWorld,
    discs: Vec<RigidBodyHandle>,
    soft: Vec<SoftBodyHandle>,
}

impl Rapier {
    /// Converts the level.
    pub fn new(level: &Level, options: Options) -> Self {
        let mut world = PhysicsWorld::new();
        let per_frame = level.world.frame_time;
        world.gravity =
            vector(level.world.gravity) * (FRAMES_A_SECOND * FRAMES_A_SECOND * per_frame * per_frame) as f32;
        world.integration_parameters.num_solver_iterations = level.world.substeps as usize;
        let speed = (FRAMES_A_SECOND * per_frame) as f32;
        let middle = middle(level);
        for obstacle in &level.obstacles {
            let (point, direction) = match obstacle.shape {
                ObstacleShape::Line(point, direction) => (vector(point), vector(direction)),
                ObstacleShape::Segment(a, b) => (vector(a), vector(b) - vector(a)),
                ObstacleShape::Circle { .. } => unreachable!("no scene of this bench has one"),
            };
            let across = Vector::new(-direction.y, direction.x).normalize();
            let normal = if (middle - point).dot(across) < 0.0 { -across } else { across };
            let half_plane = ColliderBuilder::new(SharedShape::halfspace(normal))
                .restitution(obstacle.restitution as f32)
                .restitution_combine_rule(CoefficientCombineRule::Multiply)
                .friction(0.0);
            world.insert(RigidBodyBuilder::fixed().translation(point), half_plane);
        }
        let discs = level.discs.iter().map(|disc| add_disc(&mut world, disc, speed, options)).collect();
        let soft = level.bodies.iter().map(|body| add_soft(&mut world, body, speed, options)).collect();
        Self { world, discs, soft }
    }

    /// Sets the number of threads.
    #[cfg(feature = "rivals-threads")]
    pub fn set_threads(&mut self, count: usize) {
        self.world.configure_thread_pool(count).expect("a pool of threads");
    }

    /// Steps one frame.
    pub fn step_frame(&mut self) {
        self.world.step();
    }

    /// Present positions.
    pub fn positions(&self) -> Vec<Point> {
        let discs = self.discs.iter().map(|&disc| self.world.bodies[disc].translation());
        let particles = self.soft.iter().flat_map(|&body| self.world.soft_bodies[body].particle_positions());
        discs.chain(particles).map(|at| [f64::from(at.x), f64::from(at.y)]).collect()
    }

    /// Number of touching pairs.
    pub fn contacts(&self) -> usize {
        self.world.contact_pairs().filter(|pair| pair.has_any_active_contact()).count()
    }

    /// Number of springs of all soft bodies.
    pub fn springs(&self) -> usize {
        self.soft.iter().map(|&body| self.world.soft_bodies[body].edges().len()).sum()
    }
}

fn vector(point: Point) -> Vector {
    Vector::new(point[0] as f32, point[1] as f32)
}

/// Mean position of all moving parts.
fn middle(level: &Level) -> Vector {
    let nodes = level.bodies.iter().flat_map(|body| &body.nodes).map(|node| node.position);
    let all: Vec<Point> = nodes.chain(level.discs.iter().map(|disc| disc.position)).collect();
    let sum = all.iter().fold([0.0, 0.0], |sum, at| [sum[0] + at[0], sum[1] + at[1]]);
    vector(sum.map(|sum| sum / all.len().max(1) as f64))
}

fn add_disc(world: &mut PhysicsWorld, disc: &Disc, speed: f32, options: Options) -> RigidBodyHandle {
    let body = RigidBodyBuilder::dynamic()
        .translation(vector(disc.position))
        .linvel(vector(disc.velocity) * speed)
        .lock_rotations()
        .ccd_enabled(options.ccd);
    let ball = ColliderBuilder::ball(disc.radius as f32)
        .mass(disc.mass as f32)
        .restitution(disc.restitution as f32)
        .restitution_combine_rule(CoefficientCombineRule::Multiply)
        .friction(0.0);
    world.insert(body, ball).0
}

fn add_soft(world: &mut PhysicsWorld, body: &Body, speed: f32, options: Options) -> SoftBodyHandle {
    assert_eq!(body.motion, Motion::Dynamic, "boxes are lines in this bench");
    let mass = |role: Role| if let Role::Mass(mass) = role { mass } else { unreachable!("nodes have masses here") };
    let spring = body.springs.first().expect("a body of springs");
    let reduced = mass(body.nodes[spring.a].role) * mass(body.nodes[spring.b].role)
        / (mass(body.nodes[spring.a].role) + mass(body.nodes[spring.b].role));
    // ω = √(k/m), per frame; ζ = c / (2 √(k m)).
    let frequency = (spring.stiffness / reduced).sqrt() / std::f64::consts::TAU * FRAMES_A_SECOND;
    let damping = spring.damping / (2.0 * (spring.stiffness * reduced).sqrt());
    let builder = SoftBodyBuilder::new(body.nodes.iter().map(|node| vector(node.position)).collect())
        .masses(body.nodes.iter().map(|node| mass(node.role) as f32).collect())
        .edges(body.springs.iter().map(|spring| [spring.a as u32, spring.b as u32]).collect())
        .softness(SpringCoefficients::new(frequency as f32, damping as f32))
        .additional_pgs_iterations(options.more_passes)
        .can_sleep(false);
    let is_alone = body.hull.is_empty();
    let builder = if is_alone {
        builder.no_surface_collider()
    } else {
        let hull = body.hull.iter().map(|&[a, b]| [a as u32, b as u32]).collect();
        builder.surface(hull).surface_collider(ColliderBuilder::ball(0.05).density(0.0).friction(0.0))
    };
    let handle = world.insert_soft_body(builder);
    for (index, node) in body.nodes.iter().enumerate() {
        world.soft_bodies[handle].set_particle_velocity(index, vector(node.velocity) * speed);
    }
    handle
}
