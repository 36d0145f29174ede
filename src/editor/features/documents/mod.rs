//! The tabs of the open documents, above the canvas, and parts that are dragged from one document to another.

pub(crate) mod commands;
pub(crate) mod panel;

use crate::editor::files::part_outline::PartOutline;
use crate::geometry::DVec2;
use crate::level::Level;
use crate::level::edit::clipboard;
use commands::TakenParts;
use std::path::PathBuf;
use std::sync::Arc;

/// Parts that are dragged to another document.
#[derive(Clone, Debug, PartialEq)]
pub struct DraggedParts {
    /// The parts.
    pub taken: TakenParts,
    /// Their centre, which is dropped at the pointer.
    pub center: DVec2,
    /// What the canvas shows of them at the pointer.
    pub outline: PartOutline,
}

impl DraggedParts {
    /// Parts of a level whose file is in this folder.
    pub fn new(parts: Level, folder: Option<PathBuf>) -> Self {
        let center = clipboard::center(&parts).into();
        Self { outline: PartOutline::of(&parts), center, taken: TakenParts { level: Arc::new(parts), folder } }
    }
}
