//! The shapes of a drawing in order, with their names and roles.

use super::read::{Drawing, short};
use std::collections::BTreeMap;
use usvg::{Group, Node, Paint, Path};

/// Role of a filled shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Soft,
    Fixed,
    Background,
}

/// A visible shape.
pub(super) struct VisibleShape<'a> {
    /// Name; empty if neither it nor a group around it has a label or id.
    pub name: String,
    /// Its id, else its index in the drawing; the place of an error.
    pub place: String,
    pub part: Part,
    pub path: &'a Path,
}

impl VisibleShape<'_> {
    pub fn fill_color(&self) -> String {
        match self.path.fill().map(|fill| fill.paint()) {
            // A drawing paints shapes without a fill black; a body without a colour gets a visible one.
            Some(Paint::Color(usvg::Color { red: 0, green: 0, blue: 0 })) => String::new(),
            Some(Paint::Color(color)) => hex(*color),
            Some(Paint::LinearGradient(gradient)) => {
                gradient.stops().first().map_or_else(String::new, |s| hex(s.color()))
            }
            Some(Paint::RadialGradient(gradient)) => {
                gradient.stops().first().map_or_else(String::new, |s| hex(s.color()))
            }
            Some(Paint::Pattern(_)) | None => String::new(),
        }
    }
}

fn hex(color: usvg::Color) -> String {
    format!("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue)
}

/// All visible shapes, in the order in which they are painted.
pub(super) fn shapes(drawing: &Drawing) -> Vec<VisibleShape<'_>> {
    let mut walk = ShapeWalk { labels: &drawing.labels, shapes: Vec::new() };
    walk.group(drawing.tree.root(), "", Part::Soft);
    let mut shapes = walk.shapes;
    if shapes.len() > 1 && covers_page(&shapes[0], drawing.tree.size()) {
        shapes[0].part = Part::Background;
    }
    shapes
}

struct ShapeWalk<'a> {
    labels: &'a BTreeMap<String, String>,
    shapes: Vec<VisibleShape<'a>>,
}

impl<'a> ShapeWalk<'a> {
    /// The recursion is as deep as the drawing, which is bounded.
    fn group(&mut self, group: &'a Group, name: &str, part: Part) {
        for node in group.children() {
            match node {
                Node::Group(inner) => {
                    let (name, part) = self.named(inner.id(), name, part);
                    self.group(inner, &name, part);
                }
                Node::Path(path) if path.is_visible() => {
                    let (name, part) = self.named(path.id(), name, part);
                    let place = match path.id() {
                        "" => format!("shape {}", self.shapes.len() + 1),
                        id => short(id),
                    };
                    self.shapes.push(VisibleShape { name, place, part, path });
                }
                Node::Path(_) | Node::Image(_) | Node::Text(_) => {}
            }
        }
    }

    /// Name and role of an element in a group of this name and role.
    fn named(&self, id: &str, outer_name: &str, outer_part: Part) -> (String, Part) {
        let label = self.labels.get(id).map(String::as_str);
        let name = match label.unwrap_or(id) {
            "" => outer_name.to_string(),
            name => short(name),
        };
        let part = [label.unwrap_or_default(), id].into_iter().find_map(part_of);
        (name, part.unwrap_or(outer_part))
    }
}

/// Role that a name requests.
fn part_of(name: &str) -> Option<Part> {
    let begins = |prefix: &str| name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    if begins("fixed") || begins("floor") {
        Some(Part::Fixed)
    } else if begins("background") {
        Some(Part::Background)
    } else {
        None
    }
}

/// True if a shape is the paper: an axis-aligned rectangle as large as the page.
fn covers_page(shape: &VisibleShape, page: usvg::Size) -> bool {
    let bounds = shape.path.abs_bounding_box();
    let slack = 0.01 * page.width().max(page.height());
    let covers = bounds.left() <= slack
        && bounds.top() <= slack
        && bounds.right() >= page.width() - slack
        && bounds.bottom() >= page.height() - slack;
    // Each of the four corners lies in a corner of the bounding box.
    let own = shape.path.data().bounds();
    let is_corner = |p: &usvg::tiny_skia_path::Point| {
        (p.x == own.left() || p.x == own.right()) && (p.y == own.top() || p.y == own.bottom())
    };
    covers
        && shape.part == Part::Soft
        && shape.path.fill().is_some()
        && shape.path.data().points().iter().all(is_corner)
}
