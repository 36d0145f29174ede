//! Drawings with unusual content: clip paths, masks, transparency, wide lines, nested loops, huge and tiny coordinates.

use super::*;

/// Imports and returns also what is said about it.
fn remarks(content: &str) -> Vec<String> {
    imported(content).remarks
}

#[test]
fn clip_paths_cut_shapes() {
    let clipped = |definitions: &str, shape: &str| {
        let level = level(&format!("<defs>{definitions}</defs>{shape}"));
        assert_sound(&level);
        level.bodies.iter().map(area).sum::<f64>()
    };
    let square = r#"<rect id="r" x="10" y="10" width="80" height="80" clip-path="url(#c)"/>"#;
    let circle = clipped(r#"<clipPath id="c"><circle cx="50" cy="50" r="20"/></clipPath>"#, square);
    assert!((circle / (400.0 * PI) - 1.0).abs() < 0.01, "{circle}");
    // In parts of the square, of 80 by 80: half its width and half its height.
    let part = r#"<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="0.5" height="0.5"/></clipPath>"#;
    assert!((clipped(part, square) - 1600.0).abs() < 1e-3);
    // A frame of 40 less 20.
    let frame =
        r#"<clipPath id="c"><path clip-rule="evenodd" d="M20 20 H60 V60 H20 Z M30 30 H50 V50 H30 Z"/></clipPath>"#;
    assert!((clipped(frame, square) - 1200.0).abs() < 1e-3);
    // Two squares that share 10 by 10, and a clip path that is clipped to 20..30.
    let two = r#"<clipPath id="c"><rect x="20" y="20" width="20" height="20"/><rect x="30" y="30" width="20" height="20"/></clipPath>"#;
    assert!((clipped(two, square) - 700.0).abs() < 1e-3);
    let twice = r#"<clipPath id="b"><rect x="20" y="20" width="40" height="40"/></clipPath>
        <clipPath id="c" clip-path="url(#b)"><rect width="30" height="30"/></clipPath>"#;
    assert!((clipped(twice, square) - 100.0).abs() < 1e-3);
}

#[test]
fn clip_paths_follow_the_transform_of_the_group() {
    let level = level(
        r#"<clipPath id="c"><rect x="10" y="10" width="10" height="10"/></clipPath>
        <g transform="translate(20 0) scale(2)" clip-path="url(#c)"><rect width="40" height="40"/></g>"#,
    );
    assert_sound(&level);
    // 10..20 becomes 40..60 across and 20..40 down the page of 100.
    assert!((area(&level.bodies[0]) - 400.0).abs() < 1e-3);
    for (x, y) in [(40.0, 80.0), (60.0, 80.0), (40.0, 60.0), (60.0, 60.0)] {
        assert!(has_node(&level.bodies[0], x, y), "({x}, {y})");
    }
}

#[test]
fn clipped_drawing_becomes_ten_units_high_as_far_as_it_is_visible() {
    let clip = r#"<clipPath id="c"><rect x="20" y="20" width="20" height="20"/></clipPath>
        <rect width="90" height="90" clip-path="url(#c)"/>"#;
    let level = import_with(clip, &ImportOptions::default()).unwrap().level;
    assert!((area(&level.bodies[0]) - 100.0).abs() < 1e-3, "{}", area(&level.bodies[0]));
}

#[test]
fn invisible_shapes_are_left_out_with_a_remark() {
    let clip = r#"<clipPath id="c"><rect width="10" height="10"/></clipPath><circle cx="70" cy="70" r="9"/>"#;
    let said = remarks(&format!(r#"{clip}<rect id="far" x="20" width="9" height="9" clip-path="url(#c)"/>"#));
    assert_eq!(said, ["shapes that clip paths hide: far left out"]);
    let ghosts = imported(
        r#"<circle id="ghost" cx="50" cy="50" r="30" fill-opacity="0"/><g opacity="0"><circle cx="40" cy="50" r="30"/></g>
        <circle id="pane" cx="50" cy="50" r="20" opacity="0.5"/>"#,
    );
    assert_eq!(ghosts.remarks, ["transparent shapes: 2 left out"]);
    assert_eq!(ghosts.level.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>(), ["pane"]);
}

#[test]
fn masks_and_wide_strokes_are_reported() {
    let mask = r#"<mask id="m"><rect width="50" height="100" fill="white"/></mask><rect width="80" height="80" mask="url(#m)"/>"#;
    assert_eq!(remarks(mask), ["masks: 1 do not apply; use clip paths, which do"]);
    // Nodes are four apart: a line of two is not wide, one of three is.
    let ring = |width: f64| {
        format!(r#"<circle id="ring" cx="50" cy="50" r="30" fill="none" stroke="red" stroke-width="{width}"/>"#)
    };
    assert_eq!(remarks(&ring(2.0)), [""; 0]);
    let said = remarks(&ring(3.0));
    assert!(
        said.len() == 1
            && said[0].starts_with("wide lines without filling become obstacles")
            && said[0].contains("ring")
    );
    let said = remarks(r#"<g transform="scale(3)"><circle id="ball" cx="15" cy="15" r="9" stroke="red"/></g>"#);
    assert!(
        said.len() == 1 && said[0].starts_with("wide outlines do not count") && said[0].contains("ball"),
        "{said:?}"
    );
}

#[test]
fn nested_loops_become_a_body_inside_a_hole_of_another() {
    let side = |low: u32, high: u32| format!("M{low} {low} H{high} V{high} H{low} Z ");
    let loops: String = [(5, 95), (15, 85), (25, 75), (35, 65), (45, 55)].map(|(low, high)| side(low, high)).concat();
    let level = level(&format!(r#"<path id="nest" fill-rule="evenodd" d="{loops}"/>"#));
    assert_sound(&level);
    let areas: Vec<f64> = level.bodies.iter().map(|body| area(body).round()).collect();
    assert_eq!(areas, [8100.0 - 4900.0, 2500.0 - 900.0, 100.0]);
}

#[test]
fn huge_and_tiny_coordinates_make_the_same_level() {
    for size in [1e-6, 1.0, 1e10] {
        let at = |part: f64| part * size;
        let drawing = format!(r#"<path d="M{} {} H{} V{} H{} Z"/>"#, at(0.1), at(0.1), at(0.6), at(0.6), at(0.1));
        let imported = import_with(&drawing, &ImportOptions::default()).unwrap();
        assert_sound(&imported.level);
        assert!((area(&imported.level.bodies[0]) - 100.0).abs() < 1e-3, "{size}");
        assert_eq!(imported.remarks, [""; 0], "{size}");
    }
}

#[test]
fn coordinates_too_far_from_the_origin_are_reported() {
    // Single precision has 24 bits: steps of 1 at ten million, of 0.001 at ten thousand. The nodes are 2.5 apart.
    let ball = |at: f64| format!(r#"<circle id="ball" cx="{at}" cy="{at}" r="20"/>"#);
    let said = |content: &str| import_with(content, &ImportOptions::default()).unwrap().remarks;
    assert_eq!(said(&ball(1e4)), [""; 0]);
    let far = said(&ball(1e7));
    assert!(far.len() == 1 && far[0].contains("rounded noticeably: ball; move"), "{far:?}");
    // A translation back to the origin does not restore what is lost.
    let back = said(&format!(r#"<g transform="translate(-1e7 -1e7)">{}</g>"#, ball(1e7)));
    assert!(back.len() == 1 && back[0].contains("rounded noticeably"), "{back:?}");
}

#[test]
fn hairlines_are_refused_with_a_remedy() {
    // A bar of 80 by 0.001: (2 · 80.001)² / (4 · 0.08) = 80002.
    let error =
        import_with(r#"<path id="hair" d="M10 10 h80 v0.001 h-80 Z"/>"#, &ImportOptions::default()).unwrap_err();
    assert!(error.place == "hair" && error.reason.contains("draw it wider, or as a line"), "{error}");
}

#[test]
fn shapes_hidden_by_others_are_reported() {
    let options = ImportOptions { layers: Layers::Separate, ..ImportOptions::default() };
    let same =
        r#"<rect id="a" x="10" y="10" width="30" height="30"/><rect id="b" x="10" y="10" width="30" height="30"/>"#;
    let drawing = import_with(same, &options).unwrap();
    assert_eq!(drawing.remarks, ["shapes that others hide: “a” left out"]);
    assert_eq!(drawing.level.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>(), ["b"]);
}
