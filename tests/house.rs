//! House rules that a test can decide: headers, layers, lengths, names, words, unsafe code.

#[path = "house/circles.rs"]
mod circles;
#[path = "house/citations.rs"]
mod citations;
#[path = "house/front_ends.rs"]
mod front_ends;

use std::fs;
use std::path::{Path, PathBuf};

/// Floors from the ground up; a module imports only from floors below its own.
const FLOORS: &[&[&str]] = &[
    &["geometry", "search", "signals"],
    &["level", "guide"],
    &["engine"],
    &["picture", "probes"],
    &["watch"],
    &["play"],
    &["debugger"],
    &["cli", "editor"],
];

/// Pairs that may look sideways or up: the program's front door opens the window.
const EXCEPTIONS: &[(&str, &str)] = &[("cli", "editor")];

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    files_with(folder, &["rs"])
}

/// All files below a folder with one of these extensions, sorted.
fn files_with(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|own| extensions.iter().any(|extension| own == *extension)) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The sources of the engine's crate and of the root package.
fn source_roots() -> [PathBuf; 2] {
    ["crates/engine/src", "src"].map(|folder| root().join(folder))
}

/// Every source file, with its path below its source root.
fn sources() -> Vec<(PathBuf, PathBuf)> {
    let mut files = Vec::new();
    for folder in source_roots() {
        let inside = |file: PathBuf| (file.clone(), file.strip_prefix(&folder).unwrap().to_path_buf());
        files.extend(rust_files(&folder).into_iter().map(inside));
    }
    files
}

/// Folders with Rust code of any kind.
fn code_folders() -> Vec<PathBuf> {
    let others = ["tests", "benches", "examples"].map(|folder| root().join(folder));
    source_roots().into_iter().chain(others).collect()
}

fn floor_of(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

#[test]
fn modules_have_a_header() {
    let files: Vec<PathBuf> = sources().into_iter().map(|(file, _)| file).collect();
    assert!(files.len() > 500, "the sources were not found");
    let has_header = |file: &PathBuf| fs::read_to_string(file).unwrap().starts_with("//! ");
    let missing: Vec<_> = files.into_iter().filter(|file| !has_header(file)).collect();
    assert!(missing.is_empty(), "modules without a header: {missing:#?}");
}

#[test]
fn modules_import_only_the_floors_below() {
    let mut climbs = Vec::new();
    for (file, inside) in sources() {
        let own = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
        let Some(own_floor) = floor_of(&own) else { continue };
        let text = fs::read_to_string(&file).unwrap();
        // Documentation may point anywhere; code may not.
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for (number, line) in code.enumerate() {
            for module in FLOORS.iter().copied().flatten() {
                let is_used = line.contains(&format!("crate::{module}::"))
                    || line.contains(&format!("use crate::{module}"))
                    || line.contains(&format!("crate::{{{module}"));
                let is_above = *module != own && floor_of(module).unwrap() >= own_floor;
                if is_used && is_above && !EXCEPTIONS.contains(&(own.as_str(), module)) {
                    climbs.push(format!("{} (line about {}): {}", inside.display(), number + 1, line.trim()));
                }
            }
        }
    }
    assert!(climbs.is_empty(), "imports that climb: {climbs:#?}");
}

#[test]
fn files_stay_under_450_lines() {
    let mut long = Vec::new();
    for folder in code_folders() {
        for file in rust_files(&folder) {
            let lines = fs::read_to_string(&file).unwrap().lines().count();
            if lines > 450 {
                long.push(format!("{}: {lines} lines", file.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(long.is_empty(), "a folder may want to open: {long:#?}");
}

#[test]
fn folders_of_modules_contain_their_module() {
    let beside = sources().into_iter().filter(|(path, _)| path.with_extension("").is_dir());
    let beside: Vec<PathBuf> = beside.map(|(_, inside)| inside).collect();
    assert!(beside.is_empty(), "`x.rs` beside a folder `x`, in place of `x/mod.rs`: {beside:#?}");
}

#[test]
fn importable_files_are_named_by_the_page_and_the_command_line() {
    let texts =
        ["web/editor/files.js", "src/cli/convert.rs"].map(|path| fs::read_to_string(root().join(path)).unwrap());
    for extension in blobsmith::level::import::EXTENSIONS {
        assert!(texts[0].contains(&format!("\"{extension}\"")), "a page skips .{extension} files of a folder");
        assert!(texts[1].contains(&format!(".{extension}")), "the help of `convert` does not name .{extension}");
    }
}

#[test]
fn engine_uses_no_fused_or_platform_dependent_mathematics() {
    let forbidden =
        ["mul_add(", ".powi(", ".powf(", ".sin(", ".cos(", ".ln(", ".exp(", "HashMap", "HashSet", "Instant"];
    let mut found = Vec::new();
    let folders = ["engine", "geometry", "play"].map(|folder| source_roots()[0].join(folder));
    for file in folders.iter().flat_map(|folder| rust_files(folder)) {
        let text = fs::read_to_string(&file).unwrap();
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            found.extend(forbidden.iter().filter(|word| line.contains(*word)).map(|word| format!("{word} in {line}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The files that may contain unsafe code; the crate denies it everywhere else.
const UNSAFE: [&str; 10] = [
    "engine/batched/contact/shared.rs",
    "engine/batched/kernels/body_batch.rs",
    "engine/batched/kernels/memory.rs",
    "engine/batched/kernels/mod.rs",
    "engine/batched/kernels/motion.rs",
    "engine/batched/kernels/springs.rs",
    "engine/batched/kernels/sums.rs",
    "engine/batched/simd_distance_constraints.rs",
    "geometry/flat.rs",
    "editor/preflight.rs",
];

#[test]
fn unsafe_code_is_only_in_the_listed_files() {
    let text = |file: &Path| fs::read_to_string(file).unwrap();
    let allows = |(file, _): &(PathBuf, PathBuf)| text(file).contains("allow(unsafe_code)");
    let found: Vec<_> = sources().into_iter().filter(allows).collect();
    assert_eq!(found.iter().map(|(_, inside)| inside.as_path()).collect::<Vec<_>>(), UNSAFE.map(Path::new));
    for root in [source_roots()[0].join("lib.rs"), source_roots()[1].join("lib.rs"), source_roots()[1].join("main.rs")]
    {
        assert!(text(&root).contains("#![deny(unsafe_code)]"), "{} allows unsafe code", root.display());
    }
    // Exceptions without a use are removed.
    let uses =
        |file: &Path| text(file).lines().any(|line| !line.trim_start().starts_with("//") && line.contains("unsafe "));
    for (file, inside) in found {
        assert!(uses(&file), "{} has no unsafe code", inside.display());
    }
}

#[test]
fn sources_have_no_unfinished_parts() {
    let mut found = Vec::new();
    for folder in code_folders() {
        for file in rust_files(&folder) {
            if file.ends_with("tests/house.rs") {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            // Slow tests may be ignored with a reason.
            let words = ["todo!(", "unimplemented!(", "TODO", "FIXME", "#[ignore]"];
            let has = |word: &&&str| text.contains(**word);
            found.extend(words.iter().filter(has).map(|word| format!("{word} in {}", file.display())));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The engine's folders and what each may import of the engine. `step.rs` and `mod.rs` stand above all of them.
const ENGINE: &[(&str, &[&str])] = &[
    ("data", &["data"]),
    ("reference", &["data", "reference"]),
    ("batched", &["data", "reference", "batched"]),
    ("explain", &["data", "reference", "explain"]),
];

#[test]
fn engine_folders_import_only_the_folders_below() {
    let engine = source_roots()[0].join("engine");
    let mut climbs = Vec::new();
    for (folder, allowed) in ENGINE {
        for file in rust_files(&engine.join(folder)) {
            let text = fs::read_to_string(&file).unwrap();
            // `super::` at the top of a folder would lead to `engine` itself.
            let depth =
                file.strip_prefix(&engine).unwrap().components().count() - usize::from(file.ends_with("mod.rs"));
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for line in code.flat_map(|line| line.split("pub(in crate::engine)")) {
                let paths = line.split("crate::engine::").skip(1).chain(line.split("crate::engine::{").skip(1));
                let is_above = |path: &str| !allowed.iter().any(|name| path.starts_with(&format!("{name}::")));
                let leaves_by_super = depth == 1 && line.trim_start().starts_with("use super::");
                if leaves_by_super || line.contains("use crate::engine;") || paths.into_iter().any(is_above) {
                    climbs.push(format!("{}: {}", file.strip_prefix(&engine).unwrap().display(), line.trim()));
                }
            }
        }
    }
    assert!(climbs.is_empty(), "imports that climb within the engine: {climbs:#?}");
}

/// Lines of every function of a file, from `fn` to the brace that closes it at the same indentation.
fn function_lengths(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut lengths = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let is_item = code.starts_with("fn ") || code.starts_with("pub") || code.starts_with("unsafe fn ");
        let Some((_, signature)) = code.split_once("fn ").filter(|_| is_item && !code.contains("type ")) else {
            continue;
        };
        let end = format!("{}}}", &line[..line.len() - code.len()]);
        let name = signature.split(['(', '<']).next().unwrap_or_default().to_owned();
        let declares_only = code.ends_with(';') || code.ends_with('}');
        let closing = lines[start..].iter().position(|line| *line == end).filter(|_| !declares_only);
        lengths.extend(closing.map(|length| (name, length + 1)));
    }
    lengths
}

#[test]
fn functions_stay_under_60_lines() {
    let mut long = Vec::new();
    for (file, _) in sources() {
        for (name, length) in function_lengths(&fs::read_to_string(&file).unwrap()) {
            if length > 60 {
                long.push(format!("{name} in {}: {length} lines", file.display()));
            }
        }
    }
    assert!(long.is_empty(), "{long:#?}");
}

/// Type names that may stand twice within a module: each in its own branch of `cfg`.
const TWICE: &[&str] = &["Work"];

/// Within each module of a floor no two types share a name, so that a name can be searched for.
#[test]
fn type_names_are_unique_within_a_module() {
    for module in FLOORS.iter().copied().flatten() {
        let mut places: std::collections::BTreeMap<String, Vec<PathBuf>> = std::collections::BTreeMap::new();
        for (file, _) in sources().into_iter().filter(|(_, inside)| inside.starts_with(module)) {
            for line in fs::read_to_string(&file).unwrap().lines() {
                // Nested items, as in test modules, are private to their block.
                let code =
                    if line.starts_with("pub(") { line.split_once(") ").map_or("", |(_, code)| code) } else { line };
                let code = code.strip_prefix("pub ").unwrap_or(code);
                let declared = ["struct ", "enum ", "trait ", "type "].iter().find_map(|kind| code.strip_prefix(kind));
                let name = declared.and_then(|rest| rest.split(|c: char| !c.is_alphanumeric()).next());
                if let Some(name) = name.filter(|name| !TWICE.contains(name)) {
                    places.entry(name.to_owned()).or_default().push(file.clone());
                }
            }
        }
        places.retain(|_, files| files.len() > 1);
        assert!(places.is_empty(), "type names that are used twice in {module}: {places:#?}");
    }
}

#[test]
fn module_headers_do_not_repeat_each_other() {
    let mut first_lines: std::collections::BTreeMap<String, Vec<PathBuf>> = std::collections::BTreeMap::new();
    for (file, _) in sources() {
        let first = fs::read_to_string(&file).unwrap().lines().next().unwrap_or_default().to_owned();
        first_lines.entry(first).or_default().push(file);
    }
    first_lines.retain(|_, files| files.len() > 1);
    assert!(first_lines.is_empty(), "{first_lines:#?}");
}

/// Words that the style guide rules out, because they hide who does what.
const UNCLEAR: &[&str] = &["whom", "nobody", "told", "tells of", "somebody", "whoever", "in no bit"];

#[test]
fn sources_use_plain_words() {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let has = |line: &str, word: &str| {
        let line = line.to_lowercase();
        line.match_indices(word).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + word.len()..]);
            !is_letter(before.chars().next_back()) && !is_letter(after.chars().next())
        })
    };
    let mut found = Vec::new();
    let pages = ["README.md", "ARCHITECTURE.md"].map(|page| root().join(page));
    for folder in ["src", "crates", "tests", "docs"].map(|folder| root().join(folder)) {
        let sources = files_with(&folder, &["rs", "md"]);
        for file in sources.into_iter().chain(pages.clone()).filter(|file| !file.ends_with("tests/house.rs")) {
            for (number, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
                // `--hull nobody` is a name that no body has.
                let is_quoted = line.contains(" nobody\"");
                if UNCLEAR.iter().any(|word| has(line, word)) && !is_quoted {
                    found.push(format!(
                        "{}:{}: {}",
                        file.strip_prefix(root()).unwrap().display(),
                        number + 1,
                        line.trim()
                    ));
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
