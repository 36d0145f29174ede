//! Errors: objects of the class `Error` with the engine's message.

use blobsmith_engine::play::PlayError;
use wasm_bindgen::JsValue;

/// Result of a method; the error is thrown.
pub type Result<T> = std::result::Result<T, JsValue>;

/// The engine's error as an `Error`; errors of levels also have `place`, `line` and `column` where they are known.
pub fn thrown(error: PlayError) -> JsValue {
    let object = js_sys::Error::new(&error.to_string());
    let set = |name: &str, value: JsValue| {
        // Cannot fail: the object is new and can be extended.
        let _ = js_sys::Reflect::set(&object, &name.into(), &value);
    };
    if !error.place().is_empty() {
        set("place", error.place().into());
    }
    if let Some((line, column)) = error.position() {
        set("line", (line as f64).into());
        set("column", (column as f64).into());
    }
    object.into()
}

/// An argument of a wrong type: a `TypeError`.
pub fn wrong_type(message: &str) -> JsValue {
    js_sys::TypeError::new(message).into()
}
