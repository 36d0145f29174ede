//! Small levels whose every number can be checked by hand.

use blobsmith::level::edit::{Align, Anchor, Axis, Made, aligned, distributed, extent, shift};
use blobsmith::level::{Body, EditorExtra, Level, Node, Place, Role, Spring, Stick, format};

/// Corners (0,0), (2,0), (2,2), (0,2); a spring and a hull edge on each side, both diagonals; triangles 0-1-2 and 0-2-3.
pub fn square() -> Body {
    let nodes = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(Node::at).to_vec();
    let spring = |(a, b): (usize, usize), rest_length| Spring { a, b, rest_length, stiffness: 6.0, damping: 0.5 };
    let diagonal = 8.0_f64.sqrt();
    Body {
        name: "square".into(),
        springs: vec![
            spring((0, 1), 2.0),
            spring((1, 2), 2.0),
            spring((2, 3), 2.0),
            spring((3, 0), 2.0),
            spring((0, 2), diagonal),
            spring((1, 3), diagonal),
        ],
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        nodes,
        ..Body::default()
    }
}

/// Corners on the x axis and above: (0,0), (4,0), (4,3), a spring and a stick on each side, with a barycentre fan.
pub fn balloon() -> Body {
    let mut nodes = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0]].map(Node::at).to_vec();
    nodes.push(Node { role: Role::Barycentre, ..Node::at([8.0 / 3.0, 1.0]) });
    let sides = [(0, 1, 4.0), (1, 2, 3.0), (2, 0, 5.0)];
    Body {
        name: "balloon".into(),
        springs: sides.map(|(a, b, rest_length)| Spring { a, b, rest_length, stiffness: 1.0, damping: 0.0 }).to_vec(),
        sticks: sides.map(|(a, b, length)| Stick { a, b, length, hidden: false }).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 0]],
        triangles: vec![[0, 1, 3], [1, 2, 3], [2, 0, 3]],
        nodes,
        ..Body::default()
    }
}

pub fn of(bodies: Vec<Body>) -> Level {
    Level { bodies, ..Level::default() }
}

/// The same with an extra that holds what is given by number.
pub fn painted(mut level: Level, colors: &[&str]) -> Level {
    level.editor = Some(EditorExtra {
        body_colors: colors.iter().map(|&color| color.to_owned()).collect(),
        ..EditorExtra::default()
    });
    level
}

pub fn assert_sound(level: &Level) {
    if let Err(error) = format::validate(level) {
        panic!("{error}");
    }
}

/// The springs as `(a, b)`.
pub fn springs(body: &Body) -> Vec<(usize, usize)> {
    body.springs.iter().map(|spring| (spring.a, spring.b)).collect()
}

/// Aligns parts.
pub fn align(level: &mut Level, places: &[Place], how: Align, anchor: Anchor) -> Result<Made, String> {
    let moves = aligned(level, places, how, anchor, &extent)?;
    shift(level, &moves)
}

/// Makes the gaps between parts even.
pub fn distribute(level: &mut Level, places: &[Place], axis: Axis) -> Result<Made, String> {
    let moves = distributed(level, places, axis, &extent)?;
    shift(level, &moves)
}
