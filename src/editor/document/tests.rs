//! Steps of the history, refused edits and gestures.

use super::*;

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
    document.mark_saved(written, None);
    assert!(document.is_dirty());
    assert_eq!(document.entries().collect::<Vec<_>>(), ["", "Rename", "Rename", "Rename", "Rename"]);
    assert!(document.jump(0) && document.is_dirty());
    assert!(document.jump(3) && !document.is_dirty());
    assert!(!document.jump(3) && !document.jump(5));
    assert_eq!((document.level().name.as_str(), document.redo_label()), ("c", Some("Rename")));
}
