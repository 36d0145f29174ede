//! Options of the overlays of the past: trails, heat map and ghosts.

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::settings::Settings;
use crate::editor::widgets;
use crate::editor::widgets::Number;
use crate::editor::widgets::form;
use crate::picture::history::{HeatBy, MOST_FRAMES, PastOptions, TrailsOf};
use egui::Ui;

const TRAILS_OF: [(TrailsOf, &str, &str); 3] = [
    (TrailsOf::Barycentres, "Bodies", "Barycentres of bodies; discs"),
    (TrailsOf::Selection, "Selection", "Selected nodes and discs; barycentres of selected bodies"),
    (TrailsOf::Nodes, "Nodes", "All nodes and discs"),
];
const HEAT_BY: [(HeatBy, &str, &str); 2] = [
    (HeatBy::Count, "How often", "Number of substeps with a contact"),
    (HeatBy::Strength, "How strong", "Exchanged momentum"),
];

const FRAMES: Number = Number { min: 1.0, max: MOST_FRAMES as f64, suffix: " frames", is_whole: true };
const GHOSTS: Number = Number { min: 1.0, max: 100.0, suffix: "", is_whole: true };

/// Draws the options.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    widgets::heading(ui, "Past and future");
    let past = view.settings.past;
    form::table(ui, "past", |ui| {
        if let Some(trails_of) = form::choice(ui, "Trails of", past.trails_of, &TRAILS_OF) {
            change(out, PastOptions { trails_of, ..past });
        }
        number(ui, "Trail length", past.trail_frames, FRAMES, out, |past, value| past.trail_frames = value);
        if let Some(heat_by) = form::choice(ui, "Heat by", past.heat_by, &HEAT_BY) {
            change(out, PastOptions { heat_by, ..past });
        }
        number(ui, "Heat over", past.heat_frames, FRAMES, out, |past, value| past.heat_frames = value);
        number(ui, "Ghosts", past.ghosts, GHOSTS, out, |past, value| past.ghosts = value);
        number(ui, "A ghost every", past.ghost_every, FRAMES, out, |past, value| past.ghost_every = value);
    });
}

fn change(out: &mut Vec<Action>, past: PastOptions) {
    out.push(Action::Prefer(Box::new(move |settings: &mut Settings| settings.past = past)));
}

fn number(ui: &mut Ui, name: &str, value: u32, how: Number, out: &mut Vec<Action>, store: fn(&mut PastOptions, u32)) {
    if let Some(new) = form::number(ui, name, f64::from(value), how) {
        out.push(Action::Prefer(Box::new(move |settings: &mut Settings| store(&mut settings.past, new as u32))));
    }
}
