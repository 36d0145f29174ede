//! Names and user data of the parts: what the level file says and the engine ignores.
//!
//! Positions, masses and topology are not kept here; the engine has them.
//!
//! ```
//! # use blobsmith_engine::level::PropertyValue;
//! # use blobsmith_engine::play::PlayWorld;
//! # let world = PlayWorld::from_text(
//! #     r#"{"format": 2, "discs": [{"id": "coin", "position": [0, 0], "radius": 1, "tags": ["gold"], "properties": {"value": 5}}],
//! #         "markers": [{"id": "start", "shape": {"Point": [3, 4]}}]}"#,
//! # )?;
//! let coin = world.disc("coin").expect("a disc with this id");
//! assert_eq!(world.properties(coin)?.get("value"), Some(&PropertyValue::Integer(5)));
//! assert_eq!((world.id(coin)?, world.tags(coin)?), ("coin", &["gold".to_owned()][..]));
//! assert_eq!(world.marker("start").expect("a marker").shape.points(), [[3.0, 4.0]]);
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::handles::{BodyHandle, DiscHandle, Handle, InstanceHandle, LinkHandle, ObstacleHandle, PartHandle, SlotMap};
use super::{PlayError, PlayWorld};
use crate::geometry::overlap;
use crate::level::{self, Body, Level, Link, Marker, Point, Properties, Skin};
use std::sync::Arc;

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

impl From<level::Disc> for PartInfo {
    fn from(disc: level::Disc) -> Self {
        Self { id: disc.id, name: disc.name, tags: disc.tags, properties: disc.properties }
    }
}

impl From<level::Obstacle> for PartInfo {
    fn from(obstacle: level::Obstacle) -> Self {
        Self { id: obstacle.id, name: obstacle.name, tags: obstacle.tags, properties: obstacle.properties }
    }
}

impl From<Link> for PartInfo {
    /// Links have no name.
    fn from(link: Link) -> Self {
        Self { id: link.id, name: String::new(), tags: link.tags, properties: link.properties }
    }
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
    /// Takes over names, skin and user data of a body; the rest of the body is dropped.
    pub fn new(mut body: Body) -> Self {
        let uv = body.texture_coordinates().unwrap_or_default();
        let outlines = outlines(&body.hull);
        let nodes = std::mem::take(&mut body.nodes).into_iter().enumerate();
        let nodes = nodes.map(|(node, parts)| {
            let level::Node { label, tags, properties, .. } = parts;
            NodeInfo { node, label, tags, properties }
        });
        let has_data = |node: &NodeInfo| !(node.label.is_empty() && node.tags.is_empty() && node.properties.is_empty());
        Self {
            nodes: nodes.filter(has_data).collect(),
            uv,
            outlines,
            skin: body.skin,
            part: PartInfo { id: body.id, name: body.name, tags: body.tags, properties: body.properties },
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
    overlap::loops(&edges).unwrap_or_else(|| edges.iter().map(|ends| ends.to_vec()).collect())
}

/// Handles and data of the parts of one kind; both have the order of the engine's indices. Snapshots share the data.
#[derive(Clone, Debug)]
pub(super) struct PartTable<H, T> {
    pub handles: SlotMap<H>,
    pub infos: Vec<Arc<T>>,
}

impl<H: Handle, T: AsRef<PartInfo> + Default> PartTable<H, T> {
    fn new(infos: Vec<T>) -> Self {
        let mut table = Self { handles: SlotMap::default(), infos: Vec::with_capacity(infos.len()) };
        for info in infos {
            table.push(info);
        }
        table
    }

    /// Adds a part after all others.
    pub fn push(&mut self, info: T) -> H {
        self.infos.push(Arc::new(info));
        self.handles.insert()
    }

    pub fn index(&self, handle: H) -> Result<usize, PlayError> {
        self.handles.index(handle)
    }

    pub fn info(&self, handle: H) -> Result<&T, PlayError> {
        Ok(&self.infos[self.index(handle)?])
    }

    /// Handles of the parts that fit, in file order.
    pub fn find<'a>(&'a self, fits: impl Fn(&PartInfo) -> bool + 'a) -> impl Iterator<Item = H> + 'a {
        let infos = self.infos.iter().enumerate();
        let parts = infos.filter(|(index, _)| !self.handles.is_gap(*index));
        parts.filter(move |(_, info)| fits((***info).as_ref())).map(|(index, _)| self.handles.handle(index))
    }

    /// Removes a part; later ones move up. Does nothing if the handle is stale.
    pub fn remove(&mut self, handle: H) {
        if let Ok(index) = self.handles.remove(handle) {
            self.infos.remove(index);
        }
    }

    /// Removes a part and leaves a gap. Does nothing if the handle is stale.
    pub fn vacate(&mut self, handle: H) {
        if let Ok(index) = self.handles.vacate(handle) {
            self.infos[index] = Arc::default();
        }
    }

    /// Closes all gaps.
    pub fn close_gaps(&mut self) {
        let handles = &self.handles;
        let mut index = 0;
        self.infos.retain(|_| {
            index += 1;
            !handles.is_gap(index - 1)
        });
        self.handles.close_gaps();
    }
}

/// Handles and data of all parts, and the data of the level itself.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub bodies: PartTable<BodyHandle, BodyInfo>,
    pub discs: PartTable<DiscHandle, PartInfo>,
    pub obstacles: PartTable<ObstacleHandle, PartInfo>,
    pub links: PartTable<LinkHandle, PartInfo>,
    pub instances: PartTable<InstanceHandle, InstanceInfo>,
    pub level: Arc<LevelInfo>,
    /// Number in the id of the last spawned instance.
    pub spawned: u64,
    /// Number in the id of the last link that was connected.
    pub connected: u64,
}

/// Data of the level itself.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelInfo {
    /// Display name.
    pub name: String,
    /// Description.
    pub notes: String,
    /// Words for searching.
    pub tags: Vec<String>,
    /// User data.
    pub properties: Properties,
    /// Points, zones and paths, in file order.
    pub markers: Vec<Marker>,
    /// Pixels as which a front end draws one unit.
    pub pixels_per_unit: f64,
}

impl Parts {
    /// Takes over the data of a flattened level.
    pub fn new(level: Level, instances: Vec<InstanceInfo>) -> Self {
        Self {
            bodies: PartTable::new(level.bodies.into_iter().map(BodyInfo::new).collect()),
            discs: PartTable::new(level.discs.into_iter().map(PartInfo::from).collect()),
            obstacles: PartTable::new(level.obstacles.into_iter().map(PartInfo::from).collect()),
            links: PartTable::new(level.links.into_iter().map(PartInfo::from).collect()),
            instances: PartTable::new(instances),
            level: Arc::new(LevelInfo {
                name: level.name,
                notes: level.notes,
                tags: level.tags,
                properties: level.properties,
                markers: level.markers,
                pixels_per_unit: level.world.pixels_per_unit,
            }),
            spawned: 0,
            connected: 0,
        }
    }

    pub fn part(&self, handle: PartHandle) -> Result<&PartInfo, PlayError> {
        Ok(match handle {
            PartHandle::Body(body) => &self.bodies.info(body)?.part,
            PartHandle::Disc(disc) => self.discs.info(disc)?,
            PartHandle::Obstacle(obstacle) => self.obstacles.info(obstacle)?,
            PartHandle::Link(link) => self.links.info(link)?,
            PartHandle::Instance(instance) => &self.instances.info(instance)?.part,
        })
    }

    /// Replaces the tables by earlier ones; see [`SlotMap::restore`].
    pub fn restore(&mut self, earlier: &Self) {
        fn table<H: Handle, T: Clone>(now: &mut PartTable<H, T>, earlier: &PartTable<H, T>) {
            now.handles.restore(&earlier.handles);
            now.infos.clone_from(&earlier.infos);
        }
        table(&mut self.bodies, &earlier.bodies);
        table(&mut self.discs, &earlier.discs);
        table(&mut self.obstacles, &earlier.obstacles);
        table(&mut self.links, &earlier.links);
        table(&mut self.instances, &earlier.instances);
        self.level = earlier.level.clone();
        (self.spawned, self.connected) = (earlier.spawned, earlier.connected);
    }
}

impl PlayWorld {
    /// Id, name, tags and properties of a part.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn info(&self, part: impl Into<PartHandle>) -> Result<&PartInfo, PlayError> {
        self.parts.part(part.into())
    }

    /// Id of a part, unique in the level.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn id(&self, part: impl Into<PartHandle>) -> Result<&str, PlayError> {
        Ok(&self.info(part)?.id)
    }

    /// Tags of a part.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn tags(&self, part: impl Into<PartHandle>) -> Result<&[String], PlayError> {
        Ok(&self.info(part)?.tags)
    }

    /// Properties of a part.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn properties(&self, part: impl Into<PartHandle>) -> Result<&Properties, PlayError> {
        Ok(&self.info(part)?.properties)
    }

    /// Labels, skin and outlines of a body.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn body_info(&self, body: BodyHandle) -> Result<&BodyInfo, PlayError> {
        self.parts.bodies.info(body)
    }

    /// Placement of an instance.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn instance_info(&self, instance: InstanceHandle) -> Result<&InstanceInfo, PlayError> {
        self.parts.instances.info(instance)
    }

    /// Name, tags, properties and markers of the level itself.
    pub fn level_info(&self) -> &LevelInfo {
        &self.parts.level
    }

    /// The level's markers in file order: id, name, shape, tags and properties.
    pub fn markers(&self) -> &[Marker] {
        &self.parts.level.markers
    }

    /// The marker with an id.
    pub fn marker(&self, id: &str) -> Option<&Marker> {
        self.markers().iter().find(|marker| marker.id == id)
    }

    /// Pixels as which a front end draws one unit.
    pub fn pixels_per_unit(&self) -> f64 {
        self.parts.level.pixels_per_unit
    }
}
