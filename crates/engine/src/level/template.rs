//! Templates: named sets of properties that an author adds to parts.

use super::properties::{PropertyKind, PropertyValue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A named set of properties.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PropertyTemplate {
    /// Display name.
    pub name: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub help: String,
    /// Its properties, in the order in which they are added.
    #[serde(default)]
    pub properties: Vec<TemplateProperty>,
}

/// A property of a template.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TemplateProperty {
    /// Name of the property.
    pub name: String,
    /// Kind of its value.
    #[serde(default)]
    pub kind: PropertyKind,
    /// Value of a new property; false, 0 or empty if it is missing.
    #[serde(default = "missing", skip_serializing_if = "is_missing")]
    pub default: PropertyValue,
    /// Meaning of the value, with its unit.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub help: String,
}

fn missing() -> PropertyValue {
    PropertyValue::Null
}

fn is_missing(value: &PropertyValue) -> bool {
    *value == PropertyValue::Null
}

impl TemplateProperty {
    /// Value of a new property, of the kind of the template.
    pub fn value(&self) -> PropertyValue {
        self.kind.convert(&self.default)
    }
}
