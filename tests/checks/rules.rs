//! The tests that run over every rule.

use crate::build::*;
use crate::fixtures::all;
use blobsmith::level::checks::{self, ALL, Finding, Severity};
use blobsmith::level::{Level, ids};
use std::collections::BTreeSet;

fn reported(findings: &[Finding]) -> String {
    findings.iter().map(|f| format!("{}: {}\n", f.rule, f.message)).collect()
}

#[test]
fn rules_and_fixtures_correspond() {
    for rule in ALL {
        assert!(all().into_iter().any(|fixture| fixture.rule == rule.id), "no fixture breaks {}", rule.id);
    }
    for fixture in all() {
        assert!(checks::rule(fixture.rule).is_some(), "there is no rule {}", fixture.rule);
    }
}

#[test]
fn rules_are_named_and_explained() {
    let ids: BTreeSet<&str> = ALL.iter().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), ALL.len(), "two rules have the same id");
    for rule in ALL {
        assert!(rule.id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", rule.id);
        assert!(!rule.title.is_empty() && rule.explanation.len() > 60, "{} is not explained", rule.id);
        assert!(!rule.explanation.contains("  "), "{} has a hole in its explanation", rule.id);
    }
}

#[test]
fn broken_fixtures_trigger_their_rule_only() {
    for (number, fixture) in all().into_iter().enumerate() {
        let findings = checks::check(&(fixture.broken)());
        assert!(!findings.is_empty(), "fixture {number} does not trigger {}", fixture.rule);
        let is_alone = findings.iter().all(|finding| finding.rule == fixture.rule);
        assert!(is_alone, "fixture {number} for {} triggers\n{}", fixture.rule, reported(&findings));
        for finding in findings {
            assert!(!finding.places.is_empty() && !finding.message.is_empty(), "{finding:?}");
            assert!(finding.places.iter().all(|&place| (fixture.broken)().has(place)), "{finding:?}");
        }
    }
}

#[test]
fn sound_fixtures_have_no_findings() {
    for (number, fixture) in all().into_iter().enumerate() {
        let findings = checks::check(&(fixture.sound)());
        assert!(findings.is_empty(), "sound fixture {number} for {}:\n{}", fixture.rule, reported(&findings));
    }
}

/// Parts of the level in which two levels differ: `world`, `bodies`, `bodies[0].hull` …
fn differences(before: &Level, after: &Level) -> BTreeSet<String> {
    let fields = |value: serde_json::Value| value.as_object().cloned().unwrap_or_default();
    let json = |level: &Level| serde_json::to_value(level).expect("a level can be written");
    let (before, after) = (fields(json(before)), fields(json(after)));
    let mut different = BTreeSet::new();
    for (name, value) in &before {
        if after.get(name) == Some(value) {
            continue;
        }
        let (old, new) = (value.as_array(), after.get(name).and_then(|new| new.as_array()));
        match (old, new) {
            (Some(old), Some(new)) if name == "bodies" && old.len() == new.len() => {
                for (i, (old, new)) in old.iter().zip(new).enumerate() {
                    let (old, new) = (fields(old.clone()), fields(new.clone()));
                    let changed = old.iter().filter(|(field, value)| new.get(*field) != Some(value));
                    different.extend(changed.map(|(field, _)| format!("bodies[{i}].{field}")));
                }
            }
            _ => {
                different.insert(name.clone());
            }
        }
    }
    different
}

#[test]
fn fixes_remove_their_finding_and_add_none() {
    for (number, fixture) in all().into_iter().enumerate() {
        let mut broken = (fixture.broken)();
        // As after loading; fixes of levels with links give missing ids.
        ids::assign(&mut broken);
        let findings = checks::check(&broken);
        for finding in &findings {
            let at = format!("fixture {number} for {}: {}", fixture.rule, finding.message);
            let mut fixed = broken.clone();
            let answer = checks::fix(&mut fixed, finding);
            let Some(touches) = fixture.touches else {
                assert!(finding.fix.is_none(), "{at} has a fix that the fixture does not know");
                assert!(answer.is_err() && fixed == broken, "{at}");
                continue;
            };
            assert!(finding.fix.is_some(), "{at} has no fix");
            assert!(answer.is_ok(), "{at}: {answer:?}");
            let after = checks::check(&fixed);
            assert!(!after.contains(finding), "{at} is still there");
            let new: Vec<Finding> = after.into_iter().filter(|f| !findings.contains(f)).collect();
            assert!(new.is_empty(), "{at} is followed by\n{}", reported(&new));
            let touched = differences(&broken, &fixed);
            assert!(
                !touched.is_empty() && touched.iter().all(|part| touches.contains(&part.as_str())),
                "{at}: {touched:?}"
            );
            assert!(checks::fix(&mut fixed, finding).is_err(), "{at} can be fixed twice");
        }
    }
}

#[test]
fn fix_all_leaves_no_fixable_finding() {
    for fixture in all() {
        let mut level = (fixture.broken)();
        let found = checks::check(&level).iter().any(|finding| finding.fix.is_some());
        let done = checks::fix_all_from(&mut level, Severity::Hint);
        assert_eq!(found, !done.is_empty(), "{}", fixture.rule);
        let left = checks::check(&level);
        assert!(left.iter().all(|finding| finding.fix.is_none()), "{}:\n{}", fixture.rule, reported(&left));
    }
}

#[test]
fn hints_are_not_fixed_by_fix_all() {
    for fixture in all() {
        let broken = (fixture.broken)();
        if checks::check(&broken).iter().all(|finding| finding.severity == Severity::Hint) {
            let mut level = broken.clone();
            assert!(checks::fix_all(&mut level).is_empty(), "{}", fixture.rule);
            assert_eq!(level, broken);
        }
    }
}

#[test]
fn findings_are_sorted_by_severity() {
    let mut level = level(vec![square(0.0, 5.0), square(30.0, 5.0), floor()]);
    level.bodies[0].triangles[1].swap(0, 1);
    let repeated = level.bodies[1].springs[0];
    level.bodies[1].springs.push(repeated);
    let severities: Vec<Severity> = checks::check(&level).iter().map(|finding| finding.severity).collect();
    assert_eq!(severities, [Severity::Error, Severity::Warning]);
}

/// `docs/checks.md`, from the texts of the rules.
fn page() -> String {
    let mut page = "# Checks\n\nThe static checks of `blobsmith check` and the findings panel, in the order of the report. An *error* \
        contradicts a requirement of the simulation, a *warning* will probably misbehave, a *hint* is worth knowing and often intended. \
        This page is generated by `BLESS=1 cargo test --test checks`.\n"
        .to_string();
    for rule in ALL {
        let fix = if rule.fix.is_some() { " · can be fixed" } else { "" };
        page += &format!("\n## {}\n`{}`{fix}\n\n{}\n", rule.title, rule.id, rule.explanation);
    }
    page
}

#[test]
fn checks_page_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/checks.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, page()).expect("docs can be written");
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written.replace("\r\n", "\n") == page(), "docs/checks.md is out of date: BLESS=1 cargo test --test checks");
}
