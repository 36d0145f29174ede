//! Inside or outside (000 §D.1.b) where it is a matter of `<` or `<=`.

use super::subject::{Subject, choosing, for_both, spike};
use crate::scenes::{block, decor, frame, level};
use blobsmith::level::{Body, EdgeChoice, Level, Point};

for_both!(ray_through_a_vertex_counts_it_once, border_of_a_square_is_half_open, frame_is_hollow);

/// Whether a node that stands there is found in contact with the hull.
fn is_inside<S: Subject>(point: Point, hull: Body, tail: Point) -> bool {
    let bodies = vec![spike(point, [0.0, 0.0], 1.0, tail), hull];
    let mut subject = S::start(&Level { world: choosing(EdgeChoice::Distance), ..level(bodies) });
    subject.substep();
    assert!(subject.kinds().is_empty());
    subject.contacts() > 0
}

/// A diamond with vertices at (±2,0) and (0,±2). Rays to the left, along y = 0: from (1,0) through the vertex (-2,0):
/// one of its two edges counts, inside. y = 2 touches the top vertex: neither edge reaches beyond it, outside.
/// y = -2 touches the bottom vertex: both edges count, outside.
fn ray_through_a_vertex_counts_it_once<S: Subject>() {
    let diamond = || decor(&[[2.0, 0.0], [0.0, 2.0], [-2.0, 0.0], [0.0, -2.0]]);
    assert!(is_inside::<S>([1.0, 0.0], diamond(), [9.0, 0.5]));
    assert!(!is_inside::<S>([1.0, 2.0], diamond(), [9.0, 3.0]));
    assert!(!is_inside::<S>([1.0, -2.0], diamond(), [9.0, -3.0]));
    // Within the box, beside the diamond.
    assert!(!is_inside::<S>([1.5, 1.5], diamond(), [9.0, 1.5]));
}

/// The source's test is half-open: cross = 0 counts as left, so that left and right side belong to the square; in y
/// the lower end belongs to it and the upper does not.
fn border_of_a_square_is_half_open<S: Subject>() {
    let square = || block([0.0, 0.0], [1.0, 1.0]);
    assert!(is_inside::<S>([0.0, 0.5], square(), [-9.0, 0.5]));
    assert!(is_inside::<S>([1.0, 0.5], square(), [9.0, 0.5]));
    assert!(is_inside::<S>([0.5, 0.0], square(), [0.5, -9.0]));
    assert!(!is_inside::<S>([0.5, 1.0], square(), [0.5, 9.0]));
}

/// An outer loop and an inner one that runs clockwise: in the wall is inside, in the hollow is not.
fn frame_is_hollow<S: Subject>() {
    let container = || frame([0.0, 0.0], [4.0, 4.0], 1.0);
    assert!(!is_inside::<S>([2.0, 2.0], container(), [2.2, 3.0]));
    assert!(is_inside::<S>([4.5, 2.0], container(), [9.0, 2.0]));
    assert!(is_inside::<S>([2.0, -0.5], container(), [2.0, -9.0]));
}
