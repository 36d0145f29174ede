//! A store in memory for tests: windows that are killed, a quota, and records that a user cannot reach.

use super::{Answer, Lock, Store, ready};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What all windows share.
#[derive(Default)]
struct SharedRecords {
    records: BTreeMap<String, Vec<u8>>,
    /// MemoryLock locks and their owners.
    locks: BTreeMap<String, String>,
    killed: BTreeSet<String>,
    /// Maximum number of bytes.
    quota: Option<usize>,
}

/// The store as one window sees it.
#[derive(Clone)]
pub struct MemoryStore {
    shared: Arc<Mutex<SharedRecords>>,
    owner: String,
}

/// Releases the lock.
struct MemoryLock(MemoryStore, String);

impl Drop for MemoryLock {
    fn drop(&mut self) {
        let (store, name) = (&self.0, &self.1);
        let mut shared = store.shared();
        if shared.locks.get(name) == Some(&store.owner) {
            shared.locks.remove(name);
        }
    }
}

impl MemoryStore {
    /// A new store, seen by the window `owner`.
    pub fn new(owner: &str) -> Self {
        Self { shared: Arc::default(), owner: owner.to_owned() }
    }

    /// The same store, seen by another window.
    pub fn window(&self, owner: &str) -> Self {
        Self { shared: self.shared.clone(), owner: owner.to_owned() }
    }

    fn shared(&self) -> MutexGuard<'_, SharedRecords> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Kills this window: its locks are released and nothing that it still does has an effect.
    pub fn kill(&self) {
        let mut shared = self.shared();
        shared.killed.insert(self.owner.clone());
        shared.locks.retain(|_, owner| *owner != self.owner);
    }

    /// Limits the number of bytes of all records.
    pub fn set_quota(&self, bytes: Option<usize>) {
        self.shared().quota = bytes;
    }

    /// Writes a record as another program would.
    pub fn put(&self, name: &str, contents: &[u8]) {
        self.shared().records.insert(name.to_owned(), contents.to_vec());
    }

    /// Names of all records.
    pub fn names(&self) -> Vec<String> {
        self.shared().records.keys().cloned().collect()
    }

    /// Contents of a record.
    pub fn contents(&self, name: &str) -> Option<Vec<u8>> {
        self.shared().records.get(name).cloned()
    }

    fn change<T: Default>(&self, change: impl FnOnce(&mut SharedRecords) -> T) -> T {
        let mut shared = self.shared();
        if shared.killed.contains(&self.owner) { T::default() } else { change(&mut shared) }
    }
}

impl Store for MemoryStore {
    fn list(&self) -> Answer<'_, Result<Vec<String>, String>> {
        ready(Ok(self.names()))
    }

    fn read<'a>(&'a self, name: &'a str) -> Answer<'a, Result<Option<Vec<u8>>, String>> {
        ready(Ok(self.contents(name)))
    }

    fn write<'a>(&'a self, name: &'a str, contents: &'a [u8]) -> Answer<'a, Result<(), String>> {
        let mut shared = self.shared();
        let others = shared.records.iter().filter(|(other, _)| *other != name);
        let bytes = others.map(|(_, contents)| contents.len()).sum::<usize>() + contents.len();
        if shared.quota.is_some_and(|quota| bytes > quota) {
            return ready(Err("the quota is used up".to_owned()));
        }
        if !shared.killed.contains(&self.owner) {
            shared.records.insert(name.to_owned(), contents.to_vec());
        }
        ready(Ok(()))
    }

    fn rename<'a>(&'a self, from: &'a str, to: &'a str) -> Answer<'a, Result<(), String>> {
        self.change(|shared| {
            if let Some(contents) = shared.records.remove(from) {
                shared.records.insert(to.to_owned(), contents);
            }
        });
        ready(Ok(()))
    }

    fn remove<'a>(&'a self, name: &'a str) -> Answer<'a, ()> {
        self.change(|shared| drop(shared.records.remove(name)));
        ready(())
    }

    fn has<'a>(&'a self, name: &'a str) -> Answer<'a, bool> {
        let shared = self.shared();
        ready(shared.records.contains_key(name) || shared.locks.contains_key(name))
    }

    fn lock<'a>(&'a self, name: &'a str) -> Answer<'a, Result<Option<Lock>, String>> {
        let is_taken = self.change(|shared| {
            let is_free = !shared.locks.contains_key(name);
            if is_free {
                shared.locks.insert(name.to_owned(), self.owner.clone());
            }
            is_free
        });
        let held = || -> Lock { Box::new(MemoryLock(self.clone(), name.to_owned())) };
        ready(Ok(is_taken.then(held)))
    }

    fn owner(&self) -> String {
        self.owner.clone()
    }

    fn title(&self) -> String {
        "memory".to_owned()
    }

    fn path_of(&self, name: &str) -> PathBuf {
        PathBuf::from(name)
    }

    fn has_files(&self) -> bool {
        false
    }
}
