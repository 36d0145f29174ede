//! Pictures as bodies: areas and holes of sprites with known shapes, and falls on a floor.

#[path = "../drawings/drop.rs"]
mod drop;

use super::sprites::{Sprite, corpus, encoded, png, some};
use blobsmith::geometry::{DVec2, polygon};
use blobsmith::level::checks::{self, Severity};
use blobsmith::level::import::{self, ImportOptions, Imported, importer_for};
use blobsmith::level::{Body, UvMap, format};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Ten pixels a level unit.
fn options() -> ImportOptions {
    ImportOptions { scale: Some(0.1), ..ImportOptions::default() }
}

fn imported(bytes: &[u8], options: &ImportOptions) -> Imported {
    (importer_for(Path::new("a/Sprite.PNG")).unwrap().import)(bytes, options).unwrap()
}

fn area(body: &Body) -> f64 {
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    0.5 * polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (at(a), at(b))), DVec2::ZERO)
}

fn holes(body: &Body) -> usize {
    // Each loop of the hull has one edge that leads back to its first node.
    body.hull.iter().filter(|[a, b]| b < a).count() - 1
}

fn assert_area_and_holes(sprite: &Sprite, anti_alias: bool) {
    let Imported { level, .. } = imported(&png(sprite, anti_alias), &options());
    format::validate(&level).unwrap();
    let ratio = level.bodies.iter().map(area).sum::<f64>() / (sprite.area * 0.01);
    assert!((ratio - 1.0).abs() < 0.01, "{}, antialiased {anti_alias}: area {ratio}", sprite.name);
    let holes = level.bodies.iter().map(holes).sum();
    assert_eq!([level.bodies.len(), holes], sprite.loops, "{}, antialiased {anti_alias}", sprite.name);
}

#[test]
fn trace_keeps_area_and_holes() {
    for sprite in some() {
        assert_area_and_holes(&sprite, true);
        assert_area_and_holes(&sprite, false);
    }
}

#[test]
fn trace_maps_each_node_to_its_place_in_the_picture() {
    let level = imported(&png(&some()[0], true), &options()).level;
    let body = &level.bodies[0];
    let Some(UvMap::PerNode(pairs)) = body.skin.as_ref().map(|skin| &skin.uv) else { panic!("no map") };
    for (node, [u, v]) in body.nodes.iter().zip(pairs) {
        // The picture is 12.8 units wide and high, its lower left corner at the origin.
        assert!((node.position[0] - 12.8 * u).abs() < 1e-9 && (node.position[1] - 12.8 * (1.0 - v)).abs() < 1e-9);
    }
    // The disc lies in the middle of the picture.
    let (sum, count) =
        (pairs.iter().fold([0.0, 0.0], |sum, pair| [sum[0] + pair[0], sum[1] + pair[1]]), pairs.len() as f64);
    assert!(sum.iter().all(|sum| (sum / count - 0.5).abs() < 0.01), "{sum:?}");
    assert_eq!(level.editor.unwrap().body_colors, ["#c86432"]);
}

#[test]
fn trace_of_an_opaque_picture_takes_what_differs_from_the_border() {
    let side = 64;
    let is_in = |i: u32| (16..48).contains(&(i % side)) && (8..40).contains(&(i / side));
    for (figure, ground) in [(0_u8, 255_u8), (250, 10)] {
        let color = |i| if is_in(i) { figure } else { ground };
        let pixels: Vec<u8> = (0..side * side).flat_map(|i| [color(i), color(i), color(i), 255]).collect();
        let made = imported(&encoded(side, &pixels), &options());
        let [low, high] =
            made.level.bodies[0].nodes.iter().fold([[f64::MAX; 2], [f64::MIN; 2]], |[low, high], node| {
                let [x, y] = node.position;
                [[low[0].min(x), low[1].min(y)], [high[0].max(x), high[1].max(y)]]
            });
        // Pixels 16 to 48 from the left, and 24 to 56 from below.
        for (found, expected) in low.iter().chain(&high).zip([1.6, 2.4, 4.8, 5.6]) {
            assert!((found - expected).abs() < 0.06, "{low:?} {high:?}");
        }
        assert!(made.remarks.iter().any(|remark| remark.contains("no transparency")), "{:?}", made.remarks);
    }
}

#[test]
fn trace_threshold_moves_the_rim() {
    let side = 64;
    // Opacity grows from left to right: 4 a pixel.
    let pixels: Vec<u8> = (0..side * side).flat_map(|i: u32| [0, 0, 0, (4 * (i % side)) as u8]).collect();
    let left = |threshold: f64| {
        let options = ImportOptions { threshold: Some(threshold), ..options() };
        let level = imported(&encoded(side, &pixels), &options).level;
        level.bodies[0].nodes.iter().map(|node| node.position[0]).fold(f64::MAX, f64::min)
    };
    // 255 · 0.2 / 4 is pixel 12.75, whose centre is half a pixel farther; ten pixels a unit.
    assert!((left(0.2) - 1.325).abs() < 0.02, "{}", left(0.2));
    assert!((left(0.8) - 5.15).abs() < 0.02, "{}", left(0.8));
}

#[test]
fn trace_refuses_empty_noisy_and_broken_pictures() {
    let import = |bytes: &[u8]| (importer_for(Path::new("a.png")).unwrap().import)(bytes, &options());
    assert!(import(&encoded(8, &[0; 256])).unwrap_err().reason.contains("threshold"));
    assert!(import(b"not a picture").unwrap_err().reason.contains("not a PNG"));
    let whole = png(&some()[0], true);
    for length in [20, 60, whole.len() / 2, whole.len() - 20] {
        assert!(import(&whole[..length]).is_err() || length == whole.len() - 20);
    }
    // A random picture: an error or a level, but no panic.
    let mut seed = 1_u32;
    let noise: Vec<u8> = (0..128 * 128 * 4)
        .map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        })
        .collect();
    if let Ok(made) = import(&encoded(128, &noise)) {
        format::validate(&made.level).unwrap();
    }
}

#[test]
fn trace_of_a_file_names_the_image_and_the_level() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("blob.png");
    std::fs::write(&file, png(&some()[1], true)).unwrap();
    let made = import::load(&file, &ImportOptions::default()).unwrap().level;
    assert_eq!(made.name, "blob");
    assert_eq!(Path::new(&made.bodies[0].skin.as_ref().unwrap().image), std::path::absolute(&file).unwrap());
    // The ring of 120 pixels becomes ten units high.
    let heights = made.bodies[0].nodes.iter().map(|node| node.position[1]);
    let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
    assert!((high - low - 10.0).abs() < 0.1, "{low} {high}");
}

#[test]
fn traced_sprites_survive_falls() {
    for sprite in some().into_iter().filter(|sprite| ["ring", "letter L", "letter B"].contains(&sprite.name.as_str())) {
        let level = imported(&png(&sprite, true), &options()).level;
        assert_eq!([1.0, 5.0].map(|height| drop::drop_from(&level, height)), [Ok(()), Ok(())], "{}", sprite.name);
    }
}

/// What is wrong with the import of a sprite: its area, its loops, its findings, or its falls.
fn fault(sprite: &Sprite) -> Option<String> {
    let mut level = imported(&png(sprite, true), &options()).level;
    let skins = level.bodies.iter_mut().filter_map(|body| body.skin.as_mut());
    skins.for_each(|skin| skin.image = "sprite.png".to_owned());
    let ratio = level.bodies.iter().map(area).sum::<f64>() / (sprite.area * 0.01);
    let loops = [level.bodies.len(), level.bodies.iter().map(holes).sum()];
    let findings: Vec<_> = checks::check(&level).into_iter().filter(|f| f.severity > Severity::Hint).collect();
    let fates = [1.0, 5.0].map(|height| drop::drop_from(&level, height));
    let is_sound = (ratio - 1.0).abs() < 0.01 && loops == sprite.loops && findings.is_empty();
    (!is_sound || fates.iter().any(Result::is_err)).then(|| {
        let findings: Vec<_> = findings.iter().map(|finding| &finding.message).collect();
        format!("{}: area {ratio}, loops {loops:?} of {:?}, {findings:?}, {fates:?}", sprite.name, sprite.loops)
    })
}

#[test]
#[ignore = "takes minutes: run it in release"]
fn two_hundred_traced_sprites_are_sound() {
    let sprites = corpus();
    assert_eq!(sprites.len(), 200);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut faults = Vec::new();
        while let Some(sprite) = sprites.get(next.fetch_add(1, Ordering::Relaxed)) {
            faults.extend(fault(sprite));
        }
        faults
    };
    let faults: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(faults.len() <= 2, "{} of 200: {faults:#?}", faults.len());
}
