//! Handles of parts: small numbers that stay valid while other parts come and go.
//!
//! Algorithm: a slot map. A handle is a slot and a serial number. A slot holds the engine's index of the part, or nothing. Every
//! inserted part gets a new serial number, so a handle of a removed part fits no later part, even in the same slot and after
//! a snapshot was restored.
//! Cost: reading a handle is O(1), inserting too, removing O(n), because the indices of later parts
//! go down by one as in the engine, or O(1) with a gap in their place.
//!
//! ```
//! use blobsmith_engine::play::{BodyHandle, PlayError, SlotMap};
//!
//! let mut map = SlotMap::<BodyHandle>::default();
//! let [first, second] = [map.insert(), map.insert()];
//! map.remove(first)?;
//! assert_eq!((map.index(first), map.index(second)), (Err(PlayError::Stale("body")), Ok(0)));
//! assert_eq!(BodyHandle::from_bits(second.to_bits()), second);
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::PlayError;
use std::fmt::Debug;

/// A handle of one kind of part.
pub trait Handle: Copy + Debug + Eq + Ord {
    /// Name of the kind in messages: `body`.
    const KIND: &'static str;
    /// The handle with these bits; any bits are allowed, and bits of no part give a stale handle.
    fn from_bits(bits: u64) -> Self;
    /// Slot in the lower 32 bits, serial number in the upper ones; never 0 for a part.
    fn to_bits(self) -> u64;
}

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident: $kind:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u64);

        impl $name {
            /// The handle with these bits; any bits are allowed, and bits of no part give a stale handle.
            pub fn from_bits(bits: u64) -> Self {
                Self(bits)
            }

            /// The handle as a number: slot in the lower 32 bits, serial number in the upper ones; never 0 for a part.
            pub fn to_bits(self) -> u64 {
                self.0
            }
        }

        impl Handle for $name {
            const KIND: &'static str = $kind;
            fn from_bits(bits: u64) -> Self {
                Self(bits)
            }
            fn to_bits(self) -> u64 {
                self.0
            }
        }
    )*};
}

handles! {
    /// A body.
    BodyHandle: "body";
    /// A disc.
    DiscHandle: "disc";
    /// An obstacle.
    ObstacleHandle: "obstacle";
    /// A link.
    LinkHandle: "link";
    /// A placed instance of another level.
    InstanceHandle: "instance";
}

/// Maps the handles of one kind to the engine's indices, and back.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotMap<H> {
    slots: Vec<Slot>,
    /// Handle of each index; 0 where a part was removed and left a gap.
    handles: Vec<H>,
    /// Number of gaps.
    gaps: usize,
    /// Slots without a part; the one freed last is used first.
    free: Vec<u32>,
    /// Serial number of the last part.
    last_serial: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Slot {
    serial: u32,
    index: Option<u32>,
}

impl<H> Default for SlotMap<H> {
    fn default() -> Self {
        Self { slots: Vec::new(), handles: Vec::new(), gaps: 0, free: Vec::new(), last_serial: 0 }
    }
}

impl<H: Handle> SlotMap<H> {
    /// Number of parts.
    pub fn len(&self) -> usize {
        self.handles.len() - self.gaps
    }

    /// True without parts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Handles in the order of the engine's indices.
    pub fn handles(&self) -> impl Iterator<Item = H> + '_ {
        self.handles.iter().copied().filter(|handle| handle.to_bits() != 0)
    }

    /// The engine's index of a part.
    ///
    /// # Errors
    /// [`PlayError::Stale`] if the part was removed or never existed.
    pub fn index(&self, handle: H) -> Result<usize, PlayError> {
        let bits = handle.to_bits();
        let slot = self.slots.get((bits & u64::from(u32::MAX)) as usize);
        let index = slot.filter(|slot| u64::from(slot.serial) == bits >> 32).and_then(|slot| slot.index);
        index.map(|index| index as usize).ok_or(PlayError::Stale(H::KIND))
    }

    /// The handle of an index; one that is never valid for a gap.
    ///
    /// # Panics
    /// If there is no such index.
    pub fn handle(&self, index: usize) -> H {
        self.handles[index]
    }

    /// True if the part at this index was removed and left a gap.
    pub fn is_gap(&self, index: usize) -> bool {
        self.handles[index].to_bits() == 0
    }

    /// Adds a part after all others, and returns its handle.
    ///
    /// # Panics
    /// After 2³² parts.
    pub fn insert(&mut self) -> H {
        let slot = self.free.pop().unwrap_or(self.slots.len() as u32);
        if slot as usize == self.slots.len() {
            self.slots.push(Slot { serial: 0, index: None });
        }
        self.last_serial = self.last_serial.checked_add(1).expect("fewer than 2^32 parts");
        self.slots[slot as usize] = Slot { serial: self.last_serial, index: Some(self.handles.len() as u32) };
        let handle = H::from_bits(u64::from(self.last_serial) << 32 | u64::from(slot));
        self.handles.push(handle);
        handle
    }

    /// Removes a part and returns its index; the indices of later parts go down by one.
    ///
    /// # Errors
    /// As [`SlotMap::index`].
    pub fn remove(&mut self, handle: H) -> Result<usize, PlayError> {
        let index = self.index(handle)?;
        let slot = handle.to_bits() as u32;
        self.slots[slot as usize].index = None;
        self.free.push(slot);
        self.handles.remove(index);
        self.renumber(index);
        Ok(index)
    }

    /// Removes a part and returns its index; the indices of later parts stay.
    ///
    /// # Errors
    /// As [`SlotMap::index`].
    pub fn vacate(&mut self, handle: H) -> Result<usize, PlayError> {
        let index = self.index(handle)?;
        let slot = handle.to_bits() as u32;
        self.slots[slot as usize].index = None;
        self.free.push(slot);
        self.handles[index] = H::from_bits(0);
        self.gaps += 1;
        Ok(index)
    }

    /// Closes all gaps: the indices of later parts go down.
    pub fn close_gaps(&mut self) {
        self.handles.retain(|handle| handle.to_bits() != 0);
        self.gaps = 0;
        self.renumber(0);
    }

    /// Writes the indices from `first` on into the slots.
    fn renumber(&mut self, first: usize) {
        for (index, handle) in self.handles.iter().enumerate().skip(first).filter(|(_, handle)| handle.to_bits() != 0) {
            self.slots[handle.to_bits() as u32 as usize].index = Some(index as u32);
        }
    }

    /// Replaces this map by an earlier one. Later parts still get serial numbers that none had before.
    pub fn restore(&mut self, earlier: &Self) {
        let last_serial = self.last_serial.max(earlier.last_serial);
        self.clone_from(earlier);
        self.last_serial = last_serial;
    }
}

/// A handle of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PartHandle {
    /// A body.
    Body(BodyHandle),
    /// A disc.
    Disc(DiscHandle),
    /// An obstacle.
    Obstacle(ObstacleHandle),
    /// A link.
    Link(LinkHandle),
    /// An instance.
    Instance(InstanceHandle),
}

impl From<BodyHandle> for PartHandle {
    fn from(body: BodyHandle) -> Self {
        Self::Body(body)
    }
}

impl From<DiscHandle> for PartHandle {
    fn from(disc: DiscHandle) -> Self {
        Self::Disc(disc)
    }
}

impl From<ObstacleHandle> for PartHandle {
    fn from(obstacle: ObstacleHandle) -> Self {
        Self::Obstacle(obstacle)
    }
}

impl From<LinkHandle> for PartHandle {
    fn from(link: LinkHandle) -> Self {
        Self::Link(link)
    }
}

impl From<InstanceHandle> for PartHandle {
    fn from(instance: InstanceHandle) -> Self {
        Self::Instance(instance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(count: usize) -> (SlotMap<BodyHandle>, Vec<BodyHandle>) {
        let mut map = SlotMap::default();
        let handles = (0..count).map(|_| map.insert()).collect();
        (map, handles)
    }

    #[test]
    fn remove_renumbers_later_parts_and_leaves_a_stale_handle() {
        let (mut map, handles) = map(4);
        assert_eq!(map.remove(handles[1]), Ok(1));
        let indices: Vec<_> = handles.iter().map(|&handle| map.index(handle)).collect();
        assert_eq!(indices, [Ok(0), Err(PlayError::Stale("body")), Ok(1), Ok(2)]);
        assert_eq!(map.handles().collect::<Vec<_>>(), [handles[0], handles[2], handles[3]]);
        assert_eq!(map.remove(handles[1]), Err(PlayError::Stale("body")));
    }

    #[test]
    fn vacate_leaves_a_gap_until_it_is_closed() {
        let (mut map, handles) = map(4);
        assert_eq!(map.vacate(handles[1]), Ok(1));
        assert_eq!(map.vacate(handles[1]), Err(PlayError::Stale("body")));
        let new = map.insert();
        assert_eq!((map.index(handles[2]), map.index(new), map.len(), map.is_gap(1)), (Ok(2), Ok(4), 4, true));
        map.close_gaps();
        assert_eq!((map.index(handles[2]), map.index(new), map.len()), (Ok(1), Ok(3), 4));
        assert_eq!(map.handles().collect::<Vec<_>>(), [handles[0], handles[2], handles[3], new]);
    }

    #[test]
    fn insert_uses_the_slot_freed_last_with_a_new_serial() {
        let (mut map, handles) = map(3);
        map.remove(handles[0]).unwrap();
        map.remove(handles[2]).unwrap();
        let new = map.insert();
        assert_eq!(new.to_bits() as u32, 2, "slot");
        assert_eq!((map.index(new), map.handle(1)), (Ok(1), new));
        assert!(map.index(handles[2]).is_err());
        assert_eq!(map.insert().to_bits() as u32, 0);
    }

    #[test]
    fn restore_keeps_handles_of_the_discarded_future_stale() {
        let (mut map, handles) = map(2);
        let earlier = map.clone();
        map.remove(handles[1]).unwrap();
        let lost = map.insert();
        map.restore(&earlier);
        assert_eq!(map.index(handles[1]), Ok(1));
        assert!(map.index(lost).is_err());
        map.remove(handles[1]).unwrap();
        let new = map.insert();
        assert_eq!((new.to_bits() as u32, lost.to_bits() as u32), (1, 1), "the same slot");
        assert!(new != lost && map.index(lost).is_err());
    }

    #[test]
    fn bits_round_trip_and_zero_is_no_part() {
        let (map, handles) = map(2);
        assert_eq!(BodyHandle::from_bits(handles[1].to_bits()), handles[1]);
        assert!(map.index(BodyHandle::from_bits(0)).is_err() && map.index(BodyHandle::from_bits(u64::MAX)).is_err());
    }
}
