//! JSON form of a diagnosis; docs/diagnose.md describes it.

use super::{DiagnoseReport, Tried};
use crate::debugger::diagnosis::{Cause, Diagnosed, Diagnosis, Illness, LikelyInput, Spot, judge};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Writes the report as one object.
pub(super) fn write(out: &mut impl Write, report: &DiagnoseReport) -> io::Result<()> {
    let DiagnoseReport { file, level, diagnosis, remedies, of_causes, inputs, first_frame } = report;
    type OfIllness<'a> = ((&'a Diagnosed, &'a Vec<Tried>), &'a Option<(LikelyInput, Option<Diagnosis>)>);
    let illness = |((diagnosed, remedies), input): OfIllness| {
        let detector = diagnosed.detector();
        json!({
            "id": detector.id,
            "title": detector.title,
            "count": diagnosed.count,
            "first": diagnosed.first.json(level),
            "worst": diagnosed.worst.json(level),
            "places": diagnosed.spots.iter().map(spot).collect::<Vec<_>>(),
            "place_count": diagnosed.place_count,
            "explanation": detector.explanation,
            "why": detector.why,
            "source": detector.source,
            "overlay": detector.illness.overlay(),
            "remedies": remedies.iter().map(|tried| remedy(diagnosis, &[diagnosed.illness], tried)).collect::<Vec<_>>(),
            "likely_input": input.as_ref().map(likely),
        })
    };
    let cause = |(cause, remedies): (&Cause, &Vec<Tried>)| {
        json!({
            "id": cause.id,
            "title": cause.title,
            "place": cause.place.to_string(),
            "text": cause.text,
            "illnesses": cause.illnesses.iter().map(|illness| illness.detector().id).collect::<Vec<_>>(),
            "remedies": remedies.iter().map(|tried| remedy(diagnosis, &cause.illnesses, tried)).collect::<Vec<_>>(),
        })
    };
    let short = |diagnosed: &Diagnosed| json!({ "id": diagnosed.detector().id, "count": diagnosed.count, "first": diagnosed.first.json(level) });
    let whole = json!({
        "file": file,
        "name": level.name,
        "first_frame": first_frame,
        "frames": diagnosis.frames,
        "causes": diagnosis.causes.iter().zip(of_causes).map(cause).collect::<Vec<_>>(),
        "illnesses": diagnosis.illnesses.iter().zip(remedies).zip(inputs).map(illness).collect::<Vec<_>>(),
        "consequences": diagnosis.consequences.iter().map(short).collect::<Vec<_>>(),
        "passing": diagnosis.passing.iter().map(short).collect::<Vec<_>>(),
        "energy_rises": diagnosis.energy.json(),
    });
    serde_json::to_writer_pretty(&mut *out, &whole)?;
    writeln!(out)
}

fn spot(spot: &Spot) -> Value {
    let (frame, substep) = spot.first;
    json!({ "place": spot.place.to_string(), "count": spot.count, "frame": frame, "substep": substep })
}

/// Number of findings of each illness.
fn counts(after: &Diagnosis) -> Value {
    let counts = after.illnesses.iter().map(|left| (left.detector().id.to_owned(), Value::from(left.count)));
    Value::Object(counts.collect::<Map<_, _>>())
}

fn likely((input, tried): &(LikelyInput, Option<Diagnosis>)) -> Value {
    let (frame, substep) = input.moment;
    json!({ "frame": frame, "substep": substep, "what": input.what, "without": tried.as_ref().map(counts) })
}

fn remedy(before: &Diagnosis, of: &[Illness], (remedy, tried): &Tried) -> Value {
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
