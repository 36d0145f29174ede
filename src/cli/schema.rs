//! `schema`: the JSON schemas of the level file.

use super::Command;
use super::outcome::{Answer, Outcome, arguments, print};
use crate::level::format;
use clap::Args;
use std::io::Write;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "schema",
    about: "Print the JSON schema of the level file",
    details: "\
The schema describes what a level file may contain. With --runtime it describes what `export` writes: no instances, no editor data, \
an id on every part, and no omitted fields except those of format 2 at their defaults.

Examples:
  blobsmith schema > blobsmith-level.schema.json
  blobsmith schema --runtime > blobsmith-runtime.schema.json",
    arguments: SchemaArgs::augment_args,
    run: |matches| schema(&arguments::<SchemaArgs>(matches)?),
};

#[derive(Args)]
struct SchemaArgs {
    /// Schema of the files that `export` writes
    #[arg(long)]
    runtime: bool,
}

fn schema(args: &SchemaArgs) -> Outcome {
    let text = if args.runtime { format::runtime_schema() } else { format::schema() };
    print(|out| out.write_all(text.as_bytes()))?;
    Ok(Answer::Yes)
}
