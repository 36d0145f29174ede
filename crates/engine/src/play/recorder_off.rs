//! Without the feature `recorder`: no flight recorder, no live link, and less code.

use super::PlayWorld;
use super::input::WorldInput;

impl PlayWorld {
    /// Never: only the live link pauses a world.
    pub(super) fn is_paused(&self) -> bool {
        false
    }

    pub(super) fn serve_link(&mut self, frames: u32) -> u32 {
        frames
    }

    pub(super) fn note(&mut self, _: impl FnOnce() -> WorldInput) {}

    pub(super) fn keep_keyframe(&mut self) {}

    pub(super) fn keep_last_frame(&mut self) {}

    pub(super) fn keep_fault(&mut self) {}

    pub(super) fn keep_condition(&mut self) {}

    pub(super) fn restart_recorder(&mut self) {}
}
