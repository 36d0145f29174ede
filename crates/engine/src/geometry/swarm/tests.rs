//! Compares queries with brute force.

use super::*;

fn numbers(mut seed: u64) -> impl FnMut() -> f64 {
    move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as f64 / (1u64 << 31) as f64
    }
}

fn touching(swarm: &Swarm, area: &Aabb) -> Vec<usize> {
    let mut found = Vec::new();
    swarm.for_each(area, |number| found.push(number));
    found.sort_unstable();
    found
}

/// Asserts that boxes and pairs are those of brute force.
fn assert_complete(swarm: &Swarm, boxes: &[Aabb], what: &str) {
    let count = boxes.len();
    let mut expected = Vec::new();
    for first in 0..count {
        let near = (0..count).filter(|&other| boxes[other].overlaps(&boxes[first]));
        assert_eq!(touching(swarm, &boxes[first]), near.clone().collect::<Vec<_>>(), "{what}: box {first}");
        expected.extend(near.filter(|&other| other > first).map(|other| [first, other]));
    }
    let mut pairs = Vec::new();
    swarm.for_each_pair(0.0, |a, b| pairs.push([a.min(b), a.max(b)]));
    pairs.sort_unstable();
    assert_eq!(pairs, expected, "{what}: pairs");
}

#[test]
fn queries_agree_with_brute_force() {
    let mut random = numbers(1);
    // Boxes fill the plane once; some are small or large, some lie far out, some are infinite or absent.
    for (scene, count) in [1, 2, 40, 300, 300, 300, 300].into_iter().enumerate() {
        let mut swarm = Swarm::default();
        swarm.reset(count, 1.5);
        let side = (count as f64).sqrt();
        let mut boxes = vec![Aabb::EMPTY; count];
        let mut make = |index: usize| {
            let size = match scene {
                3 => [1.0, 0.0, 30.0, 1.0][index % 4],
                _ => 1.0 + 0.4 * random(),
            };
            let far = match scene {
                4 if index.is_multiple_of(50) => 1e12,
                5 => 1e-3,
                _ => 1.0,
            };
            let min = DVec2::new(random() - 0.5, random() - 0.5) * side * far;
            match (scene, index % 29) {
                (6, 0) => Aabb::EMPTY,
                (6, 1) => Aabb { min, max: DVec2::INFINITY },
                _ => Aabb { min, max: min + DVec2::splat(size) },
            }
        };
        for turn in 0..12 {
            swarm.load();
            // First few boxes move, then all.
            for (index, bounds) in boxes.iter_mut().enumerate() {
                if turn == 0 || turn > 6 || index % 20 == turn {
                    *bounds = make(index);
                    swarm.set(index, *bounds);
                }
            }
            swarm.settle();
            let finite = |boxes: &[Aabb]| -> Vec<Aabb> {
                boxes.iter().map(|b| if b.is_finite() { *b } else { Aabb::EMPTY }).collect()
            };
            assert_complete(&swarm, &finite(&boxes), &format!("scene {scene}, turn {turn}"));
            for _ in 0..count / 3 {
                let index = (turn * 7919 + 31) % count;
                boxes[index] = make(index);
                swarm.set(index, boxes[index]);
            }
            for index in (0..count).step_by(3) {
                // A small shift: most boxes stay in their cells.
                let by = DVec2::splat(0.2);
                boxes[index] = Aabb { min: boxes[index].min + by, max: boxes[index].max + by };
                swarm.set(index, boxes[index]);
            }
            assert_complete(&swarm, &finite(&boxes), &format!("scene {scene}, turn {turn}, moved"));
            if turn == 8 {
                swarm.suit(0.7);
            }
        }
    }
}

#[test]
fn sort_ignores_a_single_box_far_out() {
    let mut random = numbers(3);
    let mut swarm = Swarm::default();
    swarm.reset(1000, 1.5);
    swarm.load();
    for index in 0..1000 {
        let min = DVec2::new((index % 40) as f64, (index / 40) as f64) * 1.6;
        let min = if index == 7 { min + DVec2::splat(1e9) } else { min };
        swarm.set(index, Aabb { min, max: min + DVec2::splat(1.0 + 0.2 * random()) });
    }
    swarm.settle();
    assert_eq!((swarm.slots.len(), swarm.stray_list.len()), (1000, 0), "all boxes have slots");
}
