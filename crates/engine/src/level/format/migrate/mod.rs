//! Migration from older formats: one file per version, each converting to the next version only.
//!
//! A step works on the raw document, so that old versions stay readable when the types change.

mod v1;

use super::refusal::Refusal;
use serde_json::Value;

/// One version of the file format.
pub(super) struct FormatVersion {
    /// Value of `format`.
    pub number: u32,
    /// Converts a document of this version into the next one; None for the newest. Fails with place and reason if the
    /// document is not one of this version.
    pub upgrade: Option<Upgrade>,
}

/// A migration step to the next version.
type Upgrade = fn(&mut Value) -> Result<(), Refusal>;

/// Every version, oldest first, without gaps, up to [`crate::level::FORMAT`].
pub(super) const ALL: &[FormatVersion] = &[v1::VERSION];

/// Migrates a document of version `from` step by step to the newest of `versions`.
pub(super) fn upgrade(mut document: Value, from: u32, versions: &[FormatVersion]) -> Result<Value, Refusal> {
    for version in versions.iter().skip_while(|version| version.number != from) {
        let Some(step) = version.upgrade else { break };
        step(&mut document)?;
        if let Some(fields) = document.as_object_mut() {
            fields.insert("format".into(), (version.number + 1).into());
        }
    }
    Ok(document)
}

#[cfg(test)]
mod tests {
    use super::super::raw;
    use super::*;
    use crate::level::FORMAT;
    use crate::level::format::TextFormat;
    use serde_json::json;

    #[test]
    fn versions_have_no_gaps_and_all_but_the_newest_upgrade() {
        let numbers: Vec<u32> = ALL.iter().map(|version| version.number).collect();
        assert_eq!(numbers, (1..=FORMAT).collect::<Vec<_>>());
        for version in ALL {
            assert_eq!(version.upgrade.is_some(), version.number < FORMAT, "version {}", version.number);
        }
    }

    /// A test history: 1 → 2 renames `title` to `name`; 2 → 3 moves masses into `role` and refuses a node without one.
    fn history() -> [FormatVersion; 3] {
        fn one(document: &mut Value) -> Result<(), Refusal> {
            let title = document["title"].take();
            document["name"] = title;
            document.as_object_mut().expect("an object").remove("title");
            Ok(())
        }
        fn two(document: &mut Value) -> Result<(), Refusal> {
            for (index, node) in document["nodes"].as_array_mut().into_iter().flatten().enumerate() {
                match node.as_object_mut().and_then(|node| node.remove("mass")) {
                    Some(mass) => node["role"] = json!({ "Mass": mass }),
                    None => return Err(Refusal::of_value(format!("nodes[{index}]"), "`mass` is missing".into())),
                }
            }
            Ok(())
        }
        [
            FormatVersion { number: 1, upgrade: Some(one) },
            FormatVersion { number: 2, upgrade: Some(two) },
            FormatVersion { number: 3, upgrade: None },
        ]
    }

    const NEWEST: &str = r#"{"format":3,"name":"a","nodes":[{"role":{"Mass":0.1}}]}"#;

    #[test]
    fn upgrade_reaches_the_newest_version_in_both_text_forms() {
        let texts = [
            (1, TextFormat::Json, r#"{"format": 1, "title": "a", "nodes": [{"mass": 0.1}]}"#),
            (1, TextFormat::Ron, r#"(format: 1, title: "a", nodes: [(mass: 0.1)])"#),
            (2, TextFormat::Json, r#"{"format": 2, "name": "a", "nodes": [{"mass": 0.1}]}"#),
            (2, TextFormat::Ron, r#"(format: 2, name: "a", nodes: [Node(mass: 0.1)])"#),
            (3, TextFormat::Ron, r#"(format: 3, name: "a", nodes: [(role: Mass(0.1))])"#),
        ];
        for (from, format, text) in texts {
            let document = raw::read(text, format).expect("well-formed");
            let newest = upgrade(document, from, &history()).expect("of its version");
            assert_eq!(newest.to_string(), NEWEST, "from version {from}");
        }
    }

    #[test]
    fn upgrade_error_names_the_place() {
        let document = raw::read("(format: 2, nodes: [(mass: 1), ()])", TextFormat::Ron).expect("well-formed");
        let refusal = upgrade(document, 2, &history()).expect_err("node 1 has no mass");
        assert_eq!(refusal.place, "nodes[1]");
    }
}
