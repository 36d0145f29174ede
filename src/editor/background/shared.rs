//! The text form of values that jobs share with the window, for `#[serde(with)]`.

/// A level behind an `Arc`: the text has its own copy.
pub mod level {
    use crate::level::Level;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::sync::Arc;

    /// Writes the level.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(level: &Arc<Level>, serializer: S) -> Result<S::Ok, S::Error> {
        Level::serialize(level, serializer)
    }

    /// Reads a level.
    ///
    /// # Errors
    /// If it is not a level.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Level>, D::Error> {
        Level::deserialize(deserializer).map(Arc::new)
    }
}

/// A run: its present branch as a recording without hashes.
pub mod run {
    use crate::debugger::Run;
    use crate::debugger::recording::Recording;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes the level, its start and the inputs of the present branch.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(run: &Run, serializer: S) -> Result<S::Ok, S::Error> {
        run.inputs_only().serialize(serializer)
    }

    /// Reads a run, at frame 0.
    ///
    /// # Errors
    /// If it is not a recording that can run.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Run, D::Error> {
        let recording = Recording::deserialize(deserializer)?;
        Run::from_recording(&recording).map_err(D::Error::custom)
    }
}

/// A sweep as its settings.
pub mod sweep {
    use crate::debugger::sweep::{Sweep, read_settings, settings};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::sync::Arc;

    /// Writes the settings.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(sweep: &Arc<Sweep>, serializer: S) -> Result<S::Ok, S::Error> {
        settings(sweep).serialize(serializer)
    }

    /// Reads settings.
    ///
    /// # Errors
    /// If they are not those of a sweep.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Sweep>, D::Error> {
        let text = String::deserialize(deserializer)?;
        read_settings(&text).map(|(sweep, _)| Arc::new(sweep)).map_err(D::Error::custom)
    }
}
