//! `guide`: prints topics of the guide.

use super::Command;
use super::outcome::{Answer, Failure, Outcome, print};
use super::tables::Table;
use crate::guide::{self, CHAPTERS};
use clap::{Arg, ArgMatches};
use std::io::Write;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "guide",
    about: "Explain a concept: formula, source, example levels",
    details: "\
Without TOPIC, lists all topics. If TOPIC is not the id of a topic, lists the topics that contain the words.

Examples:
  blobsmith guide
  blobsmith guide edge-choice
  blobsmith guide barycentre",
    arguments,
    run,
};

fn arguments(command: clap::Command) -> clap::Command {
    command.arg(Arg::new("topic").value_name("TOPIC").num_args(0..).help("Id of a topic, or words to search for"))
}

fn run(matches: &ArgMatches) -> Outcome {
    let words: Vec<&str> = matches.get_many::<String>("topic").unwrap_or_default().map(String::as_str).collect();
    let words = words.join(" ");
    if let Some(topic) = guide::topic(&words) {
        print(|out| out.write_all(guide::plain(topic).as_bytes()))?;
        return Ok(Answer::Yes);
    }
    let found = guide::find(&words);
    if found.is_empty() {
        return Err(Failure::Refused(format!("no topic contains `{words}`; `blobsmith guide` lists all topics")));
    }
    print(|out| {
        for chapter in CHAPTERS {
            let mut table = Table::new([*chapter, ""]);
            let in_chapter = found.iter().filter(|topic| topic.chapter == *chapter);
            let rows: Vec<_> = in_chapter.map(|topic| vec![topic.id.to_owned(), topic.title.to_owned()]).collect();
            if rows.is_empty() {
                continue;
            }
            rows.into_iter().for_each(|row| table.row(row));
            table.write(out, "")?;
            writeln!(out)?;
        }
        Ok(())
    })?;
    Ok(Answer::Yes)
}
