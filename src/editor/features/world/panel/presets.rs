//! Presets of world settings: robust contacts, and the settings of each source (000, 000 §E.2, 001 §C.4, 002 §6, 003 §2
//! and 004). Presets keep gravity, frame time and bounds.

use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use crate::level::fields::world::PENALTY;
use crate::level::{Contact, ContactMethod, ContactResponse, Decor, DiscMethod, EdgeChoice, Integrator, World};
use egui::{Button, RichText, Role, Ui, WidgetInfo};

/// Minimum substeps of the preset for robust contacts.
const ROBUST_SUBSTEPS: u32 = 32;

/// A preset.
pub struct Preset {
    /// Display title.
    pub title: &'static str,
    /// Settings that it changes.
    pub sets: &'static str,
    /// What it is for.
    pub explanation: &'static str,
    /// Applies it.
    pub apply: fn(&mut World),
}

/// All presets, in list order.
pub const ALL: &[Preset] = &[
    Preset {
        title: "Robust contacts",
        sets: "Hull, entry edge, weighted response, self-contact, approaching only, no barycentre rule, full repositioning, impulse, \
            swept, 32 substeps at least",
        explanation: "Best of 48 combinations (docs/edge-choice.md): a node leaves through the edge that it crossed, \
            the ends of an edge share the impulse by distance, self-contact is on, fast discs do not tunnel.",
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
        title: "Original blobs",
        sets: "Semi-implicit Euler, retention 1, hull, distance, no barycentre rule, impulse",
        explanation: "The original rules of blobs: the nearest edge as a segment, impulse and friction also for \
            separating nodes.",
        apply: |world| {
            euler(world);
            world.contact = Contact::default();
        },
    },
    Preset {
        title: "Blobs with the barycentre rule",
        sets: "As Original blobs, with the barycentre rule",
        explanation: "The original remedy for acute angles. For convex bodies only; concave ones behave erratically.",
        apply: |world| {
            euler(world);
            world.contact = Contact { barycentre_rule: true, ..Contact::default() };
        },
    },
    Preset {
        title: "Mister Jelly",
        sets: "As Original blobs, with decor that pushes by a force (3 and 0.15)",
        explanation: "Decor pushes by a viscous force that grows with depth: soft landings, bodies sink in a little.",
        apply: |world| {
            euler(world);
            let (stiffness, viscosity) = PENALTY;
            let decor = Decor::Penalty { stiffness, viscosity };
            world.contact = Contact { decor, ..Contact::default() };
        },
    },
    Preset {
        title: "Swept discs",
        sets: "Semi-implicit Euler, retention 1, swept discs",
        explanation: "Exact times of impact, in order of time. Soft bodies are not affected.",
        apply: |world| {
            euler(world);
            world.discs = DiscMethod::Swept;
        },
    },
    Preset {
        title: "Discrete particles",
        sets: "Semi-implicit Euler, retention 1, discrete discs",
        explanation: "Uses positions before and after the step only: cheap, but fast discs may tunnel.",
        apply: |world| {
            euler(world);
            world.discs = DiscMethod::Discrete;
        },
    },
    Preset {
        title: "Verlet and sticks",
        sets: "Verlet, retention 0.99, 3 stick passes, diagonals, 1 substep",
        explanation: "Position-based: sticks are corrected one after the other, convex pieces separate along their \
            diagonals, a factor just below 1 acts as friction.",
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

/// True if a world has the settings of a preset.
pub fn is_active(preset: &Preset, world: &World) -> bool {
    let mut made = world.clone();
    (preset.apply)(&mut made);
    made == *world
}

/// Draws the list.
pub fn show(ui: &mut Ui, world: &World, out: &mut Vec<Action>) {
    let active: Vec<&str> = ALL.iter().filter(|preset| is_active(preset, world)).map(|preset| preset.title).collect();
    let title = match active[..] {
        [] => "Presets: none active".to_owned(),
        [only] => format!("Presets: {only}"),
        _ => format!("Presets: {} active", active.len()),
    };
    let header = egui::CollapsingHeader::new(RichText::new(title).strong()).id_salt("presets").default_open(false);
    let shown = header.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        for preset in ALL {
            let is_current = active.contains(&preset.title);
            let icon = Icon(if is_current { "check-circle" } else { "circle" });
            let text = (icon.text(theme::SMALL_ICON), RichText::new(preset.title), egui::Atom::grow());
            let width = egui::vec2(ui.available_width(), 0.0);
            let response = ui.add(Button::selectable(is_current, text).min_size(width));
            response.widget_info(|| {
                WidgetInfo::selected(Role::Button, true, is_current, format!("Preset: {}", preset.title))
            });
            let response = response.on_hover_ui(|ui| {
                ui.label(preset.explanation);
                widgets::note(ui, format!("Sets: {}. Keeps gravity, frame time and bounds.", preset.sets));
            });
            if response.clicked() && !is_current {
                let apply = preset.apply;
                out.push(Action::Edit(Edit::new(format!("Preset: {}", preset.title), move |level| {
                    apply(&mut level.world);
                    Ok(())
                })));
            }
        }
        widgets::note(ui, "Each is one undoable step and keeps gravity, frame time and bounds.");
    });
    let words = if active.is_empty() { "none".to_owned() } else { active.join("; ") };
    shown.header_response.on_hover_text(format!("Groups of settings. Active: {words}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Level, format};

    #[test]
    fn robust_preset_is_the_first_row_of_the_edge_choice_page() {
        // The first row of the sorted table.
        let page = include_str!("../../../../../docs/edge-choice.md");
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
    fn presets_are_active_after_apply_and_valid() {
        for preset in ALL {
            let mut level = Level::default();
            (preset.apply)(&mut level.world);
            assert!(is_active(preset, &level.world), "{}", preset.title);
            assert!(format::validate(&level).is_ok(), "{}", preset.title);
        }
    }
}
