//! Writes `THIRD-PARTY-NOTICES`: every crate of a build on any platform, with its licence and licence texts. `cargo run
//! --example notices` writes the file; `-- --check` compares it with the expected contents.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const FILE: &str = "THIRD-PARTY-NOTICES";

/// Prefixes of the names of licence and notice files, in upper case.
const NAMES: [&str; 7] = ["LICEN", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE", "THIRD_PARTY", "THIRD-PARTY"];

/// Font folder of a crate, whose texts are the licences of the fonts.
const FONTS: &str = "fonts";

/// Licence of the icon font that this repository contains.
const ICONS: &str = "src/editor/icons/LICENSE";

fn main() -> ExitCode {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let text = match notices(&root) {
        Ok(text) => text,
        Err(reason) => {
            eprintln!("notices: {reason}");
            return ExitCode::from(2);
        }
    };
    let file = root.join(FILE);
    if std::env::args().any(|argument| argument == "--check") {
        if fs::read_to_string(&file).is_ok_and(|known| known == text) {
            return ExitCode::SUCCESS;
        }
        eprintln!("notices: {FILE} is out of date; write it with `cargo run --example notices`");
        return ExitCode::FAILURE;
    }
    match fs::write(&file, text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("notices: {FILE}: {error}");
            ExitCode::from(2)
        }
    }
}

/// The whole text.
fn notices(root: &Path) -> Result<String, String> {
    let metadata = metadata(root)?;
    let packages = linked(&metadata)?;
    let mut list = String::new();
    // Texts shared by several crates occur once.
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in &packages {
        let word = |key: &str| package[key].as_str().unwrap_or_default();
        let title = format!("{} {}", word("name"), word("version"));
        let (licence, place) = (word("license"), word("repository"));
        if licence.is_empty() && package["license_file"].is_null() {
            return Err(format!("{title} names no licence"));
        }
        list += &format!("{title}: {}, {place}\n", if licence.is_empty() { "see below" } else { licence });
        for text in licence_texts(Path::new(word("manifest_path")))? {
            texts.entry(text).or_default().push(title.clone());
        }
    }
    let icons = fs::read_to_string(root.join(ICONS)).map_err(|error| format!("{ICONS}: {error}"))?;
    texts
        .entry(icons.trim().to_owned())
        .or_default()
        .push("Phosphor Icons, of which src/editor/icons has a part".to_owned());
    let mut sections: Vec<(Vec<String>, String)> = texts.into_iter().map(|(text, titles)| (titles, text)).collect();
    sections.sort();
    let mut out = format!("Blobsmith contains these {} crates.\n\n{list}", packages.len());
    for (titles, text) in sections {
        out += &format!("\n{}\n{}:\n\n{text}\n", "=".repeat(80), titles.join(", "));
    }
    Ok(out)
}

fn metadata(root: &Path) -> Result<Value, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// The packages linked into a build (no build or test dependencies), by name and version.
fn linked(metadata: &Value) -> Result<Vec<&Value>, String> {
    let by_id = |list: &'static str, path: &'static [&'static str]| -> BTreeMap<&str, &Value> {
        let list = path.iter().fold(metadata, |value, key| &value[key])[list].as_array();
        list.into_iter().flatten().filter_map(|entry| Some((entry["id"].as_str()?, entry))).collect()
    };
    let (nodes, packages) = (by_id("nodes", &["resolve"]), by_id("packages", &[]));
    let own = metadata["resolve"]["root"].as_str().ok_or("cargo metadata has no root package")?;
    let (mut seen, mut waiting) = (BTreeSet::from([own]), vec![own]);
    while let Some(id) = waiting.pop() {
        for dependency in nodes[id]["deps"].as_array().into_iter().flatten() {
            let kinds = dependency["dep_kinds"].as_array();
            let is_linked = kinds.into_iter().flatten().any(|kind| kind["kind"].is_null());
            if let Some(id) = dependency["pkg"].as_str().filter(|id| is_linked && seen.insert(id)) {
                waiting.push(id);
            }
        }
    }
    // Packages of this repository have no source.
    let is_foreign = |package: &&Value| !package["source"].is_null();
    let mut found: Vec<&Value> =
        seen.into_iter().filter_map(|id| packages.get(id).copied()).filter(is_foreign).collect();
    found.sort_by_key(|package| (package["name"].as_str(), package["version"].as_str()));
    Ok(found)
}

/// The licence files in a crate's folder, with normalised line ends and spaces.
fn licence_texts(manifest: &Path) -> Result<Vec<String>, String> {
    let folder = manifest.parent().ok_or("a crate has no folder")?;
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        file.is_file() && NAMES.iter().any(|begin| name.starts_with(begin))
    });
    let fonts = fs::read_dir(folder.join(FONTS)).into_iter().flatten().filter_map(Result::ok);
    files.extend(fonts.map(|entry| entry.path()).filter(|file| file.extension().is_some_and(|ending| ending == "txt")));
    files.sort();
    let text = |file: &PathBuf| {
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let lines: Vec<String> =
            String::from_utf8_lossy(&bytes).lines().map(|line| line.trim_end().to_owned()).collect();
        Ok(lines.join("\n").trim().to_owned())
    };
    files.iter().map(text).collect()
}
