//! Measurement in benches: processor time of this thread, memory in use, medians.
#![allow(dead_code, reason = "each bench uses some of it")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Allocator that counts the bytes in use and their maximum.
struct Weighing;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

impl Weighing {
    fn add(bytes: usize) {
        let now = IN_USE.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if now > MOST.load(Ordering::Relaxed) {
            MOST.fetch_max(now, Ordering::Relaxed);
        }
    }
}

// SAFETY: every call is forwarded unchanged to the system allocator.
unsafe impl GlobalAlloc for Weighing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::add(layout.size());
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Self::add(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }
    // As in the default implementation: the system allocator moves large blocks without copying.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        Self::add(size);
        unsafe { System.realloc(pointer, layout, size) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Weighing = Weighing;

/// Bytes in use by the whole program.
pub fn bytes_in_use() -> usize {
    IN_USE.load(Ordering::Relaxed)
}

/// Maximum of the bytes in use during the work, minus those before it.
pub fn most_bytes(work: &mut dyn FnMut()) -> usize {
    let before = bytes_in_use();
    MOST.store(before, Ordering::Relaxed);
    work();
    MOST.load(Ordering::Relaxed) - before
}

/// True if only the start is tested: `cargo test --benches`, `cargo bench -- --list`.
pub fn is_only_asked_to_start() -> bool {
    std::env::args().any(|argument| argument == "--test" || argument == "--list")
}

/// The median.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Milliseconds of processor time.
pub fn cost(work: &mut dyn FnMut()) -> f64 {
    let start = processor_time();
    work();
    (processor_time() - start) * 1e3
}

/// Seconds of processor time of this thread, which other load hardly affects.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn processor_time() -> f64 {
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    }
    const OF_THIS_THREAD: i32 = 3;
    let mut time = [0; 2];
    // SAFETY: the C library's declaration on 64-bit Linux, seconds and nanoseconds.
    let outcome = unsafe { clock_gettime(OF_THIS_THREAD, &raw mut time) };
    assert_eq!(outcome, 0, "the clock of a thread");
    time[0] as f64 + time[1] as f64 * 1e-9
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn processor_time() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}
