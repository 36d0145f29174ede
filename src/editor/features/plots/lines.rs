//! The lines of the plots as points to be painted, worked out again only when zoom, width or numbers have changed.

use crate::geometry::Extremes;
use crate::picture::chart::Scale;
use egui_plot::PlotPoint;
use std::ops::Range;
use std::rc::Rc;

/// What a line depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Request<'a> {
    /// Key of the series.
    pub key: &'a str,
    /// Whether it is the twin's.
    pub is_twin: bool,
    /// Which frames.
    pub range: [f64; 2],
    /// On how many columns of pixels.
    pub columns: usize,
    /// Upright axis.
    pub scale: Scale,
    /// Changes when numbers were forgotten.
    pub version: u64,
}

/// A line worked out.
#[derive(Debug)]
pub struct Drawn {
    /// Its strands, parted where nothing is known.
    pub strands: Vec<Vec<PlotPoint>>,
    /// Lowest and highest height in the range.
    pub extent: Option<[f64; 2]>,
}

/// The lines of the last pictures.
#[derive(Debug, Default)]
pub struct Lines {
    known: Vec<Known>,
    picture: u64,
    /// How many lines had to be worked out since the start.
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
    /// A new picture begins: lines that the last one did not have are forgotten.
    pub fn begin(&mut self) {
        let last = self.picture;
        self.known.retain(|known| known.used == last);
        self.picture += 1;
    }

    /// A line, from memory where nothing has changed.
    pub fn get(&mut self, request: &Request, numbers: &Extremes) -> Rc<Drawn> {
        let frames = frames(request.range, numbers.len());
        // What lies beyond the range changes nothing.
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
            // Two plots may show one series.
            if known.used != picture {
                slot = Some(index);
            }
        }
        self.made += 1;
        let strands = request.scale.strands(numbers, frames.clone(), request.columns);
        let points = |strand: Vec<[f64; 2]>| strand.into_iter().map(PlotPoint::from).collect();
        let extent = request.scale.extent(numbers, frames);
        let drawn = Rc::new(Drawn { strands: strands.into_iter().map(points).collect(), extent });
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

/// The frames that are within a range, and one more on both sides, so that lines go on to the edge.
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

    #[test]
    fn a_line_is_made_again_only_when_something_in_it_has_changed() {
        let mut numbers: Extremes = (0..36_000).map(|frame| if frame == 30_001 { 9.0 } else { 1.0 }).collect();
        let mut lines = Lines::default();
        let whole = lines.get(&request([0.0, 36_000.0]), &numbers);
        assert!(whole.strands[0].iter().any(|point| (point.x, point.y) == (30_001.0, 9.0)), "the spike is there");
        assert_eq!(whole.extent, Some([1.0, 9.0]));
        lines.begin();
        lines.get(&request([0.0, 36_000.0]), &numbers);
        assert_eq!(lines.made, 1);
        lines.begin();
        assert_eq!(lines.get(&request([10.0, 500.0]), &numbers).extent, Some([1.0, 1.0]));
        assert_eq!(lines.made, 2);
        // What is added beyond the range changes nothing in it.
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
