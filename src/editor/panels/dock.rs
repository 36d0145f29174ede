//! The bottom panel with its tabs.

use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::context::ViewContext;
use crate::editor::features::{
    balloon, breakpoints, event_log, expectations, journal, library, materials, parts_table, plots, problems, rules,
    shrink, substep, sweep, verdict,
};
use crate::editor::icons::Icon;
use crate::editor::settings::DockTab;
use crate::editor::settings::dock::{DockEntry, TABS};
use crate::editor::widgets::overflow;
use crate::editor::{regions, theme, widgets};
use crate::picture::Palette;
use egui::{Color32, TextStyle, Ui, UiBuilder};

type ShowTab = fn(&mut Ui, &ViewContext, &App, &mut Vec<Action>);

/// What each tab draws, in the order of [`TABS`].
const PAGES: [(DockTab, ShowTab); TABS.len()] = [
    (DockTab::Energy, |ui, view, app, out| {
        plots::panel::show(ui, view, &app.features.breakpoints, &app.features.plots, &app.features.timeline, out)
    }),
    (DockTab::Problems, |ui, view, app, out| problems::panel::show(ui, view, &problem_subjects(app), out)),
    (DockTab::Substep, |ui, view, _, out| substep::panel::show(ui, view, out)),
    (DockTab::Verdict, |ui, view, app, out| verdict::panel::show(ui, view, &app.features.verdict, out)),
    (DockTab::Rules, |ui, view, app, out| {
        rules::panel::show(ui, view, app.canvas.pointed_verdict(), &app.features.rules, out)
    }),
    (DockTab::Sweep, |ui, view, app, out| sweep::panel::show(ui, view, &app.features.sweep, out)),
    (DockTab::Breakpoints, |ui, view, app, out| breakpoints::panel::show(ui, view, &app.features.breakpoints, out)),
    (DockTab::Journal, |ui, view, app, out| journal::panel::show(ui, view, &app.features.journal, out)),
    (DockTab::Balloon, |ui, view, app, out| balloon::panel::show(ui, view, &app.features.balloon, out)),
    (DockTab::Expectations, |ui, view, app, out| {
        expectations::panel::show(ui, view, &app.features.clinic, &app.features.expectations, out)
    }),
    (DockTab::Shrink, |ui, view, app, out| {
        shrink::panel::show(ui, view, &app.features.clinic, &app.features.expectations, &app.features.shrink, out)
    }),
    (DockTab::Materials, |ui, view, _, out| materials::panel::show(ui, view, out)),
    (DockTab::Library, |ui, view, app, out| {
        library::panel::show(ui, view, &app.files.library, app.canvas.camera.center, out)
    }),
    (DockTab::EventLog, |ui, view, app, out| event_log::panel::show(ui, view, &app.features.event_log, out)),
    (DockTab::PartsTable, |ui, view, app, out| parts_table::panel::show(ui, view, &app.features.parts_table, out)),
];

/// What the Problems panel shows.
fn problem_subjects(app: &App) -> problems::panel::Subjects<'_> {
    problems::panel::Subjects {
        problems: &app.features.problems,
        findings: &app.features.findings,
        clinic: &app.features.clinic,
        timeline: &app.features.timeline,
        breakpoints: &app.features.breakpoints,
    }
}

/// Width of the plot controls.
const CONTROLS: f32 = 240.0;
/// Width of a tab without title and badge, the gap between icon and title, and the width of a badge digit.
const BARE: f32 = 31.0;
const GAP: f32 = 7.0;
const DIGIT: f32 = 7.5;

/// Draws the bottom panel.
pub fn show(ui: &mut Ui, view: &ViewContext, app: &App, out: &mut Vec<Action>) {
    // The panel keeps its height whatever the tab contains.
    ui.set_min_height(ui.available_height());
    let row = ui.horizontal(|ui| tabs(ui, view, app, out));
    regions::record(ui.ctx(), "tabs", row.response.rect);
    ui.separator();
    let open = PAGES.iter().find(|page| page.0 == view.settings.dock_tab).unwrap_or(&PAGES[0]);
    // Clip the contents in a low window.
    let rect = ui.available_rect_before_wrap();
    let mut page = ui.new_child(UiBuilder::new().max_rect(rect));
    page.set_clip_rect(rect.expand(4.0).intersect(ui.clip_rect()));
    ui.advance_cursor_after_rect(rect);
    (open.1)(&mut page, view, app, out);
}

/// The tab row with the plot controls at its end. In a narrow window the controls, and then the last tabs, move into a
/// menu.
fn tabs(ui: &mut Ui, view: &ViewContext, app: &App, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 1.0;
    ui.spacing_mut().button_padding.x = 6.0;
    let room = ui.available_width();
    let bare: Vec<f32> = TABS.iter().map(|row| least_width(view, app, ui, row)).collect();
    let all: f32 = bare.iter().sum();
    let has_controls = view.settings.dock_tab == DockTab::Energy;
    let has_controls_here = has_controls && all + CONTROLS <= room;
    let room_of_tabs = if has_controls_here { room - CONTROLS } else { room };
    let is_whole = all <= room_of_tabs && has_controls == has_controls_here;
    let items: Vec<_> = TABS
        .iter()
        .zip(&bare)
        .enumerate()
        .map(|(index, (row, width))| {
            let rank = if row.tab == view.settings.dock_tab { u8::MAX } else { (TABS.len() - index) as u8 };
            (*width, Some(rank))
        })
        .collect();
    let room_of_tabs = if is_whole { room_of_tabs } else { room_of_tabs - theme::BUTTON };
    let has_room = overflow::fitting(&items, room_of_tabs, 0.0);
    let has_word = words(ui, view, app, room_of_tabs);
    for (index, DockEntry { tab, icon, title, .. }) in
        TABS.into_iter().enumerate().filter(|(index, _)| has_room[*index])
    {
        let is_open = view.settings.dock_tab == tab;
        let response = if has_word[index] {
            widgets::tab(ui, Icon(icon), title, badge(ui, view, app, tab), is_open)
        } else {
            widgets::short_tab(ui, Icon(icon), title, badge(ui, view, app, tab))
        };
        if response.clicked() {
            out.push(Action::Prefer(Box::new(move |settings| settings.dock_tab = tab)));
        }
    }
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    ui.with_layout(layout, |ui| {
        if !is_whole {
            overflow::more(ui, "Bottom panel", |ui| {
                let hidden = TABS.into_iter().zip(&has_room).filter(|(_, has_room)| !**has_room);
                for (DockEntry { tab, icon, title, .. }, _) in hidden {
                    if overflow::choice(ui, Icon(icon), title, false).clicked() {
                        out.push(Action::Prefer(Box::new(move |settings| settings.dock_tab = tab)));
                    }
                }
                if has_controls && !has_controls_here {
                    overflow::line(ui, "", |ui| {
                        plots::panel::controls(ui, view, &app.features.plots, &app.features.timeline, out)
                    });
                }
            });
        }
        if has_controls_here {
            plots::panel::controls(ui, view, &app.features.plots, &app.features.timeline, out);
        }
    });
}

/// Width of a tab without its title.
fn width(view: &ViewContext, app: &App, ui: &Ui, tab: DockTab) -> f32 {
    let digits = badge(ui, view, app, tab).filter(|badge| badge.0 > 0).map_or(0, |badge| badge.0.to_string().len());
    BARE + if digits > 0 { GAP + DIGIT * digits as f32 } else { 0.0 }
}

/// Least width of a tab: the open one always shows its title.
fn least_width(view: &ViewContext, app: &App, ui: &Ui, row: &DockEntry) -> f32 {
    let title = if row.tab == view.settings.dock_tab { title_width(ui, row.title) } else { 0.0 };
    width(view, app, ui, row.tab) + title
}

/// Width that the title adds to a tab.
fn title_width(ui: &Ui, title: &str) -> f32 {
    let font = TextStyle::Button.resolve(ui.style());
    ui.painter().layout_no_wrap(title.to_owned(), font, Color32::PLACEHOLDER).size().x + GAP
}

/// Tabs that show their title: the open one, and from the left as many others as fit.
fn words(ui: &Ui, view: &ViewContext, app: &App, room: f32) -> [bool; TABS.len()] {
    let mut left = room - TABS.iter().map(|row| width(view, app, ui, row.tab)).sum::<f32>();
    let mut has_word = [false; TABS.len()];
    let open = TABS.iter().position(|row| row.tab == view.settings.dock_tab).unwrap_or(0);
    for index in std::iter::once(open).chain((0..TABS.len()).filter(|&index| index != open)) {
        left -= title_width(ui, TABS[index].title);
        if left < 0.0 && index != open {
            break;
        }
        has_word[index] = true;
    }
    has_word
}

fn badge(ui: &Ui, view: &ViewContext, app: &App, tab: DockTab) -> Option<(usize, Color32)> {
    match tab {
        DockTab::Problems => problems::panel::badge(ui, view, &problem_subjects(app)),
        DockTab::Substep => {
            let count = view.trace.as_deref().map_or(0, substep::panel::count);
            Some((count, ui.visuals().weak_text_color()))
        }
        DockTab::Verdict => Some((verdict::panel::count(view), ui.visuals().weak_text_color())),
        DockTab::Rules => Some((rules::panel::count(&app.features.rules), ui.visuals().weak_text_color())),
        DockTab::Sweep => Some((sweep::panel::count(&app.features.sweep), ui.visuals().weak_text_color())),
        DockTab::Expectations => {
            let palette = Palette::of(view.settings.theme.picture());
            Some((expectations::panel::count(view, &app.features.expectations), theme::color(palette.error)))
        }
        DockTab::Shrink => Some((shrink::panel::count(&app.features.shrink), ui.visuals().weak_text_color())),
        DockTab::Breakpoints => {
            Some((breakpoints::panel::count(&app.features.breakpoints), ui.visuals().weak_text_color()))
        }
        DockTab::Journal => Some((journal::panel::count(view), ui.visuals().weak_text_color())),
        DockTab::Balloon => {
            let palette = Palette::of(view.settings.theme.picture());
            Some((app.features.balloon.flipped(), theme::color(palette.triangle_flipped.opaque())))
        }
        DockTab::Energy | DockTab::Materials | DockTab::Library | DockTab::EventLog | DockTab::PartsTable => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dock_tabs_have_the_order_of_their_shortcuts() {
        assert_eq!(TABS.map(|row| row.tab), DockTab::ALL);
        assert_eq!(PAGES.map(|page| page.0), DockTab::ALL);
    }
}
