//! The inputs in order of time. A click goes to an input, the bin removes it.

use super::{request, small_button};
use crate::debugger::moment;
use crate::debugger::run::{Moment, journal};
use crate::debugger::{Input, JournalEntry};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::journal::JournalCommand;
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use crate::level::Place;
use egui::{Align, AtomExt, Button, Layout, RichText, Role, ScrollArea, Ui, WidgetInfo, vec2};
use std::ops::Range;

/// One row: a pull of the hand from grab to release, or a single input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputRow {
    /// Indices in the journal.
    pub numbers: Range<usize>,
    /// Moment of the first input.
    pub moment: Moment,
    /// Moment of the last input, if there are several.
    pub until: Option<Moment>,
}

/// Groups the inputs into rows.
pub fn rows(entries: &[JournalEntry]) -> Vec<InputRow> {
    let mut rows: Vec<InputRow> = Vec::new();
    let mut pulled = None;
    for (index, entry) in entries.iter().enumerate() {
        let held = match &entry.input {
            Input::Hand(hand) => Some(hand.map(|hand| hand.held)),
            _ => None,
        };
        let goes_on = pulled.is_some() && matches!(held, Some(held) if held.is_none() || held == pulled);
        match rows.last_mut().filter(|row| goes_on && row.numbers.end == index) {
            Some(row) => {
                row.numbers.end = index + 1;
                row.until = Some(entry.moment);
            }
            None => rows.push(InputRow { numbers: index..index + 1, moment: entry.moment, until: None }),
        }
        pulled = held.flatten();
    }
    rows
}

/// Draws the inputs.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let entries = view.run.journal().entries();
    let rows = rows(entries);
    if rows.is_empty() {
        widgets::note(
            ui,
            "No inputs yet. Pull with the hand, push the selection, or change a setting from here on. The journal \
             stores all inputs, so every frame can be reproduced.",
        );
        return;
    }
    let height = ui.spacing().interact_size.y;
    ScrollArea::vertical().id_salt("inputs").auto_shrink(false).show_rows(ui, height, rows.len(), |ui, shown| {
        for row in &rows[shown] {
            let first = &entries[row.numbers.start].input;
            let mut text = first.describe(view.run.level());
            if let Some(until) = row.until {
                text += &format!(", until frame {}", moment::write(until));
            }
            ui.push_id(row.numbers.start, |ui| line(ui, view, row, first, &text, out));
        }
    });
}

fn line(ui: &mut Ui, view: &ViewContext, row: &InputRow, first: &Input, text: &str, out: &mut Vec<Action>) {
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), ui.spacing().interact_size.y), layout, |ui| {
        let remove = format!("Remove: {text}");
        let tip = "Removes it from the journal. The run becomes a branch without it; the old run stays among the \
                   branches. To undo, switch back to that branch (Ctrl+Z undoes edits of the level).";
        if small_button(ui, "trash", &remove, tip, true, false).clicked() {
            request(out, JournalCommand::Remove(row.numbers.clone().collect()));
        }
        let (icon, place) = match first {
            Input::Hand(hand) => ("hand-grabbing", hand.map(|hand| journal::place_of(hand.held))),
            Input::Nudge(nudge) => ("arrow-right", Some(nudge.place)),
            Input::Set(_) => ("sliders-horizontal", None),
            Input::Game(what) => ("arrow-right", journal::place_of_game(what)),
        };
        let weak = ui.visuals().weak_text_color();
        let is_past = row.moment <= view.run.moment();
        let tint = if is_past { ui.visuals().text_color() } else { weak };
        let when = moment::write(row.moment);
        let atoms = (
            Icon(icon).tinted(theme::SMALL_ICON, tint),
            RichText::new(format!("{when:>8}")).monospace().color(weak),
            RichText::new(text).color(tint).atom_shrink(true),
            egui::Atom::grow(),
        );
        let is_here = row.moment == view.run.moment();
        let button = Button::selectable(is_here, atoms).truncate().min_size(vec2(ui.available_width(), 0.0));
        let response = ui.add(button);
        let name = format!("Frame {}: {text}", row.moment.0);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_here, &name));
        let response =
            response.on_hover_text(if is_past { "Go to this moment" } else { "In the future. Go to this moment" });
        if response.clicked() {
            request(out, JournalCommand::GoTo(row.moment));
            out.extend(place.map(|place: Place| Action::Select(vec![place])));
        }
        if response.hovered() {
            out.extend(place.map(|place| Action::Hover(vec![place])));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Hand, Held};

    #[test]
    fn journal_rows_group_one_pull_of_the_hand() {
        let hand = |disc, x| Some(Hand { held: Held::Disc(disc), target: [x, 0.0], stiffness: 1.0, damping: 0.0 });
        let hands = [hand(0, 1.0), hand(0, 2.0), None, hand(0, 3.0), hand(1, 3.0), None];
        let entry =
            |(frame, hand): (u64, &Option<Hand>)| JournalEntry { moment: (frame, 0), input: Input::Hand(*hand) };
        let entries: Vec<JournalEntry> = (0..).zip(&hands).map(entry).collect();
        let numbers: Vec<Range<usize>> = rows(&entries).into_iter().map(|row| row.numbers).collect();
        assert_eq!(numbers, [0..3, 3..4, 4..6]);
    }
}
