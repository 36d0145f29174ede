//! The edit history of a document. Steps share unchanged chunks (see `packed`); a memory limit removes the oldest
//! steps.

use super::packed::Packed;
use crate::level::Level;
use crate::level::texture::rebase_paths;
use std::path::Path;
use std::sync::Arc;

/// One step.
struct HistoryEntry {
    packed: Packed,
    /// Label of the edit that produced it.
    label: String,
    /// Unique id of the state.
    id: u64,
    /// Folder of the level then, from which its paths lead. None without a file.
    folder: Option<Arc<Path>>,
}

/// Result of [`History::push`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pushed {
    /// The level equals the current one bit for bit; nothing was added.
    Nothing,
    /// A step was added and is current.
    Step,
    /// The gesture returned to its start; its step was removed and the previous one is current.
    CameBack,
}

/// Memory limit in bytes.
const BUDGET: usize = 256 << 20;

/// The steps, including the current one; never empty.
pub(super) struct History {
    entries: Vec<HistoryEntry>,
    present: usize,
    last_id: u64,
    /// Memory of all entries in bytes; shared chunks count once.
    bytes: usize,
    budget: usize,
    /// Folder of the level now.
    folder: Option<Arc<Path>>,
}

impl History {
    pub fn new(level: &Level, folder: Option<&Path>) -> Self {
        let folder: Option<Arc<Path>> = folder.map(Arc::from);
        let packed = Packed::of(level, &[]);
        let entry = HistoryEntry { packed, label: String::new(), id: 1, folder: folder.clone() };
        let bytes = entry.packed.own_bytes();
        Self { entries: vec![entry], present: 0, last_id: 1, bytes, budget: BUDGET, folder }
    }

    fn now(&self) -> &HistoryEntry {
        &self.entries[self.present]
    }

    /// Adds a step after the current one and drops the redo steps. With `goes_on`, the step replaces the current one
    /// unless that is the first.
    pub fn push(&mut self, level: &Level, label: String, goes_on: bool) -> Pushed {
        let replaces = goes_on && self.present > 0;
        let before = replaces.then(|| &self.entries[self.present - 1].packed);
        let now = &self.now().packed;
        let known: Vec<&Packed> = before.into_iter().chain([now]).collect();
        let packed = Packed::of(level, &known);
        if packed.is(now) {
            return Pushed::Nothing;
        }
        // A gesture that returns to its start adds no step. The previous step comes first in the list of known states,
        // so chunks are shared with it.
        let came_back = before.is_some_and(|before| packed.is(before));
        let kept = if replaces { self.present } else { self.present + 1 };
        if came_back {
            drop(packed);
            self.truncate(kept);
            self.present -= 1;
            return Pushed::CameBack;
        }
        // Add the new bytes before removing the replaced step, because shared chunks are counted there.
        self.bytes += packed.own_bytes();
        self.truncate(kept);
        self.last_id += 1;
        let folder = self.folder.clone();
        self.entries.push(HistoryEntry { packed, label, id: self.last_id, folder });
        self.present = self.entries.len() - 1;
        self.forget_oldest();
        Pushed::Step
    }

    /// Keeps the first `count` entries.
    fn truncate(&mut self, count: usize) {
        while self.entries.len() > count {
            if let Some(last) = self.entries.pop() {
                self.bytes -= last.packed.own_bytes().min(self.bytes);
            }
        }
    }

    fn forget_oldest(&mut self) {
        let mut gone = 0;
        while self.bytes > self.budget && self.present - gone > 1 {
            // Chunks shared with the next entry stay allocated.
            let entry = &mut self.entries[gone];
            let packed = std::mem::replace(&mut entry.packed, Packed::of(&Level::default(), &[]));
            self.bytes -= packed.own_bytes().min(self.bytes);
            gone += 1;
        }
        self.entries.drain(..gone);
        self.present -= gone;
    }

    /// Labels of all steps, oldest first; the first is empty.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.label.as_str())
    }

    pub fn present(&self) -> usize {
        self.present
    }

    pub fn label(&self, step: usize) -> Option<&str> {
        self.entries.get(step).map(|entry| entry.label.as_str())
    }

    /// Goes to a step; returns its level, or `None` if it is the current one.
    pub fn jump(&mut self, step: usize) -> Option<Level> {
        if step == self.present {
            return None;
        }
        let entry = self.entries.get(step)?;
        let mut level = entry.packed.level();
        let old = entry.folder.clone();
        self.present = step;
        if let Some(folder) = self.folder.clone().filter(|_| old != self.folder) {
            rebase_paths(&mut level, old.as_deref(), &folder);
            self.amend(&level);
        }
        Some(level)
    }

    /// Changes the folder of the level, and replaces that of the current step, which stays the same state.
    pub fn move_to(&mut self, folder: &Path, level: &Level) {
        self.folder = Some(Arc::from(folder));
        self.amend(level);
    }

    fn amend(&mut self, level: &Level) {
        let packed = Packed::of(level, &[&self.now().packed]);
        // Add the new bytes before removing the old ones, because shared chunks are counted there.
        self.bytes += packed.own_bytes();
        let entry = &mut self.entries[self.present];
        let old = std::mem::replace(&mut entry.packed, packed);
        entry.folder = self.folder.clone();
        self.bytes -= old.own_bytes().min(self.bytes);
    }

    /// Removes the current step and those after it; returns the previous level, which becomes current.
    pub fn take_back(&mut self) -> Option<Level> {
        let level = self.jump(self.present.checked_sub(1)?)?;
        self.truncate(self.present + 1);
        Some(level)
    }

    /// Id of the current state.
    pub fn id(&self) -> u64 {
        self.now().id
    }

    /// The step with this id.
    pub fn step_of(&self, id: u64) -> Option<usize> {
        self.entries.iter().position(|entry| entry.id == id)
    }

    /// Id of the newest state that equals this level bit for bit.
    pub fn id_of(&self, level: &Level) -> Option<u64> {
        let is_equal = |entry: &&HistoryEntry| Packed::of(level, &[&entry.packed]).is(&entry.packed);
        self.entries.iter().rev().find(is_equal).map(|entry| entry.id)
    }

    /// True if the state with this id equals this level bit for bit.
    pub fn is_same(&self, id: u64, level: &Level) -> bool {
        let entry = self.entries.iter().find(|entry| entry.id == id);
        entry.is_some_and(|entry| Packed::of(level, &[&entry.packed]).is(&entry.packed))
    }

    /// Memory of all steps in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    #[cfg(test)]
    pub fn with_budget(mut self, budget: usize) -> Self {
        self.budget = budget;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Node};
    use serde_json::Value;

    /// A level with one body of `nodes` nodes.
    fn level(nodes: usize) -> Level {
        let nodes = (0..nodes).map(|i| Node::at([i as f64, 0.0])).collect();
        Level { bodies: vec![Body { nodes, ..Body::default() }], ..Level::default() }
    }

    #[test]
    fn history_frees_only_the_unshared_chunks_of_dropped_steps() {
        let mut level = level(6400);
        // A hundred chunks of 64 nodes at 128 bytes are 819,200 bytes.
        let mut history = History::new(&level, None).with_budget(900_000);
        let total = history.bytes();
        assert!((819_200..840_000).contains(&total), "{total}");
        for step in 0..200 {
            level.bodies[0].nodes[step].position[1] = 1.0;
            assert_eq!(history.push(&level, format!("{step}"), false), Pushed::Step);
        }
        assert!(history.bytes() <= 900_000, "{}", history.bytes());
        assert!(history.present() > 1 && history.labels().last() == Some("199"));
        // A recount that drops the entries one by one gives the same sum.
        let counted = history.bytes();
        history.truncate(0);
        assert_eq!(history.bytes(), 0, "of {counted}");
    }

    #[test]
    fn history_distinguishes_zero_from_minus_zero() {
        let mut level = level(3);
        let mut history = History::new(&level, None);
        level.bodies[0].nodes[1].position[1] = -0.0;
        assert_eq!(history.push(&level, "sign".into(), false), Pushed::Step);
        assert_eq!(history.push(&level, "again".into(), false), Pushed::Nothing);
        let first = history.jump(0).unwrap();
        assert!(first.bodies[0].nodes[1].position[1].is_sign_positive());
        assert!(history.jump(1).unwrap().bodies[0].nodes[1].position[1].is_sign_negative());
        level.world.gravity[0] = -0.0;
        assert_eq!(history.push(&level, "gravity".into(), false), Pushed::Step);
        assert_eq!((history.jump(7), history.jump(2)), (None, None));
    }

    #[test]
    fn gesture_without_net_change_adds_no_step() {
        let first = level(3);
        let mut moved = first.clone();
        moved.bodies[0].nodes[0].position = [9.0, 9.0];
        let mut history = History::new(&first, None);
        assert_eq!(history.push(&moved, "Move".into(), false), Pushed::Step);
        assert_eq!(history.push(&first, "Move".into(), true), Pushed::CameBack);
        assert_eq!((history.present(), history.labels().count()), (0, 1));
        assert_eq!((history.id(), history.id_of(&moved), history.id_of(&first)), (1, None, Some(1)));
    }

    /// A level that uses every field of the format.
    const EVERYTHING: &str = r##"{
        "format": 1, "name": "n", "notes": "m",
        "world": {"contact": {"decor": {"Penalty": {"stiffness": 1.0, "viscosity": 2.0}}}, "bounds": {"min": [0, 1], "max": [2, 3]}},
        "bodies": [{
            "name": "b", "motion": {"Driven": {"points": [[0.5, 1.5]], "period": 2.0}},
            "nodes": [{"position": [1.0, 2.0], "velocity": [3.0, 4.0], "role": {"Mass": 5.0}}, {"position": [0.0, 0.0], "role": "Barycentre"}],
            "springs": [{"a": 0, "b": 0}], "sticks": [{"a": 0, "b": 0}], "hull": [[0, 0]], "triangles": [[0, 0, 1]]
        }],
        "discs": [{"name": "d", "position": [1, 2], "radius": 3, "motion": {"Driven": {"points": [[0, 1]], "period": 2}}}],
        "obstacles": [{"name": "o", "shape": {"Segment": [[0, 1], [2, 3]]}}, {"shape": {"Line": [[0, 1], [2, 3]]}},
            {"shape": {"Circle": {"center": [0, 1], "radius": 2}}}],
        "editor": {"view": {"center": [0, 1], "height": 2}, "body_colors": ["#000000"], "disc_colors": ["#111111"],
            "twin": {"gravity": [0, 1], "substeps": 3}, "watches": ["w"], "hidden": ["bodies[0]"],
            "bookmarks": [{"frame": 1, "name": "k"}], "breakpoints": [{"condition": "c"}]}
    }"##;

    /// JSON paths of all numbers, booleans and strings.
    fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                fields.iter().for_each(|(key, inner)| leaves(inner, &format!("{path}/{key}"), found))
            }
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(i, inner)| leaves(inner, &format!("{path}/{i}"), found))
            }
            Value::Null => {}
            _ => found.push(path.to_owned()),
        }
    }

    #[test]
    fn history_records_and_restores_every_field() {
        let first: Level = serde_json::from_str(EVERYTHING).unwrap();
        let value = serde_json::to_value(&first).unwrap();
        let mut paths = Vec::new();
        leaves(&value, "", &mut paths);
        let mut changed = 0;
        for path in paths {
            let mut other = value.clone();
            let leaf = other.pointer_mut(&path).unwrap();
            *leaf = match &*leaf {
                Value::Bool(is_on) => Value::Bool(!is_on),
                Value::String(text) => Value::String(format!("{text}x")),
                number if number.is_f64() => Value::from(number.as_f64().unwrap_or_default() + 0.5),
                number => Value::from(number.as_u64().unwrap_or_default() + 1),
            };
            // Enum variants and places do not accept arbitrary strings.
            let Ok(other) = serde_json::from_value::<Level>(other) else { continue };
            if other == first || path.starts_with("/editor/hidden") {
                continue;
            }
            changed += 1;
            let mut history = History::new(&first, None);
            assert_eq!(history.push(&other, "Change".into(), false), Pushed::Step, "{path}");
            assert_eq!(history.jump(0).unwrap(), first, "{path}");
            assert_eq!(history.jump(1).unwrap(), other, "{path}");
        }
        assert!(changed > 80, "{changed} fields");
    }
}
