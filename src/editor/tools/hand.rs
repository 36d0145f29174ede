//! The hand: pulls a node or disc by a spring while the run advances (dragging in 004). Pulling is an input of the run
//! and never changes the level.

use super::{Pointer, Tool, ToolEntry, describe, plain};
use crate::editor::actions::Action;
use crate::editor::features::journal::JournalCommand;
use crate::editor::icons::Icon;
use crate::editor::stage::Stage;
use crate::editor::stage::pick;
use crate::editor::theme::color;
use crate::engine::{Hand, Held};
use crate::geometry::DVec2;
use crate::level::Place;
use egui::{CursorIcon, Key, Painter, Shape, Stroke};

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: "hand",
    title: "Pull by hand",
    explanation: "Pulls a node or a disc by a spring while the run advances; with Shift, pushes it. The level does \
                  not change.",
    icon: Icon("hand-grabbing"),
    keys: plain(Key::H),
    draws: false,
    overlays: &[],
    make: || Box::new(PullTool::default()),
};

/// Pick distance of nodes and discs, in points.
const REACH: f64 = 60.0;
/// Pick distance of parts that cannot be pulled, in points; small, so that movable parts take precedence.
const REFUSED_REACH: f64 = 10.0;

/// The part that would be grabbed, or why it cannot be pulled.
type Aim = Result<Held, String>;

/// The target at a point within `reach` points; `None` if nothing is near.
fn aim(stage: &Stage, at: DVec2, reach: f64) -> Option<Aim> {
    let (mut taken, mut refused) = ((stage.near(reach), None), (stage.near(REFUSED_REACH.min(reach)), None));
    for (held, distance) in pick::holds(stage, at) {
        // Most candidates are too far away.
        if distance >= taken.0.max(refused.0) {
            continue;
        }
        match stage.world.can_pull(held) {
            Ok(()) if distance < taken.0 => taken = (distance, Some(held)),
            Err(reason) if distance < refused.0 => refused = (distance, Some((held, reason))),
            _ => {}
        }
    }
    match (taken, refused) {
        ((near, Some(held)), (nearer, _)) if near <= nearer => Some(Ok(held)),
        (_, (_, Some((held, reason)))) => Some(Err(format!("{} {reason}", describe(place_of(held))))),
        ((_, held), _) => held.map(Ok),
    }
}

/// The held part.
fn place_of(held: Held) -> Place {
    match held {
        Held::Node(body, node) => Place::Node(body, node),
        Held::Disc(disc) => Place::Disc(disc),
    }
}

/// A grab in progress.
#[derive(Default)]
pub struct Pull {
    held: Option<Hand>,
    /// Offset from the pointer to the centre: a disc is pulled at the point where it was grabbed.
    offset: DVec2,
    /// Why the last grab failed.
    refusal: Option<String>,
}

impl Pull {
    /// Grabs the nearest part within `reach` points; returns false if nothing there can move.
    pub fn grab(&mut self, stage: &Stage, at: DVec2, reach: f64) -> bool {
        *self = Self::default();
        match aim(stage, at, reach) {
            Some(Ok(held)) => {
                if let Held::Disc(disc) = held
                    && let Some((center, radius)) = stage.disc(disc)
                    && center.distance(at) <= radius
                {
                    self.offset = center - at;
                }
                self.held = stage.world.hand_for(held, (at + self.offset).into()).ok();
            }
            Some(Err(reason)) => self.refusal = Some(reason),
            None => {}
        }
        self.held.is_some()
    }

    /// True if something is held.
    pub fn is_holding(&self) -> bool {
        self.held.is_some()
    }

    /// Why the current drag pulls nothing.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// Pulls towards a point.
    pub fn pull(&mut self, at: DVec2, out: &mut Vec<Action>) {
        if let Some(hand) = &mut self.held {
            hand.target = (at + self.offset).into();
            out.push(Action::Hand(Some(*hand)));
        }
    }

    /// Releases the part.
    pub fn release(&mut self, out: &mut Vec<Action>) {
        self.refusal = None;
        if self.held.take().is_some() {
            out.push(Action::Hand(None));
        }
    }

    /// Paints the held part and the spring.
    pub fn paint(&self, stage: &Stage, painter: &Painter) {
        let Some(hand) = self.held else { return };
        let Some(at) = ring(stage, hand.held, painter) else { return };
        let tint = color(stage.palette.selection);
        let ends = [stage.paintable(at - self.offset), stage.paintable(DVec2::from(hand.target) - self.offset)];
        painter.extend(Shape::dashed_line(&ends, Stroke::new(2.0, tint), 6.0, 4.0));
        painter.circle_filled(ends[1], 4.0, tint);
    }
}

/// Paints a ring around a part; returns its centre.
fn ring(stage: &Stage, held: Held, painter: &Painter) -> Option<DVec2> {
    let (at, radius) = match held {
        Held::Node(body, node) => (stage.node(body, node)?, 7.0),
        Held::Disc(disc) => {
            let (at, radius) = stage.disc(disc)?;
            (at, ((radius * stage.viewport.scale) as f32 + 3.0).clamp(7.0, 1e4))
        }
    };
    painter.circle_stroke(stage.paintable(at), radius, Stroke::new(2.0, color(stage.palette.selection)));
    Some(at)
}

/// Number of frames in which a push covers the dragged distance.
const FLICK: f64 = 20.0;

/// A push being dragged, from the part to the pointer.
#[derive(Clone, Copy)]
struct Flick {
    held: Held,
    to: DVec2,
}

impl Flick {
    /// Velocity change, and position of the part.
    fn change(&self, stage: &Stage) -> Option<(DVec2, DVec2)> {
        let at = match self.held {
            Held::Node(body, node) => stage.node(body, node)?,
            Held::Disc(disc) => stage.disc(disc)?.0,
        };
        Some(((self.to - at) / (FLICK * stage.world.layout().settings.frame_time), at))
    }
}

/// State of the tool: held part and target.
#[derive(Default)]
struct PullTool {
    pull: Pull,
    flick: Option<Flick>,
    aim: Option<Aim>,
}

impl PullTool {
    /// With Shift, a drag is a push; its velocity is shown.
    fn flick(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        if let Some(at) = pointer.drag_started
            && let Some(Ok(held)) = aim(stage, at, REACH)
        {
            self.flick = Some(Flick { held, to: at });
        }
        let Some(flick) = &mut self.flick else { return };
        flick.to = pointer.at.unwrap_or(flick.to);
        if pointer.drag_stopped {
            if let Some((change, _)) = flick.change(stage).filter(|(change, _)| change.length() > 0.0) {
                out.push(Action::Journal(JournalCommand::Push(vec![place_of(flick.held)], change.into())));
            }
            self.flick = None;
        }
    }
}

impl Tool for PullTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        let is_flick = self.flick.is_some() || (pointer.modifiers.shift && !self.pull.is_holding());
        if is_flick {
            self.flick(stage, pointer, out);
        } else if let Some(at) = pointer.drag_started {
            self.pull.grab(stage, at, REACH);
        }
        if pointer.is_dragging
            && !is_flick
            && let Some(at) = pointer.at
        {
            self.pull.pull(at, out);
        }
        if pointer.drag_stopped {
            self.pull.release(out);
        }
        self.aim = pointer.at.filter(|_| !pointer.is_dragging).and_then(|at| aim(stage, at, REACH));
    }

    fn hint(&self, stage: &Stage, _: &Pointer) -> String {
        if let Some((change, _)) = self.flick.and_then(|flick| flick.change(stage)) {
            let [x, y] = [change.x, change.y].map(crate::editor::widgets::short);
            return format!("Release to push by {x}, {y}");
        }
        if let Some(reason) = self.pull.refusal() {
            return sentence(reason);
        }
        match (&self.aim, self.pull.is_holding(), stage.is_playing) {
            (_, true, true) => "Pulling; release the button to stop".to_owned(),
            (_, true, false) => "Holding while paused: step with → or play with Space to pull".to_owned(),
            (Some(Err(reason)), ..) => sentence(reason),
            (Some(Ok(held)), _, true) => {
                format!("Drag to pull {}; with Shift, to push it", describe(place_of(*held)))
            }
            (Some(Ok(held)), _, false) => {
                format!(
                    "Drag to hold {}, then play with Space or step with →; Shift+drag pushes",
                    describe(place_of(*held))
                )
            }
            (None, _, true) => "Drag a node or a disc to pull it".to_owned(),
            (None, _, false) => "Drag a node or a disc to hold it, then play with Space or step with →".to_owned(),
        }
    }

    fn cursor(&self, _: &Stage, _: &Pointer) -> CursorIcon {
        match &self.aim {
            _ if self.pull.is_holding() => CursorIcon::Grabbing,
            _ if self.pull.refusal().is_some() => CursorIcon::NotAllowed,
            Some(Ok(_)) => CursorIcon::Grab,
            Some(Err(_)) => CursorIcon::NotAllowed,
            None => CursorIcon::Default,
        }
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        self.pull.paint(stage, painter);
        if let Some((flick, (_, at))) = self.flick.and_then(|flick| Some((flick, flick.change(stage)?))) {
            ring(stage, flick.held, painter);
            let [from, to] = [at, flick.to].map(|point| stage.paintable(point));
            painter.arrow(from, to - from, Stroke::new(2.5, color(stage.palette.selection)));
        }
        if let Some(Ok(held)) = &self.aim {
            ring(stage, *held, painter);
        }
    }

    fn cancel(&mut self, out: &mut Vec<Action>) {
        self.flick = None;
        self.pull.release(out);
    }
}

/// Capitalizes the first letter.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
