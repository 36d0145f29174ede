//! Features of the window, a folder each, named like their tab, window or bar: state in `mod.rs`, drawing in `panel`.

pub mod arrange;
pub mod balloon;
pub mod breakpoints;
pub mod changes;
pub mod compare_runs;
pub mod diagnosis;
pub mod documents;
pub mod event_log;
pub mod expectations;
pub mod findings;
pub mod gallery;
pub mod guide;
pub mod guides;
pub mod help;
pub mod history;
pub mod insert;
pub mod inspector;
pub mod journal;
pub mod library;
#[cfg(not(target_arch = "wasm32"))]
pub mod live;
pub mod materials;
pub mod meshing;
pub mod open_link;
pub mod outline;
pub mod palette;
pub mod parts_table;
pub mod past;
pub mod phases;
pub mod plots;
pub mod portrait;
pub mod problems;
pub mod project;
pub mod reference;
pub mod rules;
pub mod settings;
pub mod show;
pub mod shrink;
pub mod skins;
pub mod substep;
pub mod sweep;
pub mod timeline;
pub mod tour;
pub mod twin;
pub mod verdict;
pub mod world;

use egui::Context;
use std::mem::swap;

/// The state of every feature that keeps some.
pub struct Features {
    /// The open plots and their measured series.
    pub plots: plots::Plots,
    /// Findings of the checks.
    pub findings: findings::Findings,
    /// Diagnosis of the run.
    pub diagnosis: diagnosis::DiagnosisUi,
    /// The chosen row of the Problems panel.
    pub problems: problems::Problems,
    /// The last substep, explained.
    pub substep: substep::Substep,
    /// The contact that the verdict trace explains.
    pub verdict: verdict::VerdictUi,
    /// Comparison of the edge-choice rules.
    pub rules: rules::Rules,
    /// Parameter sweeps.
    pub sweep: sweep::Sweeps,
    /// Conditions that the run stops at, and expressions that are watched.
    pub breakpoints: breakpoints::Breakpoints,
    /// Who changed a number: the last question and its answer.
    pub changes: changes::Changes,
    /// Search over the events of the run.
    pub event_log: event_log::EventLogUi,
    /// The dialog that asks for a link.
    pub open_link: open_link::OpenLink,
    /// A quantity of all parts over frames.
    pub parts_table: parts_table::PartsTableUi,
    /// Comparison with the run of another file.
    pub compare_runs: compare_runs::CompareRuns,
    /// State of the journal panel.
    pub journal: journal::JournalUi,
    /// Triangle checks of one body.
    pub balloon: balloon::BalloonUi,
    /// Results of the level's expectations.
    pub expectations: expectations::Expectations,
    /// The search for a minimal failing level (delta debugging).
    pub shrink: shrink::Shrinking,
    /// The run of the level's twin, stepped together with `run`.
    pub twin: Option<twin::TwinRunner>,
    /// Past and future frames for the overlays that show them.
    pub past: past::Pasts,
    /// Contents of the timeline.
    pub timeline: timeline::Timeline,
    /// The open Make dialog and its body, if any.
    pub maker: Option<meshing::Maker>,
    /// The open dialog of an operation of the Arrange menu.
    pub arranging: Option<arrange::ArrangeDialog>,
    /// The guide window.
    pub guide: guide::panel::Guide,
    /// The First Steps tour.
    pub tour: tour::Tour,
    /// Property templates of the project.
    pub templates: inspector::ProjectTemplates,
    /// The command palette.
    pub palette: palette::Palette,
    /// The window attached to a running game.
    #[cfg(not(target_arch = "wasm32"))]
    pub live: live::Live,
    /// The list of keys, and the words about the program.
    pub help: help::Help,
    /// The Settings window.
    pub settings: settings::SettingsUi,
}

impl Features {
    /// Exchanges what belongs to the window and not to a document.
    pub fn exchange_windows(&mut self, other: &mut Self) {
        swap(&mut self.guide, &mut other.guide);
        swap(&mut self.palette, &mut other.palette);
        swap(&mut self.help, &mut other.help);
        swap(&mut self.settings, &mut other.settings);
        swap(&mut self.open_link, &mut other.open_link);
    }

    /// As they are before the first frame.
    pub fn new(ctx: &Context) -> Self {
        Self {
            plots: Default::default(),
            findings: findings::Findings::new(ctx),
            diagnosis: Default::default(),
            problems: Default::default(),
            substep: Default::default(),
            verdict: Default::default(),
            rules: Default::default(),
            sweep: Default::default(),
            breakpoints: Default::default(),
            changes: Default::default(),
            event_log: Default::default(),
            open_link: Default::default(),
            parts_table: Default::default(),
            compare_runs: Default::default(),
            journal: Default::default(),
            balloon: Default::default(),
            expectations: Default::default(),
            shrink: Default::default(),
            twin: None,
            past: Default::default(),
            timeline: Default::default(),
            maker: None,
            arranging: None,
            guide: Default::default(),
            tour: Default::default(),
            templates: Default::default(),
            palette: Default::default(),
            #[cfg(not(target_arch = "wasm32"))]
            live: Default::default(),
            help: Default::default(),
            settings: Default::default(),
        }
    }
}
