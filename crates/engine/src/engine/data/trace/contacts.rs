//! Trace rows of contacts between bodies: pairs, nodes inside hulls with every candidate edge, responses.

use super::{vector, vectors};
use crate::geometry::SortCopies;
use glam::DVec2;
use serde::Serialize;

/// Two bodies whose boxes overlapped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairTrace {
    /// The body of lower index.
    pub first: usize,
    /// The body of higher index.
    pub second: usize,
    /// Pairs of one colour share no moving body.
    pub colour: u32,
}

/// One node inside one hull.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContactTrace {
    /// Body of the node M.
    pub body: usize,
    /// M's index in it.
    pub node: usize,
    /// Body whose hull M is inside.
    pub other: usize,
    /// Position of M at detection.
    #[serde(serialize_with = "vector")]
    pub point: DVec2,
    /// Barycentre of M's body, as the barycentre rule uses it.
    #[serde(serialize_with = "vector")]
    pub barycentre: DVec2,
    /// One row per hull edge of the other body, in file order.
    pub candidates: Vec<Candidate>,
    /// Index of the chosen hull edge; none raises a *no edge* event.
    pub chosen: Option<usize>,
    /// Edge that each setting would select, in the order of [`crate::engine::contact::Setting::ALL`]; none without
    /// [`super::Trace::compares_rules`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<[Option<usize>; 8]>,
    /// Case of `EntryEdge`; none for other rules.
    pub entry: Option<EntryCase>,
    /// The response; none without a chosen edge, if nothing can move, or if the decor acts by a penalty force.
    pub response: Option<Response>,
    /// M, A and B after the response, if there was one.
    pub after: Option<After>,
}

/// One hull edge A→B as seen from M.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// Index of the hull edge in its body.
    pub edge: usize,
    /// Node index of A.
    pub a: usize,
    /// Node index of B.
    pub b: usize,
    /// A at detection.
    #[serde(serialize_with = "vector")]
    pub a_position: DVec2,
    /// B at detection.
    #[serde(serialize_with = "vector")]
    pub b_position: DVec2,
    /// cross(AB, AM): negative when M is on the outside.
    pub cross: f64,
    /// dot(AB, AM).
    pub dot: f64,
    /// |AB|².
    pub length_squared: f64,
    /// True if the ray from M to the left crosses this edge.
    pub toggles_parity: bool,
    /// Part of the edge that is nearest to M.
    pub nearest: Nearest,
    /// The distance that the edge choice compares; none for an edge that is not eligible.
    pub distance: Option<f64>,
    /// cross(AB, AG), G the barycentre of M's body: negative when G is on the outside.
    pub barycentre_cross: f64,
    /// Time within the substep, 0..=1, at which M crossed the edge inwards; only for `EntryEdge`.
    pub entry_time: Option<f64>,
    /// Chosen, or the reason against it.
    pub verdict: Verdict,
}

impl ContactTrace {
    /// Returns the row of the chosen edge.
    pub fn winner(&self) -> Option<&Candidate> {
        self.candidates.iter().find(|candidate| Some(candidate.edge) == self.chosen)
    }

    /// Returns the edges that the ray from M to the left crosses, with the points, nearest to M first. An odd number means that M is
    /// inside (000 §D.1.b).
    pub fn crossings(&self) -> Vec<(usize, DVec2)> {
        let toggling = self.candidates.iter().filter(|candidate| candidate.toggles_parity);
        let mut crossed: Vec<_> =
            toggling.map(|candidate| (candidate.edge, candidate.crossing(self.point.y))).collect();
        crossed.sort_copies_by(|p, q| q.1.x.total_cmp(&p.1.x).then(p.0.cmp(&q.0)));
        crossed
    }
}

impl Candidate {
    /// Returns the point of the edge at height `y`, which lies between the heights of its ends.
    fn crossing(&self, y: f64) -> DVec2 {
        let (a, b) = (self.a_position, self.b_position);
        DVec2::new(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)), y)
    }

    /// Returns the distance from M to the segment, independent of the edge choice.
    pub fn distance_to_segment(&self, point: DVec2) -> f64 {
        match self.nearest {
            Nearest::A => point.distance(self.a_position),
            Nearest::B => point.distance(self.b_position),
            Nearest::Q if self.length_squared == 0.0 => point.distance(self.a_position),
            Nearest::Q => self.cross.abs() / self.length_squared.sqrt(),
        }
    }

    /// True for an eligible edge; only these have a distance.
    pub fn is_eligible(&self) -> bool {
        self.distance.is_some()
    }
}

/// Case of `EntryEdge` that selected the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryCase {
    /// The last edge that M crossed in this substep.
    Crossed,
    /// M crossed at an end of the edge. Of the two edges there, this one faces M's own corner, or M's depth behind it grew more.
    Corner,
    /// M was on the edge at the start of the substep, and was pressed in.
    Pressed,
    /// M is on the edge.
    Touching,
    /// M crossed the adjacent edge or is on it, but that edge turns its inside to M's own corner. A side of M's hull has crossed
    /// this edge.
    Beside,
    /// No crossing is known, and the nearest edge does not count. It turns its inside to M's own corner, and this is the nearest edge
    /// that the corner can have crossed. Or two edges of a notch are equally near, and M is deeper behind this one.
    Inside,
    /// No crossing is known: as `Distance`.
    Unknown,
}

/// Part of an edge that is nearest to a point (the three cases of 000 §D.1.d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Nearest {
    /// Its start.
    A,
    /// The projection Q.
    Q,
    /// Its end.
    B,
}

/// Verdict on a candidate edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// M is pushed out of this edge.
    Chosen,
    /// Eligible, but another edge is closer (or first in file order at the same distance).
    Farther,
    /// M is on the right of the edge, its outside.
    OnOutside,
    /// `Projection`: Q is not on the edge.
    ProjectionOffEdge,
    /// `Wedge45`: M is outside the wedge.
    OutsideWedge,
    /// The barycentre of M's body is not on the outside of the edge (000 §E.2).
    BarycentreInside,
    /// `EntryEdge`: M entered through another edge.
    NotEntered,
    /// The edge has no length.
    ZeroLength,
    /// Self-contact: the edge ends in M or in a hull neighbour of M.
    Adjacent,
}

impl Verdict {
    /// Short description for tables.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Chosen => "chosen",
            Self::Farther => "eligible, but farther",
            Self::OnOutside => "M is on its outside",
            Self::ProjectionOffEdge => "Q is off the edge",
            Self::OutsideWedge => "M is outside the 45° wedge",
            Self::BarycentreInside => "barycentre is on its inside",
            Self::NotEntered => "M entered through another edge",
            Self::ZeroLength => "has no length",
            Self::Adjacent => "ends in M or in a neighbour of M",
        }
    }
}

/// Response of a contact (000 §D.2). Arrays have one value for A and one for B.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Response {
    /// Product of both restitutions.
    pub restitution: f64,
    /// Product of both friction coefficients.
    pub friction: f64,
    /// 1 / mass of M; 0 if it cannot move.
    pub inverse_mass_m: f64,
    /// Inverse mass of the edge: 1 / (mass of A + mass of B), 0 if one cannot move; `Weighted`: a²/mA + b²/mB.
    pub inverse_mass_ab: f64,
    /// The shares a and b of A and B in the velocity of the edge: 1/2, or with `Weighted` by the position of M along the edge.
    pub shares: [f64; 2],
    /// Velocity change of A and of B per impulse; 0 for an immovable end.
    pub mobilities: [f64; 2],
    /// Fraction of the depth that the repositioning removes; 1 without `contact.repositioning`.
    pub removed: f64,
    /// AB at detection; for a disc at a corner, AB rotated to be perpendicular to the normal.
    #[serde(serialize_with = "vector")]
    pub ab: DVec2,
    /// AM at detection.
    #[serde(serialize_with = "vector")]
    pub am: DVec2,
    /// v_M at detection; for a disc the velocity of the disc.
    #[serde(serialize_with = "vector")]
    pub velocity_m: DVec2,
    /// v_A at detection.
    #[serde(serialize_with = "vector")]
    pub velocity_a: DVec2,
    /// v_B at detection.
    #[serde(serialize_with = "vector")]
    pub velocity_b: DVec2,
    /// v_M - (a v_A + b v_B) at detection.
    #[serde(serialize_with = "vector")]
    pub relative_velocity: DVec2,
    /// Velocity change of M by impulse.
    #[serde(serialize_with = "vector")]
    pub impulse_m: DVec2,
    /// Velocity changes of A and of B by impulse.
    #[serde(serialize_with = "vectors")]
    pub impulse_ab: [DVec2; 2],
    /// Velocity change of M by friction.
    #[serde(serialize_with = "vector")]
    pub friction_m: DVec2,
    /// Velocity changes of A and of B by friction.
    #[serde(serialize_with = "vectors")]
    pub friction_ab: [DVec2; 2],
    /// Move of M.
    #[serde(serialize_with = "vector")]
    pub move_m: DVec2,
    /// Moves of A and of B.
    #[serde(serialize_with = "vectors")]
    pub move_ab: [DVec2; 2],
    /// Impulse on M along the outward normal of AB, and friction along -AB, each divided by |AB|: mass per time.
    #[serde(skip)]
    pub per_length: [f64; 2],
    /// False if `approaching_only` suppressed impulse and friction.
    pub approaching: bool,
}

/// M, A and B in the state after a response. For a disc, M is its centre.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct After {
    /// Position of M.
    #[serde(serialize_with = "vector")]
    pub position_m: DVec2,
    /// Position of A.
    #[serde(serialize_with = "vector")]
    pub position_a: DVec2,
    /// Position of B.
    #[serde(serialize_with = "vector")]
    pub position_b: DVec2,
    /// Velocity of M.
    #[serde(serialize_with = "vector")]
    pub velocity_m: DVec2,
    /// Velocity of A.
    #[serde(serialize_with = "vector")]
    pub velocity_a: DVec2,
    /// Velocity of B.
    #[serde(serialize_with = "vector")]
    pub velocity_b: DVec2,
}
