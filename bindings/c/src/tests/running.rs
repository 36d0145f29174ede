//! Running: frames, interpolation, views, events, snapshots, drawing; against the runtime API and by hand.

use super::super::acting::*;
use super::super::draw::*;
use super::super::error::{blobsmith_last_error, blobsmith_status};
use super::super::events::*;
use super::super::load::*;
use super::super::lookup::*;
use super::super::reading::*;
use super::super::recorder::*;
use super::super::snapshot::*;
use super::super::time::*;
use super::super::types::*;
use super::{text, vector, world};
use blobsmith_engine::play::PlayWorld;
use std::ffi::CStr;
use std::ptr::{null, null_mut};

const FALLING: &str = r#"{"format": 2, "world": {"gravity": [0, -0.02], "substeps": 4},
    "bodies": [{"id": "hero", "nodes": [{"position": [0, 10]}]}]}"#;

#[test]
fn step_gives_the_hashes_of_the_runtime_api() {
    let (world, mut native) = (world(FALLING), PlayWorld::from_text(FALLING).unwrap());
    for _ in 0..5 {
        assert_eq!(
            text(|out, size, length| unsafe { blobsmith_world_hash_text(world, out, size, length) }),
            native.hash_text()
        );
        assert_eq!(unsafe { blobsmith_world_step(world, 3) }, blobsmith_status::Ok);
        native.step(3);
    }
    unsafe { blobsmith_world_free(world) };
}

#[test]
fn positions_are_a_view_of_the_state() {
    let world = world(FALLING);
    unsafe {
        let (hero, mut count) = (blobsmith_world_body(world, c"hero".as_ptr()), 0);
        let before = blobsmith_world_positions(world, hero, &mut count);
        assert_eq!((count, *before), (1, vector(0.0, 10.0)));
        // Four substeps of 1/4: the fall is g/16 * (1 + 2 + 3 + 4).
        blobsmith_world_step(world, 1);
        let after = blobsmith_world_positions(world, hero, null_mut());
        assert!(((*after).y - (10.0 - 0.02 / 16.0 * 10.0)).abs() < 1e-12);
        assert_eq!(after, blobsmith_world_all_positions(world, &mut count), "nothing is copied");
        let velocity = blobsmith_world_velocities(world, hero, &mut count);
        assert!(((*velocity).y + 0.02).abs() < 1e-12);
        assert!(blobsmith_world_positions(world, 7, &mut count).is_null());
        blobsmith_world_free(world);
    }
}

#[test]
fn advance_reports_frames_alpha_and_lost_time() {
    let world = world(
        r#"{"format": 2, "world": {"gravity": [0, 0]}, "discs": [{"id": "d", "position": [0, 0], "velocity": [1, 0], "radius": 0.5}]}"#,
    );
    unsafe {
        let (disc, mut at, mut advanced) =
            (blobsmith_world_disc(world, c"d".as_ptr()), vector(9.0, 9.0), Default::default());
        blobsmith_world_set_seconds_per_frame(world, 0.25);
        assert_eq!(blobsmith_world_interpolated_disc(world, disc, 0.5, &mut at), blobsmith_status::Off);
        blobsmith_world_set_interpolation(world, true);
        // Two frames and a half; drawn half a frame behind, between x = 1 and x = 2.
        assert_eq!(blobsmith_world_advance(world, 0.625, &mut advanced), blobsmith_status::Ok);
        assert_eq!(advanced, blobsmith_advanced { frames: 2, lost_seconds: 0.0, alpha: 0.5 });
        assert_eq!(blobsmith_world_interpolated_disc(world, disc, advanced.alpha, &mut at), blobsmith_status::Ok);
        assert_eq!(at, vector(1.5, 0.0));
        // Twelve frames are due, 8 run.
        blobsmith_world_advance(world, 3.0, &mut advanced);
        assert_eq!((advanced.frames, advanced.lost_seconds), (8, 1.0));
        blobsmith_world_free(world);
    }
}

#[test]
fn events_report_contacts_and_are_taken_once() {
    let world = world(
        r#"{"format": 2, "world": {"gravity": [0, 0]}, "discs": [
            {"id": "left", "position": [-3, 0], "velocity": [1, 0], "radius": 1}, {"id": "right", "position": [0, 0], "radius": 1}]}"#,
    );
    unsafe {
        let [left, right] = [c"left", c"right"].map(|id| blobsmith_world_disc(world, id.as_ptr()));
        blobsmith_world_set_contact_events(world, true);
        blobsmith_world_step(world, 3);
        let mut count = 0;
        let events = blobsmith_world_take_events(world, &mut count);
        let events = std::slice::from_raw_parts(events, count);
        // Equal masses, fully elastic: the whole momentum of 1 passes over, and then they part.
        let kinds: Vec<_> = events.iter().map(|event| (event.kind, event.impulse)).collect();
        assert_eq!(kinds, [(blobsmith_event_kind::ContactBegin, 1.0), (blobsmith_event_kind::ContactEnd, 0.0)]);
        assert_eq!((events[0].part.handle, events[0].other.handle, events[0].normal), (left, right, vector(-1.0, 0.0)));
        assert_eq!(events[0].part.kind, blobsmith_part_kind::Disc as u32);
        blobsmith_world_take_events(world, &mut count);
        assert_eq!(count, 0);
        blobsmith_world_free(world);
    }
}

#[test]
fn restore_repeats_the_same_frames() {
    let world = world(FALLING);
    unsafe {
        let start = blobsmith_world_snapshot(world);
        blobsmith_world_step(world, 10);
        let hash = blobsmith_world_hash(world);
        assert_eq!(blobsmith_world_restore(world, start), blobsmith_status::Ok);
        assert_eq!((blobsmith_world_frame(world), blobsmith_world_hash(world)), (0, blobsmith_snapshot_hash(start)));
        blobsmith_world_step(world, 10);
        assert_eq!(blobsmith_world_hash(world), hash);
        assert_eq!(blobsmith_world_restore(world, std::ptr::null()), blobsmith_status::Null);
        blobsmith_snapshot_free(start);
        blobsmith_world_free(world);
    }
}

#[test]
fn drawing_has_the_arrays_of_the_draw_list() {
    let world = world(
        r##"{"format": 2, "bodies": [{"nodes": [{"position": [0, 0]}, {"position": [1, 0]}, {"position": [0, 1]}],
            "hull": [[0, 1], [1, 2], [2, 0]], "triangles": [[0, 1, 2]], "skin": {"image": "blob.png", "tint": "#ff8000"}}],
            "discs": [{"position": [5, 6], "radius": 2}]}"##,
    );
    unsafe {
        let list = blobsmith_draw_list_new();
        let drawing = &*blobsmith_world_draw(world, list);
        let triangles = std::slice::from_raw_parts(drawing.triangles, drawing.triangle_index_count);
        assert_eq!(
            (drawing.point_count, triangles, drawing.loop_count, drawing.outline_index_count),
            (3, &[0, 1, 2][..], 1, 3)
        );
        let body = *drawing.bodies;
        assert_eq!((body.tint, body.has_skin, body.index_count, body.point_count), ([255, 128, 0, 255], true, 3, 3));
        assert_eq!(
            ((*drawing.discs).center, (*drawing.discs).radius, (*drawing.loops).is_closed),
            (vector(5.0, 6.0), 2.0, true)
        );
        // The image's upper left corner is at (0, 0), its lower left one at (0, 1).
        assert_eq!(std::slice::from_raw_parts(drawing.uv, 3), [vector(0.0, 1.0), vector(1.0, 1.0), vector(0.0, 0.0)]);
        blobsmith_draw_list_free(list);
        blobsmith_world_free(world);
    }
}

#[test]
fn hand_pulls_until_it_is_released() {
    let world = world(
        r#"{"format": 2, "world": {"gravity": [0, 0]}, "discs": [{"id": "d", "position": [0, 0], "radius": 1}]}"#,
    );
    unsafe {
        let disc = blobsmith_part::new(blobsmith_part_kind::Disc, blobsmith_world_disc(world, c"d".as_ptr()));
        let hand = blobsmith_world_grab(world, disc, vector(5.0, 0.0));
        assert_ne!(hand, 0);
        blobsmith_world_step(world, 10);
        let mut velocity = vector(0.0, 0.0);
        blobsmith_world_disc_velocity(world, disc.handle, &mut velocity);
        assert!(velocity.x > 0.0);
        assert_eq!(blobsmith_world_release(world, hand), blobsmith_status::Ok);
        assert_eq!(blobsmith_world_release(world, hand), blobsmith_status::Stale);
        blobsmith_world_free(world);
    }
}

#[test]
fn flights_have_the_frames_and_the_hash_of_the_game() {
    let world = world(FALLING);
    unsafe {
        assert!(blobsmith_world_flight(world, c"off".as_ptr()).is_null());
        assert_eq!(blobsmith_world_set_recorder(world, 20, 0), blobsmith_status::Argument);
        assert_eq!(blobsmith_world_set_recorder(world, 20, 5), blobsmith_status::Ok);
        blobsmith_world_step(world, 33);
        let hash = text(|out, size, length| blobsmith_world_hash_text(world, out, size, length));
        let flight = blobsmith_world_flight(world, c"a test".as_ptr());
        let (mut first, mut last) = (0, 0);
        assert_eq!(blobsmith_flight_frames(flight, &raw mut first, &raw mut last), blobsmith_status::Ok);
        assert_eq!((first, last), (10, 33));
        let recording = text(|out, size, length| blobsmith_flight_text(flight, out, size, length));
        assert!(recording.contains("a test") && recording.contains(&hash));
        blobsmith_flight_free(flight);
        assert!(blobsmith_world_take_fault_flight(world).is_null());
        blobsmith_world_free(world);
    }
}

#[test]
fn condition_keeps_the_flight_that_led_to_it() {
    let world = world(FALLING);
    unsafe {
        assert_eq!(blobsmith_world_record_when(world, c"frame > 7".as_ptr()), blobsmith_status::Off);
        assert_eq!(blobsmith_world_set_recorder(world, 20, 5), blobsmith_status::Ok);
        assert_eq!(blobsmith_world_record_when(world, c"frame >".as_ptr()), blobsmith_status::Condition);
        let message = CStr::from_ptr(blobsmith_last_error()).to_str().unwrap();
        assert!(message.contains("frame >\n") && message.contains('^'), "{message}");
        assert_eq!(blobsmith_world_record_when(world, c"frame > 7".as_ptr()), blobsmith_status::Ok);
        blobsmith_world_step(world, 7);
        assert!(blobsmith_world_take_condition_flight(world).is_null());
        blobsmith_world_step(world, 9);
        let flight = blobsmith_world_take_condition_flight(world);
        let (mut first, mut last) = (0, 0);
        assert_eq!(blobsmith_flight_frames(flight, &raw mut first, &raw mut last), blobsmith_status::Ok);
        assert_eq!((first, last), (0, 8));
        blobsmith_flight_free(flight);
        assert_eq!(blobsmith_world_record_when(world, null()), blobsmith_status::Ok);
        blobsmith_world_free(world);
    }
}

#[test]
fn link_starts_on_a_free_port_and_pauses_nothing_by_itself() {
    let world = world(FALLING);
    unsafe {
        let address = text(|out, size, length| blobsmith_world_start_link(world, 0, out, size, length));
        assert!(address.starts_with("blobsmith-link://127.0.0.1:"), "{address}");
        blobsmith_world_step(world, 2);
        assert!(!blobsmith_world_is_paused(world));
        assert_eq!(blobsmith_world_stop_link(world), blobsmith_status::Ok);
        blobsmith_world_free(world);
    }
}
