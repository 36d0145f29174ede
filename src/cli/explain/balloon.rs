//! `explain --balloon`: area painted by a body's triangles and by a fan from its barycentre, and the proof that the fan
//! changes nothing else.

use super::ExplainFormat;
use super::names::Names;
use crate::cli::outcome::{Answer, Failure, Outcome, print};
use crate::cli::progress::Progress;
use crate::cli::tables::{Table, number};
use crate::debugger::Run;
use crate::debugger::balloon::{self, Paint, Proof, Report, Triangulation};
use crate::debugger::moment;
use crate::engine::World;
use crate::level::Level;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::Arc;

/// The body with this name or index.
pub(super) fn find(level: &Level, text: &str) -> Result<usize, Failure> {
    let refuse = |reason: String| Err(Failure::Refused(format!("--balloon {text}: {reason}")));
    let count = level.bodies.len();
    let named: Vec<usize> = (0..count).filter(|&body| level.bodies[body].name == text).collect();
    match (&named[..], text.parse::<usize>()) {
        (&[body], _) => Ok(body),
        ([], Ok(body)) if body < count => Ok(body),
        ([], Ok(body)) => refuse(format!("there is no body {body}; the level has {count}, counted from 0")),
        ([], Err(_)) => refuse("no body has this name; give a name or an index".to_owned()),
        _ => refuse(format!("{} bodies have this name; give the index", named.len())),
    }
}

/// Prints the present triangles of a body, with a proof over `frames` if given.
pub(super) fn print_report(
    level: &Level,
    world: &World,
    body: usize,
    frames: Option<u64>,
    form: ExplainFormat,
) -> Outcome {
    let Some(report) = balloon::examine(level, world, body) else {
        return Err(Failure::Refused(format!("--balloon {body}: there is no such body")));
    };
    let proof = frames.map(|frames| prove(level, body, frames));
    let answer = match &proof {
        Some(Ok(proof)) if proof.difference().is_some() => Answer::No,
        _ => Answer::Yes,
    };
    print(|out| match form {
        ExplainFormat::Text => write(level, world, &report, proof.as_ref(), out),
        ExplainFormat::Json => {
            serde_json::to_writer(&mut *out, &document(level, world, &report, proof.as_ref()))?;
            writeln!(out)
        }
    })?;
    Ok(answer)
}

fn prove(level: &Level, body: usize, frames: u64) -> Result<Proof, String> {
    let run = Run::new(Arc::new(level.clone())).map_err(|error| error.to_string())?;
    let mut proof = Proof::new(&run, body, frames)?;
    let mut progress = Progress::new(frames, false);
    // One frame of both runs at a time, so that the progress bar moves.
    let mut done = 0;
    while !proof.go_on(|| false) {
        for _ in done..proof.progress().0 {
            progress.step();
        }
        done = proof.progress().0;
    }
    Ok(proof)
}

type Proved<'a> = Option<&'a Result<Proof, String>>;

fn write(level: &Level, world: &World, report: &Report, proof: Proved, out: &mut impl Write) -> io::Result<()> {
    let state = world.state();
    writeln!(out, "frame {}, time {}", moment::write((state.frame, state.substep)), number(world.time()))?;
    writeln!(
        out,
        "{}: covered area of the hull {}; the signed area, for the gas, is from {}",
        Names(level).body(report.body),
        number(report.area),
        report.area_source
    )?;
    let mut table = Table::new(["triangles", "count", "flipped", "spill", "unpainted", "spill, all", "unpainted, all"]);
    for (triangulation, paint) in Triangulation::ALL.into_iter().zip(&report.triangulations) {
        table.row(match paint {
            Ok(Paint { triangles, flipped, cover, filled: [spill, unpainted], .. }) => vec![
                triangulation.title().to_owned(),
                triangles.len().to_string(),
                flipped.to_string(),
                number(cover.spill),
                number(cover.unpainted),
                number(*spill),
                number(*unpainted),
            ],
            Err(_) => vec![triangulation.title().to_owned(), "none".to_owned()],
        });
    }
    table.write(out, "  ")?;
    for (triangulation, paint) in Triangulation::ALL.into_iter().zip(&report.triangulations) {
        if let Err(reason) = paint {
            writeln!(out, "  {}: none, {reason}", triangulation.title())?;
        }
    }
    writeln!(out, "  spill: area painted outside the hull; all: flipped triangles are painted too")?;
    writeln!(out, "{}", balloon::verdict(level, report).text)?;
    match proof {
        None => Ok(()),
        Some(Ok(proof)) => writeln!(out, "proof: {}", proof.describe()),
        Some(Err(reason)) => writeln!(out, "proof: not possible: {reason}"),
    }
}

fn document(level: &Level, world: &World, report: &Report, proof: Proved) -> Value {
    let triangulation = |(triangulation, paint): (Triangulation, &Result<Paint, String>)| {
        let title = triangulation.title();
        match paint {
            Ok(paint) => json!({
                "triangles": title, "count": paint.triangles.len(), "flipped": paint.flipped,
                "spill": paint.cover.spill, "unpainted": paint.cover.unpainted,
                "spill_all": paint.filled[0], "unpainted_all": paint.filled[1],
            }),
            Err(reason) => json!({"triangles": title, "none": reason}),
        }
    };
    let verdict = balloon::verdict(level, report);
    json!({
        "frame": world.state().frame,
        "substep": world.state().substep,
        "body": report.body,
        "hull_area": report.area,
        "area_from": report.area_source,
        "is_from_hull": world.layout().bodies[report.body].tiles_hull,
        "barycentre": report.barycentre.to_array(),
        "hidden_edges": report.hidden,
        "triangulations": Triangulation::ALL.into_iter().zip(&report.triangulations).map(triangulation).collect::<Vec<_>>(),
        "is_sound": verdict.is_sound,
        "fan_is_sound": verdict.fan_is_sound,
        "verdict": verdict.text,
        "proof": proof.map(|proof| match proof {
            Ok(proof) => json!({
                "frames": proof.progress().0,
                "is_same": proof.difference().is_none(),
                "hashes": proof.hashes().map(|hash| format!("{hash:016x}")),
                "difference": proof.difference().map(|found| json!({
                    "frame": found.frame, "place": found.place.to_string(), "what": found.what,
                    "without": found.values[0].to_array(), "with": found.values[1].to_array(),
                })),
                "text": proof.describe(),
            }),
            Err(reason) => json!({"refused": reason}),
        }),
    })
}
