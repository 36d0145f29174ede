//! Topic: discs against blobs.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "discs-and-hulls",
    title: "Discs against blobs",
    sources: &["002 §1.iv", "000 §D.2"],
    text: &[
        "None of the sources lets discs meet blobs. Here a disc is tested against a hull at its deepest point, \
            which plays the part of the node M of a contact between blobs.",
        "Impulse, friction and repositioning are those of the contact response, with the mass of the disc. What \
            the disc gets the edge loses, so momentum goes both ways: balls bounce on a soft slab, and a heavy disc \
            drives a blob on.",
        "A disc of radius 0 is a particle, and meets hulls as any node does.",
    ],
    formulas: &["M = C - r n"],
    overlays: &["impacts", "velocities"],
    levels: &["43-balls-on-blobs"],
    settings: &["discs.mass", "discs.friction"],
    slips: &[],
};
