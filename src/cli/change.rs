//! `--set`: settings of a level changed for one command, its file untouched.

use super::outcome::{Failure, load};
use crate::level::{DocumentPath, Level};
use clap::Args;
use serde_json::Value;
use std::path::Path;

// No doc comment: it would become the text of every command that takes these.
#[derive(Args)]
pub(super) struct ChangeArgs {
    /// First set a value of the level, as in world.substeps=32 or world.contact.edge_choice=Wedge45; may be repeated
    #[arg(long = "set", value_name = "PATH=VALUE")]
    set: Vec<String>,
}

impl ChangeArgs {
    /// The level with the changes, or exit code 2.
    pub fn load(&self, path: &Path) -> Result<Level, Failure> {
        let mut level = load(path)?;
        self.apply(&mut level)?;
        Ok(level)
    }

    /// Makes the changes, or exit code 2; true if there are any.
    pub fn apply(&self, level: &mut Level) -> Result<bool, Failure> {
        for text in &self.set {
            change(level, text).map_err(|reason| Failure::Refused(format!("--set {text}: {reason}")))?;
        }
        Ok(!self.set.is_empty())
    }
}

fn change(level: &mut Level, text: &str) -> Result<(), String> {
    let (path, value) = text.split_once('=').ok_or("write it as PATH=VALUE, as in world.substeps=32")?;
    let path = DocumentPath::parse(path).map_err(|error| error.to_string())?;
    let value = value.trim();
    // A name needs no quotes.
    let value: Value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
    match path.set(level, &value) {
        Ok(0) => Err("there is nothing of that name to be set".to_owned()),
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}
