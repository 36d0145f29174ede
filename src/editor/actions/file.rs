//! Rows of the File menu: new, open, save, export and quit.

use super::{ALT, CTRL, CTRL_SHIFT, Command, CommandRow, group, key, row, within};
use egui::{Key, KeyboardShortcut};

/// Title of a submenu, whose icon is that of its first row.
const LEVELS: &str = "Open levels";
const EXPORT: &str = "Export";

/// Closes a level. In a page, Ctrl+W closes the tab of the browser.
const CLOSE: &[KeyboardShortcut] = if cfg!(target_arch = "wasm32") { &[] } else { &[key(CTRL, Key::W)] };

/// Rows in menu order.
pub const ROWS: &[CommandRow] = &[
    row(Command::New, "new", "New empty level", "file-plus", &[key(CTRL, Key::N)]),
    row(Command::Gallery, "gallery", "New from the gallery…", "images-square", &[key(CTRL_SHIFT, Key::N)]),
    row(Command::Open, "open", "Open…", "folder-open", &[key(CTRL, Key::O)]),
    // A page reads only what the user has opened; elsewhere any level finds the files beside it.
    #[cfg(target_arch = "wasm32")]
    row(Command::OpenFolder, "open-folder", "Open a folder…", "folder-plus", &[]),
    row(Command::Import, "import", "Import a drawing, picture or mesh…", "file-svg", &[]),
    row(Command::AttachGame, "attach-game", "Attach to a running game…", "broadcast", &[]),
    group(row(Command::Save, "save", "Save", "floppy-disk", &[key(CTRL, Key::S)])),
    row(Command::SaveAs, "save-as", "Save as…", "floppy-disk-back", &[key(CTRL_SHIFT, Key::S)]),
    row(Command::SaveRun, "save-run", "Save run as…", "film-strip", &[]),
    row(Command::SaveBundle, "save-bundle", "Save a bug bundle…", "package", &[]),
    row(Command::CopyLink, "copy-link", "Copy a link to this moment", "link", &[key(ALT, Key::L)]),
    row(Command::OpenLink, "open-link", "Open a link…", "link", &[key(CTRL_SHIFT, Key::O)]),
    within(row(Command::ExportForGame, "export-for-game", "Export for a game…", "export", &[]), EXPORT),
    within(
        row(Command::ExportPicture, "export-picture", "Export a picture…", "image", &[key(CTRL_SHIFT, Key::E)]),
        EXPORT,
    ),
    within(row(Command::ExportMesh, "export-mesh", "Export the body for QuarkPhysics…", "export", &[]), EXPORT),
    within(row(Command::OpenNotebook, "open-notebook", "Open the plots in a notebook…", "chart-line", &[]), EXPORT),
    row(Command::Revert, "revert", "Revert to saved", "clock-counter-clockwise", &[]),
    row(Command::RestoreBackup, "restore-backup", "Restore a backup…", "archive", &[]),
    within(
        row(
            Command::NextDocument,
            "next-document",
            "Next open level",
            "tabs",
            &[key(ALT, Key::PageDown), key(CTRL, Key::Tab)],
        ),
        LEVELS,
    ),
    within(
        row(
            Command::PreviousDocument,
            "previous-document",
            "Previous open level",
            "caret-left",
            &[key(ALT, Key::PageUp), key(CTRL_SHIFT, Key::Tab)],
        ),
        LEVELS,
    ),
    within(row(Command::CloseDocument, "close-document", "Close the level", "x", CLOSE), LEVELS),
    within(row(Command::CloseOthers, "close-others", "Close the other levels", "x-circle", &[]), LEVELS),
    group(row(Command::Quit, "quit", "Quit", "sign-out", &[key(CTRL, Key::Q)])),
];
