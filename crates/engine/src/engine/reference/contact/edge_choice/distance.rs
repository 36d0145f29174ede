//! Rule `Distance`: distance to the segment (000 §D.1.d, the source's best rule).

use super::EdgeView;
use crate::engine::data::trace::{Nearest, Verdict};

/// Returns the part of the edge that is nearest to M.
pub(in crate::engine) fn nearest_part(view: &EdgeView) -> Nearest {
    if view.dot < 0.0 {
        Nearest::A
    } else if view.dot > view.length_squared {
        Nearest::B
    } else {
        Nearest::Q
    }
}

pub(in crate::engine) fn score(view: &EdgeView) -> Result<f64, Verdict> {
    Ok(match nearest_part(view) {
        Nearest::A => view.am.length(),
        Nearest::B => view.bm.length(),
        Nearest::Q => view.cross / view.length_squared.sqrt(),
    })
}
