//! The ground of the scale bar.

use super::layers::draw;
use super::support::{GROUND, Raster, level_of};
use blobsmith::level::{Body, Node};

/// A filled body under the scale bar shows through its ground only a little.
#[test]
fn scale_bar_has_a_ground_over_the_level() {
    let corners = [[-12.0, -12.0], [12.0, -12.0], [12.0, 12.0], [-12.0, 12.0]];
    let body = Body {
        nodes: corners.into_iter().map(Node::at).collect(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        ..Body::default()
    };
    let level = level_of(vec![body]);
    let [bare, both] = [&["fill"][..], &["fill", "scale-bar"]].map(|layers| draw(&level, layers));
    let distance = |raster: &Raster, x, y| {
        let [a, b] = [raster.at(x, y), GROUND].map(|color| color.map(i32::from));
        (0..3).map(|part| (a[part] - b[part]).abs()).sum::<i32>()
    };
    // Between the bar and its label, and beside them.
    assert!(distance(&bare, 22, 178) > 20, "the body is there");
    assert!(3 * distance(&both, 22, 178) < distance(&bare, 22, 178));
    assert_eq!(both.at(120, 150), bare.at(120, 150));
}
