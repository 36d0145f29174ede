//! The upright axis of a chart: what of it is shown, where a number is on it, and which numbers are written beside it.

use crate::geometry::Extremes;
use crate::picture::ruler;
use std::ops::Range;

/// How numbers become heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// As they are.
    Linear,
    /// By the decimal logarithm of their size; 0 is nowhere.
    Logarithmic,
}

/// Heights less than this times the size of numbers apart are the same for the eye, and for rounding.
const FLAT: f64 = 1e-12;
/// Letters that a number beside an axis has at most.
const LONGEST: usize = 8;
/// Space above and below, as a part of the whole.
const MARGIN: f64 = 0.08;
/// Decades below the greatest number that a logarithmic axis shows at most.
const DECADES: f64 = 40.0;

impl Scale {
    /// Height of a number; none where it has none.
    pub fn height(self, number: f64) -> Option<f64> {
        let height = match self {
            Self::Linear => number,
            Self::Logarithmic => libm::log10(number.abs()),
        };
        height.is_finite().then_some(height)
    }

    /// A stretch of a list as strands of places and heights, on so many columns.
    pub fn strands(self, numbers: &Extremes, range: Range<usize>, columns: usize) -> Vec<Vec<[f64; 2]>> {
        let mut strands = Vec::new();
        for line in numbers.line(range, columns) {
            let mut open = Vec::with_capacity(line.len());
            for (at, number) in line {
                match self.height(number) {
                    Some(height) => open.push([at as f64, height]),
                    None if open.is_empty() => {}
                    None => strands.push(std::mem::take(&mut open)),
                }
            }
            if !open.is_empty() {
                strands.push(open);
            }
        }
        strands
    }

    /// Lowest and highest of the heights of a stretch of a list.
    pub fn extent(self, numbers: &Extremes, range: Range<usize>) -> Option<[f64; 2]> {
        match self {
            Self::Linear => numbers.bounds(range),
            Self::Logarithmic => {
                // The number next to 0 is none of the extremes; the columns find it nearly enough.
                let strands = self.strands(numbers, range, 4096);
                let heights = || strands.iter().flatten().map(|point| point[1]);
                let top = heights().reduce(f64::max)?;
                Some([heights().fold(top, f64::min).max(top - DECADES), top])
            }
        }
    }

    /// What an axis shows of heights between two: a little more, never nothing, with 0 where that is wanted.
    pub fn shown(self, extent: Option<[f64; 2]>, shows_zero: bool) -> [f64; 2] {
        if self == Self::Logarithmic {
            let [low, high] = extent.unwrap_or([0.0, 0.0]);
            let gap = ((high - low) * MARGIN).max(0.5);
            return [low - gap, high + gap];
        }
        let [mut low, mut high] = extent.unwrap_or([0.0, 1.0]);
        if shows_zero {
            (low, high) = (low.min(0.0), high.max(0.0));
        }
        let size = low.abs().max(high.abs());
        if high - low <= size * FLAT {
            let half = if size > 0.0 { 0.05 * size } else { 1.0 };
            return if shows_zero && size == 0.0 { [0.0 - MARGIN, 1.0] } else { [low - half, high + half] };
        }
        let gap = (high - low) * MARGIN;
        // Numbers near the greatest there are have no room above them.
        [(low - gap).max(f64::MIN / 4.0), (high + gap).min(f64::MAX / 4.0)]
    }

    /// Heights between two with the number that is written there, at most about `most`.
    pub fn ticks(self, [low, high]: [f64; 2], most: usize) -> Vec<(f64, String)> {
        let most = most.max(1) as f64;
        match self {
            Self::Linear => {
                let Some(step) = ruler::round_up((high - low) / most) else { return Vec::new() };
                let (first, last) = ((low / step).ceil(), (high / step).floor());
                let count = if last - first < 100.0 { (last - first) as i32 } else { -1 };
                let tick = |i: i32| (first + f64::from(i)) * step;
                (0..=count).map(|i| (tick(i), short(tick(i), step))).collect()
            }
            Self::Logarithmic => {
                let step = ((high - low) / most).ceil().max(1.0);
                let (first, last) = ((low / step).ceil(), (high / step).floor());
                let count = if last - first < 100.0 { (last - first) as i32 } else { -1 };
                (0..=count).map(|i| (first + f64::from(i)) * step).map(|decade| (decade, power(decade))).collect()
            }
        }
    }
}

/// A multiple of a step for people; of many digits, only those that matter.
fn short(tick: f64, step: f64) -> String {
    let text = ruler::write_multiple(tick, step);
    if text.len() > LONGEST { ruler::write(tick) } else { text }
}

/// Of so many values along an axis, each so much room apart, every how-many-th has its word written, so that words of this
/// size do not run into each other.
pub fn every(room: f64, count: usize, word: f64) -> usize {
    let each = room.max(1.0) / count.max(1) as f64;
    (word / each).ceil().max(1.0) as usize
}

/// A power of ten for people.
fn power(decade: f64) -> String {
    if (-3.0..=4.0).contains(&decade) {
        return ruler::write(format!("1e{decade}").parse().unwrap_or(f64::NAN));
    }
    format!("1e{decade}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_range_has_a_margin_and_is_never_empty() {
        let shown = |extent, zero| Scale::Linear.shown(extent, zero);
        assert_eq!(shown(Some([0.0, 100.0]), false), [-8.0, 108.0]);
        assert_eq!(shown(Some([50.0, 100.0]), true), [-8.0, 108.0]);
        assert_eq!(shown(Some([-40.0, -20.0]), false), [-41.6, -18.4]);
        let [low, high] = shown(Some([3.0, 3.0]), false);
        assert!(low < 3.0 && high > 3.0);
        for extent in [None, Some([0.0, 0.0]), Some([f64::MIN, f64::MAX])] {
            let [low, high] = shown(extent, true);
            assert!(low < high && (high - low).is_finite(), "{extent:?}: {low} {high}");
        }
        assert_eq!(Scale::Logarithmic.shown(Some([-9.0, 1.0]), true), [-9.8, 1.8]);
    }

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        let words =
            |scale: Scale, range, most| scale.ticks(range, most).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(words(Scale::Linear, [-0.3, 1.1], 5), ["0", "0.5", "1.0"]);
        assert_eq!(words(Scale::Linear, [990.0, 1010.0], 4), ["990", "995", "1000", "1005", "1010"]);
        assert_eq!(words(Scale::Logarithmic, [-9.5, 1.2], 4), ["1e-9", "1e-6", "0.001", "1"]);
        assert_eq!(words(Scale::Logarithmic, [-1.5, 1.2], 9), ["0.1", "1", "10"]);
        assert!(words(Scale::Linear, [0.0, f64::MAX / 8.0], 5).len() < 100);
    }

    #[test]
    fn logarithmic_scale_uses_absolute_values_without_zero() {
        let numbers: Extremes = [100.0, 0.0, -10.0, 1000.0].into_iter().collect();
        let strands = Scale::Logarithmic.strands(&numbers, 0..4, 10);
        assert_eq!(strands, [vec![[0.0, 2.0]], vec![[2.0, 1.0], [3.0, 3.0]]]);
        assert_eq!(Scale::Logarithmic.extent(&numbers, 0..4), Some([1.0, 3.0]));
        assert_eq!(Scale::Linear.extent(&numbers, 0..4), Some([-10.0, 1000.0]));
    }
}
