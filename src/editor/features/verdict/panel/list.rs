//! The list of verdicts: contacts of the selected node, hulls near it, and all contacts of the last substep.

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::substep::panel::names;
use crate::editor::features::timeline::moments;
use crate::editor::features::verdict;
use crate::editor::features::verdict::VerdictUi;
use crate::editor::features::verdict::{SubjectRole, VerdictSubject};
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets::short;
use crate::level::{Level, Place};
use egui::{Button, Response, RichText, Role, ScrollArea, Ui, WidgetInfo};

pub(super) fn show(ui: &mut Ui, view: &ViewContext, verdict: &VerdictUi, out: &mut Vec<Action>) {
    let level = &view.document.placed().level;
    let contacts = view.trace.as_deref().map_or(&[][..], |trace| &trace.contacts[..]);
    ui.spacing_mut().item_spacing.y = 1.0;
    let height = ui.spacing().interact_size.y;
    let node = verdict::selected_node(view.selection);
    let end = moments::written(view.run.moment());
    let own = verdict.choices.len();
    // One list: a title, rows of the node, a title, all contacts.
    let heads = usize::from(node.is_some()) + 1;
    let first_of_all = own + heads;
    ScrollArea::vertical().id_salt("verdict list").auto_shrink(false).show_rows(
        ui,
        height,
        first_of_all + contacts.len(),
        |ui, range| {
            for index in range {
                if index == 0 && node.is_some() {
                    let (body, node) = node.unwrap_or_default();
                    _ = title(ui, &format!("Node {}", names::part(level, body, node)));
                } else if index + 1 == first_of_all {
                    let count = if contacts.len() == 1 {
                        "1 contact".to_owned()
                    } else {
                        format!("{} contacts", contacts.len())
                    };
                    title(ui, &format!("{count}, substep to {end}")).on_hover_text(
                        "Contacts of the substep that ends at this moment, also those after the displayed phase",
                    );
                } else if index < first_of_all {
                    let (subject, part) = verdict.choices[index - usize::from(node.is_some())];
                    choice(ui, verdict, level, subject, Some(part), out);
                } else {
                    let subject = verdict::subject_of(&contacts[index - first_of_all]);
                    choice(ui, verdict, level, subject, None, out);
                }
            }
        },
    );
}

fn title(ui: &mut Ui, text: &str) -> Response {
    let weak = ui.visuals().weak_text_color();
    ui.add_sized([ui.available_width(), ui.spacing().interact_size.y], |ui: &mut Ui| {
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Max), |ui| {
            ui.add(egui::Label::new(RichText::new(text).small().color(weak)).truncate())
        })
        .inner
    })
}

/// One row. In the list of all contacts a click also selects M.
fn choice(
    ui: &mut Ui,
    verdict: &VerdictUi,
    level: &Level,
    subject: VerdictSubject,
    part: Option<SubjectRole>,
    out: &mut Vec<Action>,
) {
    let VerdictSubject { body, node, other } = subject;
    let is_shown = verdict.shown.as_ref().is_some_and(|shown| shown.subject == subject);
    let (m, hull) = (names::part(level, body, node), names::body(level, other));
    let (icon, text, name) = match part {
        None => ("intersect", format!("{m} in {hull}"), format!("Contact: {m} in {hull}")),
        Some(SubjectRole::M) => ("intersect", format!("inside {hull}"), format!("Node: {m} in {hull}")),
        Some(SubjectRole::End) => ("arrow-line-up", format!("hit by {m}"), format!("Node: hit by {m}")),
        Some(SubjectRole::Asked(row)) => {
            ("question", format!("{hull}, {} away", short(row.distance)), format!("Hypothetical: {m} against {hull}"))
        }
    };
    let tint = if is_shown { ui.visuals().strong_text_color() } else { ui.visuals().weak_text_color() };
    let atoms = (Icon(icon).tinted(theme::SMALL_ICON, tint), RichText::new(text));
    let salt = (subject.body, subject.node, subject.other, part.is_none());
    let response = ui
        .push_id(salt, |ui| {
            let size = egui::vec2(ui.available_width(), 0.0);
            ui.add(Button::selectable(is_shown, atoms).truncate().min_size(size))
        })
        .inner;
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, &name));
    let response = match part {
        Some(SubjectRole::Asked(row)) => {
            response.on_hover_text(format!("{} to its nearest edge; {}", short(row.distance), row.standing.describe()))
        }
        _ => response,
    };
    if response.hovered() {
        out.push(Action::Hover(vec![Place::Node(body, node), Place::Body(other)]));
    }
    if response.clicked() {
        out.push(Action::Verdict(subject));
        if part.is_none() {
            out.push(Action::Select(vec![Place::Node(body, node)]));
        }
    }
    if response.double_clicked() {
        out.push(Action::Reveal(vec![Place::Node(body, node)]));
    }
}
