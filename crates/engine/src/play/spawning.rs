//! Adding and removing parts while the world runs, and switching links.
//!
//! A [`Prefab`] is a level whose parts are added together, as an instance of their own. Parts that come and go leave all other handles
//! and the order of the parts unchanged, so equal scripts give equal hashes everywhere. Cost: proportional to the part, amortised, and a
//! scan of the links when a part is removed.
//!
//! ```
//! use blobsmith_engine::play::{Placement, PlayWorld, Prefab};
//!
//! let ball = Prefab::from_text(r#"{"format": 2, "discs": [{"id": "ball", "position": [0, 0], "radius": 0.5}]}"#)?;
//! let mut world = PlayWorld::from_text(r#"{"format": 2, "world": {"gravity": [0, -0.02]}}"#)?;
//! let thrown = world.spawn(&ball, &Placement { position: [0.0, 5.0], velocity: [0.1, 0.0], ..Placement::default() })?;
//! let disc = world.discs().next().expect("the ball");
//! assert_eq!(world.id(disc)?, "spawn-1/ball");
//! world.step(60);
//! world.remove(thrown)?;
//! assert!(world.disc_position(disc).is_err(), "a stale handle");
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::documents::{InstanceInfo, LinkDocument, LinkTarget};
use super::error::finite;
use super::handles::{BodyHandle, DiscHandle, InstanceHandle, LinkHandle, ObstacleHandle, PartHandle};
use super::input::WorldInput;
use super::load::{flattened, read_file, read_text, refuse_instances};
use super::{PlayError, PlayWorld};
use crate::engine::{Held, LinkStatus};
use crate::level::format::FormatError;
use crate::level::{Instance, Level, Link, LinkEnd, LinkKind, Motion, Place, Point, flatten, ids};
use std::path::Path;
use std::sync::Arc;

/// A level whose parts can be spawned. Its `world` settings and markers are ignored. Clones share their data.
#[derive(Clone, Debug)]
pub struct Prefab {
    level: Arc<Level>,
}

impl Prefab {
    /// Reads a text as [`PlayWorld::from_text`] does.
    ///
    /// # Errors
    /// [`PlayError::Level`].
    pub fn from_text(text: &str) -> Result<Self, PlayError> {
        Self::from_level(read_text(text)?)
    }

    /// Reads a level file as [`PlayWorld::from_file`] does.
    ///
    /// # Errors
    /// [`PlayError::Level`].
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, PlayError> {
        Self::from_level(read_file(path.as_ref())?.0)
    }

    /// Takes over a level that has no instances.
    ///
    /// # Errors
    /// [`PlayError::Level`] with the place, if the level is invalid or has instances.
    pub fn from_level(mut level: Level) -> Result<Self, PlayError> {
        refuse_instances(&level)?;
        crate::level::format::validate(&level)?;
        ids::assign(&mut level);
        Ok(Self { level: Arc::new(level) })
    }

    /// Takes over a level as [`PlayWorld::from_level_at`] does.
    ///
    /// # Errors
    /// [`PlayError::Level`].
    pub fn from_level_at(
        level: Level,
        path: &Path,
        load: &mut dyn FnMut(&Path) -> Result<Level, FormatError>,
    ) -> Result<Self, PlayError> {
        Self::from_level(flattened(level, path, load)?.0)
    }

    /// The level, with ids.
    pub fn level(&self) -> &Level {
        &self.level
    }
}

/// Where a prefab is placed: rotated about its origin, mirrored in x, moved, as an instance in a level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placement {
    /// Where the origin of the prefab comes to lie.
    pub position: Point,
    /// Rotation, counter-clockwise, in degrees.
    pub angle_deg: f64,
    /// True to mirror x after the rotation.
    pub mirror: bool,
    /// Added to the velocity of every free node and disc.
    pub velocity: Point,
}

impl Placement {
    /// At a position, not turned, at rest.
    pub fn at(position: Point) -> Self {
        Self { position, ..Self::default() }
    }
}

impl PlayWorld {
    /// Adds the parts of a prefab as an instance with the id `spawn-1`, `spawn-2`, …; see [`PlayWorld::spawn_with_id`].
    ///
    /// # Errors
    /// As [`PlayWorld::spawn_with_id`].
    pub fn spawn(&mut self, prefab: &Prefab, placement: &Placement) -> Result<InstanceHandle, PlayError> {
        let mut number = self.parts.spawned + 1;
        // A level may use such an id itself.
        while self.instance(&format!("spawn-{number}")).is_some() {
            number += 1;
        }
        let instance = self.spawn_with_id(prefab, placement, &format!("spawn-{number}"))?;
        self.parts_mut().spawned = number;
        Ok(instance)
    }

    /// Adds the parts of a prefab behind all others, as an instance. Their ids are `ID/` and the id in the prefab. Driven parts follow the
    /// level time of this world.
    ///
    /// # Errors
    /// [`PlayError::Number`]; [`PlayError::Level`] if the id is not valid or taken. Then nothing changes.
    pub fn spawn_with_id(
        &mut self,
        prefab: &Prefab,
        placement: &Placement,
        id: &str,
    ) -> Result<InstanceHandle, PlayError> {
        finite("position", placement.position)?;
        let velocity = finite("velocity", placement.velocity)?;
        if !placement.angle_deg.is_finite() {
            return Err(PlayError::Number("angle_deg", "a finite number"));
        }
        if !ids::is_valid(id) {
            return Err(PlayError::Id(id.into(), "1 to 64 of the characters A-Z, a-z, 0-9, _ and -"));
        }
        if self.instance(id).is_some() {
            return Err(PlayError::Id(id.into(), "not the id of another instance"));
        }
        let Placement { position, angle_deg, mirror, .. } = *placement;
        let instance = Instance { id: id.into(), angle_deg, mirror, ..Instance::at("", position) };
        let mut level = flatten::placed((*prefab.level).clone(), &instance);
        add_velocity(&mut level, velocity.into());
        let members = self.add_parts(level)?;
        let instance = self.parts_mut().instances.push(InstanceInfo { members, ..InstanceInfo::new(&instance) });
        Ok(instance)
    }

    /// Adds the parts of a level behind all others and returns their handles.
    pub(super) fn add_parts(&mut self, level: Level) -> Result<Vec<PartHandle>, PlayError> {
        self.world.spawn(&level)?;
        self.note(|| WorldInput::Spawn(Arc::new(level.clone())));
        let parts = self.parts_mut();
        let bodies: Vec<BodyHandle> = level.bodies.into_iter().map(|body| parts.bodies.push(body)).collect();
        let discs: Vec<DiscHandle> = level.discs.into_iter().map(|disc| parts.discs.push(disc)).collect();
        let links = LinkDocument::all(level.links, |body| bodies[body], |disc| discs[disc]);
        let mut members: Vec<PartHandle> = bodies.into_iter().map(PartHandle::Body).collect();
        members.extend(discs.into_iter().map(PartHandle::Disc));
        members.extend(level.obstacles.into_iter().map(|one| PartHandle::Obstacle(parts.obstacles.push(one))));
        members.extend(links.into_iter().map(|link| PartHandle::Link(parts.links.push(link))));
        if let Some(trail) = &mut self.trail {
            let state = self.world.state();
            trail.nodes.extend_from_slice(&state.positions[trail.nodes.len()..]);
            trail.discs.extend_from_slice(&state.disc_positions[trail.discs.len()..]);
        }
        self.changed();
        Ok(members)
    }

    /// Joins two nodes, discs or points. The ids are `link-1`, `link-2`, … in the order of the calls.
    ///
    /// # Errors
    /// [`PlayError::Stale`], [`PlayError::NoNode`]; [`PlayError::Level`] if a number is outside its range or an end is a barycentre.
    pub fn connect(
        &mut self,
        a: LinkTarget,
        b: LinkTarget,
        kind: LinkKind,
        collide: bool,
    ) -> Result<LinkHandle, PlayError> {
        let id = format!("link-{}", self.parts.connected + 1);
        let (a_end, b_end) = (LinkEnd::Point([0.0; 2]), LinkEnd::Point([0.0; 2]));
        let link = Link { id, a: a_end, b: b_end, kind, collide, tags: Vec::new(), properties: Default::default() };
        let link = self.connect_document(LinkDocument { link, ends: [a, b] })?;
        self.parts_mut().connected += 1;
        Ok(link)
    }

    /// Adds a link.
    pub(super) fn connect_document(&mut self, mut document: LinkDocument) -> Result<LinkHandle, PlayError> {
        let [a, b] = document.ends;
        (document.link.a, document.link.b) = (self.link_end(a)?, self.link_end(b)?);
        self.world.add_link(&document.link)?;
        self.note(|| WorldInput::Connect(document.link.clone()));
        Ok(self.parts_mut().links.push(document))
    }

    fn link_end(&self, target: LinkTarget) -> Result<LinkEnd, PlayError> {
        Ok(match target {
            LinkTarget::Node(body, node) => {
                self.global_node(body, node)?;
                LinkEnd::Node([self.parts.bodies.index(body)?, node])
            }
            LinkTarget::Disc(disc) => LinkEnd::Disc(self.parts.discs.index(disc)?),
            LinkTarget::Point(point) => LinkEnd::Point(point),
        })
    }

    /// Switches a link on or off. A link that is off does nothing, and its ends collide.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn switch_link(&mut self, link: LinkHandle, is_on: bool) -> Result<(), PlayError> {
        let index = self.parts.links.index(link)?;
        self.world.switch_link(index, is_on);
        self.note(|| WorldInput::Switch(index, is_on));
        Ok(())
    }

    /// True if a link is switched on.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn is_link_on(&self, link: LinkHandle) -> Result<bool, PlayError> {
        let index = self.parts.links.index(link)?;
        Ok(self.world.layout().links.status(index) == Some(LinkStatus::Active))
    }

    /// Removes a part: a body, disc or obstacle with its links, a link, or an instance with all its parts. Sensors that it was in report
    /// its leaving. Handles of what was removed are stale from now on, until an earlier moment is restored.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn remove(&mut self, part: impl Into<PartHandle>) -> Result<(), PlayError> {
        match part.into() {
            PartHandle::Body(body) => self.remove_body(body)?,
            PartHandle::Disc(disc) => self.remove_disc(disc)?,
            PartHandle::Obstacle(obstacle) => self.remove_obstacle(obstacle)?,
            PartHandle::Link(link) => {
                let index = self.parts.links.index(link)?;
                self.note(|| WorldInput::Remove(Place::Link(index)));
                self.world.remove_link(index);
                self.parts_mut().links.vacate(link);
            }
            PartHandle::Instance(instance) => {
                for member in self.parts.instances.info(instance)?.members.clone() {
                    if self.parts.part(member).is_ok() {
                        self.remove(member)?;
                    }
                }
                self.parts_mut().instances.remove(instance);
            }
        }
        if self.world.wants_compaction() {
            self.compact();
        }
        self.forget_trace();
        self.changed();
        Ok(())
    }

    fn remove_body(&mut self, body: BodyHandle) -> Result<(), PlayError> {
        let index = self.parts.bodies.index(body)?;
        self.release_removed(|held| matches!(held, Held::Node(other, _) if other == index));
        self.pushes.retain(|(place, _)| place.body() != Some(index));
        self.note(|| WorldInput::Remove(Place::Body(index)));
        self.world.remove_body(index);
        self.collect_engine_events();
        self.parts_mut().bodies.vacate(body);
        self.vacate_links();
        Ok(())
    }

    fn remove_disc(&mut self, disc: DiscHandle) -> Result<(), PlayError> {
        let index = self.parts.discs.index(disc)?;
        self.release_removed(|held| held == Held::Disc(index));
        self.pushes.retain(|(place, _)| *place != Place::Disc(index));
        for (place, _) in &mut self.pushes {
            if let Place::Disc(other) = place {
                *other -= usize::from(*other > index);
            }
        }
        self.note(|| WorldInput::Remove(Place::Disc(index)));
        self.world.remove_disc(index);
        self.collect_engine_events();
        self.parts_mut().discs.remove(disc);
        if let Some(trail) = &mut self.trail {
            trail.discs.remove(index);
        }
        self.vacate_links();
        Ok(())
    }

    fn remove_obstacle(&mut self, obstacle: ObstacleHandle) -> Result<(), PlayError> {
        let index = self.parts.obstacles.index(obstacle)?;
        self.note(|| WorldInput::Remove(Place::Obstacle(index)));
        self.world.remove_obstacle(index);
        self.collect_engine_events();
        self.parts_mut().obstacles.remove(obstacle);
        Ok(())
    }

    /// Makes the handles of links stale that the engine has removed with their ends.
    fn vacate_links(&mut self) {
        let links = &self.world.layout().links;
        let is_gone = |link: &LinkHandle| {
            self.parts.links.index(*link).is_ok_and(|index| links.status(index) == Some(LinkStatus::Removed))
        };
        let gone: Vec<LinkHandle> = self.links().filter(is_gone).collect();
        if !gone.is_empty() {
            let parts = self.parts_mut();
            gone.into_iter().for_each(|link| parts.links.vacate(link));
        }
    }

    /// Closes the gaps of removed bodies and links, if there are any.
    pub(super) fn close_gaps(&mut self) {
        if self.parts.bodies.has_gaps() || self.parts.links.has_gaps() {
            self.compact();
        }
    }

    /// Closes the gaps that removed bodies and links have left in the engine's lists.
    fn compact(&mut self) {
        self.note(|| WorldInput::Compact);
        let old = self.world.shared_layout().clone();
        let new = self.world.compact();
        if let Some(trail) = &mut self.trail {
            let kept = new.bodies.iter().enumerate().filter(|(_, new)| new.is_some());
            trail.nodes =
                kept.flat_map(|(body, _)| old.bodies[body].nodes.clone()).map(|node| trail.nodes[node]).collect();
        }
        for (place, _) in &mut self.pushes {
            match place {
                Place::Body(body) | Place::Node(body, _) => *body = new.bodies[*body].expect("pushed bodies exist"),
                _ => {}
            }
        }
        let parts = self.parts_mut();
        parts.bodies.close_gaps();
        parts.links.close_gaps();
    }
}

fn add_velocity(level: &mut Level, [x, y]: Point) {
    let nodes = level.bodies.iter_mut().filter(|body| body.motion == Motion::Dynamic).flat_map(|body| &mut body.nodes);
    let discs = level.discs.iter_mut().filter(|disc| disc.motion == Motion::Dynamic);
    let free = nodes.filter(|node| !node.pinned).map(|node| &mut node.velocity);
    for velocity in free.chain(discs.map(|disc| &mut disc.velocity)) {
        *velocity = [velocity[0] + x, velocity[1] + y];
    }
}
