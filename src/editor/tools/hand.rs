//! Pulls a node while the level runs: a spring between the mouse and the node.
//!
//! Must never know: history. Pulling is an input of the run, never a change of the level.

use super::{Entry, Pointer, Tool};
use crate::editor::actions::Action;
use crate::editor::canvas::{Stage, pick};
use crate::editor::icons::Icon;
use crate::editor::theme::color;
use crate::engine::Hand;
use crate::geometry::DVec2;
use crate::level::{Motion, Place};
use egui::{CursorIcon, Key, Painter, Shape, Stroke};

/// Its row.
pub const TOOL: Entry = Entry {
    id: "hand",
    title: "Pull by hand",
    explanation: "Pulls a node by a spring while the level runs. Nothing of the level itself changes.",
    icon: Icon("hand-grabbing"),
    key: Key::H,
    make: || Box::new(Pull::default()),
};

/// How near to the pointer a node must be to be taken, in points.
const REACH: f64 = 60.0;
/// Half the body's size away, the hand pulls with this many times the body's weight.
const STRENGTH: f64 = 2.0;
/// Acceleration that counts as weight where there is no gravity, per unit of size and frame time squared.
const WEIGHTLESS: f64 = 0.005;
/// Part of the step's stability limit that the hand uses at most, so that pulling never blows a level up.
const CAUTION: f64 = 0.2;

/// A node held by the mouse.
#[derive(Default)]
pub struct Pull {
    held: Option<Hand>,
}

impl Pull {
    /// Takes the node nearest to a point within `reach` points of the screen; false where there is none that moves.
    pub fn grab(&mut self, stage: &Stage, at: DVec2, reach: f64) -> bool {
        let near = pick::nearest_node(stage, at, reach / stage.viewport.scale);
        self.held = match near {
            Some(Place::Node(body, node)) => hand_for(stage, body, node, at),
            _ => None,
        };
        self.held.is_some()
    }

    /// Whether a node is held.
    pub fn is_holding(&self) -> bool {
        self.held.is_some()
    }

    /// Pulls towards a point.
    pub fn pull(&mut self, at: DVec2, out: &mut Vec<Action>) {
        if let Some(hand) = &mut self.held {
            hand.target = at.into();
            out.push(Action::Hand(Some(*hand)));
        }
    }

    /// Lets go.
    pub fn release(&mut self, out: &mut Vec<Action>) {
        if self.held.take().is_some() {
            out.push(Action::Hand(None));
        }
    }

    /// The spring.
    pub fn paint_spring(&self, stage: &Stage, painter: &Painter) {
        let Some(hand) = self.held else { return };
        let Some(node) = stage.node(hand.body, hand.node) else { return };
        let tint = color(stage.palette.selection);
        let ends = [stage.paintable(node), stage.paintable(hand.target.into())];
        painter.extend(Shape::dashed_line(&ends, Stroke::new(2.0, tint), 6.0, 4.0));
        painter.circle_stroke(ends[0], 7.0, Stroke::new(2.0, tint));
        painter.circle_filled(ends[1], 4.0, tint);
    }
}

/// A hand as strong as the body needs, and no stronger than the step bears.
fn hand_for(stage: &Stage, body: usize, node: usize, at: DVec2) -> Option<Hand> {
    let parts = stage.level.bodies.get(body)?;
    let layout = stage.world.layout();
    let nodes = layout.bodies.get(body)?.nodes.clone();
    let mass = layout.mass[nodes.start + node];
    let is_free = parts.motion == Motion::Dynamic && layout.inverse_mass[nodes.start + node] > 0.0;
    if !is_free {
        return None;
    }
    let whole: f64 = layout.mass[nodes].iter().sum();
    let (frame, step) = (stage.level.world.frame_time, layout.substep_time);
    // Semi-implicit Euler bears k < 4m/h² and c < 2m/h for a node alone; its springs use up some of that.
    let size = stage.bounds(&[Place::Body(body)]).size().max_element().max(f64::MIN_POSITIVE);
    let weight = DVec2::from(stage.level.world.gravity).length().max(WEIGHTLESS * size / (frame * frame));
    let stiffness = (STRENGTH * whole * weight / (0.5 * size)).min(CAUTION * mass / (step * step));
    let damping = (stiffness * mass).sqrt().min(CAUTION * mass / step);
    Some(Hand { body, node, target: at.into(), stiffness, damping })
}

impl Tool for Pull {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        if let Some(at) = pointer.drag_started {
            self.grab(stage, at, REACH);
        }
        if pointer.is_dragging
            && let Some(at) = pointer.at
        {
            self.pull(at, out);
        }
        if pointer.drag_stopped {
            self.release(out);
        }
    }

    fn hint(&self, stage: &Stage, _: &Pointer) -> String {
        match (self.is_holding(), stage.is_playing) {
            (true, true) => "Pulling; release the button to let go".to_owned(),
            (true, false) => "Holding while paused: step with → or play with Space, the hand pulls along".to_owned(),
            (false, true) => "Drag a node to pull it".to_owned(),
            (false, false) => "Drag a node to hold it, then play with Space or step with →".to_owned(),
        }
    }

    fn cursor(&self, _: &Stage, _: &Pointer) -> CursorIcon {
        if self.is_holding() { CursorIcon::Grabbing } else { CursorIcon::Grab }
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        self.paint_spring(stage, painter);
    }

    fn cancel(&mut self, out: &mut Vec<Action>) {
        self.release(out);
    }
}
