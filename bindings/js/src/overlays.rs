//! Debug overlays of the editor: typed arrays of triangles and lines, and labels. With the feature `overlays`, in `blobsmith/debug`.

use crate::World;
use crate::error::{Result, thrown};
use crate::value::{from_js_or_default, object, pair};
use blobsmith_engine::play::{self, OverlayView};
use js_sys::{Array, Float32Array, Float64Array, Uint8Array, Uint32Array};
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

/// What to paint, in arrays: the batches in order, then the labels. Every property makes a new array; read it once per frame.
#[wasm_bindgen]
#[derive(Default)]
pub struct OverlayList {
    play: play::OverlayList,
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

#[wasm_bindgen]
impl OverlayList {
    /// An empty list, to be filled by `World.drawOverlays`.
    #[wasm_bindgen(constructor)]
    pub fn new() -> OverlayList {
        Self::default()
    }

    /// Corners of triangles, x and y in turn, y up.
    #[wasm_bindgen(getter)]
    pub fn points(&self) -> Float64Array {
        Float64Array::from(self.play.points.as_flattened())
    }

    /// Red, green, blue and alpha of each corner, not premultiplied.
    #[wasm_bindgen(getter)]
    pub fn colors(&self) -> Uint8Array {
        Uint8Array::from(self.play.colors.as_flattened())
    }

    /// Three indices of points per triangle.
    #[wasm_bindgen(getter)]
    pub fn triangles(&self) -> Uint32Array {
        Uint32Array::from(&self.play.triangles[..])
    }

    /// Both ends of each line: four numbers per line.
    #[wasm_bindgen(getter, js_name = linePoints)]
    pub fn line_points(&self) -> Float64Array {
        Float64Array::from(self.play.line_points.as_flattened())
    }

    /// Red, green, blue and alpha of each line.
    #[wasm_bindgen(getter, js_name = lineColors)]
    pub fn line_colors(&self) -> Uint8Array {
        Uint8Array::from(self.play.line_colors.as_flattened())
    }

    /// Width of each line in pixels.
    #[wasm_bindgen(getter, js_name = lineWidths)]
    pub fn line_widths(&self) -> Float32Array {
        Float32Array::from(&self.play.line_widths[..])
    }

    /// Triangles and lines in painting order, the first at the bottom.
    #[wasm_bindgen(getter, unchecked_return_type = "OverlayBatch[]")]
    pub fn batches(&self) -> Array {
        let batch = |one: &play::OverlayBatch| {
            let range = pair([one.range.start as f64, one.range.end as f64]);
            object([("overlay", one.overlay.into()), ("isLines", one.is_lines.into()), ("range", range.into())])
        };
        self.play.batches.iter().map(batch).collect()
    }

    /// Texts.
    #[wasm_bindgen(getter, unchecked_return_type = "OverlayLabel[]")]
    pub fn labels(&self) -> Array {
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
        self.play.labels.iter().map(label).collect()
    }

    /// Meanings of the colours.
    #[wasm_bindgen(getter, unchecked_return_type = "OverlayLegend[]")]
    pub fn legend(&self) -> Array {
        let row = |one: &play::OverlayLegend| {
            object([
                ("overlay", one.overlay.into()),
                ("text", one.text.as_str().into()),
                ("color", channels(one.color)),
                ("arrow", one.arrow_px.map_or(JsValue::UNDEFINED, JsValue::from)),
            ])
        };
        self.play.legend.iter().map(row).collect()
    }
}

fn texts(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

fn channels(color: [u8; 4]) -> JsValue {
    color.iter().map(|&channel| JsValue::from(channel)).collect::<Array>().into()
}

#[wasm_bindgen]
impl World {
    /// Fills a list with overlays of the present frame, by name. The view gives the sizes of arrows, marks and gaps; by default it shows
    /// the whole level. For debugging: a call copies the topology of the level.
    #[wasm_bindgen(js_name = drawOverlays)]
    pub fn draw_overlays(
        &self,
        names: Vec<String>,
        list: &mut OverlayList,
        #[wasm_bindgen(unchecked_optional_param_type = "OverlayView")] view: &JsValue,
    ) -> Result<()> {
        let view = self.view(view)?;
        self.play.draw_overlays(&texts(&names), &view, &mut list.play).map_err(thrown)
    }

    /// Fills a list with layers of the level as the editor draws them (`obstacles`, `fill`, `hull`, `discs` …), and overlays above, all
    /// as triangles and labels. With the layer `skins`, bodies with a skin are left without fill: the page draws their images.
    #[wasm_bindgen(js_name = drawLevel)]
    pub fn draw_level(
        &self,
        layers: Vec<String>,
        overlays: Vec<String>,
        list: &mut OverlayList,
        #[wasm_bindgen(unchecked_optional_param_type = "OverlayView")] view: &JsValue,
    ) -> Result<()> {
        let view = self.view(view)?;
        self.play.draw_level(&texts(&layers), &texts(&overlays), &view, &mut list.play).map_err(thrown)
    }

    /// The camera of this size with which the level file wants to be shown first, by default the whole level: `center` and
    /// `pixelsPerUnit`.
    #[wasm_bindgen(js_name = levelView, unchecked_return_type = "OverlayView")]
    pub fn level_view(&self, width: f64, height: f64) -> JsValue {
        let view = self.play.level_view([width, height]);
        object([("center", pair(view.center).into()), ("pixelsPerUnit", view.pixels_per_unit.into())]).into()
    }

    fn view(&self, view: &JsValue) -> Result<OverlayView> {
        let view: View = from_js_or_default("view", view)?;
        let whole = self.play.overlay_view(view.size.unwrap_or(SIZE_PX));
        Ok(OverlayView {
            center: view.center.unwrap_or(whole.center),
            pixels_per_unit: view.pixels_per_unit.unwrap_or(whole.pixels_per_unit),
            is_light: view.light,
            ..whole
        })
    }

    /// Traces the last substep of every frame from now on, or stops. Overlays of contacts and impacts then show the last substep, else
    /// the next one, which is computed on a copy. Costs a substep of the reference engine per frame; states are the same.
    #[wasm_bindgen(js_name = setTracing)]
    pub fn set_tracing(&mut self, is_on: bool) {
        self.play.set_tracing(is_on);
    }
}
