//! Energy by kind over time, with the values of now; a click goes to that frame.
//!
//! Must never know: how energy is measured.

use crate::debugger::Sample;
use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::theme::color;
use crate::editor::widgets::short;
use crate::picture::{Palette, Rgba};
use egui::{Align2, Button, FontId, RichText, Ui, WidgetInfo, vec2};
use egui_plot::{HoverPosition, Line, Plot, PlotPoints, VLine};

/// More points than this a line are thinned out.
const POINTS: usize = 1500;
/// The plot shows at least this many frames, as the timeline does.
const LEAST: f64 = 120.0;

/// Colour of each kind, in the order of [`crate::engine::Energy::kinds`]: forces' colours where one does the work.
fn colors(palette: &Palette) -> [Rgba; 5] {
    let [gravity, spring, _, gas, ..] = palette.forces;
    [palette.velocity, gravity, spring, gas, palette.text]
}

/// Kinds with their values now and colours; a click shows or hides one.
pub fn legend(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let palette = Palette::of(app.settings.theme.picture());
    let kinds = app.run.world().energy().kinds();
    ui.spacing_mut().item_spacing.x = 0.0;
    ui.spacing_mut().button_padding.x = 5.0;
    for ((kind, value), tint) in kinds.into_iter().zip(colors(&palette)).rev() {
        let is_hidden = app.settings.hidden_energies.iter().any(|hidden| hidden == kind);
        let tint = if is_hidden { ui.visuals().weak_text_color().gamma_multiply(0.5) } else { color(tint) };
        let words = if is_hidden { ui.visuals().weak_text_color() } else { ui.visuals().text_color() };
        let text = (
            RichText::new(kind).small().color(words),
            RichText::new(format!("{:>7}", short(value))).monospace().size(11.0).color(words),
        );
        let response = ui.add(Button::new(text).frame_when_inactive(false).gap(4.0));
        let (swatch, _) = ui.allocate_exact_size(vec2(8.0, 8.0), egui::Sense::hover());
        ui.painter().circle_filled(swatch.center(), 4.0, tint);
        response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, !is_hidden, format!("Energy: {kind}")));
        let response = response.on_hover_text(if is_hidden { "Show this kind" } else { "Hide this kind" });
        if response.clicked() {
            out.push(Action::Prefer(Box::new(move |settings| settings.toggle_energy(kind))));
        }
    }
}

/// Draws the plot.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let palette = Palette::of(app.settings.theme.picture());
    let samples = app.run.samples();
    let response = plot(ui).show(ui, |plot| {
        let kinds = app.run.world().energy().kinds();
        for (kind, tint) in colors(&palette).into_iter().enumerate() {
            let name = kinds[kind].0;
            if app.settings.hidden_energies.iter().any(|hidden| hidden == name) {
                continue;
            }
            let width = if kind == 4 { 2.0 } else { 1.5 };
            plot.line(Line::new(name, points(samples, kind)).color(color(tint)).width(width));
        }
        let now = app.run.frame() as f64 + f64::from(app.run.substep()) / f64::from(app.run.level().world.substeps);
        plot.vline(VLine::new("", now).color(color(palette.selection)).width(1.5).allow_hover(false));
        plot.pointer_coordinate().map(|point| point.x)
    });
    response.response.widget_info(|| WidgetInfo::labeled(egui::Role::GenericContainer, true, "Energy plot"));
    if response.response.clicked()
        && let Some(x) = response.inner
    {
        out.push(Action::Seek(x.max(0.0).round() as u64));
    }
    if samples.len() < 2 {
        let (at, font) = (response.response.rect.center(), FontId::proportional(13.0));
        let weak = ui.visuals().weak_text_color();
        ui.painter().text(at, Align2::CENTER_CENTER, "Play or step to measure energy over time", font, weak);
    }
}

fn plot<'a>(ui: &Ui) -> Plot<'a> {
    Plot::new("energy")
        .allow_zoom([true, false])
        .allow_scroll(false)
        .allow_drag([true, false])
        .allow_boxed_zoom(false)
        .allow_double_click_reset(true)
        .show_background(false)
        .show_grid([false, true])
        .grid_color(ui.visuals().widgets.noninteractive.bg_stroke.color)
        .set_margin_fraction(vec2(0.0, 0.08))
        .grid_spacing(4.0..=60.0)
        .y_axis_min_width(46.0)
        .y_axis_formatter(|mark, _| crate::editor::widgets::write_number(mark.value))
        .include_x(0.0)
        .include_x(LEAST)
        .label_formatter(|hovered| Some(describe(hovered)))
}

fn points(samples: &[Sample], kind: usize) -> PlotPoints<'static> {
    let step = samples.len().div_ceil(POINTS).max(1);
    let value = |sample: &Sample| sample.energy.kinds()[kind].1;
    let is_shown = |i: usize| i.is_multiple_of(step) || i + 1 == samples.len();
    let shown = samples.iter().enumerate().filter(|&(i, sample)| is_shown(i) && value(sample).is_finite());
    shown.map(|(_, sample)| [sample.frame as f64, value(sample)]).collect()
}

fn describe(hovered: &HoverPosition<'_>) -> String {
    match hovered {
        HoverPosition::NearDataPoint { plot_name, position, .. } => {
            format!("{plot_name} {}\nframe {}", short(position.y), position.x.round())
        }
        HoverPosition::Elsewhere { position } => format!("frame {}", position.x.round()),
    }
}
