//! Tools: what the mouse does on the canvas. Each tool reads the stage and the pointer and returns actions.

mod chain;
mod disc;
mod hand;
mod hull;
mod knife;
mod marker;
mod measure;
mod node;
mod nodes;
mod obstacle;
mod pan;
mod path;
pub(in crate::editor) mod pen;
mod pin;
mod pin_joint;
mod polygon;
mod select;
pub mod sketch;
mod spring;
mod stick;
mod triangle;
pub mod typed;

pub use marker::MARKER;
pub use polygon::{POLYGON, unclosed as unclosed_polygon};
pub use select::{SELECT, counted, describe, gone, meant, titled};

use super::actions::Action;
use super::icons::Icon;
use super::mirror::Mirror;
use super::stage::Stage;
use crate::geometry::DVec2;
use crate::level::Place;
use egui::{CursorIcon, Key, KeyboardShortcut, Modifiers, Painter, Ui, Vec2};

/// Pointer input since the last UI frame. Points are in level units.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pointer {
    /// Position, while over the canvas or dragging.
    pub at: Option<DVec2>,
    /// Part under the pointer.
    pub over: Option<Place>,
    /// Start of a drag with the main button, at the press position.
    pub drag_started: Option<DVec2>,
    /// A drag with the main button is in progress.
    pub is_dragging: bool,
    /// Movement of the drag since the last UI frame, in points.
    pub drag_delta: Vec2,
    /// The drag ended.
    pub drag_stopped: bool,
    /// A click without drag.
    pub clicked: Option<DVec2>,
    /// A double click.
    pub double_clicked: bool,
    /// Modifier keys.
    pub modifiers: Modifiers,
}

impl Pointer {
    /// True if the key that suspends snapping is held.
    pub fn is_free(&self) -> bool {
        self.modifiers.alt
    }
}

/// A key that an active tool may handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// Finish.
    Enter,
    /// Undo the last step.
    Backspace,
    /// Delete what is chosen within the tool.
    Delete,
    /// Cancel.
    Escape,
    /// Part of a typed number.
    Letter(char),
}

/// A tool.
pub trait Tool {
    /// Handles the pointer input of a UI frame.
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>);
    /// Hint for mouse and keys.
    fn hint(&self, stage: &Stage, pointer: &Pointer) -> String;
    /// Pointer shape.
    fn cursor(&self, _stage: &Stage, _pointer: &Pointer) -> CursorIcon {
        CursorIcon::Crosshair
    }
    /// Paints the tool's marks.
    fn paint(&self, _stage: &Stage, _painter: &Painter) {}
    /// Draws the tool's controls in the canvas bar.
    fn options(&mut self, _stage: &Stage, _ui: &mut Ui, _out: &mut Vec<Action>) {}
    /// True if the tool handles this key now.
    fn claims(&self, _press: Press) -> bool {
        false
    }
    /// Handles a claimed key.
    fn press(&mut self, _stage: &Stage, _press: Press, _out: &mut Vec<Action>) {}
    /// True while it moves the selected parts, which can be taken to another document.
    fn moves_parts(&self) -> bool {
        false
    }
    /// Cancels everything in progress.
    fn cancel(&mut self, _out: &mut Vec<Action>) {}
}

/// Registration of a tool; a row of [`ALL`].
pub struct ToolEntry {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Display title and accessible name.
    pub title: &'static str,
    /// One-sentence description.
    pub explanation: &'static str,
    /// Icon.
    pub icon: Icon,
    /// Shortcut.
    pub keys: KeyboardShortcut,
    /// Whether it edits the level, which is possible at frame 0 only.
    pub draws: bool,
    /// Overlays that are on while it is active.
    pub overlays: &'static [&'static str],
    /// Constructor.
    pub make: fn() -> Box<dyn Tool>,
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn plain_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

/// All tools in toolbox order; the first is the default.
pub const ALL: &[ToolEntry] = &[
    select::TOOL,
    node::TOOL,
    spring::TOOL,
    hull::TOOL,
    triangle::TOOL,
    stick::TOOL,
    pin_joint::TOOL,
    disc::TOOL,
    obstacle::TOOL,
    path::TOOL,
    polygon::TOOL,
    marker::TOOL,
    knife::TOOL,
    pin::TOOL,
    measure::TOOL,
    hand::TOOL,
    pan::TOOL,
];

/// The active tool.
pub struct Toolbox {
    /// Its registration.
    pub entry: &'static ToolEntry,
    /// Its state.
    pub tool: Box<dyn Tool>,
    /// Claimed keys for the next UI frame.
    pub presses: Vec<Press>,
    /// The live mirror axis.
    pub mirror: Mirror,
}

impl Default for Toolbox {
    fn default() -> Self {
        Self { entry: &ALL[0], tool: (ALL[0].make)(), presses: Vec::new(), mirror: Mirror::default() }
    }
}

impl Toolbox {
    /// Activates a tool.
    pub fn take(&mut self, id: &str, out: &mut Vec<Action>) {
        if let Some(entry) = ALL.iter().find(|entry| entry.id == id) {
            self.tool.cancel(out);
            *self = Self { entry, tool: (entry.make)(), presses: Vec::new(), mirror: self.mirror };
        }
    }
}
