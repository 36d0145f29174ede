//! Marks of the timeline as rows and buttons. A click goes to the moment and the part.

use super::{ProblemRow, Subjects};
use crate::debugger::diagnosis::{Detector, Problem};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::timeline::marks::{Mark, MarkKind};
use crate::editor::features::timeline::moments;
use crate::editor::features::timeline::panel::marks;
use crate::editor::widgets;
use egui::{Button, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

/// Maximum number of buttons in the text of a problem.
const BUTTONS: usize = 12;

/// The glyph of a kind, as on the timeline.
pub(super) fn glyph(ui: &mut Ui, view: &ViewContext, kind: MarkKind) {
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 16.0), Sense::hover());
    let behind = ui.visuals().extreme_bg_color;
    marks::glyph(ui.painter(), kind, rect.center(), marks::color_of(view, kind), behind);
}

/// Draws all marks of a kind, given by its id.
pub(super) fn list(ui: &mut Ui, view: &ViewContext, subjects: &Subjects, id: &str, out: &mut Vec<Action>) {
    let Some(kind) = MarkKind::ALL.into_iter().find(|kind| kind.id() == id) else { return };
    let list = subjects.timeline.marks.of(kind);
    ui.label(RichText::new(kind.title()).strong().size(15.0));
    if list.is_empty() {
        return widgets::note(ui, "None in the frames visited so far.");
    }
    let height = ui.spacing().interact_size.y;
    ScrollArea::vertical().id_salt("marks").auto_shrink(false).show_rows(ui, height, list.len(), |ui, rows| {
        for (index, mark) in list.iter().enumerate().skip(rows.start).take(rows.len()) {
            let text = marks::words(view, subjects.breakpoints, subjects.timeline, kind, mark);
            let when = RichText::new(moments::written(mark.moment)).monospace().color(ui.visuals().weak_text_color());
            let response = ui.push_id(index, |ui| {
                ui.add(Button::selectable(false, (when, RichText::new(&text), egui::Atom::grow())).truncate())
            });
            response.inner.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
            if response.inner.clicked() {
                go_to(view, subjects, kind, mark, out);
            }
        }
    });
}

/// The kind of the marks of a row about a problem.
pub(super) fn kind(row: ProblemRow, problem: Problem) -> MarkKind {
    if matches!(row, ProblemRow::Harmless(_)) { MarkKind::Harmless } else { MarkKind::Found(problem) }
}

/// The first marks of a row about a problem as buttons with their moments.
pub(super) fn buttons(
    ui: &mut Ui,
    view: &ViewContext,
    subjects: &Subjects,
    row: ProblemRow,
    problem: Problem,
    out: &mut Vec<Action>,
) {
    let (marks, kind) = (&subjects.timeline.marks, kind(row, problem));
    // Marks without harm are those of several problems.
    let is_own =
        |mark: &&Mark| mark.is_early || marks.findings().get(mark.index).is_some_and(|it| it.problem == problem);
    let list: Vec<&Mark> = marks.of(kind).iter().filter(is_own).collect();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let weak = ui.visuals().weak_text_color();
        ui.label(RichText::new("On the timeline:").color(weak));
        if list.is_empty() {
            ui.label(RichText::new("nothing in the judged frames").color(weak));
        }
        // Marks of one moment have one button.
        let mut groups = list.chunk_by(|a, b| a.moment == b.moment);
        for mark in groups.by_ref().take(BUTTONS).filter_map(|marks| marks.first().copied()) {
            let when = moments::written(mark.moment);
            let response = ui.small_button(&when);
            let name = format!("{} at {when}", Detector::of(problem).title);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if response.clicked() {
                go_to(view, subjects, kind, mark, out);
            }
        }
        let left = groups.count();
        if left > 0 {
            ui.label(RichText::new(format!("and {left} more")).color(weak));
        }
    });
}

fn go_to(view: &ViewContext, subjects: &Subjects, kind: MarkKind, mark: &Mark, out: &mut Vec<Action>) {
    out.push(Action::Time(TimeCommand::GoTo(mark.moment)));
    let place = marks::place(view, subjects.breakpoints, subjects.timeline, kind, mark);
    out.extend(place.map(|place| Action::Reveal(vec![place])));
}
