//! Snap tests with hand-computed results: a square with a corner at (1.02, 2.03) and a grid of 0.5.

use super::*;
use crate::level::{Body, Disc, Motion, Node, Obstacle, Spring};

fn level() -> Level {
    let corners = [[1.02, 2.03], [3.02, 2.03], [3.02, 4.03], [1.02, 4.03]];
    let body = Body {
        nodes: corners.into_iter().map(Node::at).collect(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        springs: vec![Spring { a: 0, b: 2, rest_length: 1.0, stiffness: 1.0, damping: 0.0 }],
        ..Body::default()
    };
    let disc = Disc {
        name: String::new(),
        position: [10.0, 0.25],
        velocity: [0.0, 0.0],
        radius: 2.0,
        mass: 1.0,
        restitution: 1.0,
        friction: 0.0,
        motion: Motion::Dynamic,
        ..Disc::default()
    };
    let line = Obstacle {
        name: String::new(),
        shape: ObstacleShape::Line([0.0, -5.1], [2.0, 0.0]),
        restitution: 1.0,
        ..Obstacle::default()
    };
    Level { bodies: vec![body], discs: vec![disc], obstacles: vec![line], ..Level::default() }
}

/// At 100 points per unit, 9 points are 0.09 units.
fn at(x: f64, y: f64, options: &SnapOptions) -> Snapped {
    from(x, y, None, options)
}

fn from(x: f64, y: f64, from: Option<DVec2>, options: &SnapOptions) -> Snapped {
    let level = level();
    let at = DVec2::new(x, y);
    snap(&Query { level: &level, at, from, unit: 0.01, options, mirror: Some(-7.0), ignores: &|_| false })
}

fn halves() -> SnapOptions {
    SnapOptions { grid: 0.5, ..SnapOptions::default() }
}

#[test]
fn snap_prefers_nodes_to_edges_and_edges_to_the_grid() {
    let options = halves();
    let node = at(1.07, 2.0, &options);
    assert_eq!((node.at, node.place), (DVec2::new(1.02, 2.03), Some(Place::Node(0, 0))));
    // The midpoint of the lower edge, (2.02, 2.03); then a point beside it, where the edge itself is nearest.
    assert_eq!(at(2.05, 2.07, &options).at, DVec2::new(2.02, 2.03));
    let edge = at(2.4, 2.07, &options);
    assert_eq!((edge.at, edge.place), (DVec2::new(2.4, 2.03), Some(Place::HullEdge(0, 0))));
    assert_eq!(edge.guides, [SnapGuide::Segment(DVec2::new(1.02, 2.03), DVec2::new(3.02, 2.03))]);
    let grid = at(2.4, 2.2, &options);
    assert_eq!((grid.at, grid.place), (DVec2::new(2.5, 2.0), None));
    assert_eq!(grid.label, "2.5, 2");
}

#[test]
fn snap_finds_discs_lines_and_the_axis() {
    let options = halves();
    assert_eq!(at(10.03, 0.2, &options).at, DVec2::new(10.0, 0.25), "its middle");
    assert_eq!(at(12.04, 0.25, &options).at, DVec2::new(12.0, 0.25), "its rim");
    assert_eq!(at(20.3, -5.06, &options).at, DVec2::new(20.3, -5.1), "the line");
    assert_eq!(at(-7.05, 1.4, &options).at, DVec2::new(-7.0, 1.5), "the axis, and the grid along it");
}

#[test]
fn snap_finds_guides_and_their_crossings() {
    let mut level = level();
    level.editor.get_or_insert_default().guide_lines =
        crate::level::GuideLines { vertical: vec![-3.3, -3.2], horizontal: vec![7.7] };
    let mut options = halves();
    let snapped = |x: f64, y: f64, options: &SnapOptions| {
        let at = DVec2::new(x, y);
        snap(&Query { level: &level, at, from: None, unit: 0.01, options, mirror: None, ignores: &|_| false })
    };
    // The nearer of two lines; along a line the grid of 0.5.
    let on_line = snapped(-3.24, 6.1, &options);
    assert_eq!((on_line.at, on_line.label.as_str()), (DVec2::new(-3.2, 6.0), "guide"));
    assert_eq!(on_line.guides, [SnapGuide::Line(DVec2::new(-3.2, 6.0), DVec2::Y)]);
    let crossing = snapped(-3.35, 7.65, &options);
    assert_eq!((crossing.at, crossing.label.as_str()), (DVec2::new(-3.3, 7.7), "crossing of guides"));
    options.toggle("grid");
    assert_eq!(snapped(-3.24, 6.1, &options).at, DVec2::new(-3.2, 6.1));
    options.toggle(GUIDES);
    assert!(!snapped(-3.24, 6.1, &options).is_snapped());
}

#[test]
fn snap_measures_angles_from_the_previous_point() {
    let mut options = halves();
    let start = Some(DVec2::new(-1.0, -1.0));
    // 2 right and 0.03 up is nearly horizontal; the grid also snaps along this ray.
    let level = from(1.13, -0.97, start, &options);
    assert_eq!((level.at, level.label.as_str()), (DVec2::new(1.0, -1.0), "0°"));
    options.toggle("grid");
    assert_eq!(from(1.13, -0.97, start, &options).at, DVec2::new(1.13, -1.0));
    // 30°: the foot of (√3 + δ, 1) on the ray.
    let thirty = from(-1.0 + 3_f64.sqrt() + 0.02, 0.0, start, &options);
    assert_eq!(thirty.label, "30°");
    let along = (3_f64.sqrt() + 0.02) * 0.75_f64.sqrt() + 0.5;
    assert!((thirty.at - DVec2::new(-1.0, -1.0)).length() - along < 1e-12);
    assert!(!from(0.0, -0.6, start, &options).is_snapped(), "22° is no step");
}

#[test]
fn snap_ignores_disabled_kinds_and_moving_parts() {
    let mut options = halves();
    options.toggle("nodes");
    options.toggle("midpoints");
    options.toggle("edges");
    assert_eq!(at(1.07, 2.1, &options).at, DVec2::new(1.0, 2.0));
    options.is_on = false;
    assert!(!at(1.07, 2.1, &options).is_snapped());
    let level = level();
    let moving = |place: Place| place == Place::Node(0, 0);
    let options = SnapOptions { left_out: vec!["grid".to_owned()], ..SnapOptions::default() };
    let query = Query {
        level: &level,
        at: DVec2::new(1.07, 2.0),
        from: None,
        unit: 0.01,
        options: &options,
        mirror: None,
        ignores: &moving,
    };
    assert!(!snap(&query).is_snapped(), "neither the node nor its edges");
}

#[test]
fn grid_step_follows_the_zoom_unless_it_is_set() {
    // 14 points of 0.01 are 0.14: the next round number is 0.2.
    assert_eq!(grid_step(&SnapOptions::default(), 0.01), Some(0.2));
    assert_eq!(grid_step(&halves(), 0.01), Some(0.5));
    assert_eq!(at(0.31, -0.29, &SnapOptions::default()).at, DVec2::new(0.4, -0.2));
    assert_eq!(
        at(0.71, 0.29, &SnapOptions { grid: 0.1, ..SnapOptions::default() }).at,
        DVec2::new(0.7, 0.3),
        "as written"
    );
}
