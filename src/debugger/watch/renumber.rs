//! Renumbers the parts in an expression after an edit.

use super::tree::{Node, Tree};
use super::{functions, parse};
use crate::debugger::probes::Scope;
use crate::level::{Level, Place};
use std::ops::Range;

/// The text with updated indices; `follow` maps the old place of a part to its new one. None if a named part was
/// deleted, or the text is not a valid expression of the level.
pub fn renumber(text: &str, level: &Level, follow: impl Fn(Place) -> Option<Place>) -> Option<String> {
    let tree = parse::parse(text).ok()?;
    let mut numbers = Vec::new();
    Renumbering { level, follow: &follow, numbers: &mut numbers }.part(&tree)?;
    numbers.sort_by_key(|(at, _)| at.start);
    let (mut new, mut done) = (String::with_capacity(text.len()), 0);
    for (at, number) in numbers {
        new.push_str(text.get(done..at.start)?);
        new.push_str(&number.to_string());
        done = at.end;
    }
    new.push_str(text.get(done..)?);
    Some(new)
}

struct Renumbering<'a> {
    level: &'a Level,
    follow: &'a dyn Fn(Place) -> Option<Place>,
    numbers: &'a mut Vec<(Range<usize>, usize)>,
}

impl Renumbering<'_> {
    fn part(&mut self, tree: &Tree) -> Option<()> {
        match &tree.node {
            Node::Number(_) | Node::Text(_) | Node::Path(_) => Some(()),
            Node::Unary(_, of) => self.part(of),
            Node::Binary(_, pair) => pair.iter().try_for_each(|part| self.part(part).ok_or(())).ok(),
            Node::Call(word, arguments, _) => {
                let scope = functions::short_form(&word.text).or_else(|| Scope::of_word(&word.text));
                match (scope, &arguments[..]) {
                    (Some(Scope::Body), [body]) => self.owner(body, false).map(drop),
                    (Some(Scope::Disc), [disc]) => self.owner(disc, true).map(drop),
                    (Some(scope), [body, item]) if scope.is_within_body() => self.item(scope, body, item),
                    (None, touching) if word.text == "touching" || word.text == "overlap_area" => {
                        touching.iter().try_for_each(|one| self.toucher(one))
                    }
                    _ => arguments.iter().try_for_each(|argument| self.part(argument)),
                }
            }
        }
    }

    /// Index of a body or disc by its name or number, before the edit.
    fn owner(&mut self, tree: &Tree, is_disc: bool) -> Option<usize> {
        let place = |index| if is_disc { Place::Disc(index) } else { Place::Body(index) };
        let old = match &tree.node {
            Node::Number(number) => *number as usize,
            Node::Text(text) if is_disc => self.level.discs.iter().position(|disc| disc.name == *text)?,
            Node::Text(text) => self.level.bodies.iter().position(|body| body.name == *text)?,
            _ => return None,
        };
        let new = (self.follow)(place(old))?;
        if let (Node::Number(_), Place::Body(new) | Place::Disc(new)) = (&tree.node, new) {
            self.numbers.push((tree.at.clone(), new));
        }
        Some(old)
    }

    /// Handles `node(0, 3)` and similar.
    fn item(&mut self, scope: Scope, body: &Tree, item: &Tree) -> Option<()> {
        let body = self.owner(body, false)?;
        let Node::Number(number) = item.node else { return None };
        let index = number as usize;
        let old = match scope {
            Scope::Node => Place::Node(body, index),
            Scope::Spring => Place::Spring(body, index),
            Scope::Stick => Place::Stick(body, index),
            _ => Place::Triangle(body, index),
        };
        let (Place::Node(_, new) | Place::Spring(_, new) | Place::Stick(_, new) | Place::Triangle(_, new)) =
            (self.follow)(old)?
        else {
            return None;
        };
        self.numbers.push((item.at.clone(), new));
        Some(())
    }

    /// A name alone is that of a body, else that of a disc.
    fn toucher(&mut self, tree: &Tree) -> Option<()> {
        match &tree.node {
            Node::Text(text) => {
                let is_body = self.level.bodies.iter().any(|body| body.name == *text);
                self.owner(tree, !is_body).map(drop)
            }
            Node::Number(_) => self.owner(tree, false).map(drop),
            _ => self.part(tree),
        }
    }
}
