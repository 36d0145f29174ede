//! Cuts bodies along a line.

use super::pen::SpanPen;
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
use egui::{Key, Painter, Ui};
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
    span: SpanPen,
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

impl Tool for KnifeTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        if let Some((from, to)) = self.span.update(stage, pointer) {
            cut(stage, from, to, out);
        }
    }

    fn hint(&self, stage: &Stage, _: &Pointer) -> String {
        if let Some(hint) = self.span.pen.hint() {
            return hint;
        }
        match &self.span.from() {
            Some(from) => {
                let to = self.span.pen.spot.as_ref().map_or(*from, |spot| spot.at);
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

    fn paint(&self, stage: &Stage, painter: &Painter) {
        if let Some((from, to)) = self.span.ends() {
            sketch::dashed(stage, painter, from, to);
            sketch::image_line(stage, painter, from, to);
            sketch::dot(stage, painter, from);
        }
        self.span.paint(stage, painter);
    }

    fn options(&mut self, _: &Stage, ui: &mut Ui, _: &mut Vec<Action>) {
        widgets::short_note(ui, "Cuts the selected bodies", "Cuts all crossed bodies if none is selected.");
    }

    fn claims(&self, press: Press) -> bool {
        self.span.claims(press)
    }

    fn press(&mut self, stage: &Stage, press: Press, out: &mut Vec<Action>) {
        if let Some((from, to)) = self.span.press(press) {
            cut(stage, from, to, out);
        }
    }

    fn cancel(&mut self, _: &mut Vec<Action>) {
        self.span.cancel();
    }
}
