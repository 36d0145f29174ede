//! Steps of the history, refused edits and gestures.

use super::*;
#[cfg(unix)]
use crate::level::{Body, Skin, UvMap};

fn rename(name: &str) -> Edit {
    let name = name.to_owned();
    Edit::new("Rename", move |level| {
        level.name = name;
        Ok(())
    })
}

#[test]
fn gesture_is_one_undo_step() {
    let mut document = Document::new(Level::default(), None);
    for name in ["a", "ab", "abc"] {
        assert_eq!(document.apply(rename(name).within(7)), Ok(true));
    }
    document.end_gesture();
    assert_eq!(document.apply(rename("other").within(7)), Ok(true));
    document.undo();
    assert_eq!(document.level().name, "abc");
    document.undo();
    assert_eq!(document.level().name, "");
    assert_eq!(document.undo(), None);
    document.redo();
    assert_eq!(document.level().name, "abc");
}

#[test]
fn refused_edit_changes_nothing() {
    let mut document = Document::new(Level::default(), None);
    let refused = document.apply(Edit::new("Break", |level| {
        level.world.substeps = 0;
        Ok(())
    }));
    assert!(refused.is_err());
    assert_eq!(**document.level(), Level::default());
    assert!(!document.is_dirty());
}

#[test]
fn undo_to_the_saved_level_clears_the_dirty_flag() {
    let mut document = Document::new(Level::default(), None);
    assert_eq!(document.apply(rename("x")), Ok(true));
    assert!(document.is_dirty());
    document.undo();
    assert!(!document.is_dirty());
}

#[test]
fn gesture_without_net_change_keeps_the_previous_step() {
    let mut document = Document::new(Level::default(), None);
    assert_eq!(document.apply(rename("x")), Ok(true));
    assert_eq!(document.apply(rename("y").within(7)), Ok(true));
    assert_eq!(document.apply(rename("x").within(7)), Ok(true));
    assert_eq!(document.present(), 1);
    assert_eq!(document.apply(rename("z").within(7)), Ok(true));
    document.undo();
    assert_eq!(document.level().name, "x");
    document.undo();
    assert_eq!(document.level().name, "");
}

#[test]
fn saved_level_is_clean_again_after_jumps_in_the_history() {
    let mut document = Document::unsaved(Level::default());
    assert!(document.is_dirty());
    for name in ["a", "b", "c"] {
        assert_eq!(document.apply(rename(name)), Ok(true));
    }
    // The level changes while it is written.
    let written = document.level().clone();
    assert_eq!(document.apply(rename("d")), Ok(true));
    document.mark_saved(&written, None);
    assert!(document.is_dirty());
    assert_eq!(document.entries().collect::<Vec<_>>(), ["", "Rename", "Rename", "Rename", "Rename"]);
    assert!(document.jump(0) && document.is_dirty());
    assert!(document.jump(3) && !document.is_dirty());
    assert!(!document.jump(3) && !document.jump(5));
    assert_eq!((document.level().name.as_str(), document.redo_label()), ("c", Some("Rename")));
}

#[test]
#[cfg(unix)]
fn document_is_adapted_to_its_file_without_a_step() {
    let image = |document: &Document| document.level().bodies[0].skin.as_ref().map(|skin| skin.image.clone());
    let skin = |image: &str| Skin { image: image.into(), uv: UvMap::Planar, tint: "#ffffffff".into(), layer: 0 };
    let body = Body { skin: Some(skin("/art/a.png")), ..Body::default() };
    let mut document = Document::unsaved(Level { bodies: vec![body], ..Level::default() });
    let edit = Edit::new("Notes", |level| {
        level.notes = "x".to_owned();
        Ok(())
    });
    assert_eq!(document.apply(edit), Ok(true));
    let (one, two) = (Path::new("/games/one/level.ron"), Path::new("/games/two/deep/level.ron"));
    let written = document.level_for(one);
    assert_eq!((written.name.as_str(), image(&document).as_deref()), ("level", Some("/art/a.png")), "not saved yet");
    document.mark_saved(&document.level().clone(), Some(one));
    assert_eq!(**document.level(), *written);
    assert!(!document.is_dirty() && document.undo_label() == Some("Notes"));
    for (path, expected) in [(one, "../../art/a.png"), (two, "../../../art/a.png")] {
        document.mark_saved(&document.level().clone(), Some(path));
        assert_eq!(image(&document).as_deref(), Some(expected));
        document.undo();
        assert_eq!(image(&document).as_deref(), Some(expected), "a step from before the save");
        assert!(document.is_dirty());
        document.redo();
        assert_eq!(image(&document).as_deref(), Some(expected));
        assert!(!document.is_dirty());
    }
    // A level of a file keeps absolute paths, which are refused.
    let body = Body { skin: Some(skin("/art/a.png")), ..Body::default() };
    let level = Level { bodies: vec![body], ..Level::default() };
    let mut foreign = Document::new(level, Some(one.to_owned()));
    foreign.mark_saved(&foreign.level().clone(), Some(two));
    assert_eq!(image(&foreign).as_deref(), Some("/art/a.png"));
}
