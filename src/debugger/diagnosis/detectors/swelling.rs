//! Detector: a body that encloses far more than in the level.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::support::ends_frame;
use crate::debugger::diagnosis::{Detector, Harm, Illness, Span, remedies, who};
use crate::debugger::why::number;
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::Swelling,
    id: "swelling",
    letter: 'Z',
    title: "Swelling",
    plural: "windows in which a body was swollen",
    explanation: "The triangles of a body that moves had one and a half times their area in the level or more, at eight frame ends \
                  one after the other. It is reported once in each window. Bodies without an area and bodies that blew up are \
                  not judged.",
    why: "The springs of a body hold the energy Σ ½k(s·d - L)² at s times its drawn size, and its gas -gas·ln(s²). Both are in \
          balance where s²·Σkd² - s·ΣkdL = 2·gas. A body that is drawn at another size swings around that balance, to twice the \
          distance without damping.",
    source: "000 §C.2, §C.3",
    span: Span::Window,
    harm: Harm::Any,
    is_cause: false,
    event: None,
    numbers: &["times", "frames"],
    describe: |finding, level| {
        let [times, frames, ..] = finding.numbers;
        let name = who(level, finding.place);
        format!("{name}: its area is {} times that in the level, for {frames} frames", number(times))
    },
    remedies: |level, found| {
        let gas = found.bodies().into_iter().flat_map(|body| remedies::balanced_gas(level, body));
        gas.chain(found.bodies().into_iter().flat_map(|body| remedies::holding_springs(level, body))).collect()
    },
    make: || Box::new(Swelling::default()),
};

/// The area from which on a body counts as swollen, as a part of that in the level.
pub(in crate::debugger::diagnosis) const SWOLLEN: f64 = 1.5;
/// Frame ends one after the other at which it must be so large.
const FRAMES: u32 = 8;

/// The detector.
#[derive(Debug, Default)]
struct Swelling {
    /// For each body the frame ends one after the other at which it was swollen.
    frames: Vec<u32>,
}

impl Detect for Swelling {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ends
    }

    fn end(&mut self, &DetectorContext { layout, state, .. }: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        if !ends_frame(layout, state) {
            return;
        }
        self.frames.resize(layout.bodies.len(), 0);
        for (index, (body, frames)) in layout.bodies.iter().zip(&mut self.frames).enumerate() {
            let whole = body.initial_doubled_area;
            if !body.is_dynamic || whole <= 0.0 || state.blown_up[index] {
                continue;
            }
            let times = layout.doubled_area(index, |node| state.position(node)) / whole;
            *frames = if times >= SWOLLEN { *frames + 1 } else { 0 };
            if *frames == FRAMES {
                let found = Detection::of(Place::Body(index));
                emit(found.measuring(times / SWOLLEN, [times, f64::from(FRAMES)]));
            }
        }
    }

    fn forget(&mut self) {
        self.frames.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::stage::{Stage, square, weightless};
    use crate::level::Motion;

    /// A square of side 2 that is scaled by a factor, for a number of frames.
    fn scaled(by: f64, frames: u32) -> Vec<Detection> {
        let mut body = square([0.0, 0.0], 2.0, Motion::Dynamic);
        body.triangles = vec![[0, 1, 2], [0, 2, 3]];
        let mut stage = Stage::new(&weightless(vec![body], 1));
        stage.state.positions.iter_mut().for_each(|at| *at *= by);
        let mut detector = Swelling::default();
        (0..frames)
            .flat_map(|_| {
                stage.begin(&mut detector);
                stage.end(&mut detector)
            })
            .collect()
    }

    #[test]
    fn swelling_needs_half_as_much_again_for_eight_frames() {
        let found = scaled(1.3, 32);
        assert_eq!(found.len(), 1, "once in a window");
        assert!((found[0].numbers[0] - 1.69).abs() < 1e-12 && found[0].place == Place::Body(0));
        assert!(scaled(1.3, 7).is_empty());
        assert!(scaled(1.2, 32).is_empty(), "1.44 times the area");
    }
}
