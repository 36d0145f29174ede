//! Handles SIGINT (Ctrl-C), SIGTERM and SIGHUP during long work.
//!
//! The first signal sets a flag that the work polls, so that it completes its files. A second SIGINT or SIGTERM ends
//! the program at once. A second SIGHUP does not, because a closing terminal may send several.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to end the work.
#[derive(Clone, Default)]
pub(super) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Installs the handlers. If the system refuses one, that signal ends the program at once.
    pub fn listen() -> Self {
        let cancel = Self::default();
        for signal in [SIGINT, SIGTERM] {
            // The order matters: at the first signal the flag is still unset; the second handler then sets it.
            let _ = flag::register_conditional_shutdown(signal, 130, cancel.0.clone());
            let _ = flag::register(signal, cancel.0.clone());
        }
        // Not under `nohup`, and not if the disposition is unknown.
        #[cfg(unix)]
        if crate::signals::is_hangup_ignored() == Some(false) {
            let _ = flag::register(signal_hook::consts::SIGHUP, cancel.0.clone());
        }
        cancel
    }

    /// True after a signal.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
