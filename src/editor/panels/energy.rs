//! What was measured in every frame, over time: energy by kind, counts of contacts and hits, or the error of the
//! sticks, with the values of now; a click goes to that frame.
//!
//! Must never know: how any of it is measured.

use crate::debugger::Sample;
use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::settings::PlotChoice;
use crate::editor::theme::color;
use crate::editor::widgets::short;
use crate::picture::{Palette, Rgba, ruler};
use egui::{Align2, Button, FontId, Frame, Margin, Panel, RichText, Role, Ui, WidgetInfo, vec2};
use egui_plot::{GridInput, GridMark, HoverPosition, Line, LineStyle, Plot, PlotPoints, VLine};

/// More points than this a line are thinned out.
const POINTS: usize = 1500;
/// The plot shows at least this many frames, as the timeline does.
const LEAST: f64 = 120.0;

/// A number of every frame.
struct Series {
    name: &'static str,
    of: fn(&Sample) -> f64,
    tint: fn(&Palette) -> Rgba,
    width: f32,
}

const fn series(name: &'static str, of: fn(&Sample) -> f64, tint: fn(&Palette) -> Rgba) -> Series {
    Series { name, of, tint, width: 1.5 }
}

/// Forces' colours where one does the work.
const ENERGY: &[Series] = &[
    series("kinetic", |sample| sample.energy.kinetic, |palette| palette.velocity),
    series("gravity", |sample| sample.energy.gravity, |palette| palette.forces[0]),
    series("spring", |sample| sample.energy.spring, |palette| palette.forces[1]),
    series("gas", |sample| sample.energy.gas, |palette| palette.forces[3]),
    Series { width: 2.0, ..series("total", |sample| sample.energy.total, |palette| palette.text) },
];

const COUNTS: &[Series] = &[
    series(
        "contacts of bodies",
        |sample| (sample.counts.contacts - sample.counts.disc_impacts) as f64,
        |palette| palette.contact,
    ),
    series("impacts of discs", |sample| sample.counts.disc_impacts as f64, |palette| palette.velocity),
    series("hits on obstacles", |sample| sample.counts.obstacle_hits as f64, |palette| palette.hint),
];

const STICKS: &[Series] =
    &[series("worst stick, % off", |sample| sample.stick_error * 100.0, |palette| palette.warning)];

/// What a plot is called, what it shows, and what it waits for.
struct Choice {
    choice: PlotChoice,
    title: &'static str,
    series: &'static [Series],
    waits_for: &'static str,
}

const ALL: [Choice; 3] = [
    Choice {
        choice: PlotChoice::Energy,
        title: "Energy",
        series: ENERGY,
        waits_for: "Play or step to measure energy over time",
    },
    Choice {
        choice: PlotChoice::Counts,
        title: "Counts",
        series: COUNTS,
        waits_for: "Play or step to count contacts, impacts and hits in each frame",
    },
    Choice {
        choice: PlotChoice::Sticks,
        title: "Sticks",
        series: STICKS,
        waits_for: "Play or step to measure how far sticks are off their length",
    },
];

fn shown(app: &App) -> &'static Choice {
    ALL.iter().find(|row| row.choice == app.settings.plot).unwrap_or(&ALL[0])
}

fn is_hidden(app: &App, series: &Series) -> bool {
    app.settings.hidden_energies.iter().any(|hidden| hidden == series.name)
}

/// Lines with their values at the present frame and colours; a click shows or hides one.
pub fn legend(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let palette = Palette::of(app.settings.theme.picture());
    let plot = shown(app);
    let measured = app.run.samples().get(app.run.frame() as usize).copied();
    // Energy is known within a frame too; what is counted belongs to whole ones.
    let now = measured.map(|sample| Sample { energy: app.run.world().energy(), ..sample });
    ui.spacing_mut().item_spacing.x = 0.0;
    ui.spacing_mut().button_padding.x = 5.0;
    for series in plot.series.iter().rev() {
        let (name, is_hidden) = (series.name, is_hidden(app, series));
        let tint =
            if is_hidden { ui.visuals().weak_text_color().gamma_multiply(0.5) } else { color((series.tint)(&palette)) };
        let words = if is_hidden { ui.visuals().weak_text_color() } else { ui.visuals().text_color() };
        let value = now.map_or(0.0, |sample| (series.of)(&sample));
        // As wide as these numbers get, so that the words hold still.
        let value =
            if plot.choice == PlotChoice::Counts { format!("{value:>4}") } else { format!("{:>7}", short(value)) };
        let text = (RichText::new(name).small().color(words), RichText::new(value).monospace().size(11.0).color(words));
        let response = ui.add(Button::new(text).frame_when_inactive(false).gap(4.0));
        let (swatch, _) = ui.allocate_exact_size(vec2(8.0, 8.0), egui::Sense::hover());
        ui.painter().circle_filled(swatch.center(), 4.0, tint);
        let label = format!("{}: {name}", plot.title);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, !is_hidden, &label));
        let response = response.on_hover_text(if is_hidden { "Show this line" } else { "Hide this line" });
        if response.clicked() {
            out.push(Action::Prefer(Box::new(move |settings| settings.toggle_energy(name))));
        }
    }
}

/// Draws the plot, and beside it what there is to be plotted.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let open = shown(app);
    let frame = Frame::NONE.inner_margin(Margin { right: 6, ..Margin::ZERO });
    Panel::left("plots").frame(frame).resizable(false).exact_size(86.0).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for row in &ALL {
            let is_open = row.choice == open.choice;
            let size = vec2(ui.available_width(), 0.0);
            let response = ui.add(Button::selectable(is_open, (row.title, egui::Atom::grow())).min_size(size));
            let name = format!("Plot: {}", row.title);
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, &name));
            if response.clicked() {
                let choice = row.choice;
                out.push(Action::Prefer(Box::new(move |settings| settings.plot = choice)));
            }
        }
    });
    let palette = Palette::of(app.settings.theme.picture());
    let samples = app.run.samples();
    let response = plot(ui, open).show(ui, |plot| {
        for series in open.series.iter().filter(|series| !is_hidden(app, series)) {
            let tint = color((series.tint)(&palette));
            plot.line(Line::new(series.name, points(samples, series.of)).color(tint).width(series.width));
            if let Some(twin) = &app.twin {
                let theirs = beside(points(twin.twin.run().samples(), series.of), samples, series.of);
                let line = Line::new(format!("{} of the twin", series.name), theirs);
                let style = LineStyle::Dashed { length: 6.0 };
                plot.line(line.color(tint.gamma_multiply(0.7)).width(series.width).style(style));
            }
        }
        let now = app.run.frame() as f64 + f64::from(app.run.substep()) / f64::from(app.run.level().world.substeps);
        plot.vline(VLine::new("", now).color(color(palette.selection)).width(1.5).allow_hover(false));
        plot.pointer_coordinate().map(|point| point.x)
    });
    let name = format!("{} plot", open.title);
    response.response.widget_info(|| WidgetInfo::labeled(Role::GenericContainer, true, &name));
    if response.response.clicked()
        && let Some(x) = response.inner
    {
        out.push(Action::Seek(x.max(0.0).round() as u64));
    }
    if samples.len() < 2 {
        let (at, font) = (response.response.rect.center(), FontId::proportional(13.0));
        let weak = ui.visuals().weak_text_color();
        ui.painter().text(at, Align2::CENTER_CENTER, open.waits_for, font, weak);
    }
}

fn plot<'a>(ui: &Ui, choice: &Choice) -> Plot<'a> {
    let plot = Plot::new(choice.title)
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
        .y_grid_spacer(round_steps)
        .y_axis_formatter(|mark, _| crate::editor::widgets::write_number(mark.value))
        .include_x(0.0)
        .include_x(LEAST)
        .label_formatter(|hovered| Some(describe(hovered)));
    // What is counted begins at nothing, and a flat line lies at the bottom.
    if choice.choice == PlotChoice::Energy { plot } else { plot.include_y(0.0).include_y(1.0) }
}

/// Lines at four to ten round numbers, whatever the range: powers of ten alone may leave a plot with one.
fn round_steps(input: GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let Some(step_size) = ruler::round_up((high - low) / 5.0) else { return Vec::new() };
    let (first, last) = ((low / step_size).ceil(), (high / step_size).floor());
    let count = if last - first < 20.0 { (last - first) as i32 } else { -1 };
    (0..=count).map(|i| GridMark { value: (first + f64::from(i)) * step_size, step_size }).collect()
}

fn points(samples: &[Sample], of: fn(&Sample) -> f64) -> PlotPoints<'static> {
    let step = samples.len().div_ceil(POINTS).max(1);
    let is_shown = |i: usize| i.is_multiple_of(step) || i + 1 == samples.len();
    let shown = samples.iter().enumerate().filter(|&(i, sample)| is_shown(i) && of(sample).is_finite());
    shown.map(|(_, sample)| [sample.frame as f64, of(sample)]).collect()
}

/// A twin that runs away must not flatten the lines of the level itself.
const RUNAWAY: f64 = 20.0;

/// The twin's points that are of the order of the level's own.
fn beside(theirs: PlotPoints<'static>, samples: &[Sample], of: fn(&Sample) -> f64) -> PlotPoints<'static> {
    let greatest = samples.iter().map(|sample| of(sample).abs()).fold(0.0, f64::max);
    let limit = if greatest > 0.0 { RUNAWAY * greatest } else { f64::INFINITY };
    theirs.points().iter().filter(|point| point.y.abs() <= limit).map(|p| [p.x, p.y]).collect()
}

fn describe(hovered: &HoverPosition<'_>) -> String {
    match hovered {
        HoverPosition::NearDataPoint { plot_name, position, .. } => {
            format!("{plot_name} {}\nframe {}", short(position.y), position.x.round())
        }
        HoverPosition::Elsewhere { position } => format!("frame {}", position.x.round()),
    }
}
