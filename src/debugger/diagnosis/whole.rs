//! The diagnosis of a whole run: of each illness how often, where and when first and worst, and what might mend it.

use super::aftermath::{Aftermath, HarmSubject};
use super::energy_rises::RiseTally;
use super::{Cause, Detector, EnergyRises, Finding, Harm, Illness, Remedy, causes};
use crate::engine::World;
use crate::level::{Level, Place};
use std::collections::{BTreeMap, BTreeSet};

/// Places of an illness that are named; of others it is only told how many there are.
pub const PLACES: usize = 8;

/// What was found along a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnosis {
    /// Frames that were looked at; fewer than asked for where it was called off.
    pub frames: u64,
    /// What it all comes from, the most likely first; empty while the run goes on.
    pub causes: Vec<Cause>,
    /// What it suffers from, the gravest illness first; each at most once.
    pub illnesses: Vec<Diagnosed>,
    /// What follows from one of these, found later in the same body ([`Detector::is_cause`]), in the same order.
    pub consequences: Vec<Diagnosed>,
    /// What was found and did no harm ([`Harm`]), in the same order.
    pub passing: Vec<Diagnosed>,
    /// Rises of the total energy that nothing outside accounts for: a note, not an illness.
    pub energy: EnergyRises,
}

/// One illness of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosed {
    /// Which.
    pub illness: Illness,
    /// How often it was found.
    pub count: u64,
    /// The first of the findings.
    pub first: Finding,
    /// The one of greatest gravity; of equals the first.
    pub worst: Finding,
    /// Where it was found most often, that first: at most [`PLACES`].
    pub spots: Vec<Spot>,
    /// At how many places it was found.
    pub place_count: usize,
}

/// A place of an illness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Where.
    pub place: Place,
    /// How often.
    pub count: u64,
    /// Frame and substep of the first time there.
    pub first: (u64, u32),
}

impl Diagnosis {
    /// One of the illnesses, if the run suffers from it.
    pub fn of(&self, illness: Illness) -> Option<&Diagnosed> {
        self.illnesses.iter().find(|diagnosed| diagnosed.illness == illness)
    }

    /// How often an illness was found.
    pub fn count(&self, illness: Illness) -> u64 {
        self.of(illness).map_or(0, |diagnosed| diagnosed.count)
    }

    /// Whether nothing was found.
    pub fn is_healthy(&self) -> bool {
        self.illnesses.is_empty() && self.causes.is_empty()
    }

    /// The same with the causes of what was found, by the evidence of the level that was run.
    pub fn with_causes(self, level: &Level) -> Self {
        Self { causes: causes::find(level, &self), ..self }
    }
}

impl Diagnosed {
    /// Its detector.
    pub fn detector(&self) -> &'static Detector {
        self.illness.detector()
    }

    /// The bodies of the places that are named, by number.
    pub fn bodies(&self) -> Vec<usize> {
        let bodies: BTreeSet<usize> = self.spots.iter().filter_map(|spot| spot.place.body()).collect();
        bodies.into_iter().collect()
    }

    /// What might mend it, the best first: only what can be done to the level, and changes it.
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

/// What has been found of one illness so far.
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

    /// Takes in what was found elsewhere of the same.
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
        // Stable: of equals the first in the level.
        spots.sort_by_key(|spot| std::cmp::Reverse(spot.count));
        spots.truncate(PLACES);
        Diagnosed { illness, count, first, worst, spots, place_count }
    }
}

/// Findings, added up: of each illness, apart for each subject where it matters what becomes of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Tallies {
    known: BTreeMap<(Illness, Option<HarmSubject>), IllnessRecord>,
    consequences: BTreeMap<Illness, IllnessRecord>,
    /// What was the first cause found in a body.
    causes: BTreeMap<usize, Illness>,
    aftermath: Aftermath,
    pub energy: RiseTally,
}

impl Tallies {
    pub fn add(&mut self, finding: &Finding) {
        let bodies = [Some(finding.place), finding.other].map(|place| place.and_then(Place::body));
        let mut causes = bodies.iter().flatten().filter_map(|body| self.causes.get(body));
        if causes.any(|&cause| cause != finding.illness) {
            let consequences = self.consequences.entry(finding.illness);
            return consequences.or_insert_with(|| IllnessRecord::new(finding)).add(finding);
        }
        if let (true, [Some(body), _]) = (finding.illness.detector().is_cause, bodies) {
            self.causes.entry(body).or_insert(finding.illness);
        }
        let subject = match (finding.illness.detector().harm, finding.place, bodies) {
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

    /// To be called at the end of every frame: whether what happened did harm.
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
        Diagnosis { frames, causes: Vec::new(), illnesses, consequences, passing, energy: self.energy.done() }
    }
}
