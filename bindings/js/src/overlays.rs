//! Debug overlays of the editor: typed arrays of triangles and lines, and labels. Only in the module of `blobsmith/debug`.

use crate::World;
use crate::error::{Result, thrown};
use crate::paint::{labels, legend, texts};
use crate::value::{object, pair};
use blobsmith_engine::play;
use js_sys::{Array, Float32Array, Float64Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

/// What to paint, in arrays: the batches in order, then the labels. Every property makes a new array; read it once per frame.
#[wasm_bindgen]
#[derive(Default)]
pub struct OverlayList {
    play: play::OverlayList,
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

    /// Traces the last substep of every frame from now on, or stops. Overlays of contacts and impacts then show the last substep, else
    /// the next one, which is computed on a copy. Costs a substep of the reference engine per frame; states are the same.
    #[wasm_bindgen(js_name = setTracing)]
    pub fn set_tracing(&mut self, is_on: bool) {
        self.play.set_tracing(is_on);
    }
}
