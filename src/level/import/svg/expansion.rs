//! Size of a drawing after its references are expanded, computed before the library expands them.
//!
//! `use` copies its target; a path filled with a pattern gets a copy of the pattern's content, which may use patterns
//! again. The total size is computed on the reference graph, visiting each element once, in time linear in the text.

use super::refusal;
use super::sheet::Sheet;
use crate::level::format::FormatError;
use std::collections::BTreeMap;
use usvg::roxmltree::{Document, Node};

/// Maximum number of elements after all references are expanded.
pub(super) const MOST_EXPANDED: u64 = 500_000;
/// Maximum nesting of elements, references counted like children. Drawings have some ten levels; the library recurses.
pub(super) const DEEPEST: usize = 200;
/// Minimum bytes of path data per vertex.
const BYTES_PER_VERTEX: u64 = 4;
/// Maximum number of elements that the library compares when it searches for self-references.
const MOST_COMPARED: u64 = 20_000_000;

/// Refuses a drawing whose references are cyclic, too deep, or expand to too many elements.
///
/// # Errors
/// At the element that exceeds the limit.
pub(super) fn verify(document: &Document) -> Result<(), FormatError> {
    let sheet = Sheet::of(document);
    let by_id = document.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let count = document.descendants().count();
    let mut walk = ReferenceWalk { by_id, sheet, states: vec![State::New; count], compared: 0 };
    let all = walk.visit(document.root_element(), 0)?;
    if all.expanded > MOST_EXPANDED {
        return Err(too_much(document.root_element()));
    }
    Ok(())
}

/// Totals of an element and its content.
#[derive(Clone, Copy, Default)]
struct Size {
    /// Elements, including copies of `use`, without paint.
    elements: u64,
    /// Approximate number of path vertices.
    vertices: u64,
    /// Elements, including copies of paint.
    expanded: u64,
    /// Longest chain of children and references.
    height: usize,
}

impl Size {
    fn add(&mut self, other: Self) {
        self.elements = self.elements.saturating_add(other.elements);
        self.vertices = self.vertices.saturating_add(other.vertices);
        self.expanded = self.expanded.saturating_add(other.expanded);
        self.height = self.height.max(other.height + 1);
    }
}

#[derive(Clone, Copy)]
enum State {
    New,
    Active,
    Done(Size),
}

/// A property with a reference in it.
struct Reference<'a> {
    property: &'a str,
    id: &'a str,
}

struct ReferenceWalk<'a> {
    by_id: BTreeMap<&'a str, Node<'a, 'a>>,
    sheet: Sheet<'a>,
    /// By index of the element.
    states: Vec<State>,
    compared: u64,
}

impl<'a> ReferenceWalk<'a> {
    /// The recursion depth is at most [`DEEPEST`].
    fn visit(&mut self, node: Node<'a, 'a>, depth: usize) -> Result<Size, FormatError> {
        let index = node.id().get_usize();
        match self.states[index] {
            State::Active => return Err(refusal(&place(node), "the element contains a reference to itself")),
            State::Done(size) if depth + size.height > DEEPEST => return Err(too_deep(node)),
            State::Done(size) => return Ok(size),
            State::New if depth > DEEPEST => return Err(too_deep(node)),
            State::New => {}
        }
        self.states[index] = State::Active;
        let size = self.measure(node, depth)?;
        if size.expanded > MOST_EXPANDED {
            return Err(too_much(node));
        }
        self.states[index] = State::Done(size);
        Ok(size)
    }

    fn measure(&mut self, node: Node<'a, 'a>, depth: usize) -> Result<Size, FormatError> {
        let bytes = ["d", "points"].iter().filter_map(|name| node.attribute(*name)).map(str::len).sum::<usize>();
        let vertices = 1 + bytes as u64 / BYTES_PER_VERTEX;
        let mut size = Size { elements: 1, vertices, expanded: 1, height: 0 };
        for child in node.children().filter(Node::is_element) {
            size.add(self.visit(child, depth + 1)?);
        }
        let mut paints = self.references(node);
        if is_content(node) {
            paints.extend(self.inherited(node));
        }
        if let Some(target) = href(node).and_then(|id| self.by_id.get(id).copied()) {
            let is_template = node.tag_name().name().ends_with("Gradient");
            let target = self.visit(target, depth + 1)?;
            size.add(if is_template { Size { height: target.height, ..Size::default() } } else { target });
        }
        for Reference { property, id } in paints {
            let Some(&target) = self.by_id.get(id) else { continue };
            let target = self.visit(target, depth + 1)?;
            self.compared = self.compared.saturating_add(target.elements);
            if self.compared > MOST_COMPARED {
                return Err(too_much(node));
            }
            let copies = match property {
                "clip-path" | "mask" | "filter" => 1,
                _ if property.starts_with("marker") => size.vertices,
                _ => size.elements,
            };
            size.expanded = size.expanded.saturating_add(target.expanded.saturating_mul(copies));
            size.height = size.height.max(target.height + 1);
        }
        Ok(size)
    }

    /// References in the element's own properties: attributes, style, style sheet.
    fn references(&self, node: Node<'a, 'a>) -> Vec<Reference<'a>> {
        let attributes = node.attributes().filter(|attribute| attribute.name() != "style");
        let mut found: Vec<Reference> = attributes
            .filter_map(|attribute| Some(Reference { property: attribute.name(), id: target(attribute.value())? }))
            .collect();
        let declared = |(property, value): (&'a str, &'a str)| Some(Reference { property, id: target(value)? });
        found.extend(declarations(node.attribute("style").unwrap_or_default()).filter_map(declared));
        found.extend(self.sheet.matching(node).filter_map(declared));
        found
    }

    /// Paint that the content of a pattern or similar element inherits from its ancestors.
    fn inherited(&self, node: Node<'a, 'a>) -> Vec<Reference<'a>> {
        let around = node.ancestors().skip(1).filter(Node::is_element).flat_map(|outer| self.references(outer));
        let is_inherited = |reference: &Reference| {
            !matches!(reference.property, "clip-path" | "mask" | "filter") && lacks(node, reference.property)
        };
        around.filter(is_inherited).collect()
    }
}

/// True if a shape in the element sets the property neither itself nor in a group within the element.
fn lacks(node: Node, property: &str) -> bool {
    let has = node.has_attribute(property)
        || declarations(node.attribute("style").unwrap_or_default()).any(|(name, _)| name == property);
    let mut children = node.children().filter(Node::is_element).peekable();
    !has && (children.peek().is_none() || children.any(|child| lacks(child, property)))
}

/// True if an element's content is painted where another element refers to it.
fn is_content(node: Node) -> bool {
    matches!(node.tag_name().name(), "pattern" | "clipPath" | "mask" | "marker" | "symbol")
}

fn href<'a>(node: Node<'a, 'a>) -> Option<&'a str> {
    let found = node.attributes().find(|attribute| attribute.name() == "href")?;
    found.value().trim().strip_prefix('#')
}

/// The id in `url(#id)`.
pub(super) fn target(value: &str) -> Option<&str> {
    let (_, rest) = value.split_once("url(")?;
    let (inner, _) = rest.split_once(')')?;
    inner.trim().trim_matches(['"', '\'']).trim().strip_prefix('#')
}

/// `name: value` pairs of a style.
pub(super) fn declarations(style: &str) -> impl Iterator<Item = (&str, &str)> {
    style.split(';').filter_map(|pair| pair.split_once(':')).map(|(name, value)| (name.trim(), value.trim()))
}

fn place(node: Node) -> String {
    node.attribute("id").map_or_else(|| node.tag_name().name().to_owned(), super::read::short)
}

fn too_deep(node: Node) -> FormatError {
    refusal(&place(node), format!("elements are nested more than {DEEPEST} deep, references included"))
}

fn too_much(node: Node) -> FormatError {
    refusal(&place(node), format!("with its references followed, the drawing has more than {MOST_EXPANDED} elements"))
}
