//! Cost of the engine as WebAssembly with simd128 (run by Node), compared with the native engine: the same levels,
//! frame by frame, alternating. Panics unless the hashes agree at the end. Builds the npm package itself.

#[path = "discs/crowds.rs"]
mod crowds;
mod measure;
#[path = "../tests/scenes/mod.rs"]
mod scenes;

use blobsmith::engine::{InstructionSet, World};
use blobsmith::level::Level;
use blobsmith::level::format::{TextFormat, read, write};
use measure::median;
use scenes::meshes::{shaken, strewn};
use scenes::{Stuff, level, pile_of};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

/// Rounds of one frame each, and warm-up frames for the runtime's compiler.
const TURNS: u32 = 60;
const WARMING: u32 = 40;

fn main() {
    if measure::is_only_asked_to_start() {
        return;
    }
    let module = match build() {
        Ok(module) => module,
        Err(reason) => return println!("{reason}"),
    };
    println!(
        "ms a frame of ten substeps, medians of {TURNS} turns by the clock; ratios are medians of the turns' own\n"
    );
    println!("| level | simd128 | {} | times | plain | times |", native().name());
    println!("| :---- | ------: | ---: | ----: | ----: | ----: |");
    let stuff = Stuff { stiffness: 6.0, damping: 0.15, mass: 9.0 / 25.0, ..Stuff::default() };
    row(&module, "lattice of 100 x 100", level(vec![shaken(100, 100, Stuff::default())]));
    row(&module, "irregular mesh of 10,000 nodes", level(vec![strewn(10_000, Stuff::default(), 2)]));
    row(&module, "pile of 100 blobs, falling", pile_of(100, 20, 4, stuff));
    row(&module, "gas of 2,000 discs", crowds::gas(2000).0);
    row(&module, "heap of 2,000 discs, falling in", crowds::heap(2000, 0.3, 1.5, 0.1));
}

/// The instruction set that simd128 is compared with.
fn native() -> InstructionSet {
    let available: Vec<InstructionSet> = InstructionSet::available().collect();
    if available.contains(&InstructionSet::Avx2) { InstructionSet::Avx2 } else { InstructionSet::best() }
}

/// Path of the npm package's entry, or the missing tool.
fn build() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let status = Command::new(root.join("bindings/js/build")).status();
    if !status.is_ok_and(|status| status.success()) {
        return Err("bindings/js/build failed: it needs rustup, Node and npm.".to_owned());
    }
    Ok(root.join("target/js/blobsmith/node.js"))
}

fn row(module: &Path, name: &str, mut level: Level) {
    level.world.substeps = 10;
    let text = write(&level, TextFormat::Json);
    let folder = tempfile::tempdir().expect("a place for a file");
    let file = folder.path().join("level.json");
    std::fs::write(&file, &text).expect("room for a level");
    let level = read(&text, TextFormat::Json).expect("what was written");
    let world = |set: InstructionSet| {
        let mut world = World::new(&level).expect("a level that is fit to run");
        assert!(world.set_instruction_set(set));
        (0..WARMING).for_each(|_| world.step_frame());
        world
    };
    let (mut fast, mut plain) = (world(native()), world(InstructionSet::Plain));
    let mut page = Page::new(module, &file);
    page.step(WARMING);
    let mut all: [Vec<f64>; 3] = Default::default();
    for turn in 0..TURNS as usize {
        let mut took = [0.0; 3];
        for who in (0..3).map(|place| (turn + place) % 3) {
            took[who] = match who {
                0 => page.step(1),
                1 => clocked(&mut fast),
                _ => clocked(&mut plain),
            };
        }
        all.iter_mut().zip(took).for_each(|(all, took)| all.push(took));
    }
    assert_eq!(page.hash(), format!("{:016x}", fast.hash()), "{name}: the same bits");
    assert_eq!(fast.hash(), plain.hash(), "{name}: the same bits");
    let [simd128, native, plain] = all;
    let ratio = |of: &[f64]| median(simd128.iter().zip(of).map(|(ours, theirs)| ours / theirs).collect());
    let (to_native, to_plain) = (ratio(&native), ratio(&plain));
    let [simd128, native, plain] = [simd128, native, plain].map(median);
    println!("| {name} | {simd128:.2} | {native:.2} | {to_native:.2} | {plain:.2} | {to_plain:.2} |");
}

/// Milliseconds of a frame.
fn clocked(world: &mut World) -> f64 {
    let begin = Instant::now();
    world.step_frame();
    begin.elapsed().as_secs_f64() * 1e3
}

/// The running module.
struct Page {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Page {
    fn new(module: &Path, level: &Path) -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/wasm/steps.mjs");
        let mut command = Command::new("node");
        command.arg(script).arg(module).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("Node starts");
        let (input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let mut page = Self { child, input, output: BufReader::new(output) };
        let answer = page.ask(&format!("load {}", level.display()));
        assert_eq!(answer, "ready");
        page
    }

    fn ask(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").expect("the module listens");
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("the module answers");
        answer.trim().to_owned()
    }

    fn step(&mut self, frames: u32) -> f64 {
        self.ask(&format!("step {frames}")).parse().expect("milliseconds")
    }

    fn hash(&mut self) -> String {
        self.ask("hash -")
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // The child ends when its input is closed; this is a fallback.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
