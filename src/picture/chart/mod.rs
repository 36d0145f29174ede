//! Charts of quantities along a run: plots above each other on one axis of frames. The result is a [`Picture`], so PNG
//! and SVG need no display.

mod axis;
mod marks;
#[cfg(all(feature = "parquet", not(target_arch = "wasm32")))]
pub mod notebook;
mod tints;

pub use axis::{LinePiece, Scale, every};
pub use marks::{COUNT_WIDTH, Mark, bundles, count_label};
pub use tints::{event_tint, tint};

use super::fonts::Fonts;
use super::{Align, Item, Palette, Picture, Rgba, Stroke, Viewport, ruler};
use crate::geometry::Extremes;
use crate::geometry::polygon::segment_between;
use glam::DVec2;
use std::ops::Range;

/// Plots on a common axis of frames.
#[derive(Clone, Debug, Default)]
pub struct Chart<'a> {
    /// Title above all plots.
    pub title: String,
    /// Plots from top to bottom.
    pub plots: Vec<Plot<'a>>,
    /// Frames shown.
    pub frames: Range<usize>,
    /// Marked moments, in order of time.
    pub marks: Vec<Mark>,
    /// The present frame, if any.
    pub now: Option<f64>,
    /// Seconds per frame, if the level has units: the axis of frames shows them, too.
    pub seconds: Option<f64>,
}

/// Lines on a common vertical axis.
#[derive(Clone, Debug)]
pub struct Plot<'a> {
    /// Title, with the unit of the axis in brackets; see [`axis_title`].
    pub title: String,
    /// What values are multiplied by for that unit, > 0.
    pub factor: f64,
    /// Scale of the vertical axis.
    pub scale: Scale,
    /// True if the axis always includes 0.
    pub shows_zero: bool,
    /// Lines in painting order.
    pub lines: Vec<Line<'a>>,
    /// Text shown if there is no line.
    pub empty: String,
}

/// A value for each frame.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// Name in the legend.
    pub name: String,
    /// Values from frame 0 on.
    pub numbers: &'a Extremes,
    /// Colour.
    pub color: Rgba,
    /// True for the twin's line.
    pub is_dashed: bool,
}

/// Message in a plot without a finite value.
pub const NOT_FINITE: &str = "No value is finite: a part has blown up, or nothing could be measured";

/// True if there are values within the frames, and none of them is finite.
pub fn is_nowhere_finite<'a>(lines: impl Iterator<Item = &'a Extremes>, frames: &Range<usize>) -> bool {
    let mut measured = lines.filter(|numbers| frames.start < frames.end.min(numbers.len())).peekable();
    measured.peek().is_some() && measured.all(|numbers| numbers.bounds(frames.clone()).is_none())
}

/// Appends a unit to a plot's title.
pub fn with_unit(title: &str, unit: &str) -> String {
    if unit.is_empty() { title.to_owned() } else { format!("{title} [{unit}]") }
}

/// Title of a vertical axis: what it shows, its unit, and what a logarithmic axis does with values that have no logarithm.
pub fn axis_title(title: &str, unit: &str, scale: Scale, least: Option<f64>) -> String {
    let title = with_unit(title, unit);
    match (scale, least) {
        (Scale::Linear, _) => title,
        (Scale::Logarithmic, Some(least)) if least < 0.0 => format!("{title}, log of size, dotted: negative"),
        (Scale::Logarithmic, Some(0.0)) => format!("{title}, log, gap: 0"),
        (Scale::Logarithmic, _) => format!("{title}, log"),
    }
}

/// The least value of lines in a range of frames.
pub fn least(lines: &[Line], frames: Range<usize>) -> Option<f64> {
    lines.iter().filter_map(|line| line.numbers.bounds(frames.clone())).map(|bounds| bounds[0]).reduce(f64::min)
}

/// Text of a frame on an axis, and its time if a frame lasts so many seconds.
pub fn frame_words(frame: f64, step: f64, seconds: Option<f64>) -> String {
    let text = ruler::write_multiple(frame, step);
    match seconds {
        Some(seconds) => format!("{text} ({} s)", ruler::write_multiple(frame * seconds, step * seconds)),
        None => text,
    }
}

const EDGE: f64 = 14.0;
const LEFT: f64 = 74.0;
const TITLE: f64 = 30.0;
const HEAD: f64 = 24.0;
const FOOT: f64 = 36.0;
const SMALL: f32 = 11.5;
/// Size of the number beside a bundle of marks.
const COUNT: f32 = 9.0;
const WORDS: f32 = 13.0;
const LARGE: f32 = 15.0;
/// Row height of the legend.
const ROW: f64 = 18.0;
const SWATCH: f64 = 16.0;
/// Row height of the names of marks.
const NAMES: f64 = 15.0;
/// Length of a dash and of the gap after it.
const DASH: [f64; 2] = [6.0, 4.0];
/// The same for negative values on a logarithmic axis.
const DOT: [f64; 2] = [1.5, 3.0];

/// Draws a chart as a picture of this size, with its viewport.
pub fn draw(chart: &Chart, size_px: DVec2, palette: &Palette) -> (Picture, Viewport) {
    let viewport = Viewport { size_px, center: DVec2::new(size_px.x, -size_px.y) * 0.5, scale: 1.0 };
    let mut sheet = ChartCanvas { palette, fonts: Fonts::new(), picture: Picture::default(), width: size_px.x };
    let mut top = EDGE;
    if !chart.title.is_empty() {
        sheet.words(DVec2::new(LEFT, top + 8.0), Align::Left, &chart.title, LARGE, palette.text);
        top += TITLE;
    }
    let count = chart.plots.len().max(1) as f64;
    let each = (size_px.y - top - FOOT - EDGE) / count;
    for (index, plot) in chart.plots.iter().enumerate() {
        let from = top + each * index as f64;
        let is_last = index + 1 == chart.plots.len();
        sheet.plot(chart, plot, [from, from + each - EDGE], [index == 0, is_last]);
    }
    (sheet.picture, viewport)
}

/// Drawing target: pixels right and down from the upper left corner.
struct ChartCanvas<'a> {
    palette: &'a Palette,
    fonts: Fonts,
    picture: Picture,
    width: f64,
}

/// Plot area, with its range of frames and heights.
struct Field {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    frames: [f64; 2],
    heights: [f64; 2],
}

impl Field {
    fn x(&self, frame: f64) -> f64 {
        let [first, last] = self.frames;
        self.left + (frame - first) / (last - first) * (self.right - self.left)
    }

    /// Halves both terms first, because the difference of two values may overflow.
    fn y(&self, height: f64) -> f64 {
        let [low, high] = self.heights;
        let part = (height * 0.5 - low * 0.5) / (high * 0.5 - low * 0.5);
        self.bottom - part.clamp(-1e6, 1e6) * (self.bottom - self.top)
    }
}

impl ChartCanvas<'_> {
    fn words(&mut self, at: DVec2, align: Align, text: &str, size_px: f32, color: Rgba) {
        let (at, text) = (DVec2::new(at.x, -at.y), text.to_owned());
        self.picture.items.push(Item::Text { at, offset_px: [0.0, 0.0], align, text, size_px, color });
    }

    fn lines(&mut self, segments: Vec<[DVec2; 2]>, color: Rgba, width_px: f32) {
        if !segments.is_empty() {
            let segments = segments.into_iter().map(|ends| ends.map(|p| DVec2::new(p.x, -p.y))).collect();
            self.picture.items.push(Item::Lines { segments, stroke: Stroke::new(color, width_px) });
        }
    }

    fn plot(&mut self, chart: &Chart, plot: &Plot, [from, to]: [f64; 2], [is_first, is_last]: [bool; 2]) {
        let marks = self.placed(chart);
        let names = if is_first { self.names(&marks) } else { Vec::new() };
        let strip = names.iter().map(|name| name.row + 1).max().unwrap_or(0) as f64 * NAMES;
        let head = self.head(plot, from) + strip;
        let first = chart.frames.start as f64;
        let last = (chart.frames.end.max(1) - 1) as f64;
        let extent_of = |is_dashed: bool| {
            let lines = plot.lines.iter().filter(|line| line.is_dashed == is_dashed);
            let extents = lines.filter_map(|line| plot.scale.extent(line.numbers, chart.frames.clone()));
            extents.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])])
        };
        let extent = plot.scale.joined(extent_of(false), extent_of(true));
        let numbers: Vec<_> = plot.lines.iter().filter(|line| !line.is_dashed).map(|line| line.numbers).collect();
        let extent = extent.map(|extent| plot.scale.without_rounding(extent, &numbers, chart.frames.clone()));
        let field = Field {
            left: LEFT,
            right: self.width - EDGE,
            top: from + head,
            bottom: to.max(from + head + 1.0),
            frames: [first, last.max(first + 1.0)],
            heights: plot.scale.shown(extent, plot.shows_zero),
        };
        self.grid(&field, plot, chart.seconds, is_last);
        self.marks(&field, &marks, &names);
        for line in &plot.lines {
            self.line(&field, plot.scale, line, &chart.frames);
        }
        if let Some(now) = chart.now.filter(|now| (first..=last).contains(now)) {
            let x = field.x(now);
            let color = self.palette.selection;
            self.lines(vec![[DVec2::new(x, field.top), DVec2::new(x, field.bottom)]], color, 1.5);
        }
        self.counts(&field, &marks);
        let is_not_finite = is_nowhere_finite(plot.lines.iter().map(|line| line.numbers), &chart.frames);
        if plot.lines.is_empty() || is_not_finite {
            let middle = DVec2::new(field.left + field.right, field.top + field.bottom) * 0.5;
            let words = if is_not_finite { NOT_FINITE } else { &plot.empty };
            self.words(middle, Align::Center, words, WORDS, self.palette.aabb);
        }
    }

    /// Draws title and legend; returns their height.
    fn head(&mut self, plot: &Plot, top: f64) -> f64 {
        let palette = self.palette;
        self.words(DVec2::new(LEFT, top + 8.0), Align::Left, &plot.title, WORDS, palette.text);
        let start = LEFT + f64::from(self.fonts.width(&plot.title, WORDS)) * 1.08 + 24.0;
        let (mut x, mut y) = (start, top + 8.0);
        for line in &plot.lines {
            let width = SWATCH + 6.0 + f64::from(self.fonts.width(&line.name, SMALL)) * 1.08 + 16.0;
            if x + width > self.width - EDGE && x > start {
                (x, y) = (start, y + ROW);
            }
            let ends = [DVec2::new(x, y), DVec2::new(x + SWATCH, y)];
            let swatch = if line.is_dashed { dashed(std::iter::once(ends), DASH) } else { vec![ends] };
            self.lines(swatch, line.color, 2.0);
            self.words(DVec2::new(x + SWATCH + 6.0, y), Align::Left, &line.name, SMALL, palette.text);
            x += width;
        }
        y - top - 8.0 + HEAD
    }

    fn grid(&mut self, field: &Field, plot: &Plot, seconds: Option<f64>, is_last: bool) {
        let palette = self.palette;
        let rows = ((field.bottom - field.top) / 34.0).clamp(2.0, 12.0) as usize;
        let ticks = plot.scale.ticks_in(field.heights, rows, plot.factor);
        let rules = ticks.iter().map(|tick| field.y(tick.0));
        let rules = rules.map(|y| [DVec2::new(field.left, y), DVec2::new(field.right, y)]).collect();
        self.lines(rules, palette.grid.mix(palette.axis, 0.4), 1.0);
        for (height, text) in &ticks {
            self.words(DVec2::new(field.left - 8.0, field.y(*height)), Align::Right, text, SMALL, palette.text);
        }
        let word = if seconds.is_some() { 130.0 } else { 90.0 };
        let columns = ((field.right - field.left) / word).clamp(2.0, 20.0) as usize;
        let step = ruler::round_up((field.frames[1] - field.frames[0]) / columns as f64).unwrap_or(1.0).max(1.0);
        let mut frame = (field.frames[0] / step).ceil() * step;
        let mut rules = Vec::new();
        while frame <= field.frames[1] && rules.len() < 100 {
            let x = field.x(frame);
            rules.push([DVec2::new(x, field.top), DVec2::new(x, field.bottom)]);
            if is_last {
                let text = frame_words(frame, step, seconds);
                // The last label ends within the picture.
                let half = 0.54 * f64::from(self.fonts.width(&text, SMALL));
                let x = x.min(self.width - half - 2.0);
                self.words(DVec2::new(x, field.bottom + 13.0), Align::Center, &text, SMALL, palette.text);
            }
            frame += step;
        }
        self.lines(rules, palette.grid.mix(palette.axis, 0.4), 1.0);
        if is_last {
            let middle = DVec2::new((field.left + field.right) * 0.5, field.bottom + 30.0);
            let title = if seconds.is_some() { "frame (time)" } else { "frame" };
            self.words(middle, Align::Center, title, SMALL, palette.text);
        }
        let corner = DVec2::new(field.left, field.bottom);
        let axes = vec![[DVec2::new(field.left, field.top), corner], [corner, DVec2::new(field.right, field.bottom)]];
        self.lines(axes, palette.axis, 1.0);
    }

    /// The marks within the range, with their x in pixels.
    fn placed<'c>(&self, chart: &'c Chart) -> Vec<(f64, &'c Mark)> {
        let (first, last) = (chart.frames.start as f64, (chart.frames.end.max(1) - 1) as f64);
        let (left, right) = (LEFT, self.width - EDGE);
        let x = |at: f64| left + (at - first) / (last - first).max(1.0) * (right - left);
        chart.marks.iter().filter(|mark| (first..=last).contains(&mark.at)).map(|mark| (x(mark.at), mark)).collect()
    }

    fn names(&self, marks: &[(f64, &Mark)]) -> Vec<marks::Named> {
        marks::names(marks, self.width, |text| f64::from(self.fonts.width(text, SMALL)) * 1.08)
    }

    /// Draws the lines of marks; in the first plot they extend up to their names.
    fn marks(&mut self, field: &Field, marks: &[(f64, &Mark)], names: &[marks::Named]) {
        let lines = marks::lines(marks);
        for line in &lines {
            let color = line.color.alpha(if line.is_quiet { 40 } else { 110 });
            self.lines(vec![[DVec2::new(line.x, field.top), DVec2::new(line.x, field.bottom)]], color, 1.0);
        }
        let rows = names.iter().map(|name| name.row + 1).max().unwrap_or(0);
        for name in names {
            let top = field.top - NAMES * (rows - name.row) as f64;
            let line = [DVec2::new(name.x, top + 1.0), DVec2::new(name.x, field.top)];
            self.lines(vec![line], name.color.alpha(190), 1.0);
            let aside = if name.align == Align::Left { marks::BESIDE } else { -marks::BESIDE };
            let at = DVec2::new(name.x + aside, top + 0.5 * NAMES - 1.0);
            self.words(at, name.align, &name.text, SMALL, self.palette.text);
        }
    }

    /// Writes the numbers beside the lines of marks, over all lines.
    fn counts(&mut self, field: &Field, marks: &[(f64, &Mark)]) {
        for (x, label) in marks::counts(&marks::lines(marks)) {
            let (left, width) = (x + 1.5, f64::from(self.fonts.width(&label, COUNT)) * 1.08 + 1.5);
            let corner = |dx: f64, dy: f64| DVec2::new(left + dx, -(field.top + dy));
            let rings = vec![vec![corner(0.0, 1.0), corner(width, 1.0), corner(width, 11.0), corner(0.0, 11.0)]];
            self.picture.items.push(Item::Polygon { rings, fill: self.palette.background });
            self.words(DVec2::new(x + 2.0, field.top + 6.0), Align::Left, &label, COUNT, self.palette.text);
        }
    }

    fn line(&mut self, field: &Field, scale: Scale, line: &Line, frames: &Range<usize>) {
        let columns = (field.right - field.left).max(1.0) as usize;
        let extent = scale.extent(line.numbers, frames.clone());
        // After the twin has left the axis, its line would cross it again and again.
        let is_runaway = line.is_dashed && extent.is_some_and(|extent| scale.is_runaway(extent, field.heights));
        let is_inside = |at: &DVec2| (field.top..=field.bottom).contains(&at.y);
        let mut segments = Vec::new();
        let mut lone = [Vec::new(), Vec::new()];
        for piece in scale.pieces(line.numbers, frames.clone(), columns) {
            let points: Vec<DVec2> = piece.points.iter().map(|&[x, y]| DVec2::new(field.x(x), field.y(y))).collect();
            match &points[..] {
                [one] if !is_inside(one) => {}
                [one] => lone[usize::from(piece.is_negative)].push(DVec2::new(one.x, -one.y)),
                _ => {
                    // Before the dashes: the line of a run that blew up would have any number of them outside.
                    let end = points.iter().position(|at| is_runaway && !is_inside(at)).unwrap_or(points.len());
                    let ends = points.windows(2).take(end).map(|pair| [pair[0], pair[1]]);
                    let inside = ends.filter_map(|ends| segment_between(ends, [field.top, field.bottom]));
                    match (piece.is_negative, line.is_dashed) {
                        (true, _) => segments.extend(dashed(inside, DOT)),
                        (_, true) => segments.extend(dashed(inside, DASH)),
                        _ => segments.extend(inside),
                    }
                    if end < points.len() {
                        break;
                    }
                }
            }
        }
        self.lines(segments, line.color, 1.5);
        for (centers, radius_px) in lone.into_iter().zip([1.6, 0.9]) {
            if !centers.is_empty() {
                self.picture.items.push(Item::Dots { centers, radius_px, fill: line.color, outline: None });
            }
        }
    }
}

/// Dashes along segments, continuous from one to the next, with the length of a dash and of a gap.
fn dashed(segments: impl Iterator<Item = [DVec2; 2]>, [dash, gap]: [f64; 2]) -> Vec<[DVec2; 2]> {
    let (mut dashes, mut done) = (Vec::new(), 0.0_f64);
    for pair in segments {
        let length = pair[0].distance(pair[1]);
        let mut at = 0.0;
        while at < length {
            let phase = (done + at) % (dash + gap);
            let (is_dash, left) = if phase < dash { (true, dash - phase) } else { (false, dash + gap - phase) };
            // At least a small step, so that rounding cannot stall the loop.
            let next = (at + left.max(1e-3)).min(length);
            if is_dash {
                dashes.push([pair[0].lerp(pair[1], at / length), pair[0].lerp(pair[1], next / length)]);
            }
            at = next;
        }
        done += length;
    }
    dashes
}
