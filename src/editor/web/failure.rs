//! The page after a panic: what failed, and the last level to download.

use super::page;
use crate::level::Level;
use crate::level::format::{self, TextFormat};
use eframe::wasm_bindgen::JsValue;
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    static LAST: RefCell<Option<(String, Arc<Level>)>> = const { RefCell::new(None) };
}

/// Remembers the level that the page offers after a panic. Called once per UI frame.
pub fn remember(name: &str, level: &Arc<Level>) {
    LAST.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|(_, known)| !Arc::ptr_eq(known, level)) {
            *last = Some((name.to_owned(), level.clone()));
        }
    });
}

/// The last level as `{name, text}`; `null` if there is none.
fn last_level() -> JsValue {
    // A panic while the level is being remembered leaves nothing to offer.
    let last = LAST.with(|last| last.try_borrow().ok().and_then(|last| last.clone()));
    last.map_or(JsValue::NULL, |(name, level)| {
        super::json(&serde_json::json!({
            "name": crate::editor::files::file_name(&name),
            "text": format::write(&level, TextFormat::Ron),
        }))
    })
}

/// Shows the page `failed` of `web/page.js` on a panic. The page takes the last level by `lastLevel`, also after failures
/// without a panic: a trap, or an exception of the browser that has passed through the program.
pub fn install() {
    page::offer("lastLevel", |_| last_level());
    std::panic::set_hook(Box::new(|panic| {
        page::call("failed", &[panic.to_string().into()]);
    }));
}
