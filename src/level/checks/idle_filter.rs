//! Rule: every collision filter lets something through.

use super::support::{finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{CollisionFilter, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "idle-filter",
    title: "Filter that excludes everything",
    explanation: "Two parts collide if each one's category is in the other's mask (docs/level-format.md). A category or mask of 0 excludes \
        everything; so does one that no other part of the level matches. A sensor of that kind never reports anything. \
        For a part that is only seen, that is right.",
    find,
    fix: Some(fix),
};

/// All parts with a filter, in document order. The last item is true for obstacles, which meet bodies and discs only.
fn parts(level: &Level) -> Vec<(Place, CollisionFilter, bool)> {
    let bodies = level.bodies.iter().enumerate().filter(|(_, body)| !body.hull.is_empty());
    let bodies = bodies.map(|(index, body)| (Place::Body(index), body.collision, false));
    let discs = level.discs.iter().enumerate().map(|(index, disc)| (Place::Disc(index), disc.collision, false));
    let obstacles = level.obstacles.iter().enumerate();
    bodies.chain(discs).chain(obstacles.map(|(index, wall)| (Place::Obstacle(index), wall.collision, true))).collect()
}

/// Filters by how often they occur: `admits` needs to run once per kind of filter, not once per pair.
fn kinds(parts: &[(Place, CollisionFilter, bool)]) -> Vec<(u32, u32, bool, usize)> {
    let mut kinds: Vec<(u32, u32, bool)> =
        parts.iter().map(|&(_, filter, is_wall)| (filter.category, filter.mask, is_wall)).collect();
    kinds.sort_unstable();
    let groups = kinds.chunk_by(|a, b| a == b);
    groups.map(|group| (group[0].0, group[0].1, group[0].2, group.len())).collect()
}

/// True if no other part would meet a part that has the filter `own` if it had `filter`, although there are others.
fn is_idle(kinds: &[(u32, u32, bool, usize)], own: CollisionFilter, filter: CollisionFilter, is_wall: bool) -> bool {
    let mut others = 0;
    for &(category, mask, other_is_wall, count) in kinds {
        let is_own = (category, mask, other_is_wall) == (own.category, own.mask, is_wall);
        let count = count - usize::from(is_own);
        // Obstacles do not meet obstacles, and a sensor reports bodies and discs only.
        if count == 0 || (other_is_wall && (is_wall || filter.sensor)) {
            continue;
        }
        others += count;
        if filter.admits(&CollisionFilter { category, mask, sensor: false }) {
            return false;
        }
    }
    others > 0
}

/// The filter without restrictions.
fn open(filter: CollisionFilter) -> CollisionFilter {
    CollisionFilter { sensor: filter.sensor, ..CollisionFilter::default() }
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let parts = parts(level);
    if parts.iter().all(|(_, filter, _)| open(*filter) == *filter) {
        return;
    }
    let kinds = kinds(&parts);
    // A part without restrictions is not at fault if others exclude it, unless it is a sensor.
    let is_at_fault = |filter: CollisionFilter| filter.sensor || open(filter) != filter;
    let idle =
        parts.iter().filter(|&&(_, filter, is_wall)| is_at_fault(filter) && is_idle(&kinds, filter, filter, is_wall));
    for &(place, filter, is_wall) in idle {
        let who = tell::sentence(match place {
            Place::Body(index) => tell::body(level, index),
            Place::Disc(index) => tell::disc(level, index),
            Place::Obstacle(index) => tell::obstacle(level, index),
            _ => place.to_string(),
        });
        let (severity, verb) = match filter.sensor {
            true => (Severity::Warning, "is a sensor that reports nothing"),
            false => (Severity::Hint, "collides with nothing"),
        };
        let CollisionFilter { category, mask, .. } = filter;
        let why = match (category, mask) {
            (0, _) => "it is in no category".to_owned(),
            (_, 0) => "its mask is empty".to_owned(),
            _ => format!("no other part matches category {category} and mask {mask}"),
        };
        let found = finding(RULE.id, severity, vec![place], format!("{who} {verb}: {why}"));
        // A fix helps only if some other part lets category 1 through.
        findings.push(match is_idle(&kinds, filter, open(filter), is_wall) {
            true => found,
            false => found.with_fix("Use category 1 and the full mask"),
        });
    }
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let all = parts(level);
    let place = *finding.places.first().ok_or("it names no part")?;
    let &(_, filter, is_wall) = all.iter().find(|part| part.0 == place).ok_or("the part is no longer there")?;
    let kinds = kinds(&all);
    if !is_idle(&kinds, filter, filter, is_wall) || is_idle(&kinds, filter, open(filter), is_wall) {
        return Err("the filter lets something through".to_owned());
    }
    let collision = match place {
        Place::Body(index) => &mut level.bodies[index].collision,
        Place::Disc(index) => &mut level.discs[index].collision,
        Place::Obstacle(index) => &mut level.obstacles[index].collision,
        _ => return Err("it names no part".to_owned()),
    };
    *collision = open(filter);
    Ok(format!("{place} has category 1 and the full mask"))
}
