//! Draws obstacles: segments, lines and circles.

use super::pen::{SpanPen, Stretch};
use super::{Pointer, Press, Tool, ToolEntry, plain_shift, sketch};
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::mirror::axis_in;
use crate::editor::settings::tools::ObstacleKind;
use crate::editor::stage::Stage;
use crate::editor::widgets::{self, short};
use crate::geometry::DVec2;
use crate::level::ObstacleShape;
use crate::level::edit::symmetry::{image, obstacle_both};
use egui::{Key, Painter, Stroke, Ui, vec2};

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: "obstacle",
    title: "Obstacle",
    explanation: "Drag or click twice: a segment between two points, an infinite line through two points, or a circle \
                  from its centre to its rim. Obstacles do not move; nodes and discs bounce off them.",
    icon: Icon("wall"),
    keys: plain_shift(Key::O),
    draws: true,
    overlays: &[],
    make: || Box::new(ObstacleTool::default()),
};

#[derive(Default)]
struct ObstacleTool {
    span: SpanPen,
}

/// The obstacle between two points.
fn shape(kind: ObstacleKind, from: DVec2, to: DVec2) -> ObstacleShape {
    match kind {
        ObstacleKind::Segment => ObstacleShape::Segment(from.into(), to.into()),
        ObstacleKind::Line => ObstacleShape::Line(from.into(), (to - from).into()),
        ObstacleKind::Circle => ObstacleShape::Circle { center: from.into(), radius: from.distance(to) },
    }
}

fn making(stage: &Stage, from: DVec2, to: DVec2) -> Edit {
    let shape = shape(stage.options.obstacle, from, to);
    let x = stage.mirror;
    let label = match shape {
        ObstacleShape::Segment(..) => "Segment",
        ObstacleShape::Line(..) => "Line",
        ObstacleShape::Circle { .. } => "Circle",
    };
    Edit::making(label, move |level| {
        let axis = axis_in(level, x);
        obstacle_both(level, shape, axis)
    })
}

fn paint_shape(stage: &Stage, painter: &Painter, shape: ObstacleShape, strength: f32) {
    let stroke = Stroke::new(2.5, sketch::tint(stage).gamma_multiply(strength));
    match shape {
        ObstacleShape::Segment(a, b) => {
            painter.line_segment([stage.paintable(a.into()), stage.paintable(b.into())], stroke);
        }
        ObstacleShape::Line(point, along) => {
            let along = vec2(along[0] as f32, -along[1] as f32).normalized() * 1e4;
            let at = stage.paintable(point.into());
            painter.line_segment([at - along, at + along], stroke);
        }
        ObstacleShape::Circle { center, radius } => {
            let radius_px = ((radius * stage.viewport.scale) as f32).min(1e4);
            painter.circle_stroke(stage.paintable(center.into()), radius_px, stroke);
        }
    }
}

impl Tool for ObstacleTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        if let Some((from, to)) = self.span.update(stage, pointer) {
            out.push(Action::Edit(making(stage, from, to)));
            if pointer.clicked.is_some() && stage.options.obstacle == ObstacleKind::Segment {
                // The next segment starts at the end of this one.
                self.span.stretch = Stretch::Clicked(to);
            }
        }
        if pointer.double_clicked {
            self.span.stretch = Stretch::Idle;
        }
    }

    fn hint(&self, stage: &Stage, _: &Pointer) -> String {
        if let Some(hint) = self.span.pen.hint() {
            return hint;
        }
        let kind = stage.options.obstacle;
        match (self.span.from(), &self.span.pen.spot) {
            (Some(from), Some(spot)) => {
                let (d, length) = (spot.at - from, short(from.distance(spot.at)));
                let degrees = short(libm::atan2(d.y, d.x).to_degrees());
                match kind {
                    ObstacleKind::Circle => {
                        format!("Radius {length}: release or click for the rim, or type @1, 0; Esc cancels")
                    }
                    ObstacleKind::Line => format!("Direction {degrees}°: release or click; Esc cancels"),
                    ObstacleKind::Segment => {
                        format!("Length {length}, {degrees}°: release or click; Enter or Esc ends the chain")
                    }
                }
            }
            _ if kind == ObstacleKind::Circle => {
                "Drag from the centre to the rim, or click both; Alt: without snapping, Enter types a point".to_owned()
            }
            _ if kind == ObstacleKind::Line => {
                "Drag along the line, or click two points of it; Alt: without snapping, Enter types a point".to_owned()
            }
            _ => "Drag from end to end, or click from point to point; Alt: without snapping, Enter types a point"
                .to_owned(),
        }
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        if let Some((from, to)) = self.span.ends()
            && from != to
        {
            let shape = shape(stage.options.obstacle, from, to);
            paint_shape(stage, painter, shape, 1.0);
            if let Some(axis) = stage.mirror {
                paint_shape(stage, painter, image::shape(shape, axis), 0.6);
            }
            sketch::dot(stage, painter, from);
        }
        self.span.paint(stage, painter);
    }

    fn options(&mut self, stage: &Stage, ui: &mut Ui, out: &mut Vec<Action>) {
        for (kind, icon, name, tip) in [
            (ObstacleKind::Segment, "line-segment", "Segments", "From end to end"),
            (ObstacleKind::Line, "arrows-horizontal", "Lines without end", "Through two points"),
            (ObstacleKind::Circle, "circle", "Circles", "From the centre to the rim"),
        ] {
            if widgets::icon_button(ui, Icon(icon), name, tip, true, stage.options.obstacle == kind).clicked() {
                self.span.stretch = Stretch::Idle;
                out.push(Action::prefer(move |settings| settings.tools.obstacle = kind));
            }
        }
    }

    fn claims(&self, press: Press) -> bool {
        self.span.claims(press) || (self.span.from().is_some() && !matches!(press, Press::Letter(_)))
    }

    fn press(&mut self, stage: &Stage, press: Press, out: &mut Vec<Action>) {
        if let Some((from, to)) = self.span.press(press) {
            if stage.options.obstacle == ObstacleKind::Segment {
                self.span.stretch = Stretch::Clicked(to);
            }
            out.push(Action::Edit(making(stage, from, to)));
        }
    }

    fn cancel(&mut self, _: &mut Vec<Action>) {
        self.span.cancel();
    }
}
