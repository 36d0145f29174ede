//! Folders of the outline. Editor data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A folder of the outline. It does not change the order of the level. Other programs ignore it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Folder {
    /// Display name.
    pub name: String,
    /// Ids of the parts in it. A part that several folders name belongs to the first.
    pub members: BTreeSet<String>,
    /// True if its parts are neither drawn nor picked in edit mode.
    #[serde(skip_serializing_if = "is_false")]
    pub hidden: bool,
    /// True if its parts are not picked.
    #[serde(skip_serializing_if = "is_false")]
    pub locked: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}
