//! Draws discs from the centre to the rim, and particles by a click.

use super::pen::{self, Pen, Stretch};
use super::typed::KeyOutcome;
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
use egui::{CursorIcon, Key, Painter, Stroke, Ui, vec2};

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
    pen: Pen,
    stretch: Stretch<DVec2>,
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

impl DiscTool {
    fn from(&self) -> Option<DVec2> {
        self.stretch.from().copied()
    }
}

impl Tool for DiscTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        let from = self.from();
        self.pen.aim(stage, pointer, from);
        if stage.options.draws_particles {
            if let Some(spot) = self.pen.spot.as_ref().filter(|_| pointer.clicked.is_some() || pointer.drag_stopped) {
                out.push(Action::Edit(making(stage, spot.at, 0.0)));
            }
            return;
        }
        let ends = self.stretch.update(pointer, |at| Some(pen::snapped(stage, pointer, at, from).at));
        if let Some((center, rim)) = ends {
            out.push(Action::Edit(making(stage, center, center.distance(rim))));
        }
    }

    fn hint(&self, stage: &Stage, _: &Pointer) -> String {
        if let Some(hint) = self.pen.hint() {
            return hint;
        }
        match (self.from(), &self.pen.spot) {
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

    fn cursor(&self, _: &Stage, _: &Pointer) -> CursorIcon {
        CursorIcon::Crosshair
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        if let (Some(from), Some(rim)) = (self.from(), self.pen.at(self.from())) {
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
        self.pen.paint(stage, painter, self.from());
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
        let is_at_work = self.from().is_some();
        self.pen.claims(press, is_at_work) || (is_at_work && matches!(press, Press::Escape | Press::Backspace))
    }

    fn press(&mut self, stage: &Stage, press: Press, out: &mut Vec<Action>) {
        let from = self.from();
        match (self.pen.press(press, from.is_some(), from), from) {
            (KeyOutcome::Point(at), None) if stage.options.draws_particles => {
                out.push(Action::Edit(making(stage, at, 0.0)));
            }
            (KeyOutcome::Point(at), None) => self.stretch = Stretch::Clicked(at),
            (KeyOutcome::Point(rim), Some(center)) => {
                self.stretch = Stretch::Idle;
                out.push(Action::Edit(making(stage, center, center.distance(rim))));
            }
            (KeyOutcome::Taken, _) => {}
            (KeyOutcome::Ignored, _) => self.cancel(out),
        }
    }

    fn cancel(&mut self, _: &mut Vec<Action>) {
        self.pen.reset();
        self.stretch = Stretch::Idle;
    }
}
