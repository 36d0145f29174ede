//! Features of the window, a folder each, named like their tab, window or bar: state in `mod.rs`, drawing in `panel`.

pub mod balloon;
pub mod breakpoints;
pub mod clinic;
pub mod events;
pub mod expectations;
pub mod findings;
pub mod gallery;
pub mod guide;
pub mod help;
pub mod history;
pub mod insert;
pub mod inspector;
pub mod journal;
pub mod meshing;
pub mod outline;
pub mod palette;
pub mod past;
pub mod phases;
pub mod plots;
pub mod portrait;
pub mod rules;
pub mod show;
pub mod shrink;
pub mod substep;
pub mod sweep;
pub mod timeline;
pub mod tour;
pub mod twin;
pub mod verdict;
pub mod world;

use egui::Context;

/// The state of every feature that keeps some.
pub struct Features {
    /// What the plots show, and the series that are measured for them.
    pub plots: plots::Plots,
    /// Findings of the checks.
    pub findings: findings::Findings,
    /// The diagnosis of the level.
    pub clinic: clinic::Clinic,
    /// The last substep, explained.
    pub substep: substep::Substep,
    /// What the verdict trace is about.
    pub verdict: verdict::VerdictUi,
    /// The edge-choice rules side by side.
    pub rules: rules::Rules,
    /// The level in many variants.
    pub sweep: sweep::Sweeps,
    /// Conditions that the run stops at, and expressions that are watched.
    pub breakpoints: breakpoints::Breakpoints,
    /// What the journal's panel keeps.
    pub journal: journal::JournalUi,
    /// What the triangles of a body paint.
    pub balloon: balloon::BalloonUi,
    /// What came of what the level claims of its run.
    pub expectations: expectations::Expectations,
    /// The smallest level that still goes wrong.
    pub shrink: shrink::Shrinking,
    /// The run that the level's twin makes beside it.
    pub twin: Option<twin::TwinRunner>,
    /// Other frames than the present one, for the overlays that show them.
    pub past: past::Pasts,
    /// What the timeline shows.
    pub timeline: timeline::Timeline,
    /// A body in the making, while its dialog is open.
    pub maker: Option<meshing::Maker>,
    /// The guide, open or not.
    pub guide: guide::panel::Guide,
    /// The first steps.
    pub tour: tour::Tour,
    /// Everything by name.
    pub palette: palette::Palette,
    /// The list of keys, and the words about the program.
    pub help: help::Help,
}

impl Features {
    /// As they are before the first frame.
    pub fn new(ctx: &Context) -> Self {
        Self {
            plots: Default::default(),
            findings: findings::Findings::new(ctx),
            clinic: Default::default(),
            substep: Default::default(),
            verdict: Default::default(),
            rules: Default::default(),
            sweep: Default::default(),
            breakpoints: Default::default(),
            journal: Default::default(),
            balloon: Default::default(),
            expectations: Default::default(),
            shrink: Default::default(),
            twin: None,
            past: Default::default(),
            timeline: Default::default(),
            maker: None,
            guide: Default::default(),
            tour: Default::default(),
            palette: Default::default(),
            help: Default::default(),
        }
    }
}
