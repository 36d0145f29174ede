//! Tables of the parts: their handles, names and user data. Positions, masses and topology are in the engine only.
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

use super::documents::{BodyInfo, Document, InstanceInfo, LinkDocument, PartInfo};
use super::handles::{BodyHandle, DiscHandle, Handle, InstanceHandle, LinkHandle, ObstacleHandle, PartHandle, SlotMap};
use super::{PlayError, PlayWorld};
#[cfg(feature = "overlays")]
use crate::level::View;
use crate::level::{self, Body, Level, Marker, Properties};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Handles, documents and data of the parts of one kind, in the order of the engine's indices. Snapshots share the data.
#[derive(Clone, Debug)]
pub(super) struct PartTable<H, T: Document> {
    pub handles: SlotMap<H>,
    pub infos: Vec<Arc<T::Info>>,
    /// None where a part was removed and left a gap.
    documents: Vec<Option<Arc<T>>>,
}

impl<H: Handle, T: Document> PartTable<H, T>
where
    T::Info: Default,
{
    fn new(documents: Vec<T>) -> Self {
        let count = documents.len();
        let mut table = Self {
            handles: SlotMap::default(),
            infos: Vec::with_capacity(count),
            documents: Vec::with_capacity(count),
        };
        for document in documents {
            table.push(document);
        }
        table
    }

    /// Adds a part after all others.
    pub fn push(&mut self, document: T) -> H {
        self.infos.push(Arc::new(document.info()));
        self.documents.push(Some(Arc::new(document)));
        self.handles.insert()
    }

    /// The parts that were not removed, as in their files.
    pub fn documents(&self) -> impl Iterator<Item = &T> {
        self.documents.iter().flatten().map(|document| &**document)
    }

    /// A part as in its file; None where a part was removed.
    #[cfg(feature = "overlays")]
    pub fn document(&self, index: usize) -> Option<&T> {
        self.documents.get(index)?.as_deref()
    }

    /// True if removed parts have left gaps.
    pub fn has_gaps(&self) -> bool {
        self.documents.iter().any(Option::is_none)
    }

    /// Replaces documents and data of the parts with these ids.
    pub fn replace(&mut self, mut by_id: BTreeMap<String, (&T, T::Info)>) {
        for (info, document) in self.infos.iter_mut().zip(&mut self.documents) {
            if let Some((new, data)) = by_id.remove(&(**info).as_ref().id) {
                *document = Some(Arc::new(new.clone()));
                *info = Arc::new(data);
            }
        }
    }

    /// Changes the document of a part, not its data.
    pub fn change(&mut self, index: usize, change: impl FnOnce(&mut T)) {
        if let Some(Some(document)) = self.documents.get_mut(index) {
            change(Arc::make_mut(document));
        }
    }

    pub fn index(&self, handle: H) -> Result<usize, PlayError> {
        self.handles.index(handle)
    }

    pub fn info(&self, handle: H) -> Result<&T::Info, PlayError> {
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
            self.documents.remove(index);
        }
    }

    /// Removes a part and leaves a gap. Does nothing if the handle is stale.
    pub fn vacate(&mut self, handle: H) {
        if let Ok(index) = self.handles.vacate(handle) {
            self.infos[index] = Arc::default();
            self.documents[index] = None;
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
        self.documents.retain(Option::is_some);
    }
}

/// Handles and data of all parts, and the data of the level itself.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub bodies: PartTable<BodyHandle, Body>,
    pub discs: PartTable<DiscHandle, level::Disc>,
    pub obstacles: PartTable<ObstacleHandle, level::Obstacle>,
    pub links: PartTable<LinkHandle, LinkDocument>,
    pub instances: PartTable<InstanceHandle, InstanceInfo>,
    pub level: Arc<LevelInfo>,
    /// What the level file says about its picture.
    #[cfg(feature = "overlays")]
    pub picture: Arc<PictureHints>,
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

impl LevelInfo {
    /// The data of a level.
    pub(super) fn of(level: &Level) -> Self {
        Self {
            name: level.name.clone(),
            notes: level.notes.clone(),
            tags: level.tags.clone(),
            properties: level.properties.clone(),
            markers: level.markers.clone(),
            pixels_per_unit: level.world.pixels_per_unit,
        }
    }
}

/// What a level file says about its picture.
#[cfg(feature = "overlays")]
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PictureHints {
    /// Colours of bodies and discs by their ids.
    pub colours: BTreeMap<String, String>,
    /// The part of the plane to show first.
    pub view: Option<View>,
}

#[cfg(feature = "overlays")]
impl PictureHints {
    fn of(level: &Level) -> Self {
        let Some(extra) = &level.editor else { return Self::default() };
        let bodies = level.bodies.iter().map(|body| &body.id).zip(&extra.body_colors);
        let discs = level.discs.iter().map(|disc| &disc.id).zip(&extra.disc_colors);
        let given = bodies.chain(discs).filter(|(_, colour)| !colour.is_empty());
        Self { colours: given.map(|(id, colour)| (id.clone(), colour.clone())).collect(), view: extra.view }
    }
}

impl Parts {
    /// Number of bodies, discs and obstacles.
    pub fn counts(&self) -> usize {
        self.bodies.documents().count() + self.discs.documents().count() + self.obstacles.documents().count()
    }

    /// Takes over the data of a flattened level.
    pub fn new(level: Level, instances: Vec<InstanceInfo>) -> Self {
        let info = Arc::new(LevelInfo::of(&level));
        #[cfg(feature = "overlays")]
        let picture = Arc::new(PictureHints::of(&level));
        let (bodies, discs) = (PartTable::new(level.bodies), PartTable::new(level.discs));
        let links =
            LinkDocument::all(level.links, |body| bodies.handles.handle(body), |disc| discs.handles.handle(disc));
        Self {
            links: PartTable::new(links),
            bodies,
            discs,
            obstacles: PartTable::new(level.obstacles),
            instances: PartTable::new(instances),
            level: info,
            #[cfg(feature = "overlays")]
            picture,
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
        fn table<H: Handle, T: Document>(now: &mut PartTable<H, T>, earlier: &PartTable<H, T>) {
            now.handles.restore(&earlier.handles);
            now.documents.clone_from(&earlier.documents);
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
