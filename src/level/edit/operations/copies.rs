//! Copies of the selected parts, turned and moved.

use crate::geometry::{Aabb, DVec2};
use crate::level::edit::clipboard::{everything, fragment, paste};
use crate::level::edit::places::Made;
use crate::level::edit::transform::{Transform, transform};
use crate::level::{Level, Place};

/// Maximum number of copies, and of the nodes and discs of all copies.
pub(super) const MOST_COPIES: f64 = 1000.0;
const MOST_PARTS: usize = 100_000;

/// Where a copy is: turned about the centre of the selection by an angle in radians, then moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Copy {
    pub angle_rad: f64,
    pub offset: DVec2,
}

/// The bodies, discs, obstacles, markers and instances that are named or contain a named part, once each; links among them are
/// copied with them.
pub(super) fn owners(places: &[Place]) -> Vec<Place> {
    let mut owners: Vec<Place> = places.iter().map(|place| place.owner()).collect();
    owners.retain(|place| !matches!(place, Place::Level | Place::World | Place::Link(_)));
    let mut seen = std::collections::BTreeSet::new();
    owners.retain(|place| seen.insert(*place));
    owners
}

/// Adds a copy of the parts for each of `copies`. Selects the parts and their copies.
pub(super) fn add(level: &mut Level, places: &[Place], bounds: Aabb, copies: &[Copy]) -> Result<Made, String> {
    let owners = owners(places);
    if owners.is_empty() {
        return Err("select bodies, discs, obstacles, markers or instances".to_owned());
    }
    let part = fragment(level, &owners)?;
    let parts = part.bodies.iter().map(|body| body.nodes.len()).sum::<usize>() + part.discs.len();
    if parts.saturating_mul(copies.len()) > MOST_PARTS {
        return Err(format!("the copies would have more than {MOST_PARTS} nodes and discs: use fewer"));
    }
    let mut made = owners;
    for copy in copies {
        let mut turned = part.clone();
        if copy.angle_rad != 0.0 {
            let how = Transform::Rotate { pivot: bounds.center().to_array(), angle_rad: copy.angle_rad };
            let all = everything(&turned);
            transform(&mut turned, &all, how)?;
        }
        let added = paste(level, &turned, copy.offset.to_array())?;
        made.extend(added.places.into_iter().filter(|place| !matches!(place, Place::Link(_))));
    }
    let said = match copies.len() {
        1 => "1 copy".to_owned(),
        count => format!("{count} copies"),
    };
    Ok(Made::at(made).saying(said))
}
