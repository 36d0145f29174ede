//! Sick levels with known causes, their healthy twins, and the score of `diagnose` on them; see docs/sick-levels.md.

mod bodies;
mod causes;
mod generate;
mod outcome;
mod random;
mod score;

use causes::Cause;
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "usage: sick --out DIR [--count N] [--seed N] [--only CAUSE]   write levels, twins and causes
       sick --score DIR [--remedies]                          diagnose them and print the score
       sick --list                                            print the causes and their criteria";

#[derive(Default)]
struct Options {
    out: Option<PathBuf>,
    score: Option<PathBuf>,
    count: usize,
    seed: u64,
    only: Option<String>,
    remedies: bool,
    list: bool,
}

fn options() -> Option<Options> {
    let mut options = Options { count: 200, seed: 1, ..Options::default() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--out" => options.out = Some(words.next()?.into()),
            "--score" => options.score = Some(words.next()?.into()),
            "--count" => options.count = words.next()?.parse().ok()?,
            "--seed" => options.seed = words.next()?.parse().ok()?,
            "--only" => options.only = Some(words.next()?),
            "--list" => options.list = true,
            "--remedies" => options.remedies = true,
            _ => return None,
        }
    }
    (options.list || options.out.is_some() || options.score.is_some()).then_some(options)
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    if options.list {
        causes::all().for_each(|Cause { id, what, criterion, .. }| println!("| `{id}` | {what} | {criterion} |"));
    }
    let made = options
        .out
        .as_ref()
        .map_or(Ok(()), |out| generate::run(out, options.count, options.seed, options.only.as_deref()));
    let scored = made.and_then(|()| {
        let Some(dir) = &options.score else { return Ok(()) };
        score::run(dir, options.remedies).map(|scored| score::print(&scored, options.remedies))
    });
    if let Err(error) = scored {
        eprintln!("error: {error}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}
