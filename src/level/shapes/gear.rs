//! A gear: trapezoid teeth on a braced disc with a hub that may be pinned as an axle.

use super::draft::{Draft, Material, at_least};
use super::{LENGTH, Parametric, ShapeGenerator, material};
use crate::level::Body;
use crate::level::parameter::Field;
use std::f64::consts::TAU;

/// A gear centred on the origin. Two of them mesh when they have the same `module` and their centres are
/// `(teeth_1 + teeth_2) * module / 2` apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gear {
    /// Teeth, 4..=120.
    pub teeth: usize,
    /// Pitch diameter divided by the number of teeth, > 0. Teeth extend one module beyond the pitch circle.
    pub module: f64,
    /// Angle of the middle of the first tooth.
    pub start_rad: f64,
    /// Width of a tooth at the pitch circle as a fraction of its pitch, 0.1..=0.7; below a half there is play.
    pub tooth_width: f64,
    /// True to pin the hub, so that the gear rotates about it.
    pub axle: bool,
    /// Mass, stiffness and contact properties.
    pub material: Material,
}

impl Default for Gear {
    /// Keeps its triangles upright when it falls by three units under the format's default gravity.
    fn default() -> Self {
        let material = Material::default().springy(24.0, 0.3);
        Self { teeth: 12, module: 0.25, start_rad: 0.0, tooth_width: 0.42, axle: false, material }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "gear",
    title: "Gear",
    explanation: "Trapezoid teeth on a braced disc; with a pinned hub it rotates on an axle.",
    start: || Box::new(Gear::default()),
};

impl Gear {
    /// Radius of the pitch circle.
    pub fn pitch_radius(&self) -> f64 {
        0.5 * self.module * self.teeth as f64
    }

    /// The body: the hub, an inner ring, the feet of the teeth, then their tips; each ring counter-clockwise.
    pub fn body(&self) -> Body {
        let teeth = self.teeth.clamp(4, 120);
        let module = at_least(self.module, 1e-6);
        let pitch_radius = 0.5 * module * teeth as f64;
        let (foot_radius, tip_radius) = (pitch_radius - 1.1 * module, pitch_radius + module);
        let pitch = TAU / teeth as f64;
        let half = 0.5 * pitch * at_least(self.tooth_width, 0.1).min(0.7);
        // Slanted flanks, wider at the foot than at the tip, so that no corner of the hull is acute.
        let (foot_half, tip_half) = ((1.45 * half).min(0.45 * pitch), 0.55 * half);
        let pairs = |radius: f64, half: f64, draft: &mut Draft| -> Vec<usize> {
            let mut nodes = vec![0; 2 * teeth];
            let low = draft.circle(radius, teeth, self.start_rad - half);
            let high = draft.circle(radius, teeth, self.start_rad + half);
            for tooth in 0..teeth {
                nodes[2 * tooth] = low[tooth];
                nodes[2 * tooth + 1] = high[tooth];
            }
            nodes
        };
        let mut draft = Draft::default();
        let hub = draft.circle(0.0, 1, 0.0)[0];
        let web = pairs(0.5 * foot_radius, 0.25 * pitch, &mut draft);
        let feet = pairs(foot_radius, foot_half, &mut draft);
        let tips = pairs(tip_radius, tip_half, &mut draft);
        draft.fan(hub, &web);
        draft.band(&web, &feet);
        draft.brace_band(&web, &feet);
        for node in &web {
            draft.spring(hub, *node);
        }
        let mut outline = Vec::new();
        for tooth in 0..teeth {
            let [a, d] = [feet[2 * tooth], feet[2 * tooth + 1]];
            let [b, c] = [tips[2 * tooth], tips[2 * tooth + 1]];
            draft.triangles.extend([[a, b, c], [a, c, d]]);
            draft.spring(a, c);
            draft.spring(b, d);
            outline.extend([a, b, c, d]);
        }
        for ring in [&web, &feet, &outline] {
            draft.spring_loop(ring, 1);
        }
        draft.spring_loop(&feet, 2);
        draft.hull_loop(&outline);
        if self.axle {
            draft.pinned.insert(hub);
        }
        draft.body("gear", &self.material)
    }
}

impl Parametric for Gear {
    const FIELDS: &'static [Field<Self>] = &[
        Field::whole(["teeth", "Teeth", "How many"], [4.0, 120.0], |s| &mut s.teeth),
        Field::number(
            [
                "module",
                "Module",
                "Pitch diameter divided by the number of teeth; gears of the same module mesh",
                "length",
            ],
            LENGTH,
            |s| &mut s.module,
        ),
        Field::number(
            [
                "tooth-width",
                "Tooth width",
                "At the pitch circle, as a fraction of the pitch of a tooth; below a half there is play",
                "× pitch",
            ],
            [0.1, 0.7],
            |s| &mut s.tooth_width,
        ),
        Field::computed(
            ["start", "First tooth", "Direction of the middle of the first tooth", "°"],
            [-360.0, 360.0],
            |s| s.start_rad.to_degrees(),
            |s, v| s.start_rad = v.to_radians(),
        ),
        Field::switch(["axle", "Axle", "Pins the hub, so that the gear rotates about it"], |s| &mut s.axle),
    ];
    const MATERIAL: &'static [Field<Material>] = material::SOFT;
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }
}
