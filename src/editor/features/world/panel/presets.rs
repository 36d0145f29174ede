//! Presets of world settings: robust contacts, and the settings of each source (000, 000 §E.2, 001 §C.4, 002 §6, 003 §2
//! and 004). Presets keep gravity, frame time and bounds.

use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::widgets;
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
        sets: "Verlet, retention 0.99, 3 stick iterations, diagonals, 1 substep",
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

/// Presets that give a world the same settings.
struct PresetRow {
    world: World,
    presets: Vec<&'static Preset>,
}

impl PresetRow {
    fn title(&self) -> String {
        self.presets.iter().map(|preset| preset.title).collect::<Vec<_>>().join(", ")
    }
}

/// All presets as rows. Those that differ only in settings that the world has anyway share one.
fn rows(world: &World) -> Vec<PresetRow> {
    let mut rows: Vec<PresetRow> = Vec::new();
    for preset in ALL {
        let mut made = world.clone();
        (preset.apply)(&mut made);
        match rows.iter_mut().find(|row| row.world == made) {
            Some(row) => row.presets.push(preset),
            None => rows.push(PresetRow { world: made, presets: vec![preset] }),
        }
    }
    rows
}

/// Draws the list.
pub fn show(ui: &mut Ui, world: &World, out: &mut Vec<Action>) {
    let rows = rows(world);
    let active = rows.iter().find(|row| row.world == *world).map_or("none of them".to_owned(), PresetRow::title);
    let title = RichText::new(format!("Presets: {active}")).strong();
    let header = egui::CollapsingHeader::new(title).id_salt("presets").default_open(false);
    let shown = header.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        rows.iter().for_each(|row| show_row(ui, row, row.world == *world, out));
        widgets::note(ui, "Each is one undoable step and keeps gravity, frame time and bounds.");
    });
    shown.header_response.on_hover_text(format!("Groups of settings. The level has those of {active}"));
}

fn show_row(ui: &mut Ui, row: &PresetRow, is_current: bool, out: &mut Vec<Action>) {
    let title = row.title();
    let width = egui::vec2(ui.available_width(), 0.0);
    let text = if is_current { format!("{title} (as now)") } else { title.clone() };
    let response = ui.add_enabled(!is_current, Button::new(text).wrap().min_size(width));
    response.widget_info(|| WidgetInfo::selected(Role::Button, !is_current, is_current, format!("Preset: {title}")));
    let about = |ui: &mut Ui| {
        for preset in &row.presets {
            ui.label(preset.explanation);
            widgets::note(ui, format!("{}: {}.", preset.title, preset.sets));
        }
    };
    let response = response.on_hover_ui(about).on_disabled_hover_ui(about);
    if response.clicked() {
        let world = row.world.clone();
        out.push(Action::Edit(Edit::new(format!("Preset: {title}"), move |level| {
            level.world = world;
            Ok(())
        })));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::contact::Setting;
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
        let setting = Setting { choice: edge_choice, barycentre_rule };
        let sets = [
            setting.title().to_owned(),
            format!("{response:?}"),
            repositioning.fraction.to_string(),
            repositioning.slop.to_string(),
            if self_contact { "on" } else { "off" }.to_owned(),
        ];
        assert_eq!(best[1..6], sets);
    }

    #[test]
    fn presets_match_in_one_row_after_apply_and_are_valid() {
        for preset in ALL {
            let mut level = Level::default();
            (preset.apply)(&mut level.world);
            assert!(format::validate(&level).is_ok(), "{}", preset.title);
            let rows = rows(&level.world);
            assert_eq!(rows.iter().map(|row| row.presets.len()).sum::<usize>(), ALL.len());
            let active: Vec<&PresetRow> = rows.iter().filter(|row| row.world == level.world).collect();
            assert!(matches!(active[..], [row] if row.title().contains(preset.title)), "{}", preset.title);
        }
    }

    #[test]
    fn presets_without_a_difference_share_a_row() {
        // A new level has discs as in “Swept discs”, and the contacts of “Original blobs”.
        let titles: Vec<String> = rows(&World::default()).iter().map(PresetRow::title).collect();
        assert!(titles.contains(&"Original blobs, Swept discs".to_owned()), "{titles:?}");
    }
}
