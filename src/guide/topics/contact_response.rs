//! Topic: contact response.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "contact-response",
    title: "Contact response",
    sources: &["000 §D.2"],
    text: &[
        "The node M meets the edge A-B as one solid of both masses, at its middle: rotation is left out, which is \
            fair for short edges. Three things happen at once.",
        "The impulse turns the closing speed round, times the product of both elasticities. The friction takes a \
            part of the sliding speed away. The repositioning moves both apart, the lighter one farther, until M \
            lies on the edge.",
        "Fixed, driven and pinned partners count as infinitely heavy. All of it conserves momentum, and a stack \
            or a pile of a hundred blobs is nothing but many of these.",
        "Response `Weighted` gives each end of the edge its share by where M is. It keeps angular momentum, so bodies \
            do not start to roll by themselves. Repositioning with a fraction below 1 and a slop above 0 puts M back \
            little by little: resting contacts then make less energy, and bodies sink in by about the slop.",
    ],
    formulas: &[
        "w = AB²/mM + AB²/mAB",
        "impulse j = (1 + e) cross(AB, Δv)/w",
        "friction f = μ (AB·Δv)/w",
        "move r = cross(AB, AM)/w",
        "Weighted: b = clamp(AB·AM/AB², 0, 1), a = 1 - b, 1/mAB = a²/mA + b²/mB",
    ],
    overlays: &["verdict", "impulses", "contacts", "velocities"],
    levels: &[
        "15-stack",
        "16-pile-of-100",
        "17-wheel-on-slope",
        "19-gears",
        "53-drawn-into-the-ground",
        "54-self-rolling",
        "56-jitter-at-rest",
    ],
    settings: &["bodies.restitution", "bodies.friction", "world.contact.response", "world.contact.repositioning"],
    slips: &[],
};
