//! Draws a polygon that becomes a body: corner by corner, or freehand and simplified afterwards.

use super::pen::{self, Pen};
use super::typed::KeyOutcome;
use super::{Pointer, Press, Tool, ToolEntry, plain, sketch};
use crate::editor::actions::Action;
use crate::editor::features::meshing::commands::MeshingCommand;
use crate::editor::icons::Icon;
use crate::editor::settings::tools::Stroke as Way;
use crate::editor::stage::Stage;
use crate::editor::widgets::{self, Number};
use crate::geometry::{DVec2, polygon, simplify};
use crate::level::edit::symmetry::image;
use crate::level::mesh::DrawnOutline;
use egui::{Key, Painter, Shape, Stroke, Ui};

/// Id of the tool.
pub const POLYGON: &str = "polygon";

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: POLYGON,
    title: "Polygon",
    explanation: "Click the corners of a polygon, or drag to draw it freehand. It becomes a body with hull, springs and \
                  triangles, after a preview.",
    icon: Icon("scribble-loop"),
    keys: plain(Key::U),
    draws: true,
    overlays: &[],
    make: || Box::new(PolygonTool::default()),
};

#[derive(Default)]
struct PolygonTool {
    pen: Pen,
    corners: Vec<DVec2>,
    /// The freehand stroke.
    stroke: Vec<DVec2>,
}

/// The tool with the corners of a polygon that is not closed.
pub fn unclosed(corners: Vec<DVec2>) -> Box<dyn Tool> {
    Box::new(PolygonTool { corners, ..PolygonTool::default() })
}

/// Minimum distance of stroke points, in points.
const STEP_PX: f64 = 2.0;
/// Maximum number of stroke points.
const MOST: usize = 20_000;
/// Length of a drag up to which it is a click, in points.
const CLICK_PX: f64 = 8.0;
/// Distance of the ends of a drag, as a fraction of its length, from which it is a straight side.
const STRAIGHT: f64 = 0.9;
/// Distance from the first corner within which a click closes the polygon, in points.
const CLOSE_PX: f64 = 10.0;

/// Area of a polygon without one, as a part of the square of its length; clicks are rounded to pixels.
const FLAT: f64 = 1e-5;

impl PolygonTool {
    fn last(&self) -> Option<DVec2> {
        self.corners.last().copied()
    }

    /// True if a side lies on the axis.
    fn lies_on(&self, axis: f64, reach: f64) -> bool {
        let is_on = |at: DVec2| (at.x - axis).abs() <= reach;
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).any(|(&at, &next)| is_on(at) && is_on(next))
    }

    fn crosses(&self, axis: f64) -> bool {
        self.corners.iter().any(|at| at.x < axis) && self.corners.iter().any(|at| at.x > axis)
    }

    fn closes(&self, stage: &Stage, at: DVec2) -> bool {
        let reach = CLOSE_PX / stage.viewport.scale;
        self.corners.len() >= 3 && self.corners.first().is_some_and(|first| first.distance(at) <= reach)
    }

    /// Closes the polygon. Corners within `reach` of the mirror axis count as on the axis.
    fn finish(&mut self, stage: &Stage, reach: f64, out: &mut Vec<Action>) {
        match self.closed(stage, reach) {
            Ok(corners) => {
                self.corners.clear();
                out.push(Action::Make(MeshingCommand::Outline(DrawnOutline::of(corners))));
            }
            // The corners stay, to be corrected.
            Err(reason) => out.push(Action::Refuse(reason)),
        }
    }

    /// The corners of the closed polygon; with a mirror, those of one half.
    fn closed(&self, stage: &Stage, reach: f64) -> Result<Vec<DVec2>, String> {
        let corners = match stage.mirror {
            Some(x) => image::half(&self.corners, x, reach)?,
            None => self.corners.clone(),
        };
        if corners.len() < 3 {
            return Err("A polygon needs three corners that are not in one line".to_owned());
        }
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        let length: f64 = sides.map(|(from, to)| from.distance(*to)).sum();
        if polygon::doubled_area(&corners).abs() <= FLAT * length * length {
            let why = "its corners are in one line, or it crosses itself. Backspace removes a corner";
            return Err(format!("The outline encloses no area: {why}"));
        }
        Ok(corners)
    }

    fn exact(&self, stage: &Stage) -> f64 {
        1e-3 / stage.viewport.scale
    }

    fn put(&mut self, stage: &Stage, at: DVec2, out: &mut Vec<Action>) {
        if self.closes(stage, at) {
            self.finish(stage, self.exact(stage), out);
        } else if self.last() != Some(at) {
            self.corners.push(at);
        }
    }

    /// The simplified stroke; of a straight side, its ends.
    fn simpler(&self, stage: &Stage) -> Vec<DVec2> {
        match (&self.stroke[..], self.is_side(stage)) {
            ([first, .., last], true) => vec![*first, *last],
            _ => simplify::ring(&self.stroke, stage.options.tolerance_px / stage.viewport.scale),
        }
    }

    /// True if the stroke is a side or a click: nearly straight, and not drawn as a whole polygon.
    fn is_side(&self, stage: &Stage) -> bool {
        let (Some(first), Some(last)) = (self.stroke.first(), self.stroke.last()) else { return false };
        let is_whole = stage.options.stroke == Way::Freehand && self.corners.is_empty();
        !is_whole && first.distance(*last) >= STRAIGHT * self.stroke_length()
    }

    fn stroke_length(&self) -> f64 {
        self.stroke.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
    }

    /// Ends the stroke: it becomes a polygon, corners after those that are set, a side, or a click.
    fn end_stroke(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        let is_click = stage.options.stroke == Way::Corners && self.stroke_length() * stage.viewport.scale < CLICK_PX;
        let (simple, is_side) = (self.simpler(stage), self.is_side(stage));
        let stroke = std::mem::take(&mut self.stroke);
        let (Some(&first), Some(&last)) = (stroke.first(), stroke.last()) else { return };
        let last = pointer.at.unwrap_or(last);
        if is_click || is_side {
            let ends = if is_click { vec![last] } else { vec![first, last] };
            for end in ends {
                let at = pen::snapped(stage, pointer, end, self.last()).at;
                self.put(stage, at, out);
            }
        } else if self.corners.is_empty() {
            self.corners = simple;
            // Freehand needs a larger tolerance than snapped clicks.
            self.finish(stage, CLOSE_PX / stage.viewport.scale, out);
        } else {
            self.corners.extend(simple);
            self.corners.pop();
            self.put(stage, last, out);
        }
    }

    fn draw(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        if let Some(origin) = pointer.drag_started {
            self.stroke = vec![origin];
        }
        if let Some(at) = pointer.at.filter(|_| pointer.is_dragging && !self.stroke.is_empty()) {
            let step = STEP_PX / stage.viewport.scale;
            if self.stroke.len() < MOST && self.stroke.last().is_none_or(|last| last.distance(at) >= step) {
                self.stroke.push(at);
            }
        }
        if pointer.drag_stopped {
            self.end_stroke(stage, pointer, out);
        }
    }
}

impl Tool for PolygonTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        self.pen.aim(stage, pointer, self.last());
        let is_freehand = stage.options.stroke == Way::Freehand && self.corners.is_empty();
        if is_freehand || pointer.drag_started.is_some() || !self.stroke.is_empty() {
            return self.draw(stage, pointer, out);
        }
        if pointer.double_clicked && self.corners.len() >= 3 {
            return self.finish(stage, self.exact(stage), out);
        }
        if pointer.clicked.is_some()
            && let Some(spot) = self.pen.spot.clone()
        {
            self.put(stage, spot.at, out);
        }
    }

    fn hint(&self, stage: &Stage, _: &Pointer) -> String {
        if let Some(hint) = self.pen.hint() {
            return hint;
        }
        if !self.stroke.is_empty() {
            let count = self.simpler(stage).len();
            if self.is_side(stage) {
                return "Release to set a corner at each end; Esc cancels".to_owned();
            } else if !self.corners.is_empty() {
                return format!("Release to add {count} corners; Esc cancels");
            }
            return format!("Release to close: {count} corners of {} points drawn; Esc cancels", self.stroke.len());
        }
        match (self.corners.len(), stage.options.stroke) {
            (0, _) if stage.mirror.is_some() => {
                "Draws one side of the mirror: two bodies, or one body of both halves if a side lies on the axis"
                    .to_owned()
            }
            (0, Way::Freehand) => {
                "Draw around the shape with the button held; on release it is simplified and closed".to_owned()
            }
            (0, Way::Corners) => {
                "Click the corners of the polygon, or drag to draw it freehand; Alt: without snapping, Enter types a \
                 point"
                    .to_owned()
            }
            (count @ (1 | 2), _) => format!("{count} of at least 3 corners; Backspace removes one, Esc cancels"),
            (count, _) if stage.mirror.is_some_and(|x| self.crosses(x)) => {
                format!(
                    "{count} corners across the axis of the mirror: the side of the first one is kept, with its image"
                )
            }
            (count, _) if stage.mirror.is_some_and(|x| self.lies_on(x, self.exact(stage))) => {
                format!("{count} corners: click the first one or press Enter to close; both halves become one body")
            }
            (count, _) if stage.mirror.is_some() => {
                format!(
                    "{count} corners: click the first one or press Enter to close; the image becomes a body beside it"
                )
            }
            (count, _) => {
                format!("{count} corners: click the first one or press Enter to close; Backspace removes one")
            }
        }
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        if !self.stroke.is_empty() {
            let drawn: Vec<_> = self.stroke.iter().map(|&at| stage.paintable(at)).collect();
            painter.add(Shape::line(drawn, Stroke::new(1.0, sketch::tint(stage).gamma_multiply(0.5))));
            let all = [&self.corners[..], &self.simpler(stage)].concat();
            for (i, &at) in all.iter().enumerate() {
                sketch::line(stage, painter, at, all[(i + 1) % all.len()]);
                sketch::image_line(stage, painter, at, all[(i + 1) % all.len()]);
                sketch::dot(stage, painter, at);
            }
            return;
        }
        let mut points = self.corners.clone();
        points.extend(self.pen.at(self.last()).filter(|_| !self.corners.is_empty()));
        for pair in points.windows(2) {
            sketch::line(stage, painter, pair[0], pair[1]);
            sketch::image_line(stage, painter, pair[0], pair[1]);
        }
        if let ([first, .., last], 3..) = (&points[..], points.len()) {
            sketch::dashed(stage, painter, *last, *first);
            sketch::image_line(stage, painter, *last, *first);
        }
        self.corners.iter().for_each(|&at| sketch::dot(stage, painter, at));
        if let Some(&first) = self.corners.first() {
            sketch::ring(stage, painter, first);
        }
        if stage.options.stroke == Way::Corners || !self.corners.is_empty() {
            self.pen.paint(stage, painter, self.last());
        }
    }

    fn options(&mut self, stage: &Stage, ui: &mut Ui, out: &mut Vec<Action>) {
        for (way, icon, name, tip) in [
            (Way::Corners, "polygon", "Corner by corner", "Click the corners; a drag draws freehand"),
            (Way::Freehand, "scribble", "Freehand", "Draw around the shape with the button held"),
        ] {
            if widgets::icon_button(ui, Icon(icon), name, tip, true, stage.options.stroke == way).clicked() {
                self.cancel(out);
                out.push(Action::prefer(move |settings| settings.tools.stroke = way));
            }
        }
        if stage.options.stroke == Way::Freehand {
            ui.label("Simplify by").on_hover_text("Greatest distance of the polygon from the drawn line, in pixels");
            let how = Number { min: 0.0, max: 100.0, suffix: " px", is_whole: false };
            let tolerance = widgets::number(ui, "How far the polygon may be off", stage.options.tolerance_px, how);
            if let Some(tolerance) = tolerance {
                out.push(Action::prefer(move |settings| settings.tools.tolerance_px = tolerance));
            }
        }
    }

    fn claims(&self, press: Press) -> bool {
        let is_at_work = !self.corners.is_empty() || !self.stroke.is_empty();
        self.pen.claims(press, is_at_work) || (is_at_work && !matches!(press, Press::Letter(_) | Press::Delete))
    }

    fn press(&mut self, stage: &Stage, press: Press, out: &mut Vec<Action>) {
        let from = self.last();
        match (self.pen.press(press, from.is_some(), from), press) {
            (KeyOutcome::Point(at), _) => self.put(stage, at, out),
            (KeyOutcome::Taken, _) => {}
            (KeyOutcome::Ignored, Press::Backspace) => drop(self.corners.pop()),
            (KeyOutcome::Ignored, Press::Enter) if self.stroke.is_empty() => self.finish(stage, self.exact(stage), out),
            (KeyOutcome::Ignored, Press::Enter | Press::Letter(_) | Press::Delete) => {}
            (KeyOutcome::Ignored, Press::Escape) => self.cancel(out),
        }
    }

    fn cancel(&mut self, _: &mut Vec<Action>) {
        *self = Self::default();
    }
}
