//! A diagnosis with its remedies, and its JSON form, which docs/diagnose.md describes.

use super::{ALL, Cause, Diagnosed, Diagnosis, LikelyInput, Problem, Remedy, Spot, judge, likely_input};
use crate::debugger::diagnosis::{Detector, finding_json};
use crate::debugger::run::Run;
use crate::level::Level;
use serde_json::{Map, Value, json};

/// A remedy, with the diagnosis under it if it was tried.
pub type Tried = (Remedy, Option<Diagnosis>);

/// The content of a report.
#[derive(Clone, Debug)]
pub struct DiagnosisReport {
    /// Path of the file, as given.
    pub file: String,
    /// The level at frame 0.
    pub level: Level,
    /// The diagnosis, with the problems to report.
    pub diagnosis: Diagnosis,
    /// The diagnosis with all problems, which trials are compared with.
    pub whole: Diagnosis,
    /// First judged frame.
    pub first_frame: u64,
    /// Remedies of each problem, with their results if they were tried.
    pub remedies: Vec<Vec<Tried>>,
    /// Remedies of each cause, likewise.
    pub of_causes: Vec<Vec<Tried>>,
    /// For each problem, the input that is its likely cause, with the diagnosis without that input if it was tried.
    pub inputs: Vec<Option<(LikelyInput, Option<Diagnosis>)>>,
}

impl DiagnosisReport {
    /// The report of a diagnosed run whose remedies are not tried.
    pub fn untried(file: String, run: &Run, first_frame: u64, diagnosis: Diagnosis) -> Self {
        let level = Level::clone(run.start_level());
        let untried = |remedies: Vec<Remedy>| remedies.into_iter().map(|remedy| (remedy, None)).collect();
        let of_problem = |diagnosed: &Diagnosed| untried(diagnosis.remedies(diagnosed, &level));
        Self {
            remedies: diagnosis.problems.iter().map(of_problem).collect(),
            of_causes: diagnosis.causes.iter().map(|cause| untried(cause.remedies.clone())).collect(),
            inputs: diagnosis.problems.iter().map(|found| Some((likely_input(run, found)?, None))).collect(),
            file,
            level,
            whole: diagnosis.clone(),
            diagnosis,
            first_frame,
        }
    }

    /// The report as one JSON object.
    pub fn json(&self) -> Value {
        let Self { file, level, diagnosis, remedies, of_causes, inputs, first_frame, .. } = self;
        let problems = diagnosis.problems.iter().zip(remedies).zip(inputs);
        let problems = problems.map(|((found, remedies), input)| self.problem(found, remedies, input.as_ref()));
        let causes = diagnosis.causes.iter().zip(of_causes).map(|(cause, remedies)| self.cause(cause, remedies));
        let short = |found: &Diagnosed| json!({ "id": found.detector().id, "count": found.count, "first": finding_json(&found.first, level) });
        json!({
            "file": file,
            "name": level.name,
            "first_frame": first_frame,
            "frames": diagnosis.frames,
            "causes": causes.collect::<Vec<_>>(),
            "problems": problems.collect::<Vec<_>>(),
            "consequences": diagnosis.consequences.iter().map(short).collect::<Vec<_>>(),
            "passing": diagnosis.passing.iter().map(short).collect::<Vec<_>>(),
            "energy_rises": diagnosis.energy.json(),
        })
    }

    fn problem(
        &self,
        diagnosed: &Diagnosed,
        remedies: &[Tried],
        input: Option<&(LikelyInput, Option<Diagnosis>)>,
    ) -> Value {
        let Self { level, whole, .. } = self;
        let detector = diagnosed.detector();
        json!({
            "id": detector.id,
            "title": detector.title,
            "count": diagnosed.count,
            "first": finding_json(&diagnosed.first, level),
            "worst": finding_json(&diagnosed.worst, level),
            "places": diagnosed.spots.iter().map(spot).collect::<Vec<_>>(),
            "place_count": diagnosed.place_count,
            "explanation": detector.explanation,
            "why": detector.why,
            "source": detector.source,
            "overlay": detector.overlay,
            "remedies": remedies.iter().map(|tried| remedy(whole, &[diagnosed.problem], tried)).collect::<Vec<_>>(),
            "likely_input": input.map(likely),
        })
    }

    fn cause(&self, cause: &Cause, remedies: &[Tried]) -> Value {
        json!({
            "id": cause.id,
            "title": cause.title,
            "place": cause.place.to_string(),
            "text": cause.text,
            "is_known": cause.is_known,
            "likely": (!cause.likely.is_empty()).then_some(&cause.likely),
            "problems": cause.problems.iter().map(|problem| Detector::of(*problem).id).collect::<Vec<_>>(),
            "counts": cause.counts,
            "remedies": remedies.iter().map(|tried| remedy(&self.whole, &cause.problems, tried)).collect::<Vec<_>>(),
        })
    }
}

fn spot(spot: &Spot) -> Value {
    let (frame, substep) = spot.first;
    json!({ "place": spot.place.to_string(), "count": spot.count, "frame": frame, "substep": substep })
}

/// Number of findings of each problem, consequences included; those that were not found are left out.
fn counts(after: &Diagnosis) -> Value {
    let found = ALL.iter().map(|detector| (detector.id, after.count(detector.problem))).filter(|(_, count)| *count > 0);
    Value::Object(found.map(|(id, count)| (id.to_owned(), Value::from(count))).collect::<Map<_, _>>())
}

fn likely((input, tried): &(LikelyInput, Option<Diagnosis>)) -> Value {
    let (frame, substep) = input.moment;
    json!({ "frame": frame, "substep": substep, "what": input.what, "without": tried.as_ref().map(counts) })
}

fn remedy(before: &Diagnosis, of: &[Problem], (remedy, tried): &Tried) -> Value {
    let counts = tried.as_ref().map(counts);
    json!({
        "id": remedy.id,
        "label": remedy.label,
        "why": remedy.why,
        "cost": remedy.cost,
        "edits": remedy.edits.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "tried": counts,
        "verdict": tried.as_ref().map(|after| judge(of, before, after).words()),
    })
}
