//! JSON schema of the level file, generated from the types that read it.

use crate::level::Level;

/// The schema as pretty JSON text, ending with a line break.
pub fn schema() -> String {
    let mut text = format!("{:#}", schemars::schema_for!(Level).to_value());
    text.push('\n');
    text
}
