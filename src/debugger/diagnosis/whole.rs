//! Diagnosis of a whole run: count, first, worst and places of each illness, with its remedies.

use super::aftermath::{Aftermath, HarmSubject};
use super::{Cause, Detector, EnergyRises, Finding, Harm, Illness, Remedy, causes};
use crate::debugger::run::Run;
use crate::engine::World;
use crate::level::{Level, Place};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Most places that are listed per illness.
pub const PLACES: usize = 8;

/// Findings along a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Diagnosis {
    /// Number of judged frames; smaller than requested if the diagnosis was cancelled.
    pub frames: u64,
    /// Root causes, the most likely first. Empty until all frames are judged.
    pub causes: Vec<Cause>,
    /// The illnesses, the gravest first; each at most once.
    pub illnesses: Vec<Diagnosed>,
    /// Consequences of these, found later in the same body ([`Detector::is_cause`]), in the same order.
    pub consequences: Vec<Diagnosed>,
    /// Findings without harm ([`Harm`]), in the same order.
    pub passing: Vec<Diagnosed>,
    /// Rises of the total energy without a source. Not an illness.
    pub energy: EnergyRises,
}

/// One illness of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Diagnosed {
    /// The illness.
    pub illness: Illness,
    /// Number of findings.
    pub count: u64,
    /// The first finding.
    pub first: Finding,
    /// The finding of greatest gravity; among equals the first.
    pub worst: Finding,
    /// Places with the most findings, by count: at most [`PLACES`].
    pub spots: Vec<Spot>,
    /// Number of different places.
    pub place_count: usize,
}

/// A place of an illness.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spot {
    /// The part.
    pub place: Place,
    /// Number of findings there.
    pub count: u64,
    /// Frame and substep of the first finding there.
    pub first: (u64, u32),
}

impl Diagnosis {
    /// The entry of an illness. None if the run does not have it.
    pub fn of(&self, illness: Illness) -> Option<&Diagnosed> {
        self.illnesses.iter().find(|diagnosed| diagnosed.illness == illness)
    }

    /// Number of findings of an illness, consequences included. Causes and trials of remedies are compared by this number.
    pub fn count(&self, illness: Illness) -> u64 {
        let rows = self.illnesses.iter().chain(&self.consequences);
        rows.filter(|diagnosed| diagnosed.illness == illness).map(|diagnosed| diagnosed.count).sum()
    }

    /// Remedies of an illness that do not undo those of its causes. Other triangles do not help if the step is too long.
    pub fn remedies(&self, diagnosed: &Diagnosed, level: &Level) -> Vec<Remedy> {
        let causes = self.causes.iter().filter(|cause| cause.illnesses.contains(&diagnosed.illness));
        let is_of_step = causes.clone().any(Cause::is_of_step);
        let changed = causes.flat_map(|cause| &cause.remedies).filter_map(|remedy| remedy.apply(level).ok());
        let changed: Vec<Level> = changed.collect();
        let mut remedies = diagnosed.remedies(level);
        remedies.retain(|remedy| !(is_of_step && remedy.only_triangulates()));
        remedies.retain(|remedy| changed.iter().all(|changed| !remedy.opposes(changed, level)));
        remedies
    }

    /// True if there are no illnesses and no causes.
    pub fn is_healthy(&self) -> bool {
        self.illnesses.is_empty() && self.causes.is_empty()
    }

    /// Adds the causes, by the evidence of the level that was run and of the settings that its inputs changed.
    pub fn with_causes(self, run: &Run) -> Self {
        Self { causes: causes::find(run, &self), ..self }
    }
}

impl Diagnosed {
    /// The detector of the illness.
    pub fn detector(&self) -> &'static Detector {
        Detector::of(self.illness)
    }

    /// Indices of the bodies of the listed places.
    pub fn bodies(&self) -> Vec<usize> {
        let bodies: BTreeSet<usize> = self.spots.iter().filter_map(|spot| spot.place.body()).collect();
        bodies.into_iter().collect()
    }

    /// Suggested fixes, the best first. Leaves out those that do not apply to the level or do not change it.
    pub fn remedies(&self, level: &Level) -> Vec<Remedy> {
        let mut remedies: Vec<Remedy> = Vec::new();
        for remedy in (self.detector().remedies)(level, self) {
            if remedy.fits(level) && remedies.iter().all(|known| known.edits != remedy.edits) {
                remedies.push(remedy);
            }
        }
        remedies
    }
}

/// Findings of one illness so far.
#[derive(Clone, Debug)]
struct IllnessRecord {
    count: u64,
    first: Finding,
    worst: Finding,
    places: BTreeMap<Place, Spot>,
}

impl IllnessRecord {
    fn new(first: &Finding) -> Self {
        Self { count: 0, first: *first, worst: *first, places: BTreeMap::new() }
    }

    fn add(&mut self, finding: &Finding) {
        self.count += 1;
        if finding.gravity > self.worst.gravity {
            self.worst = *finding;
        }
        let first = (finding.frame, finding.substep);
        let spot = self.places.entry(finding.place).or_insert(Spot { place: finding.place, count: 0, first });
        spot.count += 1;
    }

    /// Merges the findings of another record.
    fn join(&mut self, other: Self) {
        self.count += other.count;
        let when = |finding: &Finding| (finding.frame, finding.substep);
        if when(&other.first) < when(&self.first) {
            self.first = other.first;
        }
        let is_worse = other.worst.gravity > self.worst.gravity;
        let is_earlier = other.worst.gravity == self.worst.gravity && when(&other.worst) < when(&self.worst);
        if is_worse || is_earlier {
            self.worst = other.worst;
        }
        for (place, spot) in other.places {
            let known = self.places.entry(place).or_insert(Spot { count: 0, ..spot });
            (known.count, known.first) = (known.count + spot.count, known.first.min(spot.first));
        }
    }

    fn done(self, illness: Illness) -> Diagnosed {
        let Self { count, first, worst, places } = self;
        let mut spots: Vec<Spot> = places.into_values().collect();
        let place_count = spots.len();
        // A stable sort: equal counts keep the order of the level.
        spots.sort_by_key(|spot| std::cmp::Reverse(spot.count));
        spots.truncate(PLACES);
        Diagnosed { illness, count, first, worst, spots, place_count }
    }
}

/// Accumulates findings by illness, and by subject if harm depends on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Tallies {
    known: BTreeMap<(Illness, Option<HarmSubject>), IllnessRecord>,
    consequences: BTreeMap<Illness, IllnessRecord>,
    /// First illness with [`Detector::is_cause`] in each body.
    causes: BTreeMap<usize, Illness>,
    aftermath: Aftermath,
}

impl Tallies {
    pub fn add(&mut self, finding: &Finding) {
        let bodies = [Some(finding.place), finding.other].map(|place| place.and_then(Place::body));
        let mut causes = bodies.iter().flatten().filter_map(|body| self.causes.get(body));
        if causes.any(|&cause| cause != finding.illness) {
            let consequences = self.consequences.entry(finding.illness);
            return consequences.or_insert_with(|| IllnessRecord::new(finding)).add(finding);
        }
        if let (true, [Some(body), _]) = (Detector::of(finding.illness).is_cause, bodies) {
            self.causes.entry(body).or_insert(finding.illness);
        }
        let subject = match (Detector::of(finding.illness).harm, finding.place, bodies) {
            (Harm::Overlap, Place::Disc(disc), [_, Some(body)]) => Some(HarmSubject::Disc(disc, body)),
            (Harm::Overlap, _, [Some(first), Some(second)]) => {
                Some(HarmSubject::Bodies([first.min(second), first.max(second)]))
            }
            (Harm::EndOfFrame, Place::Triangle(body, triangle), _) => Some(HarmSubject::Triangle(body, triangle)),
            _ => None,
        };
        subject.into_iter().for_each(|subject| self.aftermath.expect(subject));
        self.known.entry((finding.illness, subject)).or_insert_with(|| IllnessRecord::new(finding)).add(finding);
    }

    /// Judges harm. To be called at the end of every frame.
    pub fn end_frame(&mut self, world: &World) {
        self.aftermath.look(world);
    }

    pub fn done(self, frames: u64) -> Diagnosis {
        let [mut ill, mut passing]: [BTreeMap<Illness, IllnessRecord>; 2] = Default::default();
        for ((illness, subject), tally) in self.known {
            let did_harm = subject.is_none_or(|subject| self.aftermath.is_harmed(subject));
            let list = if did_harm { &mut ill } else { &mut passing };
            match list.get_mut(&illness) {
                Some(known) => known.join(tally),
                None => _ = list.insert(illness, tally),
            }
        }
        let [illnesses, consequences, passing] = [ill, self.consequences, passing]
            .map(|list| list.into_iter().map(|(illness, tally)| tally.done(illness)).collect());
        Diagnosis { frames, causes: Vec::new(), illnesses, consequences, passing, energy: EnergyRises::default() }
    }
}
