//! Rule `Projection`: `0 <= dot <= AB²`, distance to the line (000 §D.1.c, first attempt).

use super::EdgeView;
use crate::engine::data::trace::Verdict;

pub(in crate::engine) fn score(view: &EdgeView) -> Result<f64, Verdict> {
    if 0.0 <= view.dot && view.dot <= view.length_squared {
        Ok(view.cross / view.length_squared.sqrt())
    } else {
        Err(Verdict::ProjectionOffEdge)
    }
}
