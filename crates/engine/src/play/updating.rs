//! An edited level in a running world: numbers change, parts come and go, and what stays keeps its motion.
//!
//! ```
//! # use blobsmith_engine::play::PlayWorld;
//! let text = r#"{"format": 2, "world": {"gravity": [0, -1]}, "discs": [{"id": "ball", "position": [0, 0], "radius": 1}]}"#;
//! let mut world = PlayWorld::from_text(text)?;
//! let ball = world.disc("ball").expect("a disc with this id");
//! world.step(1);
//! let fallen = world.disc_position(ball)?;
//! let mut level = world.level();
//! level.world.gravity = [0.0, 0.0];
//! level.discs[0].radius = 2.0;
//! let updated = world.update_level(level)?;
//! assert_eq!((updated.kept, updated.added, updated.removed), (1, 0, 0));
//! assert_eq!(world.disc_position(ball)?, fallen);
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::documents::{Document, LinkDocument};
use super::documents::{LinkTarget, PartInfo};
use super::handles::{Handle, PartHandle};
use super::load::refuse_instances;
use super::parts::{LevelInfo, PartTable};
use super::{PlayError, PlayWorld};
use crate::level::format;
use crate::level::{DocumentPath, Level, Link, LinkEnd, ids};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What [`PlayWorld::update_level`] did, in numbers of bodies, discs, obstacles and links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelUpdate {
    /// Parts that stayed; their numbers are those of the new level, their motion is kept.
    pub kept: usize,
    /// New parts.
    pub added: usize,
    /// Removed parts.
    pub removed: usize,
}

impl PlayWorld {
    /// The parts as a level document: positions and velocities as in their files, pins and settings as they are now. Links that are
    /// off are included.
    pub fn level(&self) -> Level {
        super::recorder::level_of(&self.parts, self.world.layout())
    }

    /// Replaces settings and parts by those of an edited level. A part with a known id stays, with its handle and its motion; a body
    /// must have the same number of nodes. Nodes and discs that were drawn elsewhere move by the same offset. Other parts are added as in the file or removed. Level time continues, and the recorder
    /// starts anew. Cost: that of loading the level.
    ///
    /// # Errors
    /// [`PlayError::Level`] with the place, if the level is invalid or has instances. Then nothing changes.
    pub fn update_level(&mut self, mut level: Level) -> Result<LevelUpdate, PlayError> {
        refuse_instances(&level)?;
        ids::assign(&mut level);
        format::validate(&level)?;
        let mut updated = LevelUpdate { removed: self.remove_others(&level)?, ..LevelUpdate::default() };
        let links = std::mem::take(&mut level.links);
        let owners = Owners::of(&level);
        let known = self.parts.counts();
        self.add_missing(&level)?;
        let drawn = self.level();
        self.replace_documents(&level);
        let wanted = self.link_documents(links, &owners);
        let kept_links = self.replace_links(wanted, &mut updated)?;
        updated.added += self.parts.counts() - known;
        updated.kept = known + kept_links;
        let info = LevelInfo::of(&level);
        self.parts_mut().level = Arc::new(info);
        let merged = Level { world: level.world, ..self.level() };
        let layout = self.world.layout().succeeded_by(&merged, self.frame())?;
        self.world.adopt(&layout);
        self.world.follow_drawing(&drawn, &merged);
        self.mark_trail();
        self.restart_recorder();
        self.forget_trace();
        self.changed();
        Ok(updated)
    }

    /// Changes one number or setting of the level, as in the watch and sweep paths of the editor: `world.gravity[1]`,
    /// `bodies[2].springs[*].stiffness`. Indices are those of [`PlayWorld::level`].
    ///
    /// # Errors
    /// [`PlayError::Level`] with the place, if the path or the value is not valid. Then nothing changes.
    pub fn set_parameter(&mut self, path: &str, value: &Value) -> Result<LevelUpdate, PlayError> {
        let mut level = self.level();
        DocumentPath::parse(path)?.set(&mut level, value)?;
        self.update_level(level)
    }

    /// Removes the parts that a level does not have, and bodies with another number of nodes.
    fn remove_others(&mut self, level: &Level) -> Result<usize, PlayError> {
        let nodes: BTreeMap<&str, usize> = level.bodies.iter().map(|body| (&*body.id, body.nodes.len())).collect();
        let discs: BTreeSet<&str> = level.discs.iter().map(|disc| &*disc.id).collect();
        let obstacles: BTreeSet<&str> = level.obstacles.iter().map(|obstacle| &*obstacle.id).collect();
        let mut gone: Vec<PartHandle> = Vec::new();
        for body in self.bodies() {
            if nodes.get(self.id(body)?) != Some(&self.node_count(body)?) {
                gone.push(body.into());
            }
        }
        for disc in self.discs() {
            if !discs.contains(self.id(disc)?) {
                gone.push(disc.into());
            }
        }
        for obstacle in self.obstacles() {
            if !obstacles.contains(self.id(obstacle)?) {
                gone.push(obstacle.into());
            }
        }
        let removed = gone.len();
        gone.into_iter().try_for_each(|part| self.remove(part))?;
        // The documents of a level have no gaps.
        self.close_gaps();
        Ok(removed)
    }

    /// Adds the bodies, discs and obstacles that this world does not have.
    fn add_missing(&mut self, level: &Level) -> Result<(), PlayError> {
        // One set for each kind: a search by id is linear.
        let bodies: BTreeSet<&str> = self.parts.bodies.documents().map(|body| &*body.id).collect();
        let discs: BTreeSet<&str> = self.parts.discs.documents().map(|disc| &*disc.id).collect();
        let obstacles: BTreeSet<&str> = self.parts.obstacles.documents().map(|obstacle| &*obstacle.id).collect();
        let part = Level {
            bodies: level.bodies.iter().filter(|body| !bodies.contains(&*body.id)).cloned().collect(),
            discs: level.discs.iter().filter(|disc| !discs.contains(&*disc.id)).cloned().collect(),
            obstacles: level.obstacles.iter().filter(|one| !obstacles.contains(&*one.id)).cloned().collect(),
            ..Level::default()
        };
        self.add_parts(part).map(drop)
    }

    fn replace_documents(&mut self, level: &Level) {
        let parts = self.parts_mut();
        replace(&mut parts.bodies, &level.bodies);
        replace(&mut parts.discs, &level.discs);
        replace(&mut parts.obstacles, &level.obstacles);
    }

    /// Links of a level with their ends in this world.
    fn link_documents(&self, links: Vec<Link>, owners: &Owners) -> Vec<LinkDocument> {
        let end = |end| {
            Some(match end {
                LinkEnd::Node([body, node]) => LinkTarget::Node(self.body(&owners.bodies[body])?, node),
                LinkEnd::Disc(disc) => LinkTarget::Disc(self.disc(&owners.discs[disc])?),
                LinkEnd::Point(point) => LinkTarget::Point(point),
            })
        };
        let ends = |link: Link| Some(LinkDocument { ends: [end(link.a)?, end(link.b)?], link });
        links.into_iter().filter_map(ends).collect()
    }

    /// Keeps the links with the same id and ends, adds the others, removes the rest. Returns the number of kept ones.
    fn replace_links(&mut self, wanted: Vec<LinkDocument>, updated: &mut LevelUpdate) -> Result<usize, PlayError> {
        let is_same = |old: &LinkDocument, new: &LinkDocument| old.link.id == new.link.id && old.ends == new.ends;
        let documents: Vec<LinkDocument> = self.parts.links.documents().cloned().collect();
        let handles: Vec<_> = self.links().collect();
        for (handle, old) in handles.into_iter().zip(&documents) {
            if !wanted.iter().any(|new| is_same(old, new)) {
                self.remove(handle)?;
                updated.removed += 1;
            }
        }
        self.close_gaps();
        let mut kept = 0;
        for new in wanted {
            let known = self.parts.links.documents().position(|old| is_same(old, &new));
            match known {
                Some(index) => {
                    self.parts_mut().links.change(index, |document| document.link = new.link);
                    kept += 1;
                }
                None => {
                    self.connect_document(new)?;
                    updated.added += 1;
                }
            }
        }
        Ok(kept)
    }
}

/// Ids of the bodies and discs of a level, by index.
struct Owners {
    bodies: Vec<String>,
    discs: Vec<String>,
}

impl Owners {
    fn of(level: &Level) -> Self {
        Self {
            bodies: level.bodies.iter().map(|body| body.id.clone()).collect(),
            discs: level.discs.iter().map(|disc| disc.id.clone()).collect(),
        }
    }
}

/// Replaces documents and data of the parts by those of the same id.
fn replace<H: Handle, T: Document>(table: &mut PartTable<H, T>, documents: &[T])
where
    T::Info: Default + AsRef<PartInfo>,
{
    let infos = documents.iter().map(|document| (document, document.info()));
    let by_id: BTreeMap<String, (&T, T::Info)> =
        infos.map(|(document, info)| (info.as_ref().id.clone(), (document, info))).collect();
    table.replace(by_id);
}
