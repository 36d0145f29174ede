//! Sorting of elements that can be copied; stable.
//!
//! The standard library's sort is a copy of several kilobytes for every type and order. In web pages, and without the
//! feature `authoring`, this is a bottom-up merge sort of runs that insertion sort makes. Both give the same lists, because both are stable.

#[cfg(any(test, target_arch = "wasm32", not(feature = "authoring")))]
mod merge;

use std::cmp::Ordering;

/// Sorts lists of elements that can be copied.
pub trait SortCopies<T: Copy> {
    /// Ascending.
    fn sort_copies(&mut self)
    where
        T: Ord;

    /// By a comparison; equal elements keep their order.
    fn sort_copies_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// By a key, ascending; elements with equal keys keep their order.
    fn sort_copies_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.sort_copies_by(|a, b| key(a).cmp(&key(b)));
    }
}

#[cfg(all(feature = "authoring", not(target_arch = "wasm32")))]
impl<T: Copy> SortCopies<T> for [T] {
    /// Equal elements have the same bits, so the order of the unstable sort is the same.
    #[inline]
    fn sort_copies(&mut self)
    where
        T: Ord,
    {
        self.sort_unstable();
    }

    #[inline]
    fn sort_copies_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        self.sort_by(compare);
    }
}

#[cfg(any(target_arch = "wasm32", not(feature = "authoring")))]
impl<T: Copy> SortCopies<T> for [T] {
    fn sort_copies(&mut self)
    where
        T: Ord,
    {
        merge::sort(self, &mut T::lt);
    }

    fn sort_copies_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        merge::sort(self, &mut |a, b| compare(a, b) == Ordering::Less);
    }
}
