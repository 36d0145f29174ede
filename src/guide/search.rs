//! Search of the guide: topics by their words and by what people call them, the best first.

use super::{ALL, Topic};
use crate::search::{Document, Fields, Query};
use std::sync::OnceLock;

/// What else people call the topics, by id.
const SYNONYMS: &[(&str, &str)] = &[
    ("springs", "elasticity, stiffness, hooke, hooke's law, mass spring, damping, soft body"),
    ("gas", "pressure, inflate, air, boyle, volume, area"),
    ("net-force", "forces, force list, inspector, sum of forces, weight"),
    ("substeps", "time step, timestep, step size, explode, blow up, unstable, instability, stability, dt, too stiff"),
    ("time-travel", "rewind, step back, scrub, undo the run, keyframes, timeline, slow motion, playback"),
    ("hull-and-orientation", "winding, clockwise, counter-clockwise, outline, inside out, holes"),
    ("point-in-polygon", "collision detection, ray casting, inside test, even odd, broad phase, aabb"),
    ("edge-choice", "nearest edge, which edge, projection, entry edge, wedge, closest edge, push out, contact rule"),
    ("verdict-trace", "why, why this edge, explain a contact"),
    ("acute-angles", "corner, corners, sharp corner, squares slide into each other, interpenetration, sharp angle"),
    ("barycentre-rule", "concave, centroid, center of mass, centre of mass, barycenter"),
    ("contact-response", "collision response, friction, coulomb, impulse, stacking, stack, jitter, pile"),
    ("leaving-nodes", "sticky contact, sticking, separating, approaching only"),
    ("self-contact", "self collision, self-collision, folds through itself, thin walls, passes through itself"),
    ("balloon-problem", "balloon, flipped triangles, texture, rendering, fan, dent"),
    ("decor-reaction", "penalty, penalty force, soft ground, ground force, viscosity"),
    ("mirrored-orientation", "y down, y axis, flip y, upside down, coordinate system, convention, handedness"),
    ("box-test", "bounding box, swept box, broad phase of discs"),
    ("time-of-impact", "continuous collision, ccd, tunnelling, tunneling, fast balls, bullet, swept"),
    ("exchange", "elastic collision, momentum, conservation, billiard, newton's cradle, disc collision"),
    ("bumpers", "pinball, bumper, super elastic"),
    ("fixed-and-driven-discs", "paddle, bat, kinematic disc, static disc"),
    ("lines-and-segments", "wall, walls, line collision, segment"),
    ("order-of-time", "event queue, event driven, zeno, resting contact, sleeping, heap, many balls"),
    ("discs-and-hulls", "ball against body, ball on blob, disc collision with body"),
    ("particles", "rain, point mass, dust"),
    ("static-resolution", "discrete collision, projection out, position correction"),
    ("restitution", "bounce, bounciness, elastic, rebound, coefficient of restitution"),
    ("several-collisions", "multiple collisions, wedge, corner of obstacles, multiple impacts"),
    ("moving-obstacles", "moving platform, lift, elevator, conveyor, kinematic, driven body, shuttle"),
    ("euler-and-verlet", "integrator, integration, integration scheme, verlet, symplectic, explicit euler"),
    ("friction-factor", "air resistance, air drag, damping of velocity, velocity retention, slow down"),
    ("sticks", "rigid link, rod, distance constraint, constraint, bar, position based"),
    ("chains", "rope, chain, pendulum, string"),
    ("hidden-supports", "bracing, brace, support, truss, rigid piece"),
    ("iterations", "solver iterations, relaxation, passes, gauss seidel"),
    ("bounds", "world border, box of the world, clamp, edge of the world, limits"),
    ("diagonals", "sat, separating axis, diagonal"),
    ("picking-and-dragging", "mouse, drag, grab, pull, hand, select"),
    ("watch-expressions", "expression, watch, formula, query, probe, watch language"),
    ("breakpoints", "breakpoint, conditional breakpoint, stop when, pause when, run until"),
    ("energy-plot", "energy, energy grows, chart, graph, plot"),
    ("energy-ledger", "where does the energy go, energy balance, ledger, energy loss, conservation of energy"),
    ("journal", "inputs, push, live parameters, change while running"),
    ("branches", "what if, alternative, compare runs, branch, undo a push"),
    ("recordings", "replay, save run, record, hash, snapshot"),
    ("sweeps", "parameter sweep, parameter study, heat map, grid search, variants"),
    ("expectations", "unit test, test, regression, assertion, expect"),
    ("shrinking", "minimal example, minimize, reduce, bug report, delta debugging"),
];

/// The topics with their words.
fn documents() -> &'static [(&'static Topic, Document)] {
    static DOCUMENTS: OnceLock<Vec<(&'static Topic, Document)>> = OnceLock::new();
    DOCUMENTS.get_or_init(|| ALL.iter().map(|topic| (topic, document(topic))).collect())
}

fn document(topic: &Topic) -> Document {
    let synonyms = SYNONYMS.iter().find(|(id, _)| *id == topic.id).map_or("", |(_, synonyms)| synonyms);
    let lists = [topic.text, topic.formulas, topic.sources, topic.overlays, topic.levels, topic.settings, topic.slips];
    let text = lists.into_iter().flatten().copied().collect::<Vec<_>>().join("\n");
    Document::new(&Fields { title: topic.title, synonyms, path: topic.id, text: &text })
}

/// Topics that have all words, the best first; every topic, in the guide's order, where there is no word.
pub fn find(words: &str) -> Vec<&'static Topic> {
    let query = Query::new(words);
    if query.is_empty() {
        let is_blank = words.trim().is_empty();
        return if is_blank { ALL.iter().collect() } else { Vec::new() };
    }
    let scored = documents().iter().filter_map(|(topic, document)| Some((query.hit(document)?.score, *topic)));
    let mut scored: Vec<_> = scored.collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().map(|(_, topic)| topic).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synonyms_belong_to_topics_that_exist() {
        for (index, (id, _)) in SYNONYMS.iter().enumerate() {
            assert!(super::super::topic(id).is_some(), "{id}");
            assert!(SYNONYMS[..index].iter().all(|(other, _)| other != id), "{id} twice");
        }
        assert_eq!(SYNONYMS.len(), ALL.len());
    }
}
