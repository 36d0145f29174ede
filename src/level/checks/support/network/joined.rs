//! Networks of bodies and discs that spring links join.
//!
//! The bounds of [`super`] hold for the whole: a link is one more spring at each of its ends, with the weight `w_i + w_j`
//! (`t = w_j/w_i`). As a spring of a body occurs only in rows of that body, each body may use the other weights on its own.

use super::{Network, Row, SpringEnd, add, largest_eigenvalue};
use crate::geometry::DVec2;
use crate::level::checks::support::{joints, measure};
use crate::level::{Level, LinkEnd, LinkKind, Motion};

/// A body or disc of a group.
pub struct JoinedPart {
    network: Network,
    /// Number of its first node in the group.
    first: usize,
    /// Its links, as indices in the group.
    links: Vec<usize>,
}

/// Dynamic bodies and discs that hang together by spring links.
pub struct JoinedGroup {
    /// Its bodies and discs, in ascending order.
    pub parts: Vec<JoinedPart>,
    /// Spring links: index, and the spring between nodes of the group. Immovable ends share the last number.
    links: Vec<(usize, SpringEnd)>,
    inverse_mass: Vec<f64>,
}

/// Number of a movable part: bodies first, then discs. None for an end that nothing moves.
fn part_of(level: &Level, end: LinkEnd) -> Option<usize> {
    if joints::inverse_mass(level, end) == 0.0 {
        return None;
    }
    match end {
        LinkEnd::Node([body, _]) => Some(body),
        LinkEnd::Disc(disc) => Some(level.bodies.len() + disc),
        LinkEnd::Point(_) => None,
    }
}

/// Groups of the level with at least one spring link. Empty if coordinates are too large.
pub fn groups(level: &Level) -> Vec<JoinedGroup> {
    let is_spring = |kind: LinkKind| matches!(kind, LinkKind::Spring { .. });
    let springs = || level.links.iter().enumerate().filter(|(_, link)| is_spring(link.kind) && link.a != link.b);
    // Disjoint sets with path halving.
    let mut leaders: Vec<usize> = (0..level.bodies.len() + level.discs.len()).collect();
    fn leader(leaders: &mut [usize], mut part: usize) -> usize {
        while leaders[part] != part {
            leaders[part] = leaders[leaders[part]];
            part = leaders[part];
        }
        part
    }
    let mut links_of: std::collections::BTreeMap<usize, Vec<usize>> = Default::default();
    for (_, link) in springs() {
        if let (Some(a), Some(b)) = (part_of(level, link.a), part_of(level, link.b)) {
            let (a, b) = (leader(&mut leaders, a), leader(&mut leaders, b));
            leaders[a.max(b)] = a.min(b);
        }
    }
    for (index, link) in springs() {
        if let Some(part) = part_of(level, link.a).or(part_of(level, link.b)) {
            links_of.entry(leader(&mut leaders, part)).or_default().push(index);
        }
    }
    let mut members: std::collections::BTreeMap<usize, Vec<usize>> = Default::default();
    for part in 0..leaders.len() {
        let first = leader(&mut leaders, part);
        if links_of.contains_key(&first) {
            members.entry(first).or_default().push(part);
        }
    }
    links_of.iter().filter_map(|(first, links)| JoinedGroup::of(level, members.get(first)?, links)).collect()
}

impl JoinedGroup {
    fn of(level: &Level, members: &[usize], links: &[usize]) -> Option<Self> {
        let (mut parts, mut inverse_mass) = (Vec::new(), Vec::new());
        for &member in members {
            let first = inverse_mass.len();
            let network = match member.checked_sub(level.bodies.len()) {
                None => {
                    let body = &level.bodies[member];
                    let points = measure::points(body)?;
                    Network::of(body, &points, level.world.contact.decor)
                }
                Some(disc) => Network::of_disc(level, disc),
            };
            inverse_mass.extend_from_slice(&network.inverse_mass);
            parts.push(JoinedPart { network, first, links: Vec::new() });
        }
        let held = inverse_mass.len();
        inverse_mass.push(0.0);
        // Number in the group, and index of the part.
        let number = |end: LinkEnd| {
            let found = part_of(level, end).and_then(|part| members.binary_search(&part).ok());
            match (found, end) {
                (Some(part), LinkEnd::Node([_, node])) => (parts[part].first + node, Some(part)),
                (Some(part), _) => (parts[part].first, Some(part)),
                (None, _) => (held, None),
            }
        };
        let (mut springs, mut links_of) = (Vec::new(), vec![Vec::new(); members.len()]);
        for &index in links {
            let link = &level.links[index];
            let LinkKind::Spring { rest_length, stiffness, damping } = link.kind else { continue };
            let along = joints::position(level, link.b)? - joints::position(level, link.a)?;
            let [(a, of_a), (b, of_b)] = [number(link.a), number(link.b)];
            of_a.into_iter().for_each(|part| links_of[part].push(springs.len()));
            of_b.filter(|_| of_b != of_a).into_iter().for_each(|part| links_of[part].push(springs.len()));
            springs.push((index, SpringEnd::new([a, b], along, [rest_length, stiffness, damping])));
        }
        for (part, links) in parts.iter_mut().zip(links_of) {
            part.links = links;
        }
        Some(Self { parts, links: springs, inverse_mass })
    }

    /// Upper bounds at each node of a part: with weights by inverse mass, and with equal weights in the body.
    pub fn rows(&self, part: &JoinedPart) -> [Vec<Row>; 2] {
        let by_mass = |own: f64, other: f64| own + other;
        let equal = |own: f64, other: f64| if other > 0.0 { 2.0 * own } else { own };
        [part.network.blocks(by_mass), part.network.blocks(equal)].map(|mut blocks| {
            for (_, link) in part.links.iter().map(|&link| &self.links[link]) {
                let weight = self.inverse_mass[link.a] + self.inverse_mass[link.b];
                for end in [link.a, link.b].into_iter().filter(|&end| self.inverse_mass[end] > 0.0) {
                    let Some((stiffness, damping)) = end.checked_sub(part.first).and_then(|node| blocks.get_mut(node))
                    else {
                        continue;
                    };
                    add(stiffness, link.n, weight, link.stiffness, link.stretch.max(0.0));
                    add(damping, link.n, weight, link.damping, 0.0);
                }
            }
            blocks.into_iter().map(Row::of).collect()
        })
    }

    /// Bounds of a part without links, in the same form.
    pub fn own_rows(&self, part: &JoinedPart) -> [Vec<Row>; 2] {
        part.network.rows()
    }

    /// Bound of ω² of the gas of a part.
    pub fn gas_stiffness(&self, part: &JoinedPart) -> f64 {
        part.network.gas_stiffness()
    }

    /// The link with the largest `h²k(wA + wB) + 2hc(wA + wB)` at a part, and that number.
    pub fn worst_link(&self, part: &JoinedPart, h: f64) -> Option<(usize, f64)> {
        let reached = |&link: &usize| {
            let (index, link) = &self.links[link];
            let weight = self.inverse_mass[link.a] + self.inverse_mass[link.b];
            (*index, (h * h * link.stiffness + 2.0 * h * link.damping) * weight)
        };
        // Of equal links the first.
        part.links.iter().map(reached).rev().max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Lower bound of the largest eigenvalue of `h²K + 2hC` relative to M, links included.
    pub fn certain(&self, h: f64) -> f64 {
        largest_eigenvalue(&self.inverse_mass, |x| {
            let mut y = vec![DVec2::ZERO; x.len()];
            for part in &self.parts {
                let nodes = part.first..part.first + part.network.inverse_mass.len();
                y[nodes.clone()].copy_from_slice(&part.network.apply(&x[nodes], h));
            }
            for (_, link) in &self.links {
                let pull = link.pull(x[link.b] - x[link.a], h);
                y[link.a] -= pull;
                y[link.b] += pull;
            }
            y
        })
    }
}

impl Network {
    /// A disc: one node without springs.
    fn of_disc(level: &Level, disc: usize) -> Self {
        let is_moved = matches!(level.discs[disc].motion, Motion::Dynamic);
        let inverse_mass = if is_moved { level.discs[disc].mass.recip() } else { 0.0 };
        Self { links: Vec::new(), decor: Vec::new(), gas: None, inverse_mass: vec![inverse_mass] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Disc, Link, Node, Role, Spring};

    fn spring(a: LinkEnd, b: LinkEnd, stiffness: f64, damping: f64) -> Link {
        let kind = LinkKind::Spring { rest_length: 2.0, stiffness, damping };
        Link { id: String::new(), a, b, kind, collide: true, tags: Vec::new(), properties: Default::default() }
    }

    fn disc(x: f64, mass: f64) -> Disc {
        Disc { position: [x, 0.0], mass, motion: Motion::Dynamic, ..Disc::default() }
    }

    /// Masses 1 and 4 on one link: ω² = k(1 + 1/4) = 3.75 and γ = c(1 + 1/4) = 0.625, as for a spring of a body.
    #[test]
    fn bounds_of_two_linked_discs_are_exact() {
        let links = vec![spring(LinkEnd::Disc(0), LinkEnd::Disc(1), 3.0, 0.5)];
        let level = Level { discs: vec![disc(0.0, 1.0), disc(2.0, 4.0)], links, ..Level::default() };
        let groups = groups(&level);
        assert_eq!(groups.len(), 1);
        for part in &groups[0].parts {
            let row = groups[0].rows(part)[0][0];
            assert!((row.stiffness - 3.75).abs() < 1e-12 && (row.damping - 0.625).abs() < 1e-12, "{row:?}");
        }
        // h²ω² + 2hγ at h = 1.
        assert!((groups[0].certain(1.0) - 5.0).abs() < 1e-9);
    }

    /// Node 1 of mass 1 has a spring to node 0 (k = 3, mass 1) and a link to a fixed point (k = 5), all in one line: its row is
    /// 3·2 + 5·1 = 11, that of node 0 stays 6. The modes of [[3, -3], [-3, 8]] are (11 ± √61)/2; the larger is 9.405.
    #[test]
    fn rows_add_links_to_the_springs_of_the_body() {
        let body = Body {
            nodes: [0.0, 2.0].map(|x| Node { role: Role::Mass(1.0), ..Node::at([x, 0.0]) }).to_vec(),
            springs: vec![Spring { a: 0, b: 1, rest_length: 2.0, stiffness: 3.0, damping: 0.0 }],
            ..Body::default()
        };
        let links = vec![spring(LinkEnd::Node([0, 1]), LinkEnd::Point([4.0, 0.0]), 5.0, 0.0)];
        let level = Level { bodies: vec![body], links, ..Level::default() };
        let groups = groups(&level);
        let [by_mass, _] = groups[0].rows(&groups[0].parts[0]);
        assert!((by_mass[0].stiffness - 6.0).abs() < 1e-12 && (by_mass[1].stiffness - 11.0).abs() < 1e-12);
        assert!((groups[0].own_rows(&groups[0].parts[0])[0][1].stiffness - 6.0).abs() < 1e-12);
        assert!((groups[0].certain(1.0) - (11.0 + 61.0_f64.sqrt()) / 2.0).abs() < 1e-6);
        assert_eq!(groups[0].worst_link(&groups[0].parts[0], 1.0), Some((0, 5.0)));
    }

    #[test]
    fn groups_are_separated_by_immovable_parts() {
        let mut discs: Vec<Disc> = (0..5).map(|i| disc(2.0 * f64::from(i), 1.0)).collect();
        discs[2].motion = Motion::Fixed;
        let link = |a: usize, b: usize| spring(LinkEnd::Disc(a), LinkEnd::Disc(b), 1.0, 0.0);
        let level = Level { discs, links: vec![link(0, 1), link(1, 2), link(2, 3), link(3, 4)], ..Level::default() };
        let links: Vec<Vec<usize>> =
            groups(&level).iter().map(|group| group.links.iter().map(|link| link.0).collect()).collect();
        assert_eq!(links, [vec![0, 1], vec![2, 3]]);
        assert!(groups(&level).iter().all(|group| group.parts.len() == 2));
    }
}
