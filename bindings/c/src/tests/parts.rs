//! Parts: lookup, names and user data, buffers, queries, spawning, links.

use super::super::error::blobsmith_status;
use super::super::load::*;
use super::super::lookup::*;
use super::super::names::*;
use super::super::queries::*;
use super::super::reading::*;
use super::super::spawning::*;
use super::super::types::*;
use super::{message, text, vector, world};
use std::ptr::{null, null_mut};

const LEVEL: &str = r#"{"format": 2, "bodies": [
    {"id": "a", "tags": ["enemy"], "properties": {"hp": 3, "boss": true, "title": "Bob"}, "nodes": [{"position": [0, 0], "label": "hand"}]},
    {"id": "b", "name": "Bob", "tags": ["enemy"]}],
    "discs": [{"id": "ball", "position": [5, 0], "radius": 1}],
    "obstacles": [{"id": "ground", "shape": {"Line": [[0, -2], [1, 0]]}}],
    "markers": [{"id": "zone", "shape": {"Rect": [[1, 2], [3, 4]]}}]}"#;

#[test]
fn lists_fit_their_buffers_or_write_nothing() {
    let world = world(LEVEL);
    unsafe {
        let (mut count, mut bodies) = (0, [0; 3]);
        let enemies = c"enemy".as_ptr();
        assert_eq!(blobsmith_world_bodies_with_tag(world, enemies, null_mut(), 0, &mut count), blobsmith_status::Ok);
        assert_eq!(count, 2);
        let too_small = blobsmith_world_bodies_with_tag(world, enemies, bodies.as_mut_ptr(), 1, &mut count);
        assert_eq!((too_small, count, bodies), (blobsmith_status::Length, 2, [0; 3]));
        assert_eq!(
            blobsmith_world_bodies_with_tag(world, enemies, bodies.as_mut_ptr(), 3, &mut count),
            blobsmith_status::Ok
        );
        let [a, b] = [blobsmith_world_body(world, c"a".as_ptr()), blobsmith_world_body_named(world, c"Bob".as_ptr())];
        assert_eq!(bodies, [a, b, 0]);
        assert_eq!(blobsmith_world_bodies(world, bodies.as_mut_ptr(), 3, null_mut()), blobsmith_status::Null);
        blobsmith_world_free(world);
    }
}

#[test]
fn text_fits_its_buffer_or_is_not_written() {
    let world = world(LEVEL);
    unsafe {
        let part = blobsmith_part::new(blobsmith_part_kind::Disc, blobsmith_world_disc(world, c"ball".as_ptr()));
        let (mut length, mut buffer) = (0, [1_i8; 6]);
        let status = blobsmith_world_id(world, part, buffer.as_mut_ptr().cast(), 4, &mut length);
        assert_eq!((status, length, buffer), (blobsmith_status::Length, 4, [1; 6]));
        let status = blobsmith_world_id(world, part, buffer.as_mut_ptr().cast(), 5, null_mut());
        assert_eq!((status, buffer.map(|byte| byte as u8)), (blobsmith_status::Ok, *b"ball\0\x01"));
        blobsmith_world_free(world);
    }
}

#[test]
fn missing_parts_give_not_found() {
    let world = world(LEVEL);
    unsafe {
        assert_eq!(blobsmith_world_body(world, c"none".as_ptr()), 0);
        assert_eq!(message(), "there is no body with the id `none`");
        let (a, mut node) = (blobsmith_world_body(world, c"a".as_ptr()), 9);
        assert_eq!(blobsmith_world_node_with_label(world, a, c"hand".as_ptr(), &mut node), blobsmith_status::Ok);
        assert_eq!(node, 0);
        assert_eq!(blobsmith_world_node_with_label(world, a, c"foot".as_ptr(), &mut node), blobsmith_status::NotFound);
        let mut count = 0;
        assert_eq!(
            blobsmith_world_marker_points(world, c"x".as_ptr(), null_mut(), 0, &mut count),
            blobsmith_status::NotFound
        );
        blobsmith_world_free(world);
    }
}

#[test]
fn user_data_is_json_or_a_typed_value() {
    let world = world(LEVEL);
    unsafe {
        let part = blobsmith_part::new(blobsmith_part_kind::Body, blobsmith_world_body(world, c"a".as_ptr()));
        let json = |text: String| serde_json::from_str::<serde_json::Value>(&text).unwrap();
        let properties = json(text(|out, size, length| blobsmith_world_properties(world, part, out, size, length)));
        assert_eq!(properties, serde_json::json!({"hp": 3, "boss": true, "title": "Bob"}));
        let info = json(text(|out, size, length| blobsmith_world_body_info(world, part.handle, out, size, length)));
        assert_eq!(
            (&info["tags"], &info["nodes"][0]["label"]),
            (&serde_json::json!(["enemy"]), &serde_json::json!("hand"))
        );
        let level = json(text(|out, size, length| blobsmith_world_level_info(world, out, size, length)));
        assert_eq!(level["markers"][0]["shape"], serde_json::json!({"Rect": [[1.0, 2.0], [3.0, 4.0]]}));
        let mut number = 0.0;
        let mut read =
            |name: &std::ffi::CStr| (blobsmith_world_property_number(world, part, name.as_ptr(), &mut number), number);
        assert_eq!(read(c"hp"), (blobsmith_status::Ok, 3.0));
        assert_eq!(read(c"boss"), (blobsmith_status::Ok, 1.0));
        assert_eq!(read(c"title").0, blobsmith_status::Argument);
        assert_eq!(read(c"none").0, blobsmith_status::NotFound);
        blobsmith_world_free(world);
    }
}

#[test]
fn queries_find_parts_and_report_a_miss() {
    let world = world(LEVEL);
    unsafe {
        let ball = blobsmith_world_disc(world, c"ball".as_ptr());
        let mut hit = std::mem::zeroed();
        let [origin, right, up] = [vector(0.0, 0.0), vector(1.0, 0.0), vector(0.0, 1.0)];
        assert_eq!(blobsmith_world_raycast(world, origin, right, 8.0, null(), &mut hit), blobsmith_status::Ok);
        // The disc of radius 1 around (5, 0) begins after half of the 8 units.
        assert_eq!(
            (hit.part.handle, hit.point, hit.normal, hit.fraction),
            (ball, vector(4.0, 0.0), vector(-1.0, 0.0), 0.5)
        );
        assert_eq!(blobsmith_world_raycast(world, origin, up, 8.0, null(), &mut hit), blobsmith_status::Ok);
        assert_eq!(hit.part, blobsmith_part::NONE);
        let (mut parts, mut count) = ([blobsmith_part::NONE; 4], 0);
        blobsmith_world_overlap_circle(world, vector(5.0, 0.0), 2.0, null(), parts.as_mut_ptr(), 4, &mut count);
        assert_eq!((count, parts[0].handle, parts[1].kind), (2, ball, blobsmith_part_kind::Obstacle as u32));
        let filter = blobsmith_filter { category: u32::MAX, mask: u32::MAX, sensors: false, tag: c"none".as_ptr() };
        blobsmith_world_overlap_circle(world, vector(5.0, 0.0), 2.0, &filter, parts.as_mut_ptr(), 4, &mut count);
        assert_eq!(count, 0);
        blobsmith_world_free(world);
    }
}

#[test]
fn spawned_parts_come_and_go() {
    let world = world(LEVEL);
    unsafe {
        let prefab = blobsmith_prefab_from_text(
            c"(format: 2, discs: [(id: \"d\", position: (1.0, 0.0), radius: 0.5)])".as_ptr(),
        );
        // Turned by 180 degrees about the origin, then moved: x = 10 - 1.
        let placement = blobsmith_placement { position: vector(10.0, 0.0), angle_deg: 180.0, ..Default::default() };
        let instance = blobsmith_world_spawn_with_id(world, prefab, &placement, c"new".as_ptr());
        let (disc, mut at) = (blobsmith_world_disc(world, c"new/d".as_ptr()), vector(0.0, 0.0));
        assert_eq!(blobsmith_world_disc_position(world, disc, &mut at), blobsmith_status::Ok);
        assert!((at.x - 9.0).abs() < 1e-12 && at.y.abs() < 1e-12, "{at:?}");
        assert_eq!(blobsmith_world_spawn_with_id(world, prefab, null(), c"new".as_ptr()), 0);
        assert_eq!(super::super::error::blobsmith_last_status(), blobsmith_status::Id);
        let part = blobsmith_part::new(blobsmith_part_kind::Instance, instance);
        assert_eq!(blobsmith_world_remove(world, part), blobsmith_status::Ok);
        assert_eq!(blobsmith_world_disc_position(world, disc, &mut at), blobsmith_status::Stale);
        assert_eq!(message(), "stale handle: the disc was removed or never existed");
        assert_eq!(blobsmith_world_remove(world, blobsmith_part::NONE), blobsmith_status::Argument);
        blobsmith_prefab_free(prefab);
        blobsmith_world_free(world);
    }
}

#[test]
fn link_is_made_switched_and_checked() {
    let world = world(LEVEL);
    unsafe {
        let disc = blobsmith_part::new(blobsmith_part_kind::Disc, blobsmith_world_disc(world, c"ball".as_ptr()));
        let ends = [
            blobsmith_link_end { part: disc, point: vector(0.0, 0.0) },
            blobsmith_link_end { part: blobsmith_part::NONE, point: vector(5.0, 7.0) },
        ];
        let mut settings =
            blobsmith_link_settings { kind: 1, collide: false, length: 7.0, stiffness: 0.0, damping: 0.0 };
        let link = blobsmith_world_connect(world, ends[0], ends[1], &settings);
        let (mut a, mut b, mut is_on) = (vector(0.0, 0.0), vector(0.0, 0.0), false);
        assert_eq!(blobsmith_world_link_points(world, link, &mut a, &mut b), blobsmith_status::Ok);
        assert_eq!([a, b], [vector(5.0, 0.0), vector(5.0, 7.0)]);
        blobsmith_world_switch_link(world, link, false);
        assert_eq!((blobsmith_world_is_link_on(world, link, &mut is_on), is_on), (blobsmith_status::Ok, false));
        settings.kind = 3;
        assert_eq!(blobsmith_world_connect(world, ends[0], ends[1], &settings), 0);
        assert_eq!(message(), "`kind` must be a blobsmith_link_kind");
        settings = blobsmith_link_settings { kind: 1, length: -1.0, ..settings };
        assert_eq!(blobsmith_world_connect(world, ends[0], ends[1], &settings), 0);
        assert_eq!(super::super::error::blobsmith_last_status(), blobsmith_status::Level);
        blobsmith_world_free(world);
    }
}
