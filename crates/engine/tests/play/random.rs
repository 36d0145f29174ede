//! Random calls: nothing panics, failed calls change nothing, and a restored world repeats everything.

use super::gallery;
use blobsmith_engine::play::{
    BodyHandle, DiscHandle, DrawList, HandId, MovablePart, PlayError, PlayEvent, PlayWorld, QueryFilter,
};

/// Random numbers by a linear congruential generator.
#[derive(Clone)]
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count.max(1)
    }

    /// Mostly of the size of a level, sometimes without meaning.
    fn number(&mut self) -> f64 {
        const ODD: [f64; 9] = [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308, -1e200, 1e-308, 5e-324];
        match self.below(20) {
            0 => ODD[self.below(ODD.len())],
            _ => (self.below(4001) as f64 - 2000.0) / 100.0,
        }
    }

    fn point(&mut self) -> [f64; 2] {
        [self.number(), self.number()]
    }
}

/// A part of the world, or a stale handle, or a node that does not exist.
fn part(world: &PlayWorld, random: &mut Random) -> MovablePart {
    let body = world.bodies().nth(random.below(world.bodies().count() + 1)).unwrap_or(BodyHandle::from_bits(77));
    let disc = world.discs().nth(random.below(world.discs().count() + 1)).unwrap_or(DiscHandle::from_bits(77));
    match random.below(3) {
        0 => body.into(),
        1 => (body, random.below(world.node_count(body).unwrap_or(0) + 1)).into(),
        _ => disc.into(),
    }
}

/// One random call. Reading calls must not change anything.
fn act(world: &mut PlayWorld, hand: &mut Option<HandId>, random: &mut Random) -> Result<(), PlayError> {
    let on = part(world, random);
    match random.below(9) {
        0 => world.set_velocity(on, random.point().map(|number| number * 0.01)),
        1 => world.apply_impulse(on, random.point().map(|number| number * 0.01)),
        2 => world.teleport(on, random.point().map(|number| number * 0.1)),
        3 => world.teleport_to(on, random.point()),
        4 => match (on, random.below(2)) {
            (MovablePart::Node(body, node), 0) => world.pin(body, node),
            (MovablePart::Node(body, node), _) => world.unpin(body, node),
            _ => Ok(()),
        },
        5 => {
            let grabbed = world.grab(on, random.point())?;
            *hand = Some(grabbed);
            Ok(())
        }
        6 => world.move_hand(hand.unwrap_or(HandId::from_bits(9)), random.point()),
        7 => world.release(hand.unwrap_or(HandId::from_bits(9))),
        _ => world.advance(random.number() * 0.003).map(drop),
    }
}

fn look(world: &PlayWorld, random: &mut Random) {
    let filter = QueryFilter::default();
    let _ = world.raycast_all(random.point(), random.point(), random.number(), &filter);
    let _ = world.sweep_circle(random.point(), random.number(), random.point(), &filter);
    let _ = world.overlap_circle(random.point(), random.number(), &filter);
    let _ = world.overlap_box(random.point(), random.point(), &filter);
    let _ = world.bodies_at(random.point(), &filter);
    let _ = world.nearest_node(random.point(), random.number(), &filter);
    world.draw(&mut DrawList::default());
}

/// Runs random calls; returns the hashes after each of them, and the events. Failed calls keep the hash.
fn play(world: &mut PlayWorld, hand: &mut Option<HandId>, random: &mut Random) -> (Vec<u64>, Vec<PlayEvent>) {
    let mut hashes = Vec::new();
    for _ in 0..30 {
        let before = world.hash();
        let done = act(world, hand, random);
        assert!(done.is_ok() || world.hash() == before, "{done:?}");
        look(world, random);
        hashes.push(world.hash());
    }
    (hashes, world.take_events())
}

#[test]
fn random_calls_replay_equally_after_restore() {
    let names = ["01-", "14-", "15-", "20-", "31-", "34-", "40-", "43-", "48-", "60-", "63-", "65-", "66-"];
    let chosen =
        |path: &String| names.iter().any(|name| path.rsplit('/').next().is_some_and(|own| own.starts_with(name)));
    let paths = gallery().into_iter().map(|path| path.to_string_lossy().into_owned()).filter(chosen);
    for (seed, path) in paths.enumerate().flat_map(|(at, path)| [(at, path.clone()), (at + 100, path)]) {
        let (mut world, mut hand, mut random) = (PlayWorld::from_file(&path).unwrap(), None, Random(seed as u64));
        world.set_contact_events(true);
        play(&mut world, &mut hand, &mut random);
        let (snapshot, mut hand_then, mut random_then) = (world.snapshot(), hand, random.clone());
        let expected = play(&mut world, &mut hand, &mut random);
        world.restore(&snapshot);
        assert!(play(&mut world, &mut hand_then, &mut random_then) == expected, "{path} {seed}");
    }
}
