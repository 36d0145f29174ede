//! Groups of tabs and splits around the canvas.

use super::CanvasSide;
use crate::editor::settings::tabs::Tab;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Direction in which the parts of a split stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SplitAxis {
    /// From left to right.
    Row,
    /// From top to bottom.
    Column,
}

/// Tabs of which one is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabGroup {
    /// All tabs, from left to right; never empty.
    pub tabs: Vec<Tab>,
    /// The tab in front.
    pub open: Tab,
    /// Whether the group is out of sight.
    #[serde(default)]
    pub is_hidden: bool,
}

impl TabGroup {
    /// A visible group, its first tab open.
    pub fn of(tabs: impl IntoIterator<Item = Tab>) -> Option<Self> {
        let tabs: Vec<Tab> = tabs.into_iter().collect();
        let open = *tabs.first()?;
        Some(Self { tabs, open, is_hidden: false })
    }
}

/// A part of a split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// What it contains.
    pub area: Area,
    /// Size along the axis, in points; `None`: the default. The part with the canvas takes what the others leave.
    /// Between parts without the canvas, sizes count as shares.
    #[serde(default)]
    pub size: Option<f32>,
}

/// Several areas beside each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Split {
    /// Their direction.
    pub axis: SplitAxis,
    /// At least two.
    pub parts: Vec<Part>,
}

/// An area of the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Area {
    /// The canvas with the timeline.
    Canvas,
    /// A group of tabs.
    Tabs(TabGroup),
    /// Several areas.
    Split(Split),
}

/// Range of stored sizes, in points.
const SIZES: std::ops::RangeInclusive<f32> = 1.0..=20_000.0;

impl Area {
    /// Areas in a row or a column, with default sizes.
    pub fn split(axis: SplitAxis, areas: impl IntoIterator<Item = Self>) -> Self {
        Self::Split(Split { axis, parts: areas.into_iter().map(|area| Part { area, size: None }).collect() })
    }

    /// True if the canvas is in this area.
    pub fn has_canvas(&self) -> bool {
        match self {
            Self::Canvas => true,
            Self::Tabs(_) => false,
            Self::Split(split) => split.parts.iter().any(|part| part.area.has_canvas()),
        }
    }

    /// True if the area shows something.
    pub fn is_visible(&self) -> bool {
        match self {
            Self::Canvas => true,
            Self::Tabs(group) => !group.is_hidden,
            Self::Split(split) => split.parts.iter().any(|part| part.area.is_visible()),
        }
    }

    /// All groups, each with its side of the canvas.
    pub fn groups(&self) -> impl Iterator<Item = (&TabGroup, CanvasSide)> {
        let mut all = Vec::new();
        self.collect(None, &mut all);
        all.into_iter()
    }

    fn collect<'a>(&'a self, side: Option<CanvasSide>, all: &mut Vec<(&'a TabGroup, CanvasSide)>) {
        match self {
            Self::Canvas => {}
            Self::Tabs(group) => all.push((group, side.unwrap_or(CanvasSide::Bottom))),
            Self::Split(split) => {
                let sides = split.sides(side);
                split.parts.iter().zip(sides).for_each(|(part, side)| part.area.collect(side, all));
            }
        }
    }

    /// All groups, each with its side of the canvas.
    pub fn groups_mut(&mut self) -> Vec<(&mut TabGroup, CanvasSide)> {
        let mut all = Vec::new();
        self.collect_mut(None, &mut all);
        all
    }

    fn collect_mut<'a>(&'a mut self, side: Option<CanvasSide>, all: &mut Vec<(&'a mut TabGroup, CanvasSide)>) {
        match self {
            Self::Canvas => {}
            Self::Tabs(group) => all.push((group, side.unwrap_or(CanvasSide::Bottom))),
            Self::Split(split) => {
                let sides = split.sides(side);
                split.parts.iter_mut().zip(sides).for_each(|(part, side)| part.area.collect_mut(side, all));
            }
        }
    }

    /// Adds a tab, opened, to the first group at a side of the canvas, or as a new group there: beside everything, or
    /// directly below or above the canvas.
    pub fn add(&mut self, tab: Tab, side: CanvasSide) {
        if let Some((group, _)) = self.groups_mut().into_iter().find(|(_, at)| *at == side) {
            group.tabs.push(tab);
            (group.open, group.is_hidden) = (tab, false);
            return;
        }
        let place = if side.axis() == SplitAxis::Row { Some(self) } else { self.canvas_mut() };
        let Some(place) = place else { return };
        let new = Self::Tabs(TabGroup { tabs: vec![tab], open: tab, is_hidden: false });
        let old = std::mem::replace(place, Self::Canvas);
        *place = Self::split(side.axis(), if side.is_before() { [new, old] } else { [old, new] });
        place.join();
    }

    fn canvas_mut(&mut self) -> Option<&mut Self> {
        match self {
            Self::Canvas => Some(self),
            Self::Tabs(_) => None,
            Self::Split(split) => split.parts.iter_mut().find_map(|part| part.area.canvas_mut()),
        }
    }

    /// Removes a tab, and its group with the last one.
    pub fn remove(&mut self, tab: Tab) {
        for (group, _) in self.groups_mut() {
            let Some(at) = group.tabs.iter().position(|known| *known == tab) else { continue };
            group.tabs.remove(at);
            if group.open == tab
                && let Some(next) = group.tabs.get(at).or(group.tabs.last())
            {
                group.open = *next;
            }
        }
        let old = std::mem::replace(self, Self::Canvas);
        *self = old.tidy(&mut Default::default()).unwrap_or(Self::Canvas);
    }

    /// The area in its simplest form: without empty groups, repeated tabs, a second canvas, splits of one part and
    /// splits within splits of the same axis. `None` if nothing is left.
    pub fn tidy(self, seen: &mut SeenParts) -> Option<Self> {
        match self {
            Self::Canvas => (!std::mem::replace(&mut seen.has_canvas, true)).then_some(Self::Canvas),
            Self::Tabs(mut group) => {
                group.tabs.retain(|tab| seen.tabs.insert(*tab));
                if !group.tabs.contains(&group.open) {
                    group.open = *group.tabs.first()?;
                }
                Some(Self::Tabs(group))
            }
            Self::Split(split) => {
                let tidied = split.parts.into_iter().filter_map(|part| {
                    let size = part.size.filter(|size| SIZES.contains(size));
                    part.area.tidy(seen).map(|area| Part { area, size })
                });
                let mut split = Split { axis: split.axis, parts: tidied.collect() };
                match split.parts.len() {
                    0 => None,
                    1 => split.parts.pop().map(|part| part.area),
                    _ => {
                        let mut area = Self::Split(split);
                        area.join();
                        Some(area)
                    }
                }
            }
        }
    }

    /// Takes the parts of inner splits of the same axis into this one.
    fn join(&mut self) {
        let Self::Split(split) = self else { return };
        let parts = std::mem::take(&mut split.parts);
        for part in parts {
            match part.area {
                Self::Split(inner) if inner.axis == split.axis => split.parts.extend(inner.parts),
                area => split.parts.push(Part { area, size: part.size }),
            }
        }
    }
}

/// What [`Area::tidy`] has met so far.
#[derive(Debug, Default)]
pub struct SeenParts {
    tabs: BTreeSet<Tab>,
    has_canvas: bool,
}

impl Split {
    /// The part that contains the canvas.
    pub fn canvas(&self) -> Option<usize> {
        self.parts.iter().position(|part| part.area.has_canvas())
    }

    /// The side of the canvas at which each part stands; `None` for the part with the canvas.
    fn sides(&self, side: Option<CanvasSide>) -> Vec<Option<CanvasSide>> {
        let canvas = self.canvas();
        let side_of = |at: usize| {
            let canvas = canvas.filter(|canvas| *canvas != at)?;
            Some(CanvasSide::of(self.axis, at < canvas))
        };
        (0..self.parts.len()).map(|at| side.or_else(|| side_of(at))).collect()
    }
}
