//! The references in a drawing's style sheets: which elements a rule may apply to.

use super::expansion::{declarations, target};
use std::collections::BTreeMap;
use usvg::roxmltree::{Document, Node};

/// A rule with a reference: the last compound selector, and its declarations.
struct StyleRule<'a> {
    tag: &'a str,
    classes: Vec<&'a str>,
    id: Option<&'a str>,
    declarations: Vec<(&'a str, &'a str)>,
}

/// Rules with references, by the first class, id or tag that they require.
pub(super) struct Sheet<'a> {
    rules: BTreeMap<&'a str, Vec<StyleRule<'a>>>,
}

impl<'a> Sheet<'a> {
    pub fn of(document: &'a Document<'a>) -> Self {
        let mut sheet = Self { rules: BTreeMap::new() };
        let styles = document.descendants().filter(|node| node.tag_name().name() == "style");
        for text in styles.flat_map(|node| node.children()).filter_map(|child| child.text()) {
            sheet.read(text);
        }
        sheet
    }

    fn read(&mut self, text: &'a str) {
        for block in text.split('}') {
            // In nested blocks (`@media`) the innermost applies.
            let Some((before, body)) = block.rsplit_once('{') else { continue };
            let selectors = before.rsplit(['{', ';', '/']).next().unwrap_or_default();
            let declared: Vec<_> = declarations(body).filter(|(_, value)| target(value).is_some()).collect();
            if declared.is_empty() {
                continue;
            }
            for selector in selectors.split(',') {
                let rule = StyleRule::of(selector, declared.clone());
                let key = rule.classes.first().copied().or(rule.id).unwrap_or(rule.tag);
                self.rules.entry(key).or_default().push(rule);
            }
        }
    }

    /// Declarations of all rules that may apply; ancestors, attributes and states in selectors are assumed to match.
    pub fn matching(&self, node: Node<'a, 'a>) -> impl Iterator<Item = (&'a str, &'a str)> {
        let classes = node.attribute("class").unwrap_or_default().split_whitespace();
        let keys = classes.chain(node.attribute("id")).chain([node.tag_name().name(), ""]);
        let rules = keys.filter_map(|key| self.rules.get(key)).flatten();
        rules.filter(move |rule| rule.may_apply(node)).flat_map(|rule| rule.declarations.iter().copied())
    }
}

impl<'a> StyleRule<'a> {
    fn of(selector: &'a str, declarations: Vec<(&'a str, &'a str)>) -> Self {
        let compound = selector.trim().rsplit([' ', '\t', '\n', '\r', '>', '+', '~']).next().unwrap_or_default();
        let compound = compound.split(['[', ':']).next().unwrap_or_default();
        let mut rule = Self { tag: "", classes: Vec::new(), id: None, declarations };
        let starts: Vec<usize> =
            compound.char_indices().filter(|(i, c)| *i == 0 || matches!(c, '.' | '#')).map(|(i, _)| i).collect();
        for (n, &start) in starts.iter().enumerate() {
            let part = &compound[start..starts.get(n + 1).copied().unwrap_or(compound.len())];
            match (part.strip_prefix('.'), part.strip_prefix('#')) {
                (Some(class), _) => rule.classes.push(class),
                (_, Some(id)) => rule.id = Some(id),
                _ if part == "*" => {}
                _ => rule.tag = part,
            }
        }
        rule
    }

    fn may_apply(&self, node: Node) -> bool {
        let has = |class: &&str| node.attribute("class").is_some_and(|all| all.split_whitespace().any(|c| c == *class));
        (self.tag.is_empty() || self.tag == node.tag_name().name())
            && self.id.is_none_or(|id| node.attribute("id") == Some(id))
            && self.classes.iter().all(has)
    }
}
