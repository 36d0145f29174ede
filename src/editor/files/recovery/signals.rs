//! SIGTERM, SIGINT and SIGHUP write the journal before the program ends as it would without.
//! A SIGHUP that was ignored at the start (`nohup`) stays ignored.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::time::Duration;

/// Time that a disk has to take the journal.
const PATIENCE: Duration = Duration::from_secs(5);

/// Calls `flush` when a signal asks the program to end, then lets it end.
///
/// # Errors
/// What the system says, where no handler can be installed.
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
