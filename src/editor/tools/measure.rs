//! Measures distances, directions, angles and areas along a polyline, and the area of the selection.

use super::pen::Pen;
use super::typed::KeyOutcome;
use super::{Pointer, Press, Tool, ToolEntry, plain, sketch};
use crate::editor::actions::Action;
use crate::editor::icons::Icon;
use crate::editor::stage::Stage;
use crate::editor::widgets::{self, short};
use crate::geometry::{DVec2, polygon};
use crate::level::Place;
use egui::{Key, Painter, RichText, Ui, vec2};
use std::collections::BTreeSet;

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: "measure",
    title: "Measure",
    explanation: "Distances, directions, angles and areas between points: drag, or click from point to point. Does \
                  not change the level.",
    icon: Icon("ruler"),
    keys: plain(Key::Z),
    draws: false,
    overlays: &[],
    make: || Box::new(Measure::default()),
};

#[derive(Default)]
struct Measure {
    pen: Pen,
    points: Vec<DVec2>,
    /// Whether the next click starts a new line.
    is_done: bool,
    is_dragging: bool,
}

/// Length, and direction in degrees counter-clockwise from +x.
fn leg(from: DVec2, to: DVec2) -> (f64, f64) {
    let d = to - from;
    (d.length(), libm::atan2(d.y, d.x).to_degrees())
}

/// Angle at `b` between `a` and `c`, in degrees, 0 to 180.
fn corner(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let (u, v) = (a - b, c - b);
    libm::atan2(crate::geometry::cross(u, v).abs(), u.dot(v)).to_degrees()
}

/// Area of the hulls of selected bodies and of selected discs at the shown moment.
fn selected_area(stage: &Stage) -> Option<f64> {
    let bodies: BTreeSet<usize> = stage.selection.iter().filter_map(|place| place.body()).collect();
    let hull = |&body: &usize| {
        let parts = stage.level.bodies.get(body)?;
        let ends = |&[a, b]: &[usize; 2]| Some((stage.node(body, a)?, stage.node(body, b)?));
        let origin = stage.node(body, 0)?;
        let doubled = polygon::doubled_area_of_edges(parts.hull.iter().filter_map(ends), origin);
        (!parts.hull.is_empty()).then_some(0.5 * doubled)
    };
    let disc = |place: &Place| match place {
        Place::Disc(disc) => stage.disc(*disc).map(|(_, radius)| std::f64::consts::PI * radius * radius),
        _ => None,
    };
    let areas: Vec<f64> = bodies.iter().filter_map(hull).chain(stage.selection.iter().filter_map(disc)).collect();
    (!areas.is_empty()).then(|| areas.iter().sum())
}

impl Measure {
    fn last(&self) -> Option<DVec2> {
        self.points.last().copied().filter(|_| !self.is_done)
    }

    fn put(&mut self, at: DVec2) {
        if std::mem::take(&mut self.is_done) {
            self.points.clear();
        }
        if self.points.last() != Some(&at) {
            self.points.push(at);
        }
    }

    /// Points of the line, including the pointer while drawing.
    fn line(&self) -> Vec<DVec2> {
        let mut line = self.points.clone();
        if let Some(spot) = self.pen.spot.as_ref().filter(|spot| !self.is_done && line.last() != Some(&spot.at)) {
            line.push(spot.at);
        }
        line
    }

    fn words(&self) -> String {
        let line = self.line();
        let [.., a, b] = line[..] else { return String::new() };
        let (length, degrees) = leg(a, b);
        let [dx, dy] = [b.x - a.x, b.y - a.y].map(short);
        let mut words = format!("{}   x {dx}   y {dy}   {}°", short(length), short(degrees));
        if line.len() > 2 {
            let total: f64 = line.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            let area = 0.5 * polygon::doubled_area(&line).abs();
            words += &format!("   total {}   area within {}", short(total), short(area));
        }
        words
    }
}

impl Tool for Measure {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, _: &mut Vec<Action>) {
        if let Some(origin) = pointer.drag_started {
            self.is_done = true;
            let from = super::pen::snapped(stage, pointer, origin, None).at;
            self.put(from);
            self.is_dragging = true;
        }
        self.pen.aim(stage, pointer, self.last());
        let spot = self.pen.spot.as_ref().map(|spot| spot.at);
        if pointer.drag_stopped && std::mem::take(&mut self.is_dragging) {
            spot.into_iter().for_each(|at| self.put(at));
            self.is_done = true;
        } else if let Some(at) = spot.filter(|_| pointer.clicked.is_some()) {
            if pointer.double_clicked {
                self.is_done = true;
            } else {
                self.put(at);
            }
        }
    }

    fn hint(&self, stage: &Stage, _: &Pointer) -> String {
        if let Some(hint) = self.pen.hint() {
            return hint;
        }
        match (self.points.len(), self.is_done) {
            (0, _) => {
                let area = selected_area(stage).map(|area| format!("; the selection's area is {}", short(area)));
                format!("Drag, or click from point to point; Alt: without snapping{}", area.unwrap_or_default())
            }
            (_, false) => {
                "Click the next point; Enter or a double click ends the line, Backspace removes one".to_owned()
            }
            (_, true) => "Click or drag to start a new line; Esc clears".to_owned(),
        }
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        let line = self.line();
        for pair in line.windows(2) {
            sketch::line(stage, painter, pair[0], pair[1]);
            let middle = stage.paintable((pair[0] + pair[1]) * 0.5);
            let (length, degrees) = leg(pair[0], pair[1]);
            let words = format!("{}  {}°", short(length), short(degrees));
            sketch::label(stage, painter, middle + vec2(8.0, -10.0), &words, sketch::tint(stage));
        }
        for three in line.windows(3) {
            let words = format!("∠ {}°", short(corner(three[0], three[1], three[2])));
            sketch::label(
                stage,
                painter,
                stage.paintable(three[1]) + vec2(8.0, 8.0),
                &words,
                sketch::guide_tint(stage),
            );
        }
        if let ([first, .., last], 3..) = (&line[..], line.len()) {
            sketch::dashed(stage, painter, *last, *first);
        }
        for &at in &line {
            sketch::dot(stage, painter, at);
        }
        self.pen.paint(stage, painter, self.last());
    }

    fn options(&mut self, stage: &Stage, ui: &mut Ui, _: &mut Vec<Action>) {
        let words = self.words();
        if !words.is_empty() {
            ui.label(RichText::new(words).monospace());
        } else if let Some(area) = selected_area(stage) {
            ui.label(format!("Area of the selection: {}", short(area)));
        } else {
            widgets::short_note(ui, "Distance, direction, angle, area", "Click points on the canvas.");
        }
    }

    fn claims(&self, press: Press) -> bool {
        let is_at_work = self.last().is_some();
        self.pen.claims(press, is_at_work)
            || (press == Press::Escape && !self.points.is_empty())
            || is_at_work && matches!(press, Press::Enter | Press::Backspace)
    }

    fn press(&mut self, _: &Stage, press: Press, out: &mut Vec<Action>) {
        let from = self.last();
        match (self.pen.press(press, from.is_some(), from), press) {
            (KeyOutcome::Point(at), _) => self.put(at),
            (KeyOutcome::Taken, _) => {}
            (KeyOutcome::Ignored, Press::Enter) => self.is_done = true,
            (KeyOutcome::Ignored, Press::Backspace) => drop(self.points.pop()),
            (KeyOutcome::Ignored, _) => self.cancel(out),
        }
    }

    fn cancel(&mut self, _: &mut Vec<Action>) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measure_of_a_3_4_5_triangle_matches_hand_calculation() {
        let [a, b, c] = [DVec2::ZERO, DVec2::new(3.0, 0.0), DVec2::new(3.0, 4.0)];
        assert_eq!(leg(a, b), (3.0, 0.0));
        assert_eq!(leg(b, c), (4.0, 90.0));
        assert_eq!(leg(c, b).1, -90.0);
        assert_eq!(corner(a, b, c), 90.0);
        // atan(4/3).
        assert!((corner(b, a, c) - 53.130_102_354_155_98).abs() < 1e-12);
    }
}
