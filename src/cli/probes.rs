//! `probes`: lists the probes and functions of watch expressions.

use super::Command;
use super::outcome::{Answer, Failure, Outcome, print};
use super::tables::Table;
use crate::debugger::probes::{self, Scope, ValueKind};
use crate::debugger::watch::FUNCTIONS;
use clap::{Arg, ArgMatches};
use std::io::{self, Write};

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "probes",
    about: "List the quantities and functions of watch expressions, for `run --until` and breakpoints",
    details: "\
Without WORD, lists all probes and functions. With words, explains those that have all of them in their name or text.
`?` marks conditions (true or false); `*` marks what measures the last substep or counts findings, which takes longer.

Examples:
  blobsmith probes
  blobsmith probes area_ratio
  blobsmith probes energy
  blobsmith run level.ron --frames 600 --until 'body(\"left\").area_ratio < 80%'",
    arguments,
    run,
};

fn arguments(command: clap::Command) -> clap::Command {
    command.arg(Arg::new("word").value_name("WORD").num_args(0..).help("Words to look for"))
}

/// A probe or a function.
struct Entry {
    heading: String,
    form: String,
    title: String,
    explanation: String,
}

fn entries() -> Vec<Entry> {
    let of_probe = |probe: &'static probes::Probe| {
        let condition = if probe.kind == ValueKind::Truth { " ?" } else { "" };
        let star = if probe.reading.is_of_substep() { " *" } else { "" };
        let heading = match probe.scope {
            Scope::World => "everything".to_owned(),
            scope => format!("a {}: {}.…, or {}.… for all", scope.word(), scope.example(), scope.word()),
        };
        let (title, explanation) = (probe.title.to_owned(), probe.meaning());
        Entry { heading, form: format!("{}{condition}{star}", probe.id), title, explanation }
    };
    let functions = FUNCTIONS.iter().map(|function| Entry {
        heading: "functions".to_owned(),
        form: function.id.to_owned(),
        title: function.form.to_owned(),
        explanation: function.explanation.to_owned(),
    });
    probes::iter().map(of_probe).chain(functions).collect()
}

fn run(matches: &ArgMatches) -> Outcome {
    let words: Vec<String> =
        matches.get_many::<String>("word").unwrap_or_default().map(|word| word.to_lowercase()).collect();
    let mut found = entries();
    if words.is_empty() {
        print(|out| list(&found, out))?;
        return Ok(Answer::Yes);
    }
    found.retain(|entry| {
        let text = format!("{} {} {} {}", entry.heading, entry.form, entry.title, entry.explanation).to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    });
    if found.is_empty() {
        let words = words.join(" ");
        return Err(Failure::Refused(format!("no probe matches `{words}`; `blobsmith probes` lists all")));
    }
    print(|out| {
        for entry in &found {
            writeln!(out, "{}  ({})", entry.form, entry.heading)?;
            writeln!(out, "    {}. {}", entry.title, entry.explanation)?;
        }
        Ok(())
    })?;
    Ok(Answer::Yes)
}

fn list(entries: &[Entry], out: &mut impl Write) -> io::Result<()> {
    for (number, group) in entries.chunk_by(|a, b| a.heading == b.heading).enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        let heading = if group[0].heading == "functions" { "functions" } else { &format!("of {}", group[0].heading) };
        writeln!(out, "{heading}")?;
        let mut table = Table::new([&group[0].form, &group[0].title]);
        group[1..].iter().for_each(|entry| table.row(vec![entry.form.clone(), entry.title.clone()]));
        table.write(out, "  ")?;
    }
    Ok(())
}
