//! The window state that all panels can read, in addition to the state of their own feature.

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
use crate::level::{Level, PropertyTemplate};
use crate::picture::Skins;
use std::sync::Arc;

/// The common state of the window, read-only, built once per UI frame.
#[derive(Clone, Copy)]
pub struct ViewContext<'a> {
    /// The level and its edit history.
    pub document: &'a Document,
    /// The run of the level.
    pub run: &'a Run,
    /// Runs of earlier document states.
    pub earlier: &'a Earlier,
    /// The run of the level's twin.
    pub twin: &'a Option<TwinRunner>,
    /// Trace of the last substep, if an overlay or panel shows it.
    pub trace: &'a Option<Arc<Trace>>,
    /// Play state, direction and speed.
    pub playback: &'a Playback,
    /// Selected parts.
    pub selection: &'a Selection,
    /// User settings.
    pub settings: &'a Settings,
    /// Property templates of the project.
    pub templates: &'a [PropertyTemplate],
    /// The live mirror.
    pub mirror: &'a Mirror,
    /// True if edits of settings apply to the run from the present moment on, not to the level.
    pub is_live: bool,
    /// Images of skins.
    pub skins: &'a Arc<Skins>,
    /// Names and availability of commands.
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
