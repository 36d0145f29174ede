//! Detector: contacts that pull back what is leaving.
//!
//! Must never know: whether the level asks for that.

use crate::debugger::diagnosis::examiner::{Detect, Sight};
use crate::debugger::diagnosis::finding::Told;
use crate::debugger::diagnosis::{Detector, Illness, Span, cures, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::number;
use crate::engine::{Phase, PhaseKind, Touched};
use crate::geometry::{DVec2, cross};
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::Sticking,
    id: "sticking",
    letter: 'S',
    title: "Sticking",
    plural: "leaving parts pulled back",
    explanation: "A node or disc that was inside a hull was on its way out of the edge already, and the impulse of the contact \
                  took that speed away or turned it round. Speeds below those that gravity gives in a frame are not told: \
                  what rests has them all the time.",
    why: "The impulse of the source is that of a collision, and is applied as often as the node is found inside. It does not \
          ask whether the node comes or goes: what goes is turned round too.",
    source: "000 §D.2",
    span: Span::Substeps,
    event: None,
    numbers: &["leaving_speed_before", "leaving_speed_after"],
    describe: |finding, level| {
        let [before, after, ..] = finding.numbers.map(number);
        let edge = finding.other.map_or(String::new(), |edge| who(level, edge));
        format!("{}: was leaving {edge} at {before}, and the impulse made that {after}", who(level, finding.place))
    },
    remedies: |_, _| vec![cures::approaching_only()],
    make: || Box::new(Sticking::default()),
};

/// See the module.
#[derive(Debug, Default)]
struct Sticking {
    told: Vec<Told>,
    /// Velocities of discs before the phase.
    discs: Vec<DVec2>,
}

impl Detect for Sticking {
    fn begin(&mut self, sight: &Sight) {
        self.told.clear();
        self.discs.clone_from(&sight.state.disc_velocities);
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, sight: &Sight) {
        if phase.kind == PhaseKind::Impulse {
            self.judge(touched, sight);
        }
        match touched {
            Touched::AllDiscs => self.discs.clone_from(&sight.state.disc_velocities),
            Touched::Discs(discs) => {
                discs.iter().for_each(|&disc| self.discs[disc] = sight.state.disc_velocities[disc])
            }
            Touched::Few(_, Some(disc)) => self.discs[disc] = sight.state.disc_velocities[disc],
            _ => {}
        }
    }

    fn end(&mut self, _: &Sight, tell: &mut dyn FnMut(Told)) {
        self.told.drain(..).for_each(tell);
    }

    fn forget(&mut self) {}
}

impl Sticking {
    fn judge(&mut self, touched: Touched<'_>, sight: &Sight) {
        let Sight { layout, state, before, .. } = *sight;
        let ([a, b], place, [old, new]) = match touched {
            Touched::Few(&[a, b, node], None) => {
                let velocities = [before.velocities[node], sight.velocity(node)];
                ([a, b], Scope::Node.place(layout, node), velocities)
            }
            Touched::Few(&[a, b], Some(disc)) => {
                ([a, b], Scope::Disc.place(layout, disc), [self.discs[disc], state.disc_velocities[disc]])
            }
            _ => return,
        };
        let ab = state.position(b) - state.position(a);
        let edge = |velocities: [DVec2; 2]| (velocities[0] + velocities[1]) * 0.5;
        let leaving = |own: DVec2, edge: DVec2| -cross(ab, own - edge) / ab.length();
        let start = leaving(old, edge([before.velocities[a], before.velocities[b]]));
        let end = leaving(new, edge([sight.velocity(a), sight.velocity(b)]));
        // A part that rests gets and loses the speed that gravity gives in a substep, at every substep; in a frame it
        // might get this one.
        let resting = DVec2::from(layout.settings.gravity).length() * layout.settings.frame_time;
        if start > resting && end < start {
            let Some(edge) = edge_place(sight, [a, b]) else { return };
            let told = Told::of(place).with(edge);
            self.told.push(told.measuring(start / resting, [start, end]));
        }
    }
}

/// The hull edge between two nodes.
fn edge_place(sight: &Sight, ends: [usize; 2]) -> Option<Place> {
    let (body, _) = sight.layout.body_of(ends[0]);
    let edges = &sight.layout.hull_edges[sight.layout.bodies[body].hull_edges.clone()];
    let edge = edges.iter().position(|edge| edge.map(|node| node as usize) == ends)?;
    Some(Place::HullEdge(body, edge))
}
