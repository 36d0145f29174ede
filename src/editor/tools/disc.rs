//! Draws discs from the centre to the rim, and particles by a click.

use super::pen::{SpanPen, Stretch};
use super::{Pointer, Press, Tool, ToolEntry, plain, sketch};
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::mirror::{axis_in, reflected};
use crate::editor::stage::Stage;
use crate::editor::widgets::{self, Number, short};
use crate::geometry::DVec2;
use crate::level::edit::symmetry::disc_both;
use crate::level::{Disc, Motion};
use egui::{Key, Painter, Stroke, Ui, vec2};

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: "disc",
    title: "Disc",
    explanation: "Drag from the centre to the rim, or click both. Click once for each particle.",
    icon: Icon("circle"),
    keys: plain(Key::D),
    draws: true,
    overlays: &[],
    make: || Box::new(DiscTool::default()),
};

#[derive(Default)]
struct DiscTool {
    span: SpanPen,
}

/// Inserts a disc and its mirror image, if different.
fn making(stage: &Stage, center: DVec2, radius: f64) -> Edit {
    let x = stage.mirror;
    let disc = Disc {
        name: String::new(),
        position: center.into(),
        velocity: [0.0, 0.0],
        radius,
        mass: stage.options.disc_mass,
        restitution: 1.0,
        friction: 0.0,
        motion: Motion::Dynamic,
        ..Disc::default()
    };
    let kind = if radius == 0.0 { "Particle" } else { "Disc" };
    Edit::making(kind, move |level| {
        let axis = axis_in(level, x);
        disc_both(level, disc, axis)
    })
}

impl Tool for DiscTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        if stage.options.draws_particles {
            self.span.pen.aim(stage, pointer, self.span.from());
            if let Some(spot) =
                self.span.pen.spot.as_ref().filter(|_| pointer.clicked.is_some() || pointer.drag_stopped)
            {
                out.push(Action::Edit(making(stage, spot.at, 0.0)));
            }
            return;
        }
        if let Some((center, rim)) = self.span.update(stage, pointer) {
            out.push(Action::Edit(making(stage, center, center.distance(rim))));
        }
    }

    fn hint(&self, stage: &Stage, _: &Pointer) -> String {
        if let Some(hint) = self.span.pen.hint() {
            return hint;
        }
        match (self.span.from(), &self.span.pen.spot) {
            _ if stage.options.draws_particles => {
                "Click places a particle; Alt: without snapping, Enter types a point".to_owned()
            }
            (Some(from), Some(spot)) => {
                format!(
                    "Radius {}: release or click for the rim, or type @1, 0; Esc cancels",
                    short(from.distance(spot.at))
                )
            }
            _ => {
                "Drag from the centre to the rim, or click both; Alt: without snapping, Enter types a point".to_owned()
            }
        }
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        if let Some((from, rim)) = self.span.ends() {
            let radius = from.distance(rim);
            let circle = |center: DVec2, strength: f32| {
                let tint = sketch::tint(stage).gamma_multiply(strength);
                let radius_px = ((radius * stage.viewport.scale) as f32).min(1e4);
                painter.circle(stage.paintable(center), radius_px, tint.gamma_multiply(0.15), Stroke::new(2.0, tint));
            };
            circle(from, 1.0);
            if let Some(axis) = stage.mirror {
                circle(reflected(from, axis), 0.6);
            }
            sketch::line(stage, painter, from, rim);
            let words = format!("r {}", short(radius));
            let middle = stage.paintable((from + rim) * 0.5) + vec2(6.0, -22.0);
            sketch::label(stage, painter, middle, &words, sketch::tint(stage));
            sketch::dot(stage, painter, from);
        }
        self.span.paint(stage, painter);
    }

    fn options(&mut self, stage: &Stage, ui: &mut Ui, out: &mut Vec<Action>) {
        let options = stage.options;
        let mut particles = options.draws_particles;
        if ui.checkbox(&mut particles, "Particles").on_hover_text("Place discs of radius 0, one per click").changed() {
            out.push(Action::prefer(move |settings| settings.tools.draws_particles = particles));
        }
        ui.label("Mass").on_hover_text("Mass of new discs");
        if let Some(mass) = widgets::number(ui, "Mass of new discs", options.disc_mass, Number::MORE_THAN_ZERO) {
            out.push(Action::prefer(move |settings| settings.tools.disc_mass = mass));
        }
    }

    fn claims(&self, press: Press) -> bool {
        self.span.claims(press)
    }

    fn press(&mut self, stage: &Stage, press: Press, out: &mut Vec<Action>) {
        let was_begun = self.span.from().is_some();
        if let Some((center, rim)) = self.span.press(press) {
            out.push(Action::Edit(making(stage, center, center.distance(rim))));
        } else if let Some(at) = self.span.from().filter(|_| stage.options.draws_particles && !was_begun) {
            self.span.stretch = Stretch::Idle;
            out.push(Action::Edit(making(stage, at, 0.0)));
        }
    }

    fn cancel(&mut self, _: &mut Vec<Action>) {
        self.span.cancel();
    }
}
