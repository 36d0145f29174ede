//! Root causes of the symptoms of a run, the most likely first.
//!
//! Evidence is what the checks find in the level at rest and what the detectors find in the run. Each rule turns
//! evidence into suspects, one file for each family of causes. Suspects are then ranked by a greedy set cover:
//!
//! 1. A *defect* violates a requirement of the simulation. Defects rank before all others, in the order of [`ALL`].
//! 2. Other suspects must explain a symptom. Those whose step is unstable beyond four times its limit come first. Their score
//!    is the sum of `1 + ilog2(count)` over the symptoms that they explain and that no earlier cause explains; three times that
//!    if the level itself shows the evidence.
//! 3. Among equal scores the one with the earlier first symptom ranks first, then the order of [`ALL`].
//!
//! A suspect explains a symptom only in its own bodies and only if the symptom is a known consequence. If it begins to
//! act during the run, the symptom must also be later. So one late event never ranks above thousands of earlier ones.
//! After an input has changed a setting, the rules examine the changed level too; what only that one shows explains later
//! findings only.
//! A blow-up belongs to the body where it starts. It reaches all bodies, so it can explain what is found later in others.

mod bounce;
mod contact;
mod in_force;
mod link;
mod load;
mod of_check;
mod outline;
mod shape;
mod start;
mod step;
mod symptom;
mod thrown;
mod triangles;

use super::consequences::{self, ANY};
use super::{Diagnosed, Diagnosis, Problem, Remedy};
use crate::debugger::moment;
use crate::debugger::run::{Moment, Run};
use crate::level::interned::{self, StaticText};
use crate::level::{Level, Place, checks};
use in_force::LevelInForce;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A root cause of findings of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cause {
    /// Stable id in kebab-case: that of a rule, or that of a problem without a rule.
    #[serde(deserialize_with = "interned::read")]
    pub id: StaticText,
    /// Title for the UI.
    #[serde(deserialize_with = "interned::read")]
    pub title: StaticText,
    /// The part to inspect or change.
    pub place: Place,
    /// One sentence with the numbers.
    pub text: String,
    /// False if no rule explains the problem: then `text` is its first finding, and `problems` were found with it.
    pub is_known: bool,
    /// What a check finds at the same part, if no rule explains the problem; else empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub likely: String,
    /// The problems that it explains, in order of time. Empty for a defect without symptoms.
    pub problems: Vec<Problem>,
    /// Number of findings of each of them that it explains; other causes may explain the rest.
    pub counts: Vec<u64>,
    /// Suggested fixes that apply to the level, the best first.
    pub remedies: Vec<Remedy>,
}

impl Cause {
    /// The row of a list: the cause, the likely cause, or the first problem of which none is known.
    pub fn row(&self) -> String {
        match (self.is_known, &self.likely[..]) {
            (true, _) => format!("Cause: {}", self.title),
            (false, "") => format!("Cause not known: {}", self.title),
            (false, likely) => format!("Likely cause: {likely}"),
        }
    }

    /// The description, with the likely cause before what was seen first.
    pub fn describe(&self) -> String {
        match (self.is_known, &self.likely[..]) {
            (true, _) => self.text.clone(),
            (false, "") => format!("Cause not known. First seen: {}", self.text),
            (false, likely) => format!("Likely cause, by a check of the level: {likely}. First seen: {}", self.text),
        }
    }

    /// True if the step is too long for a force, so that oscillations grow.
    pub fn is_of_step(&self) -> bool {
        [step::EXPLICIT.id, step::FEW_SUBSTEPS.id, step::STIFF_SPRING.id, step::LIGHT_NODE.id].contains(&self.id)
    }
}

/// A rule that turns evidence into suspects.
pub struct CauseRule {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Title for the UI.
    pub title: &'static str,
    /// Required evidence, in one or two sentences.
    pub evidence: &'static str,
    find: fn(&Case) -> Vec<Suspect>,
}

/// Every rule, in the order in which equal suspects rank.
pub const ALL: &[CauseRule] = &[
    outline::BOW_TIE,
    outline::CLOCKWISE,
    outline::INVERTED,
    outline::MIXED,
    outline::OPEN,
    triangles::INSIDE_OUT,
    triangles::FLIPPED,
    triangles::MISSING,
    triangles::WITHOUT,
    start::INSIDE,
    start::OUTSIDE,
    step::EXPLICIT,
    step::DAMPING,
    step::LIGHT_NODE,
    step::STIFF_SPRING,
    step::FEW_SUBSTEPS,
    link::STIFF_LINK,
    step::DECOR,
    shape::MUCH_GAS,
    shape::REST_LENGTH,
    shape::LOOSE_NODE,
    shape::LITTLE_GAS,
    shape::UNDER_BRACED,
    bounce::RESTITUTION,
    bounce::FRICTION,
    load::HEAVY_BODY,
    load::TOO_SOFT,
    contact::BARYCENTRE_RULE,
    contact::TOO_FAST,
    contact::EDGE_CHOICE,
    contact::RESPONSE,
    thrown::THROWN,
    triangles::HULL_TO_HULL,
];

/// Strength of the evidence for a suspect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    /// Invalid by itself.
    Defect,
    /// The level shows a step far beyond its limit, and one of its symptoms was found.
    Unstable,
    /// The level shows it, and one of its symptoms was found.
    Evident,
    /// Only symptoms show it.
    Observed,
}

/// A candidate for a root cause.
#[derive(Clone, Debug)]
struct Suspect {
    id: &'static str,
    title: &'static str,
    place: Place,
    text: String,
    is_known: bool,
    /// See [`Cause::likely`].
    likely: String,
    certainty: Certainty,
    /// Bodies in which it acts. None for all bodies.
    bodies: Option<BTreeSet<usize>>,
    /// Unless it is a defect, one of these must have been found.
    signs: &'static [Problem],
    /// Problems that it can explain.
    leads: &'static [Problem],
    /// True if it acts from shortly before its first sign on, not from [`Self::since`].
    from_sign: bool,
    /// The moment of the input that made it; (0, 0) if the level at the start has it.
    since: Moment,
    remedies: Vec<Remedy>,
}

impl CauseRule {
    /// A suspect that the level itself shows, in the given bodies.
    fn evident(&self, place: Place, text: String, bodies: impl IntoIterator<Item = usize>) -> Suspect {
        Suspect {
            id: self.id,
            title: self.title,
            place,
            text,
            is_known: true,
            likely: String::new(),
            certainty: Certainty::Evident,
            bodies: Some(bodies.into_iter().collect()),
            signs: ANY,
            leads: ANY,
            from_sign: false,
            since: (0, 0),
            remedies: Vec::new(),
        }
    }

    /// A suspect from a finding of a check. The fix of the check becomes its first remedy.
    fn of_check(&self, finding: &checks::Finding, certainty: Certainty) -> Suspect {
        let place = finding.places.first().copied().unwrap_or(Place::Level);
        let bodies = finding.places.iter().filter_map(|place| place.body());
        let suspect = self.evident(place, finding.message.clone(), bodies);
        Suspect { certainty, remedies: super::remedies::fix_of_check(finding).into_iter().collect(), ..suspect }
    }
}

impl Suspect {
    fn with_signs(self, signs: &'static [Problem]) -> Self {
        Self { signs, ..self }
    }

    fn with_remedies(mut self, remedies: impl IntoIterator<Item = Remedy>) -> Self {
        self.remedies.extend(remedies);
        self
    }

    /// The first of the known findings of a symptom that came after it began to act.
    fn first_of(&self, symptom: &Diagnosed) -> Option<Moment> {
        in_force::moments(symptom).into_iter().find(|&moment| moment >= self.since)
    }

    /// True if a symptom was found in one of its bodies. A blow-up belongs to the body where it starts.
    fn concerns(&self, symptom: &Diagnosed) -> bool {
        let Some(bodies) = &self.bodies else { return true };
        if symptom.problem == Problem::BlowUp {
            let at_first = symptom.spots.iter().filter(|spot| spot.first == when(symptom)).map(|spot| spot.place);
            let mut places = at_first.chain([symptom.first.place]);
            return places.any(|place| place.body().is_none_or(|body| bodies.contains(&body)));
        }
        let findings = [&symptom.first, &symptom.worst].into_iter().flat_map(|f| [Some(f.place), f.other]);
        let mut places = findings.flatten().chain(symptom.spots.iter().map(|spot| spot.place)).peekable();
        places.any(|place| place.body().is_none_or(|body| bodies.contains(&body)))
    }
}

/// The evidence: the level, the checks and the diagnosis.
struct Case<'a> {
    level: &'a Level,
    checks: Vec<checks::Finding>,
    symptoms: Vec<&'a Diagnosed>,
    /// Findings without harm.
    passing: &'a [Diagnosed],
}

impl Case<'_> {
    /// Findings of a check.
    fn checks(&self, rule: &str) -> impl Iterator<Item = &checks::Finding> {
        self.checks.iter().filter(move |finding| finding.rule == rule)
    }

    /// Symptoms of one problem, consequences included.
    fn symptoms(&self, problem: Problem) -> impl Iterator<Item = &Diagnosed> {
        self.symptoms.iter().copied().filter(move |symptom| symptom.problem == problem)
    }
}

fn when(symptom: &Diagnosed) -> (u64, u32) {
    (symptom.first.frame, symptom.first.substep)
}

fn weight(symptom: &Diagnosed) -> u32 {
    1 + symptom.count.max(1).ilog2()
}

/// Indices of the symptoms that a suspect explains. Empty if it lacks a sign.
fn explained(suspect: &Suspect, symptoms: &[&Diagnosed]) -> Vec<usize> {
    let signs = symptoms.iter().filter(|s| suspect.signs.contains(&s.problem) && suspect.concerns(s));
    let first = signs.filter_map(|symptom| suspect.first_of(symptom)).min();
    let is_defect = suspect.certainty == Certainty::Defect;
    let Some(from) = first.or(is_defect.then_some(suspect.since)) else { return Vec::new() };
    // Some problems are judged at the ends of frames only, so they are found up to one frame late.
    let from = if suspect.from_sign { (from.0.saturating_sub(1), from.1) } else { suspect.since };
    // Nodes of a body that blew up hit all others.
    let blow_ups = symptoms.iter().filter(|s| s.problem == Problem::BlowUp && suspect.concerns(s));
    let blow_up = blow_ups.filter_map(|symptom| suspect.first_of(symptom)).min();
    let leads = |symptom: &Diagnosed| {
        let Some(when) = suspect.first_of(symptom) else { return false };
        let is_hit = symptom.problem != Problem::BlowUp && blow_up.is_some_and(|blow_up| when >= blow_up);
        suspect.leads.contains(&symptom.problem) && (suspect.concerns(symptom) || is_hit) && when >= from
    };
    (0..symptoms.len()).filter(|&index| leads(symptoms[index])).collect()
}

/// The suspects that the level shows, and those that only its state after an input shows.
fn suspects(run: &Run, diagnosis: &Diagnosis, symptoms: &[&Diagnosed]) -> Vec<Suspect> {
    let mut suspects: Vec<Suspect> = Vec::new();
    for LevelInForce { since, level } in in_force::levels(run, symptoms) {
        let is_late = |symptom: &&Diagnosed| in_force::moments(symptom).into_iter().any(|moment| moment >= since);
        let symptoms = symptoms.iter().copied().filter(is_late).collect();
        let case = Case { level: &level, checks: checks::check(&level), symptoms, passing: &diagnosis.passing };
        let mut found: Vec<Suspect> = ALL.iter().flat_map(|rule| (rule.find)(&case)).collect();
        if since > (0, 0) {
            found.retain(|new| suspects.iter().all(|known| (known.id, known.place) != (new.id, new.place)));
            for suspect in &mut found {
                suspect.text = format!("Since the input at {}: {}", moment::write(since), suspect.text);
                suspect.since = since;
            }
        }
        suspects.extend(found);
    }
    suspects
}

/// Ranks the causes of a run.
pub(super) fn find(run: &Run, diagnosis: &Diagnosis) -> Vec<Cause> {
    let level = run.start_level();
    let symptoms: Vec<&Diagnosed> = diagnosis.problems.iter().chain(&diagnosis.consequences).collect();
    let mut suspects = suspects(run, diagnosis, &symptoms);
    suspects.extend(diagnosis.problems.iter().map(|symptom| symptom::of(level, symptom)));
    let mut left: BTreeSet<usize> = (0..symptoms.len()).collect();
    let mut causes = Vec::new();
    let mut findings = None;
    while let Some((mut best, indices)) = best(&mut suspects, &symptoms, &left) {
        if !best.is_known {
            best = of_check::likely(level, findings.get_or_insert_with(|| checks::check(level)), best);
        }
        indices.iter().for_each(|index| _ = left.remove(index));
        causes.push(cause(run, best, indices.iter().map(|&index| symptoms[index])));
    }
    causes
}

/// Sort key: defects first, then unstable steps, then by weight of the explained symptoms, then by the earliest of these.
type Score = (u32, u32, std::cmp::Reverse<(u64, u32)>);

/// Takes the best suspect with the unexplained symptoms that it explains. None if no suspect explains any.
fn best(suspects: &mut Vec<Suspect>, symptoms: &[&Diagnosed], left: &BTreeSet<usize>) -> Option<(Suspect, Vec<usize>)> {
    let mut best: Option<(Score, usize, Vec<usize>)> = None;
    for (index, suspect) in suspects.iter().enumerate() {
        let mut indices = explained(suspect, symptoms);
        indices.retain(|symptom| left.contains(symptom));
        let is_defect = suspect.certainty == Certainty::Defect;
        if indices.is_empty() && !is_defect {
            continue;
        }
        let sum: u32 = indices.iter().map(|&symptom| weight(symptoms[symptom])).sum();
        let first = indices.iter().map(|&symptom| when(symptoms[symptom])).min().unwrap_or_default();
        let score = match suspect.certainty {
            // Defects keep their order, independent of their symptoms.
            Certainty::Defect => (2, 0, std::cmp::Reverse((0, 0))),
            Certainty::Unstable => (1, sum, std::cmp::Reverse(first)),
            Certainty::Evident => (0, 3 * sum, std::cmp::Reverse(first)),
            Certainty::Observed => (0, sum, std::cmp::Reverse(first)),
        };
        if best.as_ref().is_none_or(|(known, ..)| score > *known) {
            best = Some((score, index, indices));
        }
    }
    let (_, index, indices) = best?;
    Some((suspects.remove(index), indices))
}

fn cause<'a>(run: &Run, suspect: Suspect, explained: impl Iterator<Item = &'a Diagnosed>) -> Cause {
    let level = run.start_level();
    let mut explained: Vec<&Diagnosed> = explained.collect();
    explained.sort_by_key(|symptom| when(symptom));
    let mut problems: Vec<Problem> = Vec::new();
    let mut remedies: Vec<Remedy> = Vec::new();
    // The remedies of its symptoms follow after its own, unless they undo these.
    let own: Vec<Remedy> = suspect.remedies.into_iter().filter(|remedy| remedy.fits(level)).collect();
    let of_symptoms = explained.iter().flat_map(|symptom| symptom.remedies(level));
    let changed: Vec<Level> = own.iter().filter_map(|remedy| remedy.apply(level).ok()).collect();
    let of_symptoms = of_symptoms.filter(|remedy| changed.iter().all(|changed| !remedy.opposes(changed, level)));
    let since = suspect.since;
    // The input would undo a remedy that sets the same value in the level.
    let lasts = |remedy: &Remedy| since == (0, 0) || !in_force::overrides(run, remedy);
    for remedy in own.into_iter().chain(of_symptoms).filter(lasts) {
        if remedies.len() < REMEDIES && remedies.iter().all(|known| known.edits != remedy.edits) {
            remedies.push(remedy);
        }
    }
    let mut counts: Vec<u64> = Vec::new();
    for symptom in &explained {
        match problems.iter().position(|problem| *problem == symptom.problem) {
            Some(known) => counts[known] += symptom.count,
            None => {
                problems.push(symptom.problem);
                counts.push(symptom.count);
            }
        }
    }
    let Suspect { id, title, place, text, is_known, likely, .. } = suspect;
    Cause { id, title, place, text, is_known, likely, problems, counts, remedies }
}

/// Most remedies per cause.
const REMEDIES: usize = 6;

#[cfg(test)]
mod tests;
