//! `edit`, and starting without a command, as far as they run without a display.

use super::support::{FALLING, Said, blobsmith, file, program};

#[test]
fn edit_without_a_display_names_other_commands() {
    let (_folder, path) = file("a.json", FALLING);
    for line in ["{}", "edit {}"] {
        blobsmith(line, &path).refused(&["check", "run", "explain", "render"]);
    }
    for args in [&[][..], &["edit"]] {
        Said::from(program(args).output().expect("the program starts")).refused(&["check", "run", "render"]);
    }
}

/// The level is read before a window is opened, so an invalid one is reported without a display too.
#[cfg(feature = "editor")]
#[test]
fn edit_refuses_invalid_levels() {
    let (folder, path) = file("a.ron", "(format: 1, world: (substeps: 0))");
    for line in ["{}", "edit {}"] {
        blobsmith(line, &path).refused(&["a.ron:1:31", "world.substeps", "at least 1"]);
        blobsmith(line, &folder.path().join("missing.ron")).refused(&["missing.ron", "no such file"]);
        blobsmith(line, folder.path()).refused(&["is a directory"]);
    }
}
