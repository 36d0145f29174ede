//! How a command ends, and the two streams it may write to.

use super::terminal::{Escaping, escaped};
use crate::level::Level;
use crate::level::format::{self, FormatError};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

/// What a command that could do its work has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Fine: exit code 0.
    Yes,
    /// Problems found: exit code 1.
    No,
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(super) enum Failure {
    /// Bad use or unreadable input, in one sentence: exit code 2.
    Refused(String),
    /// The same, when the sentences are on stderr already.
    Reported,
    /// The reader of our output has gone (`| head`): the program ends without an error.
    PipeClosed,
}

pub(super) type Outcome = Result<Answer, Failure>;

impl From<FormatError> for Failure {
    fn from(error: FormatError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl Failure {
    /// Writing to `what` failed.
    pub fn writing(what: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::PipeClosed,
            _ => Self::Refused(format!("{what}: cannot be written: {error}")),
        }
    }
}

/// What was typed, as a command's own type.
pub(super) fn arguments<A: clap::FromArgMatches>(matches: &clap::ArgMatches) -> Result<A, Failure> {
    A::from_arg_matches(matches).map_err(|error| Failure::Refused(error.to_string()))
}

/// One line on stderr, with control characters as escapes. A closed stderr is no failure.
pub(super) fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "blobsmith: {}", escaped(line));
}

/// A level, or exit code 2.
pub(super) fn load(path: &Path) -> Result<Level, Failure> {
    Ok(format::load_level(path)?)
}

/// Refuses a file that could not be written later, since its folder does not exist: reported before long work rather than after it.
pub(super) fn require_folder(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if !folder.is_dir() => Err(Failure::Refused(format!(
            "{}: cannot be written: there is no folder {}",
            path.display(),
            folder.display()
        ))),
        _ => Ok(()),
    }
}

/// Stdout in large pieces, with control characters as escapes.
pub(super) type Stdout = BufWriter<Escaping<StdoutLock<'static>>>;

/// Writes results to stdout.
pub(super) fn print(write: impl FnOnce(&mut Stdout) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, Escaping::new(io::stdout().lock()));
    write(&mut out).and_then(|()| out.flush()).map_err(|error| Failure::writing("stdout", &error))
}
