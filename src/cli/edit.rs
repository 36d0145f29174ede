//! `edit`: opens the window.
//!
//! Must never know: what the window looks like.

use super::Command;
use super::outcome::{Failure, Outcome, arguments};
use clap::Args;
use std::path::PathBuf;

/// See the module.
pub(super) const COMMAND: Command = Command {
    name: "edit",
    about: "Open the editor (what happens without a command, too)",
    details: "\
Examples:
  blobsmith edit level.ron
  blobsmith level.ron",
    arguments: EditArgs::augment_args,
    run: |matches| edit(arguments(matches)?),
};

#[derive(Args)]
struct EditArgs {
    /// Level file to open (.ron or .json)
    level: Option<PathBuf>,
}

fn edit(args: EditArgs) -> Outcome {
    open(args.level)
}

fn open(_level: Option<PathBuf>) -> Outcome {
    Err(Failure::Refused(format!("this build has no window; without one there are {}", headless())))
}

/// The commands that need no window.
pub(super) fn headless() -> String {
    let names: Vec<&str> = super::ALL.iter().map(|command| command.name).filter(|name| *name != "edit").collect();
    names.join(", ")
}
