//! Acting: velocities, impulses, forces, positions, pins, hands.

use crate::World;
use crate::error::{Result, thrown};
use crate::part::{body, movable};
use crate::value::{index, point, whole};
use blobsmith_engine::play::HandId;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl World {
    /// Pins a node where it is.
    pub fn pin(&mut self, #[wasm_bindgen(unchecked_param_type = "Body")] of: u64, node: f64) -> Result<()> {
        self.play.pin(body(of)?, index("node", node)?).map_err(thrown)
    }

    /// Frees a pinned node.
    pub fn unpin(&mut self, #[wasm_bindgen(unchecked_param_type = "Body")] of: u64, node: f64) -> Result<()> {
        self.play.unpin(body(of)?, index("node", node)?).map_err(thrown)
    }

    /// Attaches a spring from a node, a disc, or the nearest free node of a body to a target point.
    #[wasm_bindgen(unchecked_return_type = "Hand")]
    pub fn grab(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "MovablePart")] part: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] target: &[f64],
    ) -> Result<u32> {
        Ok(self.play.grab(movable(&part)?, point("target", target)?).map_err(thrown)?.to_bits())
    }

    /// Moves the target of a hand.
    #[wasm_bindgen(js_name = moveHand)]
    pub fn move_hand(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Hand")] hand: f64,
        #[wasm_bindgen(unchecked_param_type = "Point")] target: &[f64],
    ) -> Result<()> {
        self.play.move_hand(HandId::from_bits(whole("hand", hand)?), point("target", target)?).map_err(thrown)
    }

    /// Detaches a hand.
    pub fn release(&mut self, #[wasm_bindgen(unchecked_param_type = "Hand")] hand: f64) -> Result<()> {
        self.play.release(HandId::from_bits(whole("hand", hand)?)).map_err(thrown)
    }

    /// Hands that hold something.
    #[wasm_bindgen(unchecked_return_type = "Hand[]")]
    pub fn hands(&self) -> js_sys::Array {
        self.play.hands().map(|hand| JsValue::from(hand.to_bits())).collect()
    }
}

#[cfg(feature = "game")]
#[wasm_bindgen]
impl World {
    /// Sets the velocity of a node, of all free nodes of a body, or of a disc.
    #[wasm_bindgen(js_name = setVelocity)]
    pub fn set_velocity(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "MovablePart")] part: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] velocity: &[f64],
    ) -> Result<()> {
        self.play.set_velocity(movable(&part)?, point("velocity", velocity)?).map_err(thrown)
    }

    /// Adds an impulse, mass times velocity. That of a body is shared by its free nodes in proportion to their masses.
    #[wasm_bindgen(js_name = applyImpulse)]
    pub fn apply_impulse(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "MovablePart")] part: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] impulse: &[f64],
    ) -> Result<()> {
        self.play.apply_impulse(movable(&part)?, point("impulse", impulse)?).map_err(thrown)
    }

    /// Adds a force that acts until the end of the next frame.
    #[wasm_bindgen(js_name = applyForce)]
    pub fn apply_force(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "MovablePart")] part: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] force: &[f64],
    ) -> Result<()> {
        self.play.apply_force(movable(&part)?, point("force", force)?).map_err(thrown)
    }

    /// Moves a node, a body with all its nodes, or a disc by an offset. Velocities are kept.
    pub fn teleport(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "MovablePart")] part: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] by: &[f64],
    ) -> Result<()> {
        self.play.teleport(movable(&part)?, point("by", by)?).map_err(thrown)
    }

    /// Moves a node, the barycentre of a body (with all its nodes), or the centre of a disc to a point, within rounding.
    #[wasm_bindgen(js_name = teleportTo)]
    pub fn teleport_to(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "MovablePart")] part: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] target: &[f64],
    ) -> Result<()> {
        self.play.teleport_to(movable(&part)?, point("point", target)?).map_err(thrown)
    }
}
