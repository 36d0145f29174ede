//! Signals that end long work early: SIGINT (Ctrl-C), SIGTERM and SIGHUP.
//!
//! The first signal sets a flag that the work tests, so that it finishes its files. A second SIGINT or SIGTERM ends the
//! program at once. A second SIGHUP does not: a terminal that closes may send several.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// True once the work shall end.
#[derive(Clone, Default)]
pub(super) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Installs the handlers. Where the system refuses one, the signal ends the program at once.
    pub fn listen() -> Self {
        let cancel = Self::default();
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag unset, and sets it.
            let _ = flag::register_conditional_shutdown(signal, 130, cancel.0.clone());
            let _ = flag::register(signal, cancel.0.clone());
        }
        // Not under `nohup`, and not where it cannot be known.
        #[cfg(unix)]
        if crate::signals::is_hangup_ignored() == Some(false) {
            let _ = flag::register(signal_hook::consts::SIGHUP, cancel.0.clone());
        }
        cancel
    }

    /// True if a signal or [`Cancel::want`] has ended the work.
    pub fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Ends the work.
    pub fn want(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
