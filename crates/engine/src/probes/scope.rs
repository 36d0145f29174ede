//! Scopes of probes: the world, or one kind of part.

use crate::engine::Layout;
use crate::level::Place;
use std::ops::Range;

/// The scopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The whole level.
    World,
    /// A body.
    Body,
    /// A node of a body.
    Node,
    /// A spring of a body.
    Spring,
    /// A stick of a body.
    Stick,
    /// A triangle of a body.
    Triangle,
    /// A disc.
    Disc,
    /// A link between bodies, discs and fixed points.
    Link,
}

impl Scope {
    /// All scopes, in the order of the page.
    pub const ALL: [Self; 8] =
        [Self::World, Self::Body, Self::Node, Self::Spring, Self::Stick, Self::Triangle, Self::Disc, Self::Link];

    /// Keyword in the language; alone it means all parts of that kind. Empty for the world.
    pub fn word(self) -> &'static str {
        match self {
            Self::World => "",
            Self::Body => "body",
            Self::Node => "node",
            Self::Spring => "spring",
            Self::Stick => "stick",
            Self::Triangle => "triangle",
            Self::Disc => "disc",
            Self::Link => "link",
        }
    }

    /// Plural of the keyword.
    pub fn plural(self) -> &'static str {
        match self {
            Self::World => "worlds",
            Self::Body => "bodies",
            Self::Node => "nodes",
            Self::Spring => "springs",
            Self::Stick => "sticks",
            Self::Triangle => "triangles",
            Self::Disc => "discs",
            Self::Link => "links",
        }
    }

    /// Example of a part in the language; empty for the world.
    pub fn example(self) -> &'static str {
        match self {
            Self::World => "",
            Self::Body => "body(\"left\")",
            Self::Node => "node(\"left\", 3)",
            Self::Spring => "spring(\"left\", 2)",
            Self::Stick => "stick(\"left\", 0)",
            Self::Triangle => "triangle(\"left\", 1)",
            Self::Disc => "disc(0)",
            Self::Link => "link(0)",
        }
    }

    /// The scope of a keyword. None if it is not one.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| *scope != Self::World && scope.word() == word)
    }

    /// True for parts of a body.
    pub fn is_within_body(self) -> bool {
        matches!(self, Self::Node | Self::Spring | Self::Stick | Self::Triangle)
    }

    /// All parts of a level, as indices in the flat arrays.
    pub fn range(self, layout: &Layout) -> Range<usize> {
        match self {
            Self::World => 0..1,
            Self::Body => 0..layout.bodies.len(),
            Self::Node => 0..layout.node_count,
            Self::Spring => 0..layout.springs.a.len(),
            Self::Stick => 0..layout.sticks.a.len(),
            Self::Triangle => 0..layout.triangles.len(),
            Self::Disc => 0..layout.discs.count(),
            Self::Link => 0..layout.links.count(),
        }
    }

    /// The parts of one body; the body itself for bodies, empty for discs, links and the world.
    pub fn range_in(self, layout: &Layout, body: usize) -> Range<usize> {
        let parts = &layout.bodies[body];
        match self {
            Self::Body => body..body + 1,
            Self::Node => parts.nodes.clone(),
            Self::Spring => parts.springs.clone(),
            Self::Stick => parts.sticks.clone(),
            Self::Triangle => parts.triangles.clone(),
            Self::World | Self::Disc | Self::Link => 0..0,
        }
    }

    /// The part with this index in the flat arrays, as a place in the document.
    pub fn place(self, layout: &Layout, index: usize) -> Place {
        let owner = |range: fn(&crate::engine::layout::BodyLayout) -> &Range<usize>| {
            let body = layout.bodies.partition_point(|body| range(body).end <= index);
            (body, index - range(&layout.bodies[body]).start)
        };
        match self {
            Self::World => Place::Level,
            Self::Body => Place::Body(index),
            Self::Disc => Place::Disc(index),
            Self::Link => Place::Link(index),
            Self::Node => {
                let (body, node) = owner(|body| &body.nodes);
                Place::Node(body, node)
            }
            Self::Spring => {
                let (body, spring) = owner(|body| &body.springs);
                Place::Spring(body, spring)
            }
            Self::Stick => {
                let (body, stick) = owner(|body| &body.sticks);
                Place::Stick(body, stick)
            }
            Self::Triangle => {
                let (body, triangle) = owner(|body| &body.triangles);
                Place::Triangle(body, triangle)
            }
        }
    }
}
