//! The panel at the bottom: plots over time, findings, events, what happened in the last substep.
//!
//! Must never know: what the tabs hold.

use super::{
    balloon, breakpoints, clinic, events, expectations, findings, journal, plots, rules, shrink, substep, sweep,
    verdict,
};
use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::icons::Icon;
use crate::editor::settings::DockTab;
use crate::editor::{theme, widgets};
use crate::picture::Palette;
use egui::{Color32, TextStyle, Ui};

type Show = fn(&mut Ui, &App, &mut Vec<Action>);

/// Every tab, in order.
const TABS: [(DockTab, &str, &str, Show); DockTab::ALL.len()] = [
    (DockTab::Energy, "chart-line", "Plots", plots::show),
    (DockTab::Findings, "list-checks", "Findings", findings::show),
    (DockTab::Clinic, "first-aid", "Clinic", clinic::show),
    (DockTab::Events, "lightning", "Events", events::show),
    (DockTab::Substep, "magnifying-glass", "Substep", substep::show),
    (DockTab::Verdict, "gavel", "Verdict", verdict::show),
    (DockTab::Rules, "scales", "Rules", rules::show),
    (DockTab::Sweep, "grid-nine", "Sweep", sweep::show),
    (DockTab::Breakpoints, "target", "Breakpoints", breakpoints::show),
    (DockTab::Journal, "git-branch", "Journal", journal::show),
    (DockTab::Balloon, "balloon", "Balloon", balloon::show),
    (DockTab::Expectations, "seal-check", "Expectations", expectations::show),
    (DockTab::Shrink, "arrows-in", "Shrink", shrink::show),
];

/// What the plots' controls take of the width.
const CONTROLS: f32 = 240.0;
/// Width of a tab beside its word and its badge, between icon and word, and of a badge's digit.
const BARE: f32 = 31.0;
const GAP: f32 = 7.0;
const DIGIT: f32 = 7.5;

/// Draws it.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    // The panel keeps its height whatever the tab holds.
    ui.set_min_height(ui.available_height());
    let taken = if app.settings.dock_tab == DockTab::Energy { CONTROLS } else { 0.0 };
    let has_word = words(ui, app, ui.available_width() - taken);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 1.0;
        ui.spacing_mut().button_padding.x = 6.0;
        for ((tab, icon, title, _), has_word) in TABS.into_iter().zip(has_word) {
            let is_open = app.settings.dock_tab == tab;
            let response = if has_word {
                widgets::tab(ui, Icon(icon), title, badge(ui, app, tab), is_open)
            } else {
                widgets::short_tab(ui, Icon(icon), title, badge(ui, app, tab))
            };
            if response.clicked() {
                out.push(Action::Prefer(Box::new(move |settings| settings.dock_tab = tab)));
            }
        }
        if app.settings.dock_tab == DockTab::Energy {
            let layout = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(layout, |ui| plots::controls(ui, app, out));
        }
    });
    ui.separator();
    let open = TABS.iter().find(|row| row.0 == app.settings.dock_tab).unwrap_or(&TABS[0]);
    (open.3)(ui, app, out);
}

/// Which tabs have their word beside the icon: the open one, and of the others as many from the left as there is room for.
fn words(ui: &Ui, app: &App, room: f32) -> [bool; TABS.len()] {
    let font = TextStyle::Button.resolve(ui.style());
    let digits = |tab| badge(ui, app, tab).filter(|badge| badge.0 > 0).map_or(0, |badge| badge.0.to_string().len());
    let bare = |tab| BARE + if digits(tab) > 0 { GAP + DIGIT * digits(tab) as f32 } else { 0.0 };
    let mut left = room - TABS.iter().map(|row| bare(row.0)).sum::<f32>();
    let mut has_word = [false; TABS.len()];
    let open = TABS.iter().position(|row| row.0 == app.settings.dock_tab).unwrap_or(0);
    for index in std::iter::once(open).chain((0..TABS.len()).filter(|&index| index != open)) {
        let word = ui.painter().layout_no_wrap(TABS[index].2.to_owned(), font.clone(), Color32::PLACEHOLDER);
        left -= word.size().x + GAP;
        if left < 0.0 && index != open {
            break;
        }
        has_word[index] = true;
    }
    has_word
}

fn badge(ui: &Ui, app: &App, tab: DockTab) -> Option<(usize, Color32)> {
    match tab {
        DockTab::Findings => {
            let worst = app.findings.first()?.severity;
            Some((app.findings.len(), theme::severity(app.settings.theme, worst)))
        }
        DockTab::Events => Some((app.run.events().len(), ui.visuals().warn_fg_color)),
        DockTab::Substep => {
            let count = app.trace.as_deref().map_or(0, substep::count);
            Some((count, ui.visuals().weak_text_color()))
        }
        DockTab::Verdict => Some((verdict::count(app), ui.visuals().weak_text_color())),
        DockTab::Clinic => Some((clinic::count(app), ui.visuals().warn_fg_color)).filter(|badge| badge.0 > 0),
        DockTab::Rules => Some((rules::count(app), ui.visuals().weak_text_color())),
        DockTab::Sweep => Some((sweep::count(app), ui.visuals().weak_text_color())),
        DockTab::Expectations => {
            let palette = Palette::of(app.settings.theme.picture());
            Some((expectations::count(app), theme::color(palette.error)))
        }
        DockTab::Shrink => Some((shrink::count(app), ui.visuals().weak_text_color())),
        DockTab::Breakpoints => Some((breakpoints::count(app), ui.visuals().weak_text_color())),
        DockTab::Journal => Some((journal::count(app), ui.visuals().weak_text_color())),
        DockTab::Balloon => {
            let palette = Palette::of(app.settings.theme.picture());
            Some((app.doctor.flipped(), theme::color(palette.triangle_flipped.opaque())))
        }
        DockTab::Energy => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tabs_stand_as_the_keys_go_through_them() {
        assert_eq!(TABS.map(|row| row.0), DockTab::ALL);
    }
}
