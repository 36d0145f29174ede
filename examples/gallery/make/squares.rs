//! Two squares collide under each edge-choice rule (000 §E.2).

use super::stage::{AMBER, DECOR, Stage, TEAL, ground};
use blobsmith::level::shapes::{CrateBox, Floor, Material};
use blobsmith::level::{Body, Contact, EdgeChoice, Level};

const SCENE: &str = "Two equal squares on a table, seen from above, with a little drag. The left one moves towards the
        right one and meets it almost level, a known trap (source “Blobs” §E.2): it lies 0.005 higher and moves 0.011
        per substep. Its
        lower right corner is then inside the other square and nearer to that square's lower edge than to its left edge,
        through which it entered.";

/// A square of four nodes, as in the source.
fn square() -> Body {
    let material = Material::default().springy(10.0, 0.5).touching(0.9, 0.0).filled(0.5);
    CrateBox { size: [2.0, 2.0], edges_per_side: 1, material }.body()
}

fn pushed(name: &str, notes: &str, edge_choice: EdgeChoice, barycentre_rule: bool) -> Level {
    Stage::new(name, &format!("{SCENE}\n\n{notes}"))
        .view([0.4, 0.0], 5.5)
        .body(square().named("pushed").translated([-1.6, 0.005]).launched([0.2, 0.0]), AMBER)
        .body(square().named("waiting").translated([0.704, 0.0]), TEAL)
        .with(|level| {
            level.world.gravity = [0.0, 0.0];
            level.world.velocity_retention = 0.995;
            level.world.contact = Contact { edge_choice, barycentre_rule, ..Contact::default() };
        })
        .done()
}

pub fn projection() -> Level {
    let notes = "Rule: Projection. The rule chooses the lower edge. The corner is pushed down instead of back, and the
        squares slide into each other. Go to frame 2 and look at the candidates of that corner: the left and the lower
        edge are both eligible, and the lower one is nearer.";
    pushed("Two squares: Projection", notes, EdgeChoice::Projection, false)
}

pub fn wedge45() -> Level {
    let notes = "Rule: Wedge45. More edges are eligible than under Projection, but at a square's corner that makes no
        difference: the lower edge is still nearer, and the squares slide into each other.";
    pushed("Two squares: Wedge45", notes, EdgeChoice::Wedge45, false)
}

pub fn distance() -> Level {
    let notes =
        "Rule: Distance, the recommended one of source “Blobs”. The nearest edge is the wrong one here, so the squares
        slide into each other as before. Compare with the next two levels.";
    pushed("Two squares: Distance", notes, EdgeChoice::Distance, false)
}

pub fn barycentre_rule() -> Level {
    let notes =
        "Rule: Distance with the barycentre rule, its remedy in source “Blobs”. The lower edge is no longer eligible,
        because
        the barycentre of the moving square is not below it. The left edge is chosen, and the squares bounce apart. The
        level with the concave blob shows the disadvantage of this rule.";
    pushed("Two squares: barycentre rule", notes, EdgeChoice::Distance, true)
}

pub fn entry_edge() -> Level {
    let notes =
        "Rule: EntryEdge. A swept test follows the corner through the substep: it crossed the left edge, so that
        edge is chosen, and the squares bounce apart without the barycentre rule.";
    pushed("Two squares: EntryEdge", notes, EdgeChoice::EntryEdge, false)
}

pub fn dead_level() -> Level {
    let notes = "A known case (source “Blobs” §E.2): two squares rest on one floor, and a ram pushes the left one
        slowly against the
        right one. Their lower corners are at one height, so the corner enters exactly where two edges of the other square
        meet, and lies on the lower one at distance 0. The nearest edge is the lower one, and the squares slide into each
        other. Set the rule to Distance and play again.

        Rule: EntryEdge. The moving square is on the inner side of the lower edge, so nothing can have entered through it.
        The adjacent left edge is chosen, and the squares stay apart.";
    // The ram moves in two legs, then holds its position for the rest of the run.
    let legs = [0.0, 1.5, 3.0, 3.0, 3.0, 3.0, 3.0, 1.5].map(|x| [x, 0.0]);
    let ram = Floor { width: 1.0, thickness: 2.4, material: ground() };
    let mut left = square().named("pushed").translated([-1.6, 1.0]);
    let mut right = square().named("waiting").translated([1.0, 1.0]);
    for body in [&mut left, &mut right] {
        (body.restitution, body.friction) = (0.2, 0.2);
    }
    Stage::new("Two squares: dead level", notes)
        .view([0.0, 1.1], 6.5)
        .body(Floor { width: 14.0, thickness: 1.0, material: ground() }.body(), DECOR)
        .body(ram.body().named("ram").translated([-4.0, 2.5]).driven(legs.to_vec(), 1200.0), DECOR)
        .body(left, AMBER)
        .body(right, TEAL)
        .with(|level| level.world.contact.edge_choice = EdgeChoice::EntryEdge)
        .done()
}
