//! Static texts in messages between the window and its background jobs. Reading a text returns the same static text, so
//! that ids compare and print as in the program itself.

use serde::{Deserialize, Deserializer, de::Error};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// A text of the program. The alias stops serde from borrowing it of the message.
pub type StaticText = &'static str;

/// Limit for different texts. The program has a few hundred.
const MOST: usize = 10_000;

/// Texts that were read; each is leaked once.
static KNOWN: Mutex<BTreeSet<StaticText>> = Mutex::new(BTreeSet::new());

/// Reads a text, for `#[serde(deserialize_with)]`.
///
/// # Errors
/// If it is not a text, or there are too many different ones.
pub fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<StaticText, D::Error> {
    let text = String::deserialize(deserializer)?;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(same) = known.get(text.as_str()) {
        return Ok(same);
    }
    if known.len() == MOST {
        return Err(D::Error::custom("too many different texts"));
    }
    let text: StaticText = text.leak();
    known.insert(text);
    Ok(text)
}
