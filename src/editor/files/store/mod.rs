//! Named records that outlive the window: one trait for folders on disk and for the storage of a web browser.
//!
//! Browsers answer later, so every method returns an [`Answer`]. Answers of a folder are complete at once.

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod folder;
#[cfg(test)]
pub mod memory;

#[cfg(target_arch = "wasm32")]
pub use browser::{BrowserStore, reason};
#[cfg(not(target_arch = "wasm32"))]
pub use folder::{FolderStore, WriteRecord};

use std::any::Any;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// What a store returns: complete at once, or later in a browser.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// A held lock; dropping it, or the end of the window, releases it.
pub type Lock = Box<dyn Any + Send>;

/// A store that several windows share.
pub type SharedStore = Arc<dyn Store>;

/// Records by name. Reasons of errors are sentences without full stop.
pub trait Store: Send + Sync {
    /// Names of all records, sorted. Locks can be among them.
    fn list(&self) -> Answer<'_, Result<Vec<String>, String>>;

    /// Contents of a record; `None` if there is no such record.
    fn read<'a>(&'a self, name: &'a str) -> Answer<'a, Result<Option<Vec<u8>>, String>>;

    /// Replaces a record atomically.
    fn write<'a>(&'a self, name: &'a str, contents: &'a [u8]) -> Answer<'a, Result<(), String>>;

    /// Renames a record.
    fn rename<'a>(&'a self, from: &'a str, to: &'a str) -> Answer<'a, Result<(), String>>;

    /// Removes a record, if it exists.
    fn remove<'a>(&'a self, name: &'a str) -> Answer<'a, ()>;

    /// True if the record or lock exists.
    fn has<'a>(&'a self, name: &'a str) -> Answer<'a, bool>;

    /// Takes a lock by name; `None` if another window holds it.
    fn lock<'a>(&'a self, name: &'a str) -> Answer<'a, Result<Option<Lock>, String>>;

    /// Id of this window, without dashes; no other running window has it.
    fn owner(&self) -> String;

    /// Where the store is, for messages.
    fn title(&self) -> String;

    /// Path of a record, for messages.
    fn path_of(&self, name: &str) -> PathBuf;

    /// True if the user can reach the records as files. Otherwise the window offers unreadable ones as downloads.
    fn has_files(&self) -> bool;
}

/// An answer that is complete.
pub fn ready<'a, T: 'a>(value: T) -> Answer<'a, T> {
    Box::pin(std::future::ready(value))
}

/// Waits for an answer on a system whose answers are complete at once.
#[cfg(not(target_arch = "wasm32"))]
pub fn wait<T>(answer: impl Future<Output = T>) -> T {
    use std::task::{Context, Poll, Waker};
    let mut answer = std::pin::pin!(answer);
    loop {
        if let Poll::Ready(value) = answer.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
        std::thread::yield_now();
    }
}

/// Runs work that nothing waits for: at once, or later in a browser.
pub fn finish(work: impl Future<Output = ()> + 'static) {
    #[cfg(not(target_arch = "wasm32"))]
    wait(work);
    #[cfg(target_arch = "wasm32")]
    wasm_bindgen_futures::spawn_local(work);
}

/// Runs work in a thread; in a browser, in the page between UI frames.
///
/// # Errors
/// The system's message if the thread cannot start.
#[cfg(not(target_arch = "wasm32"))]
pub fn in_background(
    name: &str,
    work: impl FnOnce() -> Answer<'static, ()> + Send + 'static,
) -> std::io::Result<std::thread::JoinHandle<()>> {
    std::thread::Builder::new().name(name.to_owned()).spawn(move || wait(work()))
}

/// The next message, at most until the timeout.
#[cfg(not(target_arch = "wasm32"))]
pub async fn receive<T>(orders: &Receiver<T>, timeout: Option<Duration>) -> Result<T, RecvTimeoutError> {
    match timeout {
        Some(timeout) => orders.recv_timeout(timeout),
        None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
    }
}

/// The next message, at most until the timeout. [`wake`] ends the pause between two looks.
#[cfg(target_arch = "wasm32")]
pub async fn receive<T>(orders: &Receiver<T>, timeout: Option<Duration>) -> Result<T, RecvTimeoutError> {
    use std::sync::mpsc::TryRecvError;
    let end = timeout.map(|timeout| web_time::Instant::now() + timeout);
    loop {
        match orders.try_recv() {
            Ok(order) => return Ok(order),
            Err(TryRecvError::Disconnected) => return Err(RecvTimeoutError::Disconnected),
            Err(TryRecvError::Empty) => {}
        }
        let left = end.map(|end| end.saturating_duration_since(web_time::Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(RecvTimeoutError::Timeout);
        }
        browser::pause(left.unwrap_or(Duration::from_secs(60))).await;
    }
}

/// Called after a message was sent to a receiver that waits in [`receive`].
pub fn wake() {
    #[cfg(target_arch = "wasm32")]
    browser::wake();
}

/// Waits.
#[cfg(target_arch = "wasm32")]
pub use browser::pause;
