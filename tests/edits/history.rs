//! The document's history: memory shared between steps, and undo of every step to the bit.

use crate::support::*;
use blobsmith::editor::document::{Document, Edit};
use blobsmith::editor::features::outline::order;
use blobsmith::level::edit::{Transform, remove, transform};
use blobsmith::level::{Body, Level, Node, Place, Spring};

/// 100 × 100 nodes, about 30,000 springs along, up and across, two triangles a field.
fn sheet() -> Level {
    let at = |x: usize, y: usize| y * 100 + x;
    let mut body = Body::default();
    for y in 0..100 {
        for x in 0..100 {
            body.nodes.push(Node::at([x as f64, y as f64]));
            let mut spring = |b: usize, rest_length: f64| {
                body.springs.push(Spring { a: at(x, y), b, rest_length, stiffness: 1.0, damping: 0.0 });
            };
            if x < 99 {
                spring(at(x + 1, y), 1.0);
            }
            if y < 99 {
                spring(at(x, y + 1), 1.0);
            }
            if x < 99 && y < 99 {
                spring(at(x + 1, y + 1), 2.0_f64.sqrt());
                body.triangles.push([at(x, y), at(x + 1, y), at(x + 1, y + 1)]);
                body.triangles.push([at(x, y), at(x + 1, y + 1), at(x, y + 1)]);
            }
        }
    }
    of(vec![body])
}

fn move_node(node: usize, by: f64) -> Edit {
    Edit::making("Move", move |level| transform(level, &[Place::Node(0, node)], Transform::Move([by, 0.0])))
}

#[test]
fn history_step_of_one_node_in_10000_costs_under_12_kb() {
    let level = sheet();
    assert_eq!((level.bodies[0].nodes.len(), level.bodies[0].springs.len()), (10_000, 29_601));
    let mut document = Document::new(level, None);
    let whole = document.history_bytes();
    // 10,000 nodes at 128 bytes, 29,601 springs at 40, 19,602 triangles at 24.
    let items = 10_000 * 128 + 29_601 * 40 + 19_602 * 24;
    assert!(whole > items && whole < items + items / 20, "{whole} for {items}");
    for step in 1..=100 {
        assert_eq!(document.apply(move_node(97 * step, 0.25)), Ok(true));
        let each = (document.history_bytes() - whole) / step;
        assert!(each < 12_000, "{each} bytes a step");
    }
    // A gesture is one step, however many pictures it took.
    let before = document.history_bytes();
    for _ in 0..50 {
        assert_eq!(document.apply(move_node(5, 0.25).within(1)), Ok(true));
    }
    assert!(document.history_bytes() - before < 12_000);
    assert_eq!(document.present(), 101);
}

#[test]
fn history_step_shares_unchanged_bodies() {
    let mut level = sheet();
    level.bodies.insert(0, square());
    let mut document = Document::new(level, None);
    let whole = document.history_bytes();
    assert_eq!(document.apply(move_node(2, 1.0)), Ok(true));
    assert!(document.history_bytes() - whole < 2_000, "{}", document.history_bytes() - whole);
}

#[test]
fn history_frees_overwritten_steps() {
    let mut document = Document::new(sheet(), None);
    let whole = document.history_bytes();
    let delete = || Edit::making("Delete", |level| remove(level, &[Place::Node(0, 0)]));
    assert_eq!(document.apply(delete()), Ok(true));
    // Each node is one number further down: every chunk of nodes, 1,280,000 bytes in all, is another one.
    assert!(document.history_bytes() > whole + 1_279_000);
    document.undo();
    assert_eq!(document.apply(move_node(0, 1.0)), Ok(true));
    assert!(document.history_bytes() < whole + 12_000);
}

#[test]
fn history_restores_every_step_exactly() {
    let first = sheet();
    let mut document = Document::new(first.clone(), None);
    let mut levels = vec![first];
    for step in 0..20 {
        let edit = match step % 3 {
            0 => move_node(step, 0.1),
            1 => Edit::making("Turn", |level| {
                let turn = Transform::Rotate { pivot: [3.0, 4.0], angle_rad: 0.3 };
                transform(level, &[Place::Body(0)], turn)
            }),
            _ => Edit::making("Delete", move |level| remove(level, &[Place::Spring(0, step), Place::Node(0, 7)])),
        };
        assert_eq!(document.apply(edit), Ok(true));
        levels.push(Level::clone(document.level()));
        if step == 10 {
            document.mark_saved(&document.level().clone(), None);
        }
    }
    for step in [0, 20, 3, 11, 19, 1] {
        assert!(document.jump(step));
        assert!(**document.level() == levels[step], "step {step}");
        assert_eq!(document.is_dirty(), step != 11);
    }
    assert_eq!(document.entries().count(), 21);
}

fn watched(texts: &[&str]) -> Level {
    let mut level = of(vec![square(), Body { name: "other".into(), ..square() }, balloon()]);
    level.editor.get_or_insert_default().watches = texts.iter().map(|&text| text.to_owned()).collect();
    level
}

fn watches(document: &Document) -> &[String] {
    &document.level().editor.as_ref().expect("it has watches").watches
}

#[test]
fn watch_expressions_are_renumbered_within_the_same_step() {
    let before = watched(&["node(0, 3).x", "node(0, 1).y", "node(1, 1).y"]);
    let mut document = Document::new(before.clone(), None);
    let delete = Edit::making("Delete", |level| remove(level, &[Place::Node(0, 1)]));
    assert_eq!(document.apply(delete), Ok(true));
    assert_eq!(watches(&document), ["node(0, 2).x", "node(1, 1).y"]);
    assert!(document.take_lost().is_some_and(|said| said.starts_with("`node(0, 1).y` names a part that is gone")));
    assert_eq!(document.take_lost(), None, "it is reported once");
    document.undo();
    assert_eq!(**document.level(), before);
    document.redo();
    assert_eq!(watches(&document), ["node(0, 2).x", "node(1, 1).y"]);
}

#[test]
fn watch_expressions_are_renumbered_when_bodies_are_reordered() {
    let mut document = Document::new(watched(&["node(0, 3).x", "node(1, 1).y", "node(2, 0).x"]), None);
    let edit = order::relocate(document.level(), &[Place::Body(0)], 3).expect("they are of one kind");
    assert_eq!(document.apply(edit), Ok(true));
    assert_eq!(document.level().bodies[2].name, "square");
    assert_eq!(watches(&document), ["node(2, 3).x", "node(0, 1).y", "node(1, 0).x"]);
    let edit = order::shift(document.level(), &[Place::Body(1)], false).expect("there is one before it");
    assert_eq!(document.apply(edit), Ok(true));
    assert_eq!(watches(&document), ["node(2, 3).x", "node(1, 1).y", "node(0, 0).x"]);
    assert_eq!(document.take_lost(), None);
}
