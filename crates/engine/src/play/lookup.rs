//! Lookup: handles by id, name, tag and label, and lists of all parts.
//!
//! Cost: linear in the number of parts of the kind. Look handles up once and keep them.
//!
//! ```
//! # use blobsmith_engine::play::PlayWorld;
//! # let world = PlayWorld::from_text(
//! #     r#"{"format": 2, "bodies": [{"id": "a", "tags": ["enemy"]}, {"id": "b", "name": "Bob", "tags": ["enemy"]}]}"#,
//! # )?;
//! let enemies = world.bodies_with_tag("enemy");
//! assert_eq!((enemies.len(), world.body("a"), world.body_named("Bob")), (2, Some(enemies[0]), Some(enemies[1])));
//! assert_eq!(world.body("none"), None);
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::PlayWorld;
use super::documents::PartInfo;
use super::handles::{BodyHandle, DiscHandle, InstanceHandle, LinkHandle, ObstacleHandle, PartHandle};

/// Numbers of parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartCounts {
    /// Bodies.
    pub bodies: usize,
    /// Nodes of all bodies.
    pub nodes: usize,
    /// Discs.
    pub discs: usize,
    /// Obstacles.
    pub obstacles: usize,
    /// Links.
    pub links: usize,
    /// Instances.
    pub instances: usize,
    /// Markers.
    pub markers: usize,
}

fn has_id(id: &str) -> impl Fn(&PartInfo) -> bool + '_ {
    move |part| part.id == id
}

fn has_name(name: &str) -> impl Fn(&PartInfo) -> bool + '_ {
    move |part| part.name == name
}

fn has_tag(tag: &str) -> impl Fn(&PartInfo) -> bool + '_ {
    move |part| part.tags.iter().any(|own| own == tag)
}

impl PlayWorld {
    /// The body with an id.
    pub fn body(&self, id: &str) -> Option<BodyHandle> {
        self.parts.bodies.find(has_id(id)).next()
    }

    /// The first body with a name.
    pub fn body_named(&self, name: &str) -> Option<BodyHandle> {
        self.parts.bodies.find(has_name(name)).next()
    }

    /// Bodies with a tag, in file order.
    pub fn bodies_with_tag(&self, tag: &str) -> Vec<BodyHandle> {
        self.parts.bodies.find(has_tag(tag)).collect()
    }

    /// All bodies, in file order.
    pub fn bodies(&self) -> impl Iterator<Item = BodyHandle> + '_ {
        self.parts.bodies.handles.handles()
    }

    /// The disc with an id.
    pub fn disc(&self, id: &str) -> Option<DiscHandle> {
        self.parts.discs.find(has_id(id)).next()
    }

    /// The first disc with a name.
    pub fn disc_named(&self, name: &str) -> Option<DiscHandle> {
        self.parts.discs.find(has_name(name)).next()
    }

    /// Discs with a tag, in file order.
    pub fn discs_with_tag(&self, tag: &str) -> Vec<DiscHandle> {
        self.parts.discs.find(has_tag(tag)).collect()
    }

    /// All discs, in file order.
    pub fn discs(&self) -> impl Iterator<Item = DiscHandle> + '_ {
        self.parts.discs.handles.handles()
    }

    /// The obstacle with an id.
    pub fn obstacle(&self, id: &str) -> Option<ObstacleHandle> {
        self.parts.obstacles.find(has_id(id)).next()
    }

    /// The first obstacle with a name.
    pub fn obstacle_named(&self, name: &str) -> Option<ObstacleHandle> {
        self.parts.obstacles.find(has_name(name)).next()
    }

    /// Obstacles with a tag, in file order.
    pub fn obstacles_with_tag(&self, tag: &str) -> Vec<ObstacleHandle> {
        self.parts.obstacles.find(has_tag(tag)).collect()
    }

    /// All obstacles, in file order.
    pub fn obstacles(&self) -> impl Iterator<Item = ObstacleHandle> + '_ {
        self.parts.obstacles.handles.handles()
    }

    /// The link with an id. Links have no name.
    pub fn link(&self, id: &str) -> Option<LinkHandle> {
        self.parts.links.find(has_id(id)).next()
    }

    /// Links with a tag, in file order.
    pub fn links_with_tag(&self, tag: &str) -> Vec<LinkHandle> {
        self.parts.links.find(has_tag(tag)).collect()
    }

    /// All links, in file order.
    pub fn links(&self) -> impl Iterator<Item = LinkHandle> + '_ {
        self.parts.links.handles.handles()
    }

    /// The instance with an id.
    pub fn instance(&self, id: &str) -> Option<InstanceHandle> {
        self.parts.instances.find(has_id(id)).next()
    }

    /// Instances with a tag, in file order.
    pub fn instances_with_tag(&self, tag: &str) -> Vec<InstanceHandle> {
        self.parts.instances.find(has_tag(tag)).collect()
    }

    /// All instances, in file order.
    pub fn instances(&self) -> impl Iterator<Item = InstanceHandle> + '_ {
        self.parts.instances.handles.handles()
    }

    /// Bodies, discs, obstacles and links of an instance, those of instances within it included.
    ///
    /// # Errors
    /// [`PlayError::Stale`](super::PlayError::Stale).
    pub fn parts_of_instance(&self, instance: InstanceHandle) -> Result<Vec<PartHandle>, super::PlayError> {
        let members = &self.parts.instances.info(instance)?.members;
        Ok(members.iter().copied().filter(|&member| self.parts.part(member).is_ok()).collect())
    }

    /// Index of the node of a body that has a label, if there is one.
    ///
    /// # Errors
    /// [`PlayError::Stale`](super::PlayError::Stale).
    pub fn node_with_label(&self, body: BodyHandle, label: &str) -> Result<Option<usize>, super::PlayError> {
        Ok(self.parts.bodies.info(body)?.node_with_label(label))
    }

    /// Numbers of parts.
    pub fn part_counts(&self) -> PartCounts {
        PartCounts {
            bodies: self.parts.bodies.handles.len(),
            nodes: self.bodies().filter_map(|body| self.node_count(body).ok()).sum(),
            discs: self.parts.discs.handles.len(),
            obstacles: self.parts.obstacles.handles.len(),
            links: self.parts.links.handles.len(),
            instances: self.parts.instances.handles.len(),
            markers: self.markers().len(),
        }
    }
}
