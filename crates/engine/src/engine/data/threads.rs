//! A thread pool that shares the work of a substep.
//!
//! Invariant: results are bit-identical for any number of threads. Parts are independent, and their results are combined in the order
//! of the parts. WebAssembly has one thread.

use std::sync::Arc;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A handle of a thread pool. Clones share the pool. The first large enough job starts the threads.
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
    /// Creates a pool of `count` threads including the caller; 0 counts as 1.
    pub fn new(count: usize) -> Self {
        Self {
            count: if cfg!(target_arch = "wasm32") { 1 } else { count.max(1) },
            #[cfg(not(target_arch = "wasm32"))]
            pool: Arc::default(),
        }
    }

    /// Creates a pool with one thread per processor of the machine.
    pub fn all() -> Self {
        Self::new(std::thread::available_parallelism().map_or(1, Into::into))
    }

    /// Number of threads, including the caller.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The threads other than the caller; none with one thread or if the system refuses them.
    #[cfg(not(target_arch = "wasm32"))]
    fn pool(&self) -> Option<&rayon::ThreadPool> {
        let named = |index: usize| format!("step {}", index + 1);
        let start = || rayon::ThreadPoolBuilder::new().num_threads(self.count - 1).thread_name(named).build().ok();
        if self.count > 1 { self.pool.get_or_init(start).as_ref() } else { None }
    }

    /// Number of threads that can run at the same time.
    pub(in crate::engine) fn at_hand(&self) -> usize {
        #[cfg(not(target_arch = "wasm32"))]
        return self.pool().map_or(1, |pool| 1 + pool.current_num_threads());
        #[cfg(target_arch = "wasm32")]
        1
    }

    /// Keeps the other threads spinning while the returned guard lives. Jobs then start within a microsecond, without a wake-up by the
    /// system.
    pub(in crate::engine) fn keep_awake(&self) -> Awake {
        let awake = Awake::default();
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(pool) = self.pool() {
            for _ in 0..pool.current_num_threads() {
                let is_over = awake.is_over.clone();
                pool.spawn(move || spin_until(&is_over));
            }
        }
        awake
    }

    /// Returns the number of parts for `items` items: 1 for fewer than `few`, else at most the number of threads.
    pub(in crate::engine) fn parts(&self, items: usize, few: usize) -> usize {
        if items < few.max(1) { 1 } else { self.count.min(items) }
    }

    /// Runs `work` on all parts, the first part on the calling thread. Calls `done` with the results in the order of the parts.
    pub(in crate::engine) fn share<P: Send, R: Send>(
        &self,
        parts: impl IntoIterator<Item = P>,
        work: impl Fn(P) -> R + Sync,
        mut done: impl FnMut(R),
    ) {
        let mut parts = parts.into_iter();
        let Some(own) = parts.next() else { return };
        // With one part this allocates nothing.
        let others: Vec<P> = parts.collect();
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(pool) = self.pool().filter(|_| !others.is_empty()) {
            let mut outcomes: Vec<Option<R>> = others.iter().map(|_| None).collect();
            let mut first = None;
            pool.in_place_scope(|scope| {
                let work = &work;
                for (part, outcome) in others.into_iter().zip(&mut outcomes) {
                    scope.spawn(move |_| *outcome = Some(work(part)));
                }
                first = Some(work(own));
            });
            first.into_iter().chain(outcomes.into_iter().flatten()).for_each(done);
            return;
        }
        done(work(own));
        others.into_iter().for_each(|part| done(work(part)));
    }
}

/// Guard of [`Threads::keep_awake`].
#[derive(Debug, Default)]
pub(in crate::engine) struct Awake {
    is_over: Arc<AtomicBool>,
}

impl Drop for Awake {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// Executes jobs of the pool until `is_over`.
#[cfg(not(target_arch = "wasm32"))]
fn spin_until(is_over: &AtomicBool) {
    let mut idle = 0;
    while !is_over.load(Ordering::Relaxed) {
        if rayon::yield_now() == Some(rayon::Yield::Executed) {
            idle = 0;
        } else if idle < 1000 {
            idle += 1;
            std::hint::spin_loop();
        } else {
            // Other threads may use the processor.
            std::thread::yield_now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_keeps_the_order_for_any_number_of_threads() {
        let items: Vec<u32> = (0..1000).collect();
        for count in [1, 2, 3, 7] {
            let threads = Threads::new(count);
            assert_eq!(threads.count(), count);
            let _awake = (count != 3).then(|| threads.keep_awake());
            for few in [0, 1000, 1001] {
                let mut all = Vec::new();
                let size = items.len().div_ceil(threads.parts(items.len(), few));
                threads.share(items.chunks(size), <[u32]>::to_vec, |part| all.extend(part));
                assert_eq!(all, items, "{count} threads");
            }
            threads.share([] as [u32; 0], |_| (), |()| panic!("there is no part"));
            assert_eq!(threads.at_hand(), count);
        }
    }
}
