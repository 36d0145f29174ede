//! Everything that can be asked of the editor: commands (each once, with name, shortcut, icon and menu) and the
//! actions that panels and tools return. The rows of a menu are a file each.

mod arrange;
mod edit;
mod file;
mod help;
mod insert;
mod mesh;
mod run;
mod select;
mod view;

use super::document::Edit;
use super::files::{self, Export};
use super::icons::Icon;
use super::mirror::Mirror;
use super::settings::Settings;
use super::{keys, tools};
use crate::editor::features::breakpoints;
use crate::editor::features::clinic;
use crate::editor::features::journal::JournalCommand;
use crate::editor::features::plots::Plots;
use crate::editor::features::verdict::VerdictSubject;
use crate::editor::features::{meshing, rules, shrink, sweep};
use crate::engine::Hand;
use crate::level::checks::{Finding, Severity};
use crate::level::{Level, Place};
use crate::picture::{Viewport, overlays};
use egui::{Key, KeyboardShortcut, Modifiers};
use std::path::PathBuf;
use std::sync::Arc;

/// What panels and tools want; done at the end of the picture.
pub enum Action {
    /// A command.
    Command(Command),
    /// Change the level.
    Edit(Edit),
    /// Take back what this gesture has done so far.
    CallOff(u64),
    /// Tell the user.
    Tell(String),
    /// Change the live mirror.
    Mirror(Mirror),
    /// The gesture whose edits belong together is over.
    EndGesture,
    /// These and nothing else are selected.
    Select(Vec<Place>),
    /// Go inside a body, whose parts are then picked one by one; or leave it.
    Enter(Option<usize>),
    /// Select and show.
    Reveal(Vec<Place>),
    /// Light up while the pointer is on what speaks of them.
    Hover(Vec<Place>),
    /// To a frame that was visited.
    Seek(u64),
    /// What concerns time beyond commands.
    Time(super::time::TimeCommand),
    /// Hold a node or disc, or let go.
    Hand(Option<Hand>),
    /// Look elsewhere.
    Look(Viewport),
    /// Change what the user prefers.
    Prefer(Box<dyn FnOnce(&mut Settings)>),
    /// What concerns files beyond commands.
    Files(files::FileCommand),
    /// Write what the window shows to a file.
    Export(Export),
    /// Change what the plots show.
    Plots(Box<dyn FnOnce(&mut Plots)>),
    /// Switch an overlay.
    Overlay(&'static str),
    /// Put in what a text says.
    Paste(String),
    /// Go to a step of the document's history.
    History(usize),
    /// Fix a finding.
    Fix(Finding),
    /// Fix all findings of at least this severity.
    FixAll(Severity),
    /// Open something, after asking about unsaved changes.
    Open(Source),
    /// Speed of playing.
    Speed(f64),
    /// About breakpoints.
    Breakpoints(breakpoints::BreakpointCommand),
    /// Take a tool.
    Tool(&'static str),
    /// Something about the diagnosis.
    Clinic(clinic::ClinicCommand),
    /// Something about the sweep.
    Sweep(sweep::SweepCommand),
    /// Something about the smallest level that goes wrong.
    Shrink(shrink::ShrinkCommand),
    /// Something about the edge-choice rules.
    Rules(rules::RulesCommand),
    /// Ask why this contact was decided as it was.
    Verdict(VerdictSubject),
    /// Something with the run's journal or its branches.
    Journal(JournalCommand),
    /// About the triangles of a body.
    Balloon(crate::editor::features::balloon::BalloonCommand),
    /// A body in the making.
    Make(meshing::MeshingCommand),
}

/// Where a level comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// An empty level.
    New,
    /// The present moment of the run.
    Moment,
    /// A level that the window has made.
    Made(Arc<Level>),
    /// A level with nothing but a floor.
    Floor,
    /// A file.
    File(PathBuf),
    /// Work of a window that crashed, by its number.
    Recovered(u64),
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
    /// What is selected.
    Select,
    /// New bodies, discs and obstacles.
    Insert,
    /// Where things lie: turned, mirrored, aligned.
    Arrange,
    /// What bodies are made of.
    Mesh,
    /// Time.
    Run,
    /// What is shown.
    View,
    /// Help.
    Help,
}

impl Menu {
    /// In the order of the menu bar.
    pub const ALL: [Self; 9] = [
        Self::File,
        Self::Edit,
        Self::Select,
        Self::Insert,
        Self::Arrange,
        Self::Mesh,
        Self::Run,
        Self::View,
        Self::Help,
    ];

    /// Its commands, in order.
    pub fn rows(self) -> &'static [CommandRow] {
        match self {
            Self::File => file::ROWS,
            Self::Edit => edit::ROWS,
            Self::Select => select::ROWS,
            Self::Insert => insert::ROWS,
            Self::Arrange => arrange::ROWS,
            Self::Mesh => mesh::ROWS,
            Self::Run => run::ROWS,
            Self::View => view::ROWS,
            Self::Help => help::ROWS,
        }
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Select => "Select",
            Self::Insert => "Insert",
            Self::Arrange => "Arrange",
            Self::Mesh => "Mesh",
            Self::Run => "Run",
            Self::View => "View",
            Self::Help => "Help",
        }
    }
}

macro_rules! commands {
    ($($name:ident)*) => {
        /// A command; its looks are a row of its menu.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Command { $($name),* }

        impl Command {
            /// Every command, listed or not.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];
        }
    };
}
commands! {
    New Gallery Open Import Save SaveAs SaveRun ExportPicture Revert RestoreBackup Quit
    Undo Redo History Cut Copy Paste PasteInPlace Duplicate Delete Rename Pin
    SelectAll InvertSelection SelectNothing SelectNodes SelectHull SelectConnected GrowSelection ShrinkSelection
    SelectSameKind NextPart PreviousPart
    InsertRectangle InsertDisc InsertCrate InsertL InsertU InsertC InsertStar InsertGear InsertBalloon InsertRing InsertWheel InsertRope
    InsertCloth InsertBridge InsertFloor InsertTerrain InsertNotch InsertContainer
    NudgeLeft NudgeRight NudgeUp NudgeDown NudgeFarLeft NudgeFarRight NudgeFarUp NudgeFarDown
    TurnLeft TurnRight MirrorHorizontally MirrorVertically
    AlignLeft AlignCenter AlignRight AlignTop AlignMiddle AlignBottom DistributeHorizontally DistributeVertically
    ToggleSnap ToggleMirror
    Remesh FillHull BalloonFan OrientTriangles HullOfTriangles TurnHull PoseToRest RestAsDrawn MassesByArea MassesUniform
    PlayPause PlayForward PlayBackward StepFrame BackFrame StepSubstep BackSubstep StepPhase BackPhase Restart LastFrame GoToFrame
    Faster Slower NormalSpeed LoopStart LoopEnd ToggleLoop LoopAll
    AddBookmark NextMark PreviousMark NextBookmark PreviousBookmark FrameToLevel
    CheckExpectations Shrink
    Fit FitSelection KeepView ZoomIn ZoomOut ToggleTheme ToggleInspector ToggleDock NextTab PreviousTab TogglePhases ToggleTwin LargerText SmallerText
    Why Palette Guide Shortcuts Tour About
}

/// What the commands are called now, and which of them would do anything.
pub trait CommandStates {
    /// Name of a command as things stand: what undo would take back, and so on.
    fn name(&self, command: Command) -> String;
    /// True if a command would do anything.
    fn is_possible(&self, command: Command) -> bool;
    /// Why a command would do nothing now, in a few words; none if it would.
    fn refusal(&self, command: Command) -> Option<&'static str>;
}

/// How a command looks and is called.
pub struct CommandRow {
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
    /// Whether a line separates it from what is above.
    pub starts_group: bool,
    /// The menu within the menu that lists it, with its neighbours of the same one.
    pub within: Option<&'static str>,
}

impl Action {
    /// A change of what the user prefers.
    pub fn prefer(change: impl FnOnce(&mut Settings) + 'static) -> Self {
        Self::Prefer(Box::new(change))
    }
}

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const ALT: Modifiers = Modifiers::ALT;
const SHIFT_ALT: Modifiers = Modifiers { shift: true, ..Modifiers::ALT };
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
    keys: &'static [KeyboardShortcut],
) -> CommandRow {
    CommandRow { command, id, name, keys, icon: Icon(icon), starts_group: false, within: None }
}

const fn group(mut row: CommandRow) -> CommandRow {
    row.starts_group = true;
    row
}

const fn within(mut row: CommandRow, menu: &'static str) -> CommandRow {
    row.within = Some(menu);
    row
}

/// Every command with its menu, in the order of the menus.
pub fn all() -> impl Iterator<Item = (Menu, &'static CommandRow)> {
    Menu::ALL.into_iter().flat_map(|menu| menu.rows().iter().map(move |row| (menu, row)))
}

impl Command {
    /// Its row.
    pub fn row(self) -> &'static CommandRow {
        self.listed().1
    }

    /// The menu that lists it.
    pub fn menu(self) -> Menu {
        self.listed().0
    }

    fn listed(self) -> (Menu, &'static CommandRow) {
        // A test checks that every command is.
        all().find(|(_, row)| row.command == self).unwrap_or((Menu::Help, &help::ROWS[0]))
    }
}

/// Every key of every command, tool and overlay, with the name of what it does.
pub fn all_keys() -> Vec<(KeyboardShortcut, &'static str)> {
    let commands = all().flat_map(|(_, row)| row.keys.iter().map(|&keys| (keys, row.name)));
    let tools = tools::ALL.iter().map(|tool| (tool.keys, tool.title));
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
        for command in Command::ALL {
            assert!(all().any(|(_, row)| row.command == *command), "{command:?} is in no menu");
        }
        let rows: Vec<_> = all().map(|(_, row)| row).collect();
        for (i, a) in rows.iter().enumerate() {
            assert_eq!(a.command.row().id, a.id, "listed twice");
            for b in &rows[..i] {
                assert_ne!(a.id, b.id);
                assert_ne!(a.name, b.name);
            }
        }
    }
}
