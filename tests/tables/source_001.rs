//! 001 Mister Jelly: decor that pushes by force, and the mirrored orientation with its slip.

use crate::support::*;
use blobsmith::engine::World as Engine;
use blobsmith::geometry::DVec2;
use blobsmith::level::{Contact, Decor, Motion, Point};

/// A mass of 2 at this depth under the top (0 to 8, y = 0) of decor whose nodes have this velocity; h = ½ and
/// v' = v + f/2·½.
#[test]
fn penalty_force_and_viscosity() {
    // depth, v, v of the decor, stiffness, viscosity, force: stiffness·depth·(0, 1) - viscosity·(v - v_decor)
    let rows: [(f64, Point, Point, f64, f64, Point); 6] = [
        (0.5, [0.0, 0.0], [0.0, 0.0], 4.0, 0.0, [0.0, 2.0]),
        (0.25, [1.0, 0.0], [0.0, 0.0], 8.0, 0.5, [-0.5, 2.0]),
        (0.5, [0.0, -4.0], [0.0, 0.0], 0.0, 0.25, [0.0, 1.0]),
        (0.5, [2.0, -1.0], [0.0, 0.0], 2.0, 1.0, [-2.0, 2.0]),
        // A conveyor: at rest on it is to slide back on it.
        (0.125, [0.0, 0.0], [1.0, 0.0], 16.0, 0.5, [0.5, 2.0]),
        (0.125, [1.0, 0.0], [1.0, 0.0], 16.0, 0.5, [0.0, 2.0]),
    ];
    for (index, (depth, v, v_decor, stiffness, viscosity, force)) in rows.into_iter().enumerate() {
        let mut intruder = hulled(loose(&[([4.0, -depth], 2.0), ([4.1, 9.0], 1.0), ([3.9, 9.0], 1.0)]));
        intruder.nodes[0].velocity = v;
        let mut decor = hulled(loose(&[([0.0, -6.0], 1.0), ([8.0, -6.0], 1.0), ([8.0, 0.0], 1.0), ([0.0, 0.0], 1.0)]));
        decor.motion = Motion::Fixed;
        decor.nodes.iter_mut().for_each(|node| node.velocity = v_decor);
        let rule = Contact { decor: Decor::Penalty { stiffness, viscosity }, ..Contact::default() };
        for side in both(&bodies(contact(still(0.5), rule), vec![intruder, decor]), 1) {
            near(&format!("row {index}"), side.v(0, 0), [v[0] + force[0] / 4.0, v[1] + force[1] / 4.0]);
        }
    }
}

/// A = (0, 0), B = (4, 2), C = (1, 3): S = AB ^ AC = 4·3 - 2·1 = 10, and AC ^ AB = 1·2 - 3·4 = -10. The source prints
/// AC.x·AB.y + AC.y·AB.x = 1·2 + 3·4 = 14. Turned by 90°, B = (-2, 4) and C = (-3, 1), S is 10 still, while the print
/// gives -3·4 + 1·(-2) = -14: not an area at all.
#[test]
fn signs_of_the_mirrored_orientation() {
    let rows = [
        ([[0.0, 0.0], [4.0, 2.0], [1.0, 3.0]], 10.0, 14.0),
        ([[0.0, 0.0], [-2.0, 4.0], [-3.0, 1.0]], 10.0, -14.0),
        // y down: the same triangle, as 001 would have it; its AC ^ AB is positive.
        ([[0.0, 0.0], [4.0, -2.0], [1.0, -3.0]], -10.0, -14.0),
        // The other way round.
        ([[0.0, 0.0], [1.0, 3.0], [4.0, 2.0]], -10.0, 14.0),
    ];
    for (points, doubled_area, printed) in rows {
        let mut body = hulled(loose(&points.map(|point| (point, 1.0))));
        body.triangles = vec![[0, 1, 2]];
        let level = bodies(still(1.0), vec![body]);
        assert_eq!(Engine::new(&level).expect("fit").doubled_area(0), doubled_area);
        let [_, ab, ac] = points;
        assert_eq!(ac[0] * ab[1] - ac[1] * ab[0], -doubled_area, "AC ^ AB");
        assert_eq!(ac[0] * ab[1] + ac[1] * ab[0], printed);
    }
}

/// Gas 20, S = 10: p = 2. Edge AB = (4, 2) gives 2·(2, -4) = (4, -8) to A and B, BC = (-3, 1) gives (2, 6), CA =
/// (-1, -3) gives (-6, 2): f_A = (-2, -6), f_B = (6, -2), f_C = (-4, 8). 001's own lines, with y down, V = AC ^ AB = 10
/// and B = (4, -2): force = 2, f_A -= 2·(-2), += 2·4: (4, 8), the mirror image.
#[test]
fn gas_forces_match_the_source_in_either_orientation() {
    let mut body = hulled(loose(&[([0.0, 0.0], 1.0), ([4.0, 2.0], 2.0), ([1.0, 3.0], 4.0)]));
    (body.triangles, body.gas) = (vec![[0, 1, 2]], 20.0);
    for side in both(&bodies(still(0.5), vec![body]), 1) {
        near("A, mass 1", side.v(0, 0), [-1.0, -3.0]);
        near("B, mass 2", side.v(0, 1), [1.5, -0.5]);
        near("C, mass 4", side.v(0, 2), [-0.5, 1.0]);
    }
    let (ab, force) = (DVec2::new(4.0, -2.0), 20.0 / (1.0 * -2.0 - -3.0 * 4.0));
    assert_eq!((-(force * ab.y), force * ab.x), (4.0, 8.0));
}
