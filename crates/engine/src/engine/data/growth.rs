//! Parts added to a running level or removed from it: the changes of a layout.
//!
//! New bodies stand behind the others. Their batched sweeps are compiled in segments that merge like the digits of a binary counter
//! (the *logarithmic method*, Bentley & Saxe, *J. Algorithms* 1, 301, 1980), so a body is compiled O(log n) times in all.
//! A removed body keeps its nodes, without mass, until [`Layout::compacted`] copies the remaining bodies. Discs and obstacles are
//! removed from their lists at once.
//!
//! Invariant: parts keep their order, so the remaining parts move with the bits that they have in a level of these parts alone.

use super::Layout;
use super::layout::{BodyLayout, Discs, Segment, Springs, Sticks, extend};
use super::links::{ConstraintLink, LinkStatus, LinkedEnd, Links, SpringLink};
use crate::level::{self, Level};
use glam::DVec2;
use std::ops::Range;

/// A segment is merged with the one before unless that one has more than this many times its nodes.
const GROWTH: usize = 2;

impl Layout {
    /// Adds the parts of a valid level behind the own ones; its links join its own parts.
    pub(super) fn extend(&mut self, part: &Level) {
        let (first_body, first_disc) = (self.bodies.len(), self.discs.count());
        for body in &part.bodies {
            self.add(body, None);
            let (index, body) = (self.bodies.len() as u32 - 1, &self.bodies[self.bodies.len() - 1]);
            self.moves.push(body.is_dynamic);
            self.driven.extend(body.path.is_some().then_some(index));
            self.centred.extend(body.barycentre.is_some().then_some(index));
        }
        self.discs.extend(&part.discs);
        self.obstacles.extend(part.obstacles.iter().cloned());
        self.filters.extend(part);
        if !part.bodies.is_empty() {
            self.add_segment(first_body);
        }
        for link in &part.links {
            let mut link = link.clone();
            for end in [&mut link.a, &mut link.b] {
                *end = match *end {
                    level::LinkEnd::Node([body, node]) => level::LinkEnd::Node([first_body + body, node]),
                    level::LinkEnd::Disc(disc) => level::LinkEnd::Disc(first_disc + disc),
                    level::LinkEnd::Point(point) => level::LinkEnd::Point(point),
                };
            }
            self.links.add(&link, |body| self.bodies[body].nodes.start);
        }
        self.separate_linked();
    }

    /// Adds a segment from this body to the last one, merged with the segments before it.
    fn add_segment(&mut self, mut first: usize) {
        let end = self.bodies.len();
        let nodes =
            |bodies: Range<usize>| self.bodies[bodies.end - 1].nodes.end - self.bodies[bodies.start].nodes.start;
        while let Some(before) = self.segments.last().map(|segment| segment.bodies.clone()) {
            if !before.is_empty() && nodes(before.clone()) > GROWTH * nodes(first..end) {
                break;
            }
            first = before.start;
            self.segments.pop();
        }
        self.segments.push(Segment::new(first..end));
    }

    /// Adds a link between parts of the layout. Recompiles the segments of its bodies if it is a spring.
    pub(super) fn add_link(&mut self, link: &level::Link) {
        self.links.add(link, |body| self.bodies[body].nodes.start);
        self.separate_linked();
        if let level::LinkKind::Spring { .. } = link.kind {
            for end in [link.a, link.b] {
                if let level::LinkEnd::Node([body, _]) = end {
                    self.recompile(body);
                }
            }
        }
    }

    /// Discards the compiled sweep of a body's segment.
    pub(super) fn recompile(&mut self, body: usize) {
        if let Some(segment) = self.segments.iter_mut().find(|segment| segment.bodies.contains(&body)) {
            *segment = Segment::new(segment.bodies.clone());
        }
    }

    /// The layout with a node of positive mass pinned or freed.
    pub(super) fn with_pin(&self, body: usize, node: usize, is_pinned: bool) -> Self {
        let mut next = self.clone();
        next.inverse_mass[node] = if is_pinned { 0.0 } else { 1.0 / self.mass[node] };
        next.recompile(body);
        next
    }

    /// Switches a link on or off, or removes it. Returns false if there is no such link.
    pub(super) fn set_link(&mut self, link: usize, status: LinkStatus) -> bool {
        let Some(switches) = self.links.switches_mut(link).filter(|one| one.status != LinkStatus::Removed) else {
            return false;
        };
        switches.status = status;
        self.separate_linked();
        true
    }

    /// Excludes contacts between bodies and discs that acting links separate.
    pub(super) fn separate_linked(&mut self) {
        let Self { filters, links, bodies, .. } = self;
        filters.set_separate(links, |node| bodies.partition_point(|body| body.nodes.end <= node));
    }

    /// Removes all parts of a body but its nodes, which lose their mass. Removes its links.
    pub(super) fn remove_body(&mut self, body: usize) {
        let nodes = self.bodies[body].nodes.clone();
        self.remove_links(|end| matches!(end, LinkedEnd::Node(node) if nodes.contains(&node)));
        self.mass[nodes.clone()].fill(0.0);
        self.inverse_mass[nodes].fill(0.0);
        let parts = &mut self.bodies[body];
        for list in
            [&mut parts.springs, &mut parts.sticks, &mut parts.hull_edges, &mut parts.hull_nodes, &mut parts.triangles]
        {
            list.end = list.start;
        }
        (parts.is_dynamic, parts.gas, parts.path, parts.barycentre) = (false, 0.0, None, None);
        parts.start.clear();
        self.moves[body] = false;
        self.driven.retain(|&other| other as usize != body);
        self.centred.retain(|&other| other as usize != body);
        self.filters.reset_body(body);
        let place = self.removed.partition_point(|&other| (other as usize) < body);
        self.removed.insert(place, body as u32);
    }

    /// Removes a disc and its links; later discs move up.
    pub(super) fn remove_disc(&mut self, disc: usize) {
        self.remove_links(|end| end == LinkedEnd::Disc(disc));
        self.discs.remove(disc);
        self.filters.remove_disc(disc);
        self.links.remove_disc(disc);
        self.separate_linked();
    }

    /// Removes an obstacle; later obstacles move up.
    pub(super) fn remove_obstacle(&mut self, obstacle: usize) {
        self.obstacles.remove(obstacle);
        self.filters.remove_obstacle(obstacle);
    }

    fn remove_links(&mut self, is_end: impl Fn(LinkedEnd) -> bool) {
        let ending = self.links.all().filter(|(_, _, ends)| ends.iter().any(|&end| is_end(end)));
        let links: Vec<usize> = ending.map(|(link, ..)| link).collect();
        for link in links {
            self.set_link(link, LinkStatus::Removed);
        }
    }

    /// True if the body was removed.
    pub(in crate::engine) fn is_removed(&self, body: usize) -> bool {
        self.removed.binary_search(&(body as u32)).is_ok()
    }

    /// Number of removed bodies before this one.
    pub fn removed_before(&self, body: usize) -> usize {
        self.removed.partition_point(|&removed| (removed as usize) < body)
    }

    /// Number of nodes of removed bodies.
    pub(super) fn removed_nodes(&self) -> usize {
        self.removed.iter().map(|&body| self.bodies[body as usize].nodes.len()).sum()
    }

    /// The layout of the bodies of a segment alone, with the spring links that end in it. Other ends are fixed points.
    pub(in crate::engine) fn of_segment(&self, segment: &Segment) -> Self {
        let mut part = Self::empty(&self.settings);
        segment.bodies.clone().for_each(|body| part.copy(self, body));
        part.index_bodies();
        part.links = self.links.within(segment.bodies.clone(), &self.bodies);
        part
    }

    /// A copy with these bodies and links alone, ascending: all that were not removed.
    pub(super) fn compacted(&self, bodies: &[usize], links: &[usize]) -> Self {
        let mut rest = Self::empty(&self.settings);
        bodies.iter().for_each(|&body| rest.copy(self, body));
        (rest.first_frame, rest.since) = (self.first_frame, self.since);
        rest.discs = self.discs.clone();
        rest.obstacles = self.obstacles.clone();
        rest.index_bodies();
        rest.filters = self.filters.of_bodies(bodies);
        let node = |node: usize| {
            let (body, index) = self.body_of(node);
            rest.bodies[bodies.binary_search(&body).expect("links of removed bodies are left out")].nodes.start + index
        };
        rest.links = self.links.compacted(links, node, |node| rest.body_of(node).0);
        rest.separate_linked();
        rest
    }

    /// Adds a copy of a body of another layout.
    fn copy(&mut self, from: &Self, body: usize) {
        let old = &from.bodies[body];
        let (old_first, first) = (old.nodes.start, self.node_count);
        let node = |node: u32| node - old_first as u32 + first as u32;
        self.mass.extend_from_slice(&from.mass[old.nodes.clone()]);
        self.inverse_mass.extend_from_slice(&from.inverse_mass[old.nodes.clone()]);
        self.node_count += old.nodes.len();
        let sides = &from.hull_sides[old.hull_nodes.clone()];
        self.hull_sides.extend(sides.iter().map(|sides| sides.map(|sides| sides.map(node))));
        self.bodies.push(BodyLayout {
            nodes: first..self.node_count,
            springs: self.springs.copy(&from.springs, old.springs.clone(), node),
            sticks: self.sticks.copy(&from.sticks, old.sticks.clone(), node),
            hull_edges: extend(
                &mut self.hull_edges,
                from.hull_edges[old.hull_edges.clone()].iter().map(|ends| ends.map(node)),
            ),
            hull_nodes: extend(
                &mut self.hull_nodes,
                from.hull_nodes[old.hull_nodes.clone()].iter().map(|&index| node(index)),
            ),
            triangles: extend(
                &mut self.triangles,
                from.triangles[old.triangles.clone()].iter().map(|corners| corners.map(node)),
            ),
            barycentre: old.barycentre.map(|node| node - old_first + first),
            ..old.clone()
        });
    }
}

impl Discs {
    /// Adds discs behind the others.
    fn extend(&mut self, discs: &[level::Disc]) {
        let more = Self::new(discs);
        self.radius.extend(more.radius);
        self.mass.extend(more.mass);
        self.inverse_mass.extend(more.inverse_mass);
        self.restitution.extend(more.restitution);
        self.friction.extend(more.friction);
        self.path.extend(more.path);
        self.start.extend(more.start);
    }

    /// Removes a disc; later discs move up.
    fn remove(&mut self, disc: usize) {
        let Self { radius, mass, inverse_mass, restitution, friction, path, start } = self;
        for numbers in [radius, mass, inverse_mass, restitution, friction] {
            numbers.remove(disc);
        }
        path.remove(disc);
        start.remove(disc);
    }
}

impl Springs {
    fn copy(&mut self, from: &Self, range: Range<usize>, node: impl Fn(u32) -> u32) -> Range<usize> {
        let start = self.a.len();
        self.a.extend(from.a[range.clone()].iter().map(|&end| node(end)));
        self.b.extend(from.b[range.clone()].iter().map(|&end| node(end)));
        self.rest_length.extend_from_slice(&from.rest_length[range.clone()]);
        let room = self.a.len();
        self.stiffness.extend(from.stiffness.part(range.clone()), room);
        self.damping.extend(from.damping.part(range), room);
        start..self.a.len()
    }
}

impl Sticks {
    fn copy(&mut self, from: &Self, range: Range<usize>, node: impl Fn(u32) -> u32) -> Range<usize> {
        let start = self.a.len();
        self.a.extend(from.a[range.clone()].iter().map(|&end| node(end)));
        self.b.extend(from.b[range.clone()].iter().map(|&end| node(end)));
        self.length.extend_from_slice(&from.length[range]);
        start..self.a.len()
    }
}

impl Links {
    /// The spring links with an end in these bodies, numbered from the first of them. Other ends are fixed points.
    fn within(&self, bodies: Range<usize>, all: &[BodyLayout]) -> Self {
        let mut part = Self::default();
        let Some(last) = bodies.clone().last() else { return part };
        let nodes = all[bodies.start].nodes.start..all[last].nodes.end;
        let is_inside = |end: &LinkedEnd| matches!(end, LinkedEnd::Node(node) if nodes.contains(node));
        for (index, spring) in self.springs.iter().enumerate().filter(|(_, spring)| spring.ends.iter().any(is_inside)) {
            let ends = spring.ends.map(|end| match end {
                LinkedEnd::Node(node) if is_inside(&end) => {
                    let body = all.partition_point(|body| body.nodes.end <= node);
                    part.note_body(body - bodies.start, true);
                    LinkedEnd::Node(node - nodes.start)
                }
                _ => LinkedEnd::Point(DVec2::ZERO),
            });
            part.springs.push(SpringLink { link: index, ends, ..*spring });
        }
        part
    }

    /// The links with these indices, ascending, renumbered from 0; `node` renumbers their nodes and `body_of` finds new bodies.
    fn compacted(&self, links: &[usize], node: impl Fn(usize) -> usize, body_of: impl Fn(usize) -> usize) -> Self {
        let mut rest = Self::default();
        let moved = |ends: [LinkedEnd; 2]| {
            ends.map(|end| if let LinkedEnd::Node(old) = end { LinkedEnd::Node(node(old)) } else { end })
        };
        for (link, &old) in links.iter().enumerate() {
            let ends = if let Some(spring) = self.spring(old) {
                rest.springs.push(SpringLink { link, ends: moved(spring.ends), ..*spring });
                spring.ends
            } else if let Some(constraint) = self.constraint(old) {
                rest.constraints.push(ConstraintLink { link, ends: moved(constraint.ends), ..*constraint });
                constraint.ends
            } else {
                continue;
            };
            for end in moved(ends) {
                match end {
                    LinkedEnd::Node(node) => rest.note_body(body_of(node), self.spring(old).is_some()),
                    LinkedEnd::Disc(disc) => rest.note_disc(disc),
                    LinkedEnd::Point(_) => {}
                }
            }
        }
        rest
    }

    /// Renumbers the ends at discs behind a removed one; ends at the removed one become fixed points.
    fn remove_disc(&mut self, removed: usize) {
        let springs = self.springs.iter_mut().map(|spring| &mut spring.ends);
        for end in springs.chain(self.constraints.iter_mut().map(|one| &mut one.ends)).flatten() {
            match end {
                LinkedEnd::Disc(disc) if *disc == removed => *end = LinkedEnd::Point(DVec2::ZERO),
                LinkedEnd::Disc(disc) if *disc > removed => *disc -= 1,
                _ => {}
            }
        }
        if removed < self.linked_discs.len() {
            self.linked_discs.remove(removed);
        }
    }
}
