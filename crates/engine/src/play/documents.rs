//! Parts of a running game as documents: what their files say, for recordings and edited levels.

use super::handles::{BodyHandle, DiscHandle};
use super::parts::{BodyInfo, InstanceInfo, PartInfo};
use super::spawning::LinkTarget;
use crate::level::{self, Body, Link, LinkEnd};

/// A link of a running game; its ends keep their meaning while other parts come and go.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LinkDocument {
    /// As in its file, with ends of no meaning.
    pub link: Link,
    /// Its ends.
    pub ends: [LinkTarget; 2],
}

/// A part as in its file, from which names and user data are read.
pub(super) trait Document: Clone {
    type Info: AsRef<PartInfo>;
    fn info(&self) -> Self::Info;
}

impl Document for Body {
    type Info = BodyInfo;
    fn info(&self) -> BodyInfo {
        BodyInfo::new(self)
    }
}

impl Document for level::Disc {
    type Info = PartInfo;
    fn info(&self) -> PartInfo {
        let (id, name) = (self.id.clone(), self.name.clone());
        PartInfo { id, name, tags: self.tags.clone(), properties: self.properties.clone() }
    }
}

impl Document for level::Obstacle {
    type Info = PartInfo;
    fn info(&self) -> PartInfo {
        let (id, name) = (self.id.clone(), self.name.clone());
        PartInfo { id, name, tags: self.tags.clone(), properties: self.properties.clone() }
    }
}

impl Document for LinkDocument {
    type Info = PartInfo;
    /// Links have no name.
    fn info(&self) -> PartInfo {
        let Link { id, tags, properties, .. } = self.link.clone();
        PartInfo { id, name: String::new(), tags, properties }
    }
}

impl Document for InstanceInfo {
    type Info = Self;
    fn info(&self) -> Self {
        self.clone()
    }
}

impl LinkDocument {
    /// Links whose ends are indices of bodies and discs.
    pub fn all(links: Vec<Link>, body: impl Fn(usize) -> BodyHandle, disc: impl Fn(usize) -> DiscHandle) -> Vec<Self> {
        let target = |end| match end {
            LinkEnd::Node([owner, node]) => LinkTarget::Node(body(owner), node),
            LinkEnd::Disc(index) => LinkTarget::Disc(disc(index)),
            LinkEnd::Point(point) => LinkTarget::Point(point),
        };
        links.into_iter().map(|link| Self { ends: [target(link.a), target(link.b)], link }).collect()
    }
}
