//! `schema`: the JSON schema of the level file.

use super::Command;
use super::outcome::{Answer, print};
use crate::level::format;
use std::io::Write;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "schema",
    about: "Print the JSON schema of the level file",
    details: "\
Examples:
  blobsmith schema > blobsmith-level.schema.json",
    arguments: |command| command,
    run: |_| {
        print(|out| out.write_all(format::schema().as_bytes()))?;
        Ok(Answer::Yes)
    },
};
