//! Parts by their ids: `hero` is a body or disc, `hero:3` a node of a body, `hero:hand` a node with a label.

use blobsmith_engine::play::{BodyHandle, ContactSide, DiscHandle, MovablePart, PartHandle, PlayError, PlayWorld};
use std::fmt;

/// Why a call does nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The node has no level.
    NoLevel,
    /// No part has this id.
    NoPart(String),
    /// The body with this id has no such node.
    NoNode(String),
    /// The engine refuses it.
    Play(PlayError),
}

impl From<PlayError> for Refusal {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLevel => write!(f, "there is no level: set `level` or `level_path`"),
            Self::NoPart(id) => write!(f, "there is no part `{id}`"),
            Self::NoNode(id) => write!(f, "there is no node `{id}`"),
            Self::Play(error) => error.fmt(f),
        }
    }
}

/// The body with an id.
pub fn body(world: &PlayWorld, id: &str) -> Result<BodyHandle, Refusal> {
    world.body(id).ok_or_else(|| Refusal::NoPart(id.into()))
}

/// The disc with an id.
pub fn disc(world: &PlayWorld, id: &str) -> Result<DiscHandle, Refusal> {
    world.disc(id).ok_or_else(|| Refusal::NoPart(id.into()))
}

/// The body, disc, obstacle, link or instance with an id.
pub fn part(world: &PlayWorld, id: &str) -> Result<PartHandle, Refusal> {
    let body = world.body(id).map(PartHandle::from);
    let disc = || world.disc(id).map(PartHandle::from);
    let obstacle = || world.obstacle(id).map(PartHandle::from);
    let link = || world.link(id).map(PartHandle::Link);
    let instance = || world.instance(id).map(PartHandle::Instance);
    let found = body.or_else(disc).or_else(obstacle).or_else(link).or_else(instance);
    found.ok_or_else(|| Refusal::NoPart(id.into()))
}

/// A body and one of its nodes: `hero:3`, `hero:hand`.
pub fn node(world: &PlayWorld, id: &str) -> Result<(BodyHandle, usize), Refusal> {
    let missing = || Refusal::NoNode(id.into());
    let (owner, name) = id.split_once(':').ok_or_else(missing)?;
    let owner = body(world, owner)?;
    let node = match world.node_with_label(owner, name)? {
        Some(node) => node,
        None => name.parse().map_err(|_| missing())?,
    };
    if node < world.node_count(owner)? { Ok((owner, node)) } else { Err(missing()) }
}

/// A body, a disc, or a node of a body.
pub fn movable(world: &PlayWorld, id: &str) -> Result<MovablePart, Refusal> {
    if id.contains(':') {
        return Ok(node(world, id)?.into());
    }
    match world.body(id) {
        Some(body) => Ok(body.into()),
        None => Ok(disc(world, id)?.into()),
    }
}

/// The id of a part; empty if it was removed.
pub fn id(world: &PlayWorld, part: PartHandle) -> String {
    world.id(part).unwrap_or_default().to_owned()
}

/// The id of a side of a contact; empty for the bounds.
pub fn side(world: &PlayWorld, side: ContactSide) -> String {
    if let ContactSide::Part(part) = side { id(world, part) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world() -> PlayWorld {
        let text = r#"{"format": 2, "discs": [{"id": "ball", "position": [5, 0], "radius": 1}],
            "bodies": [{"id": "hero", "nodes": [{"position": [0, 0]}, {"position": [1, 0], "label": "hand"}]}]}"#;
        PlayWorld::from_text(text).unwrap()
    }

    #[test]
    fn ids_name_bodies_discs_and_nodes() {
        let world = world();
        let (hero, ball) = (world.body("hero").unwrap(), world.disc("ball").unwrap());
        assert_eq!(movable(&world, "hero"), Ok(hero.into()));
        assert_eq!(movable(&world, "ball"), Ok(ball.into()));
        assert_eq!(movable(&world, "hero:1"), Ok((hero, 1).into()));
        assert_eq!(movable(&world, "hero:hand"), Ok((hero, 1).into()));
        assert_eq!((part(&world, "ball"), id(&world, ball.into())), (Ok(ball.into()), "ball".into()));
    }

    #[test]
    fn unknown_ids_are_refused_with_the_id() {
        let world = world();
        for text in ["none", "none:1", "ball:0"] {
            let error = movable(&world, text).unwrap_err().to_string();
            assert_eq!(error, format!("there is no part `{}`", text.split(':').next().unwrap()));
        }
        for text in ["hero:2", "hero:foot", "hero:"] {
            assert_eq!(movable(&world, text).unwrap_err().to_string(), format!("there is no node `{text}`"));
        }
        assert_eq!(part(&world, "hero:1").unwrap_err(), Refusal::NoPart("hero:1".into()));
    }
}
