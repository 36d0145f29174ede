//! Settings of the world that belong together: as each source has them, and what holds best.
//!
//! Gravity, frame time and bounds are the level's own, and stay.

use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use crate::level::fields::world::PENALTY;
use crate::level::{Contact, ContactMethod, ContactResponse, Decor, DiscMethod, EdgeChoice, Integrator, World};
use egui::{Button, RichText, Role, Ui, WidgetInfo};

/// Fewest substeps of robust contacts.
const ROBUST_SUBSTEPS: u32 = 32;

/// A preset.
pub struct Preset {
    /// Title for people.
    pub title: &'static str,
    /// What it sets.
    pub sets: &'static str,
    /// What it is good for.
    pub explanation: &'static str,
    /// Sets it.
    pub apply: fn(&mut World),
}

/// Every preset, in the order of the list.
pub const ALL: &[Preset] = &[
    Preset {
        title: "Robust contacts",
        sets: "Hull, entry edge, weighted response, self-contact, approaching only, no barycentre rule, full repositioning, impulse, \
            swept, 32 substeps at least",
        explanation: "What holds best in the comparison of 48 combinations (docs/edge-choice.md): a node leaves by the edge by which it \
            entered, the ends of the edge share the impulse by their distance, bodies do not pass through themselves, fast discs \
            do not tunnel. Not in the sources.",
        apply: |world| {
            world.contact = Contact {
                method: ContactMethod::Hull,
                edge_choice: EdgeChoice::EntryEdge,
                barycentre_rule: false,
                approaching_only: true,
                response: ContactResponse::Weighted,
                self_contact: true,
                ..Contact::default()
            };
            world.discs = DiscMethod::Swept;
            world.substeps = world.substeps.max(ROBUST_SUBSTEPS);
        },
    },
    Preset {
        title: "As in 000: blobs",
        sets: "Semi-implicit Euler, retention 1, hull, distance, no barycentre rule, impulse",
        explanation: "The letter of the source: the nearest edge as a segment (§D.1.d), impulse and friction also for nodes \
            that leave (§D.2.a).",
        apply: |world| {
            euler(world);
            world.contact = Contact::default();
        },
    },
    Preset {
        title: "As in 000 §E.2: barycentre rule",
        sets: "As 000, with the barycentre rule",
        explanation: "The source's remedy for acute angles, for convex bodies: concave ones are thrown about by it.",
        apply: |world| {
            euler(world);
            world.contact = Contact { barycentre_rule: true, ..Contact::default() };
        },
    },
    Preset {
        title: "As in 001: Mister Jelly",
        sets: "As 000, with decor that pushes by a force (3 and 0.15)",
        explanation: "The ground is a force that grows with depth, and viscous (§C.4): soft landings, bodies sink in a little.",
        apply: |world| {
            euler(world);
            let (stiffness, viscosity) = PENALTY;
            let decor = Decor::Penalty { stiffness, viscosity };
            world.contact = Contact { decor, ..Contact::default() };
        },
    },
    Preset {
        title: "As in 002: discs",
        sets: "Semi-implicit Euler, retention 1, swept discs",
        explanation: "Exact times of impact, in order of time (§6). Bodies are left as they are.",
        apply: |world| {
            euler(world);
            world.discs = DiscMethod::Swept;
        },
    },
    Preset {
        title: "As in 003: particles",
        sets: "Semi-implicit Euler, retention 1, discrete discs",
        explanation: "Looks before and after the step only (§2): cheap, and fast discs may tunnel.",
        apply: |world| {
            euler(world);
            world.discs = DiscMethod::Discrete;
        },
    },
    Preset {
        title: "As in 004: sticks",
        sets: "Verlet, retention 0.99, 3 stick passes, diagonals, 1 substep",
        explanation: "Positions alone: sticks are put right one after the other, convex pieces push each other apart along \
            their diagonals, a factor just below 1 is all friction.",
        apply: |world| {
            world.integrator = Integrator::Verlet;
            world.velocity_retention = 0.99;
            world.stick_iterations = 3;
            world.substeps = 1;
            world.contact.method = ContactMethod::Diagonals;
        },
    },
];

fn euler(world: &mut World) {
    world.integrator = Integrator::SemiImplicitEuler;
    world.velocity_retention = 1.0;
}

/// Whether a world is as a preset would make it.
pub fn is_active(preset: &Preset, world: &World) -> bool {
    let mut made = world.clone();
    (preset.apply)(&mut made);
    made == *world
}

/// Draws the list.
pub fn show(ui: &mut Ui, world: &World, out: &mut Vec<Action>) {
    let active: Vec<&str> = ALL.iter().filter(|preset| is_active(preset, world)).map(|preset| preset.title).collect();
    let title = match active[..] {
        [] => "Presets: none in force".to_owned(),
        [only] => format!("Presets: {only}"),
        _ => format!("Presets: {} in force", active.len()),
    };
    let header = egui::CollapsingHeader::new(RichText::new(title).strong()).id_salt("presets").default_open(false);
    let shown = header.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        for preset in ALL {
            let is_it = active.contains(&preset.title);
            let icon = Icon(if is_it { "check-circle" } else { "circle" });
            let text = (icon.text(theme::SMALL_ICON), RichText::new(preset.title), egui::Atom::grow());
            let width = egui::vec2(ui.available_width(), 0.0);
            let response = ui.add(Button::selectable(is_it, text).min_size(width));
            response
                .widget_info(|| WidgetInfo::selected(Role::Button, true, is_it, format!("Preset: {}", preset.title)));
            let response = response.on_hover_ui(|ui| {
                ui.label(preset.explanation);
                widgets::note(ui, format!("Sets: {}. Gravity, frame time and bounds stay.", preset.sets));
            });
            if response.clicked() && !is_it {
                let apply = preset.apply;
                out.push(Action::Edit(Edit::new(format!("Preset: {}", preset.title), move |level| {
                    apply(&mut level.world);
                    Ok(())
                })));
            }
        }
        widgets::note(ui, "One step of the history each; gravity, frame time and bounds stay as they are.");
    });
    let words = if active.is_empty() { "none of them".to_owned() } else { active.join("; ") };
    shown.header_response.on_hover_text(format!("Settings that belong together. In force: {words}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Level, format};

    #[test]
    fn robust_contacts_are_what_holds_most_often() {
        // The first row of the table, which is sorted.
        let page = include_str!("../../../../docs/edge-choice.md");
        let (_, table) = page.split_once("| edge choice | response |").expect("the table of responses");
        let best: Vec<&str> = table.lines().nth(2).expect("a row").split('|').map(str::trim).collect();
        let mut world = World::default();
        (ALL[0].apply)(&mut world);
        let Contact { edge_choice, barycentre_rule, response, repositioning, self_contact, .. } = world.contact;
        let rule = format!("{edge_choice:?}{}", if barycentre_rule { " + G" } else { "" });
        let sets = [
            rule,
            format!("{response:?}"),
            repositioning.fraction.to_string(),
            repositioning.slop.to_string(),
            if self_contact { "on" } else { "off" }.to_owned(),
        ];
        assert_eq!(best[1..6], sets);
    }

    #[test]
    fn every_preset_is_active_once_it_is_applied_and_makes_a_sound_level() {
        for preset in ALL {
            let mut level = Level::default();
            (preset.apply)(&mut level.world);
            assert!(is_active(preset, &level.world), "{}", preset.title);
            assert!(format::validate(&level).is_ok(), "{}", preset.title);
        }
    }
}
