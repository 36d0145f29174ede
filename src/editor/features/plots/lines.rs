//! Cached polylines of the plots, recomputed when zoom, width or values change.

use crate::geometry::polygon::segment_between;
use crate::geometry::{DVec2, Extremes};
use crate::picture::chart::{LinePiece, Scale};
use egui_plot::PlotPoint;
use std::ops::Range;
use std::rc::Rc;

/// Cache key of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Request<'a> {
    /// Key of the series.
    pub key: &'a str,
    /// Whether it belongs to the twin.
    pub is_twin: bool,
    /// Range of frames.
    pub range: [f64; 2],
    /// Width in pixel columns.
    pub columns: usize,
    /// Scale of the y axis.
    pub scale: Scale,
    /// Version of the values.
    pub version: u64,
}

/// A computed line.
#[derive(Debug)]
pub struct Drawn {
    /// Polylines, separated at missing values.
    pub strands: Vec<DrawnStrand>,
    /// Minimum and maximum y in the range.
    pub extent: Option<[f64; 2]>,
}

/// A polyline.
#[derive(Debug)]
pub struct DrawnStrand {
    /// Its points.
    pub points: Vec<PlotPoint>,
    /// True if its values are negative and the axis shows magnitudes.
    pub is_negative: bool,
}

impl DrawnStrand {
    /// Its parts between two heights; None if the whole strand is between them. The number of dashes grows with the
    /// length of a line, so the line of a run that blew up must not leave the plot.
    pub fn parts_between(&self, heights: [f64; 2]) -> Option<Vec<Vec<PlotPoint>>> {
        let is_between = |point: &PlotPoint| (heights[0]..=heights[1]).contains(&point.y);
        if self.points.iter().all(is_between) {
            return None;
        }
        let mut parts: Vec<Vec<PlotPoint>> = Vec::new();
        let mut is_open = false;
        for ends in self.points.windows(2) {
            let both = [ends[0], ends[1]].map(|point| DVec2::new(point.x, point.y));
            let Some(inside) = segment_between(both, heights) else {
                is_open = false;
                continue;
            };
            let [from, to] = inside.map(|point| PlotPoint::new(point.x, point.y));
            match parts.last_mut() {
                Some(part) if is_open => part.push(to),
                _ => parts.push(vec![from, to]),
            }
            is_open = to == ends[1];
        }
        Some(parts)
    }
}

/// The cached lines.
#[derive(Debug, Default)]
pub struct Lines {
    known: Vec<Known>,
    picture: u64,
    /// Number of lines computed since the start.
    pub made: u64,
}

#[derive(Debug)]
struct Known {
    key: String,
    is_twin: bool,
    range: [f64; 2],
    columns: usize,
    scale: Scale,
    version: u64,
    count: usize,
    used: u64,
    drawn: Rc<Drawn>,
}

impl Lines {
    /// Starts a UI frame: drops lines that were not used in the previous one.
    pub fn begin(&mut self) {
        let last = self.picture;
        self.known.retain(|known| known.used == last);
        self.picture += 1;
    }

    /// A line, cached if nothing has changed.
    pub fn get(&mut self, request: &Request, numbers: &Extremes) -> Rc<Drawn> {
        let frames = frames(request.range, numbers.len());
        // Values beyond the range have no effect.
        let count = frames.end;
        let picture = self.picture;
        let mut slot = None;
        for (index, known) in self.known.iter_mut().enumerate() {
            if known.key != request.key || known.is_twin != request.is_twin {
                continue;
            }
            let is_same = known.range == request.range
                && (known.columns, known.scale, known.version, known.count)
                    == (request.columns, request.scale, request.version, count);
            if is_same {
                known.used = picture;
                return known.drawn.clone();
            }
            // Several plots can show one series.
            if known.used != picture {
                slot = Some(index);
            }
        }
        self.made += 1;
        let strands = request.scale.pieces(numbers, frames.clone(), request.columns);
        let strand = |piece: LinePiece| DrawnStrand {
            points: piece.points.into_iter().map(PlotPoint::from).collect(),
            is_negative: piece.is_negative,
        };
        let extent = request.scale.extent(numbers, frames);
        let drawn = Rc::new(Drawn { strands: strands.into_iter().map(strand).collect(), extent });
        let known = Known {
            key: request.key.to_owned(),
            is_twin: request.is_twin,
            range: request.range,
            columns: request.columns,
            scale: request.scale,
            version: request.version,
            count,
            used: picture,
            drawn: drawn.clone(),
        };
        match slot {
            Some(index) => self.known[index] = known,
            None => self.known.push(known),
        }
        drawn
    }
}

/// Frames in the range and one more on each side, so that lines reach the edge.
fn frames([from, to]: [f64; 2], count: usize) -> Range<usize> {
    let first = (from.floor().max(0.0) as usize).min(count);
    let end = (to.ceil().max(0.0) as usize).saturating_add(2).min(count);
    first..end.max(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(range: [f64; 2]) -> Request<'static> {
        Request { key: "a", is_twin: false, range, columns: 700, scale: Scale::Linear, version: 0 }
    }

    /// By hand: from (1, 2) to (2, 10) the line reaches 4 after a quarter.
    #[test]
    fn strand_is_cut_where_it_leaves_the_heights() {
        let strand = |values: &[[f64; 2]]| DrawnStrand {
            points: values.iter().map(|&point| PlotPoint::from(point)).collect(),
            is_negative: false,
        };
        let cut = |values: &[[f64; 2]]| {
            let parts = strand(values).parts_between([0.0, 4.0]);
            parts.map(|parts| parts.into_iter().map(|part| part.iter().map(|p| [p.x, p.y]).collect()).collect())
        };
        assert_eq!(cut(&[[0.0, 0.0], [1.0, 4.0]]), None::<Vec<Vec<[f64; 2]>>>);
        let values = [[0.0, 0.0], [1.0, 2.0], [2.0, 10.0], [3.0, 9.0], [4.0, -1.0], [5.0, 3.0]];
        let expected = vec![
            vec![[0.0, 0.0], [1.0, 2.0], [1.25, 4.0]],
            vec![[3.5, 4.0], [3.9, 0.0]],
            vec![[4.25, 0.0], [5.0, 3.0]],
        ];
        assert_eq!(cut(&values), Some(expected));
        let huge = cut(&[[0.0, 1.0], [1.0, 1e308], [2.0, -1e308]]).expect("parts");
        assert!(huge.iter().flatten().all(|[_, y]| (0.0..=4.0).contains(y)), "{huge:?}");
    }

    #[test]
    fn lines_are_computed_again_only_after_a_change() {
        let mut numbers: Extremes = (0..36_000).map(|frame| if frame == 30_001 { 9.0 } else { 1.0 }).collect();
        let mut lines = Lines::default();
        let full_line = lines.get(&request([0.0, 36_000.0]), &numbers);
        assert!(
            full_line.strands[0].points.iter().any(|point| (point.x, point.y) == (30_001.0, 9.0)),
            "the spike is there"
        );
        assert_eq!(full_line.extent, Some([1.0, 9.0]));
        lines.begin();
        lines.get(&request([0.0, 36_000.0]), &numbers);
        assert_eq!(lines.made, 1);
        lines.begin();
        assert_eq!(lines.get(&request([10.0, 500.0]), &numbers).extent, Some([1.0, 1.0]));
        assert_eq!(lines.made, 2);
        // A value beyond the range does not change the line.
        numbers.push(3.0);
        lines.begin();
        lines.get(&request([10.0, 500.0]), &numbers);
        assert_eq!(lines.made, 2);
        lines.begin();
        lines.get(&Request { version: 1, ..request([10.0, 500.0]) }, &numbers);
        assert_eq!(lines.made, 3);
        lines.begin();
        lines.begin();
        assert!(lines.known.is_empty());
    }
}
