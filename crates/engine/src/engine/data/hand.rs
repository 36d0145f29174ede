//! The hand (dragging, 004; the formula is ours): a spring between the mouse and a node or disc, and its default strength.
//!
//! The default pulls with a multiple of the weight, bounded by what the explicit Euler scheme keeps stable (see `MOST`). The force itself
//! is in `reference/forces/hand.rs`.

use super::{Layout, State, World};
use crate::geometry::Aabb;
use crate::level::Point;
use glam::DVec2;
use std::fmt;

/// What the hand holds.
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
    /// What is held.
    pub held: Held,
    /// Where it is pulled to.
    pub target: Point,
    /// Force per distance.
    pub stiffness: f64,
    /// Force per velocity.
    pub damping: f64,
}

/// Why something cannot be pulled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmoved {
    /// There is no such node or disc.
    Missing,
    /// It belongs to what is fixed.
    Fixed,
    /// It belongs to what is driven.
    Driven,
    /// The node is pinned.
    Pinned,
    /// The node is a barycentre.
    Barycentre,
    /// It is no longer at a finite place.
    BlownUp,
}

impl fmt::Display for Unmoved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "is not there",
            Self::Fixed => "is fixed: nothing moves it",
            Self::Driven => "is driven: it follows its path, and nothing pulls it",
            Self::Pinned => "is pinned: nothing moves it until it is unpinned",
            Self::Barycentre => "is a barycentre: it goes where the masses go",
            Self::BlownUp => "has blown up, and stays where it is",
        })
    }
}

/// Half the body's size away, the hand pulls with this many times the body's weight.
const STRENGTH: f64 = 2.0;
/// A radius away, it pulls a disc with this many times its weight.
const STRENGTH_ON_DISC: f64 = 4.0;
/// Acceleration that counts as weight where there is no gravity, per unit of size and frame time squared.
const WEIGHTLESS: f64 = 0.005;
/// A disc follows within about this many frames.
const LAG: f64 = 4.0;
/// Parts of m/h² and of m/h that stiffness and damping may reach. All three integrators bear this with a mass of its own:
/// explicit Euler wants the damping above h times the stiffness, the others bear many times as much.
const MOST: (f64, f64) = (0.05, 0.1);

impl World {
    /// Whether the hand can pull this at all.
    ///
    /// # Errors
    /// Says why not.
    pub fn can_pull(&self, held: Held) -> Result<(), Unmoved> {
        match held {
            Held::Node(body, node) => free_node(&self.layout, &self.state, body, node).map(drop),
            Held::Disc(disc) => free_disc(&self.layout, &self.state, disc).map(drop),
        }
    }

    /// A hand for this node or disc, as strong as it needs and no stronger than the step bears.
    ///
    /// # Errors
    /// Says why it cannot be pulled.
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
                // A particle of radius 0 has a weight but no radius to go by.
                (mass, if by_weight.is_finite() { by_weight.max(by_time) } else { by_time }, 0.7)
            }
        };
        let h = layout.substep_time;
        let stiffness = stiffness.min(MOST.0 * mass / (h * h));
        let damping = (2.0 * damping_ratio * (stiffness * mass).sqrt()).min(MOST.1 * mass / h);
        Ok(Hand { held, target, stiffness, damping })
    }
}

/// The node's number, if something can move it.
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

/// The disc's mass, if something can move it.
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
