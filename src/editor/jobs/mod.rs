//! Every kind of background job, and the Web Worker that runs them.

#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
mod worker;

#[cfg(target_arch = "wasm32")]
pub use worker::serve;

use crate::editor::background::host::{JobKind, kind};
use crate::editor::features::diagnosis::DiagnosisJob;
use crate::editor::features::expectations::ExpectationJob;
use crate::editor::features::findings::inspection::CheckJob;
use crate::editor::features::meshing::PreviewJob;
use crate::editor::features::shrink::ShrinkJob;
use crate::editor::features::sweep::{CellsJob, OpenCellJob};
use crate::editor::files::thumbs::ThumbnailPainting;

/// The kinds; each name is unique.
pub(super) const ALL: &[JobKind] = &[
    kind::<CheckJob>(),
    kind::<DiagnosisJob>(),
    kind::<ExpectationJob>(),
    kind::<CellsJob>(),
    kind::<OpenCellJob>(),
    kind::<ShrinkJob>(),
    kind::<ThumbnailPainting>(),
    kind::<PreviewJob>(),
];
