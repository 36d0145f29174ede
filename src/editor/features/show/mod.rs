//! Show tab: layers, overlays and lengths of arrows.

pub(crate) mod panel;

use crate::picture::overlays::{self, Draw, Overlay};

/// Titles of the groups of overlays with their ids. The overlays of forces are in the first group, too.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Forces", &["pressure"]),
    ("Motion", &["velocities", "acceleration", "impulses", "node-energy", "trails", "ghosts"]),
    (
        "Contacts",
        &[
            "contacts",
            "verdict",
            "candidates",
            "parity-ray",
            "edge-map",
            "pairs",
            "contact-heat",
            "obstacle-hits",
            "impacts",
            "diagonals",
        ],
    ),
    ("Springs, sticks and links", &["strain", "strain-rate", "stick-error", "links"]),
    ("Shape", &["normals", "outside", "boxes", "barycentres", "triangle-orientation", "balloon", "retriangulation"]),
    ("Names and markers", &["node-ids", "ids", "markers", "sensors"]),
];

/// The groups with their overlays, in order of listing.
pub fn groups() -> impl Iterator<Item = (&'static str, Vec<&'static Overlay>)> {
    let forces = || overlays::ALL.iter().filter(|overlay| matches!(overlay.draw, Draw::Force(_)));
    GROUPS.into_iter().enumerate().map(move |(index, (title, ids))| {
        let listed = ids.iter().filter_map(|id| overlays::ALL.iter().find(|overlay| overlay.id == *id));
        let mut all: Vec<_> = if index == 0 { forces().collect() } else { Vec::new() };
        // The sum of all forces is the last of them, and the most used.
        all.sort_by_key(|overlay| !matches!(overlay.draw, Draw::Force(None)));
        all.extend(listed);
        (title, all)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_overlay_is_in_one_group() {
        let mut listed: Vec<_> = groups().flat_map(|(_, all)| all).map(|overlay| overlay.id).collect();
        let mut all: Vec<_> = overlays::ALL.iter().map(|overlay| overlay.id).collect();
        listed.sort_unstable();
        all.sort_unstable();
        assert_eq!(listed, all);
    }
}
