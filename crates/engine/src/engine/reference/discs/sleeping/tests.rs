//! Islands and support against their definitions, by testing all pairs.

use super::*;
use crate::level::{Disc, Level, Motion, Obstacle, ObstacleShape};

/// Returns a level of discs that fall in columns of three heights with gaps: some are in islands and some are not.
fn columns() -> Level {
    let mut seed = 9u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as f64 / (1u64 << 31) as f64
    };
    let mut level = Level::default();
    for (column, height) in [200, 40, 300].into_iter().enumerate() {
        let left = 40.0 * column as f64;
        for index in 0..height {
            let position = [left + 2.0 + 1.3 * (index % 16) as f64, 1.0 + 1.2 * (index / 16) as f64];
            let velocity = [random() * 0.2 - 0.1, random() * 0.2 - 0.1];
            // Some are elastic, so they are in no island.
            let restitution = if index % 23 == 7 { 1.0 } else { 0.3 };
            let motion = if index % 41 == 5 { Motion::Fixed } else { Motion::Dynamic };
            let radius = 0.4 + 0.1 * random();
            level.discs.push(Disc {
                name: String::new(),
                position,
                velocity,
                radius,
                mass: 1.0,
                restitution,
                friction: 0.0,
                motion,
                ..Disc::default()
            });
        }
        for x in [left, left + 24.0] {
            level.obstacles.push(obstacle([x, 0.0], [x, 60.0]));
        }
        level.obstacles.push(obstacle([left, 0.0], [left + 24.0, 0.0]));
    }
    level.world.substeps = 4;
    level
}

fn obstacle(a: [f64; 2], b: [f64; 2]) -> Obstacle {
    Obstacle { name: String::new(), shape: ObstacleShape::Segment(a, b), restitution: 1.0, ..Obstacle::default() }
}

/// Returns all discs connected with a disc, and true if one of them is near a sleeping disc.
fn connected(update: &SleepUpdate<'_, '_>, first: usize, is_candidate: &[bool]) -> (Vec<usize>, bool) {
    let movers = &update.scratch.movers;
    let are_near = |a: usize, b: usize| {
        let (a, b) = (movers[a].motion, movers[b].motion);
        let gap = (a.position - b.position).length_squared();
        let range = a.radius + b.radius + update.near;
        gap <= range * range && (a.velocity - b.velocity).length_squared() <= update.swift * update.swift
    };
    let (mut all, mut looked_at, mut is_near_sleeper) = (vec![first], 0, false);
    while let Some(&disc) = all.get(looked_at) {
        looked_at += 1;
        for other in (0..movers.len()).filter(|&other| are_near(disc, other)) {
            is_near_sleeper |= movers[other].role == Role::Asleep;
            if is_candidate[other] && !all.contains(&other) {
                all.push(other);
            }
        }
    }
    (all, is_near_sleeper)
}

/// True if something that touches a disc from below is immovable or supported.
fn has_support(update: &SleepUpdate<'_, '_>, disc: usize, supported: &[bool]) -> bool {
    let (movers, discs) = (&update.scratch.movers, &update.layout.discs);
    let own = movers[disc].motion;
    let by_disc = (0..movers.len()).filter(|&other| other != disc && supported[other]).any(|other| {
        let d = own.position - movers[other].motion.position;
        d.length() <= own.radius + discs.radius[other] + update.touching
            && discs.restitution[disc] * discs.restitution[other] < 1.0
            && d.dot(update.up) > 0.0
    });
    by_disc
        || update.layout.obstacles.iter().any(|obstacle| {
            let touch = time_of_impact::obstacle_contact(&obstacle.shape, own.position, own.radius);
            touch.gap <= update.touching
                && discs.restitution[disc] * obstacle.restitution < 1.0
                && touch.normal.dot(update.up) > 0.0
        })
}

#[test]
fn islands_and_support_match_their_definitions() {
    let mut world = World::new(&columns()).unwrap();
    let mut seen = [0; 5];
    for frame in 0..240 {
        world.step_frame();
        if frame % 8 != 0 {
            continue;
        }
        let mut scratch = world.scratch.workspaces.get::<DiscScratch>().clone();
        super::super::begin(&world.layout, &world.state, &[], &mut scratch, true);
        let gravity = DVec2::from(world.layout.settings.gravity);
        let slow = slow_speed(&world.layout);
        let touching = slow / SLOW_SUBSTEPS * world.layout.substep_time;
        let mut update = SleepUpdate {
            world: &world,
            layout: &world.layout,
            state: &world.state,
            scratch: &mut scratch,
            up: -gravity / gravity.length(),
            slow,
            swift: swift_speed(&world.layout),
            touching,
            near: touching * SLOW_SUBSTEPS,
        };
        let count = update.layout.discs.count();
        let is_candidate: Vec<bool> = (0..count)
            .map(|disc| update.scratch.movers[disc].role == Role::Free && update.layout.discs.restitution[disc] < 1.0)
            .collect();
        update.find_islands();
        for disc in (0..count).filter(|&disc| is_candidate[disc]) {
            let (all, is_near_sleeper) = connected(&update, disc, &is_candidate);
            let is_in_island = update.scratch.counters[disc].is_in_island;
            assert_eq!(is_in_island, all.len() >= MIN_ISLAND_SIZE || is_near_sleeper, "disc {disc} in frame {frame}");
            seen[usize::from(is_in_island)] += 1;
        }

        // Assume all supported; remove discs without support until none is left.
        let roles: Vec<Role> = update.scratch.movers.iter().map(|mover| mover.role).collect();
        let mut supported: Vec<bool> = (0..count)
            .map(|disc| match roles[disc] {
                Role::Asleep | Role::Immovable => true,
                _ => update.is_in_island(disc, update.swift),
            })
            .collect();
        while let Some(disc) = (0..count)
            .find(|&disc| supported[disc] && roles[disc] != Role::Immovable && !has_support(&update, disc, &supported))
        {
            supported[disc] = false;
        }
        update.find_supported();
        for disc in 0..count {
            assert_eq!(update.scratch.sleeping.supported[disc], supported[disc], "disc {disc} in frame {frame}");
            seen[2 + usize::from(supported[disc])] += 1;
            seen[4] += usize::from(roles[disc] == Role::Asleep);
        }
    }
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}
