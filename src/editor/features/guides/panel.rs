//! Section of the *World* tab: physical units, and guide lines as numbers.

use super::{GuideAxis, add, guides_of, place, remove, set_units};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::icons::Icon;
use crate::editor::widgets::number::{NumberUnit, number_in};
use crate::editor::widgets::{self, Number, committed, form};
use crate::level::LevelUnits;
use crate::picture::ruler;
use egui::{Id, Ui};

/// Draws the section.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let level = view.document.level();
    widgets::heading(ui, "Units and guides");
    form::table(ui, "units", |ui| {
        form::hinted(ui, "Physical units", "Shown beside level units; the simulation ignores them");
        if let Some(on) = form::switch(ui, "Physical units", level.units().is_some()) {
            out.push(set_units(on.then(LevelUnits::default)));
        }
        ui.end_row();
        if let Some(units) = level.units() {
            units_rows(ui, units, out);
        }
    });
    if let Some(units) = level.units() {
        let frame = level.world.frame_time;
        let speed = ruler::write(units.speed(frame));
        widgets::note(
            ui,
            format!("A velocity of 1 is {speed} {}/s. Fields accept 2 {}, too", units.length, units.length),
        );
    }
    let guides = guides_of(level).cloned().unwrap_or_default();
    form::table(ui, "guides", |ui| {
        for axis in GuideAxis::ALL {
            for (index, &at) in axis.lines(&guides).iter().enumerate() {
                guide_row(ui, (axis, index, at), &level.readings("length"), out);
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        for axis in GuideAxis::ALL {
            let name = format!("Add a {} guide", axis.word());
            let response = widgets::text_button(ui, Icon("plus"), &name);
            if response.on_hover_text("Or drag it out of a ruler: View > Rulers and guides").clicked() {
                out.push(add(axis, 0.0));
            }
        }
    });
}

fn units_rows(ui: &mut Ui, units: &LevelUnits, out: &mut Vec<Action>) {
    let mut changed = None;
    form::hinted(ui, "1 level unit is", "Length of one level unit, and the name of the unit of length");
    ui.horizontal(|ui| {
        if let Some(per_unit) = widgets::number(ui, "Length per level unit", units.per_unit, Number::MORE_THAN_ZERO) {
            changed = Some(LevelUnits { per_unit, ..units.clone() });
        }
        let fits = |text: &str| (1..=8).contains(&text.chars().count()) && text.chars().all(char::is_alphabetic);
        let id = Id::unique("unit of length");
        let (_, length) = committed::committed_if(ui, id, "Unit of length", &units.length, "m", 44.0, fits);
        if let Some(length) = length {
            changed = Some(LevelUnits { length, ..units.clone() });
        }
    });
    ui.end_row();
    form::hinted(ui, "1 s is", "Number of frames that make one second");
    ui.horizontal(|ui| {
        let frames = widgets::number(ui, "Frames per second", units.frames_per_second, Number::MORE_THAN_ZERO);
        if let Some(frames_per_second) = frames {
            changed = Some(LevelUnits { frames_per_second, ..units.clone() });
        }
        ui.weak("frames");
    });
    ui.end_row();
    out.extend(changed.map(|units| set_units(Some(units))));
}

fn guide_row(ui: &mut Ui, (axis, index, at): (GuideAxis, usize, f64), units: &[NumberUnit], out: &mut Vec<Action>) {
    form::hinted(ui, &format!("Guide {}", axis.letter()), "Guide line, to which the pointer snaps");
    ui.horizontal(|ui| {
        let name = format!("Guide {} {}", axis.letter(), index + 1);
        if let Some(at) = number_in(ui, &name, at, Number::ANY, units) {
            out.push(place(axis, index, at));
        }
        if widgets::icon_button(ui, Icon("x"), &format!("Remove {name}"), "Remove the guide", true, false).clicked() {
            out.push(remove(axis, index));
        }
    });
    ui.end_row();
}
