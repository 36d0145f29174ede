//! Drawings that are no drawings, that are too large when their references are followed, or that are flattened to nothing.

use super::*;

#[test]
fn numbers_out_of_range_are_refused() {
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        for options in [
            ImportOptions { scale: Some(bad), ..ImportOptions::default() },
            ImportOptions { spacing: Some(bad), ..ImportOptions::default() },
        ] {
            assert!(import_with(CIRCLE, &options).unwrap_err().reason.contains("above 0"));
        }
    }
    let coarse = ImportOptions { spacing: Some(1e6), ..ImportOptions::default() };
    assert!(import_with(CIRCLE, &coarse).unwrap_err().reason.contains("too small"));
    let fine = ImportOptions { spacing: Some(1e-6), ..ImportOptions::default() };
    let error = import_with(CIRCLE, &fine).unwrap_err();
    assert_eq!(error.place, "ball");
    assert!(error.reason.contains("spacing"), "{error}");
}

#[test]
fn import_refuses_what_is_no_drawing_with_its_place() {
    assert_eq!(refused(b"<svg><rect></svg>").position, Some((1, 12)));
    for (bytes, word) in [
        (&b""[..], "not an SVG"),
        (b"hello", "not an SVG"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"\x1f\x8b\x08", "gunzip"),
        (b"<html/>", "html"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no visible shapes"),
        (b"<svg/>", "xmlns"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>a</text></svg>", "text"),
    ] {
        let error = refused(bytes);
        assert!(error.reason.contains(word), "{error}");
    }
}

#[test]
fn import_of_hostile_drawings_ends_soon_without_a_panic() {
    let document =
        |content: &str| format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{content}</svg>"#);
    for depth in [150, 1_000, 200_000] {
        let nested = document(&format!("{}<rect width='5' height='5'/>{}", "<g>".repeat(depth), "</g>".repeat(depth)));
        let result = (import::ALL[0].import)(nested.as_bytes(), &ImportOptions::default());
        assert_eq!(result.is_ok(), depth < 200, "{depth}");
    }
    // Tens of thousands of long teeth side by side.
    let teeth: String =
        (0..50_000).map(|i| format!("{},{} ", f64::from(i) * 1e-4 + f64::from(i % 2 * 4), i % 2 * 8)).collect();
    let saw = document(&format!("<polygon id='saw' points='{teeth}'/>"));
    let error = refused(saw.as_bytes());
    assert_eq!(error.place, "saw");
    assert!(error.reason.contains("tangled"), "{error}");
    // Ten levels of ten references each would be ten thousand million shapes.
    let mut bomb = r#"<rect id="b0" width="1" height="1"/>"#.to_string();
    for i in 1..=10 {
        let uses = format!(r##"<use href="#b{}"/>"##, i - 1).repeat(10);
        bomb += &format!(r#"<g id="b{i}">{uses}</g>"#);
    }
    let _ = (import::ALL[0].import)(document(&bomb).as_bytes(), &ImportOptions::default());
    for content in [
        "<path d='M0 0 L1e38 1e38 L-1e38 5 Z'/>",
        "<path d='M0 0 L1e400 1 L nan 5 Z'/>",
        "<path d='M1 1 L1 1 L1 1 Z'/>",
        "<path d='M1 1 C 1 1 1 1 1 1 Z' stroke='red'/>",
        "<path d='M'/><path d=''/><circle r='-3'/><rect width='-1' height='2'/>",
        "<g transform='scale(0)'><rect width='3' height='3'/></g>",
        "<g transform='scale(1e30)'><circle r='1e8'/></g>",
        "<g transform='scale(1e-30)'><circle r='1e-8'/></g>",
        "<rect width='1e38' height='1e-38'/><rect width='1e-38' height='1e38'/>",
        "<image href='/etc/passwd' width='3' height='3'/><use href='#nothing'/><use id='a' href='#a'/>",
        "<rect width='5' height='5' fill='url(#gone)'/>",
    ] {
        let _ = (import::ALL[0].import)(document(content).as_bytes(), &ImportOptions::default());
    }
}

/// A chain of references, each followed twice, in every way in which a drawing can refer to paint.
fn doubling(link: impl Fn(usize) -> String, depth: usize) -> Vec<u8> {
    let links: String = (0..depth).map(link).collect();
    let head = r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">"#;
    format!(r##"{head}<defs>{links}</defs><rect width="5" height="5" fill="url(#p0)" class="c0"/></svg>"##).into_bytes()
}

#[test]
fn references_that_double_29_times_are_refused_at_once() {
    let size = r#"width="1" height="1" patternUnits="userSpaceOnUse""#;
    type Link = Box<dyn Fn(usize) -> String>;
    let links: [(&str, Link); 4] = [
        (
            "attribute",
            Box::new(move |i| {
                let rect = format!(r##"<rect width="1" height="1" fill="url(#p{})"/>"##, i + 1);
                format!(r#"<pattern id="p{i}" {size}>{rect}{rect}</pattern>"#)
            }),
        ),
        (
            "style",
            Box::new(move |i| {
                let rect = format!(r##"<rect width="1" height="1" style="stroke: url('#p{}')"/>"##, i + 1);
                format!(r#"<pattern id="p{i}" {size}>{rect}{rect}</pattern>"#)
            }),
        ),
        (
            "group",
            Box::new(move |i| {
                let rects = r#"<rect width="1" height="1"/>"#.repeat(2);
                format!(r##"<pattern id="p{i}" {size}><g fill="url(#p{})">{rects}</g></pattern>"##, i + 1)
            }),
        ),
        (
            "style sheet",
            Box::new(move |i| {
                let rect = format!(r#"<rect width="1" height="1" class="c{}"/>"#, i + 1);
                format!(
                    r##"<style>.c{i} {{ fill: url(#p{i}) }}</style><pattern id="p{i}" {size}>{rect}{rect}</pattern>"##
                )
            }),
        ),
    ];
    for (name, link) in links {
        let begin = std::time::Instant::now();
        let error = refused(&doubling(link, 29));
        assert!(error.reason.contains("references followed"), "{name}: {error}");
        assert!(begin.elapsed().as_millis() < 500, "{name}: {:?}", begin.elapsed());
    }
}

#[test]
fn references_in_a_circle_are_refused() {
    for content in [
        r##"<pattern id="p" width="1" height="1"><rect width="1" height="1" fill="url(#p)"/></pattern><rect fill="url(#p)" width="5" height="5"/>"##,
        r##"<g fill="url(#p)"><pattern id="p" width="1" height="1"><rect width="1" height="1"/></pattern><rect width="5" height="5"/></g>"##,
        r##"<g id="a"><rect width="5" height="5"/><use href="#a"/></g>"##,
    ] {
        let svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{content}</svg>"#);
        let error = refused(svg.as_bytes());
        assert!(error.reason.contains("itself"), "{content}: {error}");
    }
}

#[test]
fn references_of_ordinary_drawings_are_followed() {
    let drawing = imported(
        r##"<style>.shiny { fill: url(#shine) } #dots { fill: url(#pattern) }</style>
        <linearGradient id="base"><stop stop-color="#ff0000"/><stop offset="1" stop-color="blue"/></linearGradient>
        <linearGradient id="shine" href="#base" x2="0.5"/>
        <pattern id="pattern" width="2" height="2"><circle r="1" class="shiny"/></pattern>
        <g fill="url(#shine)"><rect class="shiny" x="5" y="5" width="20" height="20"/><rect id="dots" x="50" y="5" width="20" height="20"/></g>"##,
    );
    assert_eq!(drawing.level.bodies.len(), 2);
    assert_eq!(drawing.level.editor.unwrap().body_colors[0], "#ff0000");
}

#[test]
fn transforms_that_flatten_a_shape_are_refused_at_once() {
    for transform in
        ["skewX(89.999)", "skewX(89.9999)", "skewY(89.999)", "scale(1e6 1e-3)", "matrix(1 1 1 1.0000001 0 0)"]
    {
        let begin = std::time::Instant::now();
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><g transform="{transform}">{CIRCLE}</g></svg>"#
        );
        let error = refused(svg.as_bytes());
        assert!(error.place == "ball" || error.place.is_empty(), "{transform}: {error}");
        assert!(begin.elapsed().as_millis() < 500, "{transform}: {:?}", begin.elapsed());
    }
}

#[test]
fn broken_copies_of_a_drawing_never_panic() {
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{SQUARE_WITH_HOLE}{PENTAGRAM}{CIRCLE}{FLOOR}</svg>"#
    );
    let options = ImportOptions { layers: Layers::Separate, ..ImportOptions::default() };
    let mut seed = 7u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    for _ in 0..300 {
        let mut bytes = svg.clone().into_bytes();
        for _ in 0..1 + random(6) {
            let at = random(bytes.len() - 1);
            match random(4) {
                0 => bytes[at] = b"0123456789.-eMLCQAZz <>\"#"[random(25)],
                1 => drop(bytes.remove(at)),
                2 => bytes.truncate(at.max(20)),
                _ => bytes.insert(at, b"0123456789-e."[random(13)]),
            }
        }
        if let Ok(imported) = (import::ALL[0].import)(&bytes, &options) {
            format::validate(&imported.level).unwrap();
        }
    }
}
