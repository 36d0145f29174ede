//! A rope: nodes in a line, linked by springs or by sticks (004).

use super::draft::{Draft, Material, polar, vector};
use super::{LENGTH, Parametric, ShapeGenerator, material};
use crate::level::parameter::{Choice, Field};
use crate::level::{Body, Point};
use glam::DVec2;

/// Kind of the links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RopeLinks {
    /// Springs (000 §C.2): the rope stretches.
    Springs,
    /// Sticks (004): the rope does not stretch; use the Verlet integrator.
    Sticks,
}

/// A rope between two points. It has no hull, so it passes through bodies; obstacles and bounds stop it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rope {
    /// Where it starts.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// Depth of the middle below the straight line, as a parabola: slack for a rope pinned at both ends.
    pub sag: f64,
    /// Links, 1..=2000.
    pub links: usize,
    /// Kind of the links.
    pub kind: RopeLinks,
    /// True to pin the start.
    pub start_pinned: bool,
    /// True to pin the end.
    pub end_pinned: bool,
    /// Mass, stiffness and contact properties.
    pub material: Material,
}

impl Default for Rope {
    fn default() -> Self {
        Self {
            from: [0.0, 0.0],
            to: [3.0, 0.0],
            sag: 0.0,
            links: 12,
            kind: RopeLinks::Springs,
            start_pinned: true,
            end_pinned: false,
            material: Material::default(),
        }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "rope",
    title: "Rope",
    explanation: "Nodes in a line, linked by springs or by sticks, pinned at its start.",
    start: || Box::new(Rope::default()),
};

impl Rope {
    /// The body: nodes from start to end.
    pub fn body(&self) -> Body {
        let links = self.links.clamp(1, 2000);
        let mut draft = Draft::default();
        for i in 0..=links {
            let along = i as f64 / links as f64;
            let below = DVec2::new(0.0, self.sag * 4.0 * along * (1.0 - along));
            draft.node(vector(self.from).lerp(vector(self.to), along) - below);
        }
        for i in 0..links {
            draft.spring(i, i + 1);
        }
        if self.start_pinned {
            draft.pinned.insert(0);
        }
        if self.end_pinned {
            draft.pinned.insert(links);
        }
        match self.kind {
            RopeLinks::Springs => draft.body("rope", &self.material),
            RopeLinks::Sticks => draft.body_of_sticks("rope", &self.material),
        }
    }
}

const KINDS: &[Choice] = &[
    Choice { id: "springs", title: "Springs", explanation: "It stretches" },
    Choice { id: "sticks", title: "Sticks", explanation: "It does not stretch; use the Verlet integrator" },
];

impl Rope {
    fn across(&self) -> DVec2 {
        vector(self.to) - vector(self.from)
    }

    fn angle_rad(&self) -> f64 {
        libm::atan2(self.across().y, self.across().x)
    }

    fn turn(&mut self, length: f64, angle_rad: f64) {
        self.to = (vector(self.from) + polar(length, angle_rad)).to_array();
    }
}

impl Parametric for Rope {
    const FIELDS: &'static [Field<Self>] = &[
        Field::computed(
            ["length", "Length", "From one end to the other, without sag", "length"],
            LENGTH,
            |s| s.across().length(),
            |s, v| s.turn(v, s.angle_rad()),
        ),
        Field::computed(
            ["direction", "Direction", "From the start to the end; 0 is to the right, -90 down", "°"],
            [-360.0, 360.0],
            |s| s.angle_rad().to_degrees(),
            |s, v| s.turn(s.across().length(), v.to_radians()),
        ),
        Field::number(
            [
                "sag",
                "Sag",
                "Depth of the middle below the straight line: slack for a rope pinned at both ends",
                "length",
            ],
            [0.0, 1000.0],
            |s| &mut s.sag,
        ),
        Field::whole(["links", "Links", "How many"], [1.0, 2000.0], |s| &mut s.links),
        Field::choice(
            ["kind", "Made of", "Kind of the links"],
            KINDS,
            |s| f64::from(s.kind == RopeLinks::Sticks),
            |s, v| s.kind = if v == 0.0 { RopeLinks::Springs } else { RopeLinks::Sticks },
        ),
        Field::switch(["start-pinned", "Start held", "Pins the start"], |s| &mut s.start_pinned),
        Field::switch(["end-pinned", "End held", "Pins the end"], |s| &mut s.end_pinned),
    ];
    const MATERIAL: &'static [Field<Material>] = material::ROPE;
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }
}
