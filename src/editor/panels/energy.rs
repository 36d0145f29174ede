//! Energy by kind over time; a click goes to that frame.
//!
//! Must never know: how energy is measured.

use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::theme::color;
use crate::editor::widgets::short;
use crate::engine::Energy;
use crate::picture::{Palette, Rgba};
use egui::{Color32, Ui};
use egui_plot::{Corner, HoverPosition, Legend, Line, Plot, PlotPoints, VLine};

/// More points than this a line are thinned out.
const POINTS: usize = 1500;

/// Colour of each kind, in the order of [`Energy::kinds`]: forces' colours where one does the work.
fn colors(palette: &Palette) -> [Rgba; 5] {
    let [gravity, spring, _, gas, ..] = palette.forces;
    [palette.velocity, gravity, spring, gas, palette.text]
}

/// Draws it.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let palette = Palette::of(app.settings.theme.picture());
    let samples = app.run.samples();
    let step = samples.len().div_ceil(POINTS).max(1);
    let weak = ui.visuals().weak_text_color();
    let plot = Plot::new("energy")
        .legend(Legend::default().position(Corner::LeftTop).follow_insertion_order(true).background_alpha(0.6))
        .allow_zoom([true, false])
        .allow_scroll(false)
        .allow_drag([true, false])
        .allow_boxed_zoom(false)
        .allow_double_click_reset(true)
        .show_background(false)
        .show_grid([false, true])
        .y_axis_min_width(44.0)
        .y_axis_formatter(|mark, _| short(mark.value))
        .include_x(0.0)
        .include_x(120.0)
        .label_formatter(|hovered| Some(describe(hovered)));
    let response = plot.show(ui, |plot| {
        let kinds = samples.first().map_or(Energy::default().kinds(), |sample| sample.energy.kinds());
        for (kind, tint) in colors(&palette).into_iter().enumerate() {
            let value = |sample: &crate::debugger::Sample| sample.energy.kinds()[kind].1;
            let points: PlotPoints<'_> = samples
                .iter()
                .enumerate()
                .filter(|(i, sample)| (i % step == 0 || *i + 1 == samples.len()) && value(sample).is_finite())
                .map(|(_, sample)| [sample.frame as f64, value(sample)])
                .collect();
            let width = if kind == 4 { 2.0 } else { 1.5 };
            plot.line(Line::new(kinds[kind].0, points).color(color(tint)).width(width));
        }
        let now = app.run.frame() as f64 + f64::from(app.run.substep()) / f64::from(app.run.level().world.substeps);
        let cursor: Color32 = color(palette.selection);
        plot.vline(VLine::new("", now).color(cursor).width(1.5).allow_hover(false));
        plot.pointer_coordinate().map(|point| point.x)
    });
    response.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::GenericContainer, true, "Energy plot"));
    if response.response.clicked()
        && let Some(x) = response.inner
    {
        out.push(Action::Seek(x.max(0.0).round() as u64));
    }
    if samples.len() < 2 {
        let at = response.response.rect.center();
        let font = egui::FontId::proportional(13.0);
        ui.painter().text(at, egui::Align2::CENTER_CENTER, "Play or step to measure energy over time", font, weak);
    }
}

fn describe(hovered: &HoverPosition<'_>) -> String {
    match hovered {
        HoverPosition::NearDataPoint { plot_name, position, .. } => {
            format!("{plot_name} {}\nframe {}", short(position.y), position.x.round())
        }
        HoverPosition::Elsewhere { position } => format!("frame {}", position.x.round()),
    }
}
