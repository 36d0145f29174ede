//! Rises of the total energy without a source, by phase, body and contact: a note of a run, not a problem.
//!
//! The energy ledger has the total before and after each substep. From the change the meter subtracts the work of the
//! hand, of penalty decor and of inputs, the energy of parts that blew up, and the gain in contacts that may add energy
//! ([`sources`]). A remainder above the rounding of the ledger is a rise. The first rise and the [`MOST`] largest ones
//! name the ledger entry, the body and the contact that gained most.
//!
//! Invariant: `after - before` is `gained - lost + external + collapsed` up to rounding, and the sum of `phases` too. Once a part
//! has blown up, no total is known: nothing is measured from that substep on.
//!
//! Semi-implicit Euler swings around the energy that it conserves, so rises and falls of the entry *integration* alternate in
//! every oscillation. A rise that lasts is the problem *energy from nothing*.

mod report;
mod sources;

use crate::debugger::run::Moment;
use crate::engine::energy;
use crate::engine::ledger::{Entry, Ledger};
use crate::engine::{Layout, Phase, PhaseKind, State, Touched};
use crate::level::Place;
use serde::{Deserialize, Serialize};
use sources::Sources;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The rises of a run. Energies in mass·length²/time².
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EnergyRises {
    /// Number of measured substeps.
    pub substeps: u64,
    /// Number of substeps in which the total rose.
    pub count: u64,
    /// Sum of the rises.
    pub gained: f64,
    /// Sum of the falls in the other substeps.
    pub lost: f64,
    /// Total energy before the first substep.
    pub before: f64,
    /// Total energy after the last substep; without the total before it is the net change.
    pub after: f64,
    /// Energy from external sources, which is no part of rises and falls.
    pub external: f64,
    /// Number of substeps in which a body with gas had no area. They are no part of rises and falls.
    pub collapsed_count: u64,
    /// Change of the total in these substeps.
    pub collapsed: f64,
    /// The first rise.
    pub first: Option<Rise>,
    /// The largest rises, the largest first.
    pub largest: Vec<Rise>,
    /// Gain of each ledger entry over all rises, the largest first; without losses and external entries.
    pub entries: Vec<(Entry, f64)>,
    /// Gain of each ledger entry over all measured substeps, the largest in size first; negative for losses.
    pub phases: Vec<(Entry, f64)>,
    /// The first substep with a total that is not finite. Later ones are not measured.
    pub unknown_from: Option<Moment>,
}

/// One substep in which the total rose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rise {
    /// Frame and substep.
    pub at: Moment,
    /// Rise of the total, mass·length²/time².
    pub amount: f64,
    /// Ledger entry that gained most. None if no entry gained.
    pub entry: Option<Entry>,
    /// Body whose energy rose most. None if only discs gained.
    pub body: Option<usize>,
    /// Contact that gained most. None if no contact gained. The world stands for bounds and obstacles.
    pub contact: Option<[Place; 2]>,
}

/// Number of largest rises that are kept.
pub const MOST: usize = 8;
/// Rounding of the ledger, as a part of the totals and of the exchanged energy.
const ROUNDING: f64 = 1e-12;
/// True for entries that act from outside: works of the hand and of decor, inputs, and what blew up.
fn is_outside(entry: Entry) -> bool {
    Entry::GIVEN.contains(&entry) || matches!(entry, Entry::Inputs | Entry::BlowUp)
}

/// Entries of contacts.
const CONTACTS: [Entry; 5] = [Entry::Obstacles, Entry::Impulse, Entry::Friction, Entry::Repositioning, Entry::Impacts];

/// Places in the ledger of the external entries and of [`CONTACTS`], since [`Entry::index`] is a search.
static OUTSIDE_PLACES: LazyLock<Vec<usize>> = LazyLock::new(|| {
    let entries = Entry::ALL.iter().enumerate();
    entries.filter(|(_, row)| is_outside(row.0)).map(|(place, _)| place).collect()
});
static CONTACT_PLACES: LazyLock<[usize; CONTACTS.len()]> = LazyLock::new(|| CONTACTS.map(Entry::index));

fn is_contact(kind: PhaseKind) -> bool {
    use PhaseKind::{Bounds, Diagonal, DiscImpact, Friction, Impulse, Obstacle, Reposition};
    matches!(kind, Impulse | Friction | Reposition | Diagonal | Obstacle | Bounds | DiscImpact)
}

/// Rises so far.
#[derive(Clone, Debug, Default)]
pub(super) struct RiseSums {
    rises: EnergyRises,
    /// Gain of each entry over all rises.
    entries: [f64; Entry::ALL.len()],
    /// Gain of each entry over all measured substeps.
    phases: [f64; Entry::ALL.len()],
}

/// Measures each substep by its ledger.
#[derive(Clone, Debug, Default)]
pub(super) struct RiseMeter {
    sums: RiseSums,
    sources: Sources,
    /// State at the start of the substep.
    start: Option<State>,
    /// The entries of [`CONTACTS`] before this phase.
    known: [f64; CONTACTS.len()],
    /// Gain of these entries in this substep from contacts that may add energy.
    given: [f64; CONTACTS.len()],
    /// Gains of the other contacts in this substep.
    contacts: Vec<([Place; 2], f64)>,
}

impl RiseMeter {
    /// Rises so far.
    pub fn sums(&self) -> &RiseSums {
        &self.sums
    }

    /// Replaces the rises so far.
    pub fn set(&mut self, sums: &RiseSums) {
        self.sums.clone_from(sums);
    }

    pub fn begin(&mut self, layout: &Layout, state: &State) {
        self.sources = Sources::of(layout);
        match &mut self.start {
            Some(start) => start.clone_from(state),
            None => self.start = Some(state.clone()),
        }
        (self.known, self.given) = Default::default();
        self.contacts.clear();
    }

    pub fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, ledger: &Ledger) {
        if !is_contact(phase.kind) {
            return;
        }
        let now = CONTACT_PLACES.map(|place| ledger.entries[place]);
        let before = std::mem::replace(&mut self.known, now);
        let gain: f64 = now.iter().zip(&before).map(|(now, before)| now - before).sum();
        if gain <= 0.0 {
            return;
        }
        if self.sources.may_add_energy(layout, touched) {
            // One phase belongs to one entry.
            self.given
                .iter_mut()
                .zip(now.iter().zip(&before))
                .for_each(|(given, (now, before))| *given += now - before);
        } else if let Some(pair) = sources::pair(layout, touched) {
            self.contacts.push((pair, gain));
        }
    }

    pub fn end(&mut self, layout: &Layout, state: &State, ledger: &Ledger) {
        let outside: f64 = OUTSIDE_PLACES.iter().map(|&place| ledger.entries[place]).sum();
        let external = outside + self.given.iter().sum::<f64>();
        let change = ledger.after - ledger.before - external;
        let rounding = ROUNDING * (ledger.before.abs() + ledger.after.abs() + ledger.exchanged);
        let is_known = change.is_finite() && ledger.entries.iter().all(|entry| entry.is_finite());
        if !is_known || self.sums.rises.unknown_from.is_some() {
            self.sums.rises.unknown_from.get_or_insert((state.frame, state.substep));
            return;
        }
        let has_collapsed = self.has_collapsed(layout, state);
        self.sums.phases.iter_mut().zip(&ledger.entries).for_each(|(sum, entry)| *sum += entry);
        let rises = &mut self.sums.rises;
        if rises.substeps == 0 {
            rises.before = ledger.before;
        }
        rises.after = ledger.after;
        rises.substeps += 1;
        rises.external += external;
        if has_collapsed {
            rises.collapsed_count += 1;
            rises.collapsed += change;
            return;
        }
        if change <= rounding {
            rises.lost -= change.min(0.0);
            return;
        }
        let mut entries = ledger.entries;
        CONTACT_PLACES.iter().zip(self.given).for_each(|(&place, given)| entries[place] -= given);
        self.sums.entries.iter_mut().zip(entries).for_each(|(sum, entry)| *sum += entry);
        self.sums.rises.count += 1;
        self.sums.rises.gained += change;
        let rank = self.sums.rises.largest.partition_point(|other| other.amount >= change);
        if rank < MOST {
            let rise = self.attribute(layout, state, &entries, change);
            self.sums.rises.first.get_or_insert(rise);
            self.sums.rises.largest.insert(rank, rise);
            self.sums.rises.largest.truncate(MOST);
        }
    }

    /// True if a body with gas has no area now or had none at the start: its gas energy is 0 then, which is no change of
    /// energy by a phase.
    fn has_collapsed(&self, layout: &Layout, state: &State) -> bool {
        let with_gas = (0..layout.bodies.len()).filter(|&body| layout.bodies[body].gas > 0.0);
        let mut states = with_gas.flat_map(|body| self.start.iter().chain([state]).map(move |state| (body, state)));
        states.any(|(body, state)| layout.doubled_area(body, |node| state.position(node)) <= 0.0)
    }

    /// The entries are without what contacts may add.
    fn attribute(&self, layout: &Layout, state: &State, entries: &[f64], amount: f64) -> Rise {
        let own = Entry::ALL.iter().map(|row| row.0).zip(entries.iter().copied());
        let entry = most(own.filter(|(entry, _)| !is_outside(*entry)));
        let gain = |body: usize| {
            let before = self.start.as_ref().map_or(0.0, |start| energy::of_body(layout, start, body).total);
            (body, energy::of_body(layout, state, body).total - before)
        };
        let body = most((0..layout.bodies.len()).map(gain));
        let mut contacts: BTreeMap<[Place; 2], f64> = BTreeMap::new();
        self.contacts.iter().for_each(|&(pair, gain)| *contacts.entry(pair).or_default() += gain);
        Rise { at: (state.frame, state.substep), amount, entry, body, contact: most(contacts.into_iter()) }
    }

    pub fn rises(&self) -> EnergyRises {
        let mut entries: Vec<(Entry, f64)> =
            Entry::ALL.iter().map(|(entry, ..)| (*entry, self.sums.entries[entry.index()])).collect();
        entries.retain(|(entry, gain)| *gain > 0.0 && !is_outside(*entry));
        entries.sort_by(|a, b| b.1.total_cmp(&a.1));
        let all = Entry::ALL.iter().map(|row| row.0).zip(self.sums.phases);
        let mut phases: Vec<(Entry, f64)> = all.filter(|(_, gain)| *gain != 0.0).collect();
        phases.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        EnergyRises { entries, phases, ..self.sums.rises.clone() }
    }
}

/// The one with the largest gain; none if nothing gained.
fn most<T>(gains: impl Iterator<Item = (T, f64)>) -> Option<T> {
    gains.filter(|(_, gain)| *gain > 0.0).max_by(|a, b| a.1.total_cmp(&b.1)).map(|(subject, _)| subject)
}

#[cfg(test)]
mod tests;
