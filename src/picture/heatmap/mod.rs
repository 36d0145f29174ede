//! Heat maps: a value per grid cell as a colour, with axes and a colour bar. One axis gives a dot plot; three or more
//! give small multiples with one bar.

mod colours;
mod panel;
mod strip;

pub use colours::{ink_on, ramp};

use super::chart::Scale;
use super::fonts::Fonts;
use super::{Align, Item, Palette, Picture, Rgba, Stroke, Viewport, ruler};
use glam::DVec2;

/// Maps of one grid, from top to bottom.
#[derive(Clone, Debug, Default)]
pub struct HeatMap {
    /// Title above all maps.
    pub title: String,
    /// Varied parameters: the first to the right, the second upwards, further ones across panels.
    pub axes: Vec<HeatAxis>,
    /// The maps.
    pub maps: Vec<Map>,
    /// Values at the ends of the colour bar; values beyond are clamped. `None` uses the range of each map.
    pub range: Option<[f64; 2]>,
}

/// An axis of the grid.
#[derive(Clone, Debug, Default)]
pub struct HeatAxis {
    /// Varied parameter.
    pub name: String,
    /// Label of each value, at least one.
    pub labels: Vec<String>,
    /// True for a list of names; a vertical axis then starts at the top.
    pub is_list: bool,
}

/// A value per cell.
#[derive(Clone, Debug, Default)]
pub struct Map {
    /// Displayed quantity.
    pub title: String,
    /// Cells, the last axis varying fastest.
    pub cells: Vec<Cell>,
}

/// State of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Cell {
    /// A finite number.
    Number(f64),
    /// A value that is not finite: hatched.
    NotANumber,
    /// No value yet: empty.
    #[default]
    Unknown,
}

impl Cell {
    /// A cell from a number that may not be finite.
    pub fn of(value: f64) -> Self {
        if value.is_finite() { Self::Number(value) } else { Self::NotANumber }
    }
}

/// Maximum number of panels of a map.
pub const MOST_PANELS: usize = 256;

const EDGE: f64 = 16.0;
const TITLE: f64 = 30.0;
/// Height of a map's title.
const HEAD: f64 = 26.0;
/// Height above a panel: its caption, and the name of the vertical axis.
const CAPTION: f64 = 20.0;
/// Height below a panel: labels, and the name of the axis.
const FOOT: f64 = 40.0;
const GAP: f64 = 22.0;
/// Width right of the panels: the bar with its numbers.
const BAR: f64 = 16.0;
const BAR_ROOM: f64 = 92.0;
/// Height of the note that explains hatching.
const NOTE: f64 = 24.0;
const SMALL: f32 = 11.5;
const WORDS: f32 = 13.0;
const LARGE: f32 = 15.0;
/// Maximum width of labels on a vertical axis.
const WIDEST_LABEL: f64 = 170.0;

/// Arrangement of the panels of a map.
#[derive(Clone, Copy, Debug)]
struct Grid {
    across: usize,
    down: usize,
}

impl HeatMap {
    fn count(&self, axis: usize) -> usize {
        self.axes.get(axis).map_or(1, |axis| axis.labels.len().max(1))
    }

    /// Number of panels of each map.
    pub fn panels(&self) -> usize {
        (2..self.axes.len()).map(|axis| self.count(axis)).product()
    }

    fn grid(&self) -> Grid {
        let panels = self.panels();
        // One further axis forms a row if it fits; of two, the last goes to the right.
        let across = match self.axes.len() {
            0..=2 => 1,
            3 => panels.min(4),
            _ => self.count(self.axes.len() - 1).min(6),
        };
        Grid { across, down: panels.div_ceil(across) }
    }

    /// A size in pixels at which all text is legible.
    pub fn natural_size(&self) -> DVec2 {
        let grid = self.grid();
        let several = self.panels() > 1;
        let (least, most) = if several { (150.0, 340.0) } else { (360.0, 900.0) };
        let fonts = Fonts::new();
        let words = self.axes.first().filter(|axis| axis.is_list).map_or(&[][..], |axis| &axis.labels);
        let widest = words.iter().map(|word| f64::from(fonts.width(word, SMALL)) * 1.08 + 14.0).fold(46.0, f64::max);
        let width = (self.count(0) as f64 * widest).clamp(least, if words.is_empty() { most } else { 1.3 * most });
        let height = match self.axes.len() {
            0 | 1 => 240.0,
            _ => (self.count(1) as f64 * 30.0).clamp(least * 0.6, most * 0.7),
        };
        let left = self.left(&fonts);
        let x = 2.0 * EDGE + grid.across as f64 * (left + width + GAP) - GAP + BAR_ROOM;
        let map = HEAD + grid.down as f64 * (CAPTION + height + FOOT);
        let y = 2.0 * EDGE + TITLE + self.maps.len().max(1) as f64 * map + NOTE;
        DVec2::new(x.round(), y.round())
    }

    /// Width left of a panel for the labels of its vertical axis.
    fn left(&self, fonts: &Fonts) -> f64 {
        let words = self.axes.get(1).map_or(&[][..], |axis| &axis.labels);
        let widest = words.iter().map(|word| f64::from(fonts.width(word, SMALL))).fold(0.0, f64::max);
        if self.axes.len() < 2 { 64.0 } else { (widest * 1.08 + 14.0).clamp(30.0, WIDEST_LABEL) }
    }
}

/// Draws the maps as a picture of this size, with its viewport.
pub fn draw(map: &HeatMap, size_px: DVec2, palette: &Palette) -> (Picture, Viewport) {
    let viewport = Viewport { size_px, center: DVec2::new(size_px.x, -size_px.y) * 0.5, scale: 1.0 };
    let mut sheet = HeatmapCanvas { palette, fonts: Fonts::new(), picture: Picture::default() };
    sheet.words(DVec2::new(EDGE, EDGE + 8.0), Align::Left, &map.title, LARGE, palette.text);
    let top = EDGE + TITLE;
    let each = (size_px.y - top - NOTE - EDGE) / map.maps.len().max(1) as f64;
    for (index, one) in map.maps.iter().enumerate() {
        sheet.map(map, one, [top + each * index as f64, each], size_px.x);
    }
    sheet.note(map, DVec2::new(EDGE, size_px.y - EDGE - 4.0));
    (sheet.picture, viewport)
}

/// A rectangle in pixels, right and down.
#[derive(Clone, Copy, Debug)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    fn ring(self) -> Vec<DVec2> {
        let Self { left, top, right, bottom } = self;
        [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| DVec2::new(x, -y)).to_vec()
    }

    /// Diagonal lines across the rectangle.
    fn hatching(self) -> Vec<[DVec2; 2]> {
        const APART: f64 = 6.0;
        let (width, height) = (self.right - self.left, self.bottom - self.top);
        let mut lines = Vec::new();
        let mut at = APART * 0.5;
        while at < width + height && lines.len() < 4096 {
            // From the upper or right border to the left or lower one.
            let (x0, y0) = if at <= width { (at, 0.0) } else { (width, at - width) };
            let (x1, y1) = if at <= height { (0.0, at) } else { (at - height, height) };
            let point = |x: f64, y: f64| DVec2::new(self.left + x, self.top + y);
            lines.push([point(x0, y0), point(x1, y1)]);
            at += APART;
        }
        lines
    }
}

/// Drawing target.
struct HeatmapCanvas<'a> {
    palette: &'a Palette,
    fonts: Fonts,
    picture: Picture,
}

impl HeatmapCanvas<'_> {
    fn words(&mut self, at: DVec2, align: Align, text: &str, size_px: f32, color: Rgba) {
        if !text.is_empty() {
            let (at, text) = (DVec2::new(at.x, -at.y), text.to_owned());
            self.picture.items.push(Item::Text { at, offset_px: [0.0, 0.0], align, text, size_px, color });
        }
    }

    fn lines(&mut self, segments: Vec<[DVec2; 2]>, color: Rgba, width_px: f32) {
        if !segments.is_empty() {
            let segments = segments.into_iter().map(|ends| ends.map(|p| DVec2::new(p.x, -p.y))).collect();
            self.picture.items.push(Item::Lines { segments, stroke: Stroke::new(color, width_px) });
        }
    }

    fn fill(&mut self, areas: &[Area], fill: Rgba) {
        if !areas.is_empty() {
            let rings = areas.iter().map(|area| area.ring()).collect();
            self.picture.items.push(Item::Polygon { rings, fill });
        }
    }

    /// Background of cells without a value.
    fn blank(&self) -> Rgba {
        self.palette.background.mix(self.palette.text, 0.12)
    }

    fn hatch(&mut self, areas: &[Area]) {
        self.fill(areas, self.blank());
        let lines = areas.iter().flat_map(|area| area.hatching()).collect();
        self.lines(lines, self.palette.background.mix(self.palette.text, 0.45), 1.0);
    }

    fn frame(&mut self, area: Area) {
        let ring = area.ring();
        let sides = (0..4).map(|side| [ring[side], ring[(side + 1) % 4]].map(|p| DVec2::new(p.x, -p.y))).collect();
        self.lines(sides, self.palette.axis, 1.0);
    }

    fn width(&self, text: &str, size: f32) -> f64 {
        f64::from(self.fonts.width(text, size)) * 1.08
    }

    /// Draws one map: title, panels, colour bar.
    fn map(&mut self, all: &HeatMap, map: &Map, [top, height]: [f64; 2], width: f64) {
        self.words(DVec2::new(EDGE, top + 10.0), Align::Left, &map.title, WORDS, self.palette.text);
        let (grid, left) = (all.grid(), all.left(&self.fonts));
        let has_bar = all.axes.len() > 1;
        let room = width - 2.0 * EDGE - if has_bar { BAR_ROOM } else { 0.0 };
        let each_x = (room + GAP) / grid.across as f64;
        let each_y = (height - HEAD) / grid.down as f64;
        let extent = all.range.or_else(|| extent(&map.cells));
        for number in 0..all.panels() {
            let (column, row) = (number % grid.across, number / grid.across);
            let (x, y) = (EDGE + each_x * column as f64 + left, top + HEAD + each_y * row as f64 + CAPTION);
            let area = Area {
                left: x.round(),
                top: y.round(),
                right: (x + each_x - left - GAP).round().max(x.round() + 1.0),
                bottom: (y + each_y - CAPTION - FOOT).round().max(y.round() + 1.0),
            };
            if has_bar {
                self.panel(all, map, number, area, extent);
            } else {
                self.strip(all, map, area, extent);
            }
        }
        if has_bar {
            let bottom = top + HEAD + each_y * grid.down as f64 - FOOT;
            let bar = Area {
                left: (width - EDGE - BAR_ROOM + GAP).round(),
                top: (top + HEAD + CAPTION).round(),
                right: (width - EDGE - BAR_ROOM + GAP + BAR).round(),
                bottom: bottom.round(),
            };
            self.bar(bar, extent);
        }
    }

    /// Draws the colour bar with its numbers.
    fn bar(&mut self, bar: Area, extent: Option<[f64; 2]>) {
        let Some([low, high]) = extent else { return };
        let palette = self.palette;
        let steps = ((bar.bottom - bar.top) / 2.0).clamp(1.0, 128.0) as usize;
        let y = |part: f64| bar.bottom - part * (bar.bottom - bar.top);
        for step in 0..steps {
            let (from, to) = (step as f64 / steps as f64, (step + 1) as f64 / steps as f64);
            let color = ramp(if low < high { (step as f64 + 0.5) / steps as f64 } else { 0.5 });
            self.fill(&[Area { top: y(to).round(), bottom: y(from).round(), ..bar }], color);
        }
        self.frame(bar);
        for (up, text) in bar_ticks([low, high], bar.bottom - bar.top) {
            let at = y(up);
            self.lines(vec![[DVec2::new(bar.right, at), DVec2::new(bar.right + 4.0, at)]], palette.axis, 1.0);
            self.words(DVec2::new(bar.right + 8.0, at), Align::Left, &text, SMALL, palette.text);
        }
    }

    /// Explains hatched and empty cells, if there are any.
    fn note(&mut self, all: &HeatMap, at: DVec2) {
        let has = |cell: Cell| all.maps.iter().any(|map| map.cells.contains(&cell));
        let mut x = at.x;
        let swatch = |x: f64| Area { left: x, top: at.y - 7.0, right: x + 18.0, bottom: at.y + 7.0 };
        if has(Cell::NotANumber) {
            self.hatch(&[swatch(x)]);
            let text = "no number: the condition was never true, or the value was not measured or not finite, or a part blew up";
            self.words(DVec2::new(x + 26.0, at.y), Align::Left, text, SMALL, self.palette.text);
            x += 26.0 + self.width(text, SMALL) + 24.0;
        }
        if has(Cell::Unknown) {
            self.frame(swatch(x));
            self.words(DVec2::new(x + 26.0, at.y), Align::Left, "not run yet", SMALL, self.palette.text);
        }
    }
}

/// Smallest and largest number.
pub fn extent(cells: &[Cell]) -> Option<[f64; 2]> {
    let numbers = cells.iter().filter_map(|cell| if let Cell::Number(number) = cell { Some(*number) } else { None });
    numbers.fold(None, |extent: Option<[f64; 2]>, number| match extent {
        Some([low, high]) => Some([low.min(number), high.max(number)]),
        None => Some([number, number]),
    })
}

/// Positions (0..=1 from the lower end) and labels of the ticks of a colour bar of this height in pixels.
pub fn bar_ticks([low, high]: [f64; 2], height: f64) -> Vec<(f64, String)> {
    if low >= high {
        return vec![(0.5, ruler::write(low))];
    }
    let ticks = Scale::Linear.ticks([low, high], (height / 32.0).clamp(2.0, 10.0) as usize);
    if ticks.len() < 2 {
        // Round numbers would be too far apart.
        return vec![(0.0, ruler::write(low)), (1.0, ruler::write(high))];
    }
    ticks.into_iter().map(|(number, text)| (part(number, [low, high]), text)).collect()
}

/// Position of a number between two others, 0..=1. Halves the terms, because their difference may overflow.
pub fn part(number: f64, [low, high]: [f64; 2]) -> f64 {
    ((number * 0.5 - low * 0.5) / (high * 0.5 - low * 0.5)).clamp(0.0, 1.0)
}
