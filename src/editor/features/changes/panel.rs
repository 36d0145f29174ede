//! The window *Who changed this?*, and the menu that asks about a number.

use super::{ChangeAnswer, ChangeCommand, Changes, number, values};
use crate::debugger::changes::{FoundChange, NumberAxis, NumberKind, PartNumber};
use crate::debugger::moment;
use crate::debugger::run::journal::name;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::verdict::VerdictSubject;
use crate::editor::icons::Icon;
use crate::editor::settings::tabs::Tab;
use crate::editor::widgets;
use crate::editor::widgets::floating::{self, Corner};
use crate::editor::widgets::form;
use crate::geometry::DVec2;
use crate::level::Place;
use crate::picture::Viewport;
use egui::{Context, Label, ProgressBar, Rect, RichText, Ui, vec2};

/// Title of the window.
const TITLE: &str = "Who changed this?";
/// Its width.
const WIDTH: f32 = 300.0;
/// Explanation of *Skip motion*.
const SKIP: &str =
    "Looks for contacts, sticks, obstacles, impacts and inputs only, not for motion by forces and velocities";

/// Draws the window in the corner of the canvas that is farthest from the part; beside a twin, in the pane of the level.
pub fn show(
    ctx: &Context,
    view: &ViewContext,
    changes: &Changes,
    (pane, viewport): (Rect, Viewport),
    out: &mut Vec<Action>,
) {
    if !changes.is_open {
        return;
    }
    let at = changes.shown(view.selection).and_then(|asked| position(view, asked.place));
    let point = at.map_or(pane.left_bottom(), |at| {
        let pixel = viewport.screen_from_world(at);
        pane.min + vec2(pixel.x as f32, pixel.y as f32)
    });
    // Each arrangement of the canvas has its own place.
    let id = if view.twin.is_some() { "changes beside a twin" } else { "changes" };
    let show = |ui: &mut Ui| contents(ui, view, changes, out);
    if !floating::show(ctx, (id, TITLE), Corner::Away(pane, point), WIDTH, show) {
        out.push(Action::Changes(ChangeCommand::Close));
    }
}

/// Position of a node or disc in the displayed state.
fn position(view: &ViewContext, place: Place) -> Option<DVec2> {
    let world = view.run.world();
    let layout = world.layout();
    let at = match place {
        Place::Node(body, node) => {
            let nodes = layout.bodies.get(body)?.nodes.clone();
            world.position(nodes.start + Some(node).filter(|node| *node < nodes.len())?)
        }
        Place::Disc(disc) => world.disc_position(Some(disc).filter(|disc| *disc < layout.discs.radius.len())?),
        _ => return None,
    };
    at.is_finite().then_some(at)
}

fn contents(ui: &mut Ui, view: &ViewContext, changes: &Changes, out: &mut Vec<Action>) {
    let Some(asked) = changes.shown(view.selection) else {
        return widgets::note(ui, "Select a node or a disc.");
    };
    question(ui, view, asked, out);
    let mut skips = changes.skips_motion;
    if ui.checkbox(&mut skips, "Skip motion").on_hover_text(SKIP).changed() {
        out.push(Action::Changes(ChangeCommand::SkipMotion(skips)));
    }
    ui.horizontal(|ui| {
        let button = |ui: &mut Ui, icon, text: &str, tip: &str| {
            widgets::text_button(ui, Icon(icon), text).on_hover_text(tip).clicked()
        };
        if button(ui, "arrow-left", "Last change", "Goes back to the last change; again: to the one before") {
            out.push(Action::Changes(ChangeCommand::Last(asked)));
        }
        if button(ui, "arrow-right", "Next change", "Goes to the next change, also beyond the last visited frame") {
            out.push(Action::Changes(ChangeCommand::Next(asked)));
        }
    });
    ui.separator();
    if let Some(search) = &changes.search {
        ui.horizontal(|ui| {
            let bar = ProgressBar::new(search.progress() as f32).desired_width(170.0);
            ui.add(bar.text(format!("at {}", moment::write(search.moment()))));
            if ui.button("Cancel").clicked() {
                out.push(Action::Changes(ChangeCommand::Cancel));
            }
        });
    } else if let Some(answer) = changes.answer.as_ref().filter(|answer| answer.number == asked) {
        show_answer(ui, view, answer, out);
    }
}

/// The part and the number that the buttons ask about.
fn question(ui: &mut Ui, view: &ViewContext, asked: PartNumber, out: &mut Vec<Action>) {
    let level = &view.document.placed().level;
    ui.add(Label::new(RichText::new(name(level, asked.place)).strong()).truncate());
    ui.horizontal(|ui| {
        let kinds = NumberKind::ALL.map(|kind| (kind, kind.title(), ""));
        let mut changed = asked;
        ui.scope(|ui| {
            ui.set_max_width(104.0);
            if let Some(kind) = form::combo(ui, "Number", asked.kind, &kinds) {
                changed.kind = kind;
            }
        });
        for axis in NumberAxis::ALL {
            let title = if axis == NumberAxis::Both { "x, y" } else { axis.title().trim() };
            if ui.selectable_label(asked.axis == axis, title).clicked() {
                changed.axis = axis;
            }
        }
        if changed != asked {
            out.push(Action::Changes(ChangeCommand::Last(changed)));
        }
    });
}

fn show_answer(ui: &mut Ui, view: &ViewContext, answer: &ChangeAnswer, out: &mut Vec<Action>) {
    let level = &view.document.placed().level;
    let asked = format!("{} of {}", answer.number.title(), name(level, answer.number.place));
    let Some(found) = &answer.found else {
        let text = match answer.is_forward {
            true => format!("{asked}: no change in the 20,000 substeps after {}", answer.asked_at),
            false => format!("{asked}: no change from the start up to {}", answer.asked_at),
        };
        ui.add(Label::new(text).wrap());
        return;
    };
    let (at, phase) = found.shown;
    ui.horizontal_wrapped(|ui| {
        let text = moment::write_phase(at, phase);
        if ui.link(RichText::new(&text).monospace()).on_hover_text("Go to this moment").clicked() {
            out.push(Action::Changes(ChangeCommand::Show));
        }
        ui.label(RichText::new(&found.title).strong());
    });
    ui.add(Label::new(format!("{asked}: {}", values(answer.number, found))).wrap());
    if !found.cause.is_empty() {
        ui.add(Label::new(RichText::new(&found.cause).color(ui.visuals().weak_text_color())).wrap());
    }
    parts(ui, level, found, out);
    if let Some([body, node, other]) = found.contact
        && widgets::text_button(ui, Icon("gavel"), "Verdict")
            .on_hover_text("Why this contact chose its edge, and its response")
            .clicked()
    {
        out.push(Action::Verdict(VerdictSubject { body, node, other }));
        out.push(Action::Select(vec![Place::Node(body, node)]));
        out.push(Action::prefer(|settings| {
            settings.show(Tab::Verdict);
        }));
    }
}

/// Links to the parts that took part.
fn parts(ui: &mut Ui, level: &crate::level::Level, found: &FoundChange, out: &mut Vec<Action>) {
    if found.places.len() < 2 {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.weak("Parts:");
        for &place in &found.places {
            let link = ui.link(name(level, place));
            if link.hovered() {
                out.push(Action::Hover(vec![place]));
            }
            if link.clicked() {
                out.push(Action::Select(vec![place]));
            }
        }
    });
}

/// A small button at a number: a click asks who changed it last, a right click offers more.
pub fn ask_button(ui: &mut Ui, place: Place, kind: NumberKind, out: &mut Vec<Action>) {
    let question = format!("Who last changed the {}?", kind.title());
    let tip = format!("{question}\nRight click: one coordinate, or the next change");
    let tint = ui.visuals().weak_text_color();
    let button = egui::Button::new(Icon("footprints").tinted(crate::editor::theme::SMALL_ICON, tint));
    let response = ui.add(button.frame_when_inactive(false).small());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &question));
    let response = response.on_hover_text(tip);
    response.context_menu(|ui| menu(ui, place, kind, out));
    if response.clicked() {
        out.push(Action::Changes(ChangeCommand::Last(number(place, kind))));
    }
}

/// The questions about one kind of number.
pub fn menu(ui: &mut Ui, place: Place, kind: NumberKind, out: &mut Vec<Action>) {
    for (is_forward, verb) in [(false, "Who last changed"), (true, "Who next changes")] {
        for axis in NumberAxis::ALL {
            let asked = PartNumber { place, kind, axis };
            if ui.button(format!("{verb} the {}?", asked.title())).clicked() {
                let command = if is_forward { ChangeCommand::Next(asked) } else { ChangeCommand::Last(asked) };
                out.push(Action::Changes(command));
                ui.close();
            }
        }
    }
}
