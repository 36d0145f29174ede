//! Links on both sides of the mirror axis.

use super::super::links::add_link;
use super::super::places::Made;
use super::{Mirror, MirrorAxis, image};
use crate::level::{Level, Link, LinkEnd, LinkKind, Place};

impl Mirror<'_> {
    /// Image of an end of a link. None if its node or disc has no image.
    pub fn end(&self, end: LinkEnd) -> Option<LinkEnd> {
        match end {
            LinkEnd::Node([body, node]) => match self.of(Place::Node(body, node))? {
                Place::Node(body, node) => Some(LinkEnd::Node([body, node])),
                _ => None,
            },
            LinkEnd::Disc(disc) => match self.of(Place::Disc(disc))? {
                Place::Disc(disc) => Some(LinkEnd::Disc(disc)),
                _ => None,
            },
            LinkEnd::Point(point) if self.axis().has(point) => Some(LinkEnd::Point([self.axis().x, point[1]])),
            LinkEnd::Point(point) => Some(LinkEnd::Point(image::point(point, self.axis().x))),
        }
    }

    /// Index of the link of the same kind between the images of a link's ends.
    pub(super) fn image_of_link(&self, links: &[Link], link: &Link) -> Option<usize> {
        let ends = [self.end(link.a)?, self.end(link.b)?];
        let is_alike = |other: &&Link| std::mem::discriminant(&other.kind) == std::mem::discriminant(&link.kind);
        let joins = |other: &Link| {
            (self.is_near(other.a, ends[0]) && self.is_near(other.b, ends[1]))
                || (self.is_near(other.a, ends[1]) && self.is_near(other.b, ends[0]))
        };
        links.iter().position(|other| is_alike(&other) && joins(other))
    }

    /// True if two ends are the same, points within the tolerance.
    fn is_near(&self, a: LinkEnd, b: LinkEnd) -> bool {
        match (a, b) {
            (LinkEnd::Point(a), LinkEnd::Point(b)) => (a[0] - b[0]).hypot(a[1] - b[1]) <= self.axis().tolerance,
            _ => a == b,
        }
    }
}

/// Adds a link and the link between the images of its ends, if they exist and differ; see [`add_link`].
///
/// # Errors
/// As [`add_link`] and [`Mirror::new`].
pub fn joined_both(
    level: &mut Level,
    ends: [LinkEnd; 2],
    kind: LinkKind,
    collide: bool,
    axis: impl Into<Option<MirrorAxis>>,
) -> Result<Made, String> {
    let Some(axis) = axis.into() else { return add_link(level, ends, kind, collide) };
    let mirror = Mirror::new(level, axis)?;
    let images = mirror.end(ends[0]).zip(mirror.end(ends[1])).map(|(a, b)| [a, b]);
    let images = images.filter(|&[a, b]| [a, b] != ends && [b, a] != ends);
    let mut made = add_link(level, ends, kind, collide)?;
    // Refused if the image is there already, which is what was asked for.
    if let Some(image) = images.and_then(|ends| add_link(level, ends, kind, collide).ok()) {
        made.places.extend(image.places);
    }
    Ok(made)
}

/// Adds the images of new links whose ends have images, unless they exist; returns their places.
pub(super) fn complete_links(level: &mut Level, new: &[Place], axis: MirrorAxis) -> Result<Vec<Place>, String> {
    let images = {
        let mirror = Mirror::new(level, axis)?;
        let image = |&place: &Place| {
            let Place::Link(index) = place else { return None };
            let link = level.links.get(index)?;
            if mirror.image_of_link(&level.links, link).is_some() {
                return None;
            }
            let (a, b) = (mirror.end(link.a)?, mirror.end(link.b)?);
            Some(Link { id: String::new(), a, b, ..link.clone() })
        };
        new.iter().filter_map(image).collect::<Vec<_>>()
    };
    let first = level.links.len();
    level.links.extend(images);
    Ok((first..level.links.len()).map(Place::Link).collect())
}

/// Repeats changes of a link's kind, numbers and `collide` on its image, unless that changed too.
pub(super) fn follow_links(mirror: &Mirror, before: &Level, level: &mut Level) {
    if before.links.len() != level.links.len() {
        return;
    }
    for (index, old) in before.links.iter().enumerate() {
        let (new, image) = (level.links[index].clone(), mirror.image_of_link(&before.links, old));
        let Some(other) = image.filter(|&other| new != *old && other != index) else { continue };
        if level.links[other] == before.links[other] {
            let link = &mut level.links[other];
            (link.kind, link.collide) = (new.kind, new.collide);
        }
    }
}
