//! Detector: balloons that not even a fan from the barycentre paints.

use crate::debugger::balloon::share;
use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Told;
use crate::debugger::diagnosis::painting::{NOTICED, suspects};
use crate::debugger::diagnosis::{Detector, Harm, Illness, Span, remedies, who};
use crate::engine::{Layout, paint};
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::FanFails,
    id: "fan-fails",
    letter: 'G',
    title: "Even the fan fails",
    plural: "frames in which even the fan fails",
    explanation: "At the end of a frame a balloon (gas, and all masses on the hull) is painted wrongly by the triangles that it \
                  has, and a fan from its barycentre would paint wrongly too, by a ten-thousandth of the hull's area or more: \
                  there are hull edges that the barycentre does not see from inside. It is told in every frame in which it is so.",
    why: "The remedy of the source is a node at the barycentre with all triangles around it. It helps as long as the hull is \
          star-shaped from there: every hull edge has the barycentre on its inside. A dent whose walls turn away from the \
          barycentre, or that reaches beyond it, is not. No triangles that are fixed once and for all are right then. Triangles \
          made afresh of the hull, picture by picture, are (overlay `triangles-afresh`; *Balloon* has them side by side); the \
          gas needs none, its area is right all the time.",
    source: "000 §E.1",
    span: Span::Substeps,
    harm: Harm::Any,
    is_cause: false,
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
        format!("{who}: its barycentre does not see {edges}, and a fan from there {paint}")
    },
    remedies: |level, found| {
        let bodies = found.bodies();
        let mut remedies: Vec<_> = bodies.iter().flat_map(|&body| remedies::stronger(level, body)).collect();
        remedies.push(remedies::braced(found));
        remedies
    },
    make: || Box::new(FanFails),
};

/// See the module.
#[derive(Debug)]
struct FanFails;

impl Detect for FanFails {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ends
    }

    fn end(&mut self, sight: &DetectorContext, tell: &mut dyn FnMut(Told)) {
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
                tell(Told::of(Place::Body(own.body)).measuring(own.part(wrong) / NOTICED, numbers));
            }
        }
    }

    fn forget(&mut self) {}
}

/// Whether a body has gas and no mass inside its hull.
fn is_balloon(layout: &Layout, body: usize) -> bool {
    let parts = &layout.bodies[body];
    let masses = parts.nodes.clone().filter(|node| Some(*node) != parts.barycentre).count();
    parts.gas > 0.0 && parts.hull_nodes.len() == masses
}
