//! Lists that several threads write at the same time, each to its own elements.
//!
//! Safety rests on `pair_schedule`: two pairs that run at the same time share no moving body, a pair writes only to the nodes of its
//! moving bodies, and bodies that cannot move are only read. Indices are checked.

#![allow(unsafe_code)]

use crate::engine::data::state::NodePositions;
use crate::engine::data::{Layout, State};
use glam::DVec2;
use std::marker::PhantomData;
use std::ops::Range;

/// A list whose elements are each used by one thread at a time. Methods check indices; the caller guarantees exclusive use.
pub(in crate::engine) struct SharedList<'a, T> {
    first: *mut T,
    count: usize,
    list: PhantomData<&'a mut [T]>,
}

impl<T> Clone for SharedList<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for SharedList<'_, T> {}

// SAFETY: all copies stand for one `&mut [T]`, and each thread uses its own elements (see the module header).
unsafe impl<T: Send> Send for SharedList<'_, T> {}
// SAFETY: as for `Send`.
unsafe impl<T: Send> Sync for SharedList<'_, T> {}

impl<'a, T> SharedList<'a, T> {
    pub fn new(list: &'a mut [T]) -> Self {
        Self { first: list.as_mut_ptr(), count: list.len(), list: PhantomData }
    }

    /// One element.
    #[inline(always)]
    pub fn at(&self, index: usize) -> &T {
        assert!(index < self.count);
        // SAFETY: the index is in range. No other thread writes the element now (see the module header), and this thread holds no
        // mutable reference to it.
        unsafe { &*self.first.add(index) }
    }

    /// A range of elements.
    #[inline(always)]
    pub fn part(&self, range: Range<usize>) -> &[T] {
        assert!(range.start <= range.end && range.end <= self.count);
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts(self.first.add(range.start), range.len()) }
    }

    /// Changes one element.
    #[inline(always)]
    pub fn change(&self, index: usize, change: impl FnOnce(&mut T)) {
        assert!(index < self.count);
        // SAFETY: as above; references from `at` and `part` are no longer in use.
        change(unsafe { &mut *self.first.add(index) });
    }
}

/// Positions and velocities of all nodes, shared by all threads.
#[derive(Clone, Copy)]
pub(in crate::engine) struct SharedNodes<'a> {
    positions: SharedList<'a, DVec2>,
    /// Velocities; with Verlet, previous positions.
    motions: SharedList<'a, DVec2>,
    /// Duration of a substep with Verlet, else None.
    verlet: Option<f64>,
}

impl<'a> SharedNodes<'a> {
    pub fn new(layout: &Layout, state: &'a mut State) -> Self {
        let verlet = layout.is_verlet().then_some(layout.substep_time);
        let motions = if verlet.is_some() { &mut state.previous } else { &mut state.velocities };
        Self { positions: SharedList::new(&mut state.positions), motions: SharedList::new(motions), verlet }
    }

    /// As [`State::live_velocity`].
    #[inline(always)]
    pub fn velocity(&self, node: usize) -> DVec2 {
        let motion = *self.motions.at(node);
        self.verlet.map_or(motion, |h| (self.position(node) - motion) / h)
    }

    /// As [`State::add_velocity`].
    #[inline(always)]
    pub fn add_velocity(&self, node: usize, change: DVec2) {
        match self.verlet {
            Some(h) => self.motions.change(node, |previous| *previous -= change * h),
            None => self.motions.change(node, |velocity| *velocity += change),
        }
    }

    /// As [`State::reposition`], for a node at position `at`; returns its new position.
    #[inline(always)]
    pub fn reposition(&self, node: usize, at: DVec2, by: DVec2) -> DVec2 {
        let to = at + by;
        self.positions.change(node, |position| *position = to);
        if self.verlet.is_some() {
            self.motions.change(node, |previous| *previous += by);
        }
        to
    }
}

impl NodePositions for SharedNodes<'_> {
    #[inline(always)]
    fn position(&self, node: usize) -> DVec2 {
        *self.positions.at(node)
    }
}
