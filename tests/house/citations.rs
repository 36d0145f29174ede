//! Numbers of source documents stay in comments: readers of the window and the command line do not know them.

use super::sources;
use std::fs;

/// True if a text cites a source by its number, such as `000 §E.2`, `(004)` or `As in 002`.
fn cites(line: &str) -> bool {
    line.match_indices("00").any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + 2..]);
        let is_alone = before.ends_with([' ', '(']) && after.starts_with(['0', '1', '2', '3', '4']);
        is_alone && after[1..].starts_with([' ', ')', ',', ';', '.', ':', '\'', '"']) && !after[1..].starts_with(",0")
    })
}

#[test]
fn user_texts_cite_no_source_by_number() {
    // The `source` of each detector, which readers see spelled out, the index of the guide, and the name of an option.
    let allowed = ["source: \"", "*Help > Guide*. Numbers", "blobsmith convert old-game.json"];
    let may_cite = |line: &str| allowed.iter().any(|start| line.starts_with(start));
    let mut found = Vec::new();
    for (file, inside) in sources() {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.lines().map(str::trim).filter(|line| !line.starts_with("//") && !may_cite(line));
        found.extend(code.filter(|line| cites(line)).map(|line| format!("{}: {line}", inside.display())));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn citations_are_found() {
    assert!(["(004)", "As in 000: blobs", "the square of 000 §E.2", "by (000 §C.3)."].iter().all(|line| cites(line)));
    assert!(!["0.001 ", "20,000 substeps", "(2000)", "id: \"001\"", "number: \"000\""].iter().any(|line| cites(line)));
}
