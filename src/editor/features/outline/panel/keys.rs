//! Keys of the row with the focus: up and down select, left and right close and open, Ctrl+Shift with up and down moves.

use super::super::order;
use super::rows::TreeRow;
use super::{TreeState, folder};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::level::Place;
use crate::level::edit::folders;
use egui::{EventFilter, Key, Modifiers, Response, Ui};

/// A key pressed on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKey {
    /// To the previous (-1) or next (1) row.
    Step(i8),
    /// Open (true) or close.
    Open(bool),
    /// Move the selected parts earlier (false) or later.
    Shift(bool),
}

const MOVE: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

const KEYS: [(Modifiers, Key, RowKey); 6] = [
    (MOVE, Key::ArrowUp, RowKey::Shift(false)),
    (MOVE, Key::ArrowDown, RowKey::Shift(true)),
    (Modifiers::NONE, Key::ArrowUp, RowKey::Step(-1)),
    (Modifiers::NONE, Key::ArrowDown, RowKey::Step(1)),
    (Modifiers::NONE, Key::ArrowRight, RowKey::Open(true)),
    (Modifiers::NONE, Key::ArrowLeft, RowKey::Open(false)),
];

/// Gives the row the focus if it is its turn, and reads its keys.
pub fn read(ui: &Ui, response: &Response, row: TreeRow, kept: &mut TreeState) -> Option<RowKey> {
    if kept.wants_row == Some(row) {
        kept.wants_row = None;
        response.request_focus();
    }
    if !response.has_focus() {
        return None;
    }
    // Without this, arrow keys move the focus to other controls.
    let filter = EventFilter { vertical_arrows: true, horizontal_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let pressed = |input: &mut egui::InputState| {
        KEYS.into_iter().find(|(modifiers, key, _)| input.consume_key(*modifiers, *key)).map(|(_, _, key)| key)
    };
    ui.input_mut(pressed)
}

/// Performs a key of the row with this index.
pub fn perform(
    view: &ViewContext,
    rows: &[TreeRow],
    at: usize,
    key: RowKey,
    kept: &mut TreeState,
    out: &mut Vec<Action>,
) {
    let level = view.document.level();
    match (key, rows[at]) {
        (RowKey::Step(by), _) => step(view, rows, at, by, kept, out),
        (RowKey::Open(opens), TreeRow::Folder(index)) => {
            let name = folders::folders(level).get(index).map_or("", |folder| &folder.name);
            if kept.closed.contains(name) == opens {
                folder::toggle(kept, name);
            }
        }
        (RowKey::Open(true), TreeRow::Part(Place::Body(body))) => drop(kept.open.insert(body)),
        (RowKey::Open(false), TreeRow::Part(Place::Body(body))) => drop(kept.open.remove(&body)),
        (RowKey::Open(_), _) => {}
        (RowKey::Shift(later), TreeRow::Part(place)) => {
            let places = order::carried(view.selection, place);
            if let Some(edit) = order::shift(level, &places, later) {
                out.push(Action::Edit(edit));
                // The row of the moved part is the one beside.
                kept.wants_row = neighbour(place, later).map(TreeRow::Part);
            }
        }
        (RowKey::Shift(_), _) => {}
    }
}

fn neighbour(place: Place, later: bool) -> Option<Place> {
    let step = |index: usize| if later { index.checked_add(1) } else { index.checked_sub(1) };
    match place {
        Place::Body(index) => step(index).map(Place::Body),
        Place::Disc(index) => step(index).map(Place::Disc),
        Place::Obstacle(index) => step(index).map(Place::Obstacle),
        Place::Instance(index) => step(index).map(Place::Instance),
        Place::Marker(index) => step(index).map(Place::Marker),
        _ => None,
    }
}

/// Selects and focuses the next row of a folder or part.
fn step(view: &ViewContext, rows: &[TreeRow], at: usize, by: i8, kept: &mut TreeState, out: &mut Vec<Action>) {
    let is_stop = |row: &TreeRow| matches!(row, TreeRow::Folder(_) | TreeRow::Part(_));
    let next = if by > 0 {
        (at + 1..rows.len()).find(|&index| is_stop(&rows[index]))
    } else {
        (0..at).rev().find(|&index| is_stop(&rows[index]))
    };
    let Some(next) = next else { return };
    kept.wants_row = Some(rows[next]);
    if !kept.shown.contains(&next) || next + 1 == kept.shown.end {
        kept.wants_scroll = rows[next].place();
    }
    super::select(view, rows, next, Modifiers::NONE, kept, out);
}
