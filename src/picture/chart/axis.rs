//! The vertical axis of a chart: its range, the mapping of values to heights, and its ticks.

use crate::geometry::Extremes;
use crate::picture::ruler;
use std::ops::Range;

/// Mapping of values to heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// As they are.
    Linear,
    /// Decimal logarithm of the absolute value; 0 has no height.
    Logarithmic,
}

/// Heights that differ by less than this fraction of their size count as equal.
const FLAT: f64 = 1e-12;
/// Maximum length of a tick label in characters.
const LONGEST: usize = 7;
/// Margin above and below, as a fraction of the range.
const MARGIN: f64 = 0.08;
/// Maximum number of decades below the largest value on a logarithmic axis.
const DECADES: f64 = 40.0;
/// Number of decades below the largest value of the same time from which on values are rounding errors.
const PRECISION: f64 = 12.0;
/// Number of parts of the time for which the largest values are compared.
const PARTS: usize = 64;

/// A part of a line between gaps.
#[derive(Clone, Debug, PartialEq)]
pub struct LinePiece {
    /// Points (index, height).
    pub points: Vec<[f64; 2]>,
    /// True if its values are negative and the axis shows magnitudes.
    pub is_negative: bool,
}

/// Limit of a linear axis beyond the level's own values, as a factor.
const RUNAWAY: f64 = 3.0;
/// Multiple of the length of an axis beyond which a line is that of a run that diverged.
const FAR: f64 = 100.0;
/// Logarithm of the largest finite number.
const LARGEST: f64 = 308.25;

impl Scale {
    /// Height of a value; `None` if it has none.
    pub fn height(self, number: f64) -> Option<f64> {
        let height = match self {
            Self::Linear => number,
            Self::Logarithmic => libm::log10(number.abs()),
        };
        height.is_finite().then_some(height)
    }

    /// A range of values as polylines of (index, height), reduced to `columns` columns.
    pub fn strands(self, numbers: &Extremes, range: Range<usize>, columns: usize) -> Vec<Vec<[f64; 2]>> {
        self.split(numbers, range, columns, |_, _| false).into_iter().map(|piece| piece.points).collect()
    }

    /// [`Self::strands`] for painting: on a logarithmic axis a line also ends where its sign changes.
    pub fn pieces(self, numbers: &Extremes, range: Range<usize>, columns: usize) -> Vec<LinePiece> {
        self.split(numbers, range, columns, |a, b| self == Self::Logarithmic && (a < 0.0) != (b < 0.0))
    }

    fn split(
        self,
        numbers: &Extremes,
        range: Range<usize>,
        columns: usize,
        is_apart: impl Fn(f64, f64) -> bool,
    ) -> Vec<LinePiece> {
        let mut pieces: Vec<LinePiece> = Vec::new();
        for line in numbers.line(range, columns) {
            let mut before = None;
            for (at, number) in line {
                let Some(height) = self.height(number) else {
                    before = None;
                    continue;
                };
                let is_next = before.is_some_and(|before| !is_apart(before, number));
                match pieces.last_mut().filter(|_| is_next) {
                    Some(piece) => piece.points.push([at as f64, height]),
                    None => pieces.push(LinePiece {
                        points: vec![[at as f64, height]],
                        is_negative: self == Self::Logarithmic && number < 0.0,
                    }),
                }
                before = Some(number);
            }
        }
        pieces
    }

    /// Smallest and largest height of a range of values.
    pub fn extent(self, numbers: &Extremes, range: Range<usize>) -> Option<[f64; 2]> {
        match self {
            Self::Linear => numbers.bounds(range),
            Self::Logarithmic => {
                // The value nearest to 0 is not among the extremes; the columns approximate it.
                let strands = self.strands(numbers, range, 4096);
                let heights = || strands.iter().flatten().map(|point| point[1]);
                let top = heights().reduce(f64::max)?;
                Some([heights().fold(top, f64::min).max(top - DECADES), top])
            }
        }
    }

    /// The heights of all series of a logarithmic axis without those of rounding errors: values that are always
    /// 12 decades below the largest one of their time.
    pub fn without_rounding(self, extent: [f64; 2], series: &[&Extremes], range: Range<usize>) -> [f64; 2] {
        if self == Self::Linear {
            return extent;
        }
        let count = PARTS.min(range.len());
        let bound = |part: usize| range.start + part * range.len() / count;
        let largest = |part: usize| {
            let bounds = series.iter().filter_map(|numbers| numbers.bounds(bound(part)..bound(part + 1)));
            let sizes = bounds.map(|[low, high]| low.abs().max(high.abs()));
            self.height(sizes.fold(0.0, f64::max))
        };
        let least = (0..count).filter_map(largest).fold(f64::INFINITY, f64::min);
        if least.is_finite() { [extent[0].max(least - PRECISION).min(extent[1]), extent[1]] } else { extent }
    }

    /// Limits of the heights of both runs of a plot: those of the level, and of its twin as far as it does not flatten them. On a
    /// logarithmic axis nothing is flattened.
    pub fn joined(self, own: Option<[f64; 2]>, twin: Option<[f64; 2]>) -> Option<[f64; 2]> {
        let (Some(own), Some(twin)) = (own, twin) else { return own.or(twin) };
        let reach = RUNAWAY * own[0].abs().max(own[1].abs());
        let is_limited = self == Self::Linear && reach > 0.0;
        let twin = if is_limited { twin.map(|height| height.clamp(-reach, reach)) } else { twin };
        Some([own[0].min(twin[0]), own[1].max(twin[1])])
    }

    /// True if values up to these limits are so far beyond an axis that only the beginning of their line is of interest.
    pub fn is_runaway(self, [low, high]: [f64; 2], [bottom, top]: [f64; 2]) -> bool {
        self == Self::Linear && low.abs().max(high.abs()) > FAR * (top - bottom)
    }

    /// The range of an axis for heights between two limits: with a margin, never empty, and including 0 if requested.
    pub fn shown(self, extent: Option<[f64; 2]>, shows_zero: bool) -> [f64; 2] {
        if self == Self::Logarithmic {
            let [low, high] = extent.unwrap_or([0.0, 0.0]);
            // Around a constant value there is one decade.
            let gap = if high - low <= FLAT { 0.5 } else { ((high - low) * MARGIN).max(0.06) };
            return [low - gap, (high + gap).min(LARGEST.max(high))];
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
        // Values near the largest finite number have no room above them.
        [(low - gap).max(f64::MIN / 4.0), (high + gap).min(f64::MAX / 4.0)]
    }

    /// [`Self::ticks`] with round numbers of the values multiplied by a factor > 0.
    pub fn ticks_in(self, [low, high]: [f64; 2], most: usize, factor: f64) -> Vec<(f64, String)> {
        let shift = libm::log10(factor);
        let ticks = match self {
            Self::Linear => self.ticks([low * factor, high * factor], most),
            Self::Logarithmic => self.ticks([low + shift, high + shift], most),
        };
        let back = |tick: f64| if self == Self::Linear { tick / factor } else { tick - shift };
        ticks.into_iter().map(|(tick, text)| (back(tick), text)).collect()
    }

    /// Heights and labels of at most about `most` ticks.
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
            Self::Logarithmic
                if high - low <= FEW_DECADES && (3.0..=most).contains(&(fine([low, high]).len() as f64)) =>
            {
                fine([low, high])
            }
            // Less than a decade: round numbers.
            Self::Logarithmic if low.ceil() >= high.floor() => {
                let power = |height: f64| libm::pow(10.0, height);
                let ticks = Self::Linear.ticks([power(low), power(high)], most as usize);
                ticks.into_iter().filter_map(|(number, text)| Some((self.height(number)?, text))).collect()
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

/// Decades up to which a logarithmic axis has ticks between the powers of ten.
const FEW_DECADES: f64 = 2.0;

/// Ticks of a logarithmic axis at 1, 2 and 5 times the powers of ten.
fn fine([low, high]: [f64; 2]) -> Vec<(f64, String)> {
    let decades = low.floor() as i32..=high.floor() as i32;
    let numbers = decades.flat_map(|decade| [1, 2, 5].map(|digit| format!("{digit}e{decade}")));
    let ticks = numbers.filter_map(|text| {
        let number: f64 = text.parse().ok()?;
        let words = if (1e-3..1e5).contains(&number) { ruler::write(number) } else { text };
        Some((libm::log10(number), words))
    });
    ticks.filter(|(height, _)| (low..=high).contains(height)).collect()
}

/// A multiple of a step for display; a long one as a power of ten, with the digits that distinguish ticks.
fn short(tick: f64, step: f64) -> String {
    let text = ruler::write_multiple(tick, step);
    if text.len() <= LONGEST {
        return text;
    }
    let decade = |size: f64| libm::floor(libm::log10(size.abs()));
    match (decade(tick) - decade(step)).max(0.0) as usize {
        0..=2 => ruler::write(tick),
        digits => format!("{tick:.digits$e}"),
    }
}

/// Stride at which values get labels: `count` values spaced `room` apart, with labels `word` wide, do not overlap.
pub fn every(room: f64, count: usize, word: f64) -> usize {
    let each = room.max(1.0) / count.max(1) as f64;
    (word / each).ceil().max(1.0) as usize
}

/// A power of ten for display.
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
        assert_eq!(Scale::Logarithmic.shown(Some([2.0, 2.5]), true), [1.94, 2.56]);
        assert_eq!(Scale::Logarithmic.shown(Some([2.0, 2.0]), true), [1.5, 2.5]);
        assert_eq!(Scale::Logarithmic.shown(Some([0.0, 300.0]), true)[1], 308.25);
    }

    #[test]
    fn twin_that_diverged_does_not_flatten_the_level() {
        let (own, twin) = (Some([0.0, 2.0]), Some([-1.0, 1e200]));
        assert_eq!(Scale::Linear.joined(own, twin), Some([-1.0, 6.0]));
        assert_eq!(Scale::Linear.joined(own, Some([1.0, 3.0])), Some([0.0, 3.0]));
        assert_eq!(Scale::Linear.joined(Some([0.0, 0.0]), Some([0.0, 5.0])), Some([0.0, 5.0]));
        assert_eq!(Scale::Logarithmic.joined(own, Some([-1.0, 200.0])), Some([-1.0, 200.0]));
        assert_eq!(Scale::Linear.joined(None, twin), twin);
        assert!(
            Scale::Linear.is_runaway([-1.0, 1e200], [-1.0, 6.0]) && !Scale::Linear.is_runaway([0.0, 9.0], [0.0, 6.0])
        );
    }

    #[test]
    fn ticks_are_round_few_and_within_the_range() {
        let words =
            |scale: Scale, range, most| scale.ticks(range, most).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(words(Scale::Linear, [-0.3, 1.1], 5), ["0", "0.5", "1.0"]);
        assert_eq!(words(Scale::Linear, [990.0, 1010.0], 4), ["990", "995", "1000", "1005", "1010"]);
        assert_eq!(words(Scale::Logarithmic, [-9.5, 1.2], 4), ["1e-9", "1e-6", "0.001", "1"]);
        assert_eq!(words(Scale::Logarithmic, [-1.5, 1.2], 9), ["0.1", "1", "10"]);
        assert!(words(Scale::Linear, [0.0, f64::MAX / 8.0], 5).len() < 100);
        // From 10 ^ -1.4 = 0.04 to 10 ^ -0.05 = 0.89.
        assert_eq!(words(Scale::Logarithmic, [-1.4, -0.05], 7), ["0.05", "0.1", "0.2", "0.5"]);
        // From 10 ^ 0.1 = 1.26 to 10 ^ 0.8 = 6.31 there is no power of ten, and a fifth of the range is a little more than 1.
        assert_eq!(words(Scale::Logarithmic, [0.1, 0.8], 5), ["2", "4", "6"]);
        // Eight digits would reach into the title of the axis. All digits that differ stay.
        assert_eq!(words(Scale::Linear, [-1e7, 6e7], 2), ["0", "5e7"]);
        assert_eq!(words(Scale::Linear, [12_345_000.0, 12_346_000.0], 1), ["1.2345e7", "1.2346e7"]);
        // Values from 0 to 1 are 0 to 60 of a unit of which 60 are 1; a value of 1/6 is ten of it.
        let scaled = Scale::Linear.ticks_in([0.0, 1.0], 6, 60.0);
        assert_eq!(
            scaled.iter().map(|tick| tick.1.as_str()).collect::<Vec<_>>(),
            ["0", "10", "20", "30", "40", "50", "60"]
        );
        assert!((scaled[1].0 - 1.0 / 6.0).abs() < 1e-12);
        let scaled = Scale::Logarithmic.ticks_in([-3.0, 0.0], 9, 100.0);
        assert_eq!(scaled.iter().map(|tick| tick.1.as_str()).collect::<Vec<_>>(), ["0.1", "1", "10", "100"]);
    }

    #[test]
    fn logarithmic_scale_uses_absolute_values_and_omits_zero() {
        let numbers: Extremes = [100.0, 0.0, -10.0, 1000.0].into_iter().collect();
        let strands = Scale::Logarithmic.strands(&numbers, 0..4, 10);
        assert_eq!(strands, [vec![[0.0, 2.0]], vec![[2.0, 1.0], [3.0, 3.0]]]);
        assert_eq!(Scale::Logarithmic.extent(&numbers, 0..4), Some([1.0, 3.0]));
        let piece = |points: &[[f64; 2]], is_negative| LinePiece { points: points.to_vec(), is_negative };
        let apart = [piece(&[[0.0, 2.0]], false), piece(&[[2.0, 1.0]], true), piece(&[[3.0, 3.0]], false)];
        assert_eq!(Scale::Logarithmic.pieces(&numbers, 0..4, 10), apart, "a line ends where the sign changes");
        assert_eq!(Scale::Linear.pieces(&numbers, 0..4, 10).len(), 1);
        assert_eq!(Scale::Linear.extent(&numbers, 0..4), Some([-10.0, 1000.0]));
    }

    #[test]
    fn logarithmic_axis_leaves_out_values_that_are_rounding_errors_beside_others_of_their_time() {
        let energy: Extremes = [1.0, 0.1, 0.01].into_iter().collect();
        let noise: Extremes = [1e-16, 0.0, 1e-24].into_iter().collect();
        let [low, high] = Scale::Logarithmic.without_rounding([-24.0, 0.0], &[&energy, &noise], 0..3);
        assert!((low + 14.0).abs() < 1e-9 && high == 0.0, "12 decades below 0.01: {low} {high}");
        assert_eq!(Scale::Logarithmic.without_rounding([-24.0, -16.0], &[&noise], 0..3), [-24.0, -16.0], "alone");
        // Before an explosion there were small values.
        let explosion: Extremes = [1e-3, 1.0, 1e30].into_iter().collect();
        assert_eq!(Scale::Logarithmic.without_rounding([-3.0, 30.0], &[&explosion], 0..3), [-3.0, 30.0]);
        assert_eq!(Scale::Linear.without_rounding([0.0, 1.0], &[&energy], 0..3), [0.0, 1.0]);
        assert_eq!(Scale::Logarithmic.without_rounding([0.0, 1.0], &[], 0..0), [0.0, 1.0]);
    }
}
