//! The Substep panel: forces and contacts of the last substep, one section per stage in solver order.

mod contacts;
mod decor;
mod discs;
pub(crate) mod names;
mod obstacles;
mod sensors;
mod sticks;
mod strip;
pub(crate) mod table;

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::timeline::moments;
use crate::editor::icons::Icon;
use crate::editor::settings::SubstepTab;
use crate::editor::{theme, widgets};
use crate::engine::Trace;
use crate::level::Level;
use egui::{Atom, Button, Frame, Margin, Panel, RichText, Role, Ui, WidgetInfo};

/// A section.
struct Section {
    tab: SubstepTab,
    title: &'static str,
    icon: &'static str,
    /// True if a level can have such rows.
    concerns: fn(&Level) -> bool,
    /// Message for levels that cannot.
    without: &'static str,
    /// Message for a substep without rows.
    quiet: &'static str,
    /// Number of rows.
    count: fn(&Trace) -> usize,
    /// Draws the rows.
    show: fn(&mut Ui, &ViewContext, &Trace, &mut Vec<Action>),
}

/// All sections in solver order.
const ALL: &[Section] =
    &[decor::SECTION, sticks::SECTION, obstacles::SECTION, contacts::SECTION, discs::SECTION, sensors::SECTION];

/// Number of rows in all sections, for the tab badge.
pub fn count(trace: &Trace) -> usize {
    // Sticks always have a row each, so they do not count.
    ALL.iter().filter(|section| section.tab != SubstepTab::Sticks).map(|section| (section.count)(trace)).sum()
}

/// The open section: the chosen one, else the last that concerns the level, sensors left out.
fn open(view: &ViewContext) -> &'static Section {
    let level = &view.document.placed().level;
    let chosen = view.settings.substep_tab;
    let is_open = |section: &&Section| match chosen {
        Some(tab) => section.tab == tab,
        None => section.tab != SubstepTab::Sensors && (section.concerns)(level),
    };
    let mut from_the_last = ALL.iter().rev();
    from_the_last.find(is_open).unwrap_or(&contacts::SECTION)
}

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let open = open(view);
    let trace = view.trace.as_deref();
    let frame = Frame::NONE.inner_margin(Margin { right: 8, ..Margin::ZERO });
    Panel::left("substep sections").frame(frame).resizable(false).exact_size(156.0).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for section in ALL {
            choice(ui, view, section, section.tab == open.tab, trace, out);
        }
    });
    Panel::left("substep gap").frame(Frame::NONE).show_separator_line(false).exact_size(8.0).show(ui, |_| {});
    let Some(trace) = trace else {
        ui.weak("No substep yet. Step (→, or Shift+→ for a substep) or play to see its forces and contacts.");
        return;
    };
    if view.run.phases_done().is_some() {
        let end = moments::written(view.run.moment());
        widgets::note(ui, format!("The substep that ends at {end}, with the rows after the displayed phase"));
    }
    if !(open.concerns)(&view.document.placed().level) {
        ui.weak(open.without);
    } else if (open.count)(trace) == 0 {
        ui.weak(open.quiet);
    } else {
        (open.show)(ui, view, trace, out);
    }
}

fn choice(
    ui: &mut Ui,
    view: &ViewContext,
    section: &Section,
    is_open: bool,
    trace: Option<&Trace>,
    out: &mut Vec<Action>,
) {
    let concerns = (section.concerns)(&view.document.placed().level);
    let tint = match (is_open, concerns) {
        (true, _) => ui.visuals().strong_text_color(),
        (false, true) => ui.visuals().text_color(),
        (false, false) => ui.visuals().weak_text_color().gamma_multiply(0.7),
    };
    let count = trace.map_or(0, |trace| (section.count)(trace));
    let count = if count == 0 { String::new() } else { count.to_string() };
    let text = (
        Icon(section.icon).tinted(theme::SMALL_ICON, tint),
        RichText::new(section.title).color(tint),
        Atom::grow(),
        RichText::new(count).small().color(ui.visuals().weak_text_color()),
    );
    let response = ui.add(Button::selectable(is_open, text).min_size(egui::vec2(ui.available_width(), 0.0)));
    let name = format!("Substep: {}", section.title);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, &name));
    if response.clicked() {
        let tab = section.tab;
        out.push(Action::Prefer(Box::new(move |settings| settings.substep_tab = Some(tab))));
    }
}
