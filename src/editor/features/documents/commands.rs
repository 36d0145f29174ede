//! Commands of the document tabs.

use crate::level::{Level, Point};
use std::path::PathBuf;
use std::sync::Arc;

/// Parts of a document that are taken to another one.
#[derive(Clone, Debug, PartialEq)]
pub struct TakenParts {
    /// The parts as a level.
    pub level: Arc<Level>,
    /// The folder to which the paths of their images and sources are relative.
    pub folder: Option<PathBuf>,
}

/// A command about an open document, which is given by its number.
#[derive(Clone, Debug, PartialEq)]
pub enum DocumentCommand {
    /// Make it active.
    Activate(u64),
    /// Close it; asks about unsaved changes first.
    Close(u64),
    /// Close all others.
    CloseOthers(u64),
    /// Make it active and save it.
    Save(u64),
    /// Move its tab so that this number of tabs stands before it.
    Move(u64, usize),
    /// Show it beside the active one; `None`: show the active one only.
    Beside(Option<u64>),
    /// Make it active with the parts that are dragged on the canvas at the pointer; the active one keeps its parts.
    Carry(u64),
    /// Make it active and insert those parts in the middle of its view.
    Send(u64),
    /// Insert parts of another document at a point.
    Drop(TakenParts, Point),
}
