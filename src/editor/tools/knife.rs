//! Cuts bodies along a line.

use super::pen::{self, Pen, Stretch};
use super::typed::KeyOutcome;
use super::{Pointer, Press, Tool, ToolEntry, plain, sketch};
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::mirror::axis_in;
use crate::editor::stage::Stage;
use crate::editor::widgets;
use crate::geometry::DVec2;
use crate::level::Place;
use crate::level::edit::Made;
use crate::level::edit::symmetry::knife_both;
use egui::{CursorIcon, Key, Painter, Ui};
use std::collections::BTreeSet;

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: "knife",
    title: "Knife",
    explanation: "Drag a line across a body to cut it in two, with new nodes and a hull along the cut. Cuts the \
                  selected bodies, or all if none is selected.",
    icon: Icon("knife"),
    keys: plain(Key::C),
    draws: true,
    overlays: &[],
    make: || Box::new(KnifeTool::default()),
};

#[derive(Default)]
struct KnifeTool {
    pen: Pen,
    stretch: Stretch<DVec2>,
}

/// Bodies to cut: those of the selection, else all; without locked and hidden ones.
fn bodies(stage: &Stage) -> Vec<usize> {
    let selected: BTreeSet<usize> = stage.selection.iter().filter_map(|place| place.body()).collect();
    let all = (0..stage.level.bodies.len()).filter(|&body| stage.is_pickable(Place::Body(body)));
    all.filter(|body| selected.is_empty() || selected.contains(body)).collect()
}

fn cut(stage: &Stage, from: DVec2, to: DVec2, out: &mut Vec<Action>) {
    let bodies = bodies(stage);
    if bodies.is_empty() {
        return out.push(Action::Refuse("There is no body that can be cut".to_owned()));
    }
    let x = stage.mirror;
    out.push(Action::Edit(Edit::making("Cut", move |level| {
        let axis = axis_in(level, x);
        let done = knife_both(level, &bodies, from.into(), to.into(), axis)?;
        let places = done.bodies.into_iter().map(Place::Body).collect();
        Ok(Made { places, said: done.said, remap: done.remap })
    })));
}

impl KnifeTool {
    fn from(&self) -> Option<DVec2> {
        self.stretch.from().copied()
    }
}

impl Tool for KnifeTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        let from = self.from();
        self.pen.aim(stage, pointer, from);
        let ends = self.stretch.update(pointer, |at| Some(pen::snapped(stage, pointer, at, from).at));
        if let Some((from, to)) = ends {
            cut(stage, from, to, out);
        }
    }

    fn hint(&self, stage: &Stage, _: &Pointer) -> String {
        if let Some(hint) = self.pen.hint() {
            return hint;
        }
        match &self.from() {
            Some(from) => {
                let to = self.pen.spot.as_ref().map_or(*from, |spot| spot.at);
                let image = match stage.mirror {
                    Some(x) if (from.x - x) * (to.x - x) < 0.0 => {
                        "to cut along the line and along its image, crosswise"
                    }
                    Some(_) => "to cut along the line and along its image",
                    None => "to cut along the line",
                };
                format!("Release or click {image}; Esc cancels")
            }
            None if stage.selection.iter().any(|place| place.body().is_some()) => {
                "Drag a line across the selected bodies; Alt: without snapping, Enter types a point".to_owned()
            }
            None => "Drag a line across a body; Alt: without snapping, Enter types a point".to_owned(),
        }
    }

    fn cursor(&self, _: &Stage, _: &Pointer) -> CursorIcon {
        CursorIcon::Crosshair
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        if let (Some(from), Some(to)) = (self.from(), self.pen.at(self.from())) {
            sketch::dashed(stage, painter, from, to);
            sketch::image_line(stage, painter, from, to);
            sketch::dot(stage, painter, from);
        }
        self.pen.paint(stage, painter, self.from());
    }

    fn options(&mut self, _: &Stage, ui: &mut Ui, _: &mut Vec<Action>) {
        widgets::short_note(ui, "Cuts the selected bodies", "Cuts all crossed bodies if none is selected.");
    }

    fn claims(&self, press: Press) -> bool {
        let is_at_work = self.from().is_some();
        self.pen.claims(press, is_at_work) || (is_at_work && matches!(press, Press::Escape | Press::Backspace))
    }

    fn press(&mut self, stage: &Stage, press: Press, out: &mut Vec<Action>) {
        let from = self.from();
        match (self.pen.press(press, from.is_some(), from), from) {
            (KeyOutcome::Point(at), None) => self.stretch = Stretch::Clicked(at),
            (KeyOutcome::Point(to), Some(from)) => {
                self.stretch = Stretch::Idle;
                cut(stage, from, to, out);
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
