//! What happens to places when parts come and go: where each went, and what an editor keeps by number goes with it.

use crate::level::checks::support::tell;
use crate::level::{Body, EditorExtra, Level, Place, PlaceSet, Role, format};
use std::collections::BTreeMap;

/// What a change made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Made {
    /// What to select now: what is new, or what was changed.
    pub places: Vec<Place>,
    /// What the author should be reported beside: what went along, what was turned round. Empty for nothing.
    pub said: String,
    /// Where the parts of the level went.
    pub remap: Remap,
}

impl Made {
    /// Nothing went elsewhere, nothing is to be reported.
    pub fn at(places: Vec<Place>) -> Self {
        Self { places, ..Self::default() }
    }

    /// The same with something to tell.
    pub fn saying(self, said: impl Into<String>) -> Self {
        Self { said: said.into(), ..self }
    }
}

/// New number of each old one; none for what is gone. Absent: all are where they were.
type Index = Option<Vec<Option<usize>>>;

/// Where the parts of a level went in a change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remap {
    pub(super) bodies: Index,
    pub(super) discs: Index,
    pub(super) obstacles: Index,
    /// By old body: the new places of the items of its lists (in the order of [`LISTS`]), where they changed.
    pub(super) parts: BTreeMap<usize, [Option<Vec<Option<Place>>>; 5]>,
}

/// The lists of a body: nodes, springs, sticks, hull edges, triangles.
pub(super) const LISTS: [fn(usize, usize) -> Place; 5] =
    [Place::Node, Place::Spring, Place::Stick, Place::HullEdge, Place::Triangle];

/// Body, number of the list in [`LISTS`], number in that list.
pub(super) fn in_list(place: Place) -> Option<(usize, usize, usize)> {
    match place {
        Place::Node(body, item) => Some((body, 0, item)),
        Place::Spring(body, item) => Some((body, 1, item)),
        Place::Stick(body, item) => Some((body, 2, item)),
        Place::HullEdge(body, item) => Some((body, 3, item)),
        Place::Triangle(body, item) => Some((body, 4, item)),
        _ => None,
    }
}

impl Remap {
    /// Where the parts of a level go when a body, disc or obstacle takes the place of another of its kind, and those between
    /// move up; nothing where they are not of one kind.
    pub fn moved(level: &Level, from: Place, to: Place) -> Self {
        let index = |count: usize, from: usize, to: usize| {
            let mut order: Vec<usize> = (0..count).collect();
            if from < count && to < count {
                let taken = order.remove(from);
                order.insert(to, taken);
            }
            let mut new = vec![None; count];
            order.into_iter().enumerate().for_each(|(at, old)| new[old] = Some(at));
            Some(new)
        };
        match (from, to) {
            (Place::Body(a), Place::Body(b)) => Self { bodies: index(level.bodies.len(), a, b), ..Self::default() },
            (Place::Disc(a), Place::Disc(b)) => Self { discs: index(level.discs.len(), a, b), ..Self::default() },
            (Place::Obstacle(a), Place::Obstacle(b)) => {
                Self { obstacles: index(level.obstacles.len(), a, b), ..Self::default() }
            }
            _ => Self::default(),
        }
    }

    /// Whether every part is where it was.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Where a part went; none when it is gone.
    pub fn follow(&self, place: Place) -> Option<Place> {
        let new = |index: &Index, old: usize| match index {
            Some(index) => index.get(old).copied().flatten(),
            None => Some(old),
        };
        match place {
            Place::Level | Place::World => Some(place),
            Place::Body(body) => new(&self.bodies, body).map(Place::Body),
            Place::Disc(disc) => new(&self.discs, disc).map(Place::Disc),
            Place::Obstacle(obstacle) => new(&self.obstacles, obstacle).map(Place::Obstacle),
            _ => {
                let (body, list, item) = in_list(place)?;
                match self.parts.get(&body).and_then(|lists| lists[list].as_ref()) {
                    Some(items) => items.get(item).copied().flatten(),
                    None => new(&self.bodies, body).map(|body| LISTS[list](body, item)),
                }
            }
        }
    }

    /// The places that are still there, where they are now.
    pub fn follow_all(&self, places: &[Place]) -> Vec<Place> {
        places.iter().filter_map(|&place| self.follow(place)).collect()
    }

    /// Lets what an editor keeps by number go along: colours, what is hidden, what is locked, parameters of a twin.
    pub(super) fn carry(&self, extra: &mut EditorExtra) {
        carry_colors(&mut extra.body_colors, &self.bodies);
        carry_colors(&mut extra.disc_colors, &self.discs);
        for set in [&mut extra.hidden, &mut extra.locked] {
            *set = set.iter().filter_map(|place| self.follow(place)).collect::<PlaceSet>();
        }
        if let Some(twin) = &mut extra.twin {
            twin.set.retain_mut(|set| set.follow(|place| self.follow(place)));
        }
    }
}

fn carry_colors(colors: &mut Vec<String>, index: &Index) {
    let Some(index) = index else { return };
    let mut carried = Vec::new();
    for (color, new) in std::mem::take(colors).into_iter().zip(index) {
        let Some(new) = *new else { continue };
        if carried.len() <= new {
            carried.resize(new + 1, String::new());
        }
        // Where several become one, the first that has a colour gives it.
        if carried[new].is_empty() {
            carried[new] = color;
        }
    }
    *colors = carried;
}

/// Lets the level's extra go along with a remap, where it has one.
pub(super) fn carry(level: &mut Level, remap: &Remap) {
    if let Some(extra) = &mut level.editor {
        remap.carry(extra);
    }
}

/// The new number of each item when those that `is_gone` says go.
pub(super) fn thinned(count: usize, is_gone: impl Fn(usize) -> bool) -> Vec<Option<usize>> {
    let mut next = 0;
    let number = |old: usize| {
        let stays = !is_gone(old);
        next += usize::from(stays);
        stays.then(|| next - 1)
    };
    (0..count).map(number).collect()
}

/// Leaves out the items that have no new number.
pub(super) fn keep<T>(items: &mut Vec<T>, index: &[Option<usize>]) {
    let mut new = index.iter();
    items.retain(|_| new.next().is_some_and(Option::is_some));
}

/// A sentence about a part that is not there.
pub(super) fn missing(place: Place) -> String {
    format!("{place} is not there")
}

/// The body of that number.
pub(super) fn body_at(level: &Level, body: usize) -> Result<&Body, String> {
    level.bodies.get(body).ok_or_else(|| missing(Place::Body(body)))
}

/// A node that springs, sticks and hull edges (`what`) may use: it is there and no barycentre.
pub(super) fn mass_at(level: &Level, body: usize, node: usize, what: &str) -> Result<(), String> {
    match body_at(level, body)?.nodes.get(node) {
        None => Err(missing(Place::Node(body, node))),
        Some(found) if found.role == Role::Barycentre => {
            Err(format!("node {node} is the barycentre, which no {what} may use"))
        }
        Some(_) => Ok(()),
    }
}

/// All places are there, and there are some.
pub(super) fn all_there(level: &Level, places: &[Place]) -> Result<(), String> {
    match places.iter().find(|&&place| !level.has(place)) {
        Some(&place) => Err(missing(place)),
        None if places.is_empty() => Err("nothing is selected".to_owned()),
        None => Ok(()),
    }
}

/// The two ends of a link, the lower first.
pub(super) fn pair([a, b]: [usize; 2]) -> (usize, usize) {
    (a.min(b), a.max(b))
}

/// The level, if the format allows it.
pub(super) fn sound(level: Level) -> Result<Level, String> {
    format::validate(&level).map_err(|error| error.to_string())?;
    Ok(level)
}

/// Appends a body; gives its number. What the extra holds for bodies that are not there does not become this one's.
pub(super) fn push_body(level: &mut Level, body: Body, color: &str) -> usize {
    let index = level.bodies.len();
    level.bodies.push(body);
    if !color.is_empty() {
        level.editor.get_or_insert_default();
    }
    if let Some(extra) = &mut level.editor {
        forget(extra, Place::Body(index));
        set_color(&mut extra.body_colors, index, color);
    }
    index
}

/// The same for a disc.
pub(super) fn push_disc(level: &mut Level, disc: crate::level::Disc, color: &str) -> usize {
    let index = level.discs.len();
    level.discs.push(disc);
    if !color.is_empty() {
        level.editor.get_or_insert_default();
    }
    if let Some(extra) = &mut level.editor {
        forget(extra, Place::Disc(index));
        set_color(&mut extra.disc_colors, index, color);
    }
    index
}

/// The same for an obstacle.
pub(super) fn push_obstacle(level: &mut Level, obstacle: crate::level::Obstacle) -> usize {
    let index = level.obstacles.len();
    level.obstacles.push(obstacle);
    if let Some(extra) = &mut level.editor {
        forget(extra, Place::Obstacle(index));
    }
    index
}

fn forget(extra: &mut EditorExtra, place: Place) {
    extra.hidden.remove(place);
    extra.locked.remove(place);
}

/// The colour that the level's extra gives a body or disc; empty for none.
pub(super) fn color(level: &Level, place: Place) -> String {
    let Some(extra) = &level.editor else { return String::new() };
    let color = match place {
        Place::Body(index) => extra.body_colors.get(index),
        Place::Disc(index) => extra.disc_colors.get(index),
        _ => None,
    };
    color.cloned().unwrap_or_default()
}

/// Colours after the last item that has one are left out.
fn set_color(colors: &mut Vec<String>, index: usize, color: &str) {
    colors.truncate(index);
    if !color.is_empty() {
        colors.resize(index, String::new());
        colors.push(color.to_owned());
    }
}

/// The name, or the first free `name 2`, `name 3` … where a body or disc has it already.
pub(super) fn free_name(level: &Level, name: &str) -> String {
    let taken: std::collections::BTreeSet<&str> = level
        .bodies
        .iter()
        .map(|body| body.name.as_str())
        .chain(level.discs.iter().map(|disc| disc.name.as_str()))
        .collect();
    if name.is_empty() || !taken.contains(name) {
        return name.to_owned();
    }
    // `crate 2` is followed by `crate 3`, not by `crate 2 2`.
    let stem = match name.rsplit_once(' ') {
        Some((stem, number)) if !stem.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => stem,
        _ => name,
    };
    let is_free = |name: &String| !taken.contains(name.as_str());
    (2..).map(|number| format!("{stem} {number}")).find(is_free).unwrap_or_default()
}

/// `3 springs and 1 triangle`; empty for none.
pub(super) fn counts_text(counts: &[(usize, &str)]) -> String {
    let words: Vec<String> =
        counts.iter().filter(|(count, _)| *count > 0).map(|&(count, noun)| tell::count(count, noun)).collect();
    match &words[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
