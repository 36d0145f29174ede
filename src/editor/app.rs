//! The window's state, and one picture of it: read input, draw everything, then do what was asked for.

use super::actions::{Action, Source};
use super::balloon::BalloonUi;
use super::breakpoints::{self, Breakpoints};
use super::canvas::{self, Canvas, ViewCommand};
use super::clinic::{self, Clinic};
use super::clipboard::{self, Clipboard};
use super::document::Document;
use super::expectations::{self, Expectations};
use super::files::Files;
use super::inspection::Inspection;
use super::journal::JournalUi;
use super::kept_runs::Earlier;
use super::meshing::{self, Maker};
use super::mirror::Mirror;
use super::notices::Notices;
pub use super::opening::{Opened, begin, read};
use super::palette::Palette;
use super::panels::guide::Guide;
use super::past::Pasts;
use super::playback::Playback;
use super::plots::Plots;
use super::report::Report;
use super::rules::Rules;
use super::selection::Selection;
use super::settings::{DockTab, Settings};
use super::shrink::Shrinking;
use super::sweep::Sweeps;
use super::timeline::Timeline;
use super::timeline::marks::MarkKind;
use super::tools::Toolbox;
use super::tour::Tour;
use super::twin::TwinRunner;
use super::verdict::VerdictUi;
use super::{keys, panels, perform, screen, sweep, theme, time};
use crate::debugger::{MemoryUse, Run, run::Moment};
use crate::engine::Trace;
use crate::level::checks::Finding;
use crate::level::format::FormatError;
use crate::level::{Level, Place};
use egui::{CentralPanel, Context, Frame, Key, Ui, ViewportCommand};
use std::path::PathBuf;
use std::sync::Arc;

/// Everything that the window holds.
pub struct App {
    /// The level with its history.
    pub document: Document,
    /// The level, running.
    pub run: Run,
    /// The runs of other states of the document.
    pub earlier: Earlier,
    /// The run that the level's twin makes beside it.
    pub twin: Option<TwinRunner>,
    /// What the plots show, and the series that are measured for them.
    pub plots: Plots,
    /// Other frames than the present one, for the overlays that show them.
    pub pasts: Pasts,
    /// Whether and how fast.
    pub playback: Playback,
    /// What it stops at, and what is watched.
    pub breakpoints: Breakpoints,
    /// What the timeline shows.
    pub timeline: Timeline,
    /// What is selected.
    pub selection: Selection,
    /// What the user prefers.
    pub settings: Settings,
    /// The canvas.
    pub canvas: Canvas,
    /// The tool in hand.
    pub toolbox: Toolbox,
    /// The live mirror.
    pub mirror: Mirror,
    /// What the checks say of the level; while they look at a large one, what they said before.
    pub findings: Arc<Vec<Finding>>,
    /// The checks at work.
    pub inspection: Inspection,
    /// Trace of the last substep, if an overlay or panel shows it.
    pub trace: Option<Arc<Trace>>,
    /// What the verdict trace is about.
    pub verdict: VerdictUi,
    /// The edge-choice rules side by side.
    pub rules: Rules,
    /// The diagnosis of the level.
    pub clinic: Clinic,
    /// The level in many variants.
    pub sweep: Sweeps,
    /// What came of what the level claims of its run.
    pub expectations: Expectations,
    /// The smallest level that still goes wrong.
    pub shrink: Shrinking,
    traced: Option<(Arc<Level>, Moment, u64)>,
    /// What the triangles of a body paint.
    pub balloon: BalloonUi,
    /// A body in the making, while its dialog is open.
    pub maker: Option<Maker>,
    /// What the journal's panel keeps.
    pub journal: JournalUi,
    /// Dialogs.
    pub files: Files,
    /// Short messages.
    pub notices: Notices,
    /// The guide, open or not.
    pub guide: Guide,
    /// What is cut and pasted.
    pub clipboard: Clipboard,
    /// The first steps.
    pub tour: Tour,
    /// Everything by name.
    pub palette: Palette,
    /// Words that the list of keys is searched for.
    pub keys_words: String,
    /// Whether the list of keys is open.
    pub shows_keys: bool,
    /// Whether the words about the program are open.
    pub shows_about: bool,
    /// Whether the window may close although there are changes.
    pub may_close: bool,
    report: Option<Report>,
    title: String,
    has_seen_screen: bool,
    /// Where settings are kept, where not in the window system's own store.
    #[cfg(not(target_arch = "wasm32"))]
    pub kept: Option<super::settings_file::SettingsFile>,
    /// Where the start is timed, and is not over.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) stages: Option<super::start::Stages>,
}

impl App {
    /// The window with a level in it. Fails where the level cannot run.
    pub fn new(
        ctx: &Context,
        opened: Opened,
        settings: Settings,
        report: Option<PathBuf>,
    ) -> Result<Self, FormatError> {
        theme::install(ctx);
        theme::choose(ctx, settings.theme, settings.ui_scale);
        let path = opened.path.clone();
        let (document, run) = begin(opened)?;
        let mut app = Self {
            findings: Arc::default(),
            inspection: Inspection::new(ctx),
            earlier: Earlier::open(&document),
            document,
            run,
            twin: None,
            plots: Plots::default(),
            pasts: Pasts::default(),
            playback: Playback::default(),
            breakpoints: Breakpoints::default(),
            timeline: Timeline::default(),
            selection: Selection::default(),
            settings,
            canvas: Canvas::default(),
            toolbox: Toolbox::default(),
            mirror: Mirror::default(),
            trace: None,
            traced: None,
            verdict: VerdictUi::default(),
            rules: Rules::default(),
            clinic: Clinic::default(),
            balloon: BalloonUi::default(),
            sweep: Sweeps::default(),
            expectations: Expectations::default(),
            shrink: Shrinking::default(),
            maker: None,
            journal: JournalUi::default(),
            files: Files::default(),
            notices: Notices::default(),
            guide: Guide::default(),
            clipboard: Clipboard::default(),
            tour: Tour::default(),
            palette: Palette::default(),
            keys_words: String::new(),
            shows_keys: false,
            shows_about: false,
            may_close: false,
            report: report.map(|path| Report::start(ctx, path)),
            title: String::new(),
            has_seen_screen: false,
            #[cfg(not(target_arch = "wasm32"))]
            kept: None,
            #[cfg(not(target_arch = "wasm32"))]
            stages: None,
        };
        app.tour.at = app.settings.tour_step;
        app.tour.is_offered = std::mem::take(&mut app.settings.offers_tour);
        app.level_changed();
        app.inspection.tells_of_errors = true;
        app.canvas.view_command = Some(perform::opening_view(&app));
        app.files.watch(ctx, app.document.path.as_deref());
        perform::warn_of_errors(&mut app);
        if let Some(path) = path {
            app.settings.remember(&path);
        }
        Ok(app)
    }

    /// One picture.
    pub fn draw(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        theme::choose(&ctx, self.settings.theme, self.settings.ui_scale);
        let mut out = Vec::new();
        keys::read(&ctx, self, &mut out);
        clipboard::read(&ctx, &mut out);
        if let Some(findings) = self.inspection.answer() {
            self.findings = findings;
            perform::warn_of_errors(self);
        }
        for complaint in self.files.collect(&ctx) {
            self.notices.error(complaint);
        }
        self.files_answered(&ctx, &mut out);
        let seconds = f64::from(ctx.input(|i| i.stable_dt));
        if self.twin.as_ref().is_none_or(|twin| !twin.is_behind) {
            self.playback.advance(&mut self.run, seconds, &mut self.breakpoints.watcher);
        }
        self.follow_run(&ctx, &mut out);
        let was_lit = self.canvas.lit.clone();
        panels::show(ui, self, &mut out);
        let background =
            crate::editor::theme::color(crate::picture::Palette::of(self.settings.theme.picture()).background);
        CentralPanel::no_frame().frame(Frame::new().fill(background)).show(ui, |ui| canvas::show(ui, self, &mut out));
        panels::in_front(&ctx, self, &mut out);
        let corner = self.canvas.corner.unwrap_or(ctx.content_rect().max);
        self.notices.show(&ctx, self.settings.theme, corner);
        // What is dragged or typed in one go is one entry of the history.
        let has_let_go = |i: &egui::InputState| {
            i.pointer.any_released() || [Key::Enter, Key::Tab].iter().any(|&key| i.key_pressed(key))
        };
        if ctx.input(has_let_go) {
            out.push(Action::EndGesture);
        }
        self.canvas.lit.clear();
        for action in out {
            perform::perform(self, &ctx, action);
        }
        if self.canvas.lit != was_lit {
            ctx.request_repaint();
        }
        if self.is_at_work() {
            ctx.request_repaint();
        }
        self.files.keep(&self.document);
        perform::closing(self, &ctx);
        self.name_window(&ctx);
        screen::fit(&ctx, &mut self.has_seen_screen);
        if let Some(mut report) = self.report.take() {
            report.write(&ctx, self);
            self.report = Some(report);
        }
    }

    /// Lets everything that follows the run catch up with it.
    fn follow_run(&mut self, ctx: &Context, out: &mut Vec<Action>) {
        breakpoints::go_on(self);
        if let Some(twin) = &mut self.twin {
            twin.follow(&self.run);
        }
        self.keep_time();
        self.explain();
        self.look_around();
        clinic::go_on(self, ctx);
        self.follow_sweep(out);
        expectations::go_on(self, ctx);
        self.shrink.follow();
        meshing::update(self, ctx);
        let branch = self.run.branch();
        if branch.id > self.journal.branch && branch.from.is_some() && self.journal.branch > 0 {
            self.notices.success("A new branch starts here. The Journal keeps the earlier future.");
        }
        self.journal.branch = branch.id;
        self.warn_of_dropped_branches();
    }

    /// True while something needs another frame soon: playback, searches, or measurements in progress.
    fn is_at_work(&self) -> bool {
        let is_measuring =
            self.plots.is_behind || self.pasts.is_behind || self.timeline.is_behind || self.balloon.is_behind;
        let is_twin_behind = self.twin.as_ref().is_some_and(|twin| twin.is_behind);
        is_measuring || is_twin_behind || self.playback.is_active() || self.breakpoints.is_active()
    }

    /// After every change of the level: findings anew, selection and trace without what is gone.
    pub fn level_changed(&mut self) {
        if let Some(findings) = self.inspection.findings(self.document.level()) {
            self.findings = findings;
        }
        let level = self.document.level().clone();
        let old = self.twin.take();
        self.twin = TwinRunner::again(old, &level, &self.run, self.journal.compare).unwrap_or_else(|error| {
            self.notices.error(error.to_string());
            None
        });
        self.breakpoints.take(&level);
        self.breakpoints.watcher.recorded = self.run.recorded_hashes();
        self.selection.retain(|place| level.has(place));
        self.traced = None;
        self.trace = None;
    }

    /// Sets threads and memory budgets, updates the timeline, and reports a divergence once.
    fn keep_time(&mut self) {
        let budget = (self.settings.keyframes_mib as usize).saturating_mul(1 << 20);
        match &mut self.twin {
            Some(twin) => {
                self.run.set_memory_budget(budget / 2);
                twin.twin.run_mut().set_memory_budget(budget - budget / 2);
            }
            None => self.run.set_memory_budget(budget),
        }
        let threads = self.playback.threads(self.settings.threads);
        self.run.set_threads(threads);
        if let Some(twin) = &mut self.twin {
            twin.twin.run_mut().set_threads(threads);
        }
        self.timeline.update(&self.run);
        self.timeline.marks.take_fired(self.breakpoints.marks());
        if self.settings.shows_phases && !self.playback.is_playing && self.playback.target().is_none() {
            self.run.phases();
        }
        let divergence = self.run.divergence();
        if let Some(frame) = divergence.filter(|_| self.timeline.reported != divergence) {
            self.notices.error(format!(
                "Frame {frame} came out with other bits than before, from the same inputs: something is wrong with the \
                 program or the machine"
            ));
        }
        self.timeline.reported = divergence;
    }

    /// What all runs keep together; the spacing is the first one's.
    pub fn memory(&self) -> MemoryUse {
        let mut memory = self.run.memory();
        if let Some(twin) = &self.twin {
            let other = twin.twin.run().memory();
            memory.used += other.used;
            memory.keyframes += other.keyframes;
            memory.between += other.between;
            memory.budget += other.budget;
        }
        memory
    }

    /// The last substep explained, if an overlay or a panel shows that.
    fn explain(&mut self) {
        let tab = self.settings.dock_tab;
        let is_wanted = self.settings.overlays_on().any(|overlay| overlay.needs_trace)
            || (self.settings.shows_dock && matches!(tab, DockTab::Substep | DockTab::Verdict | DockTab::Rules));
        if let Some(twin) = &mut self.twin {
            twin.explain(is_wanted);
        }
        if !is_wanted {
            (self.trace, self.traced) = (None, None);
            self.verdict.close();
            self.rules.close();
            return;
        }
        let (level, moment, past) = (self.run.level().clone(), self.run.moment(), self.run.history());
        let is_known =
            self.traced.as_ref().is_some_and(|(l, m, h)| Arc::ptr_eq(l, &level) && (*m, *h) == (moment, past));
        if !is_known {
            self.trace = self.run.trace().cloned().map(Arc::new);
            self.traced = Some((level, moment, past));
        }
        if self.settings.shows_dock && tab == DockTab::Rules {
            let is_playing = self.playback.is_active();
            self.rules.update(&self.run, self.trace.as_deref(), &self.selection, is_playing);
        } else {
            self.rules.close();
        }
        if self.settings.shows_dock && tab == DockTab::Verdict {
            self.verdict.update(&self.run, self.trace.as_ref(), &self.selection);
        } else {
            self.verdict.close();
        }
    }

    /// Measures what plots and overlays show of other frames than the present one.
    fn look_around(&mut self) {
        let twin = self.twin.as_ref().map(|twin| twin.twin.run());
        let is_playing = self.playback.is_active();
        self.pasts.follow(&self.run, twin, &self.settings, is_playing);
        let is_marked = MarkKind::DETECTED.into_iter().any(|kind| time::is_shown(self, kind));
        self.timeline.diagnose(&self.run, is_marked, is_playing);
        let tab = self.settings.shows_dock.then_some(self.settings.dock_tab);
        self.balloon.look(tab == Some(DockTab::Balloon), &self.run, &self.selection, is_playing);
        if tab != Some(DockTab::Energy) {
            self.plots.rest();
            return;
        }
        self.plots.prepare(self.document.level(), &self.selection, &self.settings.plots);
        self.plots.measure(&self.run, twin, is_playing);
        if is_playing && self.settings.plots_follow {
            self.plots.follow(self.run.frame() as f64);
        }
    }

    /// Takes what a sweep has come to; a cell that was to be opened is asked for like any other level.
    fn follow_sweep(&mut self, out: &mut Vec<Action>) {
        let is_visited = self.settings.shows_dock && self.settings.dock_tab == DockTab::Sweep;
        match self.sweep.follow(self.document.level(), is_visited) {
            Some(Ok(opened)) => {
                self.notices.success(sweep::resumed_message(&opened));
                opened.remarks.iter().for_each(|remark| self.notices.warning(remark.clone()));
                out.push(Action::Open(Source::Made(Arc::new(opened.level))));
            }
            Some(Err(reason)) => self.notices.error(reason),
            None => {}
        }
    }

    fn files_answered(&mut self, ctx: &Context, out: &mut Vec<Action>) {
        for outcome in self.files.answers() {
            perform::answered(self, ctx, outcome, out);
        }
        perform::dropped(self, ctx, out);
    }

    fn name_window(&mut self, ctx: &Context) {
        let mark = if self.document.is_dirty() { "* " } else { "" };
        let title = format!("{mark}{} - Blobsmith", self.document.title());
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// The level whose settings the panels show and change: the document, or what is in force in the run.
    pub fn level_in_hand(&self) -> &Arc<Level> {
        if self.journal.is_live { self.run.level() } else { self.document.level() }
    }

    /// Looks at places as soon as the canvas is drawn.
    pub fn look_at(&mut self, places: Vec<Place>) {
        self.canvas.view_command = Some(ViewCommand::Places(places));
    }
}
