//! Per-frame activity for the timeline: a pyramid of maxima over 2^k frames, so that any zoom draws in logarithmic
//! time.

use crate::debugger::Sample;

/// Maxima over a range of frames.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Peak {
    /// Kinetic energy; infinite if not finite.
    pub kinetic: f32,
    /// Contacts and obstacle hits per frame.
    pub contacts: f32,
}

impl Peak {
    fn of(sample: &Sample) -> Self {
        let kinetic = sample.energy.kinetic as f32;
        let kinetic = if kinetic.is_finite() { kinetic } else { f32::INFINITY };
        Self { kinetic, contacts: (sample.counts.contacts + sample.counts.obstacle_hits) as f32 }
    }

    fn max(self, other: Self) -> Self {
        Self { kinetic: self.kinetic.max(other.kinetic), contacts: self.contacts.max(other.contacts) }
    }
}

/// The pyramid of maxima.
#[derive(Debug, Default)]
pub struct Activity {
    /// Level `k` holds the maxima of blocks of 2^k frames; the last block may be shorter.
    levels: Vec<Vec<Peak>>,
    /// Frame hashes, used to detect a changed run.
    hashes: Vec<u64>,
}

impl Activity {
    /// Appends new samples; drops frames after the point where the run diverged.
    pub fn update(&mut self, samples: &[Sample]) {
        let common = self.hashes.len().min(samples.len());
        let is_same = |frame: usize| self.hashes[frame] == samples[frame].hash;
        // Diverged runs stay different, so the first differing frame is found by bisection.
        if self.hashes.len() > common || (common > 0 && !is_same(common - 1)) {
            let mut bounds = (0, common);
            while bounds.0 < bounds.1 {
                let middle = usize::midpoint(bounds.0, bounds.1);
                bounds = if is_same(middle) { (middle + 1, bounds.1) } else { (bounds.0, middle) };
            }
            self.truncate(bounds.0);
        }
        for sample in &samples[self.hashes.len()..] {
            self.hashes.push(sample.hash);
            self.push(Peak::of(sample));
        }
    }

    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.hashes.len()
    }

    fn push(&mut self, peak: Peak) {
        let index = self.levels.first().map_or(0, Vec::len);
        let mut level = 0;
        loop {
            if level == self.levels.len() {
                // A new level has one block over the whole level below.
                let below = self.levels.last().map_or(&[][..], Vec::as_slice);
                let all = below.iter().copied().fold(Peak::default(), Peak::max);
                self.levels.push(if level == 0 { Vec::new() } else { vec![all] });
            }
            match self.levels[level].get_mut(index >> level) {
                Some(known) => *known = known.max(peak),
                None => self.levels[level].push(peak),
            }
            if self.levels[level].len() <= 1 {
                return;
            }
            level += 1;
        }
    }

    fn truncate(&mut self, frames: usize) {
        self.hashes.truncate(frames);
        let mut count = frames;
        for level in 0..self.levels.len() {
            self.levels[level].truncate(count);
            if level > 0 && count > 0 {
                // The last block may have become shorter.
                let below = &self.levels[level - 1];
                let rest = below[2 * (count - 1)..].iter().copied().fold(Peak::default(), Peak::max);
                self.levels[level][count - 1] = rest;
            }
            if count <= 1 {
                self.levels.truncate(if frames == 0 { 0 } else { level + 1 });
                return;
            }
            count = count.div_ceil(2);
        }
    }

    /// Maxima over `from..to`, in logarithmic time.
    pub fn peak(&self, from: usize, to: usize) -> Peak {
        let (mut from, to) = (from, to.min(self.frames()));
        let mut peak = Peak::default();
        while from < to {
            let aligned = if from == 0 { usize::BITS } else { from.trailing_zeros() };
            let level = aligned.min((to - from).ilog2()) as usize;
            peak = peak.max(self.levels[level][from >> level]);
            from += 1 << level;
        }
        peak
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Counts, Energy};

    fn sample(frame: u64, kinetic: f64, contacts: u64, hash: u64) -> Sample {
        Sample {
            frame,
            time: 0.0,
            energy: Energy { kinetic, ..Energy::default() },
            counts: Counts { contacts, ..Counts::default() },
            stick_error: 0.0,
            hash,
            pose_hash: 0,
        }
    }

    fn random(count: u64, branch: u64) -> Vec<Sample> {
        let mut seed = 5u64;
        let next = |seed: &mut u64| {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *seed >> 40
        };
        (0..count)
            .map(|frame| {
                let kinetic = next(&mut seed) as f64;
                sample(frame, kinetic, next(&mut seed) % 1000, if frame < 300 { frame } else { frame + branch })
            })
            .collect()
    }

    #[test]
    fn peaks_equal_the_maximum_of_the_samples_after_any_change() {
        let mut activity = Activity::default();
        for (count, branch) in [(1, 0), (700, 0), (731, 0), (650, 7000), (20, 7000), (1025, 0), (0, 0), (513, 0)] {
            let samples = random(count, branch);
            activity.update(&samples);
            assert_eq!(activity.frames(), count as usize);
            for (from, to) in [(0, 1), (0, 513), (3, 4), (3, 700), (255, 257), (299, 301), (600, 5000), (17, 17)] {
                let range = &samples[from.min(samples.len())..to.clamp(from.min(samples.len()), samples.len())];
                let kinetic = range.iter().map(|sample| sample.energy.kinetic as f32).fold(0.0, f32::max);
                let contacts = range.iter().map(|sample| sample.counts.contacts as f32).fold(0.0, f32::max);
                assert_eq!(activity.peak(from, to), Peak { kinetic, contacts }, "{count} frames, {from}..{to}");
            }
        }
    }

    #[test]
    fn peak_of_nan_is_infinite() {
        let mut activity = Activity::default();
        activity.update(&[sample(0, 1.0, 0, 0), sample(1, f64::NAN, 0, 1), sample(2, 3.0, 0, 2)]);
        assert_eq!(activity.peak(0, 3).kinetic, f32::INFINITY);
        assert_eq!(activity.peak(2, 3).kinetic, 3.0);
    }
}
