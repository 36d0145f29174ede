//! Threads that share the work of a substep. How many there are shows in no bit: they share out only what could be done in any
//! order, and what comes of it is put together in the order of the parts.
//!
//! Must never know: what the work is. On the web there is one thread, whatever is asked for.

#[cfg(not(target_arch = "wasm32"))]
use std::sync::{Arc, OnceLock};

/// See the module. Clones share the same threads; they are started when there is enough to do for the first time.
#[derive(Clone, Debug)]
pub struct Threads {
    count: usize,
    #[cfg(not(target_arch = "wasm32"))]
    pool: Arc<OnceLock<Option<rayon::ThreadPool>>>,
}

impl Default for Threads {
    fn default() -> Self {
        Self::new(1)
    }
}

impl Threads {
    /// So many, the caller among them; 0 is one.
    pub fn new(count: usize) -> Self {
        Self {
            count: if cfg!(target_arch = "wasm32") { 1 } else { count.max(1) },
            #[cfg(not(target_arch = "wasm32"))]
            pool: Arc::default(),
        }
    }

    /// As many as the machine has processors.
    pub fn all() -> Self {
        Self::new(std::thread::available_parallelism().map_or(1, Into::into))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The threads beside the caller; none where the system gives none.
    #[cfg(not(target_arch = "wasm32"))]
    fn pool(&self) -> Option<&rayon::ThreadPool> {
        let named = |index: usize| format!("step {}", index + 1);
        let start = || rayon::ThreadPoolBuilder::new().num_threads(self.count - 1).thread_name(named).build().ok();
        if self.count > 1 { self.pool.get_or_init(start).as_ref() } else { None }
    }

    /// Has the items worked on in as many parts as there are threads, in one if they are fewer than `few`; hands over what came of
    /// the parts in their order.
    pub(super) fn parts<T: Sync, R: Send>(
        &self,
        items: &[T],
        few: usize,
        work: impl Fn(&[T]) -> R + Sync,
        mut done: impl FnMut(R),
    ) {
        #[cfg(not(target_arch = "wasm32"))]
        if items.len() >= few.max(1)
            && let Some(pool) = self.pool()
        {
            let size = items.len().div_ceil(self.count);
            let mut outcomes: Vec<Option<R>> = items.chunks(size).map(|_| None).collect();
            pool.in_place_scope(|scope| {
                let work = &work;
                let mut parts = items.chunks(size).zip(&mut outcomes);
                let own = parts.next();
                for (part, outcome) in parts {
                    scope.spawn(move |_| *outcome = Some(work(part)));
                }
                if let Some((part, outcome)) = own {
                    *outcome = Some(work(part));
                }
            });
            outcomes.into_iter().flatten().for_each(done);
            return;
        }
        let _ = few;
        done(work(items));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_in_order_whatever_their_number() {
        let items: Vec<u32> = (0..1000).collect();
        for count in [1, 2, 3, 7] {
            let threads = Threads::new(count);
            assert_eq!(threads.count(), count);
            for few in [0, 1000, 1001] {
                let mut all = Vec::new();
                threads.parts(&items, few, <[u32]>::to_vec, |part| all.extend(part));
                assert_eq!(all, items, "{count} threads");
            }
            threads.parts(&[] as &[u32], 0, |part| assert!(part.is_empty()), |()| ());
        }
    }
}
