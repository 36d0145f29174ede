//! `shape`: generates a body, or lists the generators and their parameters.

use super::Command;
use super::convert::require_level_ending;
use super::outcome::{Answer, Failure, Outcome, arguments, load, print};
use crate::level::format;
use crate::level::parameter::{Kind, Parameter, Values};
use crate::level::shapes::{self, ShapeGenerator};
use crate::level::{Body, Level};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "shape",
    about: "Generate a body from parameters: rectangle, disc, gear, rope, bridge, terrain and others",
    details: "\
Without SHAPE, lists the shapes; with SHAPE alone, its parameters with their ranges and defaults. --into adds the body \
to a level file, and creates the file if it does not exist.

Examples:
  blobsmith shape
  blobsmith shape gear
  blobsmith shape gear --set teeth=16 --set axle=on --at 2,3.5 --into level.ron
  blobsmith shape rope --set kind=sticks --set length=5 --name tether --into level.ron",
    arguments: ShapeArgs::augment_args,
    run: |matches| run(&arguments::<ShapeArgs>(matches)?),
};

#[derive(Args)]
struct ShapeArgs {
    /// Name of the shape
    #[arg(value_name = "SHAPE", value_parser = shapes::ALL.iter().map(|shape| shape.id).collect::<Vec<_>>())]
    shape: Option<String>,
    /// Value of a parameter; may be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "into")]
    set: Vec<String>,
    /// Position of the shape's origin [default: 0,0]
    #[arg(long, value_name = "X,Y", requires = "into", allow_hyphen_values = true)]
    at: Option<String>,
    /// Name of the body [default: name of the shape]
    #[arg(long, value_name = "NAME", requires = "into")]
    name: Option<String>,
    /// Level file to add it to (.ron or .json)
    #[arg(long, value_name = "LEVEL", requires = "shape")]
    into: Option<PathBuf>,
}

fn run(args: &ShapeArgs) -> Outcome {
    let Some(shape) = args.shape.as_deref().and_then(shapes::shape) else {
        print(|out| shapes::ALL.iter().try_for_each(|s| writeln!(out, "{:12}{}: {}", s.id, s.title, s.explanation)))?;
        return Ok(Answer::Yes);
    };
    let Some(path) = &args.into else {
        print(|out| describe(shape, out))?;
        return Ok(Answer::Yes);
    };
    let body = body(shape, args).map_err(Failure::Refused)?;
    require_level_ending(path, "the file name must end in .ron or .json")?;
    // Two such commands at once on one file would lose one body.
    let locked = format::lock_for_update(path);
    let _lock = locked.map_err(|reason| Failure::Refused(format!("{}: {reason}", path.display())))?;
    let mut level = if path.exists() { load(path)? } else { Level::default() };
    level.bodies.push(body);
    format::validate(&level)?;
    format::save(&level, path)?;
    Ok(Answer::Yes)
}

fn describe(shape: &ShapeGenerator, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {}\n", shape.title, shape.explanation)?;
    for parameter in shape.parameters() {
        let Parameter { id, explanation, .. } = parameter;
        let unit = if parameter.unit.is_empty() { String::new() } else { format!(" ({})", parameter.unit) };
        writeln!(out, "  {:14}{explanation}{unit}", id)?;
        let default = parameter.write(parameter.default);
        writeln!(out, "  {:14}{} [default: {default}]", "", parameter.wanted())?;
        if let Kind::Choice(rows) = parameter.kind {
            for row in rows {
                writeln!(out, "  {:16}{}: {}", "", row.id, row.explanation)?;
            }
        }
    }
    Ok(())
}

fn body(shape: &ShapeGenerator, args: &ShapeArgs) -> Result<Body, String> {
    let parameters = shape.parameters();
    let mut values = Values::new();
    for pair in &args.set {
        let Some((id, text)) = pair.split_once('=') else {
            return Err(format!("`{pair}`: expected --set NAME=VALUE"));
        };
        let known = parameters.iter().find(|parameter| parameter.id == id.trim());
        let value = match known {
            Some(parameter) => parameter.read(text).map_err(|error| error.to_string())?,
            // `verify` reports an unknown name together with the known ones.
            None => 0.0,
        };
        values.insert(id.trim().to_owned(), value);
    }
    let body = shape.make(&values).map_err(|error| error.to_string())?;
    let at = match &args.at {
        None => [0.0, 0.0],
        Some(text) => {
            point(text).ok_or_else(|| format!("`{text}` is not a position; expected two numbers: --at X,Y"))?
        }
    };
    let body = body.translated(at);
    Ok(match &args.name {
        Some(name) => body.named(name),
        None => body,
    })
}

/// Parses a position `X,Y`.
///
/// # Errors
/// If the text is not two finite numbers.
pub(super) fn position(text: &str) -> Result<[f64; 2], String> {
    point(text).ok_or_else(|| "expected two numbers: X,Y".to_owned())
}

fn point(text: &str) -> Option<[f64; 2]> {
    let (x, y) = text.split_once(',')?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    Some([number(x)?, number(y)?])
}
