//! Preset conditions: each one parses, for every gallery level, with empty and with any selection.

use blobsmith::debugger::Expression;
use blobsmith::debugger::breakpoints::{PRESETS, PresetSubject};
use blobsmith::level::format::{TextFormat, read};
use blobsmith::level::{Place, gallery};
use std::collections::BTreeSet;

#[test]
fn presets_parse_for_every_level() {
    let mut offered = BTreeSet::new();
    for entry in gallery::ALL {
        let level = read(entry.text, TextFormat::Ron).unwrap();
        let mut selections: Vec<Vec<Place>> = vec![vec![], vec![Place::World]];
        for body in 0..level.bodies.len().min(3) {
            selections.push(vec![Place::Body(body)]);
            if !level.bodies[body].nodes.is_empty() {
                selections.push(vec![Place::Node(body, 0)]);
            }
            if body > 0 {
                selections.push(vec![Place::Body(0), Place::Body(body)]);
            }
        }
        if level.discs.len() > 1 {
            selections.push(vec![Place::Disc(0), Place::Disc(1)]);
        }
        for selection in &selections {
            for preset in PRESETS {
                let Some(breakpoint) = preset.breakpoint(&PresetSubject { level: &level, selection }) else { continue };
                offered.insert(preset.id);
                let condition = &breakpoint.condition;
                if let Err(error) = Expression::condition(condition, &level) {
                    panic!("{}, {selection:?}, {}:\n{}", entry.id, preset.id, error.show(condition));
                }
            }
        }
    }
    assert_eq!(offered.len(), PRESETS.len());
}

#[test]
fn presets_refer_to_the_selection() {
    let level = read(gallery::level("02-squares-projection").unwrap().text, TextFormat::Ron).unwrap();
    let name = |body: usize| match level.bodies[body].name.as_str() {
        "" => body.to_string(),
        name => format!("\"{name}\""),
    };
    let condition = |id: &str, selection: &[Place]| {
        let preset = PRESETS.iter().find(|preset| preset.id == id).unwrap();
        preset.breakpoint(&PresetSubject { level: &level, selection }).unwrap().condition
    };
    let node = [Place::Node(1, 2)];
    assert_eq!(condition("edge-changes", &node), format!("changed(edge({}, 2))", name(1)));
    assert_eq!(condition("node-speed", &node), format!("node({}, 2).speed > 1", name(1)));
    assert_eq!(condition("area-below", &node), format!("body({}).area_ratio < 80%", name(1)));
    assert_eq!(condition("node-speed", &[]), "max(node.speed) > 1");
    let two = [Place::Body(0), Place::Body(1)];
    assert_eq!(condition("contact", &two), format!("touching(body({}), body({}))", name(0), name(1)));
    assert_eq!(condition("contact", &[]), "contacts > 0");
}
