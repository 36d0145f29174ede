//! Points, plain objects and JSON on their way to JavaScript and back.

use crate::error::{Result, thrown, wrong_type};
use blobsmith_engine::play::PlayError;
use js_sys::{Array, JSON, Object, Reflect};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

/// An array of two numbers.
pub fn pair([x, y]: [f64; 2]) -> Array {
    Array::of2(&x.into(), &y.into())
}

/// The point of an array with two numbers.
pub fn point(name: &str, numbers: &[f64]) -> Result<[f64; 2]> {
    numbers.try_into().map_err(|_| wrong_type(&format!("`{name}` must be an array of two numbers")))
}

/// An object with fields in this order.
pub fn object<const N: usize>(fields: [(&str, JsValue); N]) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        // Cannot fail: the object is new and can be extended.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object
}

/// A value of the level as a JavaScript value.
pub fn to_js(value: &impl Serialize) -> Result<JsValue> {
    let text = serde_json::to_string(value).map_err(|error| JsError::new(&error.to_string()))?;
    JSON::parse(&text)
}

/// JSON text of an object.
pub fn stringify(name: &str, value: &JsValue) -> Result<String> {
    let text = JSON::stringify(value)?;
    text.as_string().ok_or_else(|| wrong_type(&format!("`{name}` must be an object")))
}

/// Reads an object; unknown fields are an error.
pub fn from_js<T: DeserializeOwned>(name: &str, value: &JsValue) -> Result<T> {
    let text = stringify(name, value)?;
    serde_json::from_str(&text).map_err(|error| wrong_type(&format!("`{name}`: {error}")))
}

/// Reads an optional object.
pub fn from_js_or_default<T: DeserializeOwned + Default>(name: &str, value: &JsValue) -> Result<T> {
    if value.is_undefined() || value.is_null() { Ok(T::default()) } else { from_js(name, value) }
}

/// A whole number, 0 or more, below 2³².
pub fn whole(name: &'static str, number: f64) -> Result<u32> {
    let is_whole = number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0;
    if is_whole { Ok(number as u32) } else { Err(thrown(PlayError::Number(name, "a whole number, 0 or more"))) }
}

/// An index.
pub fn index(name: &'static str, number: f64) -> Result<usize> {
    Ok(whole(name, number)? as usize)
}

/// Where a prefab is placed, as written in JavaScript.
#[cfg(feature = "game")]
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PlacementFields {
    pub position: [f64; 2],
    pub angle_deg: f64,
    pub mirror: bool,
    pub velocity: [f64; 2],
}

/// A filter of a query, as written in JavaScript.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct FilterFields {
    pub category: Option<u32>,
    pub mask: Option<u32>,
    pub sensors: bool,
    pub tag: Option<String>,
}
