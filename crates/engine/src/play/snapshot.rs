//! Snapshots: the whole world at one moment, to go back to.
//!
//! A snapshot has the state, the compiled level and the tables of handles (both shared until they change) and the clock. Going
//! back gives the same frames, bit for bit, as if the world had never left. Cost: a copy of positions, velocities and flags.
//!
//! ```
//! # use blobsmith_engine::play::PlayWorld;
//! # let mut world = PlayWorld::from_text(r#"{"format": 2, "bodies": [{"id": "hero", "nodes": [{"position": [0, 10]}]}]}"#)?;
//! let start = world.snapshot();
//! world.step(10);
//! let hash = world.hash();
//! world.restore(&start);
//! assert_eq!(world.frame(), 0);
//! world.step(10);
//! assert_eq!(world.hash(), hash);
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::PlayWorld;
use super::contacts::ContactTracker;
use super::forces::Push;
use super::hands::Hands;
use super::parts::Parts;
use super::time::{PlayClock, Trail};
use crate::engine::{Layout, State};
use std::sync::Arc;

/// A moment of a [`PlayWorld`].
#[derive(Clone, Debug)]
pub struct PlaySnapshot {
    layout: Arc<Layout>,
    state: State,
    parts: Arc<Parts>,
    clock: PlayClock,
    trail: Option<Trail>,
    hands: Hands,
    pushes: Vec<Push>,
    contacts: ContactTracker,
}

impl PlaySnapshot {
    /// Its frame.
    pub fn frame(&self) -> u64 {
        self.state.frame
    }

    /// Its hash, see [`PlayWorld::hash`].
    pub fn hash(&self) -> u64 {
        self.layout.hash_of(&self.state)
    }
}

impl PlayWorld {
    /// Copies the present moment. Events that are not taken yet are not part of it.
    pub fn snapshot(&self) -> PlaySnapshot {
        PlaySnapshot {
            layout: self.world.shared_layout().clone(),
            state: self.world.state().clone(),
            parts: self.parts.clone(),
            clock: self.clock.clone(),
            trail: self.trail.clone(),
            hands: self.hands.clone(),
            pushes: self.pushes.clone(),
            contacts: self.contacts.clone(),
        }
    }

    /// Goes back (or forward) to a moment of this world or of a clone of it. Handles of parts that exist then are valid again;
    /// handles of parts that were added later are stale from now on. Events that are not taken yet are discarded.
    ///
    /// Whether positions are kept for interpolation, and contacts reported, stays as it is now.
    ///
    /// The recorder starts anew at that moment.
    ///
    /// A snapshot of another world replaces the level too; old handles are then meaningless.
    pub fn restore(&mut self, snapshot: &PlaySnapshot) {
        self.world.restore_under(&snapshot.layout, &snapshot.state);
        if !Arc::ptr_eq(&self.parts, &snapshot.parts) {
            self.parts_mut().restore(&snapshot.parts);
        }
        self.clock.clone_from(&snapshot.clock);
        if self.trail.is_some() {
            match &snapshot.trail {
                Some(trail) => self.trail = Some(trail.clone()),
                None => self.mark_trail(),
            }
        }
        self.hands.restore(&snapshot.hands);
        self.pushes.clone_from(&snapshot.pushes);
        if self.world.records_contacts() {
            self.contacts.clone_from(&snapshot.contacts);
        }
        self.events.clear();
        self.restart_recorder();
        self.forget_trace();
        self.changed();
    }
}
