//! Queries: points, rays, circles, boxes.

use crate::World;
use crate::error::{Result, thrown};
use crate::part::{list, number};
use crate::value::{FilterFields, from_js_or_default, point};
#[cfg(feature = "game")]
use crate::value::{object, pair};
use blobsmith_engine::play::QueryFilter;
#[cfg(feature = "game")]
use blobsmith_engine::play::QueryHit;
use js_sys::Array;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl World {
    /// Bodies whose hull contains a point.
    #[wasm_bindgen(js_name = bodiesAt, unchecked_return_type = "Body[]")]
    pub fn bodies_at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] at: &[f64],
        #[wasm_bindgen(unchecked_optional_param_type = "QueryFilter")] filter: JsValue,
    ) -> Result<Array> {
        Ok(list(self.play.bodies_at(point("point", at)?, &read_filter(&filter)?).map_err(thrown)?))
    }

    /// Discs that contain a point.
    #[wasm_bindgen(js_name = discsAt, unchecked_return_type = "Disc[]")]
    pub fn discs_at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] at: &[f64],
        #[wasm_bindgen(unchecked_optional_param_type = "QueryFilter")] filter: JsValue,
    ) -> Result<Array> {
        Ok(list(self.play.discs_at(point("point", at)?, &read_filter(&filter)?).map_err(thrown)?))
    }

    /// The node nearest to a point, at most `radius` away: its body, and its index there.
    #[wasm_bindgen(js_name = nearestNode, unchecked_return_type = "[Body, number] | undefined")]
    pub fn nearest_node(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] at: &[f64],
        radius: f64,
        #[wasm_bindgen(unchecked_optional_param_type = "QueryFilter")] filter: JsValue,
    ) -> Result<JsValue> {
        let found = self.play.nearest_node(point("point", at)?, radius, &read_filter(&filter)?).map_err(thrown)?;
        Ok(found
            .map_or(JsValue::UNDEFINED, |(body, node)| Array::of2(&number(body).into(), &(node as f64).into()).into()))
    }
}

#[cfg(feature = "game")]
#[wasm_bindgen]
impl World {
    /// The first part that a ray meets: from `origin` along `direction`, over a distance of `max`.
    #[wasm_bindgen(unchecked_return_type = "QueryHit | undefined")]
    pub fn raycast(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] origin: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Point")] direction: &[f64],
        max: f64,
        #[wasm_bindgen(unchecked_optional_param_type = "QueryFilter")] filter: JsValue,
    ) -> Result<JsValue> {
        let (origin, direction) = (point("origin", origin)?, point("direction", direction)?);
        let found = self.play.raycast(origin, direction, max, &read_filter(&filter)?).map_err(thrown)?;
        Ok(found.map_or(JsValue::UNDEFINED, hit))
    }

    /// All parts that a ray meets, each where it meets it first, in the order of the fractions.
    #[wasm_bindgen(js_name = raycastAll, unchecked_return_type = "QueryHit[]")]
    pub fn raycast_all(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] origin: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Point")] direction: &[f64],
        max: f64,
        #[wasm_bindgen(unchecked_optional_param_type = "QueryFilter")] filter: JsValue,
    ) -> Result<Array> {
        let (origin, direction) = (point("origin", origin)?, point("direction", direction)?);
        let found = self.play.raycast_all(origin, direction, max, &read_filter(&filter)?).map_err(thrown)?;
        Ok(found.into_iter().map(hit).collect())
    }

    /// The first part that a circle meets on its way from `origin` to `origin + motion`.
    #[wasm_bindgen(js_name = sweepCircle, unchecked_return_type = "QueryHit | undefined")]
    pub fn sweep_circle(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] origin: &[f64],
        radius: f64,
        #[wasm_bindgen(unchecked_param_type = "Point")] motion: &[f64],
        #[wasm_bindgen(unchecked_optional_param_type = "QueryFilter")] filter: JsValue,
    ) -> Result<JsValue> {
        let (origin, motion) = (point("origin", origin)?, point("motion", motion)?);
        let found = self.play.sweep_circle(origin, radius, motion, &read_filter(&filter)?).map_err(thrown)?;
        Ok(found.map_or(JsValue::UNDEFINED, hit))
    }

    /// Parts that a solid circle overlaps or touches.
    #[wasm_bindgen(js_name = overlapCircle, unchecked_return_type = "Part[]")]
    pub fn overlap_circle(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] center: &[f64],
        radius: f64,
        #[wasm_bindgen(unchecked_optional_param_type = "QueryFilter")] filter: JsValue,
    ) -> Result<Array> {
        let center = point("center", center)?;
        Ok(list(self.play.overlap_circle(center, radius, &read_filter(&filter)?).map_err(thrown)?))
    }

    /// Parts that a solid box overlaps or touches: lower left and upper right corner.
    #[wasm_bindgen(js_name = overlapBox, unchecked_return_type = "Part[]")]
    pub fn overlap_box(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] min: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Point")] max: &[f64],
        #[wasm_bindgen(unchecked_optional_param_type = "QueryFilter")] filter: JsValue,
    ) -> Result<Array> {
        let (min, max) = (point("min", min)?, point("max", max)?);
        Ok(list(self.play.overlap_box(min, max, &read_filter(&filter)?).map_err(thrown)?))
    }
}

fn read_filter(value: &JsValue) -> Result<QueryFilter> {
    let FilterFields { category, mask, sensors, tag } = from_js_or_default("filter", value)?;
    let all = QueryFilter::default();
    Ok(QueryFilter { category: category.unwrap_or(all.category), mask: mask.unwrap_or(all.mask), sensors, tag })
}

#[cfg(feature = "game")]
fn hit(hit: QueryHit) -> JsValue {
    let fields = [
        ("part", number(hit.part).into()),
        ("point", pair(hit.point.into()).into()),
        ("normal", pair(hit.normal.into()).into()),
        ("fraction", hit.fraction.into()),
    ];
    object(fields).into()
}
