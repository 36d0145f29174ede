//! Format 1: its fields are a subset of those of format 2, so a document of format 1 is upgraded by its number alone.

use super::FormatError;
use super::refusal::Refusal;
use crate::level::fields::VectorField;
use crate::level::fields::world::FORCES;
use crate::level::{CollisionFilter, FORMAT, Level, Properties, World};

/// Upgrades a document of format 1. Fails if it uses a field of format 2.
pub(super) fn upgrade(level: Level) -> Result<Level, Refusal> {
    match first_newer_feature(&level) {
        Some(place) => {
            let last = place.rsplit('.').next().unwrap_or(&place);
            let field = last.split('[').next().unwrap_or(last);
            Err(Refusal::of_value(
                place.clone(),
                format!("format 1 has no `{field}`; the file should say `format` {FORMAT}"),
            ))
        }
        None => Ok(Level { format: FORMAT, ..level }),
    }
}

/// Upgrades a level that was read as a part of another document, such as a recording.
///
/// # Errors
/// As [`super::read`]: an unknown version, or a field that the version does not have.
pub fn upgraded(level: Level) -> Result<Level, FormatError> {
    let refused = |refusal: Refusal| FormatError::at(refusal.place, refusal.reason);
    match level.format {
        FORMAT => Ok(level),
        1 => upgrade(level).map_err(refused),
        other => Err(refused(unknown_version(u64::from(other)))),
    }
}

/// Error for a version that this program does not read.
pub(super) fn unknown_version(version: u64) -> Refusal {
    let reason = match version {
        0 => "there is no format 0; formats count from 1".into(),
        newer => format!(
            "the file has format {newer}, but this program reads formats up to {FORMAT}; a newer blobsmith is needed"
        ),
    };
    Refusal::of_value("format".into(), reason)
}

/// Converts a valid level to a document of format 1, without ids.
///
/// # Errors
/// Names the first value that format 1 cannot express.
pub fn downgrade(mut level: Level) -> Result<Level, FormatError> {
    if let Some(place) = first_newer_feature(&level) {
        return Err(FormatError::at(place, "format 1 cannot express this value"));
    }
    level.format = 1;
    level.bodies.iter_mut().for_each(|body| body.id.clear());
    level.discs.iter_mut().for_each(|disc| disc.id.clear());
    level.obstacles.iter_mut().for_each(|obstacle| obstacle.id.clear());
    Ok(level)
}

/// Path of the first value, in the order of the fields, that format 1 cannot express. Ids do not count: format 1 omits them.
pub fn first_newer_feature(level: &Level) -> Option<String> {
    let user = |place: &str, tags: &[String], properties: &Properties| {
        let dot = if place.is_empty() { "" } else { "." };
        let tags = (!tags.is_empty()).then(|| format!("{place}{dot}tags"));
        tags.or_else(|| (!properties.is_empty()).then(|| format!("{place}{dot}properties")))
    };
    let filter = |place: &str, filter: &CollisionFilter| {
        (*filter != CollisionFilter::default()).then(|| format!("{place}.collision"))
    };
    let of_level = || {
        let of_user = user("", &level.tags, &level.properties);
        let newer = |vector: &&VectorField<World>| {
            vector.format > 1 && vector.get(&level.world) != vector.get(&World::default())
        };
        let of_forces = || FORCES.iter().find(newer).map(|vector| format!("world.{}", vector.path));
        of_user.or_else(of_forces).or_else(|| {
            (level.world.pixels_per_unit != World::default().pixels_per_unit)
                .then(|| "world.pixels_per_unit".to_owned())
        })
    };
    let of_bodies = || {
        level.bodies.iter().enumerate().find_map(|(index, body)| {
            let place = format!("bodies[{index}]");
            let of_node = |(node_index, node): (usize, &crate::level::Node)| {
                let place = format!("{place}.nodes[{node_index}]");
                let label = (!node.label.is_empty()).then(|| format!("{place}.label"));
                label.or_else(|| user(&place, &node.tags, &node.properties))
            };
            body.nodes
                .iter()
                .enumerate()
                .find_map(of_node)
                .or_else(|| filter(&place, &body.collision))
                .or_else(|| body.skin.is_some().then(|| format!("{place}.skin")))
                .or_else(|| user(&place, &body.tags, &body.properties))
        })
    };
    let of_discs = || {
        level.discs.iter().enumerate().find_map(|(index, disc)| {
            let place = format!("discs[{index}]");
            filter(&place, &disc.collision).or_else(|| user(&place, &disc.tags, &disc.properties))
        })
    };
    let of_obstacles = || {
        level.obstacles.iter().enumerate().find_map(|(index, obstacle)| {
            let place = format!("obstacles[{index}]");
            filter(&place, &obstacle.collision).or_else(|| user(&place, &obstacle.tags, &obstacle.properties))
        })
    };
    let lists = [
        ("links", level.links.is_empty()),
        ("markers", level.markers.is_empty()),
        ("instances", level.instances.is_empty()),
    ];
    let of_lists = || lists.into_iter().find(|(_, is_empty)| !is_empty).map(|(name, _)| format!("{name}[0]"));
    of_level().or_else(of_bodies).or_else(of_discs).or_else(of_obstacles).or_else(of_lists)
}
