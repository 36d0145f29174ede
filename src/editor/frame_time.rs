//! Shares the time of a UI frame between drawing and computations, so that the UI thread stays responsive.
//!
//! Steps of the run come first, then measurements of other frames. All of them end together: when the UI frame would take
//! longer than [`WHOLE`], given how long drawing took in the last UI frames, but not before [`LEAST`].

use super::background::Pace;
use web_time::{Duration, Instant};

/// Intended length of a UI frame. The rest of the 16 ms is for steps that end late.
const WHOLE: Duration = Duration::from_millis(13);
/// Time of computations in a UI frame, however long drawing takes. A page computes between its UI frames, too; a window of the
/// system plays large levels only within them. With more, a level that cannot keep up would run a little faster in far fewer
/// pictures.
const LEAST: Duration = Duration::from_millis(if cfg!(target_arch = "wasm32") { 4 } else { 12 });
/// Time of measurements in a UI frame while a run plays.
const LEAST_OF_MEASUREMENTS: Duration = Duration::from_millis(4);
/// Time of computations while the run stands still or seeks and the user does nothing: the fewer pictures, the sooner it is done.
const LEAST_AT_REST: Duration = Duration::from_millis(if cfg!(target_arch = "wasm32") { 4 } else { 60 });
/// Time of computations between two UI frames of a page, at a time, while the run keeps up with real time.
#[cfg(target_arch = "wasm32")]
const SHORT: Duration = Duration::from_millis(3);
/// The same otherwise.
#[cfg(target_arch = "wasm32")]
const LONG: Duration = Duration::from_millis(7);
/// The same while UI frames take longer than [`SLOW`]: there is one such slice between them.
#[cfg(target_arch = "wasm32")]
const LONGEST: Duration = Duration::from_millis(12);
/// Real time of a UI frame with slow graphics.
#[cfg(target_arch = "wasm32")]
const SLOW: Duration = Duration::from_millis(50);
/// Longest pause of the pictures of a page while it computes.
#[cfg(target_arch = "wasm32")]
const LONGEST_PAUSE: Duration = Duration::from_millis(100);

/// Time of the present UI frame.
#[derive(Debug)]
pub struct FrameTime {
    begun: Instant,
    /// Time of computations in this UI frame.
    granted: Duration,
    /// What they took. A step that ended late counts as drawing, so that the next UI frame gets less.
    worked: Duration,
    /// Average time of everything else.
    drawing: Duration,
    /// Real time of the last UI frame of a page, with its graphics; `None` until it has ended.
    #[cfg(target_arch = "wasm32")]
    picture: Option<Duration>,
}

impl Default for FrameTime {
    fn default() -> Self {
        Self {
            begun: Instant::now(),
            granted: WHOLE,
            worked: Duration::ZERO,
            drawing: Duration::ZERO,
            #[cfg(target_arch = "wasm32")]
            picture: None,
        }
    }
}

impl FrameTime {
    /// Takes how long the last UI frame took, in seconds, with drawing.
    pub fn learn(&mut self, seconds: f32) {
        let whole = Duration::try_from_secs_f32(seconds).unwrap_or_default();
        let drawing = whole.saturating_sub(self.worked.min(self.granted));
        self.drawing = (self.drawing * 3 + drawing) / 4;
    }

    /// Begins the computations of a UI frame. At rest nothing plays, and there is no input.
    pub fn begin(&mut self, is_at_rest: bool) {
        self.begun = Instant::now();
        self.granted = self.left_of(WHOLE).max(if is_at_rest { LEAST_AT_REST } else { LEAST });
    }

    /// What drawing leaves of a time.
    fn left_of(&self, whole: Duration) -> Duration {
        whole.saturating_sub(self.drawing)
    }

    /// Ends them.
    pub fn end(&mut self) {
        self.worked = self.begun.elapsed();
    }

    /// The pace of all computations of this UI frame.
    pub fn pace(&self) -> Pace<'static> {
        Pace::until(self.begun + self.granted)
    }

    /// The pace of steps of a run that plays: leaves time for measurements.
    pub fn pace_of_steps(&self) -> Pace<'static> {
        Pace::until(self.begun + self.granted * 3 / 4)
    }

    /// The pace of the comparison of rules. In a window of the system it ends with the UI frame that needs it.
    pub fn pace_of_comparisons(&self) -> Pace<'static> {
        if cfg!(target_arch = "wasm32") { self.pace() } else { Pace::until(self.begun + Duration::from_secs(1)) }
    }

    /// The pace of measurements, which do not slow down the pictures of a run that plays: they are completed at rest. A page
    /// measures between two UI frames, see [`FrameTime::pace_between`].
    pub fn pace_of_measurements(&self, is_playing: bool) -> Pace<'static> {
        match is_playing {
            _ if cfg!(target_arch = "wasm32") => Pace::until(self.begun),
            true => Pace::until((self.begun + self.left_of(WHOLE)).max(Instant::now() + LEAST_OF_MEASUREMENTS)),
            false => self.pace(),
        }
    }

    /// The pace of computations between two UI frames.
    #[cfg(target_arch = "wasm32")]
    pub fn pace_between(&mut self, keeps_up: bool) -> Pace<'static> {
        let now = Instant::now();
        let picture = *self.picture.get_or_insert(now - self.begun);
        let length = match picture > SLOW {
            _ if keeps_up => SHORT,
            true => LONGEST,
            false => LONG,
        };
        Pace::until(now + length)
    }

    /// Time until the next UI frame of a page that computes: as long as the last one took, so that slow graphics do not
    /// use up the time.
    #[cfg(target_arch = "wasm32")]
    pub fn pause(&mut self) -> Duration {
        self.picture.take().unwrap_or_default().min(LONGEST_PAUSE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_time_gives_computations_what_drawing_leaves() {
        let mut time = FrameTime::default();
        // Without computations the whole UI frame is drawing; 40 of them decide the average.
        (0..40).for_each(|_| time.learn(0.0035));
        assert_eq!(time.left_of(WHOLE).as_millis(), 9, "13 - 3.5");
        (0..40).for_each(|_| time.learn(0.5));
        time.begin(false);
        assert_eq!(time.granted, LEAST);
        time.begin(true);
        assert_eq!(time.granted, LEAST_AT_REST);
    }

    #[test]
    fn frame_time_counts_late_computations_as_drawing() {
        let mut time = FrameTime { granted: Duration::from_millis(5), ..FrameTime::default() };
        time.worked = Duration::from_millis(9);
        (0..40).for_each(|_| time.learn(0.0115));
        assert_eq!(time.left_of(WHOLE).as_millis(), 6, "13 - (11.5 - 5)");
    }
}
