//! Circles of imports: none between the folders of the editor, none between files or folders of one folder of the engine.

use super::{rust_files, source_roots};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Imports between folders: from each to those that it names.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// Module path of a file below its root; `x/mod.rs` is `x`.
fn module(file: &Path) -> Vec<String> {
    let mut parts: Vec<String> =
        file.with_extension("").components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    parts
}

/// The paths that a `use` tree lists: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn leaves(tree: &str) -> Vec<String> {
    let Some((prefix, rest)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or_default().trim().to_owned()];
    };
    let inner = &rest[..rest.rfind('}').unwrap_or(rest.len())];
    let (mut depth, mut start, mut paths) = (0, 0, Vec::new());
    for (at, letter) in inner.char_indices().chain([(inner.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let branch = inner[start..at].trim();
                if !branch.is_empty() {
                    paths.extend(leaves(branch).into_iter().map(|path| format!("{}{path}", prefix.trim())));
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    paths
}

/// Every path in code that begins with `crate`, `super` or `self`, without comments and unit tests.
fn paths(text: &str) -> Vec<String> {
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let (mut found, mut rest) = (Vec::new(), String::new());
    for statement in code.split_inclusive(';') {
        match statement.rfind("use ").filter(|at| statement[..*at].ends_with(['\n', ' ']) || *at == 0) {
            Some(at) if statement.ends_with(';') && !statement[at..].contains(['(', '=']) => {
                found.extend(leaves(statement[at + 4..statement.len() - 1].trim()));
                rest.push_str(&statement[..at]);
            }
            _ => rest.push_str(statement),
        }
    }
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    found.extend(rest.split(|letter| !is_part(letter)).filter(|word| word.contains("::")).map(str::to_owned));
    found.retain(|path| ["crate::", "super::", "self::"].iter().any(|start| path.starts_with(start)));
    found
}

/// The module that a path names, seen from a module of the crate's folder `top` (its root, if empty); none outside of it.
fn resolved(path: &str, from: &[String], top: &str) -> Option<Vec<String>> {
    let mut parts: Vec<&str> = path.split("::").collect();
    let mut base = from.to_vec();
    match parts[0] {
        "crate" if top.is_empty() => (base, parts) = (Vec::new(), parts[1..].to_vec()),
        "crate" if parts.get(1) == Some(&top) => (base, parts) = (Vec::new(), parts[2..].to_vec()),
        "crate" => return None,
        _ => {
            while parts.first() == Some(&"super") {
                base.pop()?;
                parts.remove(0);
            }
            parts.retain(|part| *part != "self");
        }
    }
    base.extend(parts.into_iter().map(str::to_owned));
    Some(base)
}

/// Every import below `root`, which is the module `top` of its crate: the module that names another one, and that one.
fn imports(root: &Path, top: &str) -> Vec<[Vec<String>; 2]> {
    let files = rust_files(root);
    let inside = |file: &Path| module(file.strip_prefix(root).unwrap());
    let modules: BTreeSet<Vec<String>> = files.iter().map(|file| inside(file)).collect();
    let mut found = Vec::new();
    for file in &files {
        let from = inside(file);
        let text = std::fs::read_to_string(file).unwrap();
        for mut target in paths(&text).iter().filter_map(|path| resolved(path, &from, top)) {
            while !target.is_empty() && !modules.contains(&target) {
                target.pop();
            }
            found.push([from.clone(), target]);
        }
    }
    found
}

/// Imports between folders; `folder` returns that of a module. The module at the top, which lists the folders, has none.
fn graph(imports: &[[Vec<String>; 2]], folder: impl Fn(&[String]) -> Option<String>) -> Graph {
    let mut graph = Graph::new();
    for [from, to] in imports {
        let Some(own) = folder(from) else { continue };
        let edges = graph.entry(own.clone()).or_default();
        edges.extend(folder(to).filter(|other| *other != own));
    }
    graph
}

/// What can be reached from a folder by its imports.
fn reach(graph: &Graph, from: &str) -> BTreeSet<String> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
    while let Some(folder) = open.pop() {
        for next in graph.get(&folder).into_iter().flatten() {
            if seen.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    seen
}

/// The folders that import themselves by way of others, each circle once.
fn circles(graph: &Graph) -> BTreeSet<BTreeSet<String>> {
    let reached: BTreeMap<&String, BTreeSet<String>> =
        graph.keys().map(|folder| (folder, reach(graph, folder))).collect();
    let mut found = BTreeSet::new();
    for (folder, others) in &reached {
        let leads_back = |other: &&String| reached.get(other).is_some_and(|back| back.contains(*folder));
        let circle: BTreeSet<String> = others.iter().filter(leads_back).cloned().collect();
        if circle.len() > 1 {
            found.insert(circle);
        }
    }
    found
}

/// In the editor: a folder or file at the top; of a feature its panel, its commands, and the rest, which is its state.
fn editor_folder(module: &[String]) -> Option<String> {
    let is_part = |part: &String| part == "panel" || part == "commands";
    Some(match module {
        [] => return None,
        [first, name, part, ..] if first == "features" && is_part(part) => format!("features/{name}/{part}"),
        [first, name, ..] if first == "features" => format!("features/{name}"),
        [first, ..] => first.clone(),
    })
}

#[test]
fn editor_folders_do_not_import_each_other_in_circles() {
    let graph = graph(&imports(&source_roots()[1].join("editor"), "editor"), editor_folder);
    assert!(graph.len() > 80, "the folders of the editor were not found: {}", graph.len());
    assert!(graph["app"].contains("features"), "imports were not read");
    assert!(graph["actions"].contains("features/sweep/commands"), "imports of commands were not read");
    assert!(graph["features/problems/panel"].contains("context"), "imports of panels were not read");
    let circles = circles(&graph);
    assert!(circles.is_empty(), "folders that import each other: {circles:#?}");
}

/// Circles that the data have: the folder, the files, and the reason.
const INHERENT: &[(&str, &[&str], &str)] =
    &[("level", &["curve", "extra", "model"], "a level contains its editor data, which contain points of the level")];

/// In each folder of the engine's crate, at all depths: its files and subfolders. A file imports its folder's `mod.rs` freely.
#[test]
fn files_and_folders_of_the_engine_do_not_import_each_other_in_circles() {
    let mut imports = imports(&source_roots()[0], "");
    imports.retain(|[from, _]| from.last().is_none_or(|last| last != "tests"));
    let parents: BTreeSet<&[String]> =
        imports.iter().flat_map(|[from, _]| (0..from.len()).map(|depth| &from[..depth])).collect();
    assert!(parents.len() > 30, "the folders of the engine were not found: {}", parents.len());
    let mut found = BTreeSet::new();
    for parent in parents {
        let child = |module: &[String]| module.strip_prefix(parent)?.first().cloned();
        let graph = graph(&imports, child);
        found.extend(circles(&graph).into_iter().map(|circle| (parent.join("/"), circle)));
    }
    let names = |files: &[&str]| files.iter().map(|name| (*name).to_owned()).collect();
    let known = INHERENT.iter().map(|(folder, files, _)| ((*folder).to_owned(), names(files))).collect();
    assert_eq!(found, known, "files and folders that import each other, and those that are known");
}

#[test]
fn circles_are_found() {
    let edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "a")];
    let mut graph = Graph::new();
    for (from, to) in edges {
        graph.entry(from.to_owned()).or_default().insert(to.to_owned());
    }
    let expected = BTreeSet::from([["a", "b", "c"].map(str::to_owned).into()]);
    assert_eq!(circles(&graph), expected);
    let read = paths("use super::{x::{self, Y}, z};\nuse crate::editor::app::App;\nfn f() { super::super::g::h(); }\n");
    assert_eq!(read, ["super::x::self", "super::x::Y", "super::z", "crate::editor::app::App", "super::super::g::h"]);
}
