//! Overlays of the runtime API against those that `render` draws, and by hand calculation.

use blobsmith::engine::{Trace, World};
use blobsmith::level::{Level, format, ids};
use blobsmith::picture::mesh::tessellate;
use blobsmith::picture::overlays::{self, Overlay, OverlayOptions};
use blobsmith::picture::{Palette, Picture, Primitive, Scene, Theme, Viewport, flatten, scene};
use blobsmith_engine::play::{OverlayList, OverlayView, Placement, PlayError, PlayWorld, Prefab, overlay_names};
use glam::DVec2;
use std::path::Path;

const SIZE: DVec2 = DVec2::new(1280.0, 720.0);

fn offered() -> Vec<&'static str> {
    overlay_names().filter(|overlay| overlay.is_offered).map(|overlay| overlay.name).collect()
}

/// A level of the gallery with ids, as both sides load it. The colours that the editor stores are not part of a game.
fn level(name: &str) -> Level {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(name);
    let mut level = format::load_level(&path).unwrap();
    ids::assign(&mut level);
    level.editor = None;
    level
}

/// What `render` draws of an overlay.
fn rendered(overlay: &Overlay, scene: &Scene) -> (Picture, Vec<Primitive>) {
    let mut picture = Picture::default();
    overlay.draw(scene, &OverlayOptions::suggest(scene), &mut picture);
    let primitives = flatten(&picture, &scene.viewport, scene.palette);
    (picture, primitives)
}

/// Compares the lists of all overlays with the primitives that `render` draws.
fn compare(level: &Level, play: &PlayWorld, world: &World, trace: &Trace) -> usize {
    let palette = Palette::of(Theme::Dark);
    let viewport = Viewport::fit(SIZE, scene::bounds(level, world), SIZE.min_element() * 0.06);
    let scene = Scene { trace: Some(trace), ..Scene::new(level, world, &palette, viewport) };
    let view = play.overlay_view(SIZE.into());
    assert_eq!((view.center, view.pixels_per_unit), (viewport.center.into(), viewport.scale));
    let point = |[x, y]: [f32; 2]| viewport.world_from_screen(DVec2::new(x.into(), y.into())).to_array();
    let (mut list, mut drawn) = (OverlayList::default(), 0);
    for name in offered() {
        let overlay = overlays::ALL.iter().find(|overlay| overlay.id == name).unwrap();
        let (picture, primitives) = rendered(overlay, &scene);
        play.draw_overlays(&[name], &view, &mut list).unwrap();
        let (mut lines, mut texts, mut fills) = (Vec::new(), Vec::new(), Vec::new());
        for primitive in primitives {
            match primitive {
                Primitive::Lines { segments, color, width } => {
                    lines.extend(segments.into_iter().map(|ends| (ends.map(point), color, width)));
                }
                Primitive::ColouredLines { segments, width } => {
                    lines.extend(segments.into_iter().map(|(ends, color)| (ends.map(point), color, width)));
                }
                Primitive::Text { at, text, color, .. } => texts.push((point(at), text, color)),
                other => fills.push(other),
            }
        }
        let color = |[r, g, b, a]: [u8; 4]| blobsmith::picture::Rgba(r, g, b, a);
        let ends = list.line_points.chunks_exact(2).map(|ends| [ends[0], ends[1]]);
        let styles = list.line_colors.iter().zip(&list.line_widths);
        let listed: Vec<_> = ends.zip(styles).map(|(ends, (&tint, &width))| (ends, color(tint), width)).collect();
        assert_eq!(listed, lines, "{name}");
        let labels: Vec<_> =
            list.labels.iter().map(|label| (label.at, label.text.clone(), color(label.color))).collect();
        assert_eq!(labels, texts, "{name}");
        let mesh = tessellate(&fills, 1.0);
        assert_eq!(list.triangles, mesh.indices, "{name}");
        let corners: Vec<_> = mesh.vertices.iter().map(|vertex| (point(vertex.at), vertex.color)).collect();
        let points: Vec<_> = list.points.iter().zip(&list.colors).map(|(&at, &tint)| (at, color(tint))).collect();
        assert_eq!(points, corners, "{name}");
        let legend: Vec<_> = list.legend.iter().map(|row| (color(row.color), &row.text)).collect();
        assert_eq!(legend, picture.legend.iter().map(|row| (row.color, &row.text)).collect::<Vec<_>>(), "{name}");
        drawn += usize::from(!list.batches.is_empty());
    }
    drawn
}

#[test]
fn overlay_lists_equal_what_render_draws() {
    // Squares in contact, discs, sticks and ropes, obstacles, links, sensors, decor, Verlet.
    let names = [
        "05-squares-barycentre-rule.ron",
        "15-stack.ron",
        "18-bridge.ron",
        "28-decor-by-force.ron",
        "31-obstacles.ron",
        "43-balls-on-blobs.ron",
        "48-verlet-beside-euler.ron",
        "60-car.ron",
        "65-goal.ron",
    ];
    let mut drawn = 0;
    for name in names {
        let level = level(name);
        let mut play = PlayWorld::from_level(level.clone()).unwrap();
        let mut world = World::new(&level).unwrap();
        let mut trace = Trace::default();
        // At the start the trace is that of the first substep, computed on a copy.
        world.clone().step_substep_traced(&mut trace);
        compare(&level, &play, &world, &trace);
        play.set_tracing(true);
        play.step(40);
        (0..39).for_each(|_| world.step_frame());
        (1..level.world.substeps).for_each(|_| world.step_substep());
        world.step_substep_traced(&mut trace);
        assert_eq!(play.hash(), world.hash(), "{name}");
        drawn += compare(&level, &play, &world, &trace);
    }
    assert!(drawn > 15 * names.len(), "the overlays are empty: {drawn}");
}

#[test]
fn overlays_leave_the_world_as_it_is() {
    let mut play = PlayWorld::from_level(level("43-balls-on-blobs.ron")).unwrap();
    play.step(20);
    let (hash, view) = (play.hash(), play.overlay_view([800.0, 600.0]));
    let [mut first, mut second] = [OverlayList::default(), OverlayList::default()];
    play.draw_overlays(&offered(), &view, &mut first).unwrap();
    second.clone_from(&first);
    play.draw_overlays(&offered(), &view, &mut second).unwrap();
    assert_eq!(first, second);
    assert_eq!(play.hash(), hash);
    // Every primitive is in one batch, and the overlays are in painting order.
    let length = |is_lines| {
        first.batches.iter().filter(|batch| batch.is_lines == is_lines).map(|batch| batch.range.len()).sum::<usize>()
    };
    assert_eq!((length(true), length(false)), (first.line_colors.len(), first.triangles.len()));
    let order = |name: &str| overlays::ALL.iter().position(|overlay| overlay.id == name);
    assert!(first.batches.is_sorted_by_key(|batch| order(batch.overlay)));
}

#[test]
fn tracing_leaves_the_states_as_they_are() {
    for name in ["15-stack.ron", "33-billiard-break.ron"] {
        let [mut plain, mut traced] = [(); 2].map(|()| PlayWorld::from_level(level(name)).unwrap());
        traced.set_tracing(true);
        for frame in 0..20 {
            for world in [&mut plain, &mut traced] {
                let first = world.bodies().next();
                if let Some(body) = first.filter(|_| frame % 3 == 0) {
                    let _ = world.apply_force(body, [0.25, 1.0]);
                }
                world.step(1);
            }
            assert_eq!(plain.hash(), traced.hash(), "{name}: {frame}");
            assert_eq!(traced.trace().map(|trace| trace.frame), Some(frame));
        }
        assert!(plain.trace().is_none());
    }
}

#[test]
fn overlay_error_has_the_names() {
    let play = PlayWorld::from_level(level("01-first-blob.ron")).unwrap();
    let (view, mut list) = (play.overlay_view([800.0, 600.0]), OverlayList::default());
    // Trails need other frames; the retriangulation needs the mesh generator.
    for name in ["forces", "", "trails", "ghosts", "contact-heat", "retriangulation"] {
        let error = play.draw_overlays(&["boxes", name], &view, &mut list).unwrap_err();
        assert_eq!(error, PlayError::Overlay(name.into(), offered()));
        assert!(error.to_string().ends_with(&offered().join(", ")), "{error}");
    }
    let unsound = [
        OverlayView { pixels_per_unit: 0.0, ..view },
        OverlayView { size_px: [f64::NAN, 10.0], ..view },
        OverlayView { center: [0.0, f64::INFINITY], ..view },
    ];
    for view in unsound {
        assert!(matches!(play.draw_overlays(&["boxes"], &view, &mut list), Err(PlayError::Number(..))), "{view:?}");
    }
}

#[test]
fn overlays_show_spawned_parts_and_no_removed_ones() {
    let square = |x: f64| {
        format!(
            r#"{{"id": "square", "nodes": [{{"position": [{x}, 0]}}, {{"position": [{}, 0]}}, {{"position": [{x}, 2]}}],
                "hull": [[0, 1], [1, 2], [2, 0]], "springs": [{{"a": 0, "b": 1}}]}}"#,
            x + 2.0
        )
    };
    let text = |x: f64| format!(r#"{{"format": 2, "world": {{"gravity": [0, 0]}}, "bodies": [{}]}}"#, square(x));
    let mut play = PlayWorld::from_text(&text(0.0)).unwrap();
    let ball = Prefab::from_text(&text(0.0)).unwrap();
    play.spawn(&ball, &Placement::at([10.0, 0.0])).unwrap();
    let first = play.body("square").unwrap();
    let view = OverlayView { center: [5.0, 0.0], size_px: [400.0, 400.0], pixels_per_unit: 10.0, is_light: true };
    let mut list = OverlayList::default();
    let mut count = |play: &PlayWorld, name: &str| {
        play.draw_overlays(&[name], &view, &mut list).unwrap();
        let texts: Vec<String> = list.labels.iter().map(|label| label.text.clone()).collect();
        (list.triangles.len(), list.line_colors.len(), texts)
    };
    let (marks, ..) = count(&play, "barycentres");
    assert!(marks > 0);
    assert_eq!(count(&play, "ids").2, ["square", "spawn-1/square"]);
    // The rest lengths are 1, the lengths are 2: the springs are stretched by their rest length.
    let mut strain = OverlayList::default();
    play.draw_overlays(&["strain"], &view, &mut strain).unwrap();
    assert_eq!(strain.line_points, [[0.0, 0.0], [2.0, 0.0], [10.0, 0.0], [12.0, 0.0]]);
    assert_eq!(strain.legend[0].text, "spring stretched by 100 % or more");
    assert_eq!(strain.line_colors, [strain.legend[0].color; 2]);
    play.set_tracing(true);
    play.step(1);
    assert!(play.trace().is_some());
    play.remove(first).unwrap();
    assert!(play.trace().is_none(), "its indices are old");
    assert_eq!(count(&play, "barycentres").0, marks / 2);
    assert_eq!(count(&play, "ids").2, ["spawn-1/square"]);
    assert_eq!(count(&play, "strain").1, 1);
}
