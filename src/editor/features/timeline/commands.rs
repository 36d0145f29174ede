//! Time commands of panels.

use crate::debugger::Moment;
use crate::editor::playback::Loop;

/// Commands of panels beyond [`actions::Command`](crate::editor::actions::Command).
#[derive(Clone, Debug, PartialEq)]
pub enum TimeCommand {
    /// Go to a moment, visited or not.
    GoTo(Moment),
    /// Go to a moment, and show the state after so many phases of the next substep.
    GoInside(Moment, usize),
    /// Go to the moment written in this text.
    GoToTyped(String),
    /// Set the loop range.
    Loop(Loop),
    /// Show this range of frames on the timeline; `None`: all.
    Show(Option<[f64; 2]>),
    /// Start editing name, note and tags of a bookmark; `None`: stop.
    Rename(Option<usize>),
    /// Set name, note and tags of a bookmark.
    Describe(usize, [String; 3]),
    /// Add a bookmark at a moment with this note, unless there is one, and start editing its texts.
    Note(Moment, String),
    /// Delete a bookmark.
    Delete(usize),
    /// Show the state inside the current substep after this number of phases; 0: at its end.
    LookInside(usize),
    /// Go to frame 0 because a tool needs it; while an attached game runs, pause the game.
    ReturnToStart,
    /// Cancel the seek.
    Cancel,
}
