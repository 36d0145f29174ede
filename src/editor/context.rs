//! What panels read beside the state of their own feature.

use super::actions::CommandStates;
use super::document::Document;
use super::features::twin::TwinRunner;
use super::kept_runs::Earlier;
use super::mirror::Mirror;
use super::playback::Playback;
use super::selection::Selection;
use super::settings::Settings;
use crate::debugger::{MemoryUse, Run};
use crate::engine::Trace;
use crate::level::Level;
use std::sync::Arc;

/// The window's common state, read-only, built once per frame. A panel gets this and the state of its own feature.
#[derive(Clone, Copy)]
pub struct ViewContext<'a> {
    /// The level with its history.
    pub document: &'a Document,
    /// The level, running.
    pub run: &'a Run,
    /// The runs of other states of the document.
    pub earlier: &'a Earlier,
    /// The run of the level's twin.
    pub twin: &'a Option<TwinRunner>,
    /// Trace of the last substep, if an overlay or panel shows it.
    pub trace: &'a Option<Arc<Trace>>,
    /// Whether and how fast the run plays.
    pub playback: &'a Playback,
    /// What is selected.
    pub selection: &'a Selection,
    /// What the user prefers.
    pub settings: &'a Settings,
    /// The live mirror.
    pub mirror: &'a Mirror,
    /// True if changes of settings apply to the run from the present on, rather than to the level.
    pub is_live: bool,
    /// Names of commands, and which of them are possible now.
    pub commands: &'a dyn CommandStates,
}

impl<'a> ViewContext<'a> {
    /// The level that the panels show and edit: the document, or the run's current settings if changes are live.
    pub fn level_in_hand(&self) -> &'a Arc<Level> {
        if self.is_live { self.run.level() } else { self.document.level() }
    }

    /// Memory of all runs together; the keyframe spacing is that of the first run.
    pub fn memory(&self) -> MemoryUse {
        let mut memory = self.run.memory();
        if let Some(twin) = self.twin {
            let other = twin.twin.run().memory();
            memory.used += other.used;
            memory.keyframes += other.keyframes;
            memory.between += other.between;
            memory.budget += other.budget;
        }
        memory
    }
}
