//! Overrides of instances: values at paths of the source.

use super::{Flattener, Instance, Level, parts_of};
use crate::level::DocumentPath;
use crate::level::format::{self, FormatError};

/// Maximum of the sum over all overrides of the parts of their source.
const MOST_OVERRIDDEN: usize = 200_000_000;

impl Flattener<'_> {
    /// Applies the overrides of an instance to its source, in order.
    pub(super) fn overridden(&mut self, mut source: Level, instance: &Instance) -> Result<Level, FormatError> {
        if instance.overrides.is_empty() {
            return Ok(source);
        }
        let mut paths = Vec::new();
        for (path, value) in instance.overrides.iter() {
            self.count_override(path, &source)?;
            let parsed = DocumentPath::parse(path).map_err(|error| refused(path, &error))?;
            parsed.set_or_add_unchecked(&mut source, &value.into()).map_err(|error| refused(path, &error))?;
            paths.push((path, parsed));
        }
        format::validate(&source).map_err(|error| {
            let culprit = paths.iter().rev().find(|(_, parsed)| parsed.is_related(&error.place));
            match culprit {
                Some((path, _)) => refused(path, &error),
                None => FormatError::at("overrides", format_args!("the source is no longer valid: {error}")),
            }
        })?;
        Ok(source)
    }

    /// Bounds the cost of all overrides.
    fn count_override(&mut self, path: &str, source: &Level) -> Result<(), FormatError> {
        self.overridden = self.overridden.saturating_add(1 + parts_of(source));
        let is_too_much = self.overridden > MOST_OVERRIDDEN;
        let reason = "too many overrides for a source of this size";
        if is_too_much { Err(FormatError::at(format_args!("overrides.{path}"), reason)) } else { Ok(()) }
    }

    /// All refused overrides of an instance that failed with `error`: each is applied after the accepted ones before it.
    pub(super) fn faults_of_overrides(&mut self, instance: &Instance, error: &FormatError) -> Vec<FormatError> {
        let path = self.path(instance);
        let Some(Ok(source)) = self.sources.get(&path) else { return Vec::new() };
        if !error.place.starts_with("overrides") || instance.overrides.len() == 1 {
            return Vec::new();
        }
        let (mut source, mut faults) = (source.clone(), Vec::new());
        for (path, value) in instance.overrides.iter() {
            if self.count_override(path, &source).is_err() {
                break;
            }
            let set = DocumentPath::parse(path).and_then(|parsed| parsed.set_or_add(&mut source, &value.into()));
            faults.extend(set.err().map(|error| refused(path, &error)));
        }
        faults
    }
}

/// The error of an override.
fn refused(path: &str, error: &FormatError) -> FormatError {
    let inner = if error.place.is_empty() { String::new() } else { format!("{}: ", error.place) };
    FormatError::at(format_args!("overrides.{path}"), format_args!("{inner}{}", error.reason))
}
