//! The hand (dragging, 004; the formula is ours): a spring between the mouse and a node or disc, and its default strength.
//!
//! The default strength is a multiple of the weight, within the stability limit of the explicit Euler scheme (see `MOST`).
//! `reference/forces/hand.rs` computes the force.

use super::{Layout, State, World};
use crate::geometry::Aabb;
use crate::level::Point;
use glam::DVec2;
use std::fmt;

/// The node or disc that the hand holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// A node: its body, and its index in it.
    Node(usize, usize),
    /// A disc.
    Disc(usize),
}

/// A spring between the mouse and a node or disc: force `stiffness*(target - x) - damping*v`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// The held node or disc.
    pub held: Held,
    /// Position of the mouse, the other end of the spring.
    pub target: Point,
    /// Force per distance.
    pub stiffness: f64,
    /// Force per velocity.
    pub damping: f64,
}

/// Reason why a node or disc cannot be pulled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmoved {
    /// The node or disc does not exist.
    Missing,
    /// The body or disc is fixed.
    Fixed,
    /// The body or disc is driven.
    Driven,
    /// The node is pinned.
    Pinned,
    /// The node is a barycentre.
    Barycentre,
    /// Its position is not finite.
    BlownUp,
}

impl fmt::Display for Unmoved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "is not there",
            Self::Fixed => "is fixed and does not move",
            Self::Driven => "is driven: it follows its path only",
            Self::Pinned => "is pinned: unpin it to move it",
            Self::Barycentre => "is a barycentre: it follows the masses",
            Self::BlownUp => "has blown up and stays in place",
        })
    }
}

/// Force at a distance of half the body's size, in weights of the body.
const STRENGTH: f64 = 2.0;
/// Force on a disc at a distance of its radius, in weights of the disc.
const STRENGTH_ON_DISC: f64 = 4.0;
/// Least gravity for the strength, in body sizes per frame time squared; for levels without gravity.
const WEIGHTLESS: f64 = 0.005;
/// Response time of a held disc, in frames.
const LAG: f64 = 4.0;
/// Greatest stiffness in units of m/h², and greatest damping in units of m/h. A single mass is then stable with all three
/// integrators: explicit Euler requires a damping above h times the stiffness, the others have much larger limits.
const MOST: (f64, f64) = (0.05, 0.1);

impl World {
    /// Tests if the hand can pull a node or disc.
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn can_pull(&self, held: Held) -> Result<(), Unmoved> {
        match held {
            Held::Node(body, node) => free_node(&self.layout, &self.state, body, node).map(drop),
            Held::Disc(disc) => free_disc(&self.layout, &self.state, disc).map(drop),
        }
    }

    /// Returns a hand for a node or disc, with the default strength within the stability limit.
    ///
    /// # Errors
    /// The reason why the hand cannot pull it.
    pub fn hand_for(&self, held: Held, target: Point) -> Result<Hand, Unmoved> {
        let Self { layout, state, .. } = self;
        let frame = layout.settings.frame_time;
        let gravity = DVec2::from(layout.settings.gravity).length();
        let (mass, stiffness, damping_ratio) = match held {
            Held::Node(body, node) => {
                let node = free_node(layout, state, body, node)?;
                let nodes = layout.bodies[body].nodes.clone();
                let whole: f64 = nodes.clone().map(|node| layout.mass[node]).sum();
                let size = Aabb::around(nodes.map(|node| state.position(node))).size().max_element();
                let size = size.max(f64::MIN_POSITIVE);
                let weight = gravity.max(WEIGHTLESS * size / (frame * frame));
                (layout.mass[node], STRENGTH * whole * weight / (0.5 * size), 0.5)
            }
            Held::Disc(disc) => {
                let mass = free_disc(layout, state, disc)?;
                let by_weight = STRENGTH_ON_DISC * mass * gravity / layout.discs.radius[disc];
                let by_time = mass / (LAG * LAG * frame * frame);
                // A particle has radius 0.
                (mass, if by_weight.is_finite() { by_weight.max(by_time) } else { by_time }, 0.7)
            }
        };
        let h = layout.substep_time;
        let stiffness = stiffness.min(MOST.0 * mass / (h * h));
        let damping = (2.0 * damping_ratio * (stiffness * mass).sqrt()).min(MOST.1 * mass / h);
        Ok(Hand { held, target, stiffness, damping })
    }
}

/// Returns the number of a node (global numbering) that forces can move.
///
/// # Errors
/// The reason why they cannot.
pub(in crate::engine) fn free_node(layout: &Layout, state: &State, body: usize, node: usize) -> Result<usize, Unmoved> {
    let parts = layout.bodies.get(body).ok_or(Unmoved::Missing)?;
    let number = parts.nodes.start + node;
    match () {
        () if !parts.nodes.contains(&number) => Err(Unmoved::Missing),
        () if parts.path.is_some() => Err(Unmoved::Driven),
        () if !parts.is_dynamic => Err(Unmoved::Fixed),
        () if parts.barycentre == Some(number) => Err(Unmoved::Barycentre),
        () if layout.inverse_mass[number] == 0.0 => Err(Unmoved::Pinned),
        () if state.blown_up[body] => Err(Unmoved::BlownUp),
        () => Ok(number),
    }
}

/// Returns the mass of a disc that forces can move.
///
/// # Errors
/// The reason why they cannot.
pub(in crate::engine) fn free_disc(layout: &Layout, state: &State, disc: usize) -> Result<f64, Unmoved> {
    let discs = &layout.discs;
    match () {
        () if disc >= discs.count() => Err(Unmoved::Missing),
        () if discs.path[disc].is_some() => Err(Unmoved::Driven),
        () if !discs.is_dynamic(disc) => Err(Unmoved::Fixed),
        () if state.disc_blown_up[disc] => Err(Unmoved::BlownUp),
        () => Ok(discs.mass[disc]),
    }
}
