//! Maps frames to pixels of the track.

use crate::debugger::Moment;
use egui::Rect;

/// Linear scale of the track.
#[derive(Clone, Copy, Debug)]
pub struct TimeScale {
    /// Rectangle of the track.
    pub rect: Rect,
    /// Frame at the left end.
    pub from: f64,
    /// Frame at the right end.
    pub to: f64,
    /// Substeps per frame.
    pub substeps: u32,
}

/// Width in pixels from which single substeps can be pointed at.
const WIDE: f64 = 6.0;

impl TimeScale {
    /// Pixels per frame.
    pub fn width(&self) -> f64 {
        f64::from(self.rect.width()) / (self.to - self.from)
    }

    /// x of a frame, also outside the track.
    pub fn x(&self, frame: f64) -> f32 {
        self.rect.left() + ((frame - self.from) * self.width()) as f32
    }

    /// x of a moment.
    pub fn x_of(&self, (frame, substep): Moment) -> f32 {
        self.x(frame as f64 + f64::from(substep) / f64::from(self.substeps))
    }

    /// The fractional frame at a pixel.
    pub fn at(&self, x: f32) -> f64 {
        self.from + f64::from(x - self.rect.left()) / self.width()
    }

    /// The moment nearest to a pixel: a frame, or a substep if wide enough; clamped to the track.
    pub fn moment(&self, x: f32) -> Moment {
        let at = self.at(x.clamp(self.rect.left(), self.rect.right())).max(0.0);
        let substeps = f64::from(self.substeps);
        if self.shows_substeps() {
            let done = (at * substeps).round();
            ((done / substeps) as u64, (done % substeps) as u32)
        } else {
            (at.round() as u64, 0)
        }
    }

    /// True if substeps are wide enough to be visible.
    pub fn shows_substeps(&self) -> bool {
        self.width() >= WIDE * f64::from(self.substeps)
    }
}

/// 1, 2 or 5 times a power of ten, at least `least` and at least 1.
pub fn tick_step(least: f64) -> f64 {
    let mut power = 1.0;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            if power * factor >= least || power > 1e15 {
                return power * factor;
            }
        }
        power *= 10.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    fn scale(from: f64, to: f64) -> TimeScale {
        TimeScale { rect: Rect::from_min_max(pos2(10.0, 0.0), pos2(1010.0, 20.0)), from, to, substeps: 16 }
    }

    #[test]
    fn ticks_are_round_and_far_enough_apart() {
        assert_eq!(tick_step(0.3), 1.0);
        assert_eq!(tick_step(3.0), 5.0);
        assert_eq!(tick_step(11.0), 20.0);
        assert_eq!(tick_step(5000.0), 5000.0);
    }

    #[test]
    fn moment_rounds_to_frames_or_to_substeps_when_close() {
        let far = scale(0.0, 36_000.0);
        assert_eq!((far.moment(10.0), far.moment(510.0), far.moment(1010.0)), ((0, 0), (18_000, 0), (36_000, 0)));
        assert_eq!((far.moment(-99.0), far.moment(5000.0)), ((0, 0), (36_000, 0)), "not outside");
        let close = scale(100.0, 105.0);
        assert!(close.shows_substeps() && !far.shows_substeps());
        assert_eq!(close.moment(10.0), (100, 0));
        assert_eq!(close.moment(10.0 + 200.0 * (2.0 + 3.0 / 16.0)), (102, 3));
        assert_eq!(close.moment(10.0 + 200.0 * (3.0 - 0.2 / 16.0)), (103, 0), "the nearest, also of the next frame");
        assert_eq!(close.x_of((102, 8)), 510.0);
    }
}
