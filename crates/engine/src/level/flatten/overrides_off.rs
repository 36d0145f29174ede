//! Refuses overrides; for small code, without the feature `overrides`.

use super::{Flattener, Instance, Level};
use crate::level::format::FormatError;

impl Flattener<'_> {
    /// The source, if the instance has no overrides.
    pub(super) fn overridden(&mut self, source: Level, instance: &Instance) -> Result<Level, FormatError> {
        let reason = "this program does not apply overrides: export the level";
        if instance.overrides.is_empty() { Ok(source) } else { Err(FormatError::at("overrides", reason)) }
    }

    pub(super) fn faults_of_overrides(&mut self, _: &Instance, _: &FormatError) -> Vec<FormatError> {
        Vec::new()
    }
}
