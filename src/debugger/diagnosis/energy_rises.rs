//! Rises of the total energy that nothing outside accounts for: a note of a run, not an illness.
//!
//! After each substep the energy ledger has the total before and after it. The work of the hand, of decor and of inputs is
//! subtracted, what left with parts that blew up, and the gain of contacts with driven parts or with a product of restitutions
//! above 1. What is left counts if it is above the rounding of the ledger. Phases come from the ledger of those substeps. Body
//! and contact are measured only for the [`WORST`] largest rises, in one replay after the diagnosis.
//!
//! Many rises are no fault: semi-implicit Euler swings around the energy that it keeps, so its total rises and falls in each
//! oscillation. A rise that lasts is the illness *energy from nothing*.

use super::finding::who;
use crate::debugger::run::{Moment, Run};
use crate::debugger::why::number;
use crate::engine::energy;
use crate::engine::ledger::{Entry, Ledger, Meter};
use crate::engine::{Layout, Observer, Phase, PhaseKind, State, Touched, World};
use crate::level::{Level, Place};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The rises of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EnergyRises {
    /// Substeps that were measured.
    pub substeps: u64,
    /// Those in which the total rose.
    pub count: u64,
    /// Sum of the rises, mass·length²/time².
    pub made: f64,
    /// Sum of the falls in all other substeps, mass·length²/time².
    pub lost: f64,
    /// The first rise.
    pub first: Option<Rise>,
    /// The largest rises, the largest first.
    pub worst: Vec<Rise>,
    /// What each entry of the ledger gave in the substeps that rose, the largest first; entries that gave something only.
    pub entries: Vec<(Entry, f64)>,
    /// The body whose energy rose most in the largest rises.
    pub body: Option<usize>,
    /// The contact that gave most in the largest rises: two bodies, or a disc and a body, or a body and the bounds.
    pub contact: Option<[Place; 2]>,
}

/// One substep in which the total rose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rise {
    /// Frame of the substep.
    pub frame: u64,
    /// Substep of that frame.
    pub substep: u32,
    /// Energy, mass·length²/time².
    pub amount: f64,
}

/// Number of rises whose body and contact are measured.
const WORST: usize = 8;
/// Rounding of the ledger, as a part of the totals and of what was exchanged.
const ROUNDING: f64 = 1e-12;
/// Entries that act from outside.
const OUTSIDE: [Entry; 4] = [Entry::Decor, Entry::Hand, Entry::Inputs, Entry::BlowUp];

/// True if a contact may give energy: one of its parts is driven, or the product of restitutions is above 1.
fn is_source(layout: &Layout, touched: Touched<'_>) -> bool {
    let restitution = |node: usize| layout.bodies[layout.body_of(node).0].restitution;
    let is_driven = |node: usize| layout.bodies[layout.body_of(node).0].path.is_some();
    match touched {
        Touched::Few(&[a, _, node], None) => {
            is_driven(a) || is_driven(node) || restitution(a) * restitution(node) > 1.0
        }
        Touched::Few(&[node], None) => {
            let walls = layout.obstacles.iter().map(|wall| wall.restitution);
            let most = walls.chain(layout.settings.bounds.map(|bounds| bounds.restitution)).fold(0.0, f64::max);
            restitution(node) * most > 1.0
        }
        // A disc may be driven, or a bumper.
        Touched::Few(_, Some(_)) | Touched::AllDiscs | Touched::Discs(_) => has_disc_source(layout),
        _ => false,
    }
}

fn is_contact(kind: PhaseKind) -> bool {
    use PhaseKind::{Bounds, Diagonal, DiscImpact, Friction, Impulse, Obstacle, Reposition};
    matches!(kind, Impulse | Friction | Reposition | Diagonal | Obstacle | Bounds | DiscImpact)
}

fn has_disc_source(layout: &Layout) -> bool {
    let bodies = layout.bodies.iter().map(|body| body.restitution);
    let walls = layout.obstacles.iter().map(|wall| wall.restitution);
    let bounds = layout.settings.bounds.map(|bounds| bounds.restitution);
    let discs = layout.discs.restitution.iter().copied();
    let most = bodies.chain(walls).chain(bounds).chain(discs.clone()).fold(0.0, f64::max);
    let is_driven = layout.discs.path.iter().any(Option::is_some) || layout.bodies.iter().any(|b| b.path.is_some());
    layout.discs.count() > 0 && (is_driven || discs.fold(0.0, f64::max) * most > 1.0)
}

/// True if a level has anything that [`is_source`] can be true for.
fn has_sources(layout: &Layout) -> bool {
    let most = layout.bodies.iter().map(|body| body.restitution).fold(0.0, f64::max);
    let walls = layout.obstacles.iter().map(|wall| wall.restitution);
    let walls = walls.chain(layout.settings.bounds.map(|bounds| bounds.restitution)).fold(0.0, f64::max);
    layout.bodies.iter().any(|body| body.path.is_some()) || most * most.max(walls) > 1.0 || has_disc_source(layout)
}

/// What one substep did.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubstepEnergy {
    at: Moment,
    /// Change of the total that nothing outside accounts for.
    change: f64,
    rounding: f64,
    entries: [f64; Entry::ALL.len()],
}

/// Measures each substep by its ledger.
#[derive(Clone, Debug, Default)]
pub(super) struct RiseMeter {
    /// None until the first substep.
    has_sources: Option<bool>,
    /// Sum of the ledger's entries before the next phase.
    known: f64,
    /// Gain of contacts that may give energy.
    given: f64,
    pub last: Option<SubstepEnergy>,
}

impl RiseMeter {
    pub fn begin(&mut self, layout: &Layout) {
        self.has_sources.get_or_insert_with(|| has_sources(layout));
        (self.known, self.given, self.last) = (0.0, 0.0, None);
    }

    pub fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, ledger: &Ledger) {
        if self.has_sources != Some(true) {
            return;
        }
        let now: f64 = ledger.entries.iter().sum();
        let gain = now - std::mem::replace(&mut self.known, now);
        if gain > 0.0 && is_contact(phase.kind) && is_source(layout, touched) {
            self.given += gain;
        }
    }

    pub fn end(&mut self, state: &State, ledger: &Ledger) {
        let outside: f64 = OUTSIDE.iter().map(|&entry| ledger.of(entry)).sum();
        let change = ledger.after - ledger.before - outside - self.given;
        let rounding = ROUNDING * (ledger.before.abs() + ledger.after.abs() + ledger.exchanged);
        let at = (state.frame, state.substep);
        self.last = Some(SubstepEnergy { at, change, rounding, entries: ledger.entries });
    }
}

/// Sums of the substeps so far.
#[derive(Clone, Debug, Default)]
pub(super) struct RiseTally {
    rises: EnergyRises,
    entries: [f64; Entry::ALL.len()],
}

impl RiseTally {
    pub fn add(&mut self, substep: &SubstepEnergy) {
        let SubstepEnergy { at: (frame, number), change, rounding, entries } = *substep;
        let rises = &mut self.rises;
        rises.substeps += 1;
        if !change.is_finite() || change <= rounding {
            rises.lost += if change.is_finite() { (-change).max(0.0) } else { 0.0 };
            return;
        }
        let rise = Rise { frame, substep: number, amount: change };
        rises.count += 1;
        rises.made += change;
        rises.first.get_or_insert(rise);
        let rank = rises.worst.partition_point(|other| other.amount >= change);
        if rank < WORST {
            rises.worst.insert(rank, rise);
            rises.worst.truncate(WORST);
        }
        self.entries.iter_mut().zip(entries).for_each(|(sum, entry)| *sum += entry);
    }

    pub fn done(self) -> EnergyRises {
        let mut entries: Vec<(Entry, f64)> =
            Entry::ALL.iter().map(|(entry, ..)| (*entry, self.entries[*entry as usize])).collect();
        entries.retain(|(entry, given)| *given > 0.0 && !OUTSIDE.contains(entry));
        entries.sort_by(|a, b| b.1.total_cmp(&a.1));
        EnergyRises { entries, ..self.rises }
    }
}

/// Measures which body and which contact gained in the substeps that it observes.
#[derive(Default)]
struct SourceMeter {
    meter: Meter,
    known: f64,
    start: Vec<f64>,
    bodies: Vec<f64>,
    contacts: BTreeMap<[Place; 2], f64>,
}

fn body_energies(layout: &Layout, state: &State) -> Vec<f64> {
    (0..layout.bodies.len()).map(|body| energy::of_body(layout, state, body).total).collect()
}

impl Observer for SourceMeter {
    fn begin(&mut self, layout: &Layout, state: &State) {
        self.meter = Meter::new();
        self.meter.begin(layout, state);
        (self.known, self.start) = (0.0, body_energies(layout, state));
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, state: &State) {
        self.meter.see(phase, touched, layout, state);
        let now: f64 = self.meter.ledger().entries.iter().sum();
        let gain = now - std::mem::replace(&mut self.known, now);
        if !is_contact(phase.kind) || is_source(layout, touched) {
            return;
        }
        let body = |node: usize| Place::Body(layout.body_of(node).0);
        let pair = match touched {
            Touched::Few(&[a, _, node], None) => Some([body(node), body(a)]),
            Touched::Few(&[a, _], Some(disc)) => Some([Place::Disc(disc), body(a)]),
            Touched::Few(&[node], None) if phase.kind == PhaseKind::Bounds => Some([body(node), Place::World]),
            _ => None,
        };
        if let Some(pair) = pair {
            *self.contacts.entry(pair).or_default() += gain;
        }
    }

    fn end(&mut self, layout: &Layout, state: &State) {
        self.bodies.resize(layout.bodies.len(), 0.0);
        let rises = body_energies(layout, state).into_iter().zip(&self.start).map(|(end, start)| end - start);
        self.bodies.iter_mut().zip(rises).for_each(|(sum, rise)| *sum += rise);
    }

    fn wants_all(&self) -> bool {
        false
    }
}

impl EnergyRises {
    /// Finds body and contact of the largest rises by a replay up to the last of them.
    pub(super) fn attribute(&mut self, run: &Run) {
        let mut moments: Vec<Moment> = self.worst.iter().map(|rise| (rise.frame, rise.substep)).collect();
        moments.sort_unstable();
        if moments.is_empty() {
            return;
        }
        let mut run = run.fork();
        let mut meter = SourceMeter::default();
        for moment in moments {
            run.approach(moment, || true);
            run.step_with(|world: &mut World| world.step_substep_observed(None, &mut meter));
        }
        let most = |gain: f64| Some(gain).filter(|gain| *gain > 0.0);
        let bodies = meter.bodies.iter().enumerate().filter(|(_, gain)| most(**gain).is_some());
        self.body = bodies.max_by(|a, b| a.1.total_cmp(b.1)).map(|(body, _)| body);
        let contacts = meter.contacts.iter().filter(|(_, gain)| most(**gain).is_some());
        self.contact = contacts.max_by(|a, b| a.1.total_cmp(b.1)).map(|(pair, _)| *pair);
    }

    /// Sentences with the numbers; none if the total never rose.
    pub fn describe(&self, level: &Level) -> Vec<String> {
        let (Some(first), Some(worst)) = (&self.first, self.worst.first()) else { return Vec::new() };
        let mut lines = vec![format!(
            "The total energy rose in {} of {} substeps, by {} in all; it fell by {} in the others.",
            self.count,
            self.substeps,
            number(self.made),
            number(self.lost)
        )];
        let phases = self.entries.iter().take(3).map(|(entry, given)| {
            let title = Entry::ALL.iter().find(|row| row.0 == *entry).map_or("", |row| row.2);
            format!("{title} {}", number(*given))
        });
        let phases: Vec<String> = phases.collect();
        if !phases.is_empty() {
            lines.push(format!("By phase: {}.", phases.join(", ")));
        }
        let at = |rise: &Rise| format!("frame {}, substep {} ({})", rise.frame, rise.substep, number(rise.amount));
        lines.push(format!("First: {}. Largest: {}.", at(first), at(worst)));
        let body = self.body.map(|body| format!("{} gained most", who(level, Place::Body(body))));
        let contact =
            self.contact.map(|[own, other]| format!("most in contact: {} on {}", who(level, own), who(level, other)));
        let sources: Vec<String> = [body, contact].into_iter().flatten().collect();
        if !sources.is_empty() {
            lines.push(format!("In the largest rises {}.", sources.join(", ")));
        }
        lines
    }

    /// The same for programs.
    pub fn json(&self) -> Value {
        let rise = |rise: &Rise| json!({ "frame": rise.frame, "substep": rise.substep, "amount": rise.amount });
        let id = |entry: Entry| Entry::ALL.iter().find(|row| row.0 == entry).map_or("", |row| row.1);
        let entries = self.entries.iter().map(|(entry, given)| (id(*entry).to_owned(), Value::from(*given)));
        json!({
            "substeps": self.substeps,
            "count": self.count,
            "made": self.made,
            "lost": self.lost,
            "first": self.first.as_ref().map(rise),
            "worst": self.worst.first().map(rise),
            "entries": Value::Object(entries.collect()),
            "body": self.body,
            "contact": self.contact.map(|pair| pair.map(|place| place.to_string())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::diagnose;
    use crate::level::{format, gallery};

    fn level(id: &str) -> Level {
        let text = gallery::level(id).map(|row| row.text).unwrap_or_default();
        format::read(text, format::TextFormat::Ron).unwrap()
    }

    #[test]
    fn energy_rises_are_the_rises_of_the_total() {
        let level = level("01-first-blob");
        let frames = 60;
        let found = diagnose(&level, frames, |_| true).unwrap();
        assert!(found.is_healthy(), "a rise is no illness");
        let mut world = World::new(&level).unwrap();
        let (mut made, mut lost, mut count) = (0.0, 0.0, 0);
        let mut largest = (0.0, (0, 0));
        while world.state().frame < frames {
            let (at, before) = ((world.state().frame, world.state().substep), world.energy().total);
            world.step_substep();
            let change = world.energy().total - before;
            if change > 1e-9 {
                (made, count) = (made + change, count + 1);
                largest = if change > largest.0 { (change, at) } else { largest };
            } else {
                lost -= change;
            }
        }
        let rises = &found.energy;
        assert!(count > 0 && rises.count >= count, "{rises:?}");
        assert!((rises.made - made).abs() < 1e-6 * made && (rises.lost - lost).abs() < 1e-6 * lost, "{rises:?}");
        let worst = rises.worst[0];
        assert_eq!((worst.frame, worst.substep), largest.1);
        assert_eq!(rises.body, Some(1), "the other one is fixed");
        assert_eq!(rises.worst.len(), WORST.min(rises.count as usize));
        assert!(rises.describe(&level).len() >= 3);
    }

    #[test]
    fn energy_rises_name_the_contact() {
        // A square that is put out of the ground in one substep.
        let level = level("53-drawn-into-the-ground");
        let rises = diagnose(&level, 20, |_| true).unwrap().energy;
        assert_eq!(rises.entries[0].0, Entry::Repositioning, "{rises:?}");
        assert!(rises.contact.is_some_and(|pair| pair.iter().all(|place| place.body().is_some())), "{rises:?}");
    }
}
