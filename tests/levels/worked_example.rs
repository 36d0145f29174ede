//! `docs/why-blobs-fail.md` and `docs/claims.md`: every command on the pages is run, and its output must have every line and
//! every number of the text. The pages are snapshots; after a deliberate change of the physics, copy the failing lines into them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page() -> String {
    fs::read_to_string(root().join("docs/why-blobs-fail.md")).expect("the page")
}

/// Words as a shell parts them, with single quotes.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut open, mut is_quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.extend(Some(std::mem::take(&mut open)).filter(|word| !word.is_empty())),
            c => open.push(c),
        }
    }
    words.extend(Some(open).filter(|word| !word.is_empty()));
    words
}

/// The output of a command, stdout and then stderr.
fn said(line: &str) -> Vec<String> {
    let words = words(line);
    assert_eq!(words[0], "blobsmith", "{line}");
    let output = Command::new(env!("CARGO_BIN_EXE_blobsmith"))
        .args(&words[1..])
        .current_dir(root())
        .output()
        .expect("the program starts");
    assert_ne!(output.status.code(), Some(2), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    text.iter().flat_map(|text| text.lines()).map(str::to_owned).collect()
}

/// Whether a line is as the page has it, where `…` stands for anything.
fn fits(line: &str, wanted: &str) -> bool {
    let mut rest = line.trim();
    for (index, part) in wanted.trim().split('…').enumerate() {
        match rest.find(part) {
            Some(0) => rest = &rest[part.len()..],
            Some(at) if index > 0 => rest = &rest[at + part.len()..],
            _ => return false,
        }
    }
    rest.is_empty() || wanted.trim_end().ends_with('…')
}

/// The page's commands and the lines of their output, by block.
fn blocks(page: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for block in page.split("```").skip(1).step_by(2) {
        for line in block.lines().skip(1) {
            match line.strip_prefix("$ ") {
                Some(command) => found.push((command.to_owned(), Vec::new())),
                None if line.trim() == "…" => {}
                None => found.last_mut().expect("a command comes first").1.push(line.to_owned()),
            }
        }
    }
    found
}

#[test]
fn worked_example_commands_give_the_output_of_the_page() {
    hold(&page(), 25);
}

#[test]
fn claims_page_commands_give_the_output_of_the_page() {
    hold(&fs::read_to_string(root().join("docs/claims.md")).expect("the page"), 12);
}

/// Runs every command of a page, of which there are so many or more.
fn hold(page: &str, least: usize) {
    let blocks = blocks(page);
    assert!(blocks.len() >= least, "{}", blocks.len());
    for (command, wanted) in blocks {
        assert!(!wanted.is_empty(), "no output is given for {command}");
        let said = said(&command);
        let mut lines = said.iter();
        for line in &wanted {
            assert!(lines.any(|said| fits(said, line)), "{command}\nhas no more `{line}` in\n{}", said.join("\n"));
        }
    }
}

/// Numbers of a text that have a fraction, as they are written, without their sign.
fn fractions(text: &str) -> Vec<&str> {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let parts = text.split(|c: char| !is_number(c)).map(|part| part.trim_matches('.'));
    parts.filter(|part| part.split('.').count() == 2).collect()
}

#[test]
fn worked_example_numbers_come_from_its_commands() {
    let page = page();
    for section in page.split("\n## ").skip(1) {
        let blocks: String = section.split("```").skip(1).step_by(2).collect();
        let text: String = section.split("```").step_by(2).collect();
        let given = fractions(&blocks);
        for number in fractions(&text) {
            // Two numbers that the page calculates from others.
            let is_reckoned = text.contains("0.172387 / 16 = 0.01077") && number == "0.01077";
            let is_of_the_level = ["0.4"].contains(&number) || text.contains(&format!("is at -{number}."));
            let is_given = given.iter().any(|known| known.starts_with(number));
            assert!(
                is_given || is_reckoned || is_of_the_level,
                "{number} in `{}`",
                section.lines().next().unwrap_or("")
            );
        }
    }
    assert!((0.172_387_f64 / 16.0 - 0.01077).abs() < 5e-6);
}

#[test]
fn worked_example_pictures_exist_and_are_small() {
    let page = page();
    let pictures: Vec<PathBuf> = page
        .split("](../")
        .skip(1)
        .map(|rest| root().join(rest.split(')').next().unwrap_or("")))
        .filter(|path| path.extension().is_some_and(|ending| ending == "png"))
        .collect();
    assert!(pictures.len() >= 5, "{pictures:?}");
    for path in pictures {
        let size = fs::metadata(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).len();
        assert!(size < 150_000, "{}: {size} bytes", path.display());
    }
}

#[test]
fn fits_accepts_an_ellipsis_for_any_text() {
    assert!(
        fits("  3  0.5 chosen", "3  0.5 chosen") && fits("a b c", "a…c") && fits("a b c", "a b…") && fits("xa", "…a")
    );
    assert!(!fits("a b c", "a b") && !fits("a b c", "b…") && !fits("a b c", "…b"));
    assert_eq!(words("a 'b c' d=1 '\"x\"'"), ["a", "b c", "d=1", "\"x\""]);
}
