//! `edit`: opens the window.

use super::Command;
use super::outcome::{Failure, Outcome, arguments};
use clap::Args;
use std::path::PathBuf;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "edit",
    about: "Open the editor (also the default without a command)",
    details: "\
Examples:
  blobsmith edit level.ron
  blobsmith level.ron
  blobsmith 'blobsmith://#file=/home/me/level.ron&t=12.3&select=bodies[0]'",
    arguments: EditArgs::augment_args,
    run: |matches| edit(arguments(matches)?),
};

#[derive(Args)]
struct EditArgs {
    /// Level file to open (.ron or .json), or a link to a moment
    level: Option<PathBuf>,
    /// Keep a report of the window's contents in FILE (for tests)
    #[arg(long, value_name = "FILE", hide = true)]
    report: Option<PathBuf>,
    /// Print the duration of each stage of the start, and close the window after its first picture
    #[arg(long)]
    time_start: bool,
    /// Write to FILE when each picture began and was shown, its frame and substep, and whether it played (CSV)
    #[arg(long, value_name = "FILE")]
    time_pictures: Option<PathBuf>,
}

/// Environment variable equivalent to `--report`.
#[cfg(feature = "editor")]
const REPORT: &str = "BLOBSMITH_REPORT";

fn edit(args: EditArgs) -> Outcome {
    open(args)
}

#[cfg(feature = "editor")]
fn open(args: EditArgs) -> Outcome {
    let report = args.report.or_else(|| std::env::var_os(REPORT).map(PathBuf::from));
    let options = crate::editor::StartOptions { report, pictures: args.time_pictures, times_start: args.time_start };
    crate::editor::open(args.level, options).map_err(Failure::Refused)?;
    Ok(super::outcome::Answer::Yes)
}

#[cfg(not(feature = "editor"))]
fn open(_args: EditArgs) -> Outcome {
    Err(Failure::Refused(format!("this build has no window; commands without a window: {}", headless())))
}

/// Names of the commands that need no window.
#[cfg(not(feature = "editor"))]
pub(super) fn headless() -> String {
    let names: Vec<&str> = super::ALL.iter().map(|command| command.name).filter(|name| *name != "edit").collect();
    names.join(", ")
}
