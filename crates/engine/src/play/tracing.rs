//! The trace of the last substep of each frame: forces, contacts with all candidate edges, impacts.
//!
//! ```
//! # use blobsmith_engine::play::PlayWorld;
//! # let mut world = PlayWorld::from_text(r#"{"format": 2, "bodies": [{"nodes": [{"position": [0, 10]}]}]}"#)?;
//! world.set_tracing(true);
//! world.step(3);
//! assert_eq!(world.trace().map(|trace| trace.frame), Some(2), "the substep from frame 2 to frame 3");
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::PlayWorld;
use crate::engine::Trace;

/// The trace that is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Tracing {
    is_on: bool,
    trace: Option<Trace>,
}

impl PlayWorld {
    /// Traces the last substep of every frame from now on; or stops. States are the same. Costs a substep of the reference engine per
    /// frame.
    pub fn set_tracing(&mut self, is_on: bool) {
        self.tracing = Tracing { is_on, trace: None };
    }

    /// The trace of the last substep. None without [`PlayWorld::set_tracing`], before the next frame, and after a part was removed or
    /// another moment restored, because the trace's indices may be those of other parts.
    pub fn trace(&self) -> Option<&Trace> {
        self.tracing.trace.as_ref()
    }

    pub(super) fn is_tracing(&self) -> bool {
        self.tracing.is_on
    }

    pub(super) fn forget_trace(&mut self) {
        self.tracing.trace = None;
    }

    /// Runs a substep; traces it if it is the last of its frame.
    pub(super) fn step_substep(&mut self) {
        let is_last = self.world.state().substep + 1 >= self.world.layout().settings.substeps;
        if self.tracing.is_on && is_last {
            self.world.step_substep_traced(self.tracing.trace.get_or_insert_default());
        } else {
            self.world.step_substep();
        }
    }
}
