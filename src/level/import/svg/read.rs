//! Parses the text of a drawing with limits, and keeps what the library's tree omits: labels, title, omissions.

use super::{expansion, refusal};
use crate::level::format::FormatError;
use crate::level::import::MOST_BYTES;
use std::collections::BTreeMap;
use usvg::roxmltree::{Document, Node, ParsingOptions};

/// Maximum number of elements and texts.
const MOST_NODES: u32 = 500_000;
/// Maximum length of a name, in characters.
const LONGEST_NAME: usize = 80;
const SVG: &str = "http://www.w3.org/2000/svg";
const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";

/// A parsed drawing.
pub(super) struct Drawing {
    /// Shapes with their styles and transforms resolved.
    pub tree: usvg::Tree,
    /// Names of elements by id: Inkscape's label, else the title.
    pub labels: BTreeMap<String, String>,
    /// Title; empty if there is none.
    pub title: String,
    /// Description; empty if there is none.
    pub description: String,
    /// Number of text elements and images.
    pub left_out: usize,
}

/// Parses a drawing; never accesses other files.
///
/// # Errors
/// With line and column if the text is not XML.
pub(super) fn read(bytes: &[u8]) -> Result<Drawing, FormatError> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(refusal("", format!("a drawing has at most {} MB", MOST_BYTES >> 20)));
    }
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return Err(refusal("", "the drawing is compressed (.svgz): unpack it with gunzip first"));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| refusal("", format!("not an SVG drawing: byte {} is not UTF-8", error.valid_up_to())))?;
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        let position = Some((at.row as usize, at.col as usize));
        FormatError { position, ..refusal("", format!("not an SVG drawing: {error}")) }
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(refusal("", format!("not an SVG drawing: the first element is `{}`", root.tag_name().name())));
    }
    if root.tag_name().namespace() != Some(SVG) {
        return Err(refusal("svg", format!("the first element lacks xmlns=\"{SVG}\"")));
    }
    expansion::verify(&document)?;
    let tree = usvg::Tree::from_xmltree(&document, &options_without_files())
        .map_err(|error| refusal("", format!("the drawing cannot be read: {error}")))?;
    Ok(Drawing {
        tree,
        labels: labels(&document),
        title: child_text(root, "title"),
        description: child_text(root, "desc"),
        left_out: document.descendants().filter(|node| matches!(node.tag_name().name(), "text" | "image")).count(),
    })
}

/// Images are not used, and a drawing must not open other files.
fn options_without_files() -> usvg::Options<'static> {
    usvg::Options {
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    }
}

fn labels(document: &Document) -> BTreeMap<String, String> {
    let named = document.descendants().filter_map(|node| {
        let id = node.attribute("id")?;
        let label = node.attribute((INKSCAPE, "label")).map_or_else(|| child_text(node, "title"), short);
        (!label.is_empty()).then(|| (id.to_string(), label))
    });
    named.collect()
}

fn child_text(node: Node, tag: &str) -> String {
    let child = node.children().find(|child| child.tag_name().name() == tag);
    child.and_then(|child| child.text()).map_or_else(String::new, short)
}

/// Returns a single line of limited length.
pub(super) fn short(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(LONGEST_NAME).collect()
}
