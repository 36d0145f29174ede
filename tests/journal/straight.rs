//! The straight run: a plain loop over the world, and levels to run.

use blobsmith::debugger::{Input, JournalEntry};
use blobsmith::engine::World;
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::{Integrator, Level};
use std::collections::BTreeMap;

/// Hash at every moment from frame 0 to the last, as it was reached and with its inputs.
pub type Hashes = BTreeMap<(u64, u32), [u64; 2]>;

/// Steps a world from the beginning to a moment, its inputs included.
pub fn straight_world(level: &Level, journal: &[JournalEntry], end: (u64, u32)) -> World {
    let mut world = World::new(level).unwrap();
    let mut now = level.clone();
    loop {
        let moment = (world.state().frame, world.state().substep);
        for entry in journal.iter().filter(|entry| entry.moment == moment) {
            act(&mut world, &mut now, &entry.input);
        }
        if moment == end {
            return world;
        }
        world.step_substep();
    }
}

/// Steps a world from the beginning and lets each entry act at its moment.
pub fn straight(level: &Level, journal: &[JournalEntry], frames: u64) -> Hashes {
    let mut world = World::new(level).unwrap();
    let mut now = level.clone();
    let mut hashes = Hashes::new();
    loop {
        let moment = (world.state().frame, world.state().substep);
        let reached = world.hash();
        for entry in journal.iter().filter(|entry| entry.moment == moment) {
            act(&mut world, &mut now, &entry.input);
        }
        hashes.insert(moment, [reached, world.hash()]);
        if moment == (frames, 0) {
            return hashes;
        }
        world.step_substep();
    }
}

/// Lets one input act.
pub fn act(world: &mut World, level: &mut Level, input: &Input) {
    match input {
        Input::Hand(hand) => world.set_hand(*hand),
        Input::Nudge(nudge) => {
            let _ = world.nudge(nudge.place, nudge.change.into());
        }
        Input::Game(what) => what.act(level, world),
        Input::Set(set) => {
            set.path.set(level, &set.value).unwrap();
            let layout = world.layout().succeeded_by(level, world.state().frame).unwrap();
            world.adopt(&layout);
        }
    }
}

pub fn read(text: &str) -> Level {
    format::read(text, TextFormat::Ron).unwrap()
}

/// A soft square with gas over a lift, a rope of sticks, discs (one fixed, one driven), obstacles and bounds.
pub fn everything(integrator: Integrator) -> Level {
    let mut level = read(
        "(format: 1, world: (gravity: (0.001, -0.004), substeps: 4, stick_iterations: 2,
            bounds: Some((min: (-6, -3), max: (6, 6), restitution: 0.9))), bodies: [
        (name: \"left square\", gas: 0.1,
         nodes: [(position: (0.3, 0.4)), (position: (1.3, 0.4)), (position: (1.3, 1.4)), (position: (0.3, 1.4)),
                 (position: (0.8, 0.9), role: Barycentre)],
         springs: [(a: 0, b: 1, stiffness: 0.5), (a: 1, b: 2, stiffness: 0.5), (a: 2, b: 3, stiffness: 0.5),
                   (a: 3, b: 0, stiffness: 0.5), (a: 0, b: 2, rest_length: 1.41, stiffness: 0.5)],
         hull: [(0, 1), (1, 2), (2, 3), (3, 0)], triangles: [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)]),
        (name: \"lift\", motion: Driven((points: [(0, 0), (0.5, 0.3), (0, 0.6)], period: 20)),
         nodes: [(position: (-1, -1)), (position: (3, -1)), (position: (3, 0)), (position: (-1, 0))],
         hull: [(0, 1), (1, 2), (2, 3), (3, 0)]),
        (restitution: 1, nodes: [(position: (0, 3), pinned: true), (position: (1, 3), velocity: (0.2, 0)),
                                 (position: (2, 3))],
         sticks: [(a: 0, b: 1, length: 0.9), (a: 1, b: 2, length: 1)])],
        discs: [(position: (-3, -2.5), radius: 0.5, velocity: (0.5, 0)),
                (position: (3.6, -2.5), radius: 0.5, velocity: (-0.4, 0.1)),
                (position: (-4.5, -2.4), radius: 0.3, motion: Fixed),
                (position: (4.5, 2), radius: 0.3, motion: Driven((points: [(0, 0), (0, 1)], period: 15)))],
        obstacles: [(shape: Line((0.4, -2.8), (1, 0.1)), restitution: 1),
                    (shape: Circle(center: (-5, 4), radius: 0.7))])",
    );
    level.world.integrator = integrator;
    level
}

/// A heap of discs that comes to rest, enough of them for that.
pub fn heap() -> Level {
    let mut level =
        read("(format: 1, world: (gravity: (0, -0.02), substeps: 4, bounds: Some((min: (0, 0), max: (12.2, 40)))))");
    for row in 0..12 {
        for column in 0..12 {
            let mut disc = blobsmith::level::Disc {
                position: [0.55 + f64::from(column) + 0.02 * f64::from(row % 3), 0.5 + f64::from(row)],
                ..read("(format: 1, discs: [(position: (0, 0), radius: 0.5, restitution: 0.2)])").discs[0].clone()
            };
            disc.velocity[0] = 0.001 * f64::from((row * 7 + column * 3) % 5);
            level.discs.push(disc);
        }
    }
    level
}

/// Numbers that look random, the same on every machine.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Below `sides`.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % sides
    }

    /// Between -1 and 1.
    pub fn part(&mut self) -> f64 {
        self.roll(2001) as f64 / 1000.0 - 1.0
    }
}
