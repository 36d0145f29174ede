//! Ctrl-C for work that takes long: the first one asks it to come to an end, the second ends the program.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// True once Ctrl-C was pressed.
#[derive(Clone, Default)]
pub(super) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Starts to listen. If the system does not allow that, Ctrl-C ends the program as usual.
    pub fn listen() -> Self {
        let cancel = Self::default();
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag unset, and sets it.
            let _ = flag::register_conditional_shutdown(signal, 130, cancel.0.clone());
            let _ = flag::register(signal, cancel.0.clone());
        }
        cancel
    }

    /// Whether it is wanted.
    pub fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Wants it.
    pub fn want(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
