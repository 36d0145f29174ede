//! What the mouse does on the canvas, one tool a file.
//!
//! Tools look at the stage and the pointer, and return actions.

mod chain;
mod disc;
mod hand;
mod hull;
mod knife;
mod measure;
mod node;
mod nodes;
mod obstacle;
pub mod options;
mod outline;
mod pan;
mod pen;
mod pin;
mod select;
mod sketch;
mod spring;
mod stick;
mod triangle;
pub mod typed;

pub use options::ToolOptions;
pub use select::{SELECT, describe, meant};

use super::actions::Action;
use super::canvas::Stage;
use super::icons::Icon;
use crate::geometry::DVec2;
use crate::level::Place;
use egui::{CursorIcon, Key, KeyboardShortcut, Modifiers, Painter, Ui, Vec2};

/// What the mouse did on the canvas since the last picture. World points are those under the pointer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pointer {
    /// Where it is, while over the canvas or dragging.
    pub at: Option<DVec2>,
    /// What is under it.
    pub over: Option<Place>,
    /// A drag with the main button began; where the button went down.
    pub drag_started: Option<DVec2>,
    /// A drag with the main button goes on.
    pub is_dragging: bool,
    /// How far that moved on the screen since the last picture.
    pub drag_delta: Vec2,
    /// It ended.
    pub drag_stopped: bool,
    /// Clicked here without dragging.
    pub clicked: Option<DVec2>,
    /// Clicked twice.
    pub double_clicked: bool,
    /// Keys held.
    pub modifiers: Modifiers,
}

impl Pointer {
    /// Whether the key is held that keeps everything from snapping.
    pub fn is_free(&self) -> bool {
        self.modifiers.alt
    }
}

/// A key that a tool may have for itself while it is at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// Finish.
    Enter,
    /// Take the last step back.
    Backspace,
    /// Give up.
    Escape,
    /// Part of a typed number.
    Letter(char),
}

/// A tool at work.
pub trait Tool {
    /// Does what the pointer asks for.
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>);
    /// What mouse and keys do now, in a few words.
    fn hint(&self, stage: &Stage, pointer: &Pointer) -> String;
    /// Shape of the pointer.
    fn cursor(&self, stage: &Stage, pointer: &Pointer) -> CursorIcon;
    /// Its own marks over the level.
    fn paint(&self, _stage: &Stage, _painter: &Painter) {}
    /// Its controls, in the row over the canvas.
    fn options(&mut self, _stage: &Stage, _ui: &mut Ui, _out: &mut Vec<Action>) {}
    /// Whether a key is its own now, rather than a command's.
    fn claims(&self, _press: Press) -> bool {
        false
    }
    /// A key that it claimed was pressed.
    fn press(&mut self, _stage: &Stage, _press: Press, _out: &mut Vec<Action>) {}
    /// Lets go of everything.
    fn cancel(&mut self, _out: &mut Vec<Action>) {}
}

/// A row of [`ALL`].
pub struct ToolEntry {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Title for people; also its accessible name.
    pub title: &'static str,
    /// What it is for, in a sentence.
    pub explanation: &'static str,
    /// Icon.
    pub icon: Icon,
    /// Keys that take it.
    pub keys: KeyboardShortcut,
    /// Whether it draws into the level, which can be done at frame 0 alone.
    pub draws: bool,
    /// Overlays that are on while it is in hand.
    pub overlays: &'static [&'static str],
    /// Makes one.
    pub make: fn() -> Box<dyn Tool>,
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn plain_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

/// Every tool, in the order of the toolbox; the first is taken at the start.
pub const ALL: &[ToolEntry] = &[
    select::TOOL,
    node::TOOL,
    spring::TOOL,
    hull::TOOL,
    triangle::TOOL,
    stick::TOOL,
    disc::TOOL,
    obstacle::TOOL,
    outline::TOOL,
    knife::TOOL,
    pin::TOOL,
    measure::TOOL,
    hand::TOOL,
    pan::TOOL,
];

/// The tool in hand.
pub struct Toolbox {
    /// Its row.
    pub entry: &'static ToolEntry,
    /// Itself.
    pub tool: Box<dyn Tool>,
    /// Keys that it claimed, for the next picture.
    pub presses: Vec<Press>,
}

impl Default for Toolbox {
    fn default() -> Self {
        Self { entry: &ALL[0], tool: (ALL[0].make)(), presses: Vec::new() }
    }
}

impl Toolbox {
    /// Takes another tool.
    pub fn take(&mut self, id: &str, out: &mut Vec<Action>) {
        if let Some(entry) = ALL.iter().find(|entry| entry.id == id) {
            self.tool.cancel(out);
            *self = Self { entry, tool: (entry.make)(), presses: Vec::new() };
        }
    }
}
