//! Generates sick levels and their twins until both meet their criteria, and writes them.

use super::causes::{self, Cause, Pair};
use super::outcome;
use super::random::Random;
use blobsmith::level::format::{TextFormat, write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Maximum number of draws per level; for some causes most draws do not fail.
const MOST_DRAWS: u64 = 400;

/// Writes `count` levels, cycling through the causes, as NAME.ron, NAME.twin.ron and NAME.cause.
pub fn run(out: &Path, count: usize, seed: u64, only: Option<&str>) -> std::io::Result<()> {
    std::fs::create_dir_all(out)?;
    let is_wanted = |cause: &&'static Cause| only.is_none_or(|only| only == cause.id);
    let causes: Vec<&'static Cause> = causes::all().filter(is_wanted).collect();
    let next = AtomicUsize::new(0);
    let work = || -> std::io::Result<Vec<&'static str>> {
        let mut failed = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok(failed);
            }
            let cause = causes[number % causes.len()];
            match drawn(cause, seed, number as u64) {
                Some((pair, draws)) => save(out, number, cause.id, pair, draws)?,
                None => failed.push(cause.id),
            }
        }
    };
    let failed = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let own = work()?;
        let others = other.join().unwrap_or_else(|_| Err(std::io::Error::other("a draw made the generator panic")))?;
        std::io::Result::Ok([own, others].concat())
    })?;
    for cause in &causes {
        let missing = failed.iter().filter(|&&id| id == cause.id).count();
        if missing > 0 {
            eprintln!("{}: {missing} levels not found in {MOST_DRAWS} draws each", cause.id);
        }
    }
    Ok(())
}

fn save(out: &Path, number: usize, cause: &str, mut pair: Pair, draws: u64) -> std::io::Result<()> {
    // File names do not reveal the cause.
    let name = format!("sick-{:03}", (number * 7919 + 13) % 1000);
    pair.sick.name = name.clone();
    pair.healthy.name = format!("{name} twin");
    std::fs::write(out.join(format!("{name}.ron")), write(&pair.sick, TextFormat::Ron))?;
    std::fs::write(out.join(format!("{name}.twin.ron")), write(&pair.healthy, TextFormat::Ron))?;
    std::fs::write(out.join(format!("{name}.cause")), format!("{cause}\n"))?;
    eprintln!("{name} {cause} ({draws} draws)");
    Ok(())
}

/// The first draw whose sick level meets the criterion of the cause and whose twin is fine.
fn drawn(cause: &Cause, seed: u64, number: u64) -> Option<(Pair, u64)> {
    for draw in 0..MOST_DRAWS {
        let mut random = Random::new(seed, number * 1_000 + draw);
        let pair = (cause.draw)(&mut random);
        let explain = |what: &str, outcome: &outcome::Outcome| {
            if std::env::var_os("SICK_EXPLAIN").is_some() {
                eprintln!("{} draw {draw}: {what} {outcome:?}", cause.id);
            }
        };
        let Some(healthy) = outcome::run(&pair.healthy) else { continue };
        if !healthy.is_fine() {
            explain("the twin is not fine:", &healthy);
            continue;
        }
        let Some(sick) = outcome::run(&pair.sick) else { continue };
        if (cause.is_sick)(&sick, &healthy) {
            return Some((pair, draw + 1));
        }
        explain("it is not sick:", &sick);
    }
    None
}
