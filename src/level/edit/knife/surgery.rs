//! Performs a cut: nodes on both sides, links in two, the hull closed along the cut.

use super::CutRefusal;
use super::line::{Crossing, List, Seam};
use crate::geometry::DVec2;
use crate::level::{Body, Node, Role, Spring, Stick};
use std::collections::{BTreeMap, BTreeSet};

/// Cuts nearer to each other than this fraction of the typical node distance share their nodes.
const MERGE: f64 = 0.15;
/// Mass that a new node takes from each old one that it is cut from, relative to the remaining mass.
const TAKES: f64 = 0.5;

/// A cut body before its parts are separated. Old nodes keep their indices; new ones follow.
pub(super) struct Parted {
    pub nodes: Vec<Node>,
    pub springs: Vec<Spring>,
    pub sticks: Vec<Stick>,
    pub hull: Vec<[usize; 2]>,
    /// Copies on the right of old nodes on the line.
    pub doubled: BTreeMap<usize, usize>,
    /// Pairs of nodes along the cut, on the left and on the right.
    pub seam: Vec<[usize; 2]>,
}

/// A position on the cut with a node on each side.
struct Pair {
    along: f64,
    left: usize,
    right: usize,
    chord: Option<usize>,
}

/// Cuts the body.
pub(super) fn part(body: &Body, at: &[DVec2], seam: &Seam, spacing: f64) -> Result<Parted, CutRefusal> {
    let mut work = Work { nodes: body.nodes.clone(), pairs: Vec::new(), doubled: BTreeMap::new() };
    // First cuts at nodes, then those fixed by the hull, then the rest, which may join either.
    let rank = |crossing: &Crossing| (!seam.is_on[crossing.left], crossing.list);
    let mut order: Vec<usize> = (0..seam.crossings.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&seam.crossings[a], &seam.crossings[b]);
        rank(a).cmp(&rank(b)).then(a.along.total_cmp(&b.along)).then(a.index.cmp(&b.index))
    });
    let mut pair_of = vec![0; seam.crossings.len()];
    for number in order {
        pair_of[number] = work.pair(&seam.crossings[number], seam, MERGE * spacing);
    }
    work.share_mass(seam, &pair_of);
    let mut links = CutLinks::of(body);
    links.cut(body, seam, &pair_of, &work, at);
    let mut hull = cut_hull(body, seam, &pair_of, &work.pairs);
    for chord in 0..seam.chords.len() {
        let mut chain: Vec<&Pair> = work.pairs.iter().filter(|pair| pair.chord == Some(chord)).collect();
        chain.sort_by(|a, b| a.along.total_cmp(&b.along));
        for step in chain.windows(2) {
            let (here, next) = (step[0], step[1]);
            if work.at(here.left) == work.at(next.left) {
                return Err(CutRefusal::Grazes("the cut passes through coincident positions".to_owned()));
            }
            hull.push([here.left, next.left]);
            hull.push([next.right, here.right]);
            links.close(body, &work, [here.left, next.left]);
            links.close(body, &work, [here.right, next.right]);
        }
    }
    let seam = work.pairs.iter().map(|pair| [pair.left, pair.right]).collect();
    let Work { nodes, doubled, .. } = work;
    Ok(Parted { nodes, springs: links.springs, sticks: links.sticks, hull, doubled, seam })
}

struct Work {
    nodes: Vec<Node>,
    pairs: Vec<Pair>,
    doubled: BTreeMap<usize, usize>,
}

impl Work {
    fn at(&self, node: usize) -> DVec2 {
        DVec2::from_array(self.nodes[node].position)
    }

    fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Returns the pair at which a link is cut; an existing one if near enough, else a new one.
    fn pair(&mut self, crossing: &Crossing, seam: &Seam, merge: f64) -> usize {
        let &Crossing { list, left, right, along, at, chord, .. } = crossing;
        if seam.is_on[left] {
            if let Some(known) = self.pairs.iter().position(|pair| pair.left == left) {
                return known;
            }
            let copy = self.add(self.nodes[left].clone());
            self.doubled.insert(left, copy);
            self.pairs.push(Pair { along, left, right: copy, chord });
            return self.pairs.len() - 1;
        }
        if list != List::Hull {
            let near = self.pairs.iter().enumerate().filter(|(_, pair)| pair.chord == chord);
            let near = near.map(|(number, pair)| (number, (pair.along - along).abs()));
            let nearest = near.filter(|(_, off)| *off <= merge).min_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((number, _)) = nearest {
                return number;
            }
        }
        let ends = [left, right].map(|node| &self.nodes[node]);
        let [from, to] = ends.map(|node| DVec2::from_array(node.position));
        let part = from.distance(at) / from.distance(to);
        let [slow, fast] = ends.map(|node| DVec2::from_array(node.velocity));
        let velocity = slow.lerp(fast, part).to_array();
        // The mass is set at the end.
        let node = Node { velocity, role: Role::Mass(0.0), ..Node::at(at.to_array()) };
        let (left, right) = (self.add(node.clone()), self.add(node));
        self.pairs.push(Pair { along, left, right, chord });
        self.pairs.len() - 1
    }

    /// Doubled nodes get half the mass each; other new ones take mass from those that they are cut from. The total is
    /// conserved.
    fn share_mass(&mut self, seam: &Seam, pair_of: &[usize]) {
        let mut takers: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (crossing, &pair) in seam.crossings.iter().zip(pair_of) {
            let pair = &self.pairs[pair];
            for (old, new) in [(crossing.left, pair.left), (crossing.right, pair.right)] {
                if old != new {
                    takers.entry(old).or_default().insert(new);
                }
            }
        }
        for (&old, &copy) in &self.doubled {
            let half = 0.5 * mass(&self.nodes[old]);
            (self.nodes[old].role, self.nodes[copy].role) = (Role::Mass(half), Role::Mass(half));
        }
        for (old, takers) in takers {
            // A doubled node gives no more mass, since its copy is what the link is cut from.
            let takers: Vec<usize> =
                takers.into_iter().filter(|new| !self.doubled.values().any(|copy| copy == new)).collect();
            let keeps = mass(&self.nodes[old]) / (1.0 + TAKES * takers.len() as f64);
            self.nodes[old].role = Role::Mass(keeps);
            for new in takers {
                self.nodes[new].role = Role::Mass(mass(&self.nodes[new]) + TAKES * keeps);
            }
        }
    }
}

fn mass(node: &Node) -> f64 {
    if let Role::Mass(mass) = node.role { mass } else { 0.0 }
}

fn cut_hull(body: &Body, seam: &Seam, pair_of: &[usize], pairs: &[Pair]) -> Vec<[usize; 2]> {
    let mut cut: BTreeMap<usize, &Pair> = BTreeMap::new();
    for (crossing, &pair) in seam.crossings.iter().zip(pair_of).filter(|(c, _)| c.list == List::Hull) {
        cut.insert(crossing.index, &pairs[pair]);
    }
    let mut hull = Vec::with_capacity(body.hull.len() + 2 * pairs.len());
    for (index, &[a, b]) in body.hull.iter().enumerate() {
        let Some(pair) = cut.get(&index) else {
            hull.push([a, b]);
            continue;
        };
        let (first, second) = if seam.is_left[a] { (pair.left, pair.right) } else { (pair.right, pair.left) };
        hull.extend([[a, first], [second, b]].into_iter().filter(|[a, b]| a != b));
    }
    hull
}

/// Springs and sticks; the cut creates at most one between two nodes.
struct CutLinks {
    springs: Vec<Spring>,
    sticks: Vec<Stick>,
    made: BTreeMap<(usize, usize), usize>,
    linked: BTreeSet<(usize, usize)>,
    mean: Option<(f64, f64)>,
}

impl CutLinks {
    fn of(body: &Body) -> Self {
        let count = body.springs.len() as f64;
        let mean = (count > 0.0).then(|| {
            let sum = |number: fn(&Spring) -> f64| body.springs.iter().map(number).sum::<f64>() / count;
            (sum(|spring| spring.stiffness), sum(|spring| spring.damping))
        });
        Self { springs: Vec::new(), sticks: Vec::new(), made: BTreeMap::new(), linked: BTreeSet::new(), mean }
    }

    /// Returns every link. A cut link is split in two: each half has the tension of the whole and a stiffness inverse to
    /// its length.
    fn cut(&mut self, body: &Body, seam: &Seam, pair_of: &[usize], work: &Work, at: &[DVec2]) {
        let mut cut: BTreeMap<(List, usize), (Crossing, usize)> = BTreeMap::new();
        for (&crossing, &pair) in seam.crossings.iter().zip(pair_of) {
            cut.insert((crossing.list, crossing.index), (crossing, pair));
        }
        let halves = |list: List, index: usize| -> Option<[(usize, usize, f64); 2]> {
            let (crossing, pair) = cut.get(&(list, index))?;
            let pair = &work.pairs[*pair];
            let whole = at[crossing.left].distance(at[crossing.right]);
            let part = |old: usize, new: usize| {
                let part = if whole > 0.0 { at[old].distance(work.at(new)) / whole } else { 0.5 };
                (old, new, part)
            };
            Some([part(crossing.left, pair.left), part(crossing.right, pair.right)])
        };
        // Whole links first, so that halves on top of them are merged into them.
        for (index, &spring) in body.springs.iter().enumerate() {
            if halves(List::Springs, index).is_none() {
                self.linked.insert(key(spring.a, spring.b));
                self.made.entry(key(spring.a, spring.b)).or_insert(self.springs.len());
                self.springs.push(spring);
            }
        }
        for (index, &spring) in body.springs.iter().enumerate() {
            let Some(halves) = halves(List::Springs, index) else { continue };
            for (a, b, part) in halves.into_iter().filter(|(a, b, part)| a != b && *part > 0.0) {
                self.spring(Spring {
                    a,
                    b,
                    rest_length: spring.rest_length * part,
                    stiffness: spring.stiffness / part,
                    damping: spring.damping / part,
                });
            }
        }
        for (index, &stick) in body.sticks.iter().enumerate() {
            if halves(List::Sticks, index).is_none() {
                self.linked.insert(key(stick.a, stick.b));
                self.sticks.push(stick);
            }
        }
        for (index, &stick) in body.sticks.iter().enumerate() {
            let Some(halves) = halves(List::Sticks, index) else { continue };
            for (a, b, part) in halves.into_iter().filter(|(a, b, part)| a != b && *part > 0.0) {
                if self.linked.insert(key(a, b)) {
                    self.sticks.push(Stick { a, b, length: stick.length * part, hidden: stick.hidden });
                }
            }
        }
    }

    /// Adds a spring. A coincident one is merged: stiffnesses add up, and the rest length is their weighted mean.
    fn spring(&mut self, spring: Spring) {
        let key = key(spring.a, spring.b);
        if let Some(&known) = self.made.get(&key) {
            let old = &mut self.springs[known];
            let stiffness = old.stiffness + spring.stiffness;
            if stiffness > 0.0 {
                old.rest_length = (old.rest_length * old.stiffness + spring.rest_length * spring.stiffness) / stiffness;
            }
            (old.stiffness, old.damping) = (stiffness, old.damping + spring.damping);
        } else {
            self.linked.insert(key);
            self.made.insert(key, self.springs.len());
            self.springs.push(spring);
        }
    }

    /// Adds a link along the cut, as drawn and with the body's properties, unless there is one.
    fn close(&mut self, body: &Body, work: &Work, [a, b]: [usize; 2]) {
        let length = work.at(a).distance(work.at(b));
        if !self.linked.insert(key(a, b)) {
            return;
        }
        if let Some((stiffness, damping)) = self.mean {
            self.made.insert(key(a, b), self.springs.len());
            self.springs.push(Spring { a, b, rest_length: length, stiffness, damping });
        } else if !body.sticks.is_empty() && length > 0.0 {
            self.sticks.push(Stick { a, b, length, hidden: false });
        }
    }
}

fn key(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}
