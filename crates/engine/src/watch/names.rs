//! Resolves names of bodies, discs and their parts in the level.

use super::error::WatchError;
use super::suggest::nearest;
use super::tree::{Node, Tree, Word};
use crate::engine::Layout;
use crate::level::Level;
use crate::probes::{Problem, Scope};
use std::ops::Range;

/// The level in which names are resolved.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub level: &'a Level,
    pub layout: &'a Layout,
}

impl Names<'_> {
    /// Resolves `body("left")`, `node("left", 3)`, `disc(0)` to the index in the flat arrays.
    pub fn part(&self, scope: Scope, word: &Word, arguments: &[Tree]) -> Result<usize, WatchError> {
        let wanted = if scope.is_within_body() { 2 } else { 1 };
        if arguments.len() != wanted {
            let at = arguments.last().map_or(word.at.clone(), |last| last.at.clone());
            let message = match (wanted, arguments.len()) {
                (2, 1) => format!("the index of the {} is missing", scope.word()),
                (_, 0) => format!("the {} is missing", scope.word()),
                (_, given) => format!("`{}` takes {wanted} arguments, not {given}", word.text),
            };
            return Err(WatchError::hinted(at, message, format!("write {}", scope.example())));
        }
        match scope {
            Scope::Disc => return self.disc(&arguments[0]),
            Scope::Link => return self.link(&arguments[0]),
            _ => {}
        }
        let body = self.body(&arguments[0])?;
        if scope == Scope::Body {
            return Ok(body);
        }
        let range = scope.range_in(self.layout, body);
        let count = range.len();
        let index = match &arguments[1].node {
            Node::Text(label) if scope == Scope::Node => self.label(body, label, &arguments[1].at)?,
            _ => index(&arguments[1], scope)?,
        };
        if index >= count {
            return Err(WatchError::new(arguments[1].at.clone(), self.too_far(body, scope, index, count)));
        }
        Ok(range.start + index)
    }

    /// Resolves the label of a node of a body.
    fn label(&self, body: usize, label: &str, at: &Range<usize>) -> Result<usize, WatchError> {
        let labels = || self.level.bodies[body].nodes.iter().map(|node| node.label.as_str());
        labels().position(|own| own == label && !label.is_empty()).ok_or_else(|| {
            let message = format!("{} has no node with the label \"{label}\"", self.title(body));
            let near = nearest(label, labels().filter(|own| !own.is_empty()));
            WatchError::meant(at.clone(), message, near.map(|near| format!("\"{near}\"")))
        })
    }

    fn too_far(&self, body: usize, scope: Scope, index: usize, count: usize) -> String {
        let owner = self.title(body);
        match count {
            0 => format!("{owner} has no {}", scope.plural()),
            1 => format!("{owner} has no {} {index}; its only one is 0", scope.word()),
            _ => format!("{owner} has no {} {index}; they are numbered 0 to {}", scope.word(), count - 1),
        }
    }

    /// Title of a body in messages.
    fn title(&self, body: usize) -> String {
        match self.level.bodies[body].name.as_str() {
            "" => format!("body {body}"),
            name => format!("body \"{name}\""),
        }
    }

    /// Resolves a body by name, id or number.
    pub fn body(&self, argument: &Tree) -> Result<usize, WatchError> {
        let names = self.level.bodies.iter().map(|body| body.name.as_str());
        let ids = self.level.bodies.iter().map(|body| body.id.as_str());
        self.one_of(argument, ("body", "bodies"), names, ids)
    }

    /// Resolves two different bodies, each by name, number or `body(…)`.
    pub fn two_bodies(&self, word: &Word, arguments: &[Tree]) -> Result<[usize; 2], WatchError> {
        let [first, second] = arguments else {
            let message = format!("`{}` takes two bodies", word.text);
            return Err(WatchError::hinted(
                word.at.clone(),
                message,
                format!("write {}(\"left\", \"right\")", word.text),
            ));
        };
        let one = |argument: &Tree| match &argument.node {
            Node::Call(word, arguments, fields) if fields.is_empty() && word.text == "body" => {
                self.part(Scope::Body, word, arguments)
            }
            _ => self.body(argument),
        };
        let (a, b) = (one(first)?, one(second)?);
        if a == b {
            let message = format!("`{}` compares two different bodies", word.text);
            return Err(WatchError::new(second.at.clone(), message));
        }
        Ok([a, b])
    }

    /// Resolves a disc by name, id or number.
    pub fn disc(&self, argument: &Tree) -> Result<usize, WatchError> {
        let names = self.level.discs.iter().map(|disc| disc.name.as_str());
        let ids = self.level.discs.iter().map(|disc| disc.id.as_str());
        self.one_of(argument, ("disc", "discs"), names, ids)
    }

    /// Resolves a link by id or number.
    pub fn link(&self, argument: &Tree) -> Result<usize, WatchError> {
        let ids = self.level.links.iter().map(|link| link.id.as_str());
        self.one_of(argument, ("link", "links"), ids.clone(), ids)
    }

    fn one_of<'n>(
        &self,
        argument: &Tree,
        (noun, plural): (&str, &str),
        names: impl Iterator<Item = &'n str> + Clone,
        mut ids: impl Iterator<Item = &'n str> + Clone,
    ) -> Result<usize, WatchError> {
        let count = names.clone().count();
        match &argument.node {
            Node::Text(text) => {
                let mut found = names.clone().enumerate().filter(|(_, name)| name == text).map(|(index, _)| index);
                match (found.next(), found.next()) {
                    (Some(index), None) => Ok(index),
                    (Some(first), Some(second)) => {
                        let message = format!("several {plural} are called \"{text}\"");
                        let hint = format!("use the number: {noun}({first}), {noun}({second}) …");
                        Err(WatchError::hinted(argument.at.clone(), message, hint))
                    }
                    (None, _) => {
                        let accepted = names.zip(ids.clone()).map(|(name, id)| if name.is_empty() { id } else { name });
                        ids.position(|id| id == text).filter(|_| !text.is_empty()).ok_or_else(|| {
                            let message = format!("there is no {noun} \"{text}\"");
                            no_such(argument.at.clone(), message, text, noun, plural, accepted)
                        })
                    }
                }
            }
            Node::Number(_) => {
                let index = whole(argument, noun)?;
                if index < count {
                    return Ok(index);
                }
                let message = match count {
                    0 => format!("the level has no {plural}"),
                    1 => format!("there is no {noun} {index}; the only one is {noun} 0"),
                    _ => format!("there is no {noun} {index}; they are numbered 0 to {}", count - 1),
                };
                Err(WatchError::new(argument.at.clone(), message))
            }
            Node::Path(words) if words.len() == 1 => {
                let hint = format!("put the name in quotes: \"{}\"", words[0].text);
                Err(WatchError::hinted(argument.at.clone(), format!("`{}` is not a {noun}", words[0].text), hint))
            }
            _ => {
                let message = format!("expected a {noun}: its name in quotes, or its number");
                Err(WatchError::new(argument.at.clone(), message))
            }
        }
    }
}

/// Resolves `problem("wrong-edge")` to the index in [`Problem::ALL`].
pub(super) fn problem(word: &Word, arguments: &[Tree]) -> Result<usize, WatchError> {
    let ids = || Problem::ALL.iter().map(|problem| problem.id());
    let listed = || format!("the problems are {}", ids().map(|id| format!("\"{id}\"")).collect::<Vec<_>>().join(", "));
    let [Tree { node: Node::Text(id), at, .. }] = arguments else {
        return Err(WatchError::hinted(word.at.clone(), "`problem` takes the name of a problem, in quotes", listed()));
    };
    ids().position(|known| known == id).ok_or_else(|| {
        let message = format!("there is no problem \"{id}\"");
        match nearest(id, ids()) {
            Some(near) => WatchError::meant(at.clone(), message, Some(format!("\"{near}\""))),
            None => WatchError::hinted(at.clone(), message, listed()),
        }
    })
}

fn no_such<'n>(
    at: Range<usize>,
    message: String,
    text: &str,
    noun: &str,
    plural: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> WatchError {
    let named: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    if let Some(name) = nearest(text, named.iter().copied()) {
        return WatchError::meant(at, message, Some(format!("\"{name}\"")));
    }
    if named.is_empty() {
        let hint = format!("no {noun} of this level has a name: use {noun}(0), {noun}(1) …");
        return WatchError::hinted(at, message, hint);
    }
    let mut list: Vec<String> = named.iter().take(6).map(|name| format!("\"{name}\"")).collect();
    if named.len() > list.len() {
        list.push("…".to_owned());
    }
    WatchError::hinted(at, message, format!("{plural} are called {}", list.join(", ")))
}

fn index(argument: &Tree, scope: Scope) -> Result<usize, WatchError> {
    match &argument.node {
        Node::Number(_) => whole(argument, scope.word()),
        _ => {
            let message = format!("expected the number of the {}, counted from 0", scope.word());
            Err(WatchError::new(argument.at.clone(), message))
        }
    }
}

/// Parses a non-negative integer.
fn whole(argument: &Tree, noun: &str) -> Result<usize, WatchError> {
    match argument.node {
        Node::Number(number) if number.fract() == 0.0 && (0.0..1e9).contains(&number) => Ok(number as usize),
        _ => Err(WatchError::new(
            argument.at.clone(),
            format!("the number of a {noun} is a whole number, counted from 0"),
        )),
    }
}
