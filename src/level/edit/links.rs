//! Links: adding them, their drawn lengths, cutting them, and finding those among copied parts.

use super::places::{Made, mass_at, missing};
use crate::geometry::{DVec2, polygon};
use crate::level::user_data::find::link_kind;
use crate::level::{Level, Link, LinkEnd, LinkKind, Place, Properties};
use std::collections::BTreeSet;

/// Position of an end of a link as drawn. None if it does not exist.
pub fn end_position(level: &Level, end: LinkEnd) -> Option<DVec2> {
    let position = match end {
        LinkEnd::Node([body, node]) => level.bodies.get(body)?.nodes.get(node)?.position,
        LinkEnd::Disc(disc) => level.discs.get(disc)?.position,
        LinkEnd::Point(point) => point,
    };
    Some(DVec2::from_array(position))
}

/// Distance of the ends of a link as drawn. None if an end does not exist.
pub fn drawn_length(level: &Level, link: &Link) -> Option<f64> {
    Some(end_position(level, link.a)?.distance(end_position(level, link.b)?))
}

/// The part to which a link ends there; None for a fixed point.
pub fn end_place(end: LinkEnd) -> Option<Place> {
    match end {
        LinkEnd::Node([body, node]) => Some(Place::Node(body, node)),
        LinkEnd::Disc(disc) => Some(Place::Disc(disc)),
        LinkEnd::Point(_) => None,
    }
}

/// The kind with another length; pin joints have none.
pub fn with_length(kind: LinkKind, length: f64) -> LinkKind {
    match kind {
        LinkKind::Spring { stiffness, damping, .. } => LinkKind::Spring { rest_length: length, stiffness, damping },
        LinkKind::Stick { .. } => LinkKind::Stick { length },
        LinkKind::Pin => LinkKind::Pin,
    }
}

/// Adds a link between two ends. Its length is their drawn distance; that of `kind` is ignored.
///
/// # Errors
/// If an end does not exist, is a barycentre or not finite, both are equal or both fixed, a stick would have no length, or a
/// link of this kind joins them already.
pub fn add_link(level: &mut Level, ends: [LinkEnd; 2], kind: LinkKind, collide: bool) -> Result<Made, String> {
    ends.iter().try_for_each(|&end| usable(level, end))?;
    let [a, b] = ends;
    if a == b {
        return Err("a link needs two different ends".to_owned());
    }
    if ends.iter().all(|end| matches!(end, LinkEnd::Point(_))) {
        return Err("a link between two fixed points moves nothing".to_owned());
    }
    let joins = |link: &Link| [link.a, link.b] == ends || [link.b, link.a] == ends;
    let is_alike = |link: &Link| std::mem::discriminant(&link.kind) == std::mem::discriminant(&kind);
    if let Some(known) = level.links.iter().position(|link| joins(link) && is_alike(link)) {
        return Err(format!("link {known}, a {}, joins them already", link_kind(kind)));
    }
    let mut link = Link { id: String::new(), a, b, kind, collide, tags: Vec::new(), properties: Properties::default() };
    let length = drawn_length(level, &link).unwrap_or_default();
    link.kind = lengthened(kind, length)?;
    level.links.push(link);
    Ok(Made::at(vec![Place::Link(level.links.len() - 1)]))
}

/// The kind with a length that its rules allow.
pub(super) fn lengthened(kind: LinkKind, length: f64) -> Result<LinkKind, String> {
    if !length.is_finite() {
        return Err("the ends are too far apart".to_owned());
    }
    if length == 0.0 && matches!(kind, LinkKind::Stick { .. }) {
        return Err("the ends coincide, and a stick has a length".to_owned());
    }
    Ok(with_length(kind, length))
}

fn usable(level: &Level, end: LinkEnd) -> Result<(), String> {
    match end {
        LinkEnd::Node([body, node]) => mass_at(level, body, node, "link"),
        LinkEnd::Disc(disc) if disc >= level.discs.len() => Err(missing(Place::Disc(disc))),
        LinkEnd::Point(point) if !point.iter().all(|at| at.is_finite()) => Err("the point is not finite".to_owned()),
        LinkEnd::Disc(_) | LinkEnd::Point(_) => Ok(()),
    }
}

/// Removes the links that the segment crosses and that end at one of these bodies, or at none; returns their number. Pin joints
/// have no extent and are kept.
pub(super) fn cut_links(level: &mut Level, bodies: &BTreeSet<usize>, from: DVec2, to: DVec2) -> usize {
    let is_cut = |link: &Link| {
        let bodies_of_ends = [link.a, link.b].map(|end| end_place(end).and_then(Place::body));
        let is_meant = bodies_of_ends == [None; 2] || bodies_of_ends.iter().flatten().any(|body| bodies.contains(body));
        let ends = (end_position(level, link.a), end_position(level, link.b));
        let (Some(a), Some(b)) = ends else { return false };
        is_meant && link.kind != LinkKind::Pin && polygon::segments_cross(a, b, from, to)
    };
    let gone: Vec<bool> = level.links.iter().map(is_cut).collect();
    let mut is_gone = gone.iter();
    level.links.retain(|_| !is_gone.next().is_some_and(|&gone| gone));
    gone.iter().filter(|&&gone| gone).count()
}

/// Links both of whose ends `moved` knows, with their new ends. Fixed points are given to it too.
pub(super) fn copied(links: &[Link], moved: impl Fn(LinkEnd) -> Option<LinkEnd>) -> Vec<Link> {
    let copy = |link: &Link| {
        let (a, b) = (moved(link.a)?, moved(link.b)?);
        Some(Link { a, b, ..link.clone() })
    };
    links.iter().filter_map(copy).collect()
}

/// Ends of a link after `moved` has moved its fixed points.
///
/// # Errors
/// If a point would not be finite.
pub(super) fn move_points(link: &mut Link, moved: impl Fn([f64; 2]) -> [f64; 2]) -> Result<(), String> {
    for end in [&mut link.a, &mut link.b] {
        if let LinkEnd::Point(point) = end {
            *point = moved(*point);
            if !point.iter().all(|at| at.is_finite()) {
                return Err("a fixed point would not be finite".to_owned());
            }
        }
    }
    Ok(())
}
