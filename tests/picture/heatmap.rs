//! Heat maps: the colour of every cell, what has no number, and an order of colours that is unambiguous.

use blobsmith::picture::heatmap::{Cell, HeatAxis, HeatMap, Map, draw, ramp};
use blobsmith::picture::{Item, Palette, Rgba, Theme, png};
use glam::DVec2;

fn axis(name: &str, labels: &[&str], is_list: bool) -> HeatAxis {
    HeatAxis { name: name.to_owned(), labels: labels.iter().map(|&label| label.to_owned()).collect(), is_list }
}

/// Relative luminance (WCAG 2).
fn luminance(Rgba(r, g, b, _): Rgba) -> f64 {
    let linear = |channel: u8| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

#[test]
fn ramp_luminance_increases() {
    let steps: Vec<f64> = (0..=64).map(|step| luminance(ramp(f64::from(step) / 64.0))).collect();
    assert!(steps.windows(2).all(|pair| pair[1] > pair[0]), "{steps:?}");
    // So that neighbours of five can be distinguished in grey: a contrast of 1.4 and more.
    let five: Vec<f64> = (0..5).map(|step| luminance(ramp(f64::from(step) / 4.0))).collect();
    assert!(five.windows(2).all(|pair| (pair[1] + 0.05) / (pair[0] + 0.05) > 1.4), "{five:?}");
    assert_eq!((ramp(-1.0), ramp(f64::NAN), ramp(2.0)), (ramp(0.0), ramp(0.0), ramp(1.0)));
}

/// Three columns and two rows: the first axis to the right, the second upwards.
fn known() -> HeatMap {
    let numbers = [[0.0, 10.0], [5.0, f64::NAN], [f64::INFINITY, 2.5]];
    let mut cells: Vec<Cell> = numbers.iter().flatten().map(|&number| Cell::of(number)).collect();
    cells[4] = Cell::Unknown;
    let axes = vec![axis("speed", &["1", "2", "3"], false), axis("offset", &["-1", "1"], false)];
    HeatMap { title: "known".to_owned(), axes, maps: vec![Map { title: "depth".to_owned(), cells }], range: None }
}

/// The pixels at the middles of the cells of a panel, found by its frame: the widest rectangle of lines.
#[test]
fn heatmap_cells_have_the_colours_of_their_numbers() {
    let palette = Palette::of(Theme::Dark);
    let size = DVec2::new(640.0, 480.0);
    let (picture, viewport) = draw(&known(), size, &palette);
    let pixels = png::rasterise(&picture, &viewport, &palette).expect("a picture");
    let panel = picture.items.iter().filter_map(|item| match item {
        Item::Lines { segments, .. } if segments.len() == 4 => Some(segments.clone()),
        _ => None,
    });
    let corners = |segments: Vec<[DVec2; 2]>| {
        let points: Vec<DVec2> = segments.into_iter().flatten().collect();
        let low = points.iter().copied().reduce(DVec2::min).expect("points");
        (low, points.iter().copied().reduce(DVec2::max).expect("points"))
    };
    let (low, high) = panel.map(corners).max_by(|a, b| (a.1 - a.0).x.total_cmp(&(b.1 - b.0).x)).expect("a frame");
    // A quarter off the middle, where the number is written.
    let at = |column: f64, row: f64| {
        let x = low.x + (high.x - low.x) * (column + 0.2) / 3.0;
        let y = -(low.y + (high.y - low.y) * (row + 0.2) / 2.0);
        let start = (y as usize * 640 + x as usize) * 3;
        Rgba(pixels[start], pixels[start + 1], pixels[start + 2], 255)
    };
    assert_eq!(at(0.0, 0.0), ramp(0.0));
    assert_eq!(at(0.0, 1.0), ramp(1.0));
    assert_eq!(at(1.0, 0.0), ramp(0.5));
    assert_eq!(at(2.0, 1.0), ramp(0.25));
    assert_eq!(at(2.0, 0.0), palette.background, "not run yet");
    assert_ne!(at(1.0, 1.0), palette.background, "hatched");
    assert!((0..=64).all(|step| ramp(f64::from(step) / 64.0) != at(1.0, 1.0)), "hatching is no colour of a number");
}

fn texts(map: &HeatMap) -> Vec<String> {
    let (picture, _) = draw(map, map.natural_size(), &Palette::of(Theme::Light));
    let text = |item: &Item| if let Item::Text { text, .. } = item { Some(text.clone()) } else { None };
    picture.items.iter().filter_map(text).collect()
}

#[test]
fn heatmap_labels_axes_values_and_missing_cells() {
    let words = texts(&known());
    for word in ["known", "depth", "speed", "offset", "1", "2", "3", "-1", "2.5", "5", "10", "not run yet"] {
        assert!(words.iter().any(|text| text == word), "{word} is not in {words:?}");
    }
    assert!(words.iter().any(|text| text.contains("no number")));
}

#[test]
fn heatmap_uses_panels_for_more_axes_and_dots_for_one() {
    let mut map = known();
    map.axes.push(axis("rule", &["A", "B", "C"], true));
    map.axes.push(axis("gas ×", &["0.5", "2"], false));
    map.maps[0].cells = vec![Cell::Number(1.0); 36];
    assert_eq!(map.panels(), 6);
    let words = texts(&map);
    for word in ["rule = A, gas × 0.5   (offset)", "rule = C, gas × 2   (offset)"] {
        assert!(words.iter().any(|text| text == word), "{word} is not in {words:?}");
    }
    map.axes.truncate(1);
    map.maps[0].cells = vec![Cell::Number(1.0), Cell::NotANumber, Cell::Number(3.0)];
    let (picture, _) = draw(&map, map.natural_size(), &Palette::of(Theme::Dark));
    let dots =
        picture.items.iter().find_map(|item| if let Item::Dots { centers, .. } = item { Some(centers) } else { None });
    assert_eq!(dots.map(Vec::len), Some(2));
}

#[test]
fn heatmap_range_clamps_outliers() {
    let mut map = known();
    map.range = Some([0.0, 5.0]);
    let (picture, _) = draw(&map, DVec2::new(640.0, 480.0), &Palette::of(Theme::Dark));
    let cells_of = |color: Rgba| {
        let rings = picture.items.iter().map(|item| match item {
            // The bar's steps are single rings of 16 pixels.
            Item::Polygon { rings, fill } if *fill == color => {
                rings.iter().filter(|ring| (ring[1] - ring[0]).x > 40.0).count()
            }
            _ => 0,
        });
        rings.sum::<usize>()
    };
    assert_eq!((cells_of(ramp(1.0)), cells_of(ramp(0.0)), cells_of(ramp(0.5))), (2, 1, 1));
}
