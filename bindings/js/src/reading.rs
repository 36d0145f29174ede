//! Reading the present state. Lists of points are Float64Arrays: x and y in turn.

use crate::World;
use crate::error::{Result, thrown};
use crate::part::{body, disc, link};
use crate::value::{index, object, pair};
use blobsmith_engine::engine::Energy;
use blobsmith_engine::play::PlayError;
use js_sys::{Array, Float64Array};
use std::convert::identity;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl World {
    /// Positions of a body's nodes: a new array, x and y in turn.
    pub fn positions(&self, #[wasm_bindgen(unchecked_param_type = "Body")] of: u64) -> Result<Float64Array> {
        Ok(Float64Array::from(self.play.points(body(of)?).map_err(thrown)?.as_flattened()))
    }

    /// Writes the positions of a body's nodes into an array with two entries per node.
    #[wasm_bindgen(js_name = positionsInto)]
    pub fn positions_into(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Body")] of: u64,
        out: &Float64Array,
    ) -> Result<()> {
        fill(out, self.play.points(body(of)?).map_err(thrown)?.as_flattened())
    }

    /// Velocities of a body's nodes at the end of the frame: a new array, x and y in turn.
    pub fn velocities(&self, #[wasm_bindgen(unchecked_param_type = "Body")] of: u64) -> Result<Float64Array> {
        let velocities = self.play.velocities(body(of)?).map_err(thrown)?;
        let numbers: Vec<f64> = velocities.iter().flat_map(|velocity| velocity.to_array()).collect();
        Ok(Float64Array::from(&numbers[..]))
    }

    /// Positions of all nodes of all bodies, in the order of `bodies()`: a new array, x and y in turn.
    #[wasm_bindgen(js_name = allPositions)]
    pub fn all_positions(&self) -> Float64Array {
        Float64Array::from(self.play.all_points().as_flattened())
    }

    /// Writes the positions of all nodes into an array with two entries per node.
    #[wasm_bindgen(js_name = allPositionsInto)]
    pub fn all_positions_into(&self, out: &Float64Array) -> Result<()> {
        fill(out, self.play.all_points().as_flattened())
    }

    /// First node of a body in `allPositions()`, and the node after its last.
    #[wasm_bindgen(js_name = nodeRange, unchecked_return_type = "[number, number]")]
    pub fn node_range(&self, #[wasm_bindgen(unchecked_param_type = "Body")] of: u64) -> Result<Array> {
        let range = self.play.node_range(body(of)?).map_err(thrown)?;
        Ok(pair([range.start as f64, range.end as f64]))
    }

    /// Position of one node.
    #[wasm_bindgen(js_name = nodePosition, unchecked_return_type = "Point")]
    pub fn node_position(&self, #[wasm_bindgen(unchecked_param_type = "Body")] of: u64, node: f64) -> Result<Array> {
        Ok(pair(self.play.node_position(body(of)?, index("node", node)?).map_err(thrown)?.into()))
    }

    /// Velocity of one node.
    #[wasm_bindgen(js_name = nodeVelocity, unchecked_return_type = "Point")]
    pub fn node_velocity(&self, #[wasm_bindgen(unchecked_param_type = "Body")] of: u64, node: f64) -> Result<Array> {
        Ok(pair(self.play.node_velocity(body(of)?, index("node", node)?).map_err(thrown)?.into()))
    }

    /// The smallest box around a body's nodes: lower left and upper right corner; undefined without nodes.
    #[wasm_bindgen(unchecked_return_type = "[Point, Point] | undefined")]
    pub fn aabb(&self, #[wasm_bindgen(unchecked_param_type = "Body")] of: u64) -> Result<JsValue> {
        let aabb = self.play.aabb(body(of)?).map_err(thrown)?;
        if aabb.is_empty() {
            return Ok(JsValue::UNDEFINED);
        }
        Ok(Array::of2(&pair(aabb.min.into()), &pair(aabb.max.into())).into())
    }

    /// Energy of a body by kind; NaN if it blew up.
    #[wasm_bindgen(unchecked_return_type = "Energy")]
    pub fn energy(&self, #[wasm_bindgen(unchecked_param_type = "Body")] of: u64) -> Result<JsValue> {
        Ok(energy(self.play.energy(body(of)?).map_err(thrown)?))
    }

    /// Energy of all bodies, discs and links by kind; NaN once a part has blown up.
    #[wasm_bindgen(js_name = totalEnergy, unchecked_return_type = "Energy")]
    pub fn total_energy(&self) -> JsValue {
        energy(self.play.total_energy())
    }

    /// True if forces cannot move the node.
    #[wasm_bindgen(js_name = isPinned)]
    pub fn is_pinned(&self, #[wasm_bindgen(unchecked_param_type = "Body")] of: u64, node: f64) -> Result<bool> {
        self.play.is_pinned(body(of)?, index("node", node)?).map_err(thrown)
    }

    /// Positions of both ends of a link.
    #[wasm_bindgen(js_name = linkPoints, unchecked_return_type = "[Point, Point]")]
    pub fn link_points(&self, #[wasm_bindgen(unchecked_param_type = "Link")] of: u64) -> Result<Array> {
        let [a, b] = self.play.link_points(link(of)?).map_err(thrown)?;
        Ok(Array::of2(&pair(a.into()), &pair(b.into())))
    }
}

#[cfg(feature = "game")]
#[wasm_bindgen]
impl World {
    /// Positions of a body's nodes between the previous frame (`alpha` 0) and the present one (`alpha` 1).
    pub fn interpolated(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Body")] of: u64,
        alpha: f64,
    ) -> Result<Float64Array> {
        let of = body(of)?;
        let mut points = vec![[0.0; 2]; self.play.node_count(of).map_err(thrown)?];
        self.play.interpolated(of, alpha, &mut points).map_err(thrown)?;
        Ok(Float64Array::from(points.as_flattened()))
    }

    /// Centre of a disc between the previous frame (`alpha` 0) and the present one (`alpha` 1).
    #[wasm_bindgen(js_name = interpolatedDisc, unchecked_return_type = "Point")]
    pub fn interpolated_disc(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Disc")] of: u64,
        alpha: f64,
    ) -> Result<Array> {
        Ok(pair(self.play.interpolated_disc(disc(of)?, alpha).map_err(thrown)?))
    }
}

/// Methods that read one value of a part.
macro_rules! read {
    ($($(#[$doc:meta])* $method:ident $js_method:ident, $kind:ident $type:literal -> $value:ty, $js_type:literal, $convert:expr;)*) => {
        #[wasm_bindgen]
        impl World {$(
            $(#[$doc])*
            #[wasm_bindgen(js_name = $js_method, unchecked_return_type = $js_type)]
            pub fn $method(&self, #[wasm_bindgen(unchecked_param_type = $type)] of: u64) -> Result<$value> {
                Ok($convert(self.play.$method($kind(of)?).map_err(thrown)?))
            }
        )*}
    };
}

read! {
    /// Number of nodes of a body.
    node_count nodeCount, body "Body" -> usize, "number", identity;
    /// Mass-weighted mean of the nodes' positions.
    barycentre barycentre, body "Body" -> Array, "Point", vector;
    /// Mass-weighted mean of the nodes' velocities.
    velocity velocity, body "Body" -> Array, "Point", vector;
    /// Signed area of a body's triangles: negative if the body is turned inside out.
    area area, body "Body" -> f64, "number", identity;
    /// Sum of the masses of a body's nodes.
    mass mass, body "Body" -> f64, "number", identity;
    /// True if a coordinate of the body is no longer finite.
    is_blown_up isBlownUp, body "Body" -> bool, "boolean", identity;
    /// True if the signed area of the body's triangles was not positive in the last substep.
    is_collapsed isCollapsed, body "Body" -> bool, "boolean", identity;
    /// Centre of a disc.
    disc_position discPosition, disc "Disc" -> Array, "Point", vector;
    /// Velocity of a disc.
    disc_velocity discVelocity, disc "Disc" -> Array, "Point", vector;
    /// Radius of a disc; 0 for a particle.
    radius radius, disc "Disc" -> f64, "number", identity;
    /// Mass of a disc.
    disc_mass discMass, disc "Disc" -> f64, "number", identity;
    /// True if the disc sleeps.
    is_asleep isAsleep, disc "Disc" -> bool, "boolean", identity;
    /// True if a coordinate of the disc is no longer finite.
    is_disc_blown_up isDiscBlownUp, disc "Disc" -> bool, "boolean", identity;
    /// True if a link is switched on.
    is_link_on isLinkOn, link "Link" -> bool, "boolean", identity;
}

fn vector(vector: impl Into<[f64; 2]>) -> Array {
    pair(vector.into())
}

fn energy(energy: Energy) -> JsValue {
    let Energy { kinetic, gravity, spring, gas, total } = energy;
    let fields = [("kinetic", kinetic), ("gravity", gravity), ("spring", spring), ("gas", gas), ("total", total)];
    object(fields.map(|(name, value)| (name, value.into()))).into()
}

fn fill(out: &Float64Array, numbers: &[f64]) -> Result<()> {
    if out.length() as usize != numbers.len() {
        return Err(thrown(PlayError::Length(out.length() as usize, numbers.len())));
    }
    out.copy_from(numbers);
    Ok(())
}
