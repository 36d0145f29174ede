//! Reads a topic from its Markdown file: front matter (`key: value` lines between two `---`), then paragraphs, one fenced
//! block of formulas, and quoted notes. Each paragraph is one line.

use super::Topic;

/// The topic in a file. An unknown key panics: the files are part of the program, and a test reads them all.
pub(super) fn parse(id: &'static str, file: &'static str) -> Topic {
    let mut topic = Topic {
        id,
        title: "",
        chapter: "",
        sources: Vec::new(),
        synonyms: "",
        text: Vec::new(),
        formulas: Vec::new(),
        overlays: Vec::new(),
        levels: Vec::new(),
        settings: Vec::new(),
        notes: Vec::new(),
    };
    let mut lines = file.lines().skip(1);
    for line in lines.by_ref().take_while(|line| *line != "---") {
        let (key, value) = line.split_once(": ").unwrap_or_else(|| panic!("{id}: no value in “{line}”"));
        let list = || value.split(", ").collect();
        match key {
            "title" => topic.title = value,
            "chapter" => topic.chapter = value,
            "sources" => topic.sources = list(),
            "synonyms" => topic.synonyms = value,
            "overlays" => topic.overlays = list(),
            "levels" => topic.levels = list(),
            "settings" => topic.settings = list(),
            _ => panic!("{id}: unknown key “{key}”"),
        }
    }
    let mut is_formula = false;
    for line in lines {
        if line.starts_with("```") {
            is_formula = !is_formula;
        } else if is_formula {
            topic.formulas.push(line);
        } else if let Some(note) = line.strip_prefix("> ") {
            topic.notes.push(note);
        } else if !line.is_empty() {
            topic.text.push(line);
        }
    }
    topic
}
