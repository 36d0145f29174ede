//! The menu of plots: open plots, stored expressions, and a field for new ones.

use crate::debugger::quantities;
use crate::debugger::quantities::Series;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::plots::Plots;
use crate::editor::icons::Icon;
use crate::editor::settings::{Settings, ShownPlot};
use crate::editor::widgets::overflow;
use crate::editor::{theme, widgets};
use egui::{AtomExt as _, Button, Checkbox, Key, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};

/// Draws the menu.
pub fn show(ui: &mut Ui, view: &ViewContext, plots: &Plots, out: &mut Vec<Action>) {
    let button = Button::new((Icon("plus").text(theme::SMALL_ICON), RichText::new("Plots")));
    let response = overflow::stays_open(ui, button, |ui| {
        ui.set_width(292.0);
        let height = (ui.ctx().content_rect().height() - 180.0).max(120.0);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            ready(ui, view, out);
            saved(ui, view, out);
            kept(ui, view, out);
        });
        field(ui, view, plots, out);
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Choose plots"));
}

fn ready(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 1.0;
    for quantity in quantities::ALL {
        let mut on = view.settings.is_plot_open(quantity.id);
        let response = ui.add(Checkbox::new(&mut on, quantity.title)).on_hover_text(quantity.explanation);
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
                    let words = RichText::new(text).monospace().size(11.5);
                    let response = ui.add(Checkbox::new(&mut on, words.atom_shrink(true)));
                    let name = format!("Plot: {text}");
                    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &name));
                    if response.on_hover_text(text).changed() {
                        let text = text.clone();
                        out.push(Action::Prefer(Box::new(move |settings| settings.toggle_plot(&text))));
                    }
                });
            });
        });
    }
}

/// Field for a new expression, with its error.
fn field(ui: &mut Ui, view: &ViewContext, plots: &Plots, out: &mut Vec<Action>) {
    ui.label(RichText::new("Plot expressions, separated by ;").small());
    let mut text = plots.writing.clone();
    let edit = TextEdit::singleline(&mut text).hint_text("max(node.speed)").font(egui::TextStyle::Monospace);
    let response = ui.add(edit.desired_width(f32::INFINITY));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Watch expression"));
    let problem = text
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .find_map(|part| Series::watch(part, &view.document.placed().level).err().map(|error| error.show(part)));
    let is_entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
    let is_ready = problem.is_none() && !text.trim().is_empty();
    if let Some(problem) = &problem {
        let words = RichText::new(problem).monospace().size(11.0).color(ui.visuals().warn_fg_color);
        ui.add(egui::Label::new(words).wrap());
    }
    let button = ui.add_enabled(is_ready, egui::Button::new("Plot it"));
    if (button.clicked() || is_entered) && is_ready {
        let watch = text.trim().to_owned();
        out.push(Action::Prefer(Box::new(move |settings: &mut Settings| settings.keep_watch(&watch))));
        text.clear();
    }
    if text != plots.writing {
        out.push(Action::Plots(Box::new(move |plots| plots.writing = text)));
    }
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
