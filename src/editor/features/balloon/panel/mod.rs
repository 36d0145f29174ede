//! The Balloon panel: triangles of one body as they are, as a fan from the barycentre, and retriangulated; what each
//! paints; curves along the run; and the proof that the fan changes nothing that is simulated.

mod curves;
mod vignette;

use crate::debugger::balloon::{Proof, Triangulation};
use crate::editor::actions::{Action, Command};
use crate::editor::context::ViewContext;
use crate::editor::features::balloon;
use crate::editor::features::balloon::BalloonUi;
use crate::editor::features::balloon::{BalloonCommand, BalloonView};
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use crate::level::Place;
use crate::picture::Palette;
use egui::{Align, ComboBox, Frame, Label, Layout, Margin, Panel, ProgressBar, RichText, Role, ScrollArea, Ui};
use egui::{UiBuilder, WidgetInfo, vec2};

/// Id of the matching canvas overlay.
const OVERLAY: &str = "balloon";
/// Width of the text at the left.
const WORDS: f32 = 292.0;
/// Minimum width of a preview.
const VIGNETTE: f32 = 96.0;
/// Width of the curves.
const CURVES: f32 = 190.0;
/// Space between the parts.
const GAP: f32 = 8.0;

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, balloon: &BalloonUi, out: &mut Vec<Action>) {
    let Some(shown) = balloon.shown() else {
        let text = "No body that moves has a hull. Draw one, or Insert > Balloon.";
        ui.add(Label::new(RichText::new(text).color(ui.visuals().weak_text_color())).wrap());
        return;
    };
    // The dock keeps its height whatever the tab contains.
    let rect = ui.available_rect_before_wrap();
    let mut page = ui.new_child(UiBuilder::new().max_rect(rect));
    page.set_clip_rect(rect.expand(2.0).intersect(ui.clip_rect()));
    ui.advance_cursor_after_rect(rect);
    parts(&mut page, view, balloon, shown, out);
}

fn parts(ui: &mut Ui, view: &ViewContext, balloon: &BalloonUi, shown: &BalloonView, out: &mut Vec<Action>) {
    let frame = Frame::NONE.inner_margin(Margin { right: GAP as i8, ..Margin::ZERO });
    let words = WORDS.min(ui.available_width() * 0.4);
    Panel::left("balloon words").frame(frame).resizable(false).exact_size(words).show(ui, |ui| {
        ScrollArea::vertical().id_salt("balloon words").auto_shrink(false).show(ui, |ui| {
            side(ui, view, balloon, shown, out);
        });
    });
    let room = ui.available_width();
    let has_curves = room > CURVES + 3.0 * (VIGNETTE + GAP);
    if has_curves {
        let frame = Frame::NONE.inner_margin(Margin { left: GAP as i8, ..Margin::ZERO });
        Panel::right("balloon curves").frame(frame).resizable(false).exact_size(CURVES).show(ui, |ui| {
            curves::show(ui, view, balloon, out);
        });
    }
    let size = vec2(((ui.available_width() - GAP * 4.0) / 3.0).max(VIGNETTE), ui.available_height());
    ScrollArea::horizontal().id_salt("balloon vignettes").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.horizontal_top(|ui| {
            ui.add_space(GAP);
            for triangulation in Triangulation::ALL {
                ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                    ui.set_width(size.x);
                    vignette::show(ui, view, balloon, shown, triangulation, out);
                });
            }
        });
    });
}

/// Shows the body, the conclusion and the actions.
fn side(ui: &mut Ui, view: &ViewContext, balloon: &BalloonUi, shown: &BalloonView, out: &mut Vec<Action>) {
    let (report, verdict) = (&shown.report, &shown.verdict);
    let palette = Palette::of(view.settings.theme.picture());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        chooser(ui, view, report.body, out);
        let is_on = view.settings.is_overlay_on(OVERLAY);
        let tip = "Show spill and unpainted area on the canvas, hatched";
        if widgets::icon_button(ui, Icon("eye"), "Show on the canvas", tip, true, is_on).clicked() {
            out.push(Action::Overlay(OVERLAY));
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        let can_insert = report.triangulations[Triangulation::Fan as usize].is_ok() && !report.is_fan;
        ui.add_enabled_ui(can_insert, |ui| {
            let tip = "Inserts a node at the barycentre and a fan of triangles from it to the hull";
            let no = if report.is_fan { "The body already has this fan" } else { "No fan fits its hull" };
            let button = widgets::text_button(ui, Icon("asterisk"), "Triangles from the barycentre");
            if button.on_hover_text(tip).on_disabled_hover_text(no).clicked() {
                out.push(Action::Select(vec![Place::Body(report.body)]));
                out.push(Action::Command(Command::BalloonFan));
            }
        });
        prove(ui, balloon, out);
    });
    if let Some(proof) = balloon.proof() {
        proved(ui, proof, &palette);
    }
    let (icon, tint) = if verdict.is_sound {
        ("check-circle", theme::color(palette.triangle_sound.opaque()))
    } else {
        ("warning", theme::color(palette.warning))
    };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(Icon(icon).tinted(theme::ICON, tint));
        ui.add(Label::new(&verdict.said).wrap().selectable(true));
    });
    if verdict.is_sound {
        curves::worst(ui, balloon, view.run, out);
    }
    let note = format!("The gas area is computed from {}.", report.area_source);
    widgets::note(ui, note);
}

fn chooser(ui: &mut Ui, view: &ViewContext, body: usize, out: &mut Vec<Action>) {
    let level = view.document.level();
    let patients = (0..level.bodies.len()).filter(|&body| balloon::is_patient(level, body));
    let combo = ComboBox::from_id_salt("balloon body").width(ui.available_width() - theme::BUTTON - 16.0);
    let response = combo.truncate().selected_text(level.body_title(body)).show_ui(ui, |ui| {
        for other in patients {
            if ui.selectable_label(other == body, level.body_title(other)).clicked() {
                out.push(Action::Select(vec![Place::Body(other)]));
            }
        }
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Inspected body"));
    response.response.on_hover_text("The inspected body: the selected one, or one chosen here");
}

fn prove(ui: &mut Ui, balloon: &BalloonUi, out: &mut Vec<Action>) {
    let is_at_work = balloon.proof().is_some_and(|proof| proof.is_ok_and(|proof| !proof.is_done()));
    let (icon, text, command) = if is_at_work {
        ("stop", "Stop proving", BalloonCommand::Drop)
    } else {
        ("seal-check", "Prove it", BalloonCommand::Prove)
    };
    let tip = "Runs the level from frame 0 without and with the barycentre, with all inputs, and compares all other \
               nodes and discs bit for bit in each frame";
    if widgets::text_button(ui, Icon(icon), text).on_hover_text(tip).clicked() {
        out.push(Action::Balloon(command));
    }
}

fn proved(ui: &mut Ui, proof: Result<&Proof, &str>, palette: &Palette) {
    let (text, is_good) = match proof {
        Err(reason) => (format!("There is nothing to prove: {reason}."), false),
        Ok(proof) if proof.is_done() => (proof.describe(), proof.difference().is_none()),
        Ok(proof) => {
            let (done, all) = proof.progress();
            let bar = ProgressBar::new(done as f32 / all.max(1) as f32).desired_height(14.0);
            let text = format!("frame {done} of {all}");
            let response = ui.add(bar.text(RichText::new(&text).small()));
            response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, format!("Proof: {text}")));
            return;
        }
    };
    let tint = theme::color(if is_good { palette.triangle_sound.opaque() } else { palette.warning });
    ui.add(Label::new(RichText::new(text).small().color(tint)).wrap().selectable(true));
}
