//! Draw lists: flat arrays for a graphics card.

use crate::World;
#[cfg(feature = "game")]
use crate::error::{Result, thrown};
use crate::part::number;
use crate::value::{object, pair};
use blobsmith_engine::play;
use js_sys::{Array, Float64Array, Uint32Array};
use wasm_bindgen::prelude::*;

/// What to draw, in arrays. Every property makes a new array; read it once per frame.
#[wasm_bindgen]
#[derive(Default)]
pub struct DrawList {
    play: play::DrawList,
}

#[wasm_bindgen]
impl DrawList {
    /// An empty list, to be filled by `World.draw`.
    #[wasm_bindgen(constructor)]
    pub fn new() -> DrawList {
        Self::default()
    }

    /// Positions of all nodes, x and y in turn, y up.
    #[wasm_bindgen(getter)]
    pub fn points(&self) -> Float64Array {
        Float64Array::from(self.play.points.as_flattened())
    }

    /// Texture coordinates of all nodes, u and v in turn, v down.
    #[wasm_bindgen(getter)]
    pub fn uv(&self) -> Float64Array {
        Float64Array::from(self.play.uv.as_flattened())
    }

    /// Three indices of points per triangle, in drawing order.
    #[wasm_bindgen(getter)]
    pub fn triangles(&self) -> Uint32Array {
        Uint32Array::from(&self.play.triangles[..])
    }

    /// Indices of points of all outlines, one outline after the other.
    #[wasm_bindgen(getter)]
    pub fn outlines(&self) -> Uint32Array {
        Uint32Array::from(&self.play.outlines[..])
    }

    /// The outlines: ranges of `outlines`.
    #[wasm_bindgen(getter, unchecked_return_type = "DrawLoop[]")]
    pub fn loops(&self) -> Array {
        let loops = self.play.loops.iter();
        loops.map(|one| object([("points", range(&one.points)), ("isClosed", one.is_closed.into())])).collect()
    }

    /// The bodies, in drawing order.
    #[wasm_bindgen(getter, unchecked_return_type = "DrawBody[]")]
    pub fn bodies(&self) -> Array {
        let body = |body: &play::DrawBody| {
            object([
                ("body", number(body.body).into()),
                ("points", range(&body.points)),
                ("triangles", range(&body.triangles)),
                ("loops", range(&body.loops)),
                ("tint", body.tint.iter().map(|&channel| JsValue::from(channel)).collect::<Array>().into()),
                ("hasSkin", body.has_skin.into()),
                ("layer", body.layer.into()),
            ])
        };
        self.play.bodies.iter().map(body).collect()
    }

    /// The discs, in file order.
    #[wasm_bindgen(getter, unchecked_return_type = "DrawDisc[]")]
    pub fn discs(&self) -> Array {
        let disc = |disc: &play::DrawDisc| {
            object([
                ("disc", number(disc.disc).into()),
                ("center", pair(disc.center).into()),
                ("radius", disc.radius.into()),
            ])
        };
        self.play.discs.iter().map(disc).collect()
    }
}

#[wasm_bindgen]
impl World {
    /// Fills a list with the present frame.
    pub fn draw(&self, list: &mut DrawList) {
        self.play.draw(&mut list.play);
    }

    /// Pixels as which a front end draws one unit.
    #[wasm_bindgen(getter, js_name = pixelsPerUnit)]
    pub fn pixels_per_unit(&self) -> f64 {
        self.play.pixels_per_unit()
    }
}

#[cfg(feature = "game")]
#[wasm_bindgen]
impl World {
    /// Fills a list with the positions between the previous frame (`alpha` 0) and the present one (`alpha` 1).
    #[wasm_bindgen(js_name = drawBetween)]
    pub fn draw_between(&self, alpha: f64, list: &mut DrawList) -> Result<()> {
        self.play.draw_between(alpha, &mut list.play).map_err(thrown)
    }
}

fn range(range: &std::ops::Range<usize>) -> JsValue {
    pair([range.start as f64, range.end as f64]).into()
}
