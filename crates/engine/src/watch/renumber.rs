//! Renumbers the parts in an expression after an edit.

use super::tree::{Node, Tree};
use super::{functions, parse, zones};
use crate::level::{Level, Place};
use crate::probes::Scope;
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
                    (Some(scope @ (Scope::Body | Scope::Disc | Scope::Link)), [one]) => self.owner(one, scope),
                    (Some(scope), [body, item]) if scope.is_within_body() => self.item(scope, body, item),
                    (None, touching) if word.text == "touching" || word.text == "overlap_area" => {
                        touching.iter().try_for_each(|one| self.toucher(one))
                    }
                    (None, [zone, part]) if matches!(word.text.as_str(), "inside" | "entered" | "left") => {
                        self.zone(zone)?;
                        self.toucher(part)
                    }
                    _ => arguments.iter().try_for_each(|argument| self.part(argument)),
                }
            }
        }
    }

    /// Index of a body, disc or link by its name, id or number, before the edit.
    fn index_of(&self, tree: &Tree, scope: Scope) -> Option<usize> {
        let level = self.level;
        let by_name = |text: &str| match scope {
            Scope::Disc => named(level.discs.iter().map(|disc| [&disc.name, &disc.id]), text),
            Scope::Link => named(level.links.iter().map(|link| [&link.id, &link.id]), text),
            _ => named(level.bodies.iter().map(|body| [&body.name, &body.id]), text),
        };
        match &tree.node {
            Node::Number(number) => Some(*number as usize),
            Node::Text(text) => by_name(text),
            _ => None,
        }
    }

    /// Renumbers a body, disc or link.
    fn owner(&mut self, tree: &Tree, scope: Scope) -> Option<()> {
        let old = self.index_of(tree, scope)?;
        let place = match scope {
            Scope::Disc => Place::Disc(old),
            Scope::Link => Place::Link(old),
            _ => Place::Body(old),
        };
        let new = (self.follow)(place)?;
        if let (Node::Number(_), Place::Body(new) | Place::Disc(new) | Place::Link(new)) = (&tree.node, new) {
            self.numbers.push((tree.at.clone(), new));
        }
        Some(())
    }

    /// A zone by name, or by `body(…)` or `disc(…)`.
    fn zone(&mut self, tree: &Tree) -> Option<()> {
        match &tree.node {
            Node::Text(text) => {
                let zone = *zones::called(self.level, text).first()?;
                (self.follow)(zone).map(drop)
            }
            _ => self.part(tree),
        }
    }

    /// Handles `node(0, 3)` and similar. A body that is named by its name or id is named by its number if the item went to
    /// another one.
    fn item(&mut self, scope: Scope, owner: &Tree, item: &Tree) -> Option<()> {
        let body = self.index_of(owner, Scope::Body)?;
        let index = match &item.node {
            Node::Number(number) => *number as usize,
            Node::Text(label) if scope == Scope::Node => {
                self.level.bodies.get(body)?.nodes.iter().position(|node| node.label == *label)?
            }
            _ => return None,
        };
        let old = match scope {
            Scope::Node => Place::Node(body, index),
            Scope::Spring => Place::Spring(body, index),
            Scope::Stick => Place::Stick(body, index),
            _ => Place::Triangle(body, index),
        };
        let (Place::Node(to, new) | Place::Spring(to, new) | Place::Stick(to, new) | Place::Triangle(to, new)) =
            (self.follow)(old)?
        else {
            return None;
        };
        if matches!(owner.node, Node::Number(_)) || (self.follow)(Place::Body(body)) != Some(Place::Body(to)) {
            self.numbers.push((owner.at.clone(), to));
        }
        if matches!(item.node, Node::Number(_)) {
            self.numbers.push((item.at.clone(), new));
        }
        Some(())
    }

    /// A name alone is that of a body, else that of a disc.
    fn toucher(&mut self, tree: &Tree) -> Option<()> {
        match &tree.node {
            Node::Text(text) => {
                let is_body = named(self.level.bodies.iter().map(|body| [&body.name, &body.id]), text).is_some();
                self.owner(tree, if is_body { Scope::Body } else { Scope::Disc })
            }
            Node::Number(_) => self.owner(tree, Scope::Body),
            _ => self.part(tree),
        }
    }
}

/// Index of the part with this name, else of the part with this id.
fn named<'a>(names: impl Iterator<Item = [&'a String; 2]> + Clone, text: &str) -> Option<usize> {
    let by_name = names.clone().position(|[name, _]| name == text);
    by_name.or_else(|| names.clone().position(|[_, id]| id == text))
}
