//! Topics as text: plain for a terminal, and the whole guide as Markdown.
//!
//! Must never know: any one topic.

use super::{ALL, SOURCES, Topic};

/// Width of the plain text.
const WIDTH: usize = 96;

/// One topic for a terminal.
pub fn plain(topic: &Topic) -> String {
    let mut page = format!("{}\n{}\n", topic.title, topic.sources.join(", "));
    for paragraph in topic.text {
        page += &format!("\n{}\n", wrapped(paragraph, "", ""));
    }
    if !topic.formulas.is_empty() {
        page += "\n";
        topic.formulas.iter().for_each(|formula| page += &format!("  {formula}\n"));
    }
    for slip in topic.slips {
        page += &format!("\n{}\n", wrapped(slip, "Note: ", ""));
    }
    page += "\n";
    for (title, items) in pointers(topic) {
        page += &wrapped(&items.join(", "), title, &" ".repeat(title.len()));
        page += "\n";
    }
    page
}

/// Where the program shows it: a title of one width, and ids.
fn pointers(topic: &Topic) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let rows = [("Levels:   ", topic.levels), ("Overlays: ", topic.overlays), ("Settings: ", topic.settings)];
    rows.into_iter().filter(|(_, items)| !items.is_empty())
}

/// Lines of at most [`WIDTH`] characters; the first begins with `first`, the others with `indent`.
fn wrapped(text: &str, first: &str, indent: &str) -> String {
    let mut lines = Vec::new();
    let (mut line, mut is_fresh) = (first.to_owned(), true);
    for word in text.split_whitespace() {
        if !is_fresh && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, indent.to_owned()));
            is_fresh = true;
        }
        line += if is_fresh { "" } else { " " };
        line += word;
        is_fresh = false;
    }
    lines.push(line);
    lines.join("\n")
}

/// The whole guide, as `docs/guide.md` has it.
pub fn markdown() -> String {
    let mut page = "# Guide\n\nWhat each concept of the sources is, and where Blobsmith shows it. `blobsmith guide TOPIC` prints a topic, \
        and the window has the same under *Help > Guide*. Numbers such as 000 §E.2 name the source document and its section. \
        This page is made from the program's own texts: `BLESS=1 cargo test --test guide` writes it again.\n"
        .to_string();
    for source in SOURCES {
        let by = if source.author.is_empty() { String::new() } else { format!(" ({})", source.author) };
        page += &format!("\n## {} {}{by}\n", source.number, source.title);
        for topic in ALL.iter().filter(|topic| topic.source() == source) {
            page += &section(topic);
        }
    }
    page
}

fn section(topic: &Topic) -> String {
    let mut page = format!("\n### {}\n`{}` · {}\n", topic.title, topic.id, topic.sources.join(", "));
    topic.text.iter().for_each(|paragraph| page += &format!("\n{paragraph}\n"));
    if !topic.formulas.is_empty() {
        page += &format!("\n```text\n{}\n```\n", topic.formulas.join("\n"));
    }
    topic.slips.iter().for_each(|slip| page += &format!("\n> {slip}\n"));
    let code = |items: &[&str]| items.iter().map(|item| format!("`{item}`")).collect::<Vec<_>>().join(", ");
    let rows: Vec<String> =
        pointers(topic).map(|(title, items)| format!("{} {}", title.trim_end(), code(items))).collect();
    if !rows.is_empty() {
        page += &format!("\n{}\n", rows.join("  \n"));
    }
    page
}
