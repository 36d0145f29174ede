//! Gizmo lines against hand calculation.

mod support;

use bevy::prelude::*;
use bevy_blobsmith::prelude::*;
use bevy_gizmos::config::GizmoConfigStore;
use bevy_gizmos::gizmos::GizmoBuffer;
use support::{bare_app, play, spawn};

fn nothing() -> BlobGizmos {
    BlobGizmos { hulls: None, springs: None, discs: None, obstacles: None, links: None, contacts: None, ..default() }
}

/// Ends of the lines of a world that is twice as large and moved by (10, 0).
fn lines(world: &BlobWorld, config: &BlobGizmos) -> Vec<[Vec2; 2]> {
    let transform = GlobalTransform::from(Transform::from_xyz(10.0, 0.0, 0.0).with_scale(Vec3::splat(2.0)));
    let mut buffer = GizmoBuffer::<BlobGizmos, ()>::new();
    bevy_blobsmith::draw(world, &transform, config, &mut buffer);
    buffer.list_positions.chunks(2).map(|ends| [ends[0].truncate(), ends[1].truncate()]).collect()
}

fn triangle() -> BlobWorld {
    BlobWorld::new(play(
        r#"{"format": 2, "world": {"gravity": [0, 0]}, "bodies": [{"id": "a", "nodes": [
                {"position": [0, 0], "velocity": [0.5, 0]}, {"position": [1, 0]}, {"position": [0, 1]}],
                "hull": [[0, 1], [1, 2], [2, 0]],
                "springs": [{"a": 0, "b": 2, "rest_length": 1, "stiffness": 1, "damping": 0}]}],
            "discs": [{"id": "d", "position": [5, 5], "radius": 1}],
            "obstacles": [{"shape": {"Segment": [[0, -1], [3, -1]]}}],
            "links": [{"id": "l", "a": {"node": [0, 1]}, "b": {"point": [4, 0]},
                "kind": {"Spring": {"rest_length": 3, "stiffness": 1, "damping": 0}}}]}"#,
    ))
}

#[test]
fn lines_are_in_the_coordinates_of_the_entity() {
    let color = Some(Color::WHITE);
    let world = triangle();
    let at = |x: f32, y: f32| Vec2::new(10.0 + 2.0 * x, 2.0 * y);
    let corners = [at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0)];
    let sides = [[corners[0], corners[1]], [corners[1], corners[2]], [corners[2], corners[0]]];
    assert_eq!(lines(&world, &BlobGizmos { hulls: color, ..nothing() }), sides);
    assert_eq!(lines(&world, &BlobGizmos { springs: color, ..nothing() }), [[corners[0], corners[2]]]);
    assert_eq!(lines(&world, &BlobGizmos { links: color, ..nothing() }), [[corners[1], at(4.0, 0.0)]]);
    assert_eq!(lines(&world, &BlobGizmos { obstacles: color, ..nothing() }), [[at(0.0, -1.0), at(3.0, -1.0)]]);
    let velocities = lines(&world, &BlobGizmos { velocities: color, velocity_time: 4.0, ..nothing() });
    assert_eq!(velocities[0], [corners[0], at(2.0, 0.0)]);
    assert_eq!(velocities.len(), 4, "three nodes and a disc");
    for [a, b] in lines(&world, &BlobGizmos { discs: color, ..nothing() }) {
        assert!((a.distance(at(5.0, 5.0)) - 2.0).abs() < 1e-5 && (b.distance(at(5.0, 5.0)) - 2.0).abs() < 1e-5);
    }
    assert_eq!(lines(&world, &nothing()), Vec::<[Vec2; 2]>::new());
}

#[test]
fn contacts_have_a_line_along_their_normal() {
    let mut app = bare_app();
    let level = play(support::TWO_DISCS);
    let entity = spawn(&mut app, level, BlobSettings { contacts: true, ..default() });
    let config = BlobGizmos { contacts: Some(Color::WHITE), contact_length: 0.5, ..nothing() };
    let mut seen = Vec::new();
    for _ in 0..6 {
        app.update();
        seen.push(lines(support::world(&app, entity), &config));
    }
    let drawn: Vec<_> = seen.into_iter().filter(|lines| !lines.is_empty()).collect();
    // One frame with one contact, at x = 4; the normal points from the second disc to the first, to the left.
    assert_eq!(drawn, [[[Vec2::new(18.0, 0.0), Vec2::new(17.0, 0.0)]]]);
}

#[test]
fn overlays_of_the_editor_are_lines() {
    let world = triangle();
    let transform = GlobalTransform::default();
    let mut buffer = GizmoBuffer::<BlobGizmos, ()>::new();
    let with = |name: &str| BlobGizmos { overlays: vec![name.to_owned()], ..nothing() };
    bevy_blobsmith::draw_overlays(&world, &transform, &with("velocities"), &mut buffer).unwrap();
    // The only velocity is that of the node at the origin, to the right: a shaft, and the three edges of a head.
    let points = &buffer.list_positions;
    assert_eq!(points.len(), 2 * 4);
    // Within a pixel of a view that shows about ten units.
    let near = 0.02;
    assert!(points[0].length() < near && points[1].x > near && points[1].y.abs() < near, "{points:?}");
    assert!(points[2..].iter().all(|point| point.x > near), "{points:?}");
    let error = bevy_blobsmith::draw_overlays(&world, &transform, &with("speed"), &mut buffer).unwrap_err();
    assert!(error.to_string().contains("velocities"), "{error}");
}

#[test]
fn plugin_draws_in_an_app_with_gizmos() {
    let mut app = bare_app();
    // Of Bevy's `GizmoPlugin`, only what keeps lines.
    app.init_asset::<bevy_gizmos::GizmoAsset>().add_plugins(BlobGizmosPlugin);
    app.world_mut().spawn(triangle());
    app.update();
    let (_, group) = app.world().resource::<GizmoConfigStore>().config::<BlobGizmos>();
    assert!(group.hulls.is_some());
    let handles = app.world().resource::<bevy_gizmos::GizmoHandles>();
    let drawn = handles.handles().values().flatten().count();
    assert_eq!(drawn, 1, "only the group of this plugin has lines");
}
