//! What the level files say about the parts of a running game: names and user data, and whole documents for recordings and edited
//! levels.

use super::handles::{BodyHandle, DiscHandle, PartHandle};
use crate::geometry::loops;
use crate::level::{self, Body, Link, LinkEnd, Point, Properties, Skin};

/// Name and user data of a part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartInfo {
    /// Unique in the level; parts of instances have `INSTANCE/ID`.
    pub id: String,
    /// Display name; need not be unique, and may be empty.
    pub name: String,
    /// Words for searching.
    pub tags: Vec<String>,
    /// User data.
    pub properties: Properties,
}

/// A node with a label, tags or properties.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeInfo {
    /// Index in the body.
    pub node: usize,
    /// Name of an attachment point, unique within the body; may be empty.
    pub label: String,
    /// Words for searching.
    pub tags: Vec<String>,
    /// User data.
    pub properties: Properties,
}

/// What a game needs of a body beside its simulation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BodyInfo {
    /// Name and user data.
    pub part: PartInfo,
    /// Nodes with a label, tags or properties, ascending.
    pub nodes: Vec<NodeInfo>,
    /// Texture.
    pub skin: Option<Skin>,
    /// Texture coordinates, one pair per node; empty without a skin.
    pub uv: Vec<Point>,
    /// Outlines of the hull: closed loops of node indices, or single edges if the hull is not closed.
    pub outlines: Vec<Vec<u32>>,
}

/// An instance of another level. Its parts are flattened into the level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InstanceInfo {
    /// Name and user data; the name is the source's path.
    pub part: PartInfo,
    /// Where the source's origin was placed.
    pub position: Point,
    /// Rotation, counter-clockwise, in degrees.
    pub angle_deg: f64,
    /// True if x is mirrored after the rotation.
    pub mirror: bool,
    /// Its bodies, discs, obstacles and links, those of instances within it included. Removed ones have stale handles.
    pub members: Vec<PartHandle>,
}

impl AsRef<PartInfo> for PartInfo {
    fn as_ref(&self) -> &PartInfo {
        self
    }
}

impl AsRef<PartInfo> for BodyInfo {
    fn as_ref(&self) -> &PartInfo {
        &self.part
    }
}

impl AsRef<PartInfo> for InstanceInfo {
    fn as_ref(&self) -> &PartInfo {
        &self.part
    }
}

impl BodyInfo {
    /// Copies names, skin and user data of a body.
    pub fn new(body: &Body) -> Self {
        let has_data =
            |node: &&level::Node| !(node.label.is_empty() && node.tags.is_empty() && node.properties.is_empty());
        let nodes = body.nodes.iter().enumerate().filter(|(_, node)| has_data(node));
        let nodes = nodes.map(|(node, parts)| {
            let level::Node { label, tags, properties, .. } = parts;
            NodeInfo { node, label: label.clone(), tags: tags.clone(), properties: properties.clone() }
        });
        Self {
            nodes: nodes.collect(),
            uv: body.texture_coordinates().unwrap_or_default(),
            outlines: outlines(&body.hull),
            skin: body.skin.clone(),
            part: PartInfo {
                id: body.id.clone(),
                name: body.name.clone(),
                tags: body.tags.clone(),
                properties: body.properties.clone(),
            },
        }
    }

    /// The node with a label.
    pub fn node_with_label(&self, label: &str) -> Option<usize> {
        self.nodes.iter().find(|node| node.label == label && !label.is_empty()).map(|node| node.node)
    }
}

/// Closed loops that use every hull edge once; the edges themselves if the hull is not closed.
fn outlines(hull: &[[usize; 2]]) -> Vec<Vec<u32>> {
    let edges: Vec<[u32; 2]> = hull.iter().map(|ends| ends.map(|node| node as u32)).collect();
    loops::of_edges(&edges).unwrap_or_else(|| edges.iter().map(|ends| ends.to_vec()).collect())
}

/// An end of a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinkTarget {
    /// A node: its body, and its index there.
    Node(BodyHandle, usize),
    /// The centre of a disc.
    Disc(DiscHandle),
    /// A fixed point of the world.
    Point(Point),
}

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
