//! The canvas mesh that is kept between frames equals one that is made anew.

use blobsmith::editor::stage::retained::{Ground, Retained};
use blobsmith::engine::World;
use blobsmith::geometry::DVec2;
use blobsmith::level::{Body, Disc, Level, Motion, Node, Point, Spring};
use blobsmith::picture::{Palette, Picture, Primitive, Scene, Theme, Viewport, draw_level, flatten};

/// Numbers in 0..1, the same every time (a linear congruential generator with the constants of Numerical Recipes).
struct Dice(u32);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.0 >> 8) / f64::from(1u32 << 24)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.roll() * count as f64) as usize
    }
}

const SIDE: usize = 40;

/// A sheet of nodes with springs along rows and columns, a hull around it and triangles in it.
fn sheet() -> Level {
    let at = |column: usize, row: usize| row * SIDE + column;
    let mut body = Body::default();
    for row in 0..SIDE {
        for column in 0..SIDE {
            body.nodes.push(Node::at([column as f64, row as f64]));
        }
    }
    let mut link = |a: usize, b: usize| {
        body.springs.push(Spring { a, b, rest_length: 1.0, stiffness: 1.0, damping: 0.0 });
    };
    for i in 0..SIDE {
        for j in 1..SIDE {
            link(at(j - 1, i), at(j, i));
            link(at(i, j - 1), at(i, j));
        }
    }
    let last = SIDE - 1;
    for i in 0..last {
        body.hull.extend([[at(i, 0), at(i + 1, 0)], [at(last, i), at(last, i + 1)]]);
        body.hull.extend([[at(i + 1, last), at(i, last)], [at(0, i + 1), at(0, i)]]);
        body.triangles.push([at(i, i), at(i + 1, i), at(i, i + 1)]);
    }
    Level { bodies: vec![body], discs: vec![disc([3.0, -4.0], 1.0), disc([8.0, -4.0], 1.0)], ..Level::default() }
}

fn disc(position: Point, radius: f64) -> Disc {
    Disc {
        name: String::new(),
        position,
        velocity: [0.0, 0.0],
        radius,
        mass: 1.0,
        restitution: 0.5,
        friction: 0.0,
        motion: Motion::Dynamic,
    }
}

fn primitives(level: &Level, viewport: &Viewport) -> Vec<Primitive> {
    let world = World::new(level).expect("a sound level");
    let palette = Palette::of(Theme::Dark);
    let mut picture = Picture::default();
    draw_level(&Scene::new(level, &world, &palette, *viewport), &mut picture);
    flatten(&picture, viewport, &palette)
}

fn view() -> Viewport {
    Viewport { size_px: DVec2::new(800.0, 600.0), center: DVec2::new(19.5, 18.0), scale: 12.0 }
}

fn ground() -> Ground {
    Ground { pixels_per_point: 1.0, origin: egui::vec2(40.0, 60.0), strength: 1.0 }
}

/// A change that the window can make.
fn change(level: &mut Level, viewport: &mut Viewport, ground: &mut Ground, dice: &mut Dice) {
    let kind = dice.below(12);
    let body = &mut level.bodies[0];
    let node = dice.below(body.nodes.len());
    match kind {
        // Inside, and on the hull, whose area is then triangulated in another way.
        0 | 1 => body.nodes[node].position = [40.0 * dice.roll(), 40.0 * dice.roll()],
        2 => body.nodes[dice.below(SIDE)].position[1] -= 3.0 * dice.roll(),
        3 => body.nodes.iter_mut().for_each(|node| node.position[0] += 0.25),
        4 => body.nodes[node].pinned ^= true,
        5 => drop(body.springs.remove(dice.below(body.springs.len()))),
        6 => {
            let b = dice.below(body.nodes.len());
            body.springs.insert(
                dice.below(body.springs.len()),
                Spring { a: node, b, rest_length: 1.0, stiffness: 1.0, damping: 0.0 },
            );
        }
        // Two nodes in one place: a spring without length has no corners.
        7 => body.nodes[node].position = body.nodes[(node + 1) % SIDE].position,
        8 => level.discs[0].position[0] += dice.roll(),
        9 => level.discs.push(disc([40.0 * dice.roll(), -8.0], 0.5)),
        10 => {
            viewport.center.x += 5.0 * (dice.roll() - 0.5);
            viewport.scale = 4.0 + 30.0 * dice.roll();
        }
        _ => {
            ground.origin.x += 10.0;
            ground.strength = if ground.strength < 1.0 { 1.0 } else { 0.4 };
            ground.pixels_per_point = 1.0 + dice.below(2) as f32;
        }
    }
}

#[test]
fn retained_mesh_equals_a_new_one_after_any_change() {
    let (mut level, mut viewport, mut ground) = (sheet(), view(), ground());
    let mut kept = Retained::default();
    let mut dice = Dice(5);
    for turn in 0..300 {
        change(&mut level, &mut viewport, &mut ground, &mut dice);
        let shown = primitives(&level, &viewport);
        kept.show(shown.clone(), ground);
        let mut anew = Retained::default();
        anew.show(shown, ground);
        assert_eq!(kept.pieces().0, anew.pieces().0, "turn {turn}");
        // Vertex for vertex; a failure would print a million numbers otherwise.
        assert!(kept.mesh().vertices == anew.mesh().vertices, "turn {turn}: other corners");
        assert!(kept.mesh().indices == anew.mesh().indices, "turn {turn}: other triangles");
        assert!(kept.mesh().is_valid(), "turn {turn}");
    }
}

#[test]
fn retained_mesh_updates_few_pieces_for_one_node() {
    let mut level = sheet();
    let mut kept = Retained::default();
    kept.show(primitives(&level, &view()), ground());
    let (all, made) = kept.pieces();
    // 3120 springs and 1600 nodes, at most 512 a piece.
    assert!(all >= 7 + 4 && made == all, "{made} of {all}");
    kept.show(primitives(&level, &view()), ground());
    assert_eq!(kept.pieces(), (all, 0));
    // In the middle: four springs, one dot; in the list a row's springs lie between those of a column.
    level.bodies[0].nodes[20 * SIDE + 20].position[0] += 0.2;
    kept.show(primitives(&level, &view()), ground());
    let (_, made) = kept.pieces();
    assert!((2..=5).contains(&made), "{made}");
    // What is painted now keeps its bits: another owner may still hold the mesh of before.
    let before = kept.mesh().clone();
    let copy = (*before).clone();
    level.bodies[0].nodes.iter_mut().for_each(|node| node.position[1] += 0.5);
    kept.show(primitives(&level, &view()), ground());
    assert!(before.vertices == copy.vertices && kept.mesh().vertices != copy.vertices);
}

#[test]
fn retained_mesh_updates_few_pieces_for_a_flipped_triangle() {
    let mut level = sheet();
    let mut kept = Retained::default();
    kept.show(primitives(&level, &view()), ground());
    let (all, _) = kept.pieces();
    let node = 20 * SIDE + 20;
    for turn in 0..3 {
        // Over the long side of its one triangle: rim, hatch and tint of that are drawn below the springs.
        level.bodies[0].nodes[node].position = [20.8, 20.8];
        let flipped = primitives(&level, &view());
        kept.show(flipped.clone(), ground());
        let (count, made) = kept.pieces();
        assert_eq!(count, all + 3, "turn {turn}");
        assert!((3 + 2..=3 + 5).contains(&made), "turn {turn}: {made} of {count}");
        let mut anew = Retained::default();
        anew.show(flipped, ground());
        assert!(kept.mesh().vertices == anew.mesh().vertices && kept.mesh().indices == anew.mesh().indices);
        level.bodies[0].nodes[node].position = [20.0, 20.0];
        kept.show(primitives(&level, &view()), ground());
        let (count, made) = kept.pieces();
        assert!(count == all && (2..=5).contains(&made), "turn {turn}: {made} of {count}");
    }
}
