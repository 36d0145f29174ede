//! Reads files in the background and watches them: each is read again when its contents change.

#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(not(target_arch = "wasm32"))]
mod watching;

#[cfg(target_arch = "wasm32")]
pub use page::PageReader as FileReader;
#[cfg(not(target_arch = "wasm32"))]
pub use watching::WatchingReader as FileReader;

use std::sync::Arc;

/// A file as read, or why it cannot be read; the text continues the path of the file.
pub type ReadFile<T> = Result<Arc<T>, String>;
