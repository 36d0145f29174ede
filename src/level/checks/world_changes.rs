//! The settings of the world that differ between two levels, as text.

use crate::level::World;
use serde_json::Value;

/// One line for each setting that differs: its path, the old and the new value.
pub fn world_changes(before: &World, after: &World) -> Vec<String> {
    let mut lines = Vec::new();
    if let (Ok(before), Ok(after)) = (serde_json::to_value(before), serde_json::to_value(after)) {
        compare("", &before, &after, &mut lines);
    }
    lines
}

fn compare(path: &str, before: &Value, after: &Value, lines: &mut Vec<String>) {
    if before == after {
        return;
    }
    let (Value::Object(old), Value::Object(new)) = (before, after) else {
        return lines.push(format!("{path}: {} → {}", plain(before), plain(after)));
    };
    let added = new.keys().filter(|key| !old.contains_key(*key));
    for key in old.keys().chain(added) {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        let of = |values: &serde_json::Map<String, Value>| values.get(key).cloned().unwrap_or_default();
        compare(&path, &of(old), &of(new), lines);
    }
}

/// A value without the quotation marks of JSON; an omitted one is the default.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "default".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::EdgeChoice;

    #[test]
    fn world_changes_name_each_setting_that_differs() {
        let before = World::default();
        let mut after = before.clone();
        assert!(world_changes(&before, &after).is_empty());
        after.substeps = before.substeps * 2;
        after.contact.edge_choice = EdgeChoice::Projection;
        let mut lines = world_changes(&before, &after);
        lines.sort();
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].starts_with("contact.edge_choice: ") && lines[0].ends_with("→ Projection"), "{lines:?}");
        assert_eq!(lines[1], format!("substeps: {} → {}", before.substeps, after.substeps));
    }
}
