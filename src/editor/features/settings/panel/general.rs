//! The page of appearance, files and computation.

use super::button;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::settings::commands::SettingsCommand;
use crate::editor::playback;
use crate::editor::settings::{LARGEST, MOST_MIB, SMALLEST, ThemeChoice};
use crate::editor::widgets;
use crate::editor::widgets::{Number, form};
use egui::{Role, ScrollArea, Slider, Ui, WidgetInfo};

const THEMES: [(ThemeChoice, &str, &str); 2] =
    [(ThemeChoice::Dark, "Dark", "Light text on dark"), (ThemeChoice::Light, "Light", "Dark text on light")];

pub(super) fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    ScrollArea::vertical().id_salt("general settings").auto_shrink(false).show(ui, |ui| {
        appearance(ui, view, out);
        files(ui, view, out);
        widgets::heading(ui, "Computation");
        threads(ui, view, out);
        keyframe_memory(ui, view, out);
        widgets::note(ui, "More memory for keyframes makes far jumps in time faster.");
        widgets::heading(ui, "All settings");
        exchange(ui, out);
    });
}

fn exchange(ui: &mut Ui, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        button(ui, "Export…", "Writes all settings and keys to a JSON file", SettingsCommand::Export, out);
        button(ui, "Import…", "Reads settings and keys from a JSON file", SettingsCommand::Import, out);
        button(ui, "Reset all", "All settings and keys as at first; recent files stay", SettingsCommand::Reset, out);
    });
    widgets::note(
        ui,
        "An import replaces the settings that the file names; all others stay. A faulty file changes nothing. Recent files \
         and views stay on this machine.",
    );
}

fn appearance(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let settings = view.settings;
    widgets::heading(ui, "Appearance");
    form::table(ui, "appearance", |ui| {
        if let Some(theme) = form::choice(ui, "Theme", settings.theme, &THEMES) {
            out.push(Action::prefer(move |settings| settings.theme = theme));
        }
        let (min, max) = (f64::from(SMALLEST) * 100.0, f64::from(LARGEST) * 100.0);
        let how = Number { min, max, suffix: " %", is_whole: true };
        if let Some(scale) = form::number(ui, "Interface size", f64::from(settings.ui_scale) * 100.0, how) {
            out.push(Action::prefer(move |settings| settings.ui_scale = (scale / 100.0) as f32));
        }
        if let Some(is_on) = form::check(ui, "Legend on the canvas", settings.shows_legend) {
            out.push(Action::prefer(move |settings| settings.shows_legend = is_on));
        }
        if let Some(is_on) = form::check(ui, "Plots follow the present", settings.plots_follow) {
            out.push(Action::prefer(move |settings| settings.plots_follow = is_on));
        }
    });
}

fn files(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let settings = view.settings;
    widgets::heading(ui, "Start and files");
    form::table(ui, "start and files", |ui| {
        if let Some(is_on) = form::check(ui, "Gallery at the start", settings.starts_with_gallery) {
            out.push(Action::prefer(move |settings| settings.starts_with_gallery = is_on));
        }
        // A page starts with the level of its address.
        if cfg!(not(target_arch = "wasm32"))
            && let Some(is_on) = form::check(ui, "Reopen the files of the last session", settings.reopens_files)
        {
            out.push(Action::prefer(move |settings| settings.reopens_files = is_on));
        }
        // A page uses the dialogs of the browser.
        if cfg!(not(target_arch = "wasm32"))
            && let Some(is_on) = form::check(ui, "Pick files inside the window", settings.own_browser)
        {
            out.push(Action::prefer(move |settings| settings.own_browser = is_on));
        }
    });
    widgets::note(
        ui,
        "When the program starts without a file, it opens the files of the last session, or else the gallery. Picking files inside the window is for systems without a file dialog.",
    );
}

/// Number of threads; hidden if the machine has only one.
pub(crate) fn threads(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let most = playback::most_threads();
    if most == 1 {
        return;
    }
    ui.add_space(4.0);
    let present = view.run.world().threads().count();
    let mut new = present;
    ui.horizontal(|ui| {
        ui.label("Threads");
        ui.spacing_mut().slider_width = 104.0;
        let response = ui.add(Slider::new(&mut new, 1..=most));
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Slider, true, "Threads that share a step");
            info.value = Some(present as f64);
            info
        });
    });
    if new != present {
        let new = if new == most { 0 } else { new as u32 };
        out.push(Action::Prefer(Box::new(move |settings| settings.threads = new)));
    }
    widgets::note(ui, "Large piles are computed by this many threads. Results are bit-identical for any number.");
}

/// Limit of the memory for keyframes.
pub(crate) fn keyframe_memory(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let limit = f64::from(view.settings.keyframes_mib);
    let mut new = limit;
    ui.horizontal(|ui| {
        ui.label("Keyframe memory");
        ui.spacing_mut().slider_width = 150.0;
        let slider = Slider::new(&mut new, 1.0..=f64::from(MOST_MIB)).logarithmic(true).fixed_decimals(0);
        let response = ui.add(slider.suffix(" MiB"));
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Slider, true, "Memory for keyframes in MiB");
            info.value = Some(new);
            info
        });
    });
    if new != limit {
        let new = new.round().clamp(1.0, f64::from(MOST_MIB)) as u32;
        out.push(Action::Prefer(Box::new(move |settings| settings.keyframes_mib = new)));
    }
}
