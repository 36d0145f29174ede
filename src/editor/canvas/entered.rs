//! The entered body, whose parts are selected and moved one by one, like a group in a drawing program.

use crate::editor::actions::Action;
use crate::editor::selection::Selection;
use crate::editor::stage::Stage;
use crate::editor::theme;
use crate::editor::tools;
use crate::level::{Level, Place};
use egui::{Align, Button, Layout, Rect, RichText, Role, Ui, UiBuilder, WidgetInfo, vec2};

/// Distance of the path from the corner of the canvas.
const MARGIN: f32 = 12.0;
/// Height of the path with the space below it.
pub const HEIGHT: f32 = 40.0;

/// Width of the words after the body's name, and of one letter of it, in points.
const REST: f32 = 120.0;
const LETTER: f32 = 7.5;

/// An entered body, and the number of bodies at that time: if the number differs, the index may mean another body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entered {
    body: usize,
    count: usize,
}

impl Entered {
    /// Enters a body of a level.
    pub fn new(level: &Level, body: usize) -> Option<Self> {
        (body < level.bodies.len()).then_some(Self { body, count: level.bodies.len() })
    }

    /// The body, if it still exists, can be picked, and only it or its parts are selected.
    pub fn body(self, level: &Level, selection: &Selection) -> Option<usize> {
        let place = Place::Body(self.body);
        let is_there = self.count == level.bodies.len() && !level.is_hidden(place) && !level.is_locked(place);
        let is_meant = selection.iter().all(|place| place.body() == Some(self.body));
        (is_there && is_meant).then_some(self.body)
    }
}

/// The path to the selection in the upper left corner: `Level > floor > node 3`. A click selects a step.
pub fn path(ui: &mut Ui, stage: &Stage, area: Rect, out: &mut Vec<Action>) {
    let Some(body) = stage.entered else { return };
    let builder = UiBuilder::new().max_rect(area.shrink(MARGIN)).layout(Layout::left_to_right(Align::Min));
    let mut child = ui.new_child(builder.id_salt("path"));
    child.set_clip_rect(area.intersect(ui.clip_rect()));
    let card = theme::card(&child).inner_margin(vec2(4.0, 2.0));
    card.show(&mut child, |ui| ui.horizontal(|ui| steps(ui, stage, body, out)));
}

/// The steps of the path, on one line.
fn steps(ui: &mut Ui, stage: &Stage, body: usize, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    ui.spacing_mut().button_padding = vec2(6.0, 2.0);
    if step(ui, "Level", "Level", "Leave the body and clear the selection") {
        out.extend([Action::Enter(None), Action::Select(Vec::new())]);
    }
    weak(ui, ">");
    let name = stage.level.body_title(body);
    let most = ((ui.available_width() - REST) / LETTER).max(8.0) as usize;
    if step(ui, &name, &shortened(&name, most), "Leave the body and select it  (Esc)") {
        out.extend([Action::Enter(None), Action::Select(vec![Place::Body(body)])]);
    }
    weak(ui, ">");
    ui.add_space(4.0);
    let parts: Vec<Place> = stage.selection.iter().copied().filter(|place| *place != Place::Body(body)).collect();
    let words = match parts[..] {
        [] => "parts".to_owned(),
        [part] => tools::describe(part),
        _ => format!("{} parts", parts.len()),
    };
    ui.label(RichText::new(words).strong());
    ui.add_space(4.0);
}

fn weak(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).color(ui.visuals().weak_text_color()));
}

/// A text of at most so many letters.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

fn step(ui: &mut Ui, name: &str, shown: &str, tip: &str) -> bool {
    let response = ui.add(Button::new(shown).frame_when_inactive(false));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Path: {name}")));
    response.on_hover_text(tip).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Node};

    #[test]
    fn shortened_keeps_the_beginning() {
        assert_eq!(shortened("floor", 8), "floor");
        assert_eq!(shortened("floor of the hall", 8), "floor o…");
    }

    #[test]
    fn entered_body_is_left_when_it_goes_or_something_else_is_selected() {
        let body = Body { nodes: vec![Node::at([0.0, 0.0])], ..Body::default() };
        let mut level = Level { bodies: vec![body.clone(), body], ..Level::default() };
        let entered = Entered::new(&level, 1).unwrap();
        let of = |places: &[Place]| Selection::from(places.to_vec());
        assert_eq!(entered.body(&level, &of(&[])), Some(1));
        assert_eq!(entered.body(&level, &of(&[Place::Node(1, 0)])), Some(1));
        assert_eq!(entered.body(&level, &of(&[Place::Body(1)])), Some(1));
        assert_eq!(entered.body(&level, &of(&[Place::Body(0)])), None);
        assert_eq!(entered.body(&level, &of(&[Place::Disc(0)])), None);
        assert_eq!(entered.body(&level, &of(&[Place::Body(0), Place::Body(1)])), None);
        level.bodies.pop();
        assert_eq!(entered.body(&level, &of(&[])), None);
        assert_eq!(Entered::new(&level, 1), None);
    }
}
