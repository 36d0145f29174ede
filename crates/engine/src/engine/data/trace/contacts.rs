//! Rows about contacts between bodies: pairs, nodes inside hulls with every candidate edge, responses.

use super::{vector, vectors};
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
    /// Where M was at detection.
    #[serde(serialize_with = "vector")]
    pub point: DVec2,
    /// Barycentre of M's body, as the barycentre rule sees it.
    #[serde(serialize_with = "vector")]
    pub barycentre: DVec2,
    /// One row per hull edge of the other body, in file order.
    pub candidates: Vec<Candidate>,
    /// Index of the chosen hull edge; none raises a *no edge* event.
    pub chosen: Option<usize>,
    /// What each rule would have chosen, in the order of [`crate::engine::contact::Setting::ALL`]; none where it was not
    /// wants to know ([`super::Trace::compares_rules`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<[Option<usize>; 8]>,
    /// How `EntryEdge` found its edge; none for other rules.
    pub entry: Option<EntryCase>,
    /// What was done; none without a chosen edge, when nothing can move, or where the decor pushes by force.
    pub response: Option<Response>,
    /// M, A and B afterwards, where there was a response.
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
    /// Whether the ray from M to the left meets this edge.
    pub toggles_parity: bool,
    /// What of the edge is nearest to M.
    pub nearest: Nearest,
    /// The distance that the edge choice compares; none where the edge is not eligible.
    pub distance: Option<f64>,
    /// cross(AB, AG), G the barycentre of M's body: negative when G is on the outside.
    pub barycentre_cross: f64,
    /// Time within the substep, 0..=1, at which M crossed the edge inwards; only for `EntryEdge`.
    pub entry_time: Option<f64>,
    /// Chosen, or why not.
    pub verdict: Verdict,
}

impl ContactTrace {
    /// The row of the chosen edge.
    pub fn winner(&self) -> Option<&Candidate> {
        self.candidates.iter().find(|candidate| Some(candidate.edge) == self.chosen)
    }

    /// The edges that the ray from M to the left meets, the one nearest to M first, each with where. An odd number of them
    /// means that M is inside (000 §D.1.b).
    pub fn crossings(&self) -> Vec<(usize, DVec2)> {
        let toggling = self.candidates.iter().filter(|candidate| candidate.toggles_parity);
        let mut met: Vec<_> = toggling.map(|candidate| (candidate.edge, candidate.crossing(self.point.y))).collect();
        met.sort_by(|p, q| q.1.x.total_cmp(&p.1.x).then(p.0.cmp(&q.0)));
        met
    }
}

impl Candidate {
    /// Where the edge passes a height that lies between its ends'.
    fn crossing(&self, y: f64) -> DVec2 {
        let (a, b) = (self.a_position, self.b_position);
        DVec2::new(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)), y)
    }

    /// Distance from M to the segment, whatever the edge choice compares.
    pub fn distance_to_segment(&self, point: DVec2) -> f64 {
        match self.nearest {
            Nearest::A => point.distance(self.a_position),
            Nearest::B => point.distance(self.b_position),
            Nearest::Q if self.length_squared == 0.0 => point.distance(self.a_position),
            Nearest::Q => self.cross.abs() / self.length_squared.sqrt(),
        }
    }

    /// Whether the edge could have been chosen: a distance is compared only then.
    pub fn is_eligible(&self) -> bool {
        self.distance.is_some()
    }
}

/// How `EntryEdge` found the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryCase {
    /// M crossed it in this substep, the last of those that it crossed.
    Crossed,
    /// M came in at one of its ends; of the two edges that meet there this one faces M's own corner, or is the one that M
    /// came through faster.
    Corner,
    /// M lay on it when the substep began, and was pressed in.
    Pressed,
    /// M lies on it.
    Touching,
    /// M came in by the edge beside it, or lies on that, but that one turns its inside to M's own corner: it was M's side
    /// that came in, through this one.
    Beside,
    /// No way in is known. The nearest edge turns its inside to M's own corner: the nearest by which it can have come in; or
    /// two are equally near in a notch: the one that M is deeper behind.
    Inside,
    /// No way in is known: as `Distance`.
    Unknown,
}

/// What of an edge is nearest to a point (the three cases of 000 §D.1.d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Nearest {
    /// Its start.
    A,
    /// The projection Q.
    Q,
    /// Its end.
    B,
}

/// What became of a candidate edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// M is pushed out of this edge.
    Chosen,
    /// Eligible, but another one is closer (or came first at the same distance).
    Farther,
    /// M is on the right of the edge, its outside.
    OnOutside,
    /// `Projection`: Q is not on the edge.
    ProjectionOffEdge,
    /// `Wedge45`: M is outside the wedge.
    OutsideWedge,
    /// The barycentre of M's body is not on the outside of the edge (000 §E.2).
    BarycentreInside,
    /// `EntryEdge`: M came in through another edge.
    NotEntered,
    /// The edge has no length.
    ZeroLength,
    /// Self-contact: the edge ends in M or in a hull neighbour of M.
    Adjacent,
}

impl Verdict {
    /// A few words for tables.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Chosen => "chosen",
            Self::Farther => "eligible, but farther",
            Self::OnOutside => "M is on its outside",
            Self::ProjectionOffEdge => "Q is off the edge",
            Self::OutsideWedge => "M is outside the 45° wedge",
            Self::BarycentreInside => "barycentre is on its inside",
            Self::NotEntered => "M came in elsewhere",
            Self::ZeroLength => "has no length",
            Self::Adjacent => "ends in M or beside it",
        }
    }
}

/// What a contact did (000 §D.2). Pairs "of A and B" are what each of the two gets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Response {
    /// Product of both bodies' restitution.
    pub restitution: f64,
    /// Product of both bodies' friction.
    pub friction: f64,
    /// 1 / mass of M; 0 when it cannot move.
    pub inverse_mass_m: f64,
    /// Of the edge as a whole: 1 / (mass of A + mass of B), 0 when one cannot move; `Weighted`: a²/mA + b²/mB.
    pub inverse_mass_ab: f64,
    /// The shares a and b of A and B in the velocity of the edge: halves, or with `Weighted` by where M is.
    pub shares: [f64; 2],
    /// Velocity change of A and of B per impulse; 0 for an end that is not moved.
    pub mobilities: [f64; 2],
    /// Part of the depth that the repositioning removes; 1 without `contact.repositioning`.
    pub removed: f64,
    /// AB at detection; against a disc its face, which leads along the edge or across the way from a corner.
    #[serde(serialize_with = "vector")]
    pub ab: DVec2,
    /// AM at detection.
    #[serde(serialize_with = "vector")]
    pub am: DVec2,
    /// v_M at detection; of a disc its own.
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
    /// False where `approaching_only` held impulse and friction back.
    pub approaching: bool,
}

/// M, A and B right after a contact was resolved, as the state has them. For a disc, M is its centre.
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
