//! The text of a level in portions: writing a large level would otherwise block the UI thread.

use super::host::{decode, encode};
use crate::level::{Body, Level};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;

/// Most entries of a list in a portion.
const SIZE: usize = 256;

/// Writes a level in portions.
pub(in crate::editor) struct LevelWriter {
    level: Arc<Level>,
    /// The next body, and the next entry of its lists.
    body: usize,
    entry: usize,
    /// The next entry of the other lists. None before the first portion.
    rest: Option<usize>,
}

/// A part of a level. Each list of the level is the sum of those of its portions.
#[derive(Serialize, Deserialize)]
struct Portion {
    level: Level,
    /// True if the first body belongs to the last one of the portion before.
    continues: bool,
}

/// Longest list of a body.
fn length(body: &Body) -> usize {
    let Body { nodes, springs, sticks, hull, triangles, .. } = body;
    [nodes.len(), springs.len(), sticks.len(), hull.len(), triangles.len()].into_iter().max().unwrap_or_default()
}

/// Those of a range of entries that a list has.
fn some<T: Clone>(list: &[T], range: &Range<usize>) -> Vec<T> {
    list[range.start.min(list.len())..range.end.min(list.len())].to_vec()
}

/// A body with a part of its lists, and in the first part with all else.
fn part_of(body: &Body, range: &Range<usize>) -> Body {
    Body {
        nodes: some(&body.nodes, range),
        springs: some(&body.springs, range),
        sticks: some(&body.sticks, range),
        hull: some(&body.hull, range),
        triangles: some(&body.triangles, range),
        ..if range.start == 0 { without_lists(body) } else { Body::default() }
    }
}

fn without_lists(body: &Body) -> Body {
    Body {
        id: body.id.clone(),
        name: body.name.clone(),
        motion: body.motion.clone(),
        restitution: body.restitution,
        friction: body.friction,
        gas: body.gas,
        nodes: Vec::new(),
        springs: Vec::new(),
        sticks: Vec::new(),
        hull: Vec::new(),
        triangles: Vec::new(),
        collision: body.collision,
        skin: body.skin.clone(),
        tags: body.tags.clone(),
        properties: body.properties.clone(),
    }
}

impl LevelWriter {
    /// At the first portion.
    pub fn new(level: Arc<Level>) -> Self {
        Self { level, body: 0, entry: 0, rest: None }
    }

    /// The text of the next portion. None after the last one.
    pub fn next(&mut self) -> Option<String> {
        let portion = match self.rest {
            None => {
                self.rest = Some(0);
                Some(Portion { level: self.settings(), continues: false })
            }
            Some(_) if self.body < self.level.bodies.len() => Some(self.bodies()),
            Some(rest) => self.others(rest),
        };
        portion.as_ref().map(encode)
    }

    /// The level without its parts.
    fn settings(&self) -> Level {
        let level = &*self.level;
        Level {
            format: level.format,
            name: level.name.clone(),
            notes: level.notes.clone(),
            tags: level.tags.clone(),
            properties: level.properties.clone(),
            world: level.world.clone(),
            bodies: Vec::new(),
            discs: Vec::new(),
            obstacles: Vec::new(),
            links: Vec::new(),
            markers: level.markers.clone(),
            instances: level.instances.clone(),
            editor: level.editor.clone(),
            is_tracked: false,
            id_marks: None,
        }
    }

    /// A part of the next body, or several whole bodies.
    fn bodies(&mut self) -> Portion {
        let mut portion = Portion { level: Level::default(), continues: self.entry > 0 };
        let mut room = SIZE;
        while let Some(body) = self.level.bodies.get(self.body).filter(|_| room > 0) {
            let range = self.entry..self.entry + room;
            let is_whole = length(body) <= range.end;
            if !is_whole && self.entry == 0 && room < SIZE {
                break;
            }
            portion.level.bodies.push(part_of(body, &range));
            if is_whole {
                room = room.saturating_sub(length(body).saturating_sub(self.entry).max(1));
                (self.body, self.entry) = (self.body + 1, 0);
            } else {
                self.entry = range.end;
                room = 0;
            }
        }
        portion
    }

    /// Discs, obstacles and links.
    fn others(&mut self, from: usize) -> Option<Portion> {
        let level = &*self.level;
        let range = from..from + SIZE;
        self.rest = Some(range.end);
        let part = Level {
            discs: some(&level.discs, &range),
            obstacles: some(&level.obstacles, &range),
            links: some(&level.links, &range),
            ..Level::default()
        };
        let is_empty = part.discs.is_empty() && part.obstacles.is_empty() && part.links.is_empty();
        (!is_empty).then_some(Portion { level: part, continues: false })
    }
}

/// The level of these portions.
///
/// # Errors
/// If there is none, or a text is no portion.
pub(in crate::editor) fn read_portions<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Result<Level, String> {
    let mut texts = texts.into_iter();
    let first = texts.next().ok_or("a level without a portion")?;
    let mut level = decode::<Portion>(first.as_ref())?.level;
    for text in texts {
        let Portion { level: part, continues } = decode(text.as_ref())?;
        let mut bodies = part.bodies.into_iter();
        if continues && let (Some(body), Some(more)) = (level.bodies.last_mut(), bodies.next()) {
            body.nodes.extend(more.nodes);
            body.springs.extend(more.springs);
            body.sticks.extend(more.sticks);
            body.hull.extend(more.hull);
            body.triangles.extend(more.triangles);
        }
        level.bodies.extend(bodies);
        level.discs.extend(part.discs);
        level.obstacles.extend(part.obstacles);
        level.links.extend(part.links);
    }
    Ok(level)
}

/// All portions of a level.
#[cfg(test)]
pub(in crate::editor) fn portions(level: &Arc<Level>) -> Vec<String> {
    let mut writer = LevelWriter::new(level.clone());
    std::iter::from_fn(|| writer.next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::format::{TextFormat, read};
    use crate::level::gallery;

    #[test]
    fn levels_are_the_same_after_their_portions() {
        let everything = include_str!("../../../tests/archive/format-2/everything.ron");
        let everything = read(everything, TextFormat::Ron).unwrap();
        let gallery = gallery::ALL.iter().map(|row| read(row.text, TextFormat::Ron).unwrap());
        for level in gallery.chain([everything]).map(Arc::new) {
            assert_eq!(read_portions(portions(&level)).unwrap(), *level, "{}", level.name);
        }
    }

    #[test]
    fn large_levels_are_the_same_after_their_portions() {
        let mut long = gallery::read_flat(gallery::level("16-pile-of-100").unwrap()).unwrap();
        for count in [0, 255, 256, 257, 1000] {
            let body = &mut long.bodies[3];
            // Lists of different lengths, all ends of portions.
            body.nodes = body.nodes.iter().cycle().take(count).cloned().collect();
            body.springs = body.springs.iter().cycle().take(2 * count).cloned().collect();
            body.hull = (0..count / 3).map(|at| [at, at + 1]).collect();
            body.triangles = (0..count).map(|at| [at, at + 1, at + 2]).collect();
            long.discs = vec![Default::default(); count];
            let level = Arc::new(long.clone());
            let texts = portions(&level);
            assert_eq!(read_portions(&texts).unwrap(), *level, "{count}");
            let longest = texts.iter().map(String::len).max().unwrap();
            assert!(longest < 200_000, "{longest} bytes in a portion");
            assert!(count == 0 || read_portions(&texts[..texts.len() - 1]).unwrap() != *level);
        }
        assert!(read_portions([""; 0]).is_err() && read_portions(["(level: 3)"]).is_err());
    }
}
