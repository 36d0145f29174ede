//! Debug overlays: against the runtime API, and bad arguments.

use super::super::error::*;
use super::super::load::*;
use super::super::overlays::*;
use super::super::time::*;
use super::{message, vector, world};
use blobsmith_engine::play::{OverlayList, OverlayView, PlayWorld, overlay_names};
use std::ffi::{CStr, CString};
use std::ptr::null_mut;
use std::slice::from_raw_parts;

const STRETCHED: &str = r#"{"format": 2, "world": {"gravity": [0, 0]}, "bodies": [{"id": "b", "nodes": [{"position": [0, 0]},
    {"position": [2, 0], "velocity": [1, 0]}], "springs": [{"a": 0, "b": 1, "rest_length": 1}]}]}"#;

const VIEW: blobsmith_overlay_view = blobsmith_overlay_view {
    center: vector(0.0, 0.0),
    size_px: vector(400.0, 300.0),
    pixels_per_unit: 10.0,
    is_light: true,
};

fn all() -> impl Iterator<Item = blobsmith_overlay> {
    let at = |index| {
        let mut overlay =
            blobsmith_overlay { name: null_mut(), title: null_mut(), help: null_mut(), is_offered: false };
        let status = unsafe { blobsmith_overlay_at(index, &mut overlay) };
        (status == blobsmith_status::Ok).then_some(overlay)
    };
    (0..).map_while(at)
}

#[test]
fn overlay_arrays_are_those_of_the_runtime_api() {
    let (world, mut native) = (world(STRETCHED), PlayWorld::from_text(STRETCHED).unwrap());
    let is_offered = |overlay: &blobsmith_overlay| overlay.is_offered;
    let names: Vec<&str> =
        all().filter(is_offered).map(|one| unsafe { CStr::from_ptr(one.name) }.to_str().unwrap()).collect();
    assert_eq!((all().count(), names.len() + 3), (overlay_names().count(), overlay_names().count()));
    let view = OverlayView { center: [0.0; 2], size_px: [400.0, 300.0], pixels_per_unit: 10.0, is_light: true };
    let (mut list, joined) = (OverlayList::default(), CString::new(names.join(",")).unwrap());
    unsafe {
        blobsmith_world_set_tracing(world, true);
        blobsmith_world_step(world, 2);
        native.set_tracing(true);
        native.step(2);
        native.draw_overlays(&names, &view, &mut list).unwrap();
        let memory = blobsmith_overlay_list_new();
        let drawing = blobsmith_world_draw_overlays(world, joined.as_ptr(), &VIEW, memory);
        assert!(!drawing.is_null(), "{}", message());
        let drawing = &*drawing;
        let points: Vec<[f64; 2]> =
            from_raw_parts(drawing.points, drawing.point_count).iter().map(|at| [at.x, at.y]).collect();
        assert_eq!(points, list.points);
        assert_eq!(from_raw_parts(drawing.colors, 4 * drawing.point_count), list.colors.as_flattened());
        assert_eq!(from_raw_parts(drawing.triangles, drawing.triangle_index_count), list.triangles);
        let ends = from_raw_parts(drawing.line_points, 2 * drawing.line_count).iter().map(|at| [at.x, at.y]);
        assert_eq!(ends.collect::<Vec<_>>(), list.line_points);
        assert_eq!(from_raw_parts(drawing.line_colors, 4 * drawing.line_count), list.line_colors.as_flattened());
        assert_eq!(from_raw_parts(drawing.line_widths, drawing.line_count), list.line_widths);
        let labels = from_raw_parts(drawing.labels, drawing.label_count);
        let texts: Vec<&str> = labels.iter().map(|label| CStr::from_ptr(label.text).to_str().unwrap()).collect();
        assert_eq!(texts, list.labels.iter().map(|label| label.text.as_str()).collect::<Vec<_>>());
        assert!(texts.contains(&"b"), "the id: {texts:?}");
        let legend = from_raw_parts(drawing.legend, drawing.legend_count);
        let texts: Vec<&str> = legend.iter().map(|row| CStr::from_ptr(row.text).to_str().unwrap()).collect();
        assert_eq!(texts, list.legend.iter().map(|row| row.text.as_str()).collect::<Vec<_>>());
        let batches = from_raw_parts(drawing.batches, drawing.batch_count).iter();
        let batches: Vec<_> = batches
            .map(|one| (overlay_names().nth(one.overlay).unwrap().name, one.is_lines, one.first..one.first + one.count))
            .collect();
        assert_eq!(
            batches,
            list.batches.iter().map(|one| (one.overlay, one.is_lines, one.range.clone())).collect::<Vec<_>>()
        );
        assert_eq!(blobsmith_world_hash(world), native.hash());
        blobsmith_overlay_list_free(memory);
        blobsmith_world_free(world);
    }
}

#[test]
fn overlay_view_shows_the_whole_level() {
    let world = world(STRETCHED);
    let mut view = VIEW;
    assert_eq!(unsafe { blobsmith_world_overlay_view(world, vector(224.0, 200.0), &mut view) }, blobsmith_status::Ok);
    // The margin is 6 % of the shorter side, 12 pixels; the rest shows two units.
    assert_eq!((view.center, view.pixels_per_unit), (vector(1.0, 0.0), 100.0));
    unsafe { blobsmith_world_free(world) };
}

#[test]
fn overlay_calls_refuse_bad_arguments() {
    let world = world(STRETCHED);
    unsafe {
        let list = blobsmith_overlay_list_new();
        let draw = |names: &CStr, view: *const blobsmith_overlay_view| {
            assert!(blobsmith_world_draw_overlays(world, names.as_ptr(), view, list).is_null());
            (blobsmith_last_status(), message())
        };
        let (status, text) = draw(c"strain,no-such", &VIEW);
        assert_eq!(status, blobsmith_status::NotFound);
        assert!(text.starts_with("`no-such` is no overlay") && text.contains("velocities"), "{text}");
        assert_eq!(draw(c"trails", &VIEW).0, blobsmith_status::NotFound);
        assert_eq!(draw(c"strain", &blobsmith_overlay_view::default()).0, blobsmith_status::Argument);
        assert_eq!(draw(c"strain", null_mut()).0, blobsmith_status::Null);
        assert_eq!(blobsmith_overlay_at(1000, null_mut()), blobsmith_status::NotFound);
        assert_eq!(blobsmith_overlay_at(0, null_mut()), blobsmith_status::Null);
        // No overlay is an empty drawing.
        let drawing = blobsmith_world_draw_overlays(world, c" ,".as_ptr(), &VIEW, list);
        assert_eq!(((*drawing).line_count, (*drawing).batch_count), (0, 0));
        blobsmith_overlay_list_free(list);
        blobsmith_world_free(world);
    }
}
