//! The Verdict panel: why a contact chose its edge, and its response formula by formula (000 §D).

mod list;
mod response;
mod table;

use crate::debugger::why;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::expectations;
use crate::editor::features::substep::panel::names;
use crate::editor::features::verdict;
use crate::editor::features::verdict::ShownVerdict;
use crate::editor::features::verdict::VerdictUi;
use crate::editor::icons::Icon;
use crate::editor::settings::VerdictView;
use crate::editor::theme;
use crate::editor::widgets;
use crate::level::{ContactMethod, Place};
use crate::picture::Palette;
use egui::{Button, Frame, Label, Margin, Panel, RichText, Role, ScrollArea, Ui, WidgetInfo};

/// Number of contacts, for the tab badge.
pub fn count(view: &ViewContext) -> usize {
    view.trace.as_deref().map_or(0, |trace| trace.contacts.len())
}

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, verdict: &VerdictUi, out: &mut Vec<Action>) {
    let frame = Frame::NONE.inner_margin(Margin { right: 8, ..Margin::ZERO });
    Panel::left("verdict list")
        .frame(frame)
        .resizable(true)
        .default_size(160.0)
        .size_range(120.0..=340.0)
        .show(ui, |ui| list::show(ui, view, verdict, out));
    Panel::left("verdict gap").frame(Frame::NONE).show_separator_line(false).exact_size(8.0).show(ui, |_| {});
    let Some(shown) = &verdict.shown else {
        return no_verdict(ui, view);
    };
    header(ui, view, shown, out);
    match view.settings.verdict_view {
        VerdictView::Edges => table::show(ui, view, verdict, shown, out),
        VerdictView::Response => {
            ScrollArea::both().id_salt("verdict response").auto_shrink(false).show(ui, |ui| {
                response::show(ui, view, shown);
            });
        }
    }
}

/// Message if there is no verdict.
fn no_verdict(ui: &mut Ui, view: &ViewContext) {
    let node = verdict::selected_node(view.selection);
    let barred = node.and_then(|(body, node)| why::barred(view.run.world(), body, node));
    let uses_diagonals = view.document.level().world.contact.method == ContactMethod::Diagonals;
    let text = match (barred, node) {
        (Some(barred), _) => barred.describe(),
        (None, _) if uses_diagonals => why::Barred::Diagonals.describe(),
        (None, Some(_)) => "No hull is near this node.",
        (None, None) if view.trace.is_none() => {
            "No contact yet. Step (→, or Shift+→ for a substep) or play. Or select a node to see its hypothetical verdict."
        }
        (None, None) => {
            "No contact in the last substep. Select a node on the canvas to see its hypothetical verdict against nearby hulls."
        }
    };
    ui.add(Label::new(RichText::new(text).color(ui.visuals().weak_text_color())).wrap());
}

/// Meaning of the letters on the canvas and in formulas.
const LETTERS: &str = "In formulas and on the canvas: M is the node. A→B is the edge, with the outside on its right. Q is the \
                       projection of M on the edge. G is the barycentre of the node's body";

/// Bodies, parity and rule, and the switch between the two views.
fn header(ui: &mut Ui, view: &ViewContext, shown: &ShownVerdict, out: &mut Vec<Action>) {
    let level = &view.document.placed().level;
    let contact = shown.contact();
    let crossings = contact.crossings().len();
    let palette = Palette::of(view.settings.theme.picture());
    let weak = ui.visuals().weak_text_color();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        choice(ui, view, VerdictView::Edges, "Edges", "Outcome for each hull edge", out);
        choice(ui, view, VerdictView::Response, "Response", "Response of the contact, formula by formula", out);
        claims(ui, view, shown, out);
        widgets::icon_button(ui, Icon("question"), "Letters of the verdict", LETTERS, true, false);
        ui.add_space(6.0);
        let m = names::part(level, contact.body, contact.node);
        let other = names::body(level, contact.other);
        let relation = if shown.is_found { "inside" } else { "hypothetical against" };
        ui.label(RichText::new(m).strong());
        ui.label(relation);
        ui.label(RichText::new(other).strong());
        ui.label(RichText::new("·").color(weak));
        let parity = why::parity_words(crossings);
        let tint = if crossings % 2 == 1 { palette.contact } else { palette.normal };
        ui.label(RichText::new(parity).color(theme::color(tint)));
        ui.label(RichText::new("·").color(weak));
        let rule = why::rule_words(&level.world.contact);
        ui.add(Label::new(RichText::new(&rule).color(weak).small()).truncate()).on_hover_text(&rule);
    });
    if !shown.is_found {
        let note = if crossings % 2 == 1 {
            "Now inside, not yet resolved. With the present positions the next substep decides:"
        } else {
            "No contact. If the node were found inside at its present position, the verdict would be:"
        };
        ui.label(RichText::new(note).small().color(weak));
    }
    ui.add_space(2.0);
}

/// Menu of expectations about this contact.
fn claims(ui: &mut Ui, view: &ViewContext, shown: &ShownVerdict, out: &mut Vec<Action>) {
    const ABOUT: [&str; 4] = ["wrong-edge", "edge-changes", "contact", "deep"];
    let menu = ui.menu_button(Icon("seal-check").text(theme::SMALL_ICON), |ui| {
        ui.weak("Expect that this never happens:");
        let contact = shown.contact();
        let parts = [Place::Node(contact.body, contact.node), Place::Body(contact.other)];
        let frames = expectations::default_frames(view);
        for offer in expectations::ready(&view.document.placed().level, &parts, frames, &|id| ABOUT.contains(&id)) {
            let response = ui.button(&offer.title).on_hover_text(&offer.failure.condition);
            if response.clicked() {
                out.extend(expectations::claim(offer.failure));
                ui.close();
            }
        }
    });
    menu.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Expect of this contact…"));
    menu.response.on_hover_text("Add an expectation about this contact to the level");
}

fn choice(ui: &mut Ui, view: &ViewContext, shown: VerdictView, title: &str, tip: &str, out: &mut Vec<Action>) {
    let is_open = view.settings.verdict_view == shown;
    let response = ui.add(Button::selectable(is_open, title)).on_hover_text(tip);
    let name = format!("Verdict: {title}");
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, &name));
    if response.clicked() {
        out.push(Action::Prefer(Box::new(move |settings| settings.verdict_view = shown)));
    }
}
