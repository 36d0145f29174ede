//! Levels as persistent chunk lists with structural sharing, used by the history.
//!
//! Each list is cut into chunks. A chunk that is bit-identical to one of a known level is shared, so moving one of
//! 10,000 nodes costs one chunk and one chunk list. Deltas to the previous step were rejected: a far jump would replay
//! all steps between.

use crate::level::{
    Body, Disc, EditorExtra, Instance, Level, Link, Marker, Motion, Node, Obstacle, ObstacleShape, Point, Properties,
    Role, Spring, Stick, UvMap, World,
};
use std::mem::{size_of, size_of_val};
use std::sync::Arc;

/// Items per chunk. Smaller chunks enlarge the chunk list, larger ones the cost of a single change; at 10,000 nodes
/// both are about equal.
const CHUNK: usize = 64;

/// Bitwise equality: 0 and -0 differ.
trait Bits: Clone {
    fn same(&self, other: &Self) -> bool;

    /// Heap bytes of the item.
    fn heap(&self) -> usize {
        0
    }
}

/// A list in chunks.
#[derive(Clone)]
struct Chunks<T>(Arc<[Arc<[T]>]>);

impl<T: Bits> Chunks<T> {
    /// Splits a list; chunks equal to those of `known` at the same index are shared.
    fn of(items: &[T], known: &[&Self]) -> Self {
        let shared = |index: usize, part: &[T]| {
            let same = known.iter().filter_map(|known| known.0.get(index)).find(|chunk| same_items(chunk, part));
            same.cloned().unwrap_or_else(|| part.into())
        };
        let chunks: Vec<Arc<[T]>> = items.chunks(CHUNK).enumerate().map(|(index, part)| shared(index, part)).collect();
        let is_whole = |known: &&&Self| {
            known.0.len() == chunks.len() && known.0.iter().zip(&chunks).all(|(a, b)| Arc::ptr_eq(a, b))
        };
        known.iter().find(is_whole).map_or_else(|| Self(chunks.into()), |known| Self::clone(known))
    }

    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn items(&self) -> Vec<T> {
        // Reserve the full capacity at once, because a growing list of a million numbers is copied many times.
        let mut items = Vec::with_capacity(self.0.iter().map(|chunk| chunk.len()).sum());
        self.0.iter().for_each(|chunk| items.extend_from_slice(chunk));
        items
    }

    /// Bytes that dropping this list would free.
    fn own_bytes(&self) -> usize {
        if Arc::strong_count(&self.0) > 1 {
            return 0;
        }
        let own = self.0.iter().filter(|chunk| Arc::strong_count(chunk) == 1);
        let bytes = own.map(|chunk| size_of_val(&**chunk) + chunk.iter().map(Bits::heap).sum::<usize>());
        size_of_val(&*self.0) + bytes.sum::<usize>()
    }
}

fn same_items<T: Bits>(a: &[T], b: &[T]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
}

/// A body in chunks; the lists in `head` are empty.
struct PackedBody {
    head: Arc<Body>,
    nodes: Chunks<Node>,
    springs: Chunks<Spring>,
    sticks: Chunks<Stick>,
    hull: Chunks<[usize; 2]>,
    triangles: Chunks<[usize; 3]>,
}

impl PackedBody {
    fn of(body: &Body, known: &[Arc<Self>]) -> Arc<Self> {
        let head = known.iter().map(|known| &known.head).find(|head| same_head(head, body));
        let packed = Self {
            head: head.cloned().unwrap_or_else(|| Arc::new(head_of(body))),
            nodes: Chunks::of(&body.nodes, &known.iter().map(|known| &known.nodes).collect::<Vec<_>>()),
            springs: Chunks::of(&body.springs, &known.iter().map(|known| &known.springs).collect::<Vec<_>>()),
            sticks: Chunks::of(&body.sticks, &known.iter().map(|known| &known.sticks).collect::<Vec<_>>()),
            hull: Chunks::of(&body.hull, &known.iter().map(|known| &known.hull).collect::<Vec<_>>()),
            triangles: Chunks::of(&body.triangles, &known.iter().map(|known| &known.triangles).collect::<Vec<_>>()),
        };
        let same = known.iter().find(|known| packed.is(known));
        same.cloned().unwrap_or_else(|| Arc::new(packed))
    }

    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.head, &other.head)
            && self.nodes.is(&other.nodes)
            && self.springs.is(&other.springs)
            && self.sticks.is(&other.sticks)
            && self.hull.is(&other.hull)
            && self.triangles.is(&other.triangles)
    }

    fn body(&self) -> Body {
        Body {
            nodes: self.nodes.items(),
            springs: self.springs.items(),
            sticks: self.sticks.items(),
            hull: self.hull.items(),
            triangles: self.triangles.items(),
            ..Body::clone(&self.head)
        }
    }
}

/// A body without its lists.
fn head_of(body: &Body) -> Body {
    let Body { id, name, motion, collision, skin, tags, properties, .. } = body;
    Body {
        id: id.clone(),
        name: name.clone(),
        motion: motion.clone(),
        collision: *collision,
        skin: skin.clone(),
        tags: tags.clone(),
        properties: properties.clone(),
        restitution: body.restitution,
        friction: body.friction,
        gas: body.gas,
        ..Body::default()
    }
}

fn same_head(a: &Body, b: &Body) -> bool {
    // Text distinguishes 0 and -0.
    let has_same_skin = a.skin == b.skin && (a.skin.is_none() || format!("{:?}", a.skin) == format!("{:?}", b.skin));
    a.name == b.name
        && (&a.id, a.collision, &a.tags, &a.properties) == (&b.id, b.collision, &b.tags, &b.properties)
        && has_same_skin
        && same_motion(&a.motion, &b.motion)
        && numbers(&[a.restitution, a.friction, a.gas], &[b.restitution, b.friction, b.gas])
}

/// Equal bodies were already unified by [`Packed::of`], so comparing pointers is enough.
impl Bits for Arc<PackedBody> {
    fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(self, other)
    }

    fn heap(&self) -> usize {
        if Arc::strong_count(self) > 1 {
            return 0;
        }
        let head = if Arc::strong_count(&self.head) > 1 {
            0
        } else {
            let uv = self.head.skin.as_ref().map_or(0, |skin| match &skin.uv {
                UvMap::Planar => 0,
                UvMap::PerNode(pairs) => size_of_val(&**pairs),
            });
            size_of::<Body>()
                + self.head.name.len()
                + motion_bytes(&self.head.motion)
                + uv
                + user_bytes(&self.head.tags, &self.head.properties)
        };
        size_of::<PackedBody>()
            + head
            + self.nodes.own_bytes()
            + self.springs.own_bytes()
            + self.sticks.own_bytes()
            + self.hull.own_bytes()
            + self.triangles.own_bytes()
    }
}

/// A level without bodies, discs and obstacles.
struct PackedHeader(Level);

impl PackedHeader {
    fn is_of(&self, level: &Level) -> bool {
        // Text distinguishes 0 and -0; `==` does not.
        let small = |world: &World, extra: &Option<EditorExtra>| {
            let extra = extra.as_ref();
            let groups = extra.map(|extra| (&extra.materials, &extra.curves));
            format!("{world:?} {:?} {:?} {groups:?}", extra.map(|extra| &extra.view), extra.map(|extra| &extra.twin))
        };
        let placed = |level: &Level| format!("{:?} {:?} {:?}", level.links, level.markers, level.instances);
        let own = &self.0;
        own.format == level.format
            && own.name == level.name
            && own.notes == level.notes
            && own.world == level.world
            && own.editor == level.editor
            && (&own.tags, &own.properties) == (&level.tags, &level.properties)
            && (&own.links, &own.markers, &own.instances) == (&level.links, &level.markers, &level.instances)
            && small(&own.world, &own.editor) == small(&level.world, &level.editor)
            && placed(own) == placed(level)
    }

    fn bytes(&self) -> usize {
        let extra = self.0.editor.as_ref().map_or(0, |extra| {
            let colors = extra.body_colors.iter().chain(&extra.disc_colors).chain(&extra.watches);
            let strings = colors.map(|text| text.len() + size_of::<String>()).sum::<usize>();
            let members = extra.materials.iter().map(|material| &material.bodies);
            let members = members.chain(extra.folders.iter().map(|folder| &folder.members)).flatten();
            let members: usize = members.map(|id| id.len() + size_of::<String>()).sum();
            let knots: usize = extra.curves.iter().map(|curve| size_of_val(&*curve.knots)).sum();
            let groups = 128 * (extra.materials.len() + extra.folders.len() + extra.curves.len());
            strings
                + members
                + knots
                + groups
                + 128 * (extra.breakpoints.len() + extra.bookmarks.len())
                + size_of::<EditorExtra>()
        });
        let Level { name, notes, tags, properties, links, markers, instances, .. } = &self.0;
        let links: usize = links.iter().map(|link| size_of::<Link>() + user_bytes(&link.tags, &link.properties)).sum();
        let markers: usize =
            markers.iter().map(|marker| size_of::<Marker>() + user_bytes(&marker.tags, &marker.properties)).sum();
        let instances = instances.iter().map(|instance| {
            size_of::<Instance>() + instance.source.len() + user_bytes(&instance.tags, &instance.properties)
        });
        let user = user_bytes(tags, properties) + links + markers + instances.sum::<usize>();
        size_of::<Self>() + name.len() + notes.len() + extra + user
    }
}

/// A level in chunks.
#[derive(Clone)]
pub(super) struct Packed {
    head: Arc<PackedHeader>,
    bodies: Chunks<Arc<PackedBody>>,
    discs: Chunks<Disc>,
    obstacles: Chunks<Obstacle>,
}

impl Packed {
    /// Packs a level; chunks equal to those of a known level at the same index are shared.
    pub fn of(level: &Level, known: &[&Self]) -> Self {
        let head = known.iter().map(|known| &known.head).find(|head| head.is_of(level));
        let new_head = || {
            let Level { format, name, notes, tags, properties, world, links, markers, instances, editor, .. } = level;
            Arc::new(PackedHeader(Level {
                format: *format,
                name: name.clone(),
                notes: notes.clone(),
                tags: tags.clone(),
                properties: properties.clone(),
                world: world.clone(),
                links: links.clone(),
                markers: markers.clone(),
                instances: instances.clone(),
                editor: editor.clone(),
                ..Level::default()
            }))
        };
        let bodies: Vec<Arc<PackedBody>> = level
            .bodies
            .iter()
            .enumerate()
            .map(|(index, body)| {
                let same_place = known.iter().filter_map(|known| known.body(index).cloned());
                PackedBody::of(body, &same_place.collect::<Vec<_>>())
            })
            .collect();
        Self {
            head: head.cloned().unwrap_or_else(new_head),
            bodies: Chunks::of(&bodies, &known.iter().map(|known| &known.bodies).collect::<Vec<_>>()),
            discs: Chunks::of(&level.discs, &known.iter().map(|known| &known.discs).collect::<Vec<_>>()),
            obstacles: Chunks::of(&level.obstacles, &known.iter().map(|known| &known.obstacles).collect::<Vec<_>>()),
        }
    }

    fn body(&self, index: usize) -> Option<&Arc<PackedBody>> {
        self.bodies.0.get(index / CHUNK)?.get(index % CHUNK)
    }

    /// True if both are bit-identical. Requires that `self` was packed with `other` as a known level.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.head, &other.head)
            && self.bodies.is(&other.bodies)
            && self.discs.is(&other.discs)
            && self.obstacles.is(&other.obstacles)
    }

    /// Unpacks the level.
    pub fn level(&self) -> Level {
        let bodies = self.bodies.0.iter().flat_map(|chunk| chunk.iter());
        Level {
            bodies: bodies.map(|body| body.body()).collect(),
            discs: self.discs.items(),
            obstacles: self.obstacles.items(),
            ..self.head.0.clone()
        }
    }

    /// Bytes that dropping this would free.
    pub fn own_bytes(&self) -> usize {
        let head = if Arc::strong_count(&self.head) > 1 { 0 } else { self.head.bytes() };
        size_of::<Self>() + head + self.bodies.own_bytes() + self.discs.own_bytes() + self.obstacles.own_bytes()
    }
}

fn numbers(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits())
}

fn same_motion(a: &Motion, b: &Motion) -> bool {
    match (a, b) {
        (Motion::Driven(a), Motion::Driven(b)) => {
            numbers(a.points.as_flattened(), b.points.as_flattened()) && numbers(&[a.period], &[b.period])
        }
        _ => a == b,
    }
}

/// Heap bytes of tags and properties.
fn user_bytes(tags: &[String], properties: &Properties) -> usize {
    tags.iter().map(|tag| tag.len() + size_of::<String>()).sum::<usize>() + properties.heap_bytes()
}

fn motion_bytes(motion: &Motion) -> usize {
    if let Motion::Driven(path) = motion { path.points.len() * size_of::<Point>() } else { 0 }
}

impl Bits for Node {
    fn same(&self, other: &Self) -> bool {
        let role = match (self.role, other.role) {
            (Role::Mass(a), Role::Mass(b)) => a.to_bits() == b.to_bits(),
            (a, b) => a == b,
        };
        role && numbers(&self.position, &other.position)
            && numbers(&self.velocity, &other.velocity)
            && self.pinned == other.pinned
            && (&self.label, &self.tags, &self.properties) == (&other.label, &other.tags, &other.properties)
    }

    fn heap(&self) -> usize {
        self.label.len() + user_bytes(&self.tags, &self.properties)
    }
}

impl Bits for Spring {
    fn same(&self, other: &Self) -> bool {
        let all = |spring: &Self| [spring.rest_length, spring.stiffness, spring.damping];
        (self.a, self.b) == (other.a, other.b) && numbers(&all(self), &all(other))
    }
}

impl Bits for Stick {
    fn same(&self, other: &Self) -> bool {
        (self.a, self.b, self.hidden) == (other.a, other.b, other.hidden) && numbers(&[self.length], &[other.length])
    }
}

impl<const N: usize> Bits for [usize; N] {
    fn same(&self, other: &Self) -> bool {
        self == other
    }
}

impl Bits for Disc {
    fn same(&self, other: &Self) -> bool {
        let all = |disc: &Self| [disc.radius, disc.mass, disc.restitution, disc.friction];
        self.name == other.name
            && numbers(&self.position, &other.position)
            && numbers(&self.velocity, &other.velocity)
            && numbers(&all(self), &all(other))
            && same_motion(&self.motion, &other.motion)
            && (&self.id, self.collision) == (&other.id, other.collision)
            && (&self.tags, &self.properties) == (&other.tags, &other.properties)
    }

    fn heap(&self) -> usize {
        self.id.len() + self.name.len() + motion_bytes(&self.motion) + user_bytes(&self.tags, &self.properties)
    }
}

impl Bits for Obstacle {
    fn same(&self, other: &Self) -> bool {
        let shape = match (self.shape, other.shape) {
            (ObstacleShape::Segment(a, b), ObstacleShape::Segment(c, d))
            | (ObstacleShape::Line(a, b), ObstacleShape::Line(c, d)) => numbers(&a, &c) && numbers(&b, &d),
            (ObstacleShape::Circle { center: a, radius: r }, ObstacleShape::Circle { center: b, radius: s }) => {
                numbers(&a, &b) && numbers(&[r], &[s])
            }
            _ => false,
        };
        shape
            && self.name == other.name
            && numbers(&[self.restitution], &[other.restitution])
            && (&self.id, self.collision) == (&other.id, other.collision)
            && (&self.tags, &self.properties) == (&other.tags, &other.properties)
    }

    fn heap(&self) -> usize {
        self.id.len() + self.name.len() + user_bytes(&self.tags, &self.properties)
    }
}
