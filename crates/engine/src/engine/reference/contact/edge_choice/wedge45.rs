//! Rule `Wedge45`: `-cross <= dot <= AB² + cross`, distance to the line (000 §D.1.c, second attempt).

use super::EdgeView;
use crate::engine::data::trace::Verdict;

pub(in crate::engine) fn score(view: &EdgeView) -> Result<f64, Verdict> {
    if -view.cross <= view.dot && view.dot <= view.length_squared + view.cross {
        Ok(view.cross / view.length_squared.sqrt())
    } else {
        Err(Verdict::OutsideWedge)
    }
}
