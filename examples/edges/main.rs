//! Which edge choice does what: every rule, without and with the barycentre rule, on every scene of the sweep.
//!
//! `cargo run --release --example edges` prints the tables; `-- --write docs/edge-choice.md` puts them into that page;
//! ids of families (`-- squares stars`) make it shorter.
//!
//! Must never know: how a rule decides.

mod measure;
mod page;
mod scenes;

use blobsmith::engine::contact::Setting;
use measure::Outcome;
use scenes::Family;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The outcomes of a family: for each rule, a list with one for each scene.
type Outcomes = Vec<Vec<Outcome>>;

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let out = words.iter().position(|word| word == "--write").map(|at| {
        words.remove(at);
        if at < words.len() { words.remove(at) } else { String::new() }
    });
    if words.iter().any(|word| scenes::ALL.iter().all(|family| family.id != word)) || out.as_deref() == Some("") {
        eprintln!("usage: edges [--write PAGE] [FAMILY…]");
        return ExitCode::from(2);
    }
    let families = scenes::ALL.iter().filter(|family| words.is_empty() || words.iter().any(|word| word == family.id));
    let rows: Vec<(&Family, Outcomes)> = families.map(|family| (family, measured(family))).collect();
    let tables = page::tables(&rows);
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

/// Every scene under every rule. The runs are shared out among threads; what each comes to depends on nothing but itself.
fn measured(family: &Family) -> Outcomes {
    let scenes = (family.scenes)();
    let jobs = Setting::ALL.len() * scenes.len();
    let outcomes = Mutex::new(vec![vec![Outcome::default(); scenes.len()]; Setting::ALL.len()]);
    let next = AtomicUsize::new(0);
    let work = || {
        while let job = next.fetch_add(1, Ordering::Relaxed)
            && job < jobs
        {
            let (rule, scene) = (job / scenes.len(), job % scenes.len());
            let mut level = scenes[scene].clone();
            level.world.contact.edge_choice = Setting::ALL[rule].choice;
            level.world.contact.barycentre_rule = Setting::ALL[rule].barycentre_rule;
            let outcome = measure::run(&level, family.frames);
            outcomes.lock().expect("no thread panics while it holds this")[rule][scene] = outcome;
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    eprintln!("{}: {jobs} runs", family.id);
    outcomes.into_inner().expect("no thread has panicked")
}
