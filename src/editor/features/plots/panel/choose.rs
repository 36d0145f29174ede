//! The menu of plots: open plots, stored expressions, and a field for new ones.

use crate::debugger::quantities;
use crate::debugger::quantities::Series;
use crate::debugger::watch::WatchError;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::plots::Plots;
use crate::editor::icons::Icon;
use crate::editor::settings::{Settings, ShownPlot};
use crate::editor::widgets::{expression, overflow};
use crate::editor::{theme, widgets};
use crate::level::Level;
use egui::{AtomExt as _, Button, Checkbox, Label, RichText, Role, ScrollArea, TextStyle, Ui, WidgetInfo};

/// Height of the field for an expression, with its error and its button.
const BELOW: f32 = 102.0;
/// Widths of the menu without and with explanations, and of the titles beside explanations.
const WIDTHS: [f32; 2] = [292.0, 800.0];
const TITLES: f32 = 172.0;

/// Whether the window has room for explanations beside the titles.
fn explains(ui: &Ui) -> bool {
    ui.ctx().content_rect().width() >= 1.5 * WIDTHS[1]
}

/// Draws the menu.
pub fn show(ui: &mut Ui, view: &ViewContext, plots: &Plots, out: &mut Vec<Action>) {
    let button = Button::new((Icon("plus").text(theme::SMALL_ICON), RichText::new("Plots")));
    let response = overflow::stays_open(ui, button, |ui, height| {
        ui.set_width(WIDTHS[usize::from(explains(ui))]);
        ScrollArea::vertical().max_height((height - BELOW).max(120.0)).show(ui, |ui| {
            ready(ui, view, out);
            saved(ui, view, out);
            kept(ui, view, out);
        });
        field(ui, view, plots, out);
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Choose plots"));
    response.on_hover_text("Opens and closes plots, and plots an expression");
}

fn ready(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 1.0;
    for quantity in quantities::ALL {
        let mut on = view.settings.is_plot_open(quantity.id);
        let response = ui.horizontal(|ui| {
            let start = ui.cursor().left();
            let response = ui.add(Checkbox::new(&mut on, quantity.title));
            if explains(ui) {
                ui.add_space((start + TITLES - ui.cursor().left()).max(0.0));
                let words = RichText::new(quantity.explanation).small().color(ui.visuals().weak_text_color());
                ui.add(Label::new(words).truncate());
            }
            response
        });
        let response = response.inner.on_hover_text(quantity.explanation);
        let name = format!("Plot: {}", quantity.title);
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &name));
        if response.changed() {
            out.push(Action::Prefer(Box::new(|settings| settings.toggle_plot(quantity.id))));
        }
    }
}

/// Watch expressions of the level.
fn saved(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let extra = view.document.level().editor.as_ref();
    let mut watches: Vec<&str> = Vec::new();
    for text in extra.map_or(&[][..], |extra| &extra.watches).iter().map(|text| text.trim()) {
        if !text.is_empty() && !watches.contains(&text) {
            watches.push(text);
        }
    }
    if watches.is_empty() {
        return;
    }
    heading(ui, "Watched in this level");
    for text in watches {
        let problem = Series::watch(text, &view.document.placed().level).err();
        let mut on = view.settings.is_plot_open(text);
        let words = RichText::new(text).monospace().size(11.5);
        let response = ui.add_enabled(problem.is_none() || on, Checkbox::new(&mut on, words.atom_shrink(true)));
        let name = format!("Plot the watch {text}");
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &name));
        let tip = problem.map_or_else(|| text.to_owned(), |error| error.show(text));
        if response.on_hover_text(&tip).on_disabled_hover_text(&tip).changed() {
            let text = text.to_owned();
            out.push(Action::Prefer(Box::new(move |settings| settings.toggle_plot(&text))));
        }
    }
}

fn heading(ui: &mut Ui, words: &str) {
    ui.separator();
    ui.label(RichText::new(words).small().color(ui.visuals().weak_text_color()));
}

/// Expressions plotted before.
fn kept(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    if !view.settings.watches.is_empty() {
        heading(ui, "Your expressions");
    }
    let level = &view.document.placed().level;
    for text in &view.settings.watches {
        ui.horizontal(|ui| {
            let mut on = view.settings.is_plot_open(text);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let name = format!("Forget {text}");
                if widgets::icon_button(ui, Icon("trash"), &name, "Remove this expression", true, false).clicked() {
                    let text = text.clone();
                    out.push(Action::Prefer(Box::new(move |settings| settings.forget_watch(&text))));
                }
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
                    let problem = first_error(text, level);
                    let weak = ui.visuals().weak_text_color();
                    let ink = if problem.is_some() { weak } else { ui.visuals().text_color() };
                    let words = RichText::new(text).monospace().size(11.5).color(ink);
                    let response = ui.add(Checkbox::new(&mut on, words.atom_shrink(true)));
                    let name = format!("Plot: {text}");
                    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &name));
                    let tip = problem.map_or_else(|| text.to_owned(), |error| error.show(text));
                    if response.on_hover_text(tip).changed() {
                        let text = text.clone();
                        out.push(Action::Prefer(Box::new(move |settings| settings.toggle_plot(&text))));
                    }
                });
            });
        });
    }
}

/// Name of the field for a new expression.
const FIELD: &str = "Watch expression";

/// Field for a new expression, with its error.
fn field(ui: &mut Ui, view: &ViewContext, plots: &Plots, out: &mut Vec<Action>) {
    ui.label(RichText::new("Plot expressions, separated by ;").small());
    let (text, level) = (&plots.writing, &view.document.placed().level);
    let known = first_error(text, level);
    let (error, width) = (known.as_ref(), ui.available_width() - 8.0);
    let change = expression::show(
        ui,
        &expression::Field { name: FIELD, hint: "for example max(node.speed)", text, error, width, level },
    );
    // Text and Enter may arrive in the same UI frame.
    let written = change.text.as_deref().unwrap_or(text);
    let error = if change.text.is_some() { first_error(written, level) } else { known };
    // Errors come and go while an expression is typed. Without room for them the menu would move.
    ui.scope(|ui| {
        ui.set_min_height(2.0 * ui.text_style_height(&TextStyle::Small));
        if let Some(error) = &error {
            expression::complain(ui, error, change.left);
        }
    });
    let is_ready = error.is_none() && !written.trim().is_empty();
    let button =
        ui.add_enabled(is_ready, Button::new("Plot it")).on_hover_text("Opens a plot and keeps the expression");
    let button = button.on_disabled_hover_text("Type an expression, such as max(node.speed)");
    let new = if (button.clicked() || change.is_entered) && is_ready {
        let watch = written.trim().to_owned();
        out.push(Action::Prefer(Box::new(move |settings: &mut Settings| settings.keep_watch(&watch))));
        expression::close_list(ui, FIELD);
        Some(String::new())
    } else {
        change.text
    };
    if let Some(text) = new {
        out.push(Action::Plots(Box::new(move |plots| plots.writing = text)));
    }
}

/// The first error in expressions separated by `;`, by its place in the whole text.
fn first_error(text: &str, level: &Level) -> Option<WatchError> {
    let mut start = 0;
    for part in text.split(';') {
        if !part.trim().is_empty()
            && let Err(mut error) = Series::watch(part, level)
        {
            error.at = error.at.start + start..error.at.end + start;
            return Some(error);
        }
        start += part.len() + 1;
    }
    None
}

impl Settings {
    /// True if a plot is open.
    pub fn is_plot_open(&self, of: &str) -> bool {
        self.plots.iter().any(|plot| plot.of == of)
    }

    /// Opens a plot below the others, or closes it.
    pub fn toggle_plot(&mut self, of: &str) {
        if self.is_plot_open(of) {
            self.plots.retain(|plot| plot.of != of);
        } else {
            self.plots.push(ShownPlot::of(of));
        }
    }

    /// Opens a plot of an expression and stores the expression.
    pub fn keep_watch(&mut self, text: &str) {
        self.watches.retain(|known| known != text);
        self.watches.insert(0, text.to_owned());
        self.watches.truncate(WATCHES);
        if !self.is_plot_open(text) {
            self.plots.push(ShownPlot::of(text));
        }
    }

    /// Closes a plot of an expression and removes the expression.
    pub fn forget_watch(&mut self, text: &str) {
        self.watches.retain(|known| known != text);
        self.plots.retain(|plot| plot.of != text);
    }
}

/// Maximum number of stored expressions.
const WATCHES: usize = 20;
