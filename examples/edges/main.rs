//! Measures every edge-choice rule, without and with the barycentre rule, on every scene.
//!
//! `cargo run --release --no-default-features --example edges` prints the tables; `-- --write docs/edge-choice.md`
//! writes them into that page. Ids of families (`-- squares stars rest momentum responses`) select tables.

#[expect(dead_code, reason = "the other bodies are for sick levels")]
#[path = "../sick/bodies.rs"]
mod bodies;
mod measure;
mod momentum;
mod page;
#[path = "../sick/random.rs"]
mod random;
mod responses;
mod rest;
mod scenes;

use blobsmith::engine::contact::Setting;
use blobsmith::level::Level;
use measure::Outcome;
use scenes::Family;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Command-line id of the scenes at rest.
const REST: &str = "rest";
/// Command-line id of the momentum that contacts create.
const MOMENTUM: &str = "momentum";
/// Command-line id of the comparison of responses.
const RESPONSES: &str = "responses";

/// Outcomes of a family: for each rule, one per scene.
type Outcomes = Vec<Vec<Outcome>>;

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let out = words.iter().position(|word| word == "--write").map(|at| {
        words.remove(at);
        if at < words.len() { words.remove(at) } else { String::new() }
    });
    let is_known = |word: &String| {
        [REST, MOMENTUM, RESPONSES].contains(&word.as_str()) || scenes::ALL.iter().any(|family| family.id == word)
    };
    if !words.iter().all(is_known) || out.as_deref() == Some("") {
        eprintln!("usage: edges [--write PAGE] [FAMILY…]");
        return ExitCode::from(2);
    }
    let is_wanted = |id: &str| words.is_empty() || words.iter().any(|word| word == id);
    let families = scenes::ALL.iter().filter(|family| is_wanted(family.id));
    let rows: Vec<(&Family, Outcomes)> = families.map(|family| (family, measured(family))).collect();
    let mut tables = if rows.is_empty() { String::new() } else { page::tables(&rows) };
    if is_wanted(REST) {
        tables += &page::of_rest(&rested());
    }
    if is_wanted(MOMENTUM) {
        tables += &page::of_momentum(&momenta());
    }
    if is_wanted(RESPONSES) {
        tables += &page::of_responses(&responses::measured());
    }
    let Some(path) = out else {
        print!("{tables}");
        return ExitCode::SUCCESS;
    };
    let written = std::fs::read_to_string(&path).and_then(|page| std::fs::write(&path, page::replaced(&page, &tables)));
    if let Err(error) = written {
        eprintln!("{path}: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Runs every scene under every rule.
fn measured(family: &Family) -> Outcomes {
    let scenes = (family.scenes)();
    let jobs = Setting::ALL.len() * scenes.len();
    let run = |job: usize| {
        let (rule, scene) = (job / scenes.len(), job % scenes.len());
        measure::run(&under(Setting::ALL[rule], scenes[scene].clone()), family.frames)
    };
    let outcomes = shared_out(jobs, run);
    eprintln!("{}: {jobs} runs", family.id);
    outcomes.chunks(scenes.len()).map(<[Outcome]>::to_vec).collect()
}

/// Runs every scene at rest under its rules.
fn rested() -> Vec<(&'static rest::Scene, Vec<rest::Outcome>)> {
    let rules = rest::RULES.len();
    let jobs = rest::ALL.len() * rules;
    let run = |job: usize| rest::run(&under(rest::RULES[job % rules], (rest::ALL[job / rules].level)()));
    let outcomes = shared_out(jobs, run);
    eprintln!("{REST}: {jobs} runs");
    rest::ALL.iter().zip(outcomes.chunks(rules).map(<[rest::Outcome]>::to_vec)).collect()
}

/// Runs every scene in which only contacts act, under each response.
fn momenta() -> Vec<(&'static Family, Vec<Vec<momentum::Outcome>>)> {
    let families = scenes::ALL.iter().filter(|family| momentum::is_isolated(family));
    let measured = families.map(|family| {
        let scenes = (family.scenes)();
        let run = |job: usize| {
            let mut level = scenes[job % scenes.len()].clone();
            level.world.contact.response = momentum::RESPONSES[job / scenes.len()];
            momentum::run(&level, family.frames)
        };
        let outcomes = shared_out(momentum::RESPONSES.len() * scenes.len(), run);
        eprintln!("{MOMENTUM}, {}: {} runs", family.id, outcomes.len());
        (family, outcomes.chunks(scenes.len()).map(<[momentum::Outcome]>::to_vec).collect())
    });
    measured.collect()
}

fn under(rule: Setting, mut level: Level) -> Level {
    level.world.contact.edge_choice = rule.choice;
    level.world.contact.barycentre_rule = rule.barycentre_rule;
    level
}

/// Distributes jobs among threads; the result of a job depends only on its index.
fn shared_out<T: Clone + Default + Send>(jobs: usize, run: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let outcomes = Mutex::new(vec![T::default(); jobs]);
    let next = AtomicUsize::new(0);
    let work = || {
        while let job = next.fetch_add(1, Ordering::Relaxed)
            && job < jobs
        {
            let outcome = run(job);
            outcomes.lock().expect("no thread panics while it holds this")[job] = outcome;
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    outcomes.into_inner().expect("no thread has panicked")
}
