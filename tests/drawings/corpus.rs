//! Drawings made by rule from a seed, with their area and the number of their loops: thin walls, sharp tips, holes, islands.

use std::f64::consts::{PI, TAU};
use std::fmt::Write;

/// Draws a shape at random.
type Draw = fn(&mut Random) -> Shape;

/// Kinds of drawings, and drawings of each kind.
const KINDS: [(&str, Draw); 15] = [
    ("star", star),
    ("ring", ring),
    ("frame", frame),
    ("comb", comb),
    ("gear", gear),
    ("crescent", crescent),
    ("arrow", arrow),
    ("zigzag", zigzag),
    ("spiral", spiral),
    ("islands", islands),
    ("face", face),
    ("grating", grating),
    ("drop", teardrop),
    ("cross", cross),
    ("flower", flower),
];
const OF_EACH: usize = 8;

/// A drawing on a page of 100 x 100.
pub struct Drawing {
    pub name: String,
    pub svg: String,
    /// In units of the page.
    pub area: f64,
    /// Outer loops and holes.
    pub loops: [usize; 2],
}

/// What is filled: path data, its area, outer loops and holes.
struct Shape {
    data: String,
    area: f64,
    loops: [usize; 2],
}

type Loop = Vec<(f64, f64)>;

/// All drawings; the same in every run.
pub fn all() -> Vec<Drawing> {
    let mut random = Random(20);
    let mut drawings = Vec::new();
    for (kind, make) in KINDS {
        for number in 0..OF_EACH {
            let Shape { data, area, loops } = make(&mut random);
            let svg = format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path fill-rule="evenodd" d="{data}"/></svg>"#
            );
            drawings.push(Drawing { name: format!("{kind} {number}"), svg, area, loops });
        }
    }
    drawings
}

/// A linear congruential generator (Knuth's MMIX).
struct Random(u64);

impl Random {
    /// Evenly between two numbers.
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        low + (high - low) * ((self.0 >> 11) as f64 / (1u64 << 53) as f64)
    }

    /// One of the whole numbers from `low` to `high`.
    fn whole(&mut self, low: usize, high: usize) -> usize {
        (self.between(low as f64, high as f64 + 1.0) as usize).min(high)
    }
}

/// Loops of straight lines; the first `outer` of them are not holes.
fn polygons(loops: Vec<Loop>, outer: usize) -> Shape {
    let mut data = String::new();
    let mut area = 0.0;
    for (i, points) in loops.iter().enumerate() {
        let next = |j: usize| points[(j + 1) % points.len()];
        let doubled: f64 = (0..points.len()).map(|j| points[j].0 * next(j).1 - next(j).0 * points[j].1).sum();
        area += if i < outer { 0.5 * doubled.abs() } else { -0.5 * doubled.abs() };
        for (j, (x, y)) in points.iter().enumerate() {
            write!(data, "{}{x:.5} {y:.5} ", if j == 0 { "M" } else { "L" }).unwrap();
        }
        data += "Z ";
    }
    Shape { data, area, loops: [outer, loops.len() - outer] }
}

/// Full ellipses, as arcs: x, y, radii.
fn ellipses(all: &[[f64; 4]], outer: usize) -> Shape {
    let mut shape = Shape { data: String::new(), area: 0.0, loops: [outer, all.len() - outer] };
    for (i, [x, y, a, b]) in all.iter().enumerate() {
        write!(shape.data, "M{} {y} A{a} {b} 0 1 0 {} {y} A{a} {b} 0 1 0 {} {y} Z ", x - a, x + a, x - a).unwrap();
        shape.area += PI * a * b * if i < outer { 1.0 } else { -1.0 };
    }
    shape
}

fn polar(radius: f64, angle: f64) -> (f64, f64) {
    (50.0 + radius * angle.cos(), 50.0 + radius * angle.sin())
}

fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Loop {
    vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
}

/// A band of a width along a line.
fn band(line: &[(f64, f64)], width: f64) -> Loop {
    let count = line.len();
    let side = |sign: f64| {
        let offset = move |i: usize| {
            let direction = |a: (f64, f64), b: (f64, f64)| {
                let (x, y) = (b.0 - a.0, b.1 - a.1);
                let length = x.hypot(y);
                (x / length, y / length)
            };
            let before = direction(line[i.max(1) - 1], line[i.max(1)]);
            let after = direction(line[i.min(count - 2)], line[i.min(count - 2) + 1]);
            // The miter: along the sum of both normals, as far as both sides stay a half width away.
            let (x, y) = (-before.1 - after.1, before.0 + after.0);
            let scale = sign * 0.5 * width / (1.0 + before.0 * after.0 + before.1 * after.1);
            (line[i].0 + scale * x, line[i].1 + scale * y)
        };
        (0..count).map(offset)
    };
    side(1.0).chain(side(-1.0).rev()).collect()
}

fn star(random: &mut Random) -> Shape {
    let tips = random.whole(4, 9);
    let (inner, turn) = (random.between(12.0, 24.0), random.between(0.0, TAU));
    let corner = |i: usize| polar(if i.is_multiple_of(2) { 42.0 } else { inner }, turn + PI * i as f64 / tips as f64);
    polygons(vec![(0..2 * tips).map(corner).collect()], 1)
}

fn ring(random: &mut Random) -> Shape {
    let (a, b, wall) = (random.between(25.0, 42.0), random.between(25.0, 42.0), random.between(3.0, 12.0));
    ellipses(&[[50.0, 50.0, a, b], [50.0, 50.0, a - wall, b - wall]], 1)
}

fn frame(random: &mut Random) -> Shape {
    let (width, height, wall) = (random.between(40.0, 80.0), random.between(40.0, 80.0), random.between(3.0, 10.0));
    let hole = rectangle(10.0 + wall, 10.0 + wall, width - 2.0 * wall, height - 2.0 * wall);
    polygons(vec![rectangle(10.0, 10.0, width, height), hole], 1)
}

fn comb(random: &mut Random) -> Shape {
    let teeth = random.whole(3, 7);
    let (tooth, length, back) = (random.between(3.5, 6.0), random.between(15.0, 45.0), random.between(6.0, 15.0));
    let pitch = (80.0 - tooth) / (teeth - 1) as f64;
    let mut points = vec![(90.0, 20.0), (10.0, 20.0)];
    for i in 0..teeth {
        let x = 10.0 + pitch * i as f64;
        let low = 20.0 + back;
        points.extend([(x, low), (x, low + length), (x + tooth, low + length), (x + tooth, low)]);
    }
    points.dedup();
    polygons(vec![points], 1)
}

fn gear(random: &mut Random) -> Shape {
    let teeth = random.whole(7, 12);
    let (root, hole) = (random.between(28.0, 34.0), random.between(8.0, 20.0));
    let corner = |i: usize| {
        let angle = TAU * (i as f64 + [0.0, 0.1, -0.1, 0.0][i % 4]) / (4 * teeth) as f64;
        polar(if i % 4 < 2 { root } else { 42.0 }, angle)
    };
    let inner = (0..48).map(|i| polar(hole, TAU * f64::from(i) / 48.0)).collect();
    polygons(vec![(0..4 * teeth).map(corner).collect(), inner], 1)
}

fn crescent(random: &mut Random) -> Shape {
    let (bulge, turn) = (random.between(10.0, 28.0), random.between(0.0, TAU));
    let arc = |i: usize| {
        let angle = PI * i as f64 / 40.0;
        (40.0 * angle.cos(), 40.0 * angle.sin())
    };
    let back = |i: usize| {
        let angle = PI * i as f64 / 40.0;
        (-40.0 * angle.cos(), (40.0 - bulge) * angle.sin())
    };
    let turned = |(x, y): (f64, f64)| (50.0 + x * turn.cos() - y * turn.sin(), 50.0 + x * turn.sin() + y * turn.cos());
    polygons(vec![(0..40).map(arc).chain((0..40).map(back)).map(turned).collect()], 1)
}

fn arrow(random: &mut Random) -> Shape {
    let (shaft, head, wing) = (random.between(4.0, 14.0), random.between(20.0, 40.0), random.between(12.0, 30.0));
    let points = vec![
        (10.0, 50.0 - shaft / 2.0),
        (90.0 - head, 50.0 - shaft / 2.0),
        (90.0 - head, 50.0 - wing),
        (90.0, 50.0),
        (90.0 - head, 50.0 + wing),
        (90.0 - head, 50.0 + shaft / 2.0),
        (10.0, 50.0 + shaft / 2.0),
    ];
    polygons(vec![points], 1)
}

fn zigzag(random: &mut Random) -> Shape {
    let corners = random.whole(3, 6);
    let (width, height) = (random.between(4.0, 9.0), random.between(15.0, 35.0));
    let corner = |i: usize| {
        (10.0 + 80.0 * i as f64 / corners as f64, if i.is_multiple_of(2) { 50.0 - height } else { 50.0 + height })
    };
    let line: Vec<_> = (0..=corners).map(corner).collect();
    polygons(vec![band(&line, width)], 1)
}

fn spiral(random: &mut Random) -> Shape {
    let (width, turns) = (random.between(4.0, 7.0), random.between(1.2, 2.0));
    let point = |i: usize| {
        let part = i as f64 / 90.0;
        polar(9.0 + 33.0 * part, TAU * turns * part)
    };
    polygons(vec![band(&(0..=90).map(point).collect::<Vec<_>>(), width)], 1)
}

fn islands(random: &mut Random) -> Shape {
    let mut radius = || random.between(8.0, 20.0);
    let (a, b, c, d) = (radius(), radius(), radius(), radius());
    let all =
        [[28.0, 28.0, a, b], [72.0, 30.0, c, c], [30.0, 72.0, d, a], [72.0, 72.0, 20.0, 20.0], [72.0, 72.0, 9.0, 12.0]];
    ellipses(&all, 4)
}

fn face(random: &mut Random) -> Shape {
    let (a, b) = (random.between(32.0, 42.0), random.between(32.0, 42.0));
    let (eye, mouth) = (random.between(3.0, 7.0), random.between(8.0, 16.0));
    ellipses(&[[50.0, 50.0, a, b], [37.0, 40.0, eye, eye], [63.0, 40.0, eye, eye], [50.0, 66.0, mouth, 4.0]], 1)
}

fn grating(random: &mut Random) -> Shape {
    let (columns, rows, bar) = (random.whole(2, 4), random.whole(2, 4), random.between(4.0, 9.0));
    let mut loops = vec![rectangle(10.0, 10.0, 80.0, 80.0)];
    let (width, height) = ((80.0 - bar) / columns as f64, (80.0 - bar) / rows as f64);
    for column in 0..columns {
        for row in 0..rows {
            let (x, y) = (10.0 + bar + width * column as f64, 10.0 + bar + height * row as f64);
            loops.push(rectangle(x, y, width - bar, height - bar));
        }
    }
    polygons(loops, 1)
}

fn teardrop(random: &mut Random) -> Shape {
    let (radius, tip) = (random.between(15.0, 28.0), random.between(45.0, 70.0));
    // The tangents from the tip touch the circle at this angle from the axis.
    let touch = (radius / tip).acos();
    let arc = |i: usize| {
        let angle = -PI / 2.0 + touch + (TAU - 2.0 * touch) * i as f64 / 40.0;
        (50.0 + radius * angle.cos(), 70.0 + radius * angle.sin())
    };
    polygons(vec![std::iter::once((50.0, 70.0 - tip)).chain((0..=40).map(arc)).collect()], 1)
}

fn cross(random: &mut Random) -> Shape {
    let (arm, bar, shift) = (random.between(4.0, 16.0), random.between(4.0, 16.0), random.between(-15.0, 15.0));
    let (left, right, low, high) =
        (50.0 - arm / 2.0, 50.0 + arm / 2.0, 50.0 + shift - bar / 2.0, 50.0 + shift + bar / 2.0);
    let points = vec![
        (left, 10.0),
        (right, 10.0),
        (right, low),
        (90.0, low),
        (90.0, high),
        (right, high),
        (right, 90.0),
        (left, 90.0),
        (left, high),
        (10.0, high),
        (10.0, low),
        (left, low),
    ];
    polygons(vec![points], 1)
}

fn flower(random: &mut Random) -> Shape {
    let petals = random.whole(3, 8) as f64;
    let (wave, hole) = (random.between(3.0, 10.0), random.between(4.0, 12.0));
    let outer = (0..120).map(|i| {
        let angle = TAU * f64::from(i) / 120.0;
        polar(31.0 + wave * (petals * angle).cos(), angle)
    });
    let inner = (0..40).map(|i| polar(hole, TAU * f64::from(i) / 40.0));
    polygons(vec![outer.collect(), inner.collect()], 1)
}
