//! Rises by an independent measurement of the total, by hand-made ledgers, and of runs in two parts.

use super::*;
use crate::debugger::diagnosis::stage::{square, v, weightless};
use crate::debugger::diagnosis::{diagnose, diagnose_run};
use crate::debugger::run::Run;
use crate::engine::{Row, World};
use crate::level::{Level, Motion, format, gallery};
use std::sync::Arc;

fn level(id: &str) -> Level {
    let text = gallery::level(id).map(|row| row.text).unwrap_or_default();
    format::read(text, format::TextFormat::Ron).unwrap()
}

#[test]
fn energy_rises_are_the_rises_of_the_measured_total() {
    let level = level("01-first-blob");
    let frames = 60;
    let found = diagnose(&level, frames, |_| true).unwrap();
    assert!(found.is_healthy(), "rises alone do not are a problem");
    let mut world = World::new(&level).unwrap();
    let (mut rises, mut lost) = (Vec::new(), 0.0);
    while world.state().frame < frames {
        let of_bodies = |world: &World| {
            let bodies = 0..level.bodies.len();
            bodies.map(|body| energy::of_body(world.layout(), world.state(), body).total).collect::<Vec<_>>()
        };
        let at = (world.state().frame, world.state().substep);
        let (before, parts) = (world.energy().total, of_bodies(&world));
        world.step_substep();
        let change = world.energy().total - before;
        if change > 1e-9 {
            let gains = of_bodies(&world).into_iter().zip(parts).map(|(after, before)| after - before).enumerate();
            rises.push((change, at, gains.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(body, _)| body)));
        } else {
            lost -= change;
        }
    }
    let gained: f64 = rises.iter().map(|rise| rise.0).sum();
    let energy = &found.energy;
    assert_eq!(energy.substeps, frames * u64::from(level.world.substeps));
    assert!(!rises.is_empty() && energy.count >= rises.len() as u64, "{energy:?}");
    assert!((energy.gained - gained).abs() < 1e-6 * gained && (energy.lost - lost).abs() < 1e-6 * lost, "{energy:?}");
    rises.sort_by(|a, b| b.0.total_cmp(&a.0));
    let largest: Vec<_> = energy.largest.iter().map(|rise| (rise.at, rise.body)).collect();
    let expected: Vec<_> = rises.iter().take(MOST).map(|&(_, at, body)| (at, body)).collect();
    assert_eq!(largest, expected);
    assert!(energy.describe(&level).len() >= 3);
}

/// Level 52 has substeps with a collapsed body, level 08 has none, and in both the total ends lower than the sum of the rises.
#[test]
fn net_change_is_that_of_the_measured_total_and_the_sum_of_its_parts() {
    for id in ["08-concave-barycentre-rule", "52-too-much-gas"] {
        let (level, frames) = (level(id), 64);
        let found = diagnose(&level, frames, |_| true).unwrap().energy;
        let mut world = World::new(&level).unwrap();
        let before = world.energy().total;
        let (mut total, mut rises, mut scale) = (before, 0.0, 0.0);
        while world.state().frame < frames {
            world.step_substep();
            let change = world.energy().total - total;
            total += change;
            rises += change.max(0.0);
            scale += change.abs();
        }
        let close = |a: f64, b: f64| assert!((a - b).abs() <= 1e-9 * scale, "{id}: {a} and {b} in {found:?}");
        close(found.before, before);
        close(found.after, total);
        close(found.gained - found.lost + found.external + found.collapsed, total - before);
        if found.collapsed_count == 0 {
            close(found.gained, rises);
        }
        assert_eq!(found.collapsed_count > 0, id.starts_with("52"), "{found:?}");
        let net = format!(
            "Net change of the total energy: {}, from ",
            crate::debugger::why::number(found.after - found.before)
        );
        assert!(found.describe(&level)[0].starts_with(&net), "{:?}", found.describe(&level));
    }
}

/// In the pile of level 16 contacts take most of the energy: the losses are named, and all terms add up to the net change.
#[test]
fn phases_of_all_substeps_add_up_to_the_net_change() {
    let level = level("16-pile-of-100");
    let found = diagnose(&level, 40, |_| true).unwrap().energy;
    let (sum, size) = found.phases.iter().fold((0.0, 0.0), |(sum, size), (_, gain)| (sum + gain, size + gain.abs()));
    assert!((sum - (found.after - found.before)).abs() < 1e-9 * size, "{found:?}");
    let loss = |entry| found.phases.iter().find(|row| row.0 == entry).map_or(0.0, |row| row.1);
    assert!(loss(Entry::Impulse) < 0.0 && loss(Entry::Friction) < 0.0, "{found:?}");
    let words = found.describe(&level);
    let terms = words.iter().find(|line| line.starts_with("Gain of the phases in all substeps: ")).unwrap();
    assert!(terms.contains("impulses of contacts -") && !terms.contains("not accounted for"), "{terms}");
}

/// A substep whose ledger leaves out 2 of its change.
#[test]
fn change_that_no_phase_reported_is_named() {
    let level = level("01-first-blob");
    let mut rises = one_phase([0.5, 1.0], PhaseKind::Impulse, Entry::Impulse);
    assert!(!rises.describe(&level).concat().contains("not accounted for"));
    rises.after += 2.0;
    let words = rises.describe(&level).concat();
    assert!(words.contains("impulses of contacts 6, not accounted for, since no phase reported it, 2;"), "{words}");
    rises.gained += 2.0;
    let words = rises.describe(&level).concat();
    assert_eq!(words.matches("not accounted for, since no phase reported it, 2;").count(), 2, "{words}");
    assert!(!words.contains("losses of other phases"), "{words}");
}

/// The springs of level 23 blow up; the other energies are not finite from then on.
#[test]
fn rises_end_where_a_part_blows_up() {
    let level = level("23-stiff-too-few-substeps");
    let mut world = World::new(&level).unwrap();
    let last = loop {
        world.step_frame();
        if world.has_blown_up() {
            break world.state().frame;
        }
    };
    assert!(world.energy().total.is_nan());
    let [found, later] = [last, last + 20].map(|frames| diagnose(&level, frames, |_| true).unwrap().energy);
    assert!(found.unknown_from.is_some_and(|at| at.0 < last) && found.after.is_finite(), "{found:?}");
    assert_eq!(found, later, "nothing is measured after it");
    let words = found.describe(&level).concat();
    assert!(words.contains("there the energy is not finite, so that no total is known."), "{words}");
}

/// One substep in which a phase of node 4 and edge (2, 3) adds 6 to the energy of the upper square of two.
fn one_phase(restitutions: [f64; 2], kind: PhaseKind, entry: Entry) -> EnergyRises {
    phases(restitutions, &[(kind, entry, 6.0)])
}

/// The same with several phases.
fn phases(restitutions: [f64; 2], list: &[(PhaseKind, Entry, f64)]) -> EnergyRises {
    let mut bodies = vec![square([0.0, -10.0], 10.0, Motion::Fixed), square([4.0, 0.0], 1.0, Motion::Dynamic)];
    bodies.iter_mut().zip(restitutions).for_each(|(body, restitution)| body.restitution = restitution);
    let world = World::new(&weightless(bodies, 1)).unwrap();
    let (layout, mut state) = (world.layout(), world.state().clone());
    let mut meter = RiseMeter::default();
    let mut ledger = Ledger::default();
    state.velocities[4..].fill(v(0.0, 1.0));
    (ledger.before, ledger.after) = (2.0, 2.0 + list.iter().map(|phase| phase.2).sum::<f64>());
    meter.begin(layout, &state);
    state.velocities[4..].fill(v(0.0, 2.0));
    for &(kind, entry, gain) in list {
        ledger.entries[entry.index()] += gain;
        meter.see(Phase { kind, row: Row::None }, Touched::Few(&[2, 3, 4], None), layout, &ledger);
    }
    meter.end(layout, &state, &ledger);
    meter.rises()
}

#[test]
fn rise_names_phase_body_and_contact() {
    let rises = one_phase([0.5, 1.0], PhaseKind::Impulse, Entry::Impulse);
    assert_eq!((rises.count, rises.gained, rises.lost), (1, 6.0, 0.0));
    assert_eq!(rises.entries, [(Entry::Impulse, 6.0)]);
    let pair = [Place::Body(1), Place::Body(0)];
    let expected = Rise { at: (0, 0), amount: 6.0, entry: Some(Entry::Impulse), body: Some(1), contact: Some(pair) };
    assert_eq!((rises.first, rises.largest), (Some(expected), vec![expected]));
    let by_springs = one_phase([0.5, 1.0], PhaseKind::Integration, Entry::Integration);
    assert_eq!((by_springs.first.unwrap().entry, by_springs.first.unwrap().contact), (Some(Entry::Integration), None));
}

#[test]
fn rise_leaves_out_the_hand_inputs_and_products_above_1() {
    for entry in Entry::ALL.iter().map(|row| row.0).filter(|&entry| is_outside(entry)) {
        let rises = one_phase([0.5, 1.0], PhaseKind::Integration, entry);
        assert_eq!((rises.substeps, rises.count, rises.first), (1, 0, None), "{entry:?}");
    }
    assert_eq!(one_phase([1.5, 1.0], PhaseKind::Impulse, Entry::Impulse).count, 0, "a product of 1.5 adds energy");
    assert_eq!(one_phase([1.5, 0.6], PhaseKind::Impulse, Entry::Impulse).count, 1, "a product of 0.9 does not");
    assert_eq!(one_phase([1.5, 1.0], PhaseKind::Integration, Entry::Integration).count, 1, "no contact");
}

#[test]
fn rise_beside_a_source_is_blamed_on_its_own_entry() {
    // A bumper adds 6 and the integration 1.
    let rises = phases(
        [1.5, 1.0],
        &[(PhaseKind::Integration, Entry::Integration, 1.0), (PhaseKind::Impulse, Entry::Impulse, 6.0)],
    );
    assert_eq!((rises.count, rises.gained, rises.entries), (1, 1.0, vec![(Entry::Integration, 1.0)]));
    assert_eq!(rises.first.map(|rise| (rise.entry, rise.contact)), Some((Some(Entry::Integration), None)));
}

#[test]
fn rises_of_a_run_are_those_of_its_parts() {
    let run = Run::new(Arc::new(level("53-drawn-into-the-ground"))).unwrap();
    let [whole, first, rest] = [0..110, 0..100, 100..110].map(|frames| diagnose_run(&run, frames, |_| true).energy);
    assert_eq!((first.substeps + rest.substeps, first.count + rest.count), (whole.substeps, whole.count));
    assert!((first.gained + rest.gained - whole.gained).abs() <= 1e-12 * whole.gained);
    assert!(rest.first.is_some_and(|rise| rise.at >= (100, 0)) && whole.first == first.first);
    // A square that starts in the ground is repositioned: its springs are stretched.
    let largest = whole.largest[0];
    assert_eq!(
        (largest.entry, largest.contact.map(|pair| pair.map(|place| place.body()))),
        (Some(Entry::Repositioning), Some([Some(1), Some(0)])),
        "{whole:?}"
    );
}
