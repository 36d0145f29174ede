//! The shapes of a drawing in order, with their names and roles.

use super::clips::ClipUse;
use super::read::{Drawing, short};
use crate::geometry::{Aabb, DVec2};
use std::collections::BTreeMap;
use usvg::{Fill, Group, Node, Paint, Path, Stroke};

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
    /// Clip paths that apply, as indices of [`VisibleShapes::clips`].
    pub clips: Vec<usize>,
    /// Box around what is visible.
    pub bounds: Aabb,
}

/// The visible shapes of a drawing.
#[derive(Default)]
pub(super) struct VisibleShapes<'a> {
    /// In the order in which they are painted.
    pub shapes: Vec<VisibleShape<'a>>,
    pub clips: Vec<ClipUse<'a>>,
    /// Number of shapes without opacity.
    pub transparent: usize,
    /// Number of masks, which do not apply.
    pub masks: usize,
}

impl<'a> VisibleShape<'a> {
    pub fn fill(&self) -> Option<&'a Fill> {
        self.path.fill().filter(|fill| fill.opacity().get() > 0.0)
    }

    pub fn stroke(&self) -> Option<&'a Stroke> {
        self.path.stroke().filter(|stroke| stroke.opacity().get() > 0.0)
    }

    pub fn fill_color(&self) -> String {
        match self.fill().map(|fill| fill.paint()) {
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

/// All visible shapes.
pub(super) fn shapes(drawing: &Drawing) -> VisibleShapes<'_> {
    let mut walk = ShapeWalk { labels: &drawing.labels, found: VisibleShapes::default(), count: 0 };
    let page = Surrounding { name: String::new(), part: Part::Soft, clips: Vec::new(), is_opaque: true };
    walk.group(drawing.tree.root(), &page);
    let mut found = walk.found;
    if found.shapes.len() > 1 && covers_page(&found.shapes[0], drawing.tree.size()) {
        found.shapes[0].part = Part::Background;
    }
    found
}

struct ShapeWalk<'a> {
    labels: &'a BTreeMap<String, String>,
    found: VisibleShapes<'a>,
    count: usize,
}

/// What an element has from the groups around it.
struct Surrounding {
    name: String,
    part: Part,
    clips: Vec<usize>,
    is_opaque: bool,
}

impl<'a> ShapeWalk<'a> {
    /// The recursion is as deep as the drawing, which is bounded.
    fn group(&mut self, group: &'a Group, around: &Surrounding) {
        for node in group.children() {
            match node {
                Node::Group(inner) => {
                    let (name, part) = self.named(inner.id(), &around.name, around.part);
                    let mut clips = around.clips.clone();
                    let mut next = inner.clip_path();
                    while let Some(path) = next {
                        clips.push(self.found.clips.len());
                        self.found.clips.push(ClipUse { path, transform: inner.abs_transform() });
                        next = path.clip_path();
                    }
                    self.found.masks += usize::from(inner.mask().is_some());
                    let is_opaque = around.is_opaque && inner.opacity().get() > 0.0;
                    self.group(inner, &Surrounding { name, part, clips, is_opaque });
                }
                Node::Path(path) if path.is_visible() => self.path(path, around),
                Node::Path(_) | Node::Image(_) | Node::Text(_) => {}
            }
        }
    }

    fn path(&mut self, path: &'a Path, around: &Surrounding) {
        let (name, part) = self.named(path.id(), &around.name, around.part);
        self.count += 1;
        let place = match path.id() {
            "" => format!("shape {}", self.count),
            id => short(id),
        };
        let mut bounds = visible_bounds(path);
        for &clip in &around.clips {
            let clip = self.found.clips[clip].bounds().unwrap_or(Aabb::EMPTY);
            bounds = Aabb { min: bounds.min.max(clip.min), max: bounds.max.min(clip.max) };
        }
        let shape = VisibleShape { name, place, part, path, clips: around.clips.clone(), bounds };
        if around.is_opaque && (shape.fill().is_some() || shape.stroke().is_some()) {
            self.found.shapes.push(shape);
        } else {
            self.found.transparent += 1;
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

fn visible_bounds(path: &Path) -> Aabb {
    let own = path.abs_bounding_box();
    let corners = [(own.left(), own.top()), (own.right(), own.bottom())];
    Aabb::around(corners.map(|(x, y)| DVec2::new(x.into(), y.into())))
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
    covers && shape.part == Part::Soft && shape.fill().is_some() && shape.path.data().points().iter().all(is_corner)
}
