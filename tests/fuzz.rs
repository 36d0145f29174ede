//! Replays the fuzz corpora through the fuzz targets' own functions, and mutates them with a fixed seed.

#![cfg(feature = "svg")]

#[path = "../fuzz/entries.rs"]
mod entries;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Seconds for which each target is mutated instead, if set.
const SECONDS: &str = "BLOBSMITH_FUZZ_SECONDS";
/// Longest time that one small input may take in a test build.
const PATIENCE: Duration = Duration::from_secs(5);
/// Longest mutated input.
const LONGEST: usize = 20_000;

/// Linear congruential, with Knuth's constants.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }
}

fn corpus(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|file| (name(file), fs::read(file).unwrap())).collect()
}

/// Special words of the parsers.
const WORDS: &[&str] = &[
    "0",
    "-0",
    "1e308",
    "1e-320",
    "NaN",
    "inf",
    "18446744073709551616",
    "-1",
    "[]",
    "{}",
    "()",
    "null",
    "\"",
    "\u{0}",
    "é",
    ",",
    "[",
    "(",
    "bodies",
    "nodes",
    "hull",
    "triangles",
    "format",
    "links",
    "node",
    "disc",
    "point",
    "Pin",
    "Stick",
    "sensor",
    "true",
    "category",
    "markers",
    "Polygon",
    "instances",
    "skin",
    "uv",
    "id",
    "e9",
    "max(",
    "..",
    "=",
    "skewX(89)",
    "mass 1 ",
    "spng ",
    "polygon",
    "particles",
    "url(#a)",
    "%",
    "\n",
];

fn mutated(random: &mut Random, corpus: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut data = corpus[random.below(corpus.len())].1.clone();
    for _ in 0..=random.below(6) {
        let at = random.below(data.len() + 1);
        let end = (at + random.below(12)).min(data.len());
        match random.below(7) {
            0 if at < data.len() => data[at] ^= 1 << random.below(8),
            1 => drop(data.drain(at..end)),
            2 => drop(data.splice(at..at, WORDS[random.below(WORDS.len())].bytes())),
            3 => drop(data.splice(at..end, WORDS[random.below(WORDS.len())].bytes())),
            4 => {
                let other = &corpus[random.below(corpus.len())].1;
                let from = random.below(other.len() + 1);
                let to = (from + random.below(60)).min(other.len());
                data.splice(at..at, other[from..to].iter().copied());
            }
            5 => {
                let part = data[at..(at + random.below(80)).min(data.len())].to_vec();
                (0..1 + random.below(4)).for_each(|_| drop(data.splice(at..at, part.iter().copied())));
            }
            _ => {
                // Another number in place of one.
                let digits: Vec<usize> = (0..data.len()).filter(|&index| data[index].is_ascii_digit()).collect();
                if let Some(&index) = digits.get(random.below(digits.len())) {
                    data[index] = b'0' + random.below(10) as u8;
                }
            }
        }
        data.truncate(LONGEST);
    }
    data
}

/// Runs one input; the input itself is printed where it fails.
fn run(target: &str, name: &str, entry: fn(&[u8]), data: &[u8]) {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| entry(data)));
    let text = String::from_utf8_lossy(data);
    assert!(result.is_ok(), "{target}, {name} fails: {text:?}");
    assert!(start.elapsed() < PATIENCE, "{target}, {name} takes {:?}: {text:?}", start.elapsed());
}

/// Replays the corpus, and so many mutations of it.
fn replay(target: &str, entry: fn(&[u8]), mutations: usize) {
    let corpus = corpus(target);
    assert!(corpus.len() >= 4, "{target} has {} inputs", corpus.len());
    for (name, data) in &corpus {
        run(target, name, entry, data);
    }
    let seconds: Option<u64> = std::env::var(SECONDS).ok().and_then(|seconds| seconds.parse().ok());
    let (start, mut random, mut count) = (Instant::now(), Random(20), 0);
    if let Some(seconds) = seconds {
        random.0 ^= u64::from(std::process::id());
        while start.elapsed() < Duration::from_secs(seconds) {
            run(target, "a mutation", entry, &mutated(&mut random, &corpus));
            count += 1;
        }
        println!("{target}: {count} mutations in {seconds} s");
        return;
    }
    for index in 0..mutations {
        run(target, &format!("mutation {index}"), entry, &mutated(&mut random, &corpus));
    }
}

#[test]
fn level_reader_accepts_its_corpus_without_panic() {
    replay("level", entries::level, 400);
}

#[test]
fn recording_reader_accepts_its_corpus_without_panic() {
    replay("recording", entries::recording, 400);
}

#[test]
fn svg_import_accepts_its_corpus_without_panic() {
    replay("svg", entries::svg, 120);
}

#[test]
fn qmesh_import_accepts_its_corpus_without_panic() {
    replay("qmesh", entries::qmesh, 600);
}

#[test]
fn xsp_import_accepts_its_corpus_without_panic() {
    replay("xsp", entries::xsp, 600);
}

#[test]
fn watch_parser_accepts_its_corpus_without_panic() {
    replay("watch", entries::watch, 3_000);
}

#[test]
fn conventions_accept_their_corpus_without_panic() {
    replay("convention", entries::convention, 1_000);
}

#[test]
fn clipboard_accepts_its_corpus_without_panic() {
    replay("clipboard", entries::clipboard, 1_000);
}
