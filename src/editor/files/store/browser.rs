//! Records in the database of a web browser (IndexedDB), locks as Web Locks, which end with the tab.

use super::{Answer, Lock, Store};
use js_sys::{Array, Uint8Array};
use std::path::PathBuf;
use std::time::Duration;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/web/editor/files.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = listRecords)]
    async fn list_records() -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = readRecord)]
    async fn read_record(name: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = writeRecord)]
    async fn write_record(name: &str, contents: Uint8Array) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = renameRecord)]
    async fn rename_record(from: &str, to: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = removeRecord)]
    async fn remove_record(name: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = hasRecord)]
    async fn has_record(name: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = lockRecord)]
    async fn lock_record(name: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = unlockRecord)]
    fn unlock_record(name: &str);
    #[wasm_bindgen(js_name = tabId)]
    fn tab_id() -> String;
    #[wasm_bindgen(js_name = pause)]
    async fn pause_for(milliseconds: f64);
    /// Ends all pauses.
    pub fn wake();
}

/// Waits, at most until [`wake`] is called.
pub async fn pause(time: Duration) {
    pause_for(time.as_secs_f64() * 1e3).await;
}

/// The reason of a failure.
pub fn reason(error: &JsValue) -> String {
    error.as_string().unwrap_or_else(|| format!("{error:?}"))
}

/// The storage of this page in the browser.
pub struct BrowserStore {
    owner: String,
}

impl BrowserStore {
    /// The storage, seen by this tab.
    pub fn new() -> Self {
        Self { owner: tab_id() }
    }
}

/// Releases a lock.
struct TabLock(String);

impl Drop for TabLock {
    fn drop(&mut self) {
        unlock_record(&self.0);
    }
}

impl Store for BrowserStore {
    fn list(&self) -> Answer<'_, Result<Vec<String>, String>> {
        Box::pin(async {
            let names = list_records().await.map_err(|error| reason(&error))?;
            Ok(Array::from(&names).iter().filter_map(|name| name.as_string()).collect())
        })
    }

    fn read<'a>(&'a self, name: &'a str) -> Answer<'a, Result<Option<Vec<u8>>, String>> {
        Box::pin(async move {
            let read = read_record(name).await.map_err(|error| reason(&error))?;
            Ok((!read.is_null()).then(|| Uint8Array::new(&read).to_vec()))
        })
    }

    fn write<'a>(&'a self, name: &'a str, contents: &'a [u8]) -> Answer<'a, Result<(), String>> {
        let contents = Uint8Array::from(contents);
        Box::pin(async move { write_record(name, contents).await.map(drop).map_err(|error| reason(&error)) })
    }

    fn rename<'a>(&'a self, from: &'a str, to: &'a str) -> Answer<'a, Result<(), String>> {
        Box::pin(async move { rename_record(from, to).await.map(drop).map_err(|error| reason(&error)) })
    }

    fn remove<'a>(&'a self, name: &'a str) -> Answer<'a, ()> {
        // One that cannot be removed is found again at the next start.
        Box::pin(async move { drop(remove_record(name).await) })
    }

    fn has<'a>(&'a self, name: &'a str) -> Answer<'a, bool> {
        Box::pin(async move { has_record(name).await.is_ok_and(|has| has.is_truthy()) })
    }

    fn lock<'a>(&'a self, name: &'a str) -> Answer<'a, Result<Option<Lock>, String>> {
        Box::pin(async move {
            let taken = lock_record(name).await.map_err(|error| reason(&error))?;
            Ok(taken.is_truthy().then(|| -> Lock { Box::new(TabLock(name.to_owned())) }))
        })
    }

    fn owner(&self) -> String {
        self.owner.clone()
    }

    fn title(&self) -> String {
        "the storage of this browser".to_owned()
    }

    fn path_of(&self, name: &str) -> PathBuf {
        PathBuf::from(name)
    }

    fn has_files(&self) -> bool {
        false
    }
}
