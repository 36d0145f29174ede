//! Hands: springs between a node or disc and a moving target, as for dragging with a pointer.
//!
//! The strength is a multiple of the part's weight, within the stability limit. A hand stays attached until it is released.
//!
//! ```
//! # use blobsmith_engine::play::PlayWorld;
//! # let mut world = PlayWorld::from_text(
//! #     r#"{"format": 2, "world": {"gravity": [0, 0]}, "discs": [{"position": [0, 0], "radius": 1}]}"#,
//! # )?;
//! let disc = world.discs().next().expect("a disc");
//! let hand = world.grab(disc, [5.0, 0.0])?;
//! world.step(10);
//! assert!(world.disc_velocity(disc)?.x > 0.0);
//! world.move_hand(hand, [-5.0, 0.0])?;
//! world.step(10);
//! world.release(hand)?;
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::acting::MovablePart;
use super::error::finite;
use super::handles::BodyHandle;
use super::recorder::WorldInput;
use super::{PlayError, PlayWorld};
use crate::engine::{Hand, Held, Unmoved};
use crate::level::{Place, Point};
use glam::DVec2;

/// A hand that holds something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HandId(u32);

impl HandId {
    /// The hand with this number; any number is allowed, and the number of no hand gives a stale one.
    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The hand as a number; never 0.
    pub fn to_bits(self) -> u32 {
        self.0
    }
}

/// The open hands in the order of the engine's, and the number of the last one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Hands {
    open: Vec<HandId>,
    last: u32,
}

impl Hands {
    /// Replaces these hands by earlier ones. Later hands still get new numbers.
    pub fn restore(&mut self, earlier: &Self) {
        *self = Self { open: earlier.open.clone(), last: self.last.max(earlier.last) };
    }

    fn index(&self, hand: HandId) -> Result<usize, PlayError> {
        self.open.iter().position(|&open| open == hand).ok_or(PlayError::Stale("hand"))
    }
}

impl PlayWorld {
    /// Attaches a spring from a part to a target point: to a node, to a disc's centre, or to the free node of a body that is
    /// nearest to the target.
    ///
    /// # Errors
    /// [`PlayError::Stale`], [`PlayError::NoNode`], [`PlayError::Number`]; [`PlayError::Unmoved`] if the part cannot be pulled.
    pub fn grab(&mut self, part: impl Into<MovablePart>, target: Point) -> Result<HandId, PlayError> {
        let (part, to) = (part.into(), finite("target", target)?);
        let held = match self.place_of(part)? {
            Place::Node(body, node) => Held::Node(body, node),
            Place::Disc(disc) => Held::Disc(disc),
            _ => self.nearest_free_node(part, to)?,
        };
        let hand = self.world.hand_for(held, target)?;
        self.set_hands(|hands| hands.push(hand));
        self.hands.last = self.hands.last.wrapping_add(1).max(1);
        let id = HandId(self.hands.last);
        self.hands.open.push(id);
        Ok(id)
    }

    /// Moves the target of a hand.
    ///
    /// # Errors
    /// [`PlayError::Stale`] after [`PlayWorld::release`]; [`PlayError::Number`].
    pub fn move_hand(&mut self, hand: HandId, target: Point) -> Result<(), PlayError> {
        finite("target", target)?;
        let index = self.hands.index(hand)?;
        self.set_hands(|hands| hands[index].target = target);
        Ok(())
    }

    /// Detaches a hand.
    ///
    /// # Errors
    /// [`PlayError::Stale`] if it is detached already.
    pub fn release(&mut self, hand: HandId) -> Result<(), PlayError> {
        let index = self.hands.index(hand)?;
        self.hands.open.remove(index);
        self.set_hands(|hands| {
            hands.remove(index);
        });
        Ok(())
    }

    /// Hands that hold something.
    pub fn hands(&self) -> impl Iterator<Item = HandId> + '_ {
        self.hands.open.iter().copied()
    }

    fn set_hands(&mut self, change: impl FnOnce(&mut Vec<Hand>)) {
        let mut hands = self.world.state().hands.clone();
        change(&mut hands);
        self.world.set_hands(hands.clone());
        self.note(|| WorldInput::Hold(hands));
    }

    /// Closes the hands that hold a part which is removed.
    pub(super) fn release_removed(&mut self, is_removed: impl Fn(Held) -> bool) {
        let held = &self.world.state().hands;
        let mut index = 0;
        self.hands.open.retain(|_| {
            index += 1;
            !is_removed(held[index - 1].held)
        });
    }

    /// Of equally near nodes the first.
    fn nearest_free_node(&self, part: MovablePart, to: DVec2) -> Result<Held, PlayError> {
        let MovablePart::Body(body) = part else { return Err(PlayError::Unmoved(Unmoved::Missing)) };
        let mut best: Option<(f64, Held)> = None;
        let mut refusal = Unmoved::Missing;
        for (node, held) in self.held_nodes(body)? {
            let squared = (self.world.position(node) - to).length_squared();
            match self.world.can_pull(held) {
                Ok(()) if best.is_none_or(|(least, _)| squared < least) => best = Some((squared, held)),
                Ok(()) => {}
                Err(reason) => refusal = reason,
            }
        }
        best.map(|(_, held)| held).ok_or(PlayError::Unmoved(refusal))
    }

    fn held_nodes(&self, body: BodyHandle) -> Result<impl Iterator<Item = (usize, Held)>, PlayError> {
        let index = self.parts.bodies.index(body)?;
        Ok(self.nodes_of(body)?.enumerate().map(move |(node, number)| (number, Held::Node(index, node))))
    }
}
