//! Charts as pictures, without a display.

use blobsmith::geometry::{DVec2, Extremes};
use blobsmith::picture::chart::{self, Chart, Line, Plot, Scale};
use blobsmith::picture::{Item, Palette, Picture, Theme, png, svg};

const SIZE: DVec2 = DVec2::new(900.0, 420.0);

fn plot<'a>(numbers: &'a [(&'a Extremes, bool)], scale: Scale) -> Plot<'a> {
    let palette = Palette::of(Theme::Dark);
    let line = |&(numbers, is_dashed): &(&'a Extremes, bool)| {
        let color = if is_dashed { palette.contact } else { palette.velocity };
        Line { name: "a line".to_owned(), numbers, color, is_dashed }
    };
    let title = chart::with_unit("Energy", "m·l²/t²");
    let lines = numbers.iter().map(line).collect();
    Plot { title, factor: 1.0, scale, shows_zero: false, lines, empty: "nothing".to_owned() }
}

fn draw(plots: Vec<Plot>, count: usize) -> Picture {
    let chart = Chart { title: "A run".to_owned(), plots, frames: 0..count, ..Chart::default() };
    chart::draw(&chart, SIZE, &Palette::of(Theme::Dark)).0
}

/// Ends of all segments in the first line's colour, upwards positive.
fn segments(picture: &Picture) -> Vec<[DVec2; 2]> {
    let tint = Palette::of(Theme::Dark).velocity;
    let of = |item: &Item| match item {
        Item::Lines { segments, stroke } if stroke.color == tint && stroke.width_px < 2.0 => segments.clone(),
        _ => Vec::new(),
    };
    picture.items.iter().flat_map(of).collect()
}

fn words(picture: &Picture) -> Vec<&str> {
    let texts = picture.items.iter();
    texts.filter_map(|item| if let Item::Text { text, .. } = item { Some(text.as_str()) } else { None }).collect()
}

#[test]
fn chart_shows_a_spike_of_one_frame_in_36000() {
    let numbers: Extremes = (0..36_000).map(|frame| if frame == 20_000 { 50.0 } else { 1.0 }).collect();
    let picture = draw(vec![plot(&[(&numbers, false)], Scale::Linear)], 36_000);
    let points: Vec<DVec2> = segments(&picture).into_iter().flatten().collect();
    let top = points.iter().copied().reduce(|a, b| if b.y > a.y { b } else { a }).unwrap();
    let low = points.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    assert!(top.y - low > 0.7 * 300.0, "{top} {low}");
    // As far along as the frame is: the plot begins 74 pixels from the left and ends 14 from the right.
    let expected = 74.0 + 20_000.0 / 35_999.0 * (900.0 - 74.0 - 14.0);
    assert!((top.x - expected).abs() < 1.0, "{top} instead of {expected}");
    assert!(points.len() < 4 * 900, "{}", points.len());
}

#[test]
fn chart_labels_units_names_frames_and_numbers() {
    let numbers: Extremes = (0..=200).map(|frame| f64::from(frame) * 0.01).collect();
    let picture = draw(vec![plot(&[(&numbers, false)], Scale::Linear)], 201);
    let words = words(&picture);
    for text in ["A run", "Energy [m·l²/t²]", "a line", "frame", "100", "200", "1.0", "0.5"] {
        assert!(words.contains(&text), "{text}: {words:?}");
    }
    let empty = draw(vec![plot(&[], Scale::Linear)], 0);
    assert!(self::words(&empty).contains(&"nothing"));
}

#[test]
fn chart_without_a_finite_value_says_so() {
    let numbers: Extremes = [1.0, f64::NAN, f64::INFINITY].into_iter().collect();
    let lines = [(&numbers, false)];
    let is_said = |frames: std::ops::Range<usize>| {
        let plots = vec![plot(&lines, Scale::Linear)];
        let chart = Chart { plots, frames, ..Chart::default() };
        let (picture, _) = chart::draw(&chart, SIZE, &Palette::of(Theme::Dark));
        words(&picture).contains(&chart::NOT_FINITE)
    };
    assert!(is_said(1..3));
    assert!(!is_said(0..3) && !is_said(5..9), "a value is finite; nothing was measured yet");
}

#[test]
fn chart_counts_dense_marks() {
    let numbers: Extremes = (0..=400).map(f64::from).collect();
    let mark =
        |at: f64| chart::Mark { at, color: Palette::of(Theme::Dark).error, name: String::new(), is_quiet: false };
    let lines = [(&numbers, false)];
    let chart = Chart {
        plots: vec![plot(&lines, Scale::Linear)],
        frames: 0..401,
        marks: [10.0, 11.0, 12.0, 200.0].map(mark).to_vec(),
        ..Chart::default()
    };
    let (picture, _) = chart::draw(&chart, SIZE, &Palette::of(Theme::Dark));
    let count = words(&picture).into_iter().filter(|&text| text == "3").count();
    assert_eq!(count, 1, "{:?}", words(&picture));
}

#[test]
fn chart_lines_stay_within_their_plot() {
    let wild: Extremes =
        [1e300, -1e308, f64::NAN, f64::INFINITY, 0.0, f64::MAX, f64::MIN, 1e-300].into_iter().collect();
    let calm: Extremes = [1.0; 8].into_iter().collect();
    for scale in [Scale::Linear, Scale::Logarithmic] {
        for lines in [vec![(&wild, false)], vec![(&calm, false), (&wild, true)], vec![(&wild, true)]] {
            let plots = vec![plot(&lines, scale), plot(&lines, scale)];
            let picture = draw(plots, 8);
            for item in &picture.items {
                if let Item::Lines { segments, .. } = item {
                    let is_inside = |p: &DVec2| (0.0..=SIZE.x).contains(&p.x) && (-SIZE.y..=0.0).contains(&p.y);
                    assert!(segments.iter().flatten().all(is_inside), "{scale:?}");
                }
            }
        }
    }
}

#[test]
fn chart_is_painted_at_any_size() {
    let numbers: Extremes = (0..500).map(|frame| f64::from(frame % 37)).collect();
    let palette = Palette::of(Theme::Light);
    for size in [DVec2::new(1280.0, 720.0), DVec2::new(40.0, 30.0), DVec2::ONE] {
        let lines = [(&numbers, false), (&numbers, true)];
        let plots = vec![plot(&lines, Scale::Linear), plot(&lines, Scale::Logarithmic)];
        let mark = chart::Mark { at: 30.0, color: palette.error, name: "a mark".to_owned(), is_quiet: false };
        let chart = Chart { plots, frames: 0..500, marks: vec![mark], now: Some(80.5), ..Chart::default() };
        let (picture, viewport) = chart::draw(&chart, size, &palette);
        assert!(png::paint(&picture, &viewport, &palette).unwrap().starts_with(b"\x89PNG"));
        assert!(svg::paint(&picture, &viewport, &palette).contains("</svg>"));
    }
}
