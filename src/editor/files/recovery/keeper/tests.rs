//! Tests of the journal writer with failing disks and signals.

use super::*;
use crate::editor::files::store::{FolderStore, WriteRecord};
use crate::level::format::replace;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

const TIMING: Timing = Timing { delay: Duration::ZERO, retry: Duration::from_millis(40) };

fn keeper(folder: &Path, timing: Timing, write: WriteRecord, wake: impl Fn() + Send + 'static) -> Keeper {
    Keeper::start(Arc::new(FolderStore::writing_with(folder, write)), timing, wake)
}

fn kept() -> JournalContent {
    JournalContent { level: Arc::new(Level::default()), name: "n".to_owned(), path: None, replaces: Vec::new() }
}

fn wait(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(20), "never: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn journals(folder: &Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    entries.filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|it| it == JOURNAL)).count()
}

#[test]
fn full_disk_is_reported_and_the_write_is_repeated() {
    static IS_FULL: AtomicBool = AtomicBool::new(true);
    static ATTEMPTS: AtomicU32 = AtomicU32::new(0);
    fn write(path: &Path, contents: &[u8]) -> Result<(), String> {
        ATTEMPTS.fetch_add(1, Ordering::Relaxed);
        if IS_FULL.load(Ordering::Relaxed) {
            Err("no space left on device".to_owned())
        } else {
            replace(path, contents)
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let wakes = Arc::new(AtomicU32::new(0));
    let counted = wakes.clone();
    let keeper = keeper(folder.path(), TIMING, write, move || {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(keeper.write_failure(), None);
    keeper.keep(kept());
    wait("trouble", || keeper.write_failure().is_some_and(|failure| failure.reason.contains("no space left")));
    wait("three attempts", || ATTEMPTS.load(Ordering::Relaxed) >= 3);
    assert_eq!(journals(folder.path()), 0);
    IS_FULL.store(false, Ordering::Relaxed);
    wait("written", || keeper.write_failure().is_none() && journals(folder.path()) == 1);
    assert!(wakes.load(Ordering::Relaxed) >= 2, "the window is painted when a failure comes and goes");
    keeper.end();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn deleted_folder_is_created_again() {
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().join("data/recovery");
    let keeper = keeper(&folder, TIMING, replace, || {});
    keeper.keep(kept());
    wait("written", || journals(&folder) == 1);
    std::fs::remove_dir_all(above.path().join("data")).unwrap();
    wait("written again without a change", || journals(&folder) == 1);
    assert!(super::super::look(&folder).is_empty(), "the lock is there again too");
    keeper.end();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn folder_failure_is_reported_at_the_start_and_retried() {
    let above = tempfile::tempdir().unwrap();
    let blocker = above.path().join("data");
    std::fs::write(&blocker, "a file where the folder should be").unwrap();
    let keeper = keeper(&blocker.join("recovery"), TIMING, replace, || {});
    assert!(keeper.write_failure().is_some());
    keeper.keep(kept());
    std::thread::sleep(TIMING.retry * 2);
    assert!(keeper.write_failure().is_some());
    std::fs::remove_file(&blocker).unwrap();
    wait("written", || keeper.write_failure().is_none() && journals(&blocker.join("recovery")) == 1);
    keeper.end();
}

/// Environment variable with the journal folder of the child process that runs this test.
#[cfg(unix)]
const FOLDER: &str = "BLOBSMITH_TEST_SIGNAL_FOLDER";

#[cfg(unix)]
fn wait_for_a_signal(folder: &Path) {
    let timing = Timing { delay: Duration::from_secs(3600), retry: Duration::from_secs(3600) };
    let keeper = keeper(folder, timing, replace, || {});
    keeper.keep(kept());
    super::super::signals::flush_on_signals(keeper.flusher()).unwrap();
    std::fs::write(folder.join("ready"), "").unwrap();
    std::thread::sleep(Duration::from_secs(60));
}

#[test]
#[cfg(unix)]
fn signals_write_the_journal_before_the_program_ends() {
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;
    if let Some(folder) = std::env::var_os(FOLDER) {
        return wait_for_a_signal(Path::new(&folder));
    }
    let own = "signals_write_the_journal_before_the_program_ends";
    for (signal, number) in [("-TERM", 15), ("-INT", 2), ("-HUP", 1)] {
        // Under `nohup` the program must live on; see `signals`.
        if number == 1 && crate::signals::is_hangup_ignored() == Some(true) {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([own, "--nocapture"])
            .env(FOLDER, folder.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        wait("ready", || folder.path().join("ready").exists());
        assert_eq!(journals(folder.path()), 0, "the delay is not over");
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        assert_eq!(journals(folder.path()), 1, "{signal}");
    }
}

#[test]
fn flush_writes_before_the_delay_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let timing = Timing { delay: Duration::from_secs(3600), retry: Duration::from_secs(3600) };
    let keeper = keeper(folder.path(), timing, replace, || {});
    keeper.keep(kept());
    assert_eq!(journals(folder.path()), 0);
    keeper.flusher()(Duration::from_secs(20));
    assert_eq!(journals(folder.path()), 1);
}
