//! Commands with name, shortcut, icon and menu, and the actions that panels and tools return. Each menu has a file of
//! rows.

mod arrange;
mod edit;
mod file;
mod files;
mod help;
mod insert;
mod mesh;
mod run;
mod select;
pub mod view;

use super::document::Edit;
use super::icons::Icon;
use super::mirror::Mirror;
use super::settings::Settings;
use super::settings::tabs::Tab;
use super::share::LinkTarget;
use crate::editor::features::arrange::commands::ArrangeCommand;
use crate::editor::features::balloon::commands::BalloonCommand;
use crate::editor::features::breakpoints::commands::BreakpointCommand;
use crate::editor::features::changes::commands::ChangeCommand;
use crate::editor::features::compare_runs::CompareRuns;
use crate::editor::features::diagnosis::commands::DiagnosisCommand;
use crate::editor::features::documents::commands::DocumentCommand;
use crate::editor::features::event_log::EventLogUi;
use crate::editor::features::journal::commands::JournalCommand;
#[cfg(not(target_arch = "wasm32"))]
use crate::editor::features::live::commands::LiveCommand;
use crate::editor::features::meshing::commands::MeshingCommand;
use crate::editor::features::parts_table::PartsTableUi;
use crate::editor::features::plots::Plots;
use crate::editor::features::problems::commands::ProblemRow;
use crate::editor::features::rules::commands::RulesCommand;
use crate::editor::features::settings::commands::SettingsCommand;
use crate::editor::features::shrink::commands::ShrinkCommand;
use crate::editor::features::sweep::commands::SweepCommand;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::verdict::VerdictSubject;
use crate::engine::Hand;
use crate::level::checks::{Finding, Severity};
use crate::level::{Level, Place};
use crate::picture::Viewport;
use egui::{Key, KeyboardShortcut, Modifiers};
pub use files::{Export, FileCommand, ImageUse, Overwrite};
use std::path::PathBuf;
use std::sync::Arc;

/// A request of a panel or tool, performed at the end of the UI frame.
pub enum Action {
    /// Perform a command.
    Command(Command),
    /// Apply an edit to the level.
    Edit(Edit),
    /// Undo the edits of this gesture and drop them from the history.
    CancelGesture(u64),
    /// Show a message.
    Tell(String),
    /// Show why something cannot be done.
    Refuse(String),
    /// Set the live mirror.
    Mirror(Mirror),
    /// End the current gesture, so that the next edit starts a new history entry.
    EndGesture,
    /// Replace the selection.
    Select(Vec<Place>),
    /// Select the parts that match a query, such as `tag:enemy`.
    Find(String),
    /// Enter a body to edit its parts; `None`: leave it.
    Enter(Option<usize>),
    /// Select these parts and move the view to them.
    Reveal(Vec<Place>),
    /// Highlight these parts while the pointer is over a mention of them.
    Hover(Vec<Place>),
    /// Go to a visited frame.
    Seek(u64),
    /// A time command with parameters.
    Time(TimeCommand),
    /// Hold a node or disc with the hand, or release it.
    Hand(Option<Hand>),
    /// Change the view.
    Look(Viewport),
    /// Change the user settings.
    Prefer(Box<dyn FnOnce(&mut Settings)>),
    /// A file command with parameters.
    Files(FileCommand),
    /// Export the canvas or the plots to a file.
    Export(Export),
    /// Change the plots.
    Plots(Box<dyn FnOnce(&mut Plots)>),
    /// Toggle an overlay.
    Overlay(&'static str),
    /// Paste this text.
    Paste(String),
    /// Go to a step of the edit history.
    History(usize),
    /// Fix a finding.
    Fix(Finding),
    /// Fix all findings of at least this severity.
    FixAll(Severity),
    /// Open a level in a tab of its own.
    Open(Source),
    /// Set the playback speed.
    Speed(f64),
    /// A command of the Breakpoints panel.
    Breakpoints(BreakpointCommand),
    /// Find who changed a number of a node or disc.
    Changes(ChangeCommand),
    /// Change the search of the event log.
    EventLog(Box<dyn FnOnce(&mut EventLogUi)>),
    /// Open a link.
    OpenLink(String),
    /// Change the table of parts and frames.
    PartsTable(Box<dyn FnOnce(&mut PartsTableUi)>),
    /// Switch, close or move an open document.
    Document(DocumentCommand),
    /// Change the comparison with another run.
    CompareRuns(Box<dyn FnOnce(&mut CompareRuns)>),
    /// Activate a tool.
    Tool(&'static str),
    /// A command of the diagnosis in the Problems panel.
    Diagnosis(DiagnosisCommand),
    /// Choose a row of the Problems panel.
    ShowProblemRow(ProblemRow),
    /// A command of the Sweep panel.
    Sweep(SweepCommand),
    /// A command of the Shrink panel.
    Shrink(ShrinkCommand),
    /// A command of the Settings window.
    Settings(SettingsCommand),
    /// A command of the Rules panel.
    Rules(RulesCommand),
    /// Show the verdict of this contact.
    Verdict(VerdictSubject),
    /// A command of the journal.
    Journal(JournalCommand),
    /// A command of the Balloon panel.
    Balloon(BalloonCommand),
    /// A command of the Make dialogs.
    Make(MeshingCommand),
    /// A command of the dialog of an operation.
    Arrange(ArrangeCommand),
    /// A command about an attached game.
    #[cfg(not(target_arch = "wasm32"))]
    Live(LiveCommand),
}

/// Origin of a level.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// An empty level.
    New,
    /// An empty level for the first steps, which does not take the place of a level that was chosen.
    FirstSteps,
    /// The present moment of the run.
    Moment,
    /// A level generated in the window.
    Made(Arc<Level>),
    /// A level with a floor only.
    Floor,
    /// A file.
    File(PathBuf),
    /// The recovered level of a crashed window, by id.
    Recovered(u64),
    /// A gallery level, by index.
    Gallery(usize),
    /// A running game, by the address of its link.
    Game(String),
    /// A link with a level.
    Link(Arc<LinkTarget>),
    /// Name and contents of a file on the web, where files have no path.
    Text(String, String),
}

/// Menus, in the order of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// File menu.
    File,
    /// Edit menu.
    Edit,
    /// Select menu.
    Select,
    /// Insert menu.
    Insert,
    /// Arrange menu.
    Arrange,
    /// Mesh menu.
    Mesh,
    /// Run menu.
    Run,
    /// View menu.
    View,
    /// Help menu.
    Help,
}

impl Menu {
    /// All menus, in the order of the menu bar.
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

    /// Commands of the menu, in order.
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

    /// Title in the menu bar.
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
    ($($(#[$only:meta])? $name:ident)*) => {
        /// A command; its name, keys and icon are in its [`CommandRow`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Command { $($(#[$only])? $name),* }

        impl Command {
            /// All commands.
            pub const ALL: &'static [Self] = &[$($(#[$only])? Self::$name),*];
        }
    };
}
commands! {
    New Gallery Open #[cfg(target_arch = "wasm32")] OpenFolder Import Save SaveAs SaveRun SaveBundle CopyLink OpenLink ExportPicture ExportMesh OpenNotebook Revert RestoreBackup CloseDocument CloseOthers NextDocument PreviousDocument Quit
    Undo Redo History Cut Copy Paste PasteInPlace Duplicate Delete Rename Pin
    SelectAll InvertSelection SelectNothing SelectNodes SelectHull SelectConnected GrowSelection ShrinkSelection
    SelectSameKind FindParts NextPart PreviousPart
    InsertRectangle InsertDisc InsertCrate InsertL InsertU InsertC InsertStar InsertGear InsertBalloon InsertRing InsertWheel InsertRope
    InsertCloth InsertBridge InsertFloor InsertTerrain InsertNotch InsertContainer InsertSensor
    MarkPoint MarkRectangle MarkPolygon MarkPath ReferenceImage ExportForGame
    NudgeLeft NudgeRight NudgeUp NudgeDown NudgeFarLeft NudgeFarRight NudgeFarUp NudgeFarDown
    TurnLeft TurnRight MirrorHorizontally MirrorVertically
    AlignLeft AlignCenter AlignRight AlignTop AlignMiddle AlignBottom DistributeHorizontally DistributeVertically
    GroupParts LinearArray CircularArray Scatter UniteBodies SubtractBodies IntersectBodies MergeBodies SeparateBody WeldNodes WeldNear
    ToggleSnap ToggleMirror
    Remesh FillHull BalloonFan OrientTriangles HullOfTriangles TurnHull PoseToRest RestAsDrawn MassesByArea MassesUniform
    PlayPause PlayForward PlayBackward StepFrame BackFrame StepSubstep BackSubstep StepPhase BackPhase Restart LastFrame GoToFrame
    Faster Slower NormalSpeed LoopStart LoopEnd ToggleLoop LoopAll
    AddBookmark NextMark PreviousMark NextBookmark PreviousBookmark FrameToLevel
    LastChange NextChange SearchEvents ShowPartsTable CompareRun CheckExpectations Shrink AttachGame
    Fit FitSelection ZoomToContact KeepView ToggleRulers ClearGuides ZoomIn ZoomOut ToggleReference ToggleTheme ToggleInspector ToggleDock EnlargeDock NextTab PreviousTab CanvasAlone NextArea PreviousArea ToggleCrosshair TogglePhases ToggleTwin SideBySide LargerText SmallerText Settings ChangeKeys ExportSettings ImportSettings ResetSettings
    Why Palette Guide Shortcuts Tour About
}

/// What the commands are called now, and which of them would do anything.
pub trait CommandStates {
    /// Menu text of a command in the current state, such as the step that undo reverts.
    fn name(&self, command: Command) -> String;
    /// True if a command would do anything.
    fn is_possible(&self, command: Command) -> bool;
    /// Why a command is disabled; `None` if it is enabled.
    fn refusal(&self, command: Command) -> Option<&'static str>;
}

/// Description of a command.
pub struct CommandRow {
    /// The command.
    pub command: Command,
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Name in menus; also its accessible name.
    pub name: &'static str,
    /// Default keys.
    pub keys: &'static [KeyboardShortcut],
    /// Icon.
    pub icon: Icon,
    /// Whether a separator precedes it.
    pub starts_group: bool,
    /// Title of the submenu that contains it, if any.
    pub within: Option<&'static str>,
}

impl Action {
    /// Opens a panel.
    pub fn show(tab: Tab) -> Self {
        Self::Prefer(Box::new(move |settings| settings.show(tab)))
    }

    /// True for what a tool does with the parts of the level.
    pub fn is_of_tool(&self) -> bool {
        matches!(
            self,
            Self::Edit(_)
                | Self::CancelGesture(_)
                | Self::EndGesture
                | Self::Select(_)
                | Self::Enter(_)
                | Self::Hover(_)
                | Self::Hand(_)
                | Self::Look(_)
        )
    }

    /// True for a command of the user, after which earlier success messages are stale.
    pub fn is_command(&self) -> bool {
        matches!(
            self,
            Self::Command(_)
                | Self::Edit(_)
                | Self::Paste(_)
                | Self::History(_)
                | Self::Tool(_)
                | Self::Make(_)
                | Self::Arrange(_)
        )
    }

    /// An action that changes the user settings.
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

/// All commands with their menu, in menu order.
pub fn all() -> impl Iterator<Item = (Menu, &'static CommandRow)> {
    Menu::ALL.into_iter().flat_map(|menu| menu.rows().iter().map(move |row| (menu, row)))
}

impl Command {
    /// The description of the command.
    pub fn row(self) -> &'static CommandRow {
        self.listed().1
    }

    /// Id of the command in the table of keys.
    pub fn key_id(self) -> String {
        format!("command {}", self.row().id)
    }

    /// The menu that contains the command.
    pub fn menu(self) -> Menu {
        self.listed().0
    }

    fn listed(self) -> (Menu, &'static CommandRow) {
        // A test checks that each command has a row.
        all().find(|(_, row)| row.command == self).unwrap_or((Menu::Help, &help::ROWS[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_one_menu_row_and_a_unique_id() {
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
