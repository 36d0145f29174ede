//! Draws markers: points, rectangles, polygons and paths.

use super::pen::{self, Pen, Stretch};
use super::typed::KeyOutcome;
use super::{Pointer, Press, Tool, ToolEntry, plain_shift, sketch};
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::mirror::axis_in;
use crate::editor::settings::tools::MarkerKind;
use crate::editor::stage::Stage;
use crate::editor::widgets::{self, short};
use crate::geometry::DVec2;
use crate::level::edit::symmetry::{image, marker_both};
use crate::level::{MarkerShape, Point};
use egui::{Key, Painter, Ui};

/// Id of the tool.
pub const MARKER: &str = "marker";

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: MARKER,
    title: "Marker",
    explanation: "Draws a named point, rectangle, polygon or path: spawn points, goals, zones, camera paths. The \
                  simulation ignores markers; games and watch expressions read them.",
    icon: Icon("map-pin"),
    keys: plain_shift(Key::A),
    draws: true,
    overlays: &[],
    make: || Box::new(MarkerTool::default()),
};

/// Distance from the first corner within which a click closes the polygon, in points.
const CLOSE_PX: f64 = 10.0;

#[derive(Default)]
struct MarkerTool {
    pen: Pen,
    /// Corners of a rectangle.
    stretch: Stretch<DVec2>,
    /// Points of a polygon or path so far.
    points: Vec<DVec2>,
}

fn making(stage: &Stage, shape: MarkerShape) -> Edit {
    let x = stage.mirror;
    let label = match shape {
        MarkerShape::Point(_) => "Point marker",
        MarkerShape::Rect(..) => "Rectangle marker",
        MarkerShape::Polygon(_) => "Polygon marker",
        MarkerShape::Path(_) => "Path marker",
    };
    Edit::making(label, move |level| {
        let axis = axis_in(level, x);
        marker_both(level, &shape, axis)
    })
}

fn paint_shape(stage: &Stage, painter: &Painter, shape: &MarkerShape) {
    shape.lines().into_iter().for_each(|[a, b]| sketch::line(stage, painter, a.into(), b.into()));
    shape.points().into_iter().for_each(|at| sketch::dot(stage, painter, at.into()));
    if let Some(axis) = stage.mirror {
        let image = image::marker(shape, axis);
        image.lines().into_iter().for_each(|[a, b]| sketch::dashed(stage, painter, a.into(), b.into()));
        shape.points().into_iter().for_each(|at| sketch::image_dot(stage, painter, at.into()));
    }
}

impl MarkerTool {
    /// The previous point.
    fn from(&self) -> Option<DVec2> {
        self.points.last().or(self.stretch.from()).copied()
    }

    fn is_at_work(&self) -> bool {
        self.from().is_some()
    }

    fn closes(&self, stage: &Stage, at: DVec2) -> bool {
        let reach = CLOSE_PX / stage.viewport.scale;
        let is_polygon = stage.options.marker == MarkerKind::Polygon;
        is_polygon && self.points.len() >= 3 && self.points.first().is_some_and(|first| first.distance(at) <= reach)
    }

    /// Creates the marker of the points so far.
    fn finish(&mut self, stage: &Stage, out: &mut Vec<Action>) {
        let points: Vec<_> = std::mem::take(&mut self.points).into_iter().map(Into::into).collect();
        let shape = match stage.options.marker {
            MarkerKind::Polygon => MarkerShape::Polygon(points),
            _ => MarkerShape::Path(points),
        };
        out.push(Action::Edit(making(stage, shape)));
    }

    /// A point of any shape by click or by typing.
    fn put(&mut self, stage: &Stage, at: DVec2, out: &mut Vec<Action>) {
        match (stage.options.marker, self.stretch.from().copied()) {
            (MarkerKind::Point, _) => out.push(Action::Edit(making(stage, MarkerShape::Point(at.into())))),
            (MarkerKind::Rectangle, None) => self.stretch = Stretch::Clicked(at),
            (MarkerKind::Rectangle, Some(from)) => {
                self.stretch = Stretch::Idle;
                out.push(Action::Edit(making(stage, MarkerShape::rect(from.into(), at.into()))));
            }
            (MarkerKind::Polygon | MarkerKind::Path, _) if self.closes(stage, at) => self.finish(stage, out),
            (MarkerKind::Polygon | MarkerKind::Path, _) => {
                if self.points.last() != Some(&at) {
                    self.points.push(at);
                }
            }
        }
    }

    /// Follows clicks and drags on a polygon or path; a drag counts as a click at each of its ends.
    fn chain(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        if pointer.double_clicked {
            let least = if stage.options.marker == MarkerKind::Polygon { 3 } else { 2 };
            if self.points.len() >= least {
                self.finish(stage, out);
            }
            return;
        }
        if let Some(origin) = pointer.drag_started {
            let at = pen::snapped(stage, pointer, origin, self.from()).at;
            self.put(stage, at, out);
        }
        if (pointer.clicked.is_some() || pointer.drag_stopped)
            && let Some(at) = self.pen.spot.as_ref().map(|spot| spot.at)
        {
            self.put(stage, at, out);
        }
    }
}

impl Tool for MarkerTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        // The diagonal of a rectangle has no direction of its own: only lines snap to angles.
        self.pen.aim(stage, pointer, self.points.last().copied());
        match stage.options.marker {
            MarkerKind::Point => {
                let at = pointer.clicked.or(pointer.at.filter(|_| pointer.drag_stopped));
                if let Some(at) = at.filter(|_| !pointer.double_clicked) {
                    self.put(stage, pen::snapped(stage, pointer, at, None).at, out);
                }
            }
            MarkerKind::Rectangle => {
                let ends = self.stretch.update(pointer, |at| Some(pen::snapped(stage, pointer, at, None).at));
                if let Some((from, to)) = ends {
                    out.push(Action::Edit(making(stage, MarkerShape::rect(from.into(), to.into()))));
                }
            }
            MarkerKind::Polygon | MarkerKind::Path => self.chain(stage, pointer, out),
        }
    }

    fn hint(&self, stage: &Stage, _: &Pointer) -> String {
        if let Some(hint) = self.pen.hint() {
            return hint;
        }
        let size = || Some((self.pen.spot.as_ref()?.at - self.from()?).abs());
        match (stage.options.marker, self.points.len()) {
            (MarkerKind::Point, _) => "Click where the point is; Alt: without snapping, Enter types a point".to_owned(),
            (MarkerKind::Rectangle, _) => match size() {
                Some(size) => format!("{} x {}: release or click; Esc cancels", short(size.x), short(size.y)),
                None => "Drag from corner to corner, or click both; Alt: without snapping".to_owned(),
            },
            (MarkerKind::Polygon, 0) => "Click the corners of the area; Alt: without snapping".to_owned(),
            (MarkerKind::Path, 0) => "Click the points of the path in order; Alt: without snapping".to_owned(),
            (MarkerKind::Polygon, count @ (1 | 2)) => {
                format!("{count} of at least 3 corners; Backspace removes one, Esc cancels")
            }
            (MarkerKind::Polygon, count) => {
                format!("{count} corners: click the first one or press Enter to close; Backspace removes one")
            }
            (MarkerKind::Path, 1) => "1 of at least 2 points; Backspace removes it, Esc cancels".to_owned(),
            (MarkerKind::Path, count) => {
                format!("{count} points: double click or press Enter to end; Backspace removes one")
            }
        }
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        let next = self.pen.at(self.from());
        let mut points: Vec<Point> = self.points.iter().map(|&at| at.into()).collect();
        if let (Some(from), Some(to)) = (self.stretch.from(), next) {
            paint_shape(stage, painter, &MarkerShape::rect((*from).into(), to.into()));
        } else if !points.is_empty() {
            points.extend(next.map(Point::from));
            let is_area = stage.options.marker == MarkerKind::Polygon && points.len() >= 3;
            let shape = if is_area { MarkerShape::Polygon(points) } else { MarkerShape::Path(points) };
            paint_shape(stage, painter, &shape);
        }
        self.pen.paint(stage, painter, self.from());
    }

    fn options(&mut self, stage: &Stage, ui: &mut Ui, out: &mut Vec<Action>) {
        for (kind, icon, name, tip) in [
            (MarkerKind::Point, "map-pin", "Points", "Spawn points, targets"),
            (MarkerKind::Rectangle, "rectangle-dashed", "Rectangles", "Zones, goals, camera limits"),
            (MarkerKind::Polygon, "polygon", "Polygons", "Zones of any shape"),
            (MarkerKind::Path, "path", "Paths", "Camera and patrol paths"),
        ] {
            if widgets::icon_button(ui, Icon(icon), name, tip, true, stage.options.marker == kind).clicked() {
                self.cancel(out);
                out.push(Action::prefer(move |settings| settings.tools.marker = kind));
            }
        }
    }

    fn claims(&self, press: Press) -> bool {
        let is_at_work = self.is_at_work();
        self.pen.claims(press, is_at_work) || (is_at_work && !matches!(press, Press::Letter(_)))
    }

    fn press(&mut self, stage: &Stage, press: Press, out: &mut Vec<Action>) {
        let from = self.from();
        match (self.pen.press(press, from.is_some(), from), press) {
            (KeyOutcome::Point(at), _) => self.put(stage, at, out),
            (KeyOutcome::Taken, _) | (KeyOutcome::Ignored, Press::Letter(_)) => {}
            (KeyOutcome::Ignored, Press::Backspace) if !self.points.is_empty() => drop(self.points.pop()),
            (KeyOutcome::Ignored, Press::Enter) if !self.points.is_empty() => self.finish(stage, out),
            (KeyOutcome::Ignored, _) => self.cancel(out),
        }
    }

    fn cancel(&mut self, _: &mut Vec<Action>) {
        *self = Self::default();
    }
}
