//! Sizes of the areas in a window of a given size.

use super::{Area, CanvasSide, Changed, Layout, Part, Split, SplitAxis};
use egui::Vec2;

/// Least width of an area beside the canvas.
const NARROWEST: f32 = 240.0;
/// Default width of an area beside the canvas.
const WIDTH: f32 = 300.0;
/// Height of a group with its tabs and one line; in lower windows it is hidden.
const LOWEST: f32 = 72.0;
/// Share of the height for the panel of a narrow window.
const BELOW: f32 = 0.45;
/// Share of the height for an enlarged group below or above the canvas, if the canvas keeps its least height.
const ENLARGED: f32 = 0.65;

/// The room for the areas.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Size of all areas together, in points.
    pub size: Vec2,
    /// Least size of the canvas with its timeline.
    pub least: Vec2,
    /// Gap between two areas.
    pub gap: f32,
    /// Whether the window is as narrow as a telephone.
    pub is_narrow: bool,
}

impl Layout {
    /// The areas with the sizes that they get. Groups without room are hidden; a narrow window has one group, below
    /// the canvas.
    pub fn fitted(&self, room: &Room) -> Area {
        if room.is_narrow { self.narrow(room) } else { self.fit(&self.area, room.size, room) }
    }

    /// After a command: moves the tab that it opened to a window of its own if its place has no room. Groups that it
    /// showed or hid, and that have no room, stay shown, for a larger window; returns their axis.
    pub fn make_room(&mut self, room: &Room) -> Option<SplitAxis> {
        match self.changed.take().filter(|_| !room.is_narrow)? {
            Changed::Tab(tab) => {
                let is_in_front = |area: &Area| area.groups().any(|(group, _)| group.open == tab && !group.is_hidden);
                if is_in_front(&self.area) && !is_in_front(&self.fitted(room)) {
                    self.pop(tab);
                }
                None
            }
            Changed::Groups(axis) => {
                let mut shown = self.clone();
                shown.set_hidden(axis, false);
                let area = shown.fitted(room);
                let has_room = area.groups().any(|(group, side)| side.axis() == axis && !group.is_hidden);
                if has_room {
                    return None;
                }
                self.area = shown.area;
                Some(axis)
            }
        }
    }

    fn fit(&self, area: &Area, size: Vec2, room: &Room) -> Area {
        let Area::Split(split) = area else { return area.clone() };
        let Some(canvas) = split.canvas() else { return area.clone() };
        let whole = along(split.axis, size);
        let smallest = if split.axis == SplitAxis::Row { NARROWEST } else { LOWEST };
        let mut left = whole - along(split.axis, room.least);
        let mut parts = split.parts.clone();
        let mut taken = 0.0;
        for (_, part) in parts.iter_mut().enumerate().filter(|(at, part)| *at != canvas && part.area.is_visible()) {
            let enlarged = (self.is_enlarged && split.axis == SplitAxis::Column).then_some(ENLARGED * whole);
            let wanted = enlarged.or(part.size).unwrap_or_else(|| default_size(split.axis, whole)).max(smallest);
            let given = wanted.min(left - room.gap);
            if given < smallest {
                hide(&mut part.area);
                continue;
            }
            part.size = Some(given);
            left -= given + room.gap;
            taken += given + room.gap;
        }
        let rest = (whole - taken).max(1.0);
        let inner = if split.axis == SplitAxis::Row { egui::vec2(rest, size.y) } else { egui::vec2(size.x, rest) };
        parts[canvas] = Part { area: self.fit(&parts[canvas].area, inner, room), size: Some(rest) };
        Area::Split(Split { axis: split.axis, parts })
    }

    fn narrow(&self, room: &Room) -> Area {
        let groups = || self.area.groups().filter(|(group, _)| !group.is_hidden);
        let beside = groups().find(|(_, side)| side.axis() == SplitAxis::Row);
        let Some((group, _)) = beside.or_else(|| groups().next()) else { return Area::Canvas };
        let height = (room.size.y * BELOW).max(LOWEST);
        let size = [room.size.y - height - room.gap, height];
        let areas = [Area::Canvas, Area::Tabs(group.clone())];
        let parts = areas.into_iter().zip(size).map(|(area, size)| Part { area, size: Some(size) });
        Area::Split(Split { axis: SplitAxis::Column, parts: parts.collect() })
    }
}

fn along(axis: SplitAxis, size: Vec2) -> f32 {
    if axis == SplitAxis::Row { size.x } else { size.y }
}

/// The size of a part without a stored one.
fn default_size(axis: SplitAxis, whole: f32) -> f32 {
    if axis == SplitAxis::Row { WIDTH } else { (whole * 0.3).clamp(196.0, 236.0) }
}

fn hide(area: &mut Area) {
    area.groups_mut().into_iter().for_each(|(group, _): (_, CanvasSide)| group.is_hidden = true);
}
