//! Completion: names and words that can continue the text at the caret.

use super::functions::{self, CONSTANTS, FORMER_PROBLEM};
use super::parse::parse;
use super::tree::{Node, Unary};
use super::zones;
use crate::level::Level;
use crate::probes::{self, Problem, Scope};
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
        None if ends_value(head) => followers(head, begun),
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
    Scope::of_word(word).is_some() || functions::short_form(word).is_some() || takes_two(word) || takes_problem(word)
}

fn takes_two(word: &str) -> bool {
    word == "touching" || word == "overlap_area" || takes_zone(word)
}

fn takes_zone(word: &str) -> bool {
    matches!(word, "inside" | "entered" | "left")
}

/// `illness` is its name in files of version 0.1.
fn takes_problem(word: &str) -> bool {
    matches!(word, "problem" | FORMER_PROBLEM)
}

/// True at the first argument of a part, and at any argument of a function of two parts.
fn is_place_of_name(head: &str) -> bool {
    let trimmed = head.trim_end();
    let is_first = trimmed.ends_with('(');
    let is_next = trimmed.ends_with(',');
    called(head).is_some_and(|word| wants_name(word) && (is_first || (is_next && takes_two(word))))
}

/// True if the text ends with a value, such as a name, a number or a closed bracket.
fn ends_value(head: &str) -> bool {
    let head = head.trim_end();
    let word = &head[head.trim_end_matches(is_of_word).len()..];
    if word.is_empty() { head.ends_with([')', '"', '\'', '%']) } else { !is_operator(word) }
}

fn is_operator(word: &str) -> bool {
    matches!(word, "and" | "or" | "not")
}

/// What can follow a value: a point after a part, a comparison after a number, `and` and `or` after a condition.
fn followers(head: &str, begun: &str) -> Vec<Candidate> {
    if called(head).is_some_and(wants_name) {
        return Vec::new();
    }
    if begun.is_empty() && !head.ends_with(char::is_whitespace) {
        let part = head.strip_suffix(')').and_then(called).filter(|word| Scope::of_word(word).is_some());
        return part.map(|_| plain(".", "a quantity of it")).into_iter().collect();
    }
    let is_condition = parse(last_value(head)).ok().and_then(|tree| match tree.node {
        Node::Binary(binary, _) => Some(binary.compares()),
        Node::Unary(unary, _) => Some(unary == Unary::Not),
        Node::Number(_) => Some(false),
        Node::Text(_) | Node::Path(_) | Node::Call(..) => None,
    });
    let mut list = Vec::new();
    if is_condition != Some(false) {
        list.extend([plain("and", "both conditions"), plain("or", "one condition or both")]);
    }
    if is_condition != Some(true) {
        list.extend([
            plain(">", "greater than"),
            plain("<", "less than"),
            plain(">=", "at least"),
            plain("<=", "at most"),
            plain("==", "equal to"),
            plain("!=", "different from"),
        ]);
    }
    list
}

/// The end of the text after its last open bracket, comma, `and`, `or` or `not` outside closed brackets.
fn last_value(head: &str) -> &str {
    let (mut depth, mut end_of_word) = (0, head.len());
    for (at, c) in head.char_indices().rev() {
        let after = at + c.len_utf8();
        if !is_of_word(c) {
            if depth == 0 && is_operator(&head[after..end_of_word]) {
                return &head[end_of_word..];
            }
            end_of_word = at;
        }
        match c {
            ')' => depth += 1,
            '(' | ',' | ';' if depth == 0 => return &head[after..],
            '(' => depth -= 1,
            _ => {}
        }
    }
    if is_operator(&head[..end_of_word]) { &head[end_of_word..] } else { head }
}

fn plain(word: &str, title: &str) -> Candidate {
    Candidate { text: word.to_owned(), title: title.to_owned(), explanation: String::new() }
}

fn names(head: &str, level: &Level) -> Vec<Candidate> {
    let word = called(head).unwrap_or("");
    let candidate = |text: &str, title: String| Candidate { text: text.to_owned(), title, explanation: String::new() };
    let named = |name: &&str| !name.is_empty();
    let bodies = level.bodies.iter().enumerate().filter(|(_, body)| named(&body.name.as_str()));
    let discs = level.discs.iter().enumerate().filter(|(_, disc)| named(&disc.name.as_str()));
    let mut list = Vec::new();
    if takes_problem(word) {
        return Problem::ALL.map(|problem| candidate(problem.id(), problem.id().replace('-', " "))).into();
    }
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
    if !takes_two(word) && !takes_problem(word) {
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
    Candidate { text: id.to_owned(), title: probe.title.to_owned(), explanation: probe.meaning() }
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
    list.push(plain("not", "the negated condition"));
    list.extend(
        CONSTANTS.iter().map(|(word, _, is_truth)| plain(word, if *is_truth { "a condition" } else { "a number" })),
    );
    list
}
