//! Assigns contact pairs to threads and orders them for the cache.
//!
//! Algorithm: dataflow scheduling by counters. The pairs of one body keep their graph-colouring order; a pair waits until each of its
//! bodies has completed the pairs before it (`wait_count`). Independent pairs may run in any order, so neighbours follow each other.
//! Invariant: every pair finds the state that it would find colour by colour, so the bits are those of one thread.
//! Why not a barrier per colour: it would wait for the slowest thread once per colour, and neighbours would leave the cache.

use crate::engine::data::Layout;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Nodes per tile of bodies: their data fit the L2 cache.
const NODES_OF_TILE: usize = 8192;

/// Wait count of a body that cannot move; its pairs do not wait.
const ANY: u32 = u32::MAX;

/// Contact pairs, assigned to threads and ordered.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct PairSchedule {
    /// All tasks, thread by thread.
    tasks: Vec<PairTask>,
    /// End of the tasks of each thread.
    ends: Vec<usize>,
    progress: BodyProgress,
    /// Pairs counted so far, per body.
    done: Vec<u32>,
    /// Tile of the last pair, per body.
    tiles: Vec<u32>,
    /// Thread of each body.
    threads: Vec<u32>,
    /// True for a body with a later pair that two threads share.
    is_awaited: Vec<bool>,
    /// Bucket of each pair.
    buckets: Vec<u32>,
    /// First task of each bucket.
    starts: Vec<u32>,
}

/// A pair, and the number of pairs that each of its bodies completes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct PairTask {
    pub pair: [u32; 2],
    /// Index of the pair in the order of the reference stage.
    pub order: u32,
    wait_count: [u32; 2],
}

impl PairTask {
    /// The moving bodies for which this is the first pair.
    #[inline(always)]
    pub fn first_touch(&self) -> impl Iterator<Item = usize> {
        let both = self.pair.into_iter().zip(self.wait_count);
        both.filter(|&(_, wait_count)| wait_count == 0).map(|(body, _)| body as usize)
    }
}

impl PairSchedule {
    /// Assigns pairs, given colour by colour, to threads. `slots` numbers the bodies so that neighbours have close numbers.
    pub fn assign(&mut self, layout: &Layout, by_colour: &[[u32; 2]], slots: &[u32], threads: usize) {
        let bodies = layout.bodies.len();
        let moves = |body: u32| layout.moves[body as usize];
        let tile_size = (NODES_OF_TILE * bodies / layout.node_count.max(1)).max(1);
        self.tiles.clear();
        self.tiles.extend(slots.iter().map(|&slot| slot / tile_size as u32));
        self.threads.clear();
        self.threads.extend(slots.iter().map(|&slot| (slot as usize * threads / bodies) as u32));
        // Each thread first resolves the pairs that another thread waits for, and their predecessors; then tile by tile.
        let of_thread = bodies / tile_size + 2;
        self.mark_awaited(layout, by_colour, threads);
        self.done.clear();
        self.done.resize(bodies, 0);
        self.starts.clear();
        self.starts.resize(threads * of_thread + 1, 0);
        let owner = |pair: [u32; 2]| self.threads[if moves(pair[0]) { pair[0] } else { pair[1] } as usize] as usize;
        for (&pair, bucket) in by_colour.iter().zip(&mut self.buckets) {
            let mut position = 0;
            if *bucket == 0 {
                let tile = |body: u32| if moves(body) { self.tiles[body as usize] } else { 0 };
                let tile = tile(pair[0]).max(tile(pair[1]));
                pair.into_iter().for_each(|body| self.tiles[body as usize] = tile);
                position = 1 + tile as usize;
            }
            let position = owner(pair) * of_thread + position;
            *bucket = position as u32;
            self.starts[position + 1] += 1;
        }
        for position in 1..self.starts.len() {
            self.starts[position] += self.starts[position - 1];
        }
        self.ends.clear();
        self.ends.extend((1..=threads).map(|thread| self.starts[thread * of_thread] as usize));
        self.tasks.clear();
        self.tasks.resize(by_colour.len(), PairTask { pair: [0; 2], order: 0, wait_count: [ANY; 2] });
        for (order, (&pair, &bucket)) in by_colour.iter().zip(&self.buckets).enumerate() {
            let wait_count = pair.map(|body| {
                let done = &mut self.done[body as usize];
                *done += 1;
                if moves(body) { *done - 1 } else { ANY }
            });
            let at = &mut self.starts[bucket as usize];
            self.tasks[*at as usize] = PairTask { pair, order: order as u32, wait_count };
            *at += 1;
        }
        self.progress.begin(if threads > 1 { bodies } else { 0 });
    }

    /// Sets the bucket of a pair to 1 if a pair of another thread waits for it, directly or through other pairs; else to 0.
    fn mark_awaited(&mut self, layout: &Layout, by_colour: &[[u32; 2]], threads: usize) {
        let moves = |body: u32| layout.moves[body as usize];
        self.is_awaited.clear();
        self.is_awaited.resize(layout.bodies.len(), false);
        self.buckets.clear();
        self.buckets.resize(by_colour.len(), 0);
        if threads == 1 {
            return;
        }
        for (&pair, bucket) in by_colour.iter().zip(&mut self.buckets).rev() {
            let [first, second] = pair.map(|body| body as usize);
            let is_shared = moves(pair[0]) && moves(pair[1]) && self.threads[first] != self.threads[second];
            // No pair waits for a body that cannot move.
            let is_first = is_shared || (moves(pair[0]) && self.is_awaited[first]);
            if is_first || (moves(pair[1]) && self.is_awaited[second]) {
                (self.is_awaited[first], self.is_awaited[second]) = (true, true);
                *bucket = 1;
            }
        }
    }

    /// Number of threads of the last assignment.
    pub fn threads(&self) -> usize {
        self.ends.len()
    }

    /// The tasks of each thread, in order. All threads must run at the same time, because they wait for each other.
    pub(in crate::engine) fn parts(&self) -> impl Iterator<Item = ThreadTasks<'_>> {
        let mut begin = 0;
        self.ends.iter().map(move |&end| {
            let tasks = &self.tasks[begin..end];
            begin = end;
            ThreadTasks { tasks, progress: &self.progress }
        })
    }
}

/// The tasks of one thread.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct ThreadTasks<'a> {
    pub tasks: &'a [PairTask],
    progress: &'a BodyProgress,
}

impl ThreadTasks<'_> {
    /// Waits until both bodies of a pair have completed their earlier pairs.
    #[inline(always)]
    pub fn begin(&self, task: &PairTask) {
        if !self.progress.done.is_empty() {
            self.progress.wait(task);
        }
    }

    /// Releases the pairs that wait for this one.
    #[inline(always)]
    pub fn end(&self, task: &PairTask) {
        if !self.progress.done.is_empty() {
            for (body, wait_count) in
                task.pair.into_iter().zip(task.wait_count).filter(|&(_, wait_count)| wait_count != ANY)
            {
                self.progress.done[body as usize].store(wait_count + 1, Ordering::Release);
            }
        }
    }
}

/// Number of completed pairs per body; empty with one thread.
#[derive(Debug, Default)]
struct BodyProgress {
    done: Vec<AtomicU32>,
    /// True after a thread has panicked.
    is_broken: AtomicBool,
}

impl Clone for BodyProgress {
    /// Progress is valid within a stage only, so a clone is empty.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl BodyProgress {
    fn begin(&mut self, bodies: usize) {
        self.done.truncate(bodies);
        self.done.iter_mut().for_each(|done| *done.get_mut() = 0);
        self.done.resize_with(bodies, AtomicU32::default);
        *self.is_broken.get_mut() = false;
    }

    #[inline(always)]
    fn wait(&self, task: &PairTask) {
        for (body, wait_count) in
            task.pair.into_iter().zip(task.wait_count).filter(|&(_, wait_count)| wait_count != ANY)
        {
            if self.done[body as usize].load(Ordering::Acquire) != wait_count {
                self.wait_long(body, wait_count);
            }
        }
    }

    #[cold]
    fn wait_long(&self, body: u32, wait_count: u32) {
        let mut spins = 2000;
        while self.done[body as usize].load(Ordering::Acquire) != wait_count {
            if spins > 0 {
                spins -= 1;
                std::hint::spin_loop();
            } else {
                assert!(!self.is_broken.load(Ordering::Relaxed), "another thread of this step has failed");
                std::thread::yield_now();
            }
        }
    }
}

impl ThreadTasks<'_> {
    /// Returns a guard that marks the stage as failed if the thread panics, so that the others stop waiting.
    pub fn watch(&self) -> impl Drop + '_ {
        struct Watch<'a>(&'a BodyProgress);
        impl Drop for Watch<'_> {
            fn drop(&mut self) {
                if std::thread::panicking() {
                    self.0.is_broken.store(true, Ordering::Relaxed);
                }
            }
        }
        Watch(self.progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::reference::contact::pair_colouring::PairColours;
    use crate::level::{Body, Level, Motion};
    use std::sync::Mutex;

    /// Every pair is scheduled once, and the pairs of a moving body keep the colour order, with any number of threads.
    #[test]
    fn pair_schedule_keeps_the_colour_order_of_each_body() {
        let mut bits = 5u64;
        let mut below = |count: u64| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (bits >> 33) % count
        };
        // An interpreter (Miri) takes hours for 700 bodies.
        let counts: &[u64] = if cfg!(miri) { &[2, 5, 30] } else { &[2, 5, 30, 700] };
        for &count in counts {
            let motion = |index: u64| if index.is_multiple_of(6) { Motion::Fixed } else { Motion::Dynamic };
            let node = crate::level::Node::at([0.0, 0.0]);
            // 60 nodes each: several tiles.
            let body = |index| Body { motion: motion(index), nodes: vec![node.clone(); 60], ..Body::default() };
            let layout = Layout::new(&Level { bodies: (0..count).map(body).collect(), ..Level::default() });
            let moves = |body: u32| layout.bodies[body as usize].is_dynamic;
            // Mostly neighbours.
            let mut near = |body: u64| ((body + below(4) * below(4)) % count) as u32;
            let any: Vec<[u32; 2]> = (0..4 * count).map(|index| [(index % count) as u32, near(index)]).collect();
            let mut pairs: Vec<[u32; 2]> = any.into_iter().filter(|[i, j]| i < j && (moves(*i) || moves(*j))).collect();
            pairs.sort_unstable();
            pairs.dedup();
            let mut colours = PairColours::default();
            colours.assign(&layout, &pairs);
            let by_colour: Vec<[u32; 2]> = colours.order().map(|(pair, _)| pairs[pair]).collect();
            let slots: Vec<u32> = (0..count as u32).rev().collect();
            let mut tasks = PairSchedule::default();
            // One schedule is reused: no data of the previous assignment remain.
            for threads in [1, 2, 1, 3, 5] {
                tasks.assign(&layout, &by_colour, &slots, threads);
                let order = Mutex::new(Vec::new());
                let parts: Vec<ThreadTasks<'_>> = tasks.parts().collect();
                assert_eq!(parts.len(), threads);
                std::thread::scope(|scope| {
                    for part in parts {
                        let order = &order;
                        scope.spawn(move || {
                            for task in part.tasks {
                                part.begin(task);
                                order.lock().unwrap().push(task.pair);
                                part.end(task);
                            }
                        });
                    }
                });
                let order = order.into_inner().unwrap();
                let mut sorted = order.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, pairs);
                for body in (0..count as u32).filter(|&body| moves(body)) {
                    let of = |list: &[[u32; 2]]| {
                        list.iter().copied().filter(|pair| pair.contains(&body)).collect::<Vec<_>>()
                    };
                    assert_eq!(of(&order), of(&by_colour), "body {body} of {count}, {threads} threads");
                }
            }
        }
    }

    #[test]
    fn pair_schedule_stops_waiting_for_a_thread_that_panicked() {
        let bodies = vec![Body::default(); 2];
        let layout = Layout::new(&Level { bodies, ..Level::default() });
        let mut tasks = PairSchedule::default();
        tasks.assign(&layout, &[[0, 1], [0, 1]], &[0, 1], 2);
        let part = tasks.parts().find(|part| part.tasks.len() == 2).unwrap();
        std::thread::scope(|scope| {
            let waits = scope.spawn(move || part.begin(&part.tasks[1]));
            let fails = scope.spawn(move || {
                let _watch = part.watch();
                panic!("deliberate failure of a test");
            });
            assert!(fails.join().is_err() && waits.join().is_err());
        });
    }
}
