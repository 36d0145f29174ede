//! Common part of tools that connect nodes, discs and fixed points: by a drag between two of them, or by clicks from one to
//! the next.
//!
//! Two nodes of one body get a spring or stick of that body. All other pairs get a link.

use super::nodes::{self, NodeId};
use super::pen::{self, Stretch};
use super::{Pointer, describe, sketch};
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::mirror::axis_in;
use crate::editor::stage::{Stage, pick};
use crate::editor::widgets::short;
use crate::geometry::DVec2;
use crate::level::edit::links::end_place;
use crate::level::edit::symmetry::{NewLink, joined_both};
use crate::level::{LinkEnd, LinkKind, Place};
use egui::{CursorIcon, Painter, Ui};

/// Picks two ends, repeatedly.
pub(super) struct Chain {
    /// Name of the connection, such as `spring`.
    noun: &'static str,
    stretch: Stretch<LinkEnd>,
    /// Snapped pointer position.
    pub at: Option<DVec2>,
}

/// What a chain adds between two ends.
pub(super) struct Connection {
    /// Between two nodes of one body; None: a link as between others.
    pub within: Option<NewLink>,
    /// Between others. Its length is ignored.
    pub across: LinkKind,
}

/// The node, else the disc, else, if wanted, the fixed point at a position.
fn end_at(stage: &Stage, pointer: &Pointer, at: DVec2) -> Option<LinkEnd> {
    if let Some((body, node)) = nodes::mass_at(stage, at) {
        return Some(LinkEnd::Node([body, node]));
    }
    if let Some(Place::Disc(disc)) = pick::nearest_disc(stage, at) {
        return Some(LinkEnd::Disc(disc));
    }
    let is_wanted = pointer.modifiers.command || stage.options.fixes_ends;
    is_wanted.then(|| LinkEnd::Point(pen::snapped(stage, pointer, at, None).at.to_array()))
}

/// Position of an end on the canvas.
pub(super) fn position(stage: &Stage, end: LinkEnd) -> DVec2 {
    stage.link_end(end).unwrap_or(stage.viewport.center)
}

/// Name of an end in a sentence.
fn name_of(end: LinkEnd) -> String {
    end_place(end).map_or_else(|| "a fixed point".to_owned(), describe)
}

/// Both ends as nodes of one body.
fn of_one_body(from: LinkEnd, to: LinkEnd) -> Option<(usize, [usize; 2])> {
    match (from, to) {
        (LinkEnd::Node([body, a]), LinkEnd::Node([other, b])) if body == other => Some((body, [a, b])),
        _ => None,
    }
}

/// Text with a capital first letter.
fn capital(mut text: String) -> String {
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

impl Chain {
    pub fn of(noun: &'static str) -> Self {
        Self { noun, stretch: Stretch::Idle, at: None }
    }

    /// Follows the pointer and connects two picked ends.
    pub fn update(
        &mut self,
        stage: &Stage,
        pointer: &Pointer,
        connection: impl FnOnce() -> Connection,
        out: &mut Vec<Action>,
    ) {
        self.at = pointer.at.map(|at| end_at(stage, pointer, at).map_or(at, |end| position(stage, end)));
        let was_dragging = matches!(self.stretch, Stretch::Dragging(_));
        let Some((from, to)) = self.stretch.update(pointer, |at| end_at(stage, pointer, at)) else {
            let noun = self.noun;
            let is_empty = |at: DVec2| end_at(stage, pointer, at).is_none();
            if was_dragging && pointer.drag_stopped && pointer.at.is_some_and(is_empty) {
                out.push(Action::Refuse(format!(
                    "No {noun} made: release on a node or disc, or with Ctrl held for a fixed point"
                )));
            } else if pointer.clicked.is_some_and(is_empty) && !pointer.double_clicked {
                out.push(Action::Refuse(format!(
                    "Nothing here: a {noun} joins nodes or discs. Click one, or with Ctrl held a fixed point"
                )));
            }
            if pointer.double_clicked {
                self.end();
            }
            return;
        };
        out.push(Action::Edit(self.connecting(stage, connection(), from, to)));
        // A chain does not go on from a fixed point: a link between two of them would move nothing.
        if pointer.clicked.is_some() && !pointer.double_clicked && !matches!(to, LinkEnd::Point(_)) {
            self.stretch = Stretch::Clicked(to);
        }
    }

    /// Connects two ends, and their mirror images.
    fn connecting(&self, stage: &Stage, connection: Connection, from: LinkEnd, to: LinkEnd) -> Edit {
        let noun = self.noun;
        let label = capital(format!("{noun} from {} to {}", name_of(from), name_of(to)));
        match (of_one_body(from, to), connection.within) {
            (Some((body, ends)), Some(link)) => nodes::linking(stage, label, link, body, ends.to_vec()),
            _ => joining(stage, label, [from, to], connection.across),
        }
    }

    /// Hint; `None` if nothing is picked and no end is near.
    pub fn hint(&self, stage: &Stage, pointer: &Pointer) -> Option<String> {
        let noun = self.noun;
        let over = pointer.at.and_then(|at| end_at(stage, pointer, at));
        let has_length = noun != "pin joint";
        let what = |from: LinkEnd, to: LinkEnd| match of_one_body(from, to) {
            Some(_) => noun.to_owned(),
            None if has_length => format!("{noun} link from {}", name_of(from)),
            None => format!("{noun} from {}", name_of(from)),
        };
        Some(match (self.stretch.from(), over) {
            (Some(LinkEnd::Point(_)), Some(LinkEnd::Point(_))) => {
                "Click or release on a node or disc: a link between two fixed points moves nothing".to_owned()
            }
            (Some(&from), Some(to)) if from != to => {
                let length = position(stage, from).distance(position(stage, to));
                let length = if has_length { format!(" of length {}", short(length)) } else { String::new() };
                capital(format!("{}: click or release for a {}{length}", name_of(to), what(from, to)))
            }
            (Some(&from), _) => format!(
                "From {}: click the next node or disc, with Ctrl a fixed point; Enter or Esc ends the chain",
                name_of(from)
            ),
            (None, Some(end)) => {
                capital(format!("{}: drag to another node or disc, or click to begin a chain", name_of(end)))
            }
            (None, None) => return None,
        })
    }

    pub fn cursor(stage: &Stage, pointer: &Pointer) -> CursorIcon {
        match pointer.at.and_then(|at| end_at(stage, pointer, at)) {
            Some(LinkEnd::Node(_) | LinkEnd::Disc(_)) => CursorIcon::PointingHand,
            _ => CursorIcon::Crosshair,
        }
    }

    pub fn paint(&self, stage: &Stage, painter: &Painter) {
        nodes::paint_meant(stage, self.at, painter);
        if let (Some(&from), Some(at)) = (self.stretch.from(), self.at) {
            let start = position(stage, from);
            sketch::line(stage, painter, start, at);
            sketch::image_line(stage, painter, start, at);
            match from {
                LinkEnd::Point(_) => sketch::cross(stage, painter, start),
                _ => sketch::ring(stage, painter, start),
            }
        }
    }

    /// Controls of links: fixed ends and collision.
    pub fn options(stage: &Stage, ui: &mut Ui, out: &mut Vec<Action>) {
        let (mut fixes, mut collide) = (stage.options.fixes_ends, stage.options.links_collide);
        let tip = "A click on nothing ends a link at a fixed point of the world; otherwise hold Ctrl for that";
        if ui.checkbox(&mut fixes, "Fixed ends").on_hover_text(tip).changed() {
            out.push(Action::prefer(move |settings| settings.tools.fixes_ends = fixes));
        }
        let tip = "Parts that a new link joins still collide with each other";
        if ui.checkbox(&mut collide, "Collide").on_hover_text(tip).changed() {
            out.push(Action::prefer(move |settings| settings.tools.links_collide = collide));
        }
    }

    /// True if a first end is picked.
    pub fn is_begun(&self) -> bool {
        self.stretch.from().is_some()
    }

    /// Ends the chain.
    pub fn end(&mut self) {
        self.stretch = Stretch::Idle;
    }
}

/// Adds a link and its mirror image.
pub(super) fn joining(stage: &Stage, label: String, ends: [LinkEnd; 2], kind: LinkKind) -> Edit {
    let (x, collide) = (stage.mirror, stage.options.links_collide);
    Edit::making(label, move |level| {
        let axis = axis_in(level, x);
        joined_both(level, ends, kind, collide, axis)
    })
}

/// Nodes of different bodies and discs whose centres are within reach of a point, nearest first.
pub(super) fn ends_near(stage: &Stage, at: DVec2, reach: f64) -> Vec<LinkEnd> {
    let mut found: Vec<(f64, LinkEnd)> = Vec::new();
    for (body, layout) in stage.world.layout().bodies.iter().enumerate() {
        let near = (0..layout.nodes.len()).filter(|&node| nodes::is_mass(stage.level, body, node));
        let near = near.filter_map(|node| Some((stage.node(body, node)?.distance(at), (body, node))));
        let nearest: Option<(f64, NodeId)> = near.min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((distance, (body, node))) = nearest.filter(|_| stage.is_pickable(Place::Body(body))) {
            found.push((distance, LinkEnd::Node([body, node])));
        }
    }
    for disc in (0..stage.level.discs.len()).filter(|&disc| stage.is_pickable(Place::Disc(disc))) {
        found.extend(stage.disc(disc).map(|(center, _)| (center.distance(at), LinkEnd::Disc(disc))));
    }
    found.retain(|(distance, _)| *distance <= reach);
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, end)| end).collect()
}
