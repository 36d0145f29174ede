//! Exit status of commands, and their output streams.

use super::terminal::{Escaping, escaped};
use crate::debugger::Run;
use crate::debugger::recording::{self, bundle};
use crate::level::format::{self, FormatError};
use crate::level::{Level, flatten, ids};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

/// Result of a command that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Exit code 0.
    Yes,
    /// Exit code 1: problems found.
    No,
}

/// Reason why a command did not run.
#[derive(Debug)]
pub(super) enum Failure {
    /// Usage error or unreadable input, exit code 2; with the message.
    Refused(String),
    /// Exit code 2; the message is already on stderr.
    Reported,
    /// The reader of stdout has closed it (`| head`); the program ends without an error.
    PipeClosed,
}

pub(super) type Outcome = Result<Answer, Failure>;

impl From<FormatError> for Failure {
    fn from(error: FormatError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl Failure {
    /// An error of writing `what`.
    pub fn writing(what: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::PipeClosed,
            _ => Self::Refused(format!("{what}: cannot be written: {error}")),
        }
    }
}

/// Parses the arguments into a command's type.
pub(super) fn arguments<A: clap::FromArgMatches>(matches: &clap::ArgMatches) -> Result<A, Failure> {
    A::from_arg_matches(matches).map_err(|error| Failure::Refused(error.to_string()))
}

/// Writes a line to stderr, with control characters escaped. Ignores a closed stderr.
pub(super) fn eprint_line(line: &str) {
    let _ = writeln!(io::stderr(), "blobsmith: {}", escaped(line));
}

/// Loads a document with ids and unflattened instances; exit code 2 on failure.
pub(super) fn load(path: &Path) -> Result<Level, Failure> {
    let mut level = format::load_level(path)?;
    ids::assign(&mut level);
    Ok(level)
}

/// Loads a level for a simulation: instances are flattened. Of a bug bundle without inputs, its level. Exit code 2 on
/// failure.
pub(super) fn load_flat(path: &Path) -> Result<Level, Failure> {
    if !bundle::is_bundle(path) {
        return Ok(flatten::load_flat(path)?);
    }
    let (_, run) = bundle::load(path)?;
    if run.start().is_some() || !run.journal().entries().is_empty() {
        let file = path.display();
        return Err(Failure::Refused(format!(
            "{file}: a bug bundle with inputs, and this command takes a level; `diagnose`, `replay` and `compare` take \
             the run, `edit` opens it"
        )));
    }
    Ok(Level::clone(run.start_level()))
}

/// True if a file has a run: a recording or a bug bundle.
pub(super) fn is_run(path: &Path) -> bool {
    recording::is_recording(path) || bundle::is_bundle(path)
}

/// Loads the run of a recording or of a bug bundle; exit code 2 on failure.
pub(super) fn load_run(path: &Path) -> Result<Run, Failure> {
    let load = if bundle::is_bundle(path) { bundle::load } else { recording::load };
    Ok(load(path)?.1)
}

/// Fails if the folder of an output file does not exist, before the work instead of after it.
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

/// Buffered stdout with control characters escaped.
pub(super) type Stdout = BufWriter<Escaping<StdoutLock<'static>>>;

/// Writes results to stdout.
pub(super) fn print(write: impl FnOnce(&mut Stdout) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, Escaping::new(io::stdout().lock()));
    write(&mut out).and_then(|()| out.flush()).map_err(|error| Failure::writing("stdout", &error))
}
