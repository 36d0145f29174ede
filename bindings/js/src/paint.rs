//! The level as the editor draws it, with overlays, for a 2D canvas. With the feature `overlays`, in the player and in `blobsmith/debug`.

use crate::World;
use crate::error::{Result, thrown};
use crate::value::{from_js_or_default, object, pair};
use blobsmith_engine::play::{self, OverlayView};
use js_sys::{Array, Float32Array};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../overlays.d.ts");

/// Size of a view in pixels, unless it is given: that of `blobsmith render`.
const SIZE_PX: [f64; 2] = [1280.0, 720.0];

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct View {
    size: Option<[f64; 2]>,
    center: Option<[f64; 2]>,
    pixels_per_unit: Option<f64>,
    light: bool,
}

/// The overlays of the editor in painting order.
#[wasm_bindgen(js_name = overlayNames, unchecked_return_type = "OverlayInfo[]")]
pub fn overlay_names() -> Array {
    let info = |one: play::OverlayInfo| {
        object([
            ("name", one.name.into()),
            ("title", one.title.into()),
            ("help", one.help.into()),
            ("isOffered", one.is_offered.into()),
        ])
    };
    play::overlay_names().map(info).collect()
}

/// A picture: a stream of shapes (`blobsmith_engine::play::paint` describes it), labels and legend.
#[wasm_bindgen]
#[derive(Default)]
pub struct PaintList {
    play: play::PaintList,
}

#[wasm_bindgen]
impl PaintList {
    /// An empty list, to be filled by `World.paint`.
    #[wasm_bindgen(constructor)]
    pub fn new() -> PaintList {
        Self::default()
    }

    /// The shapes, in pixels from the upper left corner.
    #[wasm_bindgen(getter)]
    pub fn stream(&self) -> Float32Array {
        Float32Array::from(&self.play.stream[..])
    }

    /// Texts; positions in pixels.
    #[wasm_bindgen(getter, unchecked_return_type = "OverlayLabel[]")]
    pub fn labels(&self) -> Array {
        labels(&self.play.labels)
    }

    /// Meanings of the colours.
    #[wasm_bindgen(getter, unchecked_return_type = "OverlayLegend[]")]
    pub fn legend(&self) -> Array {
        legend(&self.play.legend)
    }
}

#[wasm_bindgen]
impl World {
    /// Fills a list with layers of the level as the editor draws them (`obstacles`, `fill`, `hull`, `discs` …), and overlays above, by name.
    /// With the layer `skins`, bodies with a skin have no fill, and the stream says where their images come.
    pub fn paint(
        &self,
        layers: Vec<String>,
        overlays: Vec<String>,
        list: &mut PaintList,
        #[wasm_bindgen(unchecked_optional_param_type = "OverlayView")] view: &JsValue,
    ) -> Result<()> {
        let view = self.view(view)?;
        self.play.paint(&texts(&layers), &texts(&overlays), &view, &mut list.play).map_err(thrown)
    }

    /// The camera of this size with which the level file wants to be shown first, by default the whole level: `center` and
    /// `pixelsPerUnit`.
    #[wasm_bindgen(js_name = levelView, unchecked_return_type = "OverlayView")]
    pub fn level_view(&self, width: f64, height: f64) -> JsValue {
        let view = self.play.level_view([width, height]);
        object([("center", pair(view.center).into()), ("pixelsPerUnit", view.pixels_per_unit.into())]).into()
    }

    pub(crate) fn view(&self, view: &JsValue) -> Result<OverlayView> {
        let view: View = from_js_or_default("view", view)?;
        let whole = self.play.overlay_view(view.size.unwrap_or(SIZE_PX));
        Ok(OverlayView {
            center: view.center.unwrap_or(whole.center),
            pixels_per_unit: view.pixels_per_unit.unwrap_or(whole.pixels_per_unit),
            is_light: view.light,
            ..whole
        })
    }
}

pub(crate) fn labels(labels: &[play::OverlayLabel]) -> Array {
    let label = |one: &play::OverlayLabel| {
        object([
            ("overlay", one.overlay.into()),
            ("text", one.text.as_str().into()),
            ("at", pair(one.at).into()),
            ("anchor", one.anchor.into()),
            ("size", one.size_px.into()),
            ("color", channels(one.color)),
        ])
    };
    labels.iter().map(label).collect()
}

pub(crate) fn legend(rows: &[play::OverlayLegend]) -> Array {
    let row = |one: &play::OverlayLegend| {
        object([
            ("overlay", one.overlay.into()),
            ("text", one.text.as_str().into()),
            ("color", channels(one.color)),
            ("arrow", one.arrow_px.map_or(JsValue::UNDEFINED, JsValue::from)),
        ])
    };
    rows.iter().map(row).collect()
}

pub(crate) fn texts(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

fn channels(color: [u8; 4]) -> JsValue {
    color.iter().map(|&channel| JsValue::from(channel)).collect::<Array>().into()
}
