//! Completion: names and words that can continue the text at the caret.

use super::functions::{self, CONSTANTS};
use super::zones;
use crate::level::Level;
use crate::probes::{self, Scope};
use std::ops::Range;

/// A completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Replacement text.
    pub text: String,
    /// Short description.
    pub title: String,
    /// Definition.
    pub explanation: String,
}

/// Most candidates.
const MANY: usize = 60;

/// Candidates at the caret (a byte offset): the bytes that they replace, and the candidates. Those with the typed
/// prefix come first.
pub fn complete(text: &str, caret: usize, level: &Level) -> (Range<usize>, Vec<Candidate>) {
    let caret = (0..=caret.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let before = &text[..caret];
    if let Some(quote) = open_quote(before) {
        return (quote + 1..caret, chosen(&before[quote + 1..], names(&before[..quote], level)));
    }
    let start = before
        .rfind(|c: char| !is_of_word(c))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let begun = &before[start..];
    if begun.starts_with(|c: char| c.is_ascii_digit()) {
        return (start..caret, Vec::new());
    }
    let head = &before[..start];
    let all = match head.strip_suffix('.') {
        Some(owner) => fields(owner),
        None if is_place_of_name(head) => quoted(head, level),
        None => words(level),
    };
    (start..caret, chosen(begun, all))
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Start of an unclosed name.
fn open_quote(text: &str) -> Option<usize> {
    let mut open: Option<(usize, char)> = None;
    for (at, c) in text.char_indices() {
        open = match open {
            None if c == '"' || c == '\'' => Some((at, c)),
            Some((_, quote)) if quote == c => None,
            known => known,
        };
    }
    open.map(|(at, _)| at)
}

/// Candidates with the typed prefix, then those that contain the typed text.
fn chosen(begun: &str, all: Vec<Candidate>) -> Vec<Candidate> {
    let begun = begun.to_lowercase();
    let rank = |candidate: &Candidate| {
        let text = candidate.text.to_lowercase();
        if text.starts_with(&begun) {
            Some(0)
        } else if begun.len() >= 2 && (text.contains(&begun) || candidate.title.to_lowercase().contains(&begun)) {
            Some(1)
        } else {
            None
        }
    };
    let mut ranked: Vec<(i32, Candidate)> =
        all.into_iter().filter_map(|candidate| rank(&candidate).map(|rank| (rank, candidate))).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, candidate)| candidate).take(MANY).collect()
}

/// The word before the unclosed bracket at the end. None if there is none.
fn called(head: &str) -> Option<&str> {
    let mut depth = 0;
    for (at, c) in head.char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' if depth == 0 => {
                let word = head[..at].trim_end();
                let start = word.rfind(|c: char| !is_of_word(c)).map_or(0, |at| at + 1);
                return word.get(start..).filter(|word| !word.is_empty());
            }
            '(' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn wants_name(word: &str) -> bool {
    Scope::of_word(word).is_some() || functions::short_form(word).is_some() || takes_two(word)
}

fn takes_two(word: &str) -> bool {
    word == "touching" || word == "overlap_area" || takes_zone(word)
}

fn takes_zone(word: &str) -> bool {
    matches!(word, "inside" | "entered" | "left")
}

/// True at the first argument of a part, and at any argument of a function of two parts.
fn is_place_of_name(head: &str) -> bool {
    let trimmed = head.trim_end();
    let is_first = trimmed.ends_with('(');
    let is_next = trimmed.ends_with(',');
    called(head).is_some_and(|word| wants_name(word) && (is_first || (is_next && takes_two(word))))
}

fn names(head: &str, level: &Level) -> Vec<Candidate> {
    let word = called(head).unwrap_or("");
    let candidate = |text: &str, title: String| Candidate { text: text.to_owned(), title, explanation: String::new() };
    let named = |name: &&str| !name.is_empty();
    let bodies = level.bodies.iter().enumerate().filter(|(_, body)| named(&body.name.as_str()));
    let discs = level.discs.iter().enumerate().filter(|(_, disc)| named(&disc.name.as_str()));
    let mut list = Vec::new();
    if word == "link" {
        let links = level.links.iter().enumerate().filter(|(_, link)| named(&link.id.as_str()));
        return links.map(|(index, link)| candidate(&link.id, format!("link {index}"))).collect();
    }
    if takes_zone(word) {
        list.extend(zones::names(level).into_iter().map(|(name, place)| candidate(&name, place.to_string())));
    }
    if word != "disc" {
        list.extend(bodies.map(|(index, body)| candidate(&body.name, format!("body {index}"))));
    }
    if word == "disc" || word == "touching" || takes_zone(word) {
        list.extend(discs.map(|(index, disc)| candidate(&disc.name, format!("disc {index}"))));
    }
    list
}

/// The names with their quotes; indices if there are no names.
fn quoted(head: &str, level: &Level) -> Vec<Candidate> {
    let mut list: Vec<Candidate> = names(head, level)
        .into_iter()
        .map(|candidate| Candidate { text: format!("\"{}\"", candidate.text), ..candidate })
        .collect();
    let word = called(head).unwrap_or("");
    let (noun, count) = match word {
        "disc" => ("disc", level.discs.len()),
        "link" => ("link", level.links.len()),
        _ => ("body", level.bodies.len()),
    };
    let unnamed = |index: &usize| match noun {
        "disc" => level.discs[*index].name.is_empty(),
        "link" => level.links[*index].id.is_empty(),
        _ => level.bodies[*index].name.is_empty(),
    };
    if !takes_two(word) {
        list.extend((0..count).filter(unnamed).map(|index| Candidate {
            text: index.to_string(),
            title: format!("{noun} {index}"),
            explanation: String::new(),
        }));
    }
    list
}

/// Candidates after `owner.`.
fn fields(owner: &str) -> Vec<Candidate> {
    let owner = owner.trim_end();
    let (word, is_one) = match owner.strip_suffix(')') {
        Some(inner) => (called(inner).unwrap_or(""), true),
        None => (owner.rfind(|c: char| !is_of_word(c)).map_or(owner, |at| owner.get(at + 1..).unwrap_or("")), false),
    };
    let Some(scope) = Scope::of_word(word) else {
        // Probes of the world with a point in their name.
        let prefix = format!("{word}.");
        let rest = probes::of(Scope::World).filter_map(|probe| Some((probe.id.strip_prefix(&prefix)?, probe)));
        return rest.map(|(id, probe)| of_probe(id, probe)).collect();
    };
    let mut list: Vec<Candidate> = probes::of(scope).map(|probe| of_probe(probe.id, probe)).collect();
    if scope == Scope::Body && is_one {
        list.extend(Scope::ALL.into_iter().filter(|scope| scope.is_within_body()).map(|scope| Candidate {
            text: format!("{}.", scope.word()),
            title: format!("its {}", scope.plural()),
            explanation: format!("All {} of the body, for max(…), count(…) and the like.", scope.plural()),
        }));
    }
    list
}

fn of_probe(id: &str, probe: &probes::Probe) -> Candidate {
    Candidate { text: id.to_owned(), title: probe.title.to_owned(), explanation: probe.explanation.to_owned() }
}

/// Candidates for the start of an operand.
fn words(level: &Level) -> Vec<Candidate> {
    let mut list: Vec<Candidate> = probes::of(Scope::World).map(|probe| of_probe(probe.id, probe)).collect();
    for scope in Scope::ALL.into_iter().filter(|scope| *scope != Scope::World) {
        let is_there = match scope {
            Scope::Disc => !level.discs.is_empty(),
            Scope::Link => !level.links.is_empty(),
            _ => !level.bodies.is_empty(),
        };
        if is_there {
            list.push(Candidate {
                text: format!("{}(", scope.word()),
                title: format!("one {}", scope.word()),
                explanation: format!("As in {}, followed by a point and a quantity.", scope.example()),
            });
            list.push(Candidate {
                text: format!("{}.", scope.word()),
                title: format!("all {}", scope.plural()),
                explanation: format!("All {} of the level, for max(…), count(…) and the like.", scope.plural()),
            });
        }
    }
    list.extend(functions::ALL.iter().map(|function| Candidate {
        text: format!("{}(", function.id),
        title: function.form.to_owned(),
        explanation: function.explanation.to_owned(),
    }));
    let plain = |word: &str, title: &str| Candidate {
        text: word.to_owned(),
        title: title.to_owned(),
        explanation: String::new(),
    };
    list.extend([
        plain("and", "both conditions"),
        plain("or", "one condition or both"),
        plain("not", "the negated condition"),
    ]);
    list.extend(
        CONSTANTS.iter().map(|(word, _, is_truth)| plain(word, if *is_truth { "a condition" } else { "a number" })),
    );
    list
}
