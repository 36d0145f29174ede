//! Topics as plain text for a terminal, and the index of the guide as Markdown.

use super::{ALL, CHAPTERS, SOURCES, SpanKind, Topic, spans};

/// Width of the plain text.
const WIDTH: usize = 96;

/// One topic for a terminal.
pub fn plain(topic: &Topic) -> String {
    let mut page = format!("{}\n{}\n", topic.title, topic.sources.join(", "));
    for paragraph in &topic.text {
        page += &format!("\n{}\n", wrapped(&readable(paragraph), "", ""));
    }
    if !topic.formulas.is_empty() {
        page += "\n";
        topic.formulas.iter().for_each(|formula| page += &format!("  {formula}\n"));
    }
    for note in &topic.notes {
        page += &format!("\n{}\n", wrapped(&readable(note), "Note: ", ""));
    }
    page += "\n";
    for (title, items) in pointers(topic) {
        page += &wrapped(&items.join(", "), title, &" ".repeat(title.len()));
        page += "\n";
    }
    page
}

/// A paragraph without the marks of emphasis; code keeps its own.
fn readable(paragraph: &str) -> String {
    let part =
        |(kind, part): (SpanKind, &str)| if kind == SpanKind::Code { format!("`{part}`") } else { part.to_owned() };
    spans(paragraph).map(part).collect()
}

/// Levels, overlays and settings: a title of fixed width, and the ids.
fn pointers(topic: &Topic) -> impl Iterator<Item = (&'static str, &[&'static str])> {
    let rows =
        [("Levels:   ", &topic.levels[..]), ("Overlays: ", &topic.overlays[..]), ("Settings: ", &topic.settings[..])];
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

/// The index of the guide, as `docs/guide/README.md` has it.
pub fn index() -> String {
    let mut page = "# Guide\n\nOne page per concept, in reading order. `blobsmith guide TOPIC` prints a topic, and the window shows them under \
        *Help > Guide*. Numbers such as 000 §E.2 cite a source document and its section. \
        `BLESS=1 cargo test --test guide` writes this index.\n"
        .to_string();
    for (number, chapter) in CHAPTERS.iter().enumerate() {
        page += &format!("\n## {} {chapter}\n\n", number + 1);
        for topic in ALL.iter().filter(|topic| topic.chapter == *chapter) {
            page += &format!("* [{}]({}.md)\n", topic.title, topic.id);
        }
    }
    page += "\n## Sources\n\n";
    for source in SOURCES.iter().filter(|source| !source.number.is_empty()) {
        let by = if source.author.is_empty() { String::new() } else { format!(" ({})", source.author) };
        page += &format!("* {}: {}{by}\n", source.number, source.title);
    }
    page
}
