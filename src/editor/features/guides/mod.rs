//! Guide lines and physical units of a level: edits, and their section of the *World* tab.

pub mod panel;

use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::features::inspector::panel::gesture;
use crate::level::{GuideLines, Level, LevelUnits, Place};

/// Direction of a guide line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuideAxis {
    /// A line of constant x.
    Vertical,
    /// A line of constant y.
    Horizontal,
}

impl GuideAxis {
    /// Both, as lists show them.
    pub const ALL: [Self; 2] = [Self::Vertical, Self::Horizontal];

    /// The coordinates of its lines.
    pub fn lines(self, guides: &GuideLines) -> &[f64] {
        match self {
            Self::Vertical => &guides.vertical,
            Self::Horizontal => &guides.horizontal,
        }
    }

    fn lines_mut(self, guides: &mut GuideLines) -> &mut Vec<f64> {
        match self {
            Self::Vertical => &mut guides.vertical,
            Self::Horizontal => &mut guides.horizontal,
        }
    }

    /// Name of the coordinate that its lines keep.
    pub fn letter(self) -> &'static str {
        match self {
            Self::Vertical => "x",
            Self::Horizontal => "y",
        }
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Vertical => "vertical",
            Self::Horizontal => "horizontal",
        }
    }
}

/// Guide lines of a level.
pub fn guides_of(level: &Level) -> Option<&GuideLines> {
    level.editor.as_ref().map(|extra| &extra.guide_lines)
}

fn edit(
    name: &'static str,
    axis: GuideAxis,
    change: impl FnOnce(&mut Vec<f64>) -> Result<(), String> + 'static,
) -> Edit {
    Edit::new(name, move |level| change(axis.lines_mut(&mut level.editor.get_or_insert_default().guide_lines)))
}

/// Adds a guide line.
pub fn add(axis: GuideAxis, at: f64) -> Action {
    Action::Edit(edit("Add a guide", axis, move |lines| {
        lines.push(at);
        Ok(())
    }))
}

/// Moves a guide line; changes in a row merge while the gesture lasts.
pub fn place(axis: GuideAxis, index: usize, at: f64) -> Action {
    let edit = edit("Move a guide", axis, move |lines| {
        *lines.get_mut(index).ok_or("the guide no longer exists")? = at;
        Ok(())
    });
    Action::Edit(edit.within(gesture(Place::Level, &format!("guide {} {index}", axis.letter()))))
}

/// Removes a guide line.
pub fn remove(axis: GuideAxis, index: usize) -> Action {
    Action::Edit(edit("Remove a guide", axis, move |lines| {
        if index >= lines.len() {
            return Err("the guide no longer exists".to_owned());
        }
        lines.remove(index);
        Ok(())
    }))
}

/// Removes all guide lines.
pub fn clear() -> Edit {
    Edit::new("Remove all guides", |level| {
        level.editor.get_or_insert_default().guide_lines = GuideLines::default();
        Ok(())
    })
}

/// Sets or removes the physical units.
pub fn set_units(units: Option<LevelUnits>) -> Action {
    let edit = Edit::new("Units", move |level| {
        level.editor.get_or_insert_default().units = units;
        Ok(())
    });
    Action::Edit(edit.within(gesture(Place::Level, "units")))
}
