//! A recording of the moment at which a watch condition becomes true.
//!
//! The condition is evaluated at the end of every frame, on the parts that exist then.
//!
//! ```
//! # use blobsmith_engine::play::{PlayWorld, RecorderSettings};
//! # let mut world = PlayWorld::from_text(r#"{"format": 2, "world": {"gravity": [0, -1]}, "discs": [{"id": "ball", "position": [0, 3], "radius": 1}]}"#)?;
//! world.set_recorder(Some(RecorderSettings::default()))?;
//! world.record_when(Some("disc(0).y < 0"))?;
//! world.step(10);
//! // After n frames of s substeps it is at 3 - n²/2 - n/(2s): above 0 after 2 frames, below after 3.
//! let flight = world.take_condition_flight().expect("the ball is below 0");
//! assert_eq!(flight.frames(), [0, 3]);
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::super::input::WorldInput;
use super::super::{PlayError, PlayWorld};
use super::Flight;
use crate::level::Level;
use crate::probes::ProbeSample;
use crate::watch::{Expression, PreviousValues};

/// A condition that is evaluated after every frame.
#[derive(Clone, Debug)]
pub(super) struct RecordingCondition {
    text: String,
    /// None if a part that it names does not exist now: then it is false.
    resolved: Option<ResolvedCondition>,
    /// True if the parts have changed since it was resolved.
    is_stale: bool,
    was_true: bool,
    flight: Option<Box<Flight>>,
}

/// A condition whose names are resolved in the present parts.
#[derive(Clone, Debug)]
struct ResolvedCondition {
    expression: Expression,
    level: Level,
    memory: PreviousValues,
}

impl ResolvedCondition {
    /// The numbering of the level must be that of the world.
    fn new(text: &str, level: Level) -> Result<Self, PlayError> {
        let expression = Expression::condition(text, &level).map_err(|error| PlayError::Condition(error.show(text)))?;
        if expression.needs_trace() || expression.needs_findings() {
            let reason =
                "it reads the last substep (marked ◦ in the list of quantities), which a running game does not keep";
            return Err(PlayError::Condition(format!("{text}\n{reason}")));
        }
        Ok(Self { memory: expression.memory(), expression, level })
    }
}

impl RecordingCondition {
    /// Marks it as stale if an input has changed the parts.
    pub fn note(&mut self, input: &WorldInput) {
        let changes_parts = matches!(
            input,
            WorldInput::Spawn(_) | WorldInput::Connect(_) | WorldInput::Remove(_) | WorldInput::Compact
        );
        self.is_stale |= changes_parts;
    }

    /// The world has jumped to another moment or has a new level: nothing is known of the frame before.
    pub fn restart(&mut self) {
        (self.is_stale, self.was_true) = (true, false);
    }
}

impl PlayWorld {
    /// Keeps a recording when a condition of the watch language becomes true, see [`PlayWorld::take_condition_flight`]; None: no longer.
    /// The recorder must be on.
    ///
    /// It is evaluated at the end of every frame, so what begins and ends within a frame is not seen. Bodies, discs and links have the
    /// indices of [`PlayWorld::level`]. After parts have come or gone it is resolved anew, at the cost of loading the level, and
    /// `previous(…)` and the like begin anew; while a part that it names does not exist, it is false.
    ///
    /// # Errors
    /// [`PlayError::Off`] without [`PlayWorld::set_recorder`]; [`PlayError::Condition`] if the text is not a condition, names a part that
    /// does not exist, or reads the last substep: forces, choices of edges, findings of a diagnosis. Then nothing changes.
    pub fn record_when(&mut self, condition: Option<&str>) -> Result<(), PlayError> {
        if self.recorder.is_none() {
            return Err(PlayError::Off("set_recorder"));
        }
        let condition = match condition {
            None => None,
            Some(text) => {
                let resolved = ResolvedCondition::new(text, self.level())?;
                // The numbering of the level has no gaps.
                self.close_gaps();
                Some(RecordingCondition {
                    text: text.to_owned(),
                    resolved: Some(resolved),
                    is_stale: false,
                    was_true: false,
                    flight: None,
                })
            }
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.condition = condition;
        }
        Ok(())
    }

    /// The span that led to the moment at which the condition of [`PlayWorld::record_when`] became true, the first time since the last
    /// call. It ends with that moment.
    pub fn take_condition_flight(&mut self) -> Option<Flight> {
        self.recorder.as_mut()?.condition.as_mut()?.flight.take().map(|flight| *flight)
    }

    /// Evaluates the condition, and keeps a recording if it has become true. Called at the end of each frame.
    pub(in crate::play) fn keep_condition(&mut self) {
        let Some(mut condition) = self.recorder.as_mut().and_then(|recorder| recorder.condition.take()) else { return };
        if condition.is_stale {
            self.close_gaps();
            condition.resolved = ResolvedCondition::new(&condition.text, self.level()).ok();
            condition.is_stale = false;
        }
        let is_true = condition.resolved.as_mut().is_some_and(|resolved| {
            let sample = ProbeSample::new(&resolved.level, &self.world);
            resolved.expression.is_true(&sample, &mut resolved.memory)
        });
        if is_true && !condition.was_true && condition.flight.is_none() {
            condition.flight = self.flight(&condition.text).ok().map(Box::new);
        }
        condition.was_true = is_true;
        if let Some(recorder) = &mut self.recorder {
            recorder.condition = Some(condition);
        }
    }
}
