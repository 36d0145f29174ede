//! Scatters copies of the selected parts over a rectangle, at random but by a seed.
//!
//! Dart throwing: a position is drawn uniformly and rejected if it is too close to one that was kept. Random numbers come from
//! SplitMix64 (Steele, Lea, Flood 2014), so that a seed gives the same positions on every machine.

use super::copies::{Copy, MOST_COPIES, add};
use super::{FARTHEST, Handle, Operation, Settings, coordinate, parameter};
use crate::geometry::{Aabb, DVec2};
use crate::level::edit::places::Made;
use crate::level::parameter::{Kind, Parameter};
use crate::level::{Level, Place};

/// Copies at random positions.
pub(super) static SCATTER: Operation = Operation {
    id: "scatter",
    title: "Scatter",
    verb: "Scatter",
    explanation: "Places copies of the selected parts at random in a rectangle. The same seed gives the same places.",
    parameters,
    handles: &[
        Handle { name: "First corner", ids: ["left", "bottom"], is_offset: false },
        Handle { name: "Second corner", ids: ["right", "top"], is_offset: false },
    ],
    apply: scatter,
};

/// Rejected positions per copy, after which no room is assumed.
const TRIES: usize = 200;
/// Largest seed.
const MOST_SEED: f64 = 1e6;

fn parameters(_: &Level, _: &[Place], bounds: Aabb) -> Vec<Parameter> {
    let size = if bounds.size().max_element() > 0.0 { bounds.size() } else { DVec2::ONE };
    let (center, span) = (bounds.center(), size.max_element() * 4.0);
    let distance =
        ["distance", "Minimum distance", "Of the centres of any two copies, and of the selected part", "length"];
    let turn = ["turn", "Random turn", "Largest angle by which a copy is turned to either side", "°"];
    vec![
        parameter(["count", "Count", "Number of copies", ""], Kind::Whole(1.0, MOST_COPIES), 10.0),
        coordinate(["left", "Left", "Left side of the rectangle for the centres of the copies"], center.x - span),
        coordinate(["bottom", "Bottom", "Lower side of the rectangle"], center.y + size.y),
        coordinate(["right", "Right", "Right side of the rectangle"], center.x + span),
        coordinate(["top", "Top", "Upper side of the rectangle"], center.y + size.y + span),
        parameter(distance, Kind::Number(0.0, FARTHEST), super::tidy(size.length())),
        parameter(turn, Kind::Number(0.0, 180.0), 0.0),
        parameter(["seed", "Seed", "Another seed gives other places", ""], Kind::Whole(0.0, MOST_SEED), 1.0),
    ]
}

/// SplitMix64.
struct Random(u64);

impl Random {
    /// A number from 0 to below 1, with 53 random bits.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn scatter(level: &mut Level, places: &[Place], settings: &Settings) -> Result<Made, String> {
    let corner = |x, y| DVec2::new(settings.number(x), settings.number(y));
    let area = Aabb::around([corner("left", "bottom"), corner("right", "top")]);
    let (wanted, distance) = (settings.count("count"), settings.number("distance"));
    let turn_rad = settings.number("turn").to_radians();
    let mut random = Random(settings.number("seed") as u64);
    let mut centers = vec![settings.bounds.center()];
    let mut copies = Vec::new();
    let mut tries = 0;
    while copies.len() < wanted && tries < TRIES {
        let at = area.min + area.size() * DVec2::new(random.next(), random.next());
        // Drawn for rejected positions too, so that the angle does not decide what follows.
        let angle_rad = (2.0 * random.next() - 1.0) * turn_rad;
        tries += 1;
        if centers.iter().all(|center| center.distance_squared(at) >= distance * distance) {
            copies.push(Copy { angle_rad, offset: at - settings.bounds.center() });
            centers.push(at);
            tries = 0;
        }
    }
    if copies.is_empty() {
        return Err("no copy fits: enlarge the rectangle or reduce the minimum distance".to_owned());
    }
    let made = add(level, places, settings.bounds, &copies)?;
    if copies.len() < wanted {
        let said = format!("{} of {wanted} copies: there is no room for more at this distance", copies.len());
        return Ok(made.saying(said));
    }
    Ok(made)
}
