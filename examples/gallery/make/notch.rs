//! The V notch that defeats the projection rule (000 §D.1.c).

use super::stage::{DECOR, GREEN, Stage, ground};
use blobsmith::level::shapes::{CrateBox, Floor, Material, Notch};
use blobsmith::level::{EdgeChoice, Level};
use std::f64::consts::FRAC_PI_4;

/// A square that falls on its corner into a V whose walls are slightly less steep than its sides.
fn notch(name: &str, notes: &str, choice: EdgeChoice) -> Level {
    let bar = Notch { width: 9.0, height: 3.0, opening: 2.8, depth: 1.2, underside: true, material: ground() };
    let diamond = CrateBox {
        size: [1.6, 1.6],
        edges_per_side: 4,
        material: Material::default().weighing(0.5).springy(6.0, 0.5).filled(0.5).touching(0.2, 0.5),
    };
    Stage::new(name, notes)
        .view([0.0, 0.0], 6.6)
        // Precedes the bar in the file, so that its nodes are tested against the bar first.
        .body(diamond.body().rotated([0.0, 0.0], FRAC_PI_4).named("diamond").translated([0.0, 2.0]), GREEN)
        .body(bar.body().named("notched bar"), DECOR)
        .body(Floor { width: 12.0, thickness: 1.0, material: ground() }.body().translated([0.0, -3.5]), DECOR)
        .with(|level| level.world.contact.edge_choice = choice)
        .done()
}

pub fn projection() -> Level {
    let notes = "A square falls on its corner into a V notch. Below the bottom of the V that corner projects onto neither
        wall, nor onto any other edge of this bar: under Projection no edge is eligible, and nothing pushes it out
        (source “Blobs”
        §D.1.c). Only the bar's own corner, which is then inside the square, has a contact, and it pushes sideways. So the
        square sinks in again and again, with no-edge events in every round.

        The first event is in the step to frame 15. Explain a contact there: every candidate has the reason 'Q is off the
        edge' or 'M is on its outside'.";
    notch("V notch under Projection", notes, EdgeChoice::Projection)
}

pub fn distance() -> Level {
    let notes =
        "The square and the notch of the previous level under Distance: the walls stay eligible beyond their ends, by the
        distance to their end point. The corner is pushed out at once, without an event (source “Blobs” §D.1.c).
        Wedge45 works here
        too.";
    notch("V notch under Distance", notes, EdgeChoice::Distance)
}
