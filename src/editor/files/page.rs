//! Files of a web page: what the user opens is read into memory by path; saving writes through a handle where the browser
//! has the File System Access API, and offers a download elsewhere.

use super::store::reason;
use super::task::Finish;
use super::{Files, Pending};
use crate::level::Level;
use crate::level::format::page_files;
use egui::Context;
use js_sys::{Array, Uint8Array};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/web/editor/files.js")]
extern "C" {
    /// True if the browser can write files where the user chooses.
    #[wasm_bindgen(js_name = canSaveInPlace)]
    pub fn can_save_in_place() -> bool;
    #[wasm_bindgen(catch, js_name = pickFile)]
    async fn pick_file_js(kind: &str, endings: Array, is_kept: bool) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = pickFolder)]
    async fn pick_folder_js() -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = pickTarget)]
    async fn pick_target_js(kind: &str, endings: Array, name: &str, is_kept: bool) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = readAgain)]
    async fn read_again_js(path: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = writeFile)]
    async fn write_file_js(
        path: &str,
        contents: Uint8Array,
        is_forced: bool,
        is_kept: bool,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = downloadRecord)]
    async fn download_record_js(name: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = setUnsaved)]
    fn set_unsaved(value: bool);
    #[wasm_bindgen(js_name = onLeave)]
    fn on_leave(callback: &Closure<dyn FnMut()>);
    #[wasm_bindgen(js_name = onDrop)]
    fn on_drop(callback: &Closure<dyn FnMut(JsValue, JsValue)>);
}

/// What became of a written file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is on disk.
    Saved,
    /// Another program has changed it, and nothing was written.
    Changed,
    /// It was handed to the browser, which does not tell where it went.
    Downloaded,
}

/// A level that was downloaded, until the user confirms that the file has arrived.
pub struct HandedOver {
    /// Number of the document.
    pub document: u64,
    /// Path of the file in the page.
    pub path: PathBuf,
    /// The level of the document when the file was written.
    pub state: Arc<Level>,
    /// Request to perform after the confirmation.
    pub then: Option<Pending>,
}

/// The name of a download, while the user types it.
pub struct NamedDownload {
    /// The name.
    pub name: String,
    /// Request to perform after the confirmation.
    pub then: Option<Pending>,
}

/// State of the files of a page.
pub struct PageFiles<A> {
    /// Takes the results of work that the browser does.
    finishes: (Sender<Finish<A>>, std::sync::mpsc::Receiver<Finish<A>>),
    /// Downloaded level without confirmation.
    pub handed: Option<HandedOver>,
    /// Open question for the name of a download.
    pub naming: Option<NamedDownload>,
    /// Levels of an opened folder, of which one is to be chosen.
    pub choice: Vec<PathBuf>,
    is_unsaved: bool,
}

impl<A> Default for PageFiles<A> {
    fn default() -> Self {
        Self { finishes: std::sync::mpsc::channel(), handed: None, naming: None, choice: Vec::new(), is_unsaved: false }
    }
}

impl<A> PageFiles<A> {
    /// Keeps the browser from leaving the page without a question while there are unsaved changes.
    pub fn follow(&mut self, is_unsaved: bool) {
        if self.is_unsaved != is_unsaved {
            self.is_unsaved = is_unsaved;
            set_unsaved(is_unsaved);
        }
    }
}

impl<A: 'static> Files<A> {
    /// Runs work of the browser; its result changes the window in a later UI frame.
    pub fn later(&self, ctx: &Context, work: impl Future<Output = Finish<A>> + 'static) {
        let (sender, ctx) = (self.page.finishes.0.clone(), ctx.clone());
        wasm_bindgen_futures::spawn_local(async move {
            if sender.send(work.await).is_ok() {
                ctx.request_repaint();
            }
        });
    }

    /// Results since the last call.
    pub fn finished(&self) -> Vec<Finish<A>> {
        self.page.finishes.1.try_iter().collect()
    }

    /// Listens to drops and to the end of the page, as long as the page lives.
    pub fn listen(&self, ctx: &Context, flush: impl FnMut() + 'static, drop: fn(&mut A, &Context, Dropped)) {
        let leave = Closure::<dyn FnMut()>::new(flush);
        on_leave(&leave);
        leave.forget();
        let (sender, ctx) = (self.page.finishes.0.clone(), ctx.clone());
        let dropped = Closure::<dyn FnMut(JsValue, JsValue)>::new(move |taken: JsValue, error: JsValue| {
            let dropped = match error.as_string() {
                Some(reason) => Err(reason),
                None => Ok(Array::from(&taken).iter().filter_map(|part| taken_into_memory(&part)).collect()),
            };
            if sender.send(Box::new(move |app, ctx| drop(app, ctx, dropped))).is_ok() {
                ctx.request_repaint();
            }
        });
        on_drop(&dropped);
        dropped.forget();
    }
}

/// Paths of dropped files and folders, or why they cannot be read.
pub type Dropped = Result<Vec<PathBuf>, String>;

/// Puts the files of a pick, `[path, [[path, contents]]]`, into memory; returns the path.
fn taken_into_memory(picked: &JsValue) -> Option<PathBuf> {
    let picked = Array::from(picked);
    for file in Array::from(&picked.get(1)).iter() {
        let file = Array::from(&file);
        page_files::put(Path::new(&file.get(0).as_string()?), Uint8Array::new(&file.get(1)).to_vec());
    }
    picked.get(0).as_string().map(PathBuf::from)
}

fn picked(result: Result<JsValue, JsValue>) -> Result<Option<PathBuf>, String> {
    let picked = result.map_err(|error| reason(&error))?;
    Ok(if picked.is_null() { None } else { taken_into_memory(&picked) })
}

fn list(endings: &[&str]) -> Array {
    endings.iter().map(|ending| JsValue::from_str(ending)).collect()
}

/// Lets the user pick a file. A kept one can be read again in later sessions.
pub async fn pick_file(kind: &str, endings: &[&str], is_kept: bool) -> Result<Option<PathBuf>, String> {
    picked(pick_file_js(kind, list(endings), is_kept).await)
}

/// Lets the user pick a folder.
pub async fn pick_folder() -> Result<Option<PathBuf>, String> {
    picked(pick_folder_js().await)
}

/// Lets the user choose where to write; without that choice, the path of a download.
pub async fn pick_target(kind: &str, endings: &[&str], name: &str, is_kept: bool) -> Result<Option<PathBuf>, String> {
    let target = pick_target_js(kind, list(endings), name, is_kept).await.map_err(|error| reason(&error))?;
    Ok(target.as_string().map(PathBuf::from))
}

/// Reads a file again, with the other files of its folder.
pub async fn read_again(path: &Path) -> Result<(), String> {
    picked(read_again_js(&path.to_string_lossy()).await).map(drop)
}

/// Writes a file as it is in memory. A forced write replaces changes of other programs.
pub async fn write_file(path: &Path, is_forced: bool, is_kept: bool) -> Result<Written, String> {
    let contents = Uint8Array::from(&*page_files::get(path).unwrap_or_default());
    let written = write_file_js(&path.to_string_lossy(), contents, is_forced, is_kept).await;
    match written.map_err(|error| reason(&error))?.as_string().as_deref() {
        Some("saved") => Ok(Written::Saved),
        Some("changed") => Ok(Written::Changed),
        _ => Ok(Written::Downloaded),
    }
}

/// Offers an unreadable record of the store as a download.
pub async fn download_record(name: &str) -> Result<(), String> {
    download_record_js(name).await.map(drop).map_err(|error| reason(&error))
}

/// Levels of an opened folder, sorted.
pub fn levels_below(folder: &Path) -> Vec<PathBuf> {
    let is_level = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "ron" || ending == "json");
    page_files::paths().into_iter().filter(|path| path.starts_with(folder) && is_level(path)).collect()
}

/// True if the page has read this file.
pub fn is_file(path: &Path) -> bool {
    page_files::size(path).is_some()
}
