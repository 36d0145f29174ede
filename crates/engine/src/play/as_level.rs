//! The running world as a level document, so that the drawing code of the editor can read it.

use super::PlayWorld;
use super::documents::PartInfo;
use super::parts::Parts;
use crate::engine::links::LinkedEnd;
use crate::engine::{Layout, LinkStatus};
use crate::level::{
    Body, CollisionFilter, Disc, EditorExtra, Level, Link, LinkEnd, LinkKind, Motion, Node, Place, Properties, Skin,
    Spring, Stick, Texture, UvMap,
};
use crate::picture::Skins;
use std::sync::Arc;

impl PlayWorld {
    /// Names, topology and settings in the engine's numbering. Nodes and discs have no positions, masses and properties here; paths are
    /// left out, and skins but for the names of their images. Gaps are hidden parts, as are links that do not act.
    pub(super) fn as_level(&self) -> Level {
        let (layout, parts) = (self.world.layout(), &self.parts);
        let links = &layout.links;
        let is_gap = |body: &usize| parts.bodies.handles.is_gap(*body);
        let is_idle = |link: &usize| links.status(*link) != Some(LinkStatus::Active);
        let bodies = (0..layout.bodies.len()).filter(is_gap).map(Place::Body);
        let hidden = bodies.chain((0..links.count()).filter(is_idle).map(Place::Link)).collect();
        let link = |(link, info): (usize, &PartInfo)| {
            let [a, b] = links.ends(link)?.map(|end| end_of(layout, end));
            let kind = kind_of(layout, link)?;
            Some(Link {
                id: info.id.clone(),
                a,
                b,
                kind,
                collide: false,
                tags: info.tags.clone(),
                properties: Properties::default(),
            })
        };
        Level {
            world: layout.settings.clone(),
            bodies: (0..layout.bodies.len()).map(|body| self.body_as_level(body)).collect(),
            discs: parts.discs.infos.iter().enumerate().map(|(disc, info)| disc_of(layout, disc, info)).collect(),
            obstacles: layout.obstacles.clone(),
            links: parts.links.infos.iter().map(|info| &**info).enumerate().filter_map(link).collect(),
            markers: parts.level.markers.clone(),
            editor: Some(EditorExtra { hidden, ..parts.colours() }),
            ..Level::default()
        }
    }

    fn body_as_level(&self, body: usize) -> Body {
        let (layout, info) = (self.world.layout(), &self.parts.bodies.infos[body].part);
        let skin = &self.parts.bodies.infos[body].skin;
        let parts = &layout.bodies[body];
        let node = |node: u32| node as usize - parts.nodes.start;
        let (springs, sticks) = (&layout.springs, &layout.sticks);
        let spring = |at: usize| Spring {
            a: node(springs.a[at]),
            b: node(springs.b[at]),
            rest_length: springs.rest_length[at],
            stiffness: 0.0,
            damping: 0.0,
        };
        let document = self.parts.bodies.document(body);
        let is_hidden =
            |stick: usize| document.and_then(|body| body.sticks.get(stick)).is_some_and(|stick| stick.hidden);
        let stick = |at: usize| Stick {
            a: node(sticks.a[at]),
            b: node(sticks.b[at]),
            length: sticks.length[at],
            hidden: is_hidden(at - parts.sticks.start),
        };
        Body {
            id: info.id.clone(),
            name: info.name.clone(),
            tags: info.tags.clone(),
            motion: if parts.is_dynamic { Motion::Dynamic } else { Motion::Fixed },
            nodes: vec![Node::default(); parts.nodes.len()],
            springs: parts.springs.clone().map(spring).collect(),
            sticks: parts.sticks.clone().map(stick).collect(),
            hull: layout.hull_edges[parts.hull_edges.clone()].iter().map(|ends| ends.map(node)).collect(),
            triangles: layout.triangles[parts.triangles.clone()].iter().map(|corners| corners.map(node)).collect(),
            collision: *layout.filters.of_body(body),
            skin: skin.as_ref().map(|skin| Skin {
                image: skin.image.clone(),
                uv: UvMap::default(),
                tint: String::new(),
                layer: 0,
            }),
            ..Body::default()
        }
    }
}

impl Parts {
    /// The colours of the level file, in the engine's numbering.
    fn colours(&self) -> EditorExtra {
        let colour = |info: &PartInfo| self.picture.colours.get(&info.id).cloned().unwrap_or_default();
        EditorExtra {
            body_colors: self.bodies.infos.iter().map(|info| colour(&info.part)).collect(),
            disc_colors: self.discs.infos.iter().map(|info| colour(info)).collect(),
            ..EditorExtra::default()
        }
    }

    /// Stands for images that the game draws itself: only their presence counts.
    pub(super) fn skins(&self) -> Skins {
        let mut skins = Skins::default();
        for skin in self.bodies.infos.iter().filter_map(|info| info.skin.as_ref()) {
            if !skins.is_known(&skin.image) {
                skins.insert(&skin.image, Texture::new(1, 1, vec![0; 4]).map(Arc::new).ok_or_else(String::new));
            }
        }
        skins
    }
}

fn disc_of(layout: &Layout, disc: usize, info: &PartInfo) -> Disc {
    let collision: CollisionFilter = *layout.filters.of_disc(disc);
    let motion = if layout.discs.is_dynamic(disc) { Motion::Dynamic } else { Motion::Fixed };
    Disc { id: info.id.clone(), name: info.name.clone(), tags: info.tags.clone(), motion, collision, ..Disc::default() }
}

fn end_of(layout: &Layout, end: LinkedEnd) -> LinkEnd {
    match end {
        LinkedEnd::Node(node) => LinkEnd::Node(layout.body_of(node).into()),
        LinkedEnd::Disc(disc) => LinkEnd::Disc(disc),
        LinkedEnd::Point(point) => LinkEnd::Point(point.into()),
    }
}

fn kind_of(layout: &Layout, link: usize) -> Option<LinkKind> {
    if let Some(spring) = layout.links.spring(link) {
        let (rest_length, stiffness, damping) = (spring.rest_length, spring.stiffness, spring.damping);
        return Some(LinkKind::Spring { rest_length, stiffness, damping });
    }
    Some(layout.links.constraint(link)?.length.map_or(LinkKind::Pin, |length| LinkKind::Stick { length }))
}
