//! `export`: writes a level for a game: flattened, without editor data.

use super::Command;
use super::convert::require_level_ending;
use super::outcome::{Answer, Outcome, arguments, load_flat, require_folder};
use super::output::refuse_clashes;
use crate::level::format;
use crate::level::texture::{folder_of, rebase_paths};
use clap::Args;
use std::path::PathBuf;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "export",
    about: "Write a level for a game: instances replaced by their parts, no editor data",
    details: "\
The result is a level that `run` accepts, with the same hashes as LEVEL. Ids, labels, tags, properties, markers and skins are kept; \
the ids of parts of an instance are INSTANCE/ID. The extension of FILE selects the format.

Example:
  blobsmith export levels/01-first-blob.ron --out game/first.json",
    arguments: ExportArgs::augment_args,
    run: |matches| export(&arguments::<ExportArgs>(matches)?),
};

#[derive(Args)]
struct ExportArgs {
    /// Level file
    #[arg(value_name = "LEVEL")]
    level: PathBuf,
    /// File to write (.json or .ron)
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn export(args: &ExportArgs) -> Outcome {
    require_level_ending(&args.out, "the file name must end in .json or .ron")?;
    require_folder(&args.out)?;
    refuse_clashes(&[&args.level], &[("--out", &args.out)])?;
    let mut level = load_flat(&args.level)?;
    level.editor = None;
    rebase_paths(&mut level, Some(folder_of(&args.level)), folder_of(&args.out));
    format::save(&level, &args.out)?;
    Ok(Answer::Yes)
}
