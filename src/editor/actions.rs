//! Everything that can be asked of the editor: commands (each once, with name, shortcut, icon and menu) and the
//! actions that panels and tools return.
//!
//! Must never know: how anything is done; see `perform`.

use super::breakpoints;
use super::document::Edit;
use super::files::Export;
use super::icons::Icon;
use super::inquiry::Subject;
use super::journal::Wish;
use super::plots::Plots;
use super::settings::Settings;
use super::{keys, tools};
use crate::engine::Hand;
use crate::level::Place;
use crate::level::checks::Finding;
use crate::picture::{Viewport, overlays};
use egui::{Key, KeyboardShortcut, Modifiers};
use std::path::PathBuf;

/// What panels and tools want; done at the end of the picture.
pub enum Action {
    /// One of [`ALL`].
    Command(Command),
    /// Change the level.
    Edit(Edit),
    /// The gesture whose edits belong together is over.
    EndGesture,
    /// These and nothing else are selected.
    Select(Vec<Place>),
    /// Select and show.
    Reveal(Vec<Place>),
    /// Light up while the pointer is on what speaks of them.
    Hover(Vec<Place>),
    /// To a frame that was visited.
    Seek(u64),
    /// What concerns time beyond commands.
    Time(super::time::Wish),
    /// Hold a node or disc, or let go.
    Hand(Option<Hand>),
    /// Look elsewhere.
    Look(Viewport),
    /// Change what the user prefers.
    Prefer(Box<dyn FnOnce(&mut Settings)>),
    /// Write what the window shows to a file.
    Export(Export),
    /// Change what the plots show.
    Plots(Box<dyn FnOnce(&mut Plots)>),
    /// Switch an overlay.
    Overlay(&'static str),
    /// Mend a finding.
    Fix(Finding),
    /// Open something, after asking about unsaved changes.
    Open(Source),
    /// Speed of playing.
    Speed(f64),
    /// About breakpoints.
    Breakpoints(breakpoints::Wish),
    /// Take a tool.
    Tool(&'static str),
    /// Ask why this contact was decided as it was.
    Inquire(Subject),
    /// Something with the run's journal or its branches.
    Journal(Wish),
}

/// Where a level comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// An empty level.
    New,
    /// The present moment of the run.
    Moment,
    /// A file.
    File(PathBuf),
    /// A level that comes with the program, by its index.
    Gallery(usize),
    /// Text that was dropped or picked where there are no files (the browser): name and contents.
    Text(String, String),
}

/// Menus, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Files.
    File,
    /// Changes.
    Edit,
    /// Time.
    Run,
    /// What is shown.
    View,
    /// Help.
    Help,
}

impl Menu {
    /// In the order of the menu bar.
    pub const ALL: [Self; 5] = [Self::File, Self::Edit, Self::Run, Self::View, Self::Help];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Run => "Run",
            Self::View => "View",
            Self::Help => "Help",
        }
    }
}

macro_rules! commands {
    ($($name:ident)*) => {
        /// A command; its looks are in [`ALL`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Command { $($name),* }
    };
}
commands! {
    New Open Save SaveAs SaveRun Revert Quit
    Undo Redo Pin SelectNothing
    PlayPause PlayForward PlayBackward StepFrame BackFrame StepSubstep BackSubstep StepPhase BackPhase Restart LastFrame GoToFrame
    Faster Slower NormalSpeed LoopStart LoopEnd ToggleLoop LoopAll
    AddBookmark NextMark PreviousMark NextBookmark PreviousBookmark FrameToLevel
    Fit FitSelection ZoomIn ZoomOut ToggleTheme ToggleInspector ToggleDock TogglePhases ToggleTwin LargerText SmallerText
    Why Guide Shortcuts About
}

/// How a command looks and is called.
pub struct Row {
    /// The command.
    pub command: Command,
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Name in menus; also its accessible name.
    pub name: &'static str,
    /// Keys; the first is shown.
    pub keys: &'static [KeyboardShortcut],
    /// Icon.
    pub icon: Icon,
    /// Where it is listed.
    pub menu: Menu,
    /// Whether a line separates it from what is above.
    pub starts_group: bool,
}

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

const fn key(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

const fn row(
    command: Command,
    id: &'static str,
    name: &'static str,
    icon: &'static str,
    menu: Menu,
    keys: &'static [KeyboardShortcut],
) -> Row {
    Row { command, id, name, keys, icon: Icon(icon), menu, starts_group: false }
}

const fn group(mut row: Row) -> Row {
    row.starts_group = true;
    row
}

/// Every command, in the order of the menus.
pub const ALL: &[Row] = &[
    row(Command::New, "new", "New", "file-plus", Menu::File, &[key(CTRL, Key::N)]),
    row(Command::Open, "open", "Open…", "folder-open", Menu::File, &[key(CTRL, Key::O)]),
    group(row(Command::Save, "save", "Save", "floppy-disk", Menu::File, &[key(CTRL, Key::S)])),
    row(Command::SaveAs, "save-as", "Save as…", "floppy-disk-back", Menu::File, &[key(CTRL_SHIFT, Key::S)]),
    row(Command::SaveRun, "save-run", "Save run as…", "film-strip", Menu::File, &[]),
    row(Command::Revert, "revert", "Revert to saved", "clock-counter-clockwise", Menu::File, &[]),
    group(row(Command::Quit, "quit", "Quit", "sign-out", Menu::File, &[key(CTRL, Key::Q)])),
    row(Command::Undo, "undo", "Undo", "arrow-u-up-left", Menu::Edit, &[key(CTRL, Key::Z)]),
    row(Command::Redo, "redo", "Redo", "arrow-u-up-right", Menu::Edit, &[key(CTRL_SHIFT, Key::Z), key(CTRL, Key::Y)]),
    group(row(Command::Pin, "pin", "Pin or unpin nodes", "push-pin", Menu::Edit, &[key(SHIFT, Key::P)])),
    row(
        Command::SelectNothing,
        "select-nothing",
        "Select nothing",
        "selection-slash",
        Menu::Edit,
        &[key(NONE, Key::Escape)],
    ),
    row(Command::PlayPause, "play", "Play / pause", "play", Menu::Run, &[key(NONE, Key::Space), key(NONE, Key::K)]),
    row(
        Command::PlayBackward,
        "play-backward",
        "Play backwards / pause",
        "rewind",
        Menu::Run,
        &[key(SHIFT, Key::Space), key(NONE, Key::J)],
    ),
    row(Command::PlayForward, "play-forward", "Play forwards / pause", "fast-forward", Menu::Run, &[key(NONE, Key::L)]),
    group(row(
        Command::StepFrame,
        "step-frame",
        "Step one frame",
        "skip-forward",
        Menu::Run,
        &[key(NONE, Key::ArrowRight), key(NONE, Key::Period)],
    )),
    row(
        Command::BackFrame,
        "back-frame",
        "Back one frame",
        "skip-back",
        Menu::Run,
        &[key(NONE, Key::ArrowLeft), key(NONE, Key::Comma)],
    ),
    row(
        Command::StepSubstep,
        "step-substep",
        "Step one substep",
        "caret-right",
        Menu::Run,
        &[key(SHIFT, Key::ArrowRight)],
    ),
    row(
        Command::BackSubstep,
        "back-substep",
        "Back one substep",
        "caret-left",
        Menu::Run,
        &[key(SHIFT, Key::ArrowLeft)],
    ),
    row(
        Command::StepPhase,
        "step-phase",
        "Step one phase of a substep",
        "arrow-bend-down-right",
        Menu::Run,
        &[key(CTRL, Key::ArrowRight)],
    ),
    row(
        Command::BackPhase,
        "back-phase",
        "Back one phase of a substep",
        "arrow-bend-down-left",
        Menu::Run,
        &[key(CTRL, Key::ArrowLeft)],
    ),
    group(row(Command::Restart, "restart", "Back to frame 0", "caret-line-left", Menu::Run, &[key(NONE, Key::Home)])),
    row(
        Command::LastFrame,
        "last-frame",
        "To the last visited frame",
        "caret-line-right",
        Menu::Run,
        &[key(NONE, Key::End)],
    ),
    row(Command::GoToFrame, "go-to-frame", "Go to a frame…", "hash", Menu::Run, &[key(NONE, Key::G)]),
    group(row(Command::Slower, "slower", "Slower", "minus-circle", Menu::Run, &[key(NONE, Key::OpenBracket)])),
    row(Command::Faster, "faster", "Faster", "plus-circle", Menu::Run, &[key(NONE, Key::CloseBracket)]),
    row(Command::NormalSpeed, "normal-speed", "Normal speed", "timer", Menu::Run, &[key(NONE, Key::Backslash)]),
    group(row(Command::ToggleLoop, "toggle-loop", "Loop", "repeat", Menu::Run, &[key(NONE, Key::R)])),
    row(Command::LoopStart, "loop-start", "Loop from here", "arrow-line-right", Menu::Run, &[key(NONE, Key::I)]),
    row(Command::LoopEnd, "loop-end", "Loop to here", "arrow-line-left", Menu::Run, &[key(NONE, Key::O)]),
    row(Command::LoopAll, "loop-all", "Loop everything", "x", Menu::Run, &[key(SHIFT, Key::R)]),
    group(row(
        Command::AddBookmark,
        "add-bookmark",
        "Bookmark this moment",
        "bookmark-simple",
        Menu::Run,
        &[key(NONE, Key::M)],
    )),
    row(
        Command::PreviousBookmark,
        "previous-bookmark",
        "To the previous bookmark",
        "bookmarks-simple",
        Menu::Run,
        &[key(SHIFT, Key::PageUp)],
    ),
    row(
        Command::NextBookmark,
        "next-bookmark",
        "To the next bookmark",
        "bookmarks-simple",
        Menu::Run,
        &[key(SHIFT, Key::PageDown)],
    ),
    row(
        Command::PreviousMark,
        "previous-mark",
        "To the previous mark",
        "caret-double-left",
        Menu::Run,
        &[key(NONE, Key::PageUp)],
    ),
    row(
        Command::NextMark,
        "next-mark",
        "To the next mark",
        "caret-double-right",
        Menu::Run,
        &[key(NONE, Key::PageDown)],
    ),
    group(row(Command::FrameToLevel, "frame-to-level", "Make a level of this moment", "snowflake", Menu::Run, &[])),
    row(Command::Fit, "fit", "Show the whole level", "corners-out", Menu::View, &[key(NONE, Key::F)]),
    row(Command::FitSelection, "fit-selection", "Show the selection", "crosshair", Menu::View, &[key(SHIFT, Key::F)]),
    row(
        Command::ZoomIn,
        "zoom-in",
        "Zoom in",
        "magnifying-glass-plus",
        Menu::View,
        &[key(CTRL, Key::Plus), key(CTRL, Key::Equals)],
    ),
    row(Command::ZoomOut, "zoom-out", "Zoom out", "magnifying-glass-minus", Menu::View, &[key(CTRL, Key::Minus)]),
    group(row(
        Command::ToggleInspector,
        "toggle-inspector",
        "Side panel",
        "sidebar-simple",
        Menu::View,
        &[key(NONE, Key::N)],
    )),
    row(Command::ToggleDock, "toggle-dock", "Bottom panel", "square-split-vertical", Menu::View, &[key(NONE, Key::B)]),
    row(
        Command::TogglePhases,
        "toggle-phases",
        "Phases of the substep",
        "list-numbers",
        Menu::View,
        &[key(SHIFT, Key::B)],
    ),
    row(Command::ToggleTwin, "toggle-twin", "Compare with a twin", "columns", Menu::View, &[key(NONE, Key::T)]),
    row(Command::Why, "why", "Why: the verdict trace", "gavel", Menu::View, &[key(NONE, Key::W)]),
    group(row(
        Command::ToggleTheme,
        "toggle-theme",
        "Light / dark",
        "circle-half",
        Menu::View,
        &[key(CTRL_SHIFT, Key::L)],
    )),
    row(
        Command::LargerText,
        "larger-text",
        "Larger interface",
        "plus-circle",
        Menu::View,
        &[key(CTRL_SHIFT, Key::Period)],
    ),
    row(
        Command::SmallerText,
        "smaller-text",
        "Smaller interface",
        "minus-circle",
        Menu::View,
        &[key(CTRL_SHIFT, Key::Comma)],
    ),
    row(Command::Guide, "guide", "Guide", "book-open", Menu::Help, &[key(SHIFT, Key::F1)]),
    row(Command::Shortcuts, "shortcuts", "Keys and mouse", "keyboard", Menu::Help, &[key(NONE, Key::F1)]),
    row(Command::About, "about", "About Blobsmith", "info", Menu::Help, &[]),
];

impl Command {
    /// Its row of [`ALL`].
    pub fn row(self) -> &'static Row {
        // A test checks that every command has one.
        ALL.iter().find(|row| row.command == self).unwrap_or(&ALL[0])
    }
}

/// Every key of every command, tool and overlay, with the name of what it does.
pub fn all_keys() -> Vec<(KeyboardShortcut, &'static str)> {
    let commands = ALL.iter().flat_map(|row| row.keys.iter().map(|&keys| (keys, row.name)));
    let tools = tools::ALL.iter().map(|tool| (key(NONE, tool.key), tool.title));
    let overlays =
        overlays::ALL.iter().zip(keys::OVERLAY_KEYS).map(|(overlay, digit)| (key(NONE, digit), overlay.title));
    commands.chain(tools).chain(overlays).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_things_share_keys() {
        let keys = all_keys();
        for (i, (keys_a, a)) in keys.iter().enumerate() {
            for (keys_b, b) in &keys[..i] {
                assert_ne!(keys_a, keys_b, "{a} and {b}");
            }
        }
    }

    #[test]
    fn ids_and_commands_are_unique() {
        for (i, a) in ALL.iter().enumerate() {
            assert_eq!(a.command.row().id, a.id, "listed twice");
            for b in &ALL[..i] {
                assert_ne!(a.id, b.id);
                assert_ne!(a.name, b.name);
            }
        }
    }
}
