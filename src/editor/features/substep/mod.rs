//! Substep tab: forces and contacts of the last substep.

pub(crate) mod panel;

use crate::debugger::Moment;
use crate::engine::Trace;
use crate::level::Level;
use std::sync::Arc;

/// State of the Substep tab, which overlays and the Verdict and Rules tabs read as well.
#[derive(Default)]
pub struct Substep {
    /// Trace of the last substep, if an overlay or panel shows it.
    pub trace: Option<Arc<Trace>>,
    /// What the trace was made from: level, moment and number of the history.
    pub traced: Option<(Arc<Level>, Moment, u64)>,
}
