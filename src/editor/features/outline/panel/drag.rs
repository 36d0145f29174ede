//! Drag and drop in the outline: parts onto rows and folders, folders onto folders.

use super::super::order;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::widgets;
use crate::level::edit::folders;
use crate::level::{Level, Place};
use egui::{DragAndDrop, Frame, Response, Stroke, StrokeKind, Ui};

/// A dragged folder, by index.
#[derive(Clone, Copy)]
pub struct DraggedFolder(usize);

/// Parts dropped on a row get the place before or after it, and join its folder.
pub fn part(ui: &Ui, view: &ViewContext, place: Place, response: &Response, out: &mut Vec<Action>) {
    response.dnd_set_drag_payload(place);
    let level = view.document.level();
    let at = ui.input(|input| input.pointer.latest_pos()).map_or(0.0, |at| at.y);
    // In the middle of a row, the part takes the row's place: after it on the way down, before it on the way up.
    let quarter = 0.25 * response.rect.height();
    let is_after = |moved: Place| at > response.rect.center().y + if moved < place { -quarter } else { quarter };
    let target = |moved: Place| order::drop_on(level, &order::carried(view.selection, moved), place, is_after(moved));
    if let Some(moved) = response.dnd_hover_payload::<Place>().filter(|moved| target(**moved).is_some()) {
        let y = if is_after(*moved) { response.rect.bottom() } else { response.rect.top() };
        ui.painter().hline(response.rect.x_range(), y, Stroke::new(2.0, ui.visuals().hyperlink_color));
    }
    if let Some(edit) = response.dnd_release_payload::<Place>().and_then(|moved| target(*moved)) {
        out.push(Action::Edit(edit));
    }
}

/// Moves a folder into the gap before the folder with index `gap`.
fn move_folder(level: &Level, folder: usize, gap: usize) -> Option<Edit> {
    let moves = gap != folder && gap != folder + 1;
    let name = folders::folders(level).get(folder).map(|folder| folder.name.clone())?;
    moves.then(|| Edit::new(format!("Move {name}"), move |level| folders::move_folder(level, folder, gap)))
}

/// Parts dropped on a folder join it; a folder dropped on its upper or lower half gets the place before or after it.
pub fn folder(ui: &Ui, view: &ViewContext, folder: usize, response: &Response, out: &mut Vec<Action>) {
    response.dnd_set_drag_payload(DraggedFolder(folder));
    let level = view.document.level();
    let is_lower = ui.input(|input| input.pointer.latest_pos()).is_some_and(|at| at.y > response.rect.center().y);
    let joined = |moved: Place| order::put_in(level, &order::carried(view.selection, moved), Some(folder));
    let moved = |other: &DraggedFolder| move_folder(level, other.0, folder + usize::from(is_lower));
    let stroke = Stroke::new(2.0, ui.visuals().hyperlink_color);
    if response.dnd_hover_payload::<Place>().is_some_and(|moved| joined(*moved).is_some()) {
        ui.painter().rect_stroke(response.rect, 3.0, stroke, StrokeKind::Inside);
    }
    if response.dnd_hover_payload::<DraggedFolder>().is_some_and(|other| moved(&other).is_some()) {
        let y = if is_lower { response.rect.bottom() } else { response.rect.top() };
        ui.painter().hline(response.rect.x_range(), y, stroke);
    }
    let parts = response.dnd_release_payload::<Place>().and_then(|moved| joined(*moved));
    let edit = parts.or_else(|| response.dnd_release_payload::<DraggedFolder>().and_then(|other| moved(&other)));
    out.extend(edit.map(Action::Edit));
}

/// While a part of a folder is dragged: a strip below the rows that takes it out.
pub fn outside(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let Some(dragged) = DragAndDrop::payload::<Place>(ui.ctx()) else { return };
    let level = view.document.level();
    let moved = order::carried(view.selection, *dragged);
    if order::put_in(level, &moved, None).is_none() {
        return;
    }
    let (_, dropped) = ui.dnd_drop_zone::<Place, ()>(Frame::group(ui.style()), |ui| {
        ui.set_min_width(ui.available_width());
        widgets::note(ui, "Drop here to take it out of its folder");
    });
    if dropped.is_some() {
        out.extend(order::put_in(level, &moved, None).map(Action::Edit));
    }
}
