//! Signal handler: SIGTERM, SIGINT and SIGHUP write the journal, then the program ends as usual. A SIGHUP that was
//! ignored at the start (`nohup`) stays ignored.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::time::Duration;

/// Maximum time for writing the journal.
const PATIENCE: Duration = Duration::from_secs(5);

/// Calls `flush` on a termination signal, then ends the program.
///
/// # Errors
/// The system's message if no handler can be installed.
pub fn flush_on_signals(flush: impl Fn(Duration) + Send + 'static) -> std::io::Result<()> {
    let mut handled = vec![SIGTERM, SIGINT];
    if crate::signals::is_hangup_ignored() != Some(true) {
        handled.push(SIGHUP);
    }
    let mut signals = Signals::new(handled)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            flush(PATIENCE);
            let _ = emulate_default_handler(signal);
        }
    })?;
    Ok(())
}
