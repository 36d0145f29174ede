//! Cost of loading and saving large levels, compared with the plain parsers and writers of `ron` and `serde_json`,
//! alternating within one run. Panics unless all variants give the same level. `-- 10000` sets the number of nodes.

mod measure;
#[path = "../tests/scenes/mod.rs"]
mod scenes;

use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::{Body, Level, checks};
use measure::{cost, median, most_bytes};
use scenes::random::Random;
use scenes::{Stuff, lattice, level, with_velocity};
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

const NODES: usize = 100_000;
const TURNS: usize = 5;

fn main() {
    if measure::is_only_asked_to_start() {
        return;
    }
    let nodes = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(NODES);
    let folder = tempfile::tempdir().expect("a folder for files");
    for (title, level) in
        [("one lattice", drawn(nodes)), ("the same, shaken", shaken(nodes)), ("many bodies", many(nodes))]
    {
        describe(title, &level);
        texts(&level);
        disk(&level, folder.path());
    }
}

fn describe(title: &str, level: &Level) {
    let count = |of: fn(&Body) -> usize| -> usize { level.bodies.iter().map(of).sum() };
    println!(
        "\n{title}: {} bodies, {} nodes, {} springs, {} hull edges, {} triangles\n",
        level.bodies.len(),
        count(|body| body.nodes.len()),
        count(|body| body.springs.len()),
        count(|body| body.hull.len()),
        count(|body| body.triangles.len()),
    );
}

/// A variant, with its times in each round.
struct Way<'a> {
    title: &'static str,
    bytes: usize,
    work: Box<dyn FnMut() + 'a>,
    times: Vec<f64>,
}

impl<'a> Way<'a> {
    fn new(title: &'static str, bytes: usize, work: impl FnMut() + 'a) -> Self {
        Self { title, bytes, work: Box::new(work), times: Vec::new() }
    }
}

fn texts(level: &Level) {
    let [ron, json] = [TextFormat::Ron, TextFormat::Json].map(|form| format::write(level, form));
    // A block comment makes the fast parser give up.
    let unusual = format!("/**/{ron}");
    let read = |text: &str, form: TextFormat| format::read(text, form).expect("a level");
    let ron_alone = || ron::from_str::<Level>(&ron).expect("a level");
    let json_alone = || serde_json::from_str::<Level>(&json).expect("a level");
    for copy in [read(&ron, TextFormat::Ron), read(&unusual, TextFormat::Ron), read(&json, TextFormat::Json)] {
        assert!(copy == *level);
    }
    assert!(ron_alone() == *level && json_alone() == *level);
    let pretty = ron::ser::PrettyConfig::default();
    let ways = vec![
        Way::new("load RON", ron.len(), || drop(black_box(read(&ron, TextFormat::Ron)))),
        Way::new("load RON with a block comment", ron.len(), || {
            drop(black_box(read(&unusual, TextFormat::Ron)));
        }),
        Way::new("`ron` alone, unchecked", ron.len(), || drop(black_box(ron_alone()))),
        Way::new("load JSON", json.len(), || drop(black_box(read(&json, TextFormat::Json)))),
        Way::new("`serde_json` alone, unchecked", json.len(), || drop(black_box(json_alone()))),
        Way::new("save RON", ron.len(), || drop(black_box(format::write(level, TextFormat::Ron)))),
        Way::new("`ron` alone, pretty", ron.len(), || {
            drop(black_box(ron::ser::to_string_pretty(level, pretty.clone()).expect("a text")));
        }),
        Way::new("save JSON", json.len(), || drop(black_box(format::write(level, TextFormat::Json)))),
        Way::new("`serde_json` alone, pretty", json.len(), || {
            drop(black_box(serde_json::to_string_pretty(level).expect("a text")));
        }),
        Way::new("validated", ron.len(), || assert!(format::validate(level).is_ok())),
        Way::new("checks", ron.len(), || drop(black_box(checks::check(level)))),
    ];
    println!("| what | MB | CPU ms | MB/s |");
    println!("| :-- | --: | --: | --: |");
    for way in in_turns(ways) {
        let (megabytes, ms) = (way.bytes as f64 / 1e6, median(way.times));
        println!("| {} | {megabytes:.1} | {ms:.1} | {:.0} |", way.title, megabytes / ms * 1e3);
    }
}

fn in_turns(mut ways: Vec<Way>) -> Vec<Way> {
    for turn in 0..TURNS {
        for index in 0..ways.len() {
            // Rotates the order, so that each variant is first equally often.
            let count = ways.len();
            let way = &mut ways[(turn + index) % count];
            let time = cost(&mut way.work);
            way.times.push(time);
        }
    }
    ways
}

/// Reads and writes files: wall time and peak memory.
fn disk(level: &Level, folder: &Path) {
    println!("\n| file | MB | wall ms | most memory, times the file |");
    println!("| :-- | --: | --: | --: |");
    for name in ["level.ron", "level.json"] {
        let path = folder.join(name);
        format::save(level, &path).expect("saved");
        let size = std::fs::metadata(&path).expect("saved").len() as f64;
        let row = |what: &str, work: &mut dyn FnMut()| {
            let memory = most_bytes(work);
            let time = |work: &mut dyn FnMut()| {
                let start = Instant::now();
                work();
                start.elapsed().as_secs_f64() * 1e3
            };
            let times = (0..TURNS).map(|_| time(work)).collect();
            println!("| {what} {name} | {:.1} | {:.0} | {:.2} |", size / 1e6, median(times), memory as f64 / size);
        };
        row("load", &mut || drop(format::load_level(&path).expect("loaded")));
        row("save", &mut || format::save(level, &path).expect("saved"));
        let bytes = std::fs::read(&path).expect("saved");
        row("disk part of", &mut || format::replace(&path, &bytes).expect("written"));
    }
}

/// A lattice with this number of nodes and about four springs per node.
fn drawn(nodes: usize) -> Level {
    let side = (nodes as f64).sqrt().round().max(2.0) as usize;
    level(vec![lattice([0.0, 0.0], 0.1, side - 1, nodes.div_ceil(side) - 1, Stuff::default())])
}

/// Numbers with all their digits, as after a run.
fn shaken(nodes: usize) -> Level {
    let mut level = drawn(nodes);
    let mut random = Random::new(7);
    let body = &mut level.bodies[0];
    for node in &mut body.nodes {
        node.position = node.position.map(|x| x + random.between(-0.01, 0.01));
        node.velocity = [random.between(-0.1, 0.1), random.between(-0.1, 0.1)];
    }
    for spring in &mut body.springs {
        spring.rest_length *= random.between(0.9, 1.1);
    }
    level
}

/// Bodies of 25 nodes each.
fn many(nodes: usize) -> Level {
    let blob = |index: usize| {
        let origin = [(index % 100) as f64 * 5.0, (index / 100) as f64 * 5.0];
        with_velocity(lattice(origin, 0.9, 4, 4, Stuff::default()), [0.25, -0.5])
    };
    level((0..nodes.div_ceil(25)).map(blob).collect())
}
