//! `explain` and `render`.

use super::support::{FALLING, TOUCHING, blobsmith, file};
use serde_json::Value;
use std::fs;

/// The diamond's node 0 at (0.9, 0.5) is inside the square; nearest is the square's edge 1 from (1, 0) to (1, 1).
/// By hand: AB = (0, 1), AM = (-0.1, 0.5), cross = 0·0.5 - 1·(-0.1) = 0.1, dot = 0.5, distance 0.1. Before that, the
/// substep moves M by -0.1/16; the square's springs are at rest, and none of its nodes is inside the diamond.
#[test]
fn explain_numbers_of_each_candidate_match_hand_calculation() {
    let (_folder, path) = file("a.ron", TOUCHING);
    let said = blobsmith("explain {} --frame 0 --format json", &path).fine();
    let trace: Value = serde_json::from_str(said.text()).expect("JSON");
    assert_eq!((trace["frame"].as_u64(), trace["substep"].as_u64()), (Some(0), Some(0)));
    let contact = trace["contacts"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|contact| contact["body"] == 1 && contact["node"] == 0)
        .expect("node 0 of the diamond is in the square");
    assert_eq!(contact["other"], 0);
    assert_eq!(contact["chosen"], 1);
    let candidates = contact["candidates"].as_array().expect("a list");
    assert_eq!(candidates.len(), 4);
    let verdicts: Vec<&str> = candidates.iter().filter_map(|candidate| candidate["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["farther", "chosen", "farther", "farther"]);
    let moved = 0.1 + 0.1 / 16.0;
    for (field, expected) in [("cross", moved), ("dot", 0.5), ("distance", moved), ("length_squared", 1.0)] {
        let value = candidates[1][field].as_f64().expect("a number");
        assert!((value - expected).abs() < 1e-12, "{field}: {value} is not {expected}");
    }
}

#[test]
fn explain_text_contains_every_section() {
    let (_folder, path) = file("a.ron", TOUCHING);
    let said = blobsmith("explain {} --frame 0", &path).fine();
    let text = said.text();
    for words in [
        "from frame 0 to 0.1, 16 substeps per frame",
        "node 0 of bodies[1] \"right\" inside the hull of bodies[0] \"left\"",
        "verdict",
        "chosen",
        "impulse",
        "friction",
        "forces at the start",
    ] {
        assert!(text.contains(words), "no `{words}` in\n{text}");
    }
    let header = text.lines().find(|line| line.contains("verdict")).expect("a table");
    let row = text.lines().find(|line| line.ends_with("  chosen: nearest of the eligible edges")).expect("a row");
    let column = |line: &str, word: &str| line.split(word).next().map(|before| before.chars().count());
    assert_eq!(column(header, "verdict"), column(row, "chosen:"), "columns are aligned:\n{text}");
}

/// The diamond's node 0 alone. The diamond has no gas and no springs: the only force is its weight, which is 0 here.
/// By hand: e = 0.5·0.5 = 0.25, AB = (0, 1), Δv = (-0.1, 0), cross = 0.1, w = 1/1 + 1/2 = 1.5.
#[test]
fn explain_node_reports_forces_and_contacts() {
    let (_folder, path) = file("a.ron", TOUCHING);
    let said = blobsmith("explain {} --frame 0 --node 1:0", &path).fine();
    for words in [
        "node 0 of bodies[1] \"right\" at (0.9, 0.5), velocity (-0.1, 0)",
        "weight",
        "net force",
        "acceleration = net force/mass = (0, 0)/1 = (0, 0)",
        "ray to the left: 1 crossing: odd: inside",
        "Distance: node left of the edge; least distance to the segment",
        "meets #1",
        "j = (1 + e)·cross(AB, Δv)/w",
        "= (1 + 0.25)·0.1/1.5",
        "speed inwards",
    ] {
        assert!(said.text().contains(words), "no `{words}` in\n{}", said.text());
    }
    let said = blobsmith("explain {} --frame 0 --node 1:0 --format json", &path).fine();
    let reported: Value = serde_json::from_str(said.text()).expect("JSON");
    assert_eq!(
        (reported["body"].as_u64(), reported["node"].as_u64(), reported["frame"].as_u64()),
        (Some(1), Some(0), Some(0))
    );
    assert_eq!(reported["contacts"].as_array().map(Vec::len), Some(1));
    assert_eq!(reported["contacts"][0]["chosen"], 1);
    assert_eq!(reported["forces"]["rows"][0]["source"], "gravity");
    assert_eq!(reported["forces"]["total"], serde_json::json!([0.0, 0.0]));
    assert_eq!(reported["asked"], Value::Null);
    // Node 2 is on the far side: not in the box of the square.
    let said = blobsmith("explain {} --frame 0 --node 1:2", &path).fine();
    for words in [
        "in this substep it was outside all other hulls",
        "outside its box",
        "hypothetical verdict if it were inside bodies[0] \"left\"",
    ] {
        assert!(said.text().contains(words), "no `{words}` in\n{}", said.text());
    }
    let said = blobsmith("explain {} --frame 0 --node 1:2 --format json", &path).fine();
    let reported: Value = serde_json::from_str(said.text()).expect("JSON");
    assert_eq!(reported["asked"]["candidates"].as_array().map(Vec::len), Some(4));
    assert_eq!(reported["neighbours"][0]["standing"], "outside its box");
}

#[test]
fn explain_refuses_missing_nodes() {
    let (_folder, path) = file("a.ron", TOUCHING);
    blobsmith("explain {} --frame 0 --node 2:0", &path).refused(&["--node 2:0", "no body 2"]);
    blobsmith("explain {} --frame 0 --node 1:4", &path).refused(&["--node 1:4", "no node 4", "it has 4"]);
    for bad in ["1", "a:b", "1:-1", "1:2:3"] {
        let said = blobsmith(&format!("explain {{}} --frame 0 --node {bad}"), &path);
        assert_eq!(said.code, Some(2), "{bad}");
        assert!(said.err.contains("BODY:NODE"), "{}", said.err);
    }
}

/// The state after F frames is where `explain` starts, so its forces act where `run` says the nodes are.
#[test]
fn explain_starts_from_the_state_of_run() {
    let (_folder, path) = file("a.ron", "(format: 1, bodies: [(nodes: [(position: (0, 0), role: Mass(3))])])");
    let said = blobsmith("explain {} --frame 5 --substep 2 --format json", &path).fine();
    let trace: Value = serde_json::from_str(said.text()).expect("JSON");
    assert_eq!((trace["frame"].as_u64(), trace["substep"].as_u64()), (Some(5), Some(2)));
    let force = trace.pointer("/forces/gravity/0/1").and_then(Value::as_f64).expect("a number");
    assert!((force + 0.06).abs() < 1e-15, "m g = 3 · -0.02, not {force}");
    // The moment at its end names the same substep.
    let ended = blobsmith("explain {} --at 5.3 --format json", &path).fine();
    assert_eq!(ended.text(), said.text());
}

#[test]
fn explain_refuses_missing_substeps() {
    let (_folder, path) = file("a.json", FALLING);
    blobsmith("explain {} --frame 0 --substep 16", &path).refused(&["--substep 16", "0 to 15"]);
    blobsmith("explain {} --at 0", &path).refused(&["--at 0", "no substep led there"]);
    blobsmith("explain {} --at 1.16", &path).refused(&["--at 1.16", "0 to 15"]);
}

#[test]
fn render_writes_png_and_svg_of_the_given_size() {
    let (folder, path) = file("a.ron", TOUCHING);
    let at = |name: &str| folder.path().join(name);
    for (name, frame) in [("a.png", 0), ("b.PNG", 3)] {
        blobsmith(&format!("render {{}} --frame {frame} --size 320x200 --out {}", at(name).display()), &path).fine();
        let bytes = fs::read(at(name)).expect("made");
        assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
        let side = |from: usize| u32::from_be_bytes(bytes[from..from + 4].try_into().expect("four bytes"));
        assert_eq!((side(16), side(20)), (320, 200));
    }
    let svg = |line: &str| {
        blobsmith(&format!("render {{}} {line} --out {}", at("a.svg").display()), &path).fine();
        fs::read_to_string(at("a.svg")).expect("made")
    };
    let plain = svg("--frame 2");
    assert!(plain.contains("<svg") && plain.trim_end().ends_with("</svg>"));
    assert_ne!(plain, svg("--frame 2 --theme light"));
    assert_ne!(plain, svg("--frame 4"));
    assert!(svg("--frame 2 --overlay velocities,contacts,boxes").len() > plain.len());
    assert_eq!(plain, svg("--frame 2"), "the same picture twice");
}

/// Pictures after a substep, drawn like those after a frame, and of a part of the plane by its middle and height.
#[test]
fn render_accepts_a_substep_and_a_view() {
    let (folder, path) = file("a.ron", TOUCHING);
    let out = folder.path().join("a.svg");
    let draw = |line: &str| {
        blobsmith(&format!("render {{}} {line} --overlay contacts --out {}", out.display()), &path).fine();
        fs::read_to_string(&out).expect("a drawing")
    };
    let start = draw("--frame 0");
    let first = draw("--frame 0 --substep 1");
    assert_ne!(first, start);
    assert_ne!(draw("--frame 1"), first);
    assert_ne!(draw("--frame 0 --substep 1 --view -1,0.5,0.25"), first);
    for bad in ["--frame 0 --substep 16", "--frame 0 --view 1,2", "--frame 0 --view 0,0,0"] {
        let said = blobsmith(&format!("render {{}} {bad} --out {}", out.display()), &path);
        assert_eq!(said.code, Some(2), "{bad}");
    }
}

#[test]
fn render_accepts_every_overlay() {
    let (folder, path) = file("a.ron", TOUCHING);
    let out = folder.path().join("a.svg");
    let all: Vec<&str> = blobsmith::picture::overlays::ALL.iter().map(|overlay| overlay.id).collect();
    for frame in [0, 2] {
        let overlays = all.join(",");
        blobsmith(&format!("render {{}} --frame {frame} --overlay {overlays} --out {}", out.display()), &path).fine();
    }
}

/// The square's lower left node under gravity alone: a logarithmic scale gives arrows another length, and a cap cuts them.
#[test]
fn render_arrows_have_a_scale_and_a_limit() {
    let (folder, path) = file("a.json", FALLING);
    let out = folder.path().join("a.svg");
    let svg = |options: &str| {
        let line = format!("render {{}} --frame 0 --overlay force-gravity {options} --out {}", out.display());
        blobsmith(&line, &path).fine();
        fs::read_to_string(&out).expect("made")
    };
    let (linear, log, cut) = (svg(""), svg("--arrows log"), svg("--arrow-clamp 20"));
    assert_eq!(linear, svg("--arrows linear"));
    assert!(linear.contains("force of ") && !linear.contains("log:") && !linear.contains("at most 120 px"));
    assert!(log.contains("log: 16 px per factor of ten"), "{log}");
    assert!(cut.contains("(1 cut)") && cut.contains("at most 20 px"), "{cut}");
    for bad in ["--arrows cubic", "--arrow-clamp 0", "--arrow-clamp nan", "--arrow-clamp x"] {
        let said = blobsmith(&format!("render {{}} --frame 0 --out {{}}.png {bad}"), &path);
        assert_eq!(said.code, Some(2), "{bad}: {}", said.err);
    }
}

#[test]
fn render_refuses_with_a_reason() {
    let (folder, path) = file("a.json", FALLING);
    blobsmith("render {} --frame 0 --out {}.gif", &path).refused(&[".png or .svg"]);
    blobsmith("render {} --frame 0 --out {}/no/such.png", &path).refused(&["cannot be written"]);
    fs::create_dir(folder.path().join("folder.png")).expect("created");
    let out = folder.path().join("folder.png");
    blobsmith(&format!("render {{}} --frame 0 --out {}", out.display()), &path).refused(&["directory"]);
    for size in ["0x100", "100", "axb", "100x-1", "99999999x99999999", "16384x16384"] {
        let said = blobsmith(&format!("render {{}} --frame 0 --out {{}}.png --size {size}"), &path);
        assert_eq!(said.code, Some(2), "{size}");
        assert!(said.err.contains("--size"), "{}", said.err);
    }
    let said = blobsmith("render {} --frame 0 --out {}.png --overlay forces,velocitys", &path);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("velocities"), "names what there is: {}", said.err);
}

/// The painters accept a level that blows up.
#[test]
fn render_accepts_a_blown_up_level() {
    let text = "(format: 1, world: (gravity: (1e308, 0)), bodies: [(nodes: [(position: (0, 0)), (position: (1, 0))],\n\
        springs: [(a: 0, b: 1)], hull: [(0, 1), (1, 0)])])";
    let (folder, path) = file("a.ron", text);
    for name in ["a.png", "a.svg"] {
        let out = folder.path().join(name);
        blobsmith(&format!("render {{}} --frame 9 --overlay velocities,boxes --out {}", out.display()), &path).fine();
    }
}

#[test]
fn render_draws_the_twin_beside_or_over_the_level() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let text = blobsmith::level::gallery::level("48-verlet-beside-euler").unwrap().text;
    for (name, text) in [("beside", text.to_owned()), ("over", text.replace("placement: Beside", "placement: Over"))] {
        let path = at(&format!("{name}.ron"));
        std::fs::write(&path, text).unwrap();
        for line in ["--size 400x200", "--size 200x400"] {
            let (png, svg) = (at(&format!("{name}.png")), at(&format!("{name}.svg")));
            for out in [&png, &svg] {
                let said = blobsmith(&format!("render {{}} --frame 3 --twin {line} --out {}", out.display()), &path);
                // Verlet and explicit Euler differ by a h² from the first substep on.
                let words = "blobsmith: note: the twin differs from frame 1 on; largest distance there: bodies[";
                assert!(said.code == Some(0) && said.err.starts_with(words), "{}", said.err);
            }
            let bytes = std::fs::read(png).unwrap();
            let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
            assert_eq!(format!("--size {}x{}", side(16), side(20)), line, "{name}");
            let svg = std::fs::read_to_string(svg).unwrap();
            assert_eq!(svg.contains(">A  Verlet<") && svg.contains(">B  explicit Euler<"), name == "beside");
        }
    }
    let path = at("alone.ron");
    std::fs::write(&path, blobsmith::level::gallery::level("01-first-blob").unwrap().text).unwrap();
    blobsmith("render {} --frame 0 --twin --out {}.png", &path).refused(&["has no twin"]);
}
