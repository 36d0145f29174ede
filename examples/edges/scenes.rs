//! Scenes of the comparison: families of shapes at several speeds, offsets, angles and numbers of substeps.

use blobsmith::level::shapes::{
    BalloonShape, Concave, ConcaveKind, Container, CrateBox, Floor, Gear, Material, Notch, Star,
};
use blobsmith::level::{Body, Level, Motion, Node, Path, Point, Spring, World};
use std::f64::consts::PI;

/// A family of scenes.
pub struct Family {
    /// Stable id.
    pub id: &'static str,
    /// Description, for tables.
    pub title: &'static str,
    /// Frames per scene.
    pub frames: u64,
    /// Creates its scenes.
    pub scenes: fn() -> Vec<Level>,
}

/// All families, in the order of the tables.
pub const ALL: &[Family] = &[
    Family { id: "squares", title: "two squares, free", frames: 120, scenes: squares },
    Family { id: "level", title: "two and three squares on a floor, pushed together", frames: 250, scenes: dead_level },
    Family { id: "rows", title: "squares of 12 nodes on a floor, pushed together", frames: 200, scenes: rows },
    Family { id: "turned", title: "turned squares", frames: 120, scenes: turned },
    Family { id: "vertices", title: "corner on corner", frames: 120, scenes: vertices },
    Family { id: "darts", title: "acute triangles (30°)", frames: 120, scenes: darts },
    Family { id: "stars", title: "stars", frames: 120, scenes: stars },
    Family { id: "gears", title: "teeth of gears", frames: 120, scenes: gears },
    Family { id: "staples", title: "staples on a beam (concave)", frames: 100, scenes: staples },
    Family { id: "notches", title: "corners into V notches", frames: 120, scenes: notches },
    Family { id: "balloons", title: "stones on balloons", frames: 150, scenes: balloons },
    Family { id: "heaps", title: "heaps in a container", frames: 150, scenes: heaps },
];

const FEW: [u32; 2] = [8, 16];

fn soft() -> Material {
    Material::default().springy(10.0, 0.5).touching(0.7, 0.2).filled(0.0)
}

fn ground() -> Material {
    Material::decor().touching(0.4, 0.6)
}

fn floating(substeps: u32, bodies: Vec<Body>) -> Level {
    falling(substeps, 0.0, bodies)
}

fn falling(substeps: u32, gravity: f64, bodies: Vec<Body>) -> Level {
    Level { world: World { gravity: [0.0, -gravity], substeps, ..World::default() }, bodies, ..Level::default() }
}

fn square(edges_per_side: usize) -> Body {
    CrateBox { size: [2.0, 2.0], edges_per_side, material: soft() }.body()
}

/// A polygon with nodes at its corners and springs between all pairs.
fn braced(corners: &[Point]) -> Body {
    let count = corners.len();
    let mut springs = Vec::new();
    for a in 0..count {
        for b in a + 1..count {
            let [dx, dy] = [corners[b][0] - corners[a][0], corners[b][1] - corners[a][1]];
            springs.push(Spring { a, b, rest_length: (dx * dx + dy * dy).sqrt(), stiffness: 10.0, damping: 0.5 });
        }
    }
    let nodes = corners.iter().map(|&corner| Node::at(corner)).collect();
    let hull = (0..count).map(|a| [a, (a + 1) % count]).collect();
    Body { nodes, springs, hull, gas: 0.0, restitution: 0.7, friction: 0.2, ..Body::default() }
}

/// One square approaches from the left, offset upwards.
fn squares() -> Vec<Level> {
    let mut all = Vec::new();
    for substeps in FEW {
        for speed in [0.02, 0.3, 1.0] {
            for offset in [0.0, 0.001, 0.01, 0.2, 0.7, -0.01] {
                let one = square(1).translated([-1.3, offset]).launched([speed, 0.0]);
                all.push(floating(substeps, vec![one, square(1).translated([1.0, 0.0])]));
            }
        }
    }
    all
}

/// 000 §E.2: both rest on a floor, and a ram pushes.
fn pushed_by_ram(substeps: u32, speed: f64, count: usize, edges: usize, material: Material) -> Level {
    let floor = Floor { width: 40.0, thickness: 1.0, material: ground() }.body();
    let ram = Floor { width: 1.0, thickness: 2.4, material: ground() }.body();
    // The ram moves 3 to the right and stops.
    let legs = 3.0 / speed;
    let rest = (400.0 / legs).ceil() as usize;
    let mut points = vec![[0.0, 0.0]];
    points.extend(std::iter::repeat_n([3.0, 0.0], rest + 1));
    let period = legs * points.len() as f64;
    let mut ram = ram.translated([-4.0, 2.5]);
    ram.motion = Motion::Driven(Path { points, period });
    let mut bodies = vec![floor, ram];
    for index in 0..count {
        let body = CrateBox { size: [2.0, 2.0], edges_per_side: edges, material }.body();
        bodies.push(body.translated([-1.6 + 2.6 * index as f64, 1.0]));
    }
    falling(substeps, 0.02, bodies)
}

fn dead_level() -> Vec<Level> {
    let mut all = Vec::new();
    for substeps in FEW {
        for speed in [0.02, 0.05, 0.1, 0.2] {
            for count in [2, 3] {
                let material = soft().touching(0.3, 0.4).filled(0.5);
                all.push(pushed_by_ram(substeps, speed, count, 1, material));
            }
        }
    }
    all
}

fn rows() -> Vec<Level> {
    let mut all = Vec::new();
    for substeps in FEW {
        for speed in [0.05, 0.1] {
            for count in [2, 3] {
                all.push(pushed_by_ram(substeps, speed, count, 3, soft().springy(5.0, 0.3).touching(0.3, 0.4)));
            }
        }
    }
    all
}

fn turned() -> Vec<Level> {
    let mut all = Vec::new();
    for substeps in FEW {
        for speed in [0.05, 0.2, 0.8] {
            for degrees in [5.0f64, 15.0, 40.0] {
                for offset in [-0.8, 0.0, 1.4] {
                    let one = square(1).rotated([0.0, 0.0], degrees.to_radians());
                    let one = one.translated([-2.0, offset]).launched([speed, 0.0]);
                    all.push(floating(substeps, vec![one, square(1).translated([1.0, 0.0])]));
                }
            }
        }
    }
    all
}

/// Diamonds tip to tip, diamonds and squares corner to corner, aligned and with small offsets.
fn vertices() -> Vec<Level> {
    let mut all = Vec::new();
    let diamond = || square(1).rotated([0.0, 0.0], PI / 4.0);
    for substeps in FEW {
        for speed in [0.05, 0.8] {
            for offset in [0.0, 1e-12, 1e-6, 1e-3, -1e-3] {
                let one = diamond().translated([-1.6, offset]).launched([speed, 0.0]);
                all.push(floating(substeps, vec![one, diamond().translated([1.414, 0.0])]));
                // Along the diagonal: corner to corner.
                let one = square(1).translated([-1.2, -1.2 + offset]).launched([speed, speed]);
                all.push(floating(substeps, vec![one, square(1).translated([1.0, 1.0])]));
            }
        }
    }
    all
}

fn darts() -> Vec<Level> {
    let mut all = Vec::new();
    // A tip of 30 degrees at (1, 0).
    let half = 2.0 * (PI / 12.0).tan();
    let dart = || braced(&[[1.0, 0.0], [-1.0, half], [-1.0, -half]]);
    for substeps in FEW {
        for speed in [0.05, 0.2, 0.8] {
            for degrees in [0.0f64, 20.0] {
                for offset in [0.0, 0.3, -0.995] {
                    let one = dart().rotated([0.0, 0.0], degrees.to_radians());
                    let one = one.translated([-1.4, offset]).launched([speed, 0.0]);
                    all.push(floating(substeps, vec![one.clone(), square(1).translated([1.0, 0.0])]));
                    let other = dart().rotated([0.0, 0.0], PI).translated([1.0, 0.0]);
                    all.push(floating(substeps, vec![one, other]));
                }
            }
        }
    }
    all
}

fn stars() -> Vec<Level> {
    let mut all = Vec::new();
    let star = || Star { tips: 5, radius: 1.2, inner: 0.6, blunt: 0.0, material: soft().springy(5.0, 0.3) }.body();
    for substeps in FEW {
        for speed in [0.1, 0.8] {
            for degrees in [0.0f64, 17.0] {
                for offset in [0.0, 0.5, 1.1] {
                    let one = star().rotated([0.0, 0.0], degrees.to_radians());
                    let one = one.translated([-1.5, offset]).launched([speed, 0.0]);
                    all.push(floating(substeps, vec![one.clone(), star().translated([1.3, 0.0])]));
                    all.push(floating(substeps, vec![one, square(1).translated([1.3, 0.0])]));
                }
            }
        }
    }
    all
}

fn gears() -> Vec<Level> {
    let mut all = Vec::new();
    let gear = || Gear { teeth: 8, module: 0.3, axle: false, material: soft().springy(3.0, 0.2), ..Gear::default() };
    for substeps in FEW {
        for speed in [0.1, 0.3, 0.8] {
            for degrees in [0.0f64, 11.0] {
                for offset in [0.0, 0.4] {
                    let one = gear().body().rotated([0.0, 0.0], degrees.to_radians());
                    let one = one.translated([-1.9, offset]).launched([speed, 0.0]);
                    all.push(floating(substeps, vec![one, gear().body().translated([1.5, 0.0])]));
                }
            }
        }
    }
    all
}

fn staples() -> Vec<Level> {
    let mut all = Vec::new();
    let staple = Concave {
        kind: ConcaveKind::U,
        columns: 7,
        rows: 8,
        thickness: 1,
        cell: 0.4,
        brace: true,
        material: Material::default().springy(8.0, 0.4).touching(0.3, 0.4),
    };
    for substeps in FEW {
        for speed in [0.0, 0.1, 0.4] {
            for offset in [0.0, 0.1, 0.35] {
                let beam = Floor { width: 1.2, thickness: 0.8, material: ground() }.body().translated([0.0, 1.0]);
                let body = staple.body().rotated([0.0, 0.0], PI).translated([offset, 0.4]).launched([0.0, -speed]);
                all.push(falling(substeps, 0.02, vec![beam, body]));
            }
        }
    }
    all
}

fn notches() -> Vec<Level> {
    let mut all = Vec::new();
    for substeps in FEW {
        for speed in [0.0, 0.6] {
            for degrees in [30.0f64, 45.0] {
                for offset in [0.0, 0.02] {
                    let bar = Notch { material: ground(), ..Notch::default() }.body();
                    let one = square(1).rotated([0.0, 0.0], degrees.to_radians());
                    let one = one.translated([offset, 1.2]).launched([0.0, -speed]);
                    all.push(falling(substeps, 0.02, vec![one, bar]));
                }
            }
        }
    }
    all
}

fn balloons() -> Vec<Level> {
    let mut all = Vec::new();
    for substeps in FEW {
        for speed in [0.0, 0.2] {
            for offset in [0.0, 1.2] {
                let floor = Floor { width: 12.0, thickness: 1.0, material: ground() }.body();
                let material = Material::default().weighing(0.5).springy(4.0, 0.3).touching(0.4, 0.4).filled(2.0);
                let balloon = BalloonShape { sides: 18, radius: 1.4, material, ..BalloonShape::default() }.body();
                let stone = square(1).scaled([0.0, 0.0], 0.5).translated([offset, 4.6]).launched([0.0, -speed]);
                all.push(falling(substeps, 0.02, vec![floor, balloon.translated([0.0, 1.5]), stone]));
            }
        }
    }
    all
}

fn heaps() -> Vec<Level> {
    let mut all = Vec::new();
    for substeps in FEW {
        for turn in [0.3, 0.7] {
            for kind in 0..3 {
                all.push(heap(substeps, turn, kind));
            }
        }
    }
    all
}

/// Twelve balloons, squares or stars that fall into a container, each rotated by `turn` relative to the previous one.
fn heap(substeps: u32, turn: f64, kind: usize) -> Level {
    let container = Container { inside: [6.0, 7.0], wall: 0.8, material: ground() }.body();
    let mut bodies = vec![container.translated([0.0, 3.5])];
    for index in 0..12 {
        let material = Material::default().weighing(0.2).springy(3.0, 0.15).touching(0.3, 0.5);
        let body = match kind {
            0 => BalloonShape { sides: 8, radius: 0.6, brace_span: 3, material, ..BalloonShape::default() }.body(),
            1 => CrateBox { size: [1.2, 1.2], edges_per_side: 1, material: material.filled(0.0) }.body(),
            _ => Star { tips: 4, radius: 0.8, inner: 0.5, blunt: 0.0, material: material.filled(0.0) }.body(),
        };
        let (column, row) = (index % 3, index / 3);
        let shift = if row % 2 == 0 { 0.17 } else { -0.13 };
        let place = [1.8 * (f64::from(column) - 1.0) + shift, 0.95 + 1.7 * f64::from(row)];
        bodies.push(body.rotated([0.0, 0.0], turn * f64::from(index)).translated(place));
    }
    falling(substeps, 0.02, bodies)
}

/// A level with a floor that has the friction of stone.
fn lying(bodies: Vec<Body>) -> Level {
    let floor = Floor { width: 40.0, thickness: 1.0, material: ground() }.body();
    falling(16, 0.02, std::iter::once(floor).chain(bodies).collect())
}

fn brick(width: f64, place: Point) -> Body {
    let material = soft().touching(0.3, 0.4).filled(0.5);
    CrateBox { size: [width, 1.0], edges_per_side: 1, material }.body().translated(place)
}

/// Squares of equal width, stacked exactly corner on corner.
pub fn tower() -> Level {
    lying((0..5).map(|row| brick(1.0, [0.0, 0.5 + f64::from(row)])).collect())
}

/// A wall whose rows are offset by half a brick.
pub fn wall() -> Level {
    let row = |row: u32| (0..4 - row).map(move |column| (row, column));
    let place = |(row, column): (u32, u32)| [2.0 * f64::from(column) + f64::from(row), 0.5 + f64::from(row)];
    lying((0..4).flat_map(row).map(|at| brick(1.9, place(at))).collect())
}

/// Squares exactly side by side.
pub fn side_by_side() -> Level {
    lying((0..3).map(|column| brick(1.0, [f64::from(column), 0.5])).collect())
}
