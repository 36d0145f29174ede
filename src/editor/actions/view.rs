//! Rows of the View menu: camera, panels, twin and theme.

use super::{ALT, CTRL, CTRL_SHIFT, Command, CommandRow, NONE, SHIFT, group, key, row, within};
use egui::Key;

/// Title of the menu within *View* that lists the panels.
pub const PANELS: &str = "Panels";
const KEYBOARD: &str = "Keyboard";
const SETTINGS: &str = "Settings";

/// Leads to the next area. In a page, F6 leads to the address of the browser.
const AREA: Key = if cfg!(target_arch = "wasm32") { Key::F9 } else { Key::F6 };

/// Rows in menu order.
pub const ROWS: &[CommandRow] = &[
    row(Command::Fit, "fit", "Show the whole level", "corners-out", &[key(NONE, Key::F)]),
    row(Command::FitSelection, "fit-selection", "Show the selection", "crosshair", &[key(SHIFT, Key::F)]),
    row(Command::ZoomToContact, "zoom-to-contact", "Zoom to the contact", "magnifying-glass", &[key(SHIFT, Key::Z)]),
    row(Command::KeepView, "keep-view", "Save this view in the level", "camera", &[]),
    row(
        Command::ZoomIn,
        "zoom-in",
        "Zoom in",
        "magnifying-glass-plus",
        &[key(CTRL, Key::Plus), key(CTRL, Key::Equals)],
    ),
    row(Command::ZoomOut, "zoom-out", "Zoom out", "magnifying-glass-minus", &[key(CTRL, Key::Minus)]),
    row(Command::ToggleRulers, "rulers", "Rulers and guides", "ruler", &[key(ALT, Key::R)]),
    row(Command::ClearGuides, "clear-guides", "Remove all guides", "line-segment", &[]),
    group(within(
        row(Command::ToggleInspector, "toggle-inspector", "Side panel", "sidebar-simple", &[key(NONE, Key::N)]),
        PANELS,
    )),
    within(
        row(Command::ToggleDock, "toggle-dock", "Bottom panel", "square-split-vertical", &[key(NONE, Key::B)]),
        PANELS,
    ),
    within(
        row(Command::EnlargeDock, "enlarge-dock", "Enlarge the bottom panel", "caret-up", &[key(ALT, Key::B)]),
        PANELS,
    ),
    within(
        row(Command::NextTab, "next-tab", "Next tab of the bottom panel", "caret-right", &[key(CTRL, Key::PageDown)]),
        PANELS,
    ),
    within(
        row(
            Command::PreviousTab,
            "previous-tab",
            "Previous tab of the bottom panel",
            "caret-left",
            &[key(CTRL, Key::PageUp)],
        ),
        PANELS,
    ),
    within(
        row(Command::CanvasAlone, "canvas-alone", "Only the canvas", "frame-corners", &[key(NONE, Key::Tab)]),
        PANELS,
    ),
    within(row(Command::SideBySide, "side-by-side", "Two open levels side by side", "square-half", &[]), PANELS),
    group(within(
        row(Command::ToggleCrosshair, "crosshair", "Crosshair on the canvas", "crosshair", &[key(ALT, Key::C)]),
        KEYBOARD,
    )),
    within(
        row(Command::NextArea, "next-area", "To the next area of the window", "caret-right", &[key(NONE, AREA)]),
        KEYBOARD,
    ),
    within(
        row(
            Command::PreviousArea,
            "previous-area",
            "To the previous area of the window",
            "caret-left",
            &[key(SHIFT, AREA)],
        ),
        KEYBOARD,
    ),
    row(Command::TogglePhases, "toggle-phases", "Phases of the substep", "list-numbers", &[key(SHIFT, Key::B)]),
    row(Command::ToggleTwin, "toggle-twin", "Compare with a twin", "columns", &[key(NONE, Key::T)]),
    row(Command::Why, "why", "Verdict trace: why this contact", "gavel", &[key(NONE, Key::W)]),
    group(row(Command::ReferenceImage, "reference-image", "Reference image…", "image-square", &[])),
    row(Command::ToggleReference, "toggle-reference", "Show / hide the reference image", "eye", &[]),
    group(row(Command::ToggleTheme, "toggle-theme", "Light / dark", "circle-half", &[key(CTRL_SHIFT, Key::L)])),
    row(Command::LargerText, "larger-text", "Larger interface", "plus-circle", &[key(CTRL_SHIFT, Key::Period)]),
    row(Command::SmallerText, "smaller-text", "Smaller interface", "minus-circle", &[key(CTRL_SHIFT, Key::Comma)]),
    group(within(row(Command::Settings, "settings", "General settings…", "gear", &[key(CTRL, Key::Comma)]), SETTINGS)),
    within(row(Command::ChangeKeys, "change-keys", "Change keys…", "keyboard", &[]), SETTINGS),
    within(row(Command::ExportSettings, "export-settings", "Export settings…", "export", &[]), SETTINGS),
    within(row(Command::ImportSettings, "import-settings", "Import settings…", "download", &[]), SETTINGS),
    within(
        row(Command::ResetSettings, "reset-settings", "Reset all settings", "arrow-counter-clockwise", &[]),
        SETTINGS,
    ),
];
