//! Recovery on a store whose records are not files, as in a browser.

use super::*;
use crate::editor::document::Edit;
use crate::editor::files::store::memory::MemoryStore;
use std::sync::mpsc::TryRecvError;
use std::time::Instant;

const TIMING: Timing = Timing { delay: Duration::ZERO, retry: Duration::from_millis(20) };

fn window(store: &MemoryStore) -> Recovery {
    Recovery::within(Arc::new(store.clone()), &Context::default(), TIMING)
}

/// A level with an unsaved name.
fn document(name: &str) -> Document {
    let mut document = Document::new(Level::default(), None);
    let name = name.to_owned();
    let rename = |level: &mut Level| {
        level.name = name;
        Ok(())
    };
    assert_eq!(document.apply(Edit::new("Rename", rename)), Ok(true));
    document
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(20), "never: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Names of the levels that a search in this window offers.
fn offered(store: &MemoryStore) -> Vec<String> {
    let shared: SharedStore = Arc::new(store.clone());
    let found = store::wait(search(&shared)).into_iter();
    found
        .map(|found| if let RecoveredJournals::Work(left) = found { left.level.name.clone() } else { panic!() })
        .collect()
}

#[test]
fn windows_keep_separate_journals_and_offer_those_of_killed_ones() {
    let store = MemoryStore::new("a");
    let stores = ["a", "b", "c"].map(|owner| store.window(owner));
    let [mut first, mut second] = [&stores[0], &stores[1]].map(window);
    // A late search of the second window would take the work of the first.
    let has_searched = |window: &Recovery| matches!(window.finds.try_recv(), Err(TryRecvError::Disconnected));
    until("searches", || has_searched(&first) && has_searched(&second));
    first.keep(&document("one"));
    second.keep(&document("two"));
    until("two journals", || stores[0].names() == ["a-0.journal", "b-0.journal"]);
    assert_eq!(offered(&stores[2]), [""; 0], "both windows run");
    stores[0].kill();
    assert_eq!(offered(&stores[2]), ["one"]);
    // The killed window's thread may still run; the store ignores it.
    drop(first);
    assert_eq!(offered(&stores[2]), ["one"]);
    second.end();
    assert_eq!(stores[2].names(), ["a-0.journal"]);
}

#[test]
fn restored_work_is_in_one_journal_at_any_time() {
    let old = MemoryStore::new("a");
    let mut killed = window(&old);
    killed.keep(&document("work"));
    until("written", || old.names() == ["a-0.journal"]);
    old.kill();
    let new = old.window("b");
    let mut recovery = window(&new);
    until("found", || {
        assert_eq!(recovery.collect(), [""; 0]);
        !recovery.found.is_empty()
    });
    let left = &recovery.found[0];
    let (id, level) = (left.id, left.level.clone());
    assert_eq!(left.difference, "never saved: empty");
    recovery.adopt(id);
    assert_eq!(new.names(), ["a-0.journal"], "until the own journal holds it");
    recovery.keep(&Document::recovered(Level::clone(&level), None));
    until("moved", || new.names() == ["b-0.journal"]);
    new.kill();
    assert_eq!(offered(&new.window("c")), ["work"]);
}

#[test]
fn unreadable_records_are_reported_and_kept_until_they_are_deleted() {
    let store = MemoryStore::new("a");
    store.put("x-0.journal", b"blobsmith recovery 9\n{}\n");
    store.put("photo", b"of another program");
    for owner in ["b", "c"] {
        let mut recovery = window(&store.window(owner));
        until("reported", || {
            recovery.collect();
            recovery.damaged.len() == 2
        });
        let names: Vec<_> = recovery.damaged.iter().map(|(name, _)| name.as_str()).collect();
        assert!(names.contains(&"x-0.damaged") && names.contains(&"photo"), "{names:?}");
    }
    assert_eq!(store.contents("x-0.damaged").as_deref(), Some(&b"blobsmith recovery 9\n{}\n"[..]));
    let mut recovery = window(&store.window("d"));
    recovery.forget_damaged("photo");
    assert_eq!(store.names(), ["x-0.damaged"]);
}

#[test]
fn used_up_quota_is_reported_and_keeps_the_last_journal() {
    let store = MemoryStore::new("a");
    let mut recovery = window(&store);
    recovery.keep(&document("one"));
    until("written", || store.names() == ["a-0.journal"]);
    let written = store.contents("a-0.journal");
    store.set_quota(Some(10));
    recovery.keep(&document("two"));
    until("reported", || {
        recovery.write_failure().is_some_and(|failure| failure.reason == "memory: the quota is used up")
    });
    assert_eq!(store.contents("a-0.journal"), written);
    store.set_quota(None);
    until("written again", || recovery.write_failure().is_none() && store.contents("a-0.journal") != written);
    store.kill();
    assert_eq!(offered(&store.window("b")), ["two"]);
}
