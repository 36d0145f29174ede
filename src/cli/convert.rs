//! `convert`: the same level in the other text form.
//!
//! Must never know: what the forms look like.

use super::Command;
use super::outcome::{Answer, Failure, Outcome, arguments, load};
use crate::level::format;
use clap::Args;
use std::path::{Path, PathBuf};

/// See the module.
pub(super) const COMMAND: Command = Command {
    name: "convert",
    about: "Convert a level between RON and JSON",
    details: "\
The endings tell the forms. The level is equal, value for value, whichever way and however often it is converted. \
OUT may be IN: that lays the text out afresh (comments are lost).

Examples:
  blobsmith convert level.ron level.json
  blobsmith convert generated.json level.ron",
    arguments: ConvertArgs::augment_args,
    run: |matches| convert(&arguments::<ConvertArgs>(matches)?),
};

#[derive(Args)]
struct ConvertArgs {
    /// Level file to read (.ron or .json)
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// Level file to write (.ron or .json); an old one is replaced
    #[arg(value_name = "OUT")]
    output: PathBuf,
}

fn convert(args: &ConvertArgs) -> Outcome {
    for path in [&args.input, &args.output] {
        require_level_ending(path)?;
    }
    let level = load(&args.input)?;
    format::save(&level, &args.output)?;
    Ok(Answer::Yes)
}

fn require_level_ending(path: &Path) -> Result<(), Failure> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    if ending == "ron" || ending == "json" {
        return Ok(());
    }
    let name = path.display();
    Err(Failure::Refused(if ending == "svg" {
        format!("{name}: drawings (.svg) cannot be converted in this version; give a .ron or .json file")
    } else {
        format!("{name}: the ending must tell the form: .ron or .json")
    }))
}
