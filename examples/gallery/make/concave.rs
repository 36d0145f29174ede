//! A strongly concave blob with and without the barycentre rule (000 §E.2).

use super::stage::{DECOR, Stage, VIOLET, ground};
use blobsmith::level::Level;
use blobsmith::level::shapes::{Concave, ConcaveKind, Floor, Material};
use std::f64::consts::PI;

/// A staple that falls astride a beam.
fn staple(name: &str, notes: &str, barycentre_rule: bool) -> Level {
    let staple = Concave {
        kind: ConcaveKind::U,
        columns: 9,
        rows: 12,
        thickness: 2,
        cell: 0.4,
        brace: true,
        material: Material::default().springy(12.0, 0.6).touching(0.3, 0.4),
    };
    let beam = Floor { width: 1.2, thickness: 0.8, material: ground() };
    Stage::new(name, notes)
        .view([0.0, 0.2], 10.0)
        .body(beam.body().named("beam").translated([0.0, 1.0]), DECOR)
        .body(Floor { width: 12.0, thickness: 1.0, material: ground() }.body().translated([0.0, -3.8]), DECOR)
        .body(staple.body().rotated([0.0, 0.0], PI).named("staple").translated([0.0, 0.6]), VIOLET)
        .with(|level| level.world.contact.barycentre_rule = barycentre_rule)
        .done()
}

pub fn with_rule() -> Level {
    let notes = "A known limit (source “Blobs” §E.2): the barycentre rule with a strongly concave blob. The staple
        lands on the beam,
        but its barycentre hangs below the beam's top. So the top is not eligible for the nodes that land on it, but the
        underside is: they are pulled down through the whole beam within one substep. The springs tear, and the energy
        explodes.

        Watch the energy plot around frame 11, and the barycentre overlay. The next level is the same without the rule.";
    staple("Concave blob with the barycentre rule", notes, true)
}

pub fn without_rule() -> Level {
    let notes =
        "The staple of the previous level, without the barycentre rule: the nodes that land on the beam are pushed out of
        its top, and the staple hangs there and swings (source “Blobs” §E.2). No rule suits every level, so it is a
        setting.";
    staple("Concave blob, calm", notes, false)
}
