//! State of the recent files, queried in a thread because a disk may be slow.

use egui::Context;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::SystemTime;

/// State of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The file exists.
    There {
        /// Modification time, if known.
        modified: Option<SystemTime>,
        /// Size in bytes.
        bytes: u64,
    },
    /// The file is missing or unreachable.
    Gone,
}

/// Cached states of the recent files.
pub struct Recents {
    known: BTreeMap<PathBuf, Fate>,
    sender: Sender<Option<(PathBuf, Fate)>>,
    receiver: Receiver<Option<(PathBuf, Fate)>>,
    is_looking: bool,
    /// UI frame in which the list was last shown.
    shown: u64,
}

impl Default for Recents {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { known: BTreeMap::new(), sender, receiver, is_looking: false, shown: 0 }
    }
}

/// Queries the file system.
pub fn fate(path: &Path) -> Fate {
    match std::fs::metadata(path) {
        Ok(about) if about.is_file() => Fate::There { modified: about.modified().ok(), bytes: about.len() },
        _ => Fate::Gone,
    }
}

impl Recents {
    /// Called while the list is visible; refreshes the states when it becomes visible.
    pub fn show(&mut self, ctx: &Context, paths: &[PathBuf]) {
        let now = ctx.cumulative_pass_nr();
        let is_new = self.shown == 0 || self.shown + 1 < now;
        self.shown = now;
        if is_new || paths.iter().any(|path| !self.known.contains_key(path)) {
            self.look(ctx, paths);
        }
    }

    fn look(&mut self, ctx: &Context, paths: &[PathBuf]) {
        if self.is_looking || paths.is_empty() || cfg!(target_arch = "wasm32") {
            return;
        }
        self.is_looking = true;
        let (sender, ctx, paths) = (self.sender.clone(), ctx.clone(), paths.to_vec());
        std::thread::spawn(move || {
            for path in paths {
                let fate = fate(&path);
                if sender.send(Some((path, fate))).is_err() {
                    return;
                }
                ctx.request_repaint();
            }
            let _ = sender.send(None);
        });
    }

    /// Processes the results.
    pub fn collect(&mut self) {
        for found in self.receiver.try_iter() {
            match found {
                Some((path, fate)) => drop(self.known.insert(path, fate)),
                None => self.is_looking = false,
            }
        }
    }

    /// State of a file; `None` while unknown.
    pub fn fate(&self, path: &Path) -> Option<&Fate> {
        self.known.get(path)
    }

    /// True if a file is known to be missing.
    pub fn is_gone(&self, path: &Path) -> bool {
        self.fate(path) == Some(&Fate::Gone)
    }
}

/// Seconds since 1970; 0 for earlier times.
pub fn seconds(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The present time in seconds since 1970.
pub fn now() -> u64 {
    web_time::SystemTime::now().duration_since(web_time::SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Age as text; `then` and `now` in seconds since 1970.
pub fn ago(then: u64, now: u64) -> String {
    let some = |count: u64, unit: &str| format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" });
    match now.saturating_sub(then) {
        0..60 => "just now".to_owned(),
        past @ 60..3600 => some(past / 60, "minute"),
        past @ 3600..86_400 => some(past / 3600, "hour"),
        past @ 86_400..1_209_600 => some(past / 86_400, "day"),
        _ => date(then),
    }
}

/// The UTC date as `2026-02-03`.
fn date(seconds: u64) -> String {
    // Days since 1 March of year 0, in cycles of 400 years (146,097 days).
    let days = seconds / 86_400 + 719_468;
    let (cycle, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{date:02}", cycle * 400 + year + carry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ago_rounds_down_to_the_largest_unit() {
        let now = 1_790_000_000;
        let said = [0, 59, 60, 7_199, 86_399, 86_400, 3 * 86_400].map(|past| ago(now - past, now));
        let expected =
            ["just now", "just now", "1 minute ago", "1 hour ago", "23 hours ago", "1 day ago", "3 days ago"];
        assert_eq!(said, expected);
        // The clock was set back.
        assert_eq!(ago(now + 5, now), "just now");
    }

    #[test]
    fn date_matches_the_gregorian_calendar() {
        // Expected values from `date -u -d @N +%F`.
        let known = [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_709_164_800, "2024-02-29"),
            (1_735_689_599, "2024-12-31"),
            (4_102_444_800, "2100-01-01"),
            (4_107_542_400, "2100-03-01"),
        ];
        for (seconds, day) in known {
            assert_eq!(date(seconds), day);
        }
    }
}
