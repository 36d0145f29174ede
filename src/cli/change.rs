//! `--set`: changes settings of the level for one command; the file stays unchanged.

use super::outcome::{Failure, load};
use crate::level::{DocumentPath, Level};
use clap::Args;
use serde_json::Value;
use std::path::Path;

// No doc comment: clap would use it as the help of every command with these arguments.
#[derive(Args)]
pub(super) struct ChangeArgs {
    /// Change a value of the level first, for example world.substeps=32 or world.contact.edge_choice=Wedge45; may be
    /// repeated
    #[arg(long = "set", value_name = "PATH=VALUE")]
    set: Vec<String>,
}

impl ChangeArgs {
    /// Loads the level and applies the changes; exit code 2 on failure.
    pub fn load(&self, path: &Path) -> Result<Level, Failure> {
        let mut level = load(path)?;
        self.apply(&mut level)?;
        Ok(level)
    }

    /// Applies the changes; true if there are any. Exit code 2 on failure.
    pub fn apply(&self, level: &mut Level) -> Result<bool, Failure> {
        for text in &self.set {
            change(level, text).map_err(|reason| Failure::Refused(format!("--set {text}: {reason}")))?;
        }
        Ok(!self.set.is_empty())
    }
}

fn change(level: &mut Level, text: &str) -> Result<(), String> {
    let (path, value) = text.split_once('=').ok_or("expected PATH=VALUE, for example world.substeps=32")?;
    let path = DocumentPath::parse(path).map_err(|error| error.to_string())?;
    let value = value.trim();
    // A name needs no quotes.
    let value: Value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
    match path.set(level, &value) {
        Ok(0) => Err("no value matches this path".to_owned()),
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}
