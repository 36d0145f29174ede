//! The file that keeps the finished cells of a sweep, for resuming.

use super::SweepArgs;
use crate::cli::outcome::Failure;
use crate::debugger::sweep::{CellOutcome, Sweep, journal};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The file of finished cells.
pub(super) struct Kept {
    file: Option<(PathBuf, File)>,
    identity: u64,
}

impl Kept {
    /// Opens the file of finished cells, if any, and reads it.
    pub fn open(args: &SweepArgs, sweep: &Sweep) -> Result<(Vec<Option<CellOutcome>>, Self), Failure> {
        let mut outcomes = vec![None; sweep.cells()];
        let mut kept = Self { file: None, identity: sweep.identity() };
        let own = match (&args.out, &args.resume) {
            (Some(folder), _) => {
                fs::create_dir_all(folder).map_err(|error| Failure::writing(&folder.display().to_string(), &error))?;
                let name = match args.shard {
                    Some(shard) => format!("cells-{}-of-{}.jsonl", shard.number, shard.of),
                    None => "cells.jsonl".to_owned(),
                };
                let own = folder.join(name);
                for path in others(folder, &own)? {
                    take(&path, sweep, &mut outcomes)?;
                }
                Some(own)
            }
            (None, resume) => resume.clone(),
        };
        if let Some(path) = own {
            let failure = |error: std::io::Error| Failure::writing(&path.display().to_string(), &error);
            let file = OpenOptions::new().create(true).append(true).open(&path).map_err(failure)?;
            if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
                let name = path.display();
                return Err(Failure::Refused(format!("{name}: another process is using this file")));
            }
            let sound = take(&path, sweep, &mut outcomes)?;
            // Removes an incomplete last line, which would corrupt the next one.
            file.set_len(sound as u64).map_err(failure)?;
            kept.file = Some((path, file));
        }
        Ok((outcomes, kept))
    }

    /// Appends a cell in one write, so that a line is whole or truncated, never mixed.
    pub fn add(&mut self, cell: usize, outcome: &CellOutcome) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        let line = journal::line(self.identity, cell, outcome);
        file.write_all(line.as_bytes()).map_err(|error| Failure::writing(&path.display().to_string(), &error))
    }

    /// Hint on resuming, as the end of a sentence.
    pub fn resume_hint(&self) -> String {
        match &self.file {
            Some((path, _)) => {
                format!("; they are kept in {}; run the same command to resume", path.display())
            }
            None => "; use --resume FILE to be able to resume".to_owned(),
        }
    }
}

/// Files of other shards in the folder, sorted by name.
fn others(folder: &Path, own: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failure = |error: std::io::Error| Failure::Refused(format!("{}: cannot be read: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failure)? {
        let path = entry.map_err(failure)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        if name.starts_with("cells") && name.ends_with(".jsonl") && path != own {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Reads the cells of a file; returns the length of its valid part, or 0 if there is no file.
fn take(path: &Path, sweep: &Sweep, outcomes: &mut [Option<CellOutcome>]) -> Result<usize, Failure> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(Failure::Refused(format!("{}: cannot be read: {error}", path.display()))),
    };
    let known = journal::read(&bytes, sweep)
        .map_err(|reason| Failure::Refused(format!("{}: cannot resume: {reason}", path.display())))?;
    for (cell, outcome) in known.outcomes {
        outcomes[cell] = Some(outcome);
    }
    Ok(known.sound)
}
