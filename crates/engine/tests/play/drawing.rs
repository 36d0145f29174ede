//! Draw lists.

use super::{gallery, square, weightless};
use blobsmith_engine::play::{DrawList, DrawLoop, PlayError, PlayWorld};
use serde_json::{Value, json};

/// Three squares on layers 2, 0 (no skin) and -1, and a disc.
fn layered() -> PlayWorld {
    let on = |id: &str, x: f64, skin: Value| {
        let mut body = square(id, [x, 0.0], 1.0);
        body["skin"] = skin;
        body
    };
    let front = on("front", 0.0, json!({"image": "a.png", "layer": 2, "tint": "#10203040"}));
    let back = on("back", 8.0, json!({"image": "b.png", "layer": -1, "uv": [[0, 0], [0.5, 0], [0.5, 1], [0, 1]]}));
    weightless(json!({"bodies": [front, square("plain", [4.0, 0.0], 1.0), back],
        "discs": [{"id": "d", "position": [2, 5], "velocity": [1, 0], "radius": 0.5}]}))
}

#[test]
fn bodies_are_drawn_by_layer_with_their_ranges() {
    let world = layered();
    let [front, plain, back] = ["front", "plain", "back"].map(|id| world.body(id).unwrap());
    let mut list = DrawList::default();
    world.draw(&mut list);
    assert_eq!(list.points, world.all_points());
    assert_eq!(list.bodies.iter().map(|body| body.body).collect::<Vec<_>>(), [back, plain, front]);
    assert_eq!(
        list.bodies.iter().map(|body| (body.layer, body.has_skin)).collect::<Vec<_>>(),
        [(-1, true), (0, false), (2, true)]
    );
    assert_eq!(list.bodies[2].tint, [0x10, 0x20, 0x30, 0x40]);
    assert_eq!((list.bodies[0].tint, list.bodies[1].tint), ([255; 4], [255; 4]));
    assert_eq!(list.triangles[list.bodies[0].triangles.clone()], [8, 9, 10, 8, 10, 11]);
    assert_eq!(list.triangles[list.bodies[2].triangles.clone()], [0, 1, 2, 0, 2, 3]);
    // Planar: the box of frame 0, v downwards.
    assert_eq!(list.uv[list.bodies[2].points.clone()], [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]]);
    assert_eq!(list.uv[list.bodies[0].points.clone()], [[0.0, 0.0], [0.5, 0.0], [0.5, 1.0], [0.0, 1.0]]);
    assert_eq!(list.uv[list.bodies[1].points.clone()], [[0.0, 0.0]; 4]);
    assert_eq!((list.discs[0].center, list.discs[0].radius), ([2.0, 5.0], 0.5));
}

#[test]
fn outlines_use_every_hull_edge_once() {
    for path in gallery() {
        let world = PlayWorld::from_file(&path).unwrap();
        let mut list = DrawList::default();
        world.draw(&mut list);
        for body in &list.bodies {
            let index = world.bodies().position(|own| own == body.body).unwrap();
            let layout = world.engine().layout();
            let sorted = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
            let mut edges: Vec<_> = layout.hull_edges[layout.bodies[index].hull_edges.clone()].to_vec();
            edges.iter_mut().for_each(|edge| *edge = sorted(*edge));
            let mut drawn = Vec::new();
            for DrawLoop { points, is_closed } in &list.loops[body.loops.clone()] {
                let nodes = &list.outlines[points.clone()];
                drawn.extend(nodes.windows(2).map(|ends| sorted([ends[0], ends[1]])));
                drawn.extend(is_closed.then(|| sorted([nodes[nodes.len() - 1], nodes[0]])));
            }
            edges.sort_unstable();
            drawn.sort_unstable();
            assert_eq!(drawn, edges, "{}", path.display());
        }
    }
}

#[test]
fn open_hulls_are_drawn_edge_by_edge() {
    let mut body = square("a", [0.0, 0.0], 1.0);
    body["hull"] = json!([[0, 1], [1, 2]]);
    let world = weightless(json!({"bodies": [body]}));
    let mut list = DrawList::default();
    world.draw(&mut list);
    let expected = [0..2, 2..4].map(|points| DrawLoop { points, is_closed: false });
    assert_eq!((&list.outlines[..], &list.loops[..]), (&[0, 1, 1, 2][..], &expected[..]));
}

#[test]
fn lists_are_filled_again_in_the_same_memory() {
    let mut world = layered();
    let mut list = DrawList::default();
    world.draw(&mut list);
    let at = (list.points.as_ptr(), list.triangles.as_ptr(), list.uv.as_ptr(), list.outlines.as_ptr());
    world.step(1);
    world.draw(&mut list);
    assert_eq!((list.points.as_ptr(), list.triangles.as_ptr(), list.uv.as_ptr(), list.outlines.as_ptr()), at);
    assert_eq!((list.bodies.len(), list.discs[0].center), (3, [3.0, 5.0]));
}

#[test]
fn draw_between_interpolates() {
    let mut world = layered();
    let mut list = DrawList::default();
    assert!(matches!(world.draw_between(0.5, &mut list), Err(PlayError::Off(_))));
    world.set_interpolation(true);
    let front = world.body("front").unwrap();
    world.set_velocity(front, [0.0, 4.0]).unwrap();
    world.step(1);
    world.draw_between(0.25, &mut list).unwrap();
    assert_eq!((list.points[0], list.discs[0].center), ([0.0, 1.0], [2.25, 5.0]));
    assert_eq!(list.bodies.len(), 3);
}

#[test]
fn bodies_that_blew_up_are_left_out() {
    let mut world = layered();
    let plain = world.body("plain").unwrap();
    world.set_velocity(plain, [0.0, 1e308]).unwrap();
    world.step(3);
    assert!(world.is_blown_up(plain).unwrap());
    let mut list = DrawList::default();
    world.draw(&mut list);
    assert!(list.bodies.len() == 2 && list.bodies.iter().all(|body| body.body != plain));
    assert!(list.triangles.iter().all(|&node| list.points[node as usize].iter().all(|number| number.is_finite())));
}
