//! The command line: one thin command per file.

mod at;
mod cancel;
mod change;
mod check;
mod compare;
mod completions;
mod convert;
mod diagnose;
mod edit;
mod expectations;
mod explain;
mod export;
mod guide;
mod marks;
mod outcome;
mod output;
mod past;
mod plot;
mod probes;
mod progress;
mod record;
mod render;
mod replay;

mod rules;
mod run;
mod schema;
mod sensor_log;
mod shape;
mod shrink;
mod sweep;
mod tables;
mod terminal;
mod until;
mod watch;

use clap::ArgMatches;
use outcome::{Answer, Failure, Outcome};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// A command: name, arguments and action.
pub struct Command {
    /// Name on the command line.
    pub name: &'static str,
    /// One line for the list of commands.
    pub about: &'static str,
    /// Details and examples, shown below the options by `--help`.
    pub details: &'static str,
    /// Adds its arguments.
    arguments: fn(clap::Command) -> clap::Command,
    /// Runs the command.
    run: fn(&ArgMatches) -> Outcome,
}

/// All commands, in the order of the help.
pub const ALL: &[Command] = &[
    edit::COMMAND,
    check::COMMAND,
    run::COMMAND,
    replay::COMMAND,
    compare::COMMAND,
    explain::COMMAND,
    rules::COMMAND,
    diagnose::COMMAND,
    render::COMMAND,
    plot::COMMAND,
    watch::COMMAND,
    sweep::COMMAND,
    shrink::COMMAND,
    convert::COMMAND,
    export::COMMAND,
    shape::COMMAND,
    schema::COMMAND,
    guide::COMMAND,
    probes::COMMAND,
    completions::COMMAND,
];

const DETAILS: &str = "\
Without a command, `blobsmith [LEVEL]` opens the editor. All other commands run without a display: results go to \
stdout, messages to stderr.

Exit code: 0 fine; 1 the answer is no (problems found); 2 bad use or unreadable input.

Examples:
  blobsmith levels/01-first-blob.ron
  blobsmith check levels/*.ron
  blobsmith run levels/01-first-blob.ron --frames 600 --every 10 > run.jsonl";

/// The whole command line, for parsing and for shell completions.
pub fn program() -> clap::Command {
    let program = clap::Command::new("blobsmith")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Level editor and debugger for 2D soft bodies: masses and springs in a hull filled with gas")
        .after_help(DETAILS)
        .args_conflicts_with_subcommands(true)
        .disable_help_subcommand(true);
    let program = (edit::COMMAND.arguments)(program);
    program.subcommands(ALL.iter().map(|command| {
        let sub = clap::Command::new(command.name).about(command.about).after_help(command.details);
        (command.arguments)(sub)
    }))
}

/// True if the first word looks like an unknown command; the parser would open it as a level.
fn is_unknown_command(word: &str) -> bool {
    let plain = !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase());
    plain && ALL.iter().all(|command| command.name != word) && !Path::new(word).exists()
}

/// Runs the program with these arguments, the first being its name.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    if let Some(word) = args.get(1).and_then(|word| word.to_str()).filter(|word| is_unknown_command(word)) {
        let names: Vec<&str> = ALL.iter().map(|command| command.name).collect();
        outcome::eprint_line(&format!(
            "`{word}` is neither a file nor a command; the commands are {}",
            names.join(", ")
        ));
        return ExitCode::from(2);
    }
    let matches = match program().try_get_matches_from(args) {
        Ok(matches) => matches,
        Err(error) => {
            // Requested help goes to stdout with exit code 0, usage errors to stderr with 2. Ignores a closed pipe.
            let text = error.render().to_string();
            if terminal::has_controls(&text) {
                outcome::eprint_line(text.trim_end());
            } else {
                let _ = error.print();
            }
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let outcome = match matches.subcommand() {
        None => (edit::COMMAND.run)(&matches),
        Some((name, matches)) => match ALL.iter().find(|command| command.name == name) {
            Some(command) => (command.run)(matches),
            None => Err(Failure::Refused(format!("there is no command `{name}`"))),
        },
    };
    match outcome {
        Ok(Answer::Yes) | Err(Failure::PipeClosed) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(Failure::Reported) => ExitCode::from(2),
        Err(Failure::Refused(reason)) => {
            outcome::eprint_line(&reason);
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clap_definitions_are_consistent() {
        program().debug_assert();
    }

    #[test]
    fn commands_have_an_example_each() {
        for command in ALL {
            assert!(command.details.contains("Example"), "{}", command.name);
            assert!(command.details.contains(&format!("blobsmith {}", command.name)), "{}", command.name);
        }
    }
}
