//! `convert` with sizes, `.xsp` and `.qmesh`.

use super::support::{blobsmith, file};
use blobsmith::geometry::{Aabb, DVec2};
use blobsmith::level::{Body, format};
use std::fs;

const SCENE: &str = "#1.0\nstck 2\nfrce 0 1 64 0\nmass 1 0 32 0 0 -1 1\nmass 2 64 32 0 0 1 1\nspng 1 1 2 5 0.5 64\n";

fn bounds(body: &Body) -> Aabb {
    Aabb::around(body.nodes.iter().map(|node| DVec2::from(node.position)))
}

#[test]
fn convert_gives_a_drawing_the_requested_size_and_place() {
    let drawing =
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect x="5" y="5" width="8" height="4"/></svg>"#;
    let (folder, path) = file("box.svg", drawing);
    let out = folder.path().join("level.ron");
    for (options, size) in [
        ("--width 4", [4.0, 2.0]),
        ("--height 3", [6.0, 3.0]),
        ("--width 3 --height 3", [3.0, 3.0]),
        ("--scale 0.5", [4.0, 2.0]),
    ] {
        let said = blobsmith(&format!("convert {{}} {} --at -1.5,2 {options}", out.display()), &path);
        assert_eq!(said.code, Some(0), "{}", said.err);
        let found = bounds(&format::load_level(&out).expect("a level").bodies[0]);
        assert!(found.min.distance(DVec2::new(-1.5, 2.0)) < 1e-4, "{options}: {found:?}");
        assert!(found.size().distance(size.into()) < 1e-4, "{options}: {found:?}");
    }
    let both = blobsmith("convert {} {}.ron --scale 2 --width 3", &path);
    assert!(both.code == Some(2) && both.err.contains("--width"), "{}", both.err);
    blobsmith("convert {} {}.ron --width=-3", &path).refused(&["width", "above 0"]);
    let place = blobsmith("convert {} {}.ron --at 3", &path);
    assert!(place.code == Some(2) && place.err.contains("X,Y"), "{}", place.err);
}

#[test]
fn convert_names_bodies_like_the_window() {
    let rect = |words: &str, x: u32| format!(r#"<rect {words} x="{x}" y="5" width="8" height="4"/>"#);
    let parts = [rect("", 0), rect(r#"id="leg""#, 20), rect("", 40)].concat();
    let inkscape = r#"xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape""#;
    let same = rect(r#"id="r1" inkscape:label="leg""#, 60);
    let drawing =
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" {inkscape} viewBox="0 0 80 20">{parts}{same}</svg>"#);
    let (folder, path) = file("table.svg", drawing);
    let out = folder.path().join("level.ron");
    assert_eq!(blobsmith(&format!("convert {{}} {}", out.display()), &path).code, Some(0));
    let level = format::load_level(&out).expect("a level");
    let names: Vec<&str> = level.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!((level.name.as_str(), &names[..]), ("table", &["table", "leg", "table 2", "leg 2"][..]));
}

#[test]
fn convert_reads_a_scene_and_reports_what_is_left_out() {
    let (folder, path) = file("two.xsp", SCENE);
    let out = folder.path().join("level.json");
    let said = blobsmith(&format!("convert {{}} {}", out.display()), &path);
    assert_eq!((said.code, said.err.lines().count()), (Some(0), 1), "{}", said.err);
    assert!(said.err.contains("two.xsp: line 2: `stck 2` is left out: walls are not sticky"), "{}", said.err);
    let level = format::load_level(&out).expect("a level");
    assert_eq!((level.name.as_str(), level.world.gravity), ("two", [0.0, -2.0]));
    assert_eq!(level.bodies[0].nodes[1].position, [2.0, 1.0]);
    let run = blobsmith("run {} --frames 10 --quiet", &out);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let (_folder, bad) = file("bad.xsp", SCENE.replace("mass 2 64", "mass 2 x"));
    blobsmith("convert {} {}.ron", &bad).refused(&["bad.xsp:5:8: mass: the x position must be a number, not `x`"]);
}

#[test]
fn convert_writes_a_body_as_a_mesh_and_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("level.ron");
    for _ in 0..2 {
        assert_eq!(blobsmith("shape rectangle --into {}", &path).code, Some(0));
    }
    blobsmith("convert {} {}.qmesh", &path).refused(&["has 2 bodies", "--body"]);
    blobsmith("convert {} {}.qmesh --body 2", &path).refused(&["no body 2"]);
    blobsmith("convert {} {}.json --body 0", &path).refused(&["--body needs a .qmesh file"]);
    let mesh = folder.path().join("blob.qmesh");
    let said = blobsmith(&format!("convert {{}} {} --body 1", mesh.display()), &path);
    assert!(said.code == Some(0) && said.err.contains("stiffness"), "{}", said.err);
    let back = folder.path().join("back.ron");
    let said = blobsmith(&format!("convert {{}} {} --at 0,0", back.display()), &mesh);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let [body, again] =
        [&path, &back].map(|path| format::load_level(path).expect("a level").bodies.pop().expect("a body"));
    assert_eq!((again.nodes.len(), again.hull.len()), (body.nodes.len(), body.hull.len()));
    assert!(bounds(&again).size().distance(bounds(&body).size()) < 1e-12 && bounds(&again).min == DVec2::ZERO);
}

#[test]
fn convert_refuses_a_body_without_a_mesh_and_keeps_the_old_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("level.ron");
    assert_eq!(blobsmith("shape ring --into {}", &path).code, Some(0));
    let mesh = folder.path().join("old.qmesh");
    fs::write(&mesh, "old").expect("written");
    blobsmith(&format!("convert {{}} {}", mesh.display()), &path).refused(&["bodies[0]", "2 loops"]);
    assert_eq!(fs::read_to_string(&mesh).expect("kept"), "old");
}
