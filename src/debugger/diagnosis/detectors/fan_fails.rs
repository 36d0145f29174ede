//! Detector: balloons that even a fan from the barycentre paints wrongly.

use crate::debugger::balloon::share;
use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::painting::{NOTICED, suspects};
use crate::debugger::diagnosis::{Detector, Harm, Problem, remedies, who};
use crate::engine::{Layout, paint};
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::FanFails,
    id: Problem::FanFails.id(),
    letter: 'G',
    title: "Even the fan fails",
    plural: "frames in which even the fan fails",
    explanation: "At the end of a frame a balloon (gas, and all masses on the hull) is painted wrongly by its \
        triangles, and a fan from its barycentre would also be wrong, by a ten-thousandth of the hull's covered area or more: \
        some hull edges have the barycentre on their outside. Reported in every frame in which it holds.",
    why: "The remedy of the source is a node at the barycentre with all triangles around it. It works while the hull is \
        star-shaped from there, which means that every hull edge has the barycentre on its inside. A dent whose walls \
        face away from the barycentre, or that reaches beyond it, violates that. Then no fixed set of triangles is \
        right. A new triangulation of the hull in every frame is (overlay `retriangulation`; *Balloon* compares them). \
        The gas needs none, because its area is always right.",
    source: "000 §E.1",
    span: Problem::FanFails.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("retriangulation"),
    consequences: &[Problem::FanFails, Problem::Flip, Problem::Spill, Problem::Unpainted],
    event: None,
    numbers: &["hidden_edges", "spill_of_fan", "unpainted_of_fan", "hull_area"],
    describe: |finding, level| {
        let [hidden, spill, unpainted, hull] = finding.numbers;
        let edges = if hidden == 1.0 { "1 hull edge".to_owned() } else { format!("{hidden} hull edges") };
        let mut paint = Vec::new();
        if spill > 0.0 {
            paint.push(format!("paints {} outside", share(spill, hull)));
        }
        if unpainted > 0.0 {
            paint.push(format!("leaves {} unpainted", share(unpainted, hull)));
        }
        let (who, paint) = (who(level, finding.place), paint.join(" and "));
        format!("{who}: its barycentre is outside of {edges}, and a fan from there {paint}")
    },
    remedies: |level, found| {
        let bodies = found.bodies();
        let mut remedies: Vec<_> = bodies.iter().flat_map(|&body| remedies::stronger(level, body)).collect();
        remedies.push(remedies::braced(found));
        remedies
    },
    make: || Box::new(FanFails),
};

/// The detector.
#[derive(Debug)]
struct FanFails;

impl Detect for FanFails {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ends
    }

    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        let DetectorContext { layout, state, .. } = *sight;
        for own in suspects(sight).filter(|own| is_balloon(layout, own.body)) {
            let hidden = paint::hidden_edges(layout, state, own.body).count();
            if hidden == 0 || !own.is_noticed(own.cover.spill.max(own.cover.unpainted)) {
                continue;
            }
            let Some(fan) = paint::fan_areas(layout, state, own.body) else { continue };
            let wrong = fan.spill.max(fan.unpainted);
            if own.is_noticed(wrong) {
                let numbers = [hidden as f64, fan.spill, fan.unpainted, fan.hull];
                emit(Detection::of(Place::Body(own.body)).measuring(own.part(wrong) / NOTICED, numbers));
            }
        }
    }

    fn forget(&mut self) {}
}

/// True if a body has gas and no mass inside its hull.
fn is_balloon(layout: &Layout, body: usize) -> bool {
    let parts = &layout.bodies[body];
    let masses = parts.nodes.clone().filter(|node| Some(*node) != parts.barycentre).count();
    parts.gas > 0.0 && parts.hull_nodes.len() == masses
}
