//! Access to `window.blobsmith`, the object by which the page and the program call each other.

use eframe::wasm_bindgen::closure::Closure;
use eframe::wasm_bindgen::{JsCast, JsValue};

fn object() -> JsValue {
    js_sys::Reflect::get(&js_sys::global(), &"blobsmith".into()).unwrap_or(JsValue::UNDEFINED)
}

/// Calls a function that the page offers; `undefined` if it does not or the call fails.
pub fn call(name: &str, arguments: &[JsValue]) -> JsValue {
    let object = object();
    let function =
        js_sys::Reflect::get(&object, &name.into()).ok().and_then(|it| it.dyn_into::<js_sys::Function>().ok());
    let arguments: js_sys::Array = arguments.iter().collect();
    function.and_then(|function| function.apply(&object, &arguments).ok()).unwrap_or(JsValue::UNDEFINED)
}

/// A property of the page's object as text; empty if it has none.
pub fn text(name: &str) -> String {
    field(&object(), name)
}

/// A field of an object as text; empty if it has none.
pub fn field(object: &JsValue, name: &str) -> String {
    js_sys::Reflect::get(object, &name.into()).ok().and_then(|it| it.as_string()).unwrap_or_default()
}

/// Adds a function of one argument to the page's object.
pub fn offer(name: &str, function: impl FnMut(JsValue) -> JsValue + 'static) {
    let closure = Closure::<dyn FnMut(JsValue) -> JsValue>::new(function);
    // The function lives as long as the page.
    let _ = js_sys::Reflect::set(&object(), &name.into(), &closure.into_js_value());
}
