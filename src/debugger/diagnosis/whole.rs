//! Diagnosis of a whole run: count, first, worst and places of each problem, with its remedies.

use super::aftermath::{Aftermath, HarmSubject};
use super::{Cause, Detector, EnergyRises, Finding, Problem, Remedy, causes};
use crate::debugger::run::Run;
use crate::engine::World;
use crate::level::{Level, Place};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Most places that are listed per problem.
pub const PLACES: usize = 8;

/// Findings along a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Diagnosis {
    /// Number of judged frames; smaller than requested if the diagnosis was cancelled.
    pub frames: u64,
    /// Root causes, the most likely first. Empty until all frames are judged.
    pub causes: Vec<Cause>,
    /// The problems, the gravest first; each at most once.
    pub problems: Vec<Diagnosed>,
    /// Consequences of these, found later in the same body ([`Detector::is_cause`]), in the same order.
    pub consequences: Vec<Diagnosed>,
    /// Findings without harm ([`super::Harm`]), in the same order.
    pub passing: Vec<Diagnosed>,
    /// Which single findings are those without harm.
    pub harmless: HarmlessFindings,
    /// Rises of the total energy without a source. Not a problem.
    pub energy: EnergyRises,
}

/// One problem of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Diagnosed {
    /// The problem.
    pub problem: Problem,
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

/// A place of a problem.
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
    /// The entry of a problem. None if the run does not have it.
    pub fn of(&self, problem: Problem) -> Option<&Diagnosed> {
        self.problems.iter().find(|diagnosed| diagnosed.problem == problem)
    }

    /// Number of findings of a problem, consequences included. Causes and trials of remedies are compared by this number.
    pub fn count(&self, problem: Problem) -> u64 {
        let rows = self.problems.iter().chain(&self.consequences);
        rows.filter(|diagnosed| diagnosed.problem == problem).map(|diagnosed| diagnosed.count).sum()
    }

    /// Remedies of a problem that do not undo those of its causes. Other triangles do not help if the step is too long.
    pub fn remedies(&self, diagnosed: &Diagnosed, level: &Level) -> Vec<Remedy> {
        let causes = self.causes.iter().filter(|cause| cause.problems.contains(&diagnosed.problem));
        let is_of_step = causes.clone().any(Cause::is_of_step);
        let changed = causes.flat_map(|cause| &cause.remedies).filter_map(|remedy| remedy.apply(level).ok());
        let changed: Vec<Level> = changed.collect();
        let mut remedies = diagnosed.remedies(level);
        remedies.retain(|remedy| !(is_of_step && remedy.only_triangulates()));
        remedies.retain(|remedy| changed.iter().all(|changed| !remedy.opposes(changed, level)));
        remedies
    }

    /// True if there are no problems and no causes.
    pub fn is_healthy(&self) -> bool {
        self.problems.is_empty() && self.causes.is_empty()
    }

    /// Adds the causes, by the evidence of the level that was run and of the settings that its inputs changed.
    pub fn with_causes(self, run: &Run) -> Self {
        Self { causes: causes::find(run, &self), ..self }
    }
}

impl Diagnosed {
    /// The detector of the problem.
    pub fn detector(&self) -> &'static Detector {
        Detector::of(self.problem)
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

/// Findings of one problem so far.
#[derive(Clone, Debug)]
struct ProblemRecord {
    count: u64,
    first: Finding,
    worst: Finding,
    places: BTreeMap<Place, Spot>,
}

impl ProblemRecord {
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

    fn done(self, problem: Problem) -> Diagnosed {
        let Self { count, first, worst, places } = self;
        let mut spots: Vec<Spot> = places.into_values().collect();
        let place_count = spots.len();
        // A stable sort: equal counts keep the order of the level.
        spots.sort_by_key(|spot| std::cmp::Reverse(spot.count));
        spots.truncate(PLACES);
        Diagnosed { problem, count, first, worst, spots, place_count }
    }
}

/// The place of a finding in the order of all findings.
type FindingOrder = (u64, u32, Problem);
/// First problem with [`Detector::is_cause`] in each body.
type BodyCauses = BTreeMap<usize, FindingOrder>;

fn order(finding: &Finding) -> FindingOrder {
    (finding.frame, finding.substep, finding.problem)
}

/// True if a body of the finding had another problem before that explains everything after it.
fn is_consequence(causes: &BodyCauses, finding: &Finding) -> bool {
    let bodies = [Some(finding.place), finding.other].into_iter().flatten().filter_map(Place::body);
    let mut causes = bodies.filter_map(|body| causes.get(&body));
    causes.any(|&cause| cause.2 != finding.problem && cause < order(finding))
}

/// Distinguishes findings without harm, those of [`Diagnosis::passing`], from the others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HarmlessFindings {
    subjects: BTreeSet<HarmSubject>,
    causes: BodyCauses,
}

impl HarmlessFindings {
    /// True for a finding without harm.
    pub fn has(&self, finding: &Finding) -> bool {
        let is_unharmed = HarmSubject::of(finding).is_some_and(|subject| self.subjects.contains(&subject));
        is_unharmed && !is_consequence(&self.causes, finding)
    }
}

/// Accumulates findings by problem, and by subject if harm depends on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Tallies {
    known: BTreeMap<(Problem, Option<HarmSubject>), ProblemRecord>,
    consequences: BTreeMap<Problem, ProblemRecord>,
    causes: BodyCauses,
    aftermath: Aftermath,
}

impl Tallies {
    pub fn add(&mut self, finding: &Finding) {
        let bodies = [Some(finding.place), finding.other].map(|place| place.and_then(Place::body));
        if is_consequence(&self.causes, finding) {
            let consequences = self.consequences.entry(finding.problem);
            return consequences.or_insert_with(|| ProblemRecord::new(finding)).add(finding);
        }
        if let (true, [Some(body), _]) = (Detector::of(finding.problem).is_cause, bodies) {
            self.causes.entry(body).or_insert(order(finding));
        }
        let subject = HarmSubject::of(finding);
        subject.into_iter().for_each(|subject| self.aftermath.expect(subject));
        self.known.entry((finding.problem, subject)).or_insert_with(|| ProblemRecord::new(finding)).add(finding);
    }

    /// Judges harm. To be called at the end of every frame.
    pub fn end_frame(&mut self, world: &World) {
        self.aftermath.look(world);
    }

    pub fn done(self, frames: u64) -> Diagnosis {
        let [mut harmful, mut passing]: [BTreeMap<Problem, ProblemRecord>; 2] = Default::default();
        for ((problem, subject), tally) in self.known {
            let did_harm = subject.is_none_or(|subject| self.aftermath.is_harmed(subject));
            let list = if did_harm { &mut harmful } else { &mut passing };
            match list.get_mut(&problem) {
                Some(known) => known.join(tally),
                None => _ = list.insert(problem, tally),
            }
        }
        let [problems, consequences, passing] = [harmful, self.consequences, passing]
            .map(|list| list.into_iter().map(|(problem, tally)| tally.done(problem)).collect());
        let harmless = HarmlessFindings { subjects: self.aftermath.unharmed(), causes: self.causes };
        let (causes, energy) = (Vec::new(), EnergyRises::default());
        Diagnosis { frames, causes, problems, consequences, passing, harmless, energy }
    }
}
