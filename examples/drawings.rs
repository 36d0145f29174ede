//! Drops imported drawings from heights of one and five units on a floor and counts those that hold: `cargo run
//! --release --example drawings -- [FOLDER|FILES…] [--every N] [--stiffness K] [--spacing S]
//! [--silhouette|--separate]`. Without files it uses the drawings of `tests/drawings`.

#[expect(dead_code, reason = "area and loops are for the tests")]
#[path = "../tests/drawings/corpus.rs"]
mod corpus;
#[path = "../tests/drawings/drop.rs"]
mod drop;

use blobsmith::level::import::{ImportOptions, Layers, importer_for};
use blobsmith::level::mesh::{Across, Along};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

const HEIGHTS: [f64; 2] = [1.0, 5.0];

struct Arguments {
    paths: Vec<PathBuf>,
    options: ImportOptions,
}

fn arguments() -> Arguments {
    let mut words = std::env::args().skip(1);
    let mut every = 1;
    let mut arguments = Arguments { paths: Vec::new(), options: ImportOptions::default() };
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|text| text.parse::<f64>().ok()).expect("a number");
        match word.as_str() {
            "--every" => every = number() as usize,
            "--stiffness" => arguments.options.stiffness = Some(number()),
            "--damping" => arguments.options.damping = Some(number()),
            "--pressure" => arguments.options.mesh.pressure = number(),
            "--spacing" => arguments.options.spacing = Some(number()),
            "--shear-all" => arguments.options.shear = Some(Across::All),
            "--brace-hull" => arguments.options.brace = Some(Along::Hull),
            "--brace-all" => arguments.options.brace = Some(Along::All),
            "--silhouette" => arguments.options.layers = Layers::Silhouette,
            "--separate" => arguments.options.layers = Layers::Separate,
            path => arguments.paths.push(path.into()),
        }
    }
    let folders: Vec<PathBuf> = arguments.paths.iter().filter(|path| path.is_dir()).cloned().collect();
    arguments.paths.retain(|path| !path.is_dir());
    for folder in folders {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        arguments.paths.extend(entries.filter(|path| path.extension().is_some_and(|ending| ending == "svg")));
    }
    arguments.paths.sort();
    arguments.paths = arguments.paths.into_iter().step_by(every).collect();
    arguments
}

fn main() {
    let Arguments { paths, mut options } = arguments();
    let name = |path: &PathBuf| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut drawings: Vec<(String, Vec<u8>)> =
        paths.iter().map(|path| (name(path), std::fs::read(path).unwrap_or_default())).collect();
    if drawings.is_empty() {
        options.scale = Some(0.1);
        drawings = corpus::all().into_iter().map(|drawing| (drawing.name, drawing.svg.into_bytes())).collect();
    }
    let next = AtomicUsize::new(0);
    let lines = Mutex::new(Vec::new());
    let begin = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((name, bytes)) = drawings.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let line = one(name, bytes, &options);
                    lines.lock().unwrap().push(line);
                }
            });
        }
    });
    let mut lines = lines.into_inner().unwrap();
    lines.sort();
    let mut held = [0usize; 2];
    let mut made = 0;
    for (line, outcome) in &lines {
        println!("{line}");
        if let Some(outcome) = outcome {
            made += 1;
            (0..2).for_each(|i| held[i] += usize::from(outcome[i]));
        }
    }
    let share = |count: usize| 100.0 * count as f64 / made as f64;
    println!(
        "{} drawings, {made} imported; hold a drop of 1: {} ({:.1} %), of 5: {} ({:.1} %); {:.1} s",
        lines.len(),
        held[0],
        share(held[0]),
        held[1],
        share(held[1]),
        begin.elapsed().as_secs_f64()
    );
}

fn one(name: &str, bytes: &[u8], options: &ImportOptions) -> (String, Option<[bool; 2]>) {
    let importer = importer_for(Path::new("drawing.svg")).expect("the importer of drawings");
    let imported = match (importer.import)(bytes, options) {
        Ok(imported) => imported,
        Err(error) => return (format!("{name}: not imported: {}", error.reason), None),
    };
    let warned = if imported.remarks.iter().any(|remark| remark.contains("may fold")) { ", warned" } else { "" };
    let level = imported.level;
    let nodes: usize = level.bodies.iter().map(|body| body.nodes.len()).sum();
    let begin = Instant::now();
    let fates = HEIGHTS.map(|height| drop::drop_from(&level, height));
    let seconds = begin.elapsed().as_secs_f64();
    let reported = fates.clone().map(|fate| fate.err().map_or("holds".into(), |failure| format!("{failure:?}")));
    let stiffness =
        level.bodies.iter().flat_map(|body| &body.springs).map(|spring| spring.stiffness).fold(0.0, f64::max);
    let line = format!(
        "{name}: {} bodies, {nodes} nodes, {} substeps, stiffness {stiffness:.1}{warned}: {} / {} ({seconds:.1} s)",
        level.bodies.len(),
        level.world.substeps,
        reported[0],
        reported[1]
    );
    (line, Some(fates.map(|fate| fate.is_ok())))
}
