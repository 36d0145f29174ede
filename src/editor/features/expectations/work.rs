//! A test of expectations as a background job.

use crate::debugger::expect::{ExpectationRun, ExpectationVerdict};
use crate::editor::background::{Job, Pace, Slice, shared};
use crate::level::{Expectation, Level};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A level and expectations to test.
#[derive(Serialize, Deserialize)]
pub struct ExpectationRequest {
    #[serde(with = "shared::level")]
    pub(in crate::editor) level: Arc<Level>,
    pub(in crate::editor) wanted: Vec<Expectation>,
}

/// Verdicts so far.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExpectationNews {
    pub(in crate::editor) verdicts: Vec<(Expectation, ExpectationVerdict)>,
    /// Frames tested and frames to test.
    pub(in crate::editor) frames: (u64, u64),
    pub(in crate::editor) is_done: bool,
}

/// Tests expectations; `None` for a level that cannot run.
pub struct ExpectationJob(Option<ExpectationRun>);

impl Job for ExpectationJob {
    const NAME: &'static str = "expectations";
    const TITLE: &'static str = "Test of expectations";
    type Request = ExpectationRequest;
    type Order = ();
    type Report = ExpectationNews;

    fn begin(request: ExpectationRequest) -> Self {
        Self(ExpectationRun::new(Level::clone(&request.level), &request.wanted).ok())
    }

    fn work(&mut self, pace: &Pace) -> Slice<ExpectationNews> {
        let Some(course) = &mut self.0 else {
            return Slice::done(ExpectationNews { is_done: true, ..ExpectationNews::default() });
        };
        let is_done = course.follow(|| pace.goes_on());
        let known = course.verdicts().filter_map(|(one, verdict)| Some((one.clone(), verdict?.clone())));
        let news = ExpectationNews { verdicts: known.collect(), frames: course.frames(), is_done };
        Slice { report: Some(news), is_done }
    }
}
