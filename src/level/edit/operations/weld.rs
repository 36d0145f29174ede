//! Welds nodes that are close to each other.

use super::{FARTHEST, Operation, Settings, parameter, tidy};
use crate::geometry::Aabb;
use crate::level::edit::join::{merge, weld_near};
use crate::level::edit::places::Made;
use crate::level::parameter::{Kind, Parameter};
use crate::level::{Level, Place};
use std::collections::BTreeSet;

/// Welds near nodes.
pub(super) static WELD_NEAR: Operation = Operation {
    id: "weld-near",
    title: "Weld nodes by distance",
    verb: "Weld nodes by distance",
    explanation: "Groups of nodes within the distance become one each, at their mean, with the sum of their masses. Springs, sticks and links follow; doubled ones and inner seams of the hull are removed.",
    parameters,
    handles: &[],
    apply,
};

/// Default distance, as a fraction of the size of the selection.
const NEAR: f64 = 0.01;

fn bodies(places: &[Place]) -> BTreeSet<usize> {
    places.iter().filter_map(|place| place.body()).collect()
}

fn parameters(_: &Level, places: &[Place], bounds: Aabb) -> Vec<Parameter> {
    let size = bounds.size().max_element();
    let distance = ["distance", "Distance", "Nodes at most this far apart are welded", "length"];
    let across = [
        "across",
        "Across bodies",
        "Merges the selected bodies into one first; otherwise each is welded by itself",
        "",
    ];
    let mut all = vec![parameter(distance, Kind::Number(1e-9, FARTHEST), tidy(size.max(0.1) * NEAR))];
    if bodies(places).len() > 1 {
        all.push(parameter(across, Kind::Switch, 1.0));
    }
    all
}

fn apply(level: &mut Level, places: &[Place], settings: &Settings) -> Result<Made, String> {
    let bodies: Vec<usize> = bodies(places).into_iter().collect();
    let parts: Vec<Place> = places.iter().copied().filter(|place| place.body().is_some()).collect();
    if parts.is_empty() {
        return Err("select bodies or nodes".to_owned());
    }
    if !settings.is_on("across") || bodies.len() < 2 {
        return weld_near(level, &parts, settings.number("distance"));
    }
    let merged = merge(level, &bodies)?;
    let parts = merged.remap.follow_all(&parts);
    let welded = weld_near(level, &parts, settings.number("distance"))?;
    Ok(Made { remap: merged.remap, ..welded })
}
