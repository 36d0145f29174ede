//! Formulas of responses: evaluated from their text, they give the engine's values.

use super::support::{levels, over_some_frames};
use blobsmith::debugger::why::{self, StepGroup};
use blobsmith::engine::World;
use blobsmith::engine::trace::{After, Response, Trace};
use blobsmith::level::{Body, ContactResponse, Level, Node};
use glam::DVec2;

/// M of mass 1 moves with (0.2, -0.4) onto the middle of the upper side of a square; A and B have masses 1 and 3 and
/// rest. With h = 1/16 it is at (0.9875, 1.005) before and at (1, 0.98) at detection.
///
/// By hand, e = 0.5·1, μ = 0.5·0.5 = 0.25: AB from (2, 1) to (0, 1) is (-2, 0), AM = (-1, -0.02), AB² = 4, w = 4/1 + 4/4 = 5,
/// cross(AB, Δv) = -2·-0.4 = 0.8, dot = -0.4, cross(AB, AM) = -2·-0.02 = 0.04. (AB.y, -AB.x) = (0, 2).
/// j = 1.5·0.8/5 = 0.24: M gets (0, 0.48), A and B each -0.24·(0, 2)/4 = (0, -0.12).
/// f = 0.25·-0.4/5 = -0.02: M gets 0.02·(-2, 0) = (-0.04, 0), A and B each -0.02·(-2, 0)/4 = (0.01, 0).
/// r = 0.04/5 = 0.008: M moves by (0, 0.016), A and B each by -0.008·(0, 2)/4 = (0, -0.004).
fn by_hand() -> (Response, After) {
    let text = r#"(format: 1, world: (gravity: (0, 0), substeps: 16), bodies: [
        (gas: 0, restitution: 0.5, friction: 0.5,
         nodes: [(position: (0, 0)), (position: (2, 0)), (position: (2, 1), role: Mass(1)), (position: (0, 1), role: Mass(3))],
         hull: [(0, 1), (1, 2), (2, 3), (3, 0)]),
        (gas: 0, restitution: 1, friction: 0.5, nodes: [
            (position: (0.9875, 1.005), velocity: (0.2, -0.4)), (position: (3, 4)), (position: (-1, 4))],
         hull: [(0, 1), (1, 2), (2, 0)])])"#;
    let level = blobsmith::level::format::read(text, blobsmith::level::format::TextFormat::Ron).expect("sound");
    let mut world = World::new(&level).expect("sound");
    let mut trace = Trace::default();
    world.step_substep_traced(&mut trace);
    let contact = &trace.contacts[0];
    assert_eq!((contact.body, contact.node, contact.chosen), (1, 0, Some(2)));
    contact.response.zip(contact.after).expect("both can move")
}

#[test]
fn response_matches_hand_calculation() {
    let (response, after) = by_hand();
    let near = |from_text: DVec2, x: f64, y: f64| {
        assert!(from_text.distance(DVec2::new(x, y)) < 1e-12, "{from_text} is not ({x}, {y})")
    };
    near(response.impulse_m, 0.0, 0.48);
    response.impulse_ab.into_iter().for_each(|end| near(end, 0.0, -0.12));
    near(response.friction_m, -0.04, 0.0);
    response.friction_ab.into_iter().for_each(|end| near(end, 0.01, 0.0));
    near(response.move_m, 0.0, 0.016);
    response.move_ab.into_iter().for_each(|end| near(end, 0.0, -0.004));
    let steps = why::steps(&response);
    let value = |group, symbol| {
        let step = steps.iter().find(|step| (step.group, step.symbol) == (group, symbol));
        step.unwrap_or_else(|| panic!("no {symbol}")).value.clone()
    };
    assert_eq!(value(StepGroup::Start, "w"), "5");
    assert_eq!(value(StepGroup::Start, "Δv"), "(0.2, -0.4)");
    assert_eq!(value(StepGroup::Impulse, "j"), "0.24");
    assert_eq!(value(StepGroup::Impulse, "ΔvM"), "(0, 0.48)");
    // M has the mass 1, so its momentum changes by 0.48: what *Contacts* and the event log show as impulse, too.
    assert_eq!(value(StepGroup::Impulse, "impulse"), "0.48 m·l/t");
    assert!((response.per_length[0] * response.ab.length() - 0.48).abs() < 1e-12);
    assert_eq!(value(StepGroup::Friction, "friction"), "-0.04 m·l/t");
    assert_eq!(value(StepGroup::Friction, "f"), "-0.02");
    assert_eq!(value(StepGroup::Friction, "ΔvA = ΔvB"), "(0.01, 0)");
    assert_eq!(value(StepGroup::Move, "r"), "0.008");
    assert_eq!(value(StepGroup::Move, "ΔM"), "(0, 0.016)");
    let filled = |symbol| steps.iter().find(|step| step.symbol == symbol).map(|step| step.filled.clone());
    assert_eq!(filled("j").as_deref(), Some("(1 + 0.5)·0.8/5"));
    assert_eq!(filled("w").as_deref(), Some("4/1 + 4/4"));
    assert_eq!(filled("r").as_deref(), Some("0.04/5"));
    // Closing speed 0.4 before. Afterwards M has (0.16, 0.08), A and B (0.01, -0.12): -0.2 = -e·0.4. Along AB: -0.2,
    // then -0.15.
    let outcomes = why::outcomes(&response, &after);
    let of = |name: &str| {
        let row = outcomes.iter().find(|row| row.name == name).unwrap_or_else(|| panic!("no {name}"));
        (row.before.clone(), row.after.clone())
    };
    assert_eq!(of("vM"), ("(0.2, -0.4)".into(), "(0.16, 0.08)".into()));
    assert_eq!(of("vA"), ("(0, 0)".into(), "(0.01, -0.12)".into()));
    assert_eq!(of("speed inwards"), ("0.4".into(), "-0.2".into()));
    assert_eq!(of("speed along AB"), ("-0.2".into(), "-0.15".into()));
    assert_eq!(of("depth of M"), ("0.02".into(), "0".into()));
}

/// The factors of each formula, parsed from its text, give the engine's vectors on every level.
#[test]
fn formula_texts_give_the_values_of_the_engine() {
    let mut checked = 0;
    for (id, level) in levels() {
        // Of both ends together in four groups; `Weighted` has a row for each end, and one for their shares.
        let steps = match level.world.contact.response {
            ContactResponse::Source => 14,
            ContactResponse::Weighted => 18,
        };
        over_some_frames(&level, |_, trace, _| {
            let impacts = trace.disc_events.iter().filter_map(|event| event.hull.map(|hull| hull.response));
            for response in trace.contacts.iter().filter_map(|contact| contact.response).chain(impacts) {
                check(id, &response, steps);
                checked += 1;
            }
        });
    }
    assert!(checked > 300, "{checked} responses are too few");
}

fn check(id: &str, response: &Response, step_count: usize) {
    let Response { ab, am, inverse_mass_m: wm, inverse_mass_ab: wab, restitution, friction, .. } = *response;
    // The shares are halves and the mobilities equal, unless the level uses `Weighted`.
    let ([share_a, share_b], mobilities) = (response.shares, response.mobilities);
    let dv = response.velocity_m - (response.velocity_a * share_a + response.velocity_b * share_b);
    let w = ab.dot(ab) * (wm + wab);
    let cross = |v: DVec2| ab.x * v.y - ab.y * v.x;
    let out = DVec2::new(ab.y, -ab.x);
    let (mut j, mut f) = ((1.0 + restitution) * cross(dv) / w, friction * ab.dot(dv) / w);
    if !response.approaching {
        (j, f) = (0.0, 0.0);
    }
    let r = cross(am) / w * response.removed;
    let of_m =
        [(response.impulse_m, out * j * wm), (response.friction_m, -ab * f * wm), (response.move_m, out * r * wm)];
    let of_ends = [0, 1].into_iter().flat_map(|end| {
        let by = mobilities[end];
        [
            (response.impulse_ab[end], -out * j * by),
            (response.friction_ab[end], ab * f * by),
            (response.move_ab[end], -out * r * by),
        ]
    });
    let rows: Vec<(DVec2, DVec2)> = of_m.into_iter().chain(of_ends).collect();
    if response.shares == [0.5; 2] && mobilities[0] == mobilities[1] {
        let apart = [response.impulse_ab, response.friction_ab, response.move_ab].map(|ends| ends[0] - ends[1]);
        assert_eq!((mobilities[0], apart), (wab, [DVec2::ZERO; 3]));
    }
    for (from_text, own) in rows {
        assert!(from_text.distance(own) <= 1e-12 * (1e-3 + own.length()), "{id}: {from_text} is not {own}");
    }
    let steps = why::steps(response);
    assert_eq!(steps.len(), step_count, "{id}: {steps:?}");
    assert!(steps.iter().all(|step| !step.filled.contains("NaN") && !step.value.contains("NaN")), "{id}: {steps:?}");
}

#[test]
fn fixed_nodes_have_infinite_mass() {
    let mut response = by_hand().0;
    (response.inverse_mass_ab, response.mobilities) = (0.0, [0.0; 2]);
    response.impulse_ab = [DVec2::ZERO; 2];
    let steps = why::steps(&response);
    let filled = |symbol| steps.iter().find(|step| step.symbol == symbol).map(|step| step.filled.clone());
    assert_eq!(filled("w").as_deref(), Some("4/1 + 0"));
    assert!(
        steps.iter().any(|step| step.symbol == "ΔvA = ΔvB" && step.filled.ends_with("/∞") && step.value == "(0, 0)")
    );
}

#[test]
fn level_without_contacts_has_no_steps() {
    let level =
        Level { bodies: vec![Body { nodes: vec![Node::at([0.0, 0.0])], ..Body::default() }], ..Level::default() };
    over_some_frames(&level, |_, trace, _| assert!(why::contacts_of(trace, 0, 0).is_empty()));
}
