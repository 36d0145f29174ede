//! Values that jobs share with the window, for `#[serde(with)]`.
//!
//! Levels travel beside the text of a message: the text has their number in the list of its levels.

use crate::level::Level;
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    /// The levels of the message that is being written or read.
    pub(super) static LEVELS: RefCell<Vec<Arc<Level>>> = const { RefCell::new(Vec::new()) };
}

/// A level behind an `Arc`.
pub mod level {
    use super::LEVELS;
    use crate::level::Level;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::sync::Arc;

    /// Writes the number of the level.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(level: &Arc<Level>, serializer: S) -> Result<S::Ok, S::Error> {
        let number = LEVELS.with_borrow_mut(|levels| {
            let known = levels.iter().position(|known| Arc::ptr_eq(known, level));
            known.unwrap_or_else(|| {
                levels.push(level.clone());
                levels.len() - 1
            })
        });
        number.serialize(serializer)
    }

    /// Reads the number of a level.
    ///
    /// # Errors
    /// If the parcel has no such level.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Level>, D::Error> {
        let number = usize::deserialize(deserializer)?;
        let level = LEVELS.with_borrow(|levels| levels.get(number).cloned());
        level.ok_or_else(|| D::Error::custom(format!("there is no level {number} in the message")))
    }
}

/// A run: its present branch as a recording without hashes.
pub mod run {
    use super::level;
    use crate::debugger::Run;
    use crate::debugger::recording::Recording;
    use crate::level::Level;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::sync::Arc;

    #[derive(Serialize, Deserialize)]
    struct SharedRun {
        #[serde(with = "level")]
        level: Arc<Level>,
        /// Its own level is empty.
        inputs: Recording,
    }

    /// Writes the start and the inputs of the present branch.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(run: &Run, serializer: S) -> Result<S::Ok, S::Error> {
        let inputs = Recording { level: Level::default(), ..run.inputs_only() };
        SharedRun { level: run.start_level().clone(), inputs }.serialize(serializer)
    }

    /// Reads a run, at frame 0.
    ///
    /// # Errors
    /// If it is not a recording that can run.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Run, D::Error> {
        let SharedRun { level, inputs } = SharedRun::deserialize(deserializer)?;
        let recording = Recording { level: Level::clone(&level), ..inputs };
        Run::from_recording(&recording).map_err(D::Error::custom)
    }
}

/// A sweep as its settings.
pub mod sweep {
    use super::level;
    use crate::debugger::sweep::{Sweep, read_settings_of, settings_without_level};
    use crate::level::Level;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::sync::Arc;

    #[derive(Serialize, Deserialize)]
    struct SharedSweep {
        #[serde(with = "level")]
        level: Arc<Level>,
        settings: String,
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(sweep: &Arc<Sweep>, serializer: S) -> Result<S::Ok, S::Error> {
        SharedSweep { level: sweep.level().clone(), settings: settings_without_level(sweep) }.serialize(serializer)
    }

    /// Reads settings.
    ///
    /// # Errors
    /// If they are not those of a sweep.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Sweep>, D::Error> {
        let SharedSweep { level, settings } = SharedSweep::deserialize(deserializer)?;
        read_settings_of(&settings, level).map(Arc::new).map_err(D::Error::custom)
    }
}
