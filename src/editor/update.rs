//! The beginning and the frame loop of the window: reads input, draws all panels, then performs the collected actions.

use super::actions::{Action, Source};
use super::app::{App, WindowState};
use super::background;
use super::canvas::{self, Canvas};
use super::clipboard::Clipboard;
use super::features::{Features, project, sweep};
use super::files::Files;
use super::kept_runs::Earlier;
use super::notices::Notices;
use super::open_documents::OpenDocuments;
use super::opening::{Opened, begin};
use super::playback::Playback;
use super::report::{Report, controls};
use super::selection::Selection;
use super::settings::Settings;
use super::settings::tabs::Tab;
use super::status::status;
use super::tools::Toolbox;
use super::{access, key_table, panels, perform, screen, theme};
use crate::level::format::FormatError;
use egui::{Context, Key, Rect, Ui, ViewportCommand};
use std::path::PathBuf;
use std::sync::Arc;

impl App {
    /// Creates the window for a level. Fails if the level cannot run.
    pub fn new(
        ctx: &Context,
        opened: Opened,
        settings: Settings,
        report: Option<PathBuf>,
    ) -> Result<Self, FormatError> {
        theme::install(ctx);
        access::install(ctx);
        theme::choose(ctx, settings.theme, settings.ui_scale);
        let path = opened.path.clone();
        let (document, run) = begin(opened)?;
        let mut app = Self {
            documents: OpenDocuments::default(),
            earlier: Earlier::open(&document),
            document,
            run,
            playback: Playback::default(),
            selection: Selection::default(),
            settings,
            canvas: Canvas::default(),
            toolbox: Toolbox::default(),
            clipboard: Clipboard::default(),
            files: Files::default(),
            notices: Notices::default(),
            features: Features::new(ctx),
            bundle: Default::default(),
            window: WindowState { report: report.map(|path| Report::start(ctx, path)), ..WindowState::default() },
        };
        app.window.first_document = app.document.number();
        app.features.tour.at = app.settings.tour_step;
        app.features.tour.is_offered = std::mem::take(&mut app.settings.offers_tour);
        app.level_changed();
        app.features.findings.inspection.tells_of_errors = true;
        app.canvas.view_command = Some(perform::opening_view(&app));
        app.files.watch(ctx, app.document.path.as_deref());
        perform::warn_of_errors(&mut app);
        perform::show_recorded_end(&mut app);
        if let Some(path) = path {
            app.settings.remember(&path);
        }
        Ok(app)
    }

    /// Shows what file work and background jobs report.
    fn take_messages(&mut self, ctx: &Context) {
        let errors = self.files.collect(ctx).into_iter().chain(background::take_messages(ctx));
        errors.for_each(|error| self.notices.error(error));
    }

    /// Steps the run and updates everything that depends on it, within the time that drawing leaves.
    fn compute(&mut self, ctx: &Context, out: &mut Vec<Action>) {
        let has_input = ctx.input(|i| !i.events.is_empty() || i.pointer.any_down());
        // A second layout of a picture has no events, and takes no time.
        let is_again = ctx.current_pass_index() > 0;
        if !is_again {
            self.window.time.begin(!self.playback.is_playing && !has_input);
        }
        let seconds = f64::from(ctx.input(|i| i.stable_dt));
        // Playback waits for the twin, and while a file dialog is open.
        let is_held = is_again
            || self.files.is_blocking()
            || self.files.is_waiting
            || self.features.twin.as_ref().is_some_and(|twin| twin.is_behind);
        if !is_held {
            let pace = self.window.time.pace_of_steps();
            self.playback.advance(&mut self.run, seconds, &pace, &mut self.features.breakpoints.watcher);
        }
        perform::time::arrive(self);
        self.follow_run(ctx, out);
        if !is_again {
            self.window.time.end();
        }
    }

    /// Draws one UI frame.
    pub fn draw(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        theme::choose(&ctx, self.settings.theme, self.settings.ui_scale);
        access::fit_to_device(&ctx);
        let mut out = Vec::new();
        self.follow_keys(&ctx);
        let was_typing = perform::keys::read(&ctx, self, &mut out);
        perform::clipboard::read(&ctx, &mut out);
        if let Some(findings) = self.features.findings.inspection.answer() {
            self.features.findings.take(findings, &self.document, self.files.images.skins());
            perform::warn_of_errors(self);
        }
        self.take_messages(&ctx);
        self.read_templates(&ctx);
        self.follow_files(&ctx);
        self.files_answered(&ctx, &mut out);
        #[cfg(not(target_arch = "wasm32"))]
        perform::live::follow(self, &ctx);
        self.compute(&ctx, &mut out);
        let was_lit = self.canvas.lit.clone();
        panels::show(ui, self, &mut out);
        panels::in_front(&ctx, self, &mut out);
        perform::keys::read_typed(&ctx, self, was_typing, &mut out);
        // Messages stay over the canvas.
        let mut corner = self.canvas.corner.unwrap_or(ctx.content_rect().max);
        corner.y = self.canvas.free_bottom.unwrap_or(corner.y);
        let room = self.canvas.rect.map_or(ctx.content_rect(), |rect| Rect::from_min_max(rect.min, corner));
        let selected = self.notices.show(&ctx, self.settings.theme, room);
        out.extend(selected.map(|place| Action::Select(vec![place])));
        // A drag or a typing session is one history entry; it ends when the pointer or the focus is released.
        let has_let_go = |i: &egui::InputState| {
            i.pointer.any_released() || [Key::Enter, Key::Tab].iter().any(|&key| i.key_pressed(key))
        };
        if ctx.input(has_let_go) {
            out.push(Action::EndGesture);
        }
        self.canvas.lit.clear();
        self.perform_all(&ctx, out);
        if self.canvas.lit != was_lit {
            ctx.request_repaint();
        }
        if self.goes_on_measuring(&ctx) || self.is_at_work() {
            #[cfg(not(target_arch = "wasm32"))]
            ctx.request_repaint();
            #[cfg(target_arch = "wasm32")]
            self.work_before_repaint(&ctx);
        }
        perform::documents::follow(self, &ctx);
        self.files.keep(&self.document, self.documents.others().map(|one| &one.document));
        #[cfg(target_arch = "wasm32")]
        super::web::remember(&self.document.title(), self.document.level());
        perform::closing(self, &ctx);
        self.name_window(&ctx);
        screen::fit(&ctx, &mut self.window.has_seen_screen);
        if let Some(mut report) = self.window.report.take() {
            report.write(status(&ctx, self, controls(&ctx)));
            self.window.report = Some(report);
        }
    }

    /// Performs the actions of the UI frame. What a tool did belongs to the document in which it did it.
    fn perform_all(&mut self, ctx: &Context, out: Vec<Action>) {
        let number = self.document.number();
        // A gesture is one command, which may have said what it did at its start.
        if out.iter().any(Action::is_command) && !self.document.is_in_gesture() {
            self.notices.end_successes();
        }
        for action in out {
            if self.document.number() == number || !action.is_of_tool() {
                perform::perform(self, ctx, action);
            }
        }
    }

    /// Puts the keys of the settings in force.
    fn follow_keys(&self, ctx: &Context) {
        let _has_changed = key_table::follow(ctx, &self.settings);
        #[cfg(target_arch = "wasm32")]
        if _has_changed {
            super::web::take_keys(ctx);
        }
    }

    /// Takes what was read of sources, of the library and of images, and updates the findings.
    fn follow_files(&mut self, ctx: &Context) {
        if self.files.sources.update(ctx, &mut self.document) {
            perform::source_changed(self);
        }
        if self.settings.is_shown(Tab::Library) {
            let (path, theme) = (self.document.path.as_deref(), self.settings.theme.picture());
            let others = &self.settings.library_folders;
            self.files.library.update(ctx, path, others, &mut self.files.thumbs, theme);
        }
        if self.settings.is_shown(Tab::Project) {
            let root = project::folder(&self.settings, &self.document);
            self.files.project.update(ctx, root, &mut self.files.thumbs, self.settings.theme.picture());
        }
        let has_images = self.files.images.update(ctx, &self.document.placed().level, self.document.path.as_deref());
        let is_tool_new = self.features.findings.follow_tool(self.toolbox.entry.draws, self.document.level());
        if has_images || is_tool_new {
            self.features.findings.update(&self.document, self.files.images.skins());
        }
    }

    /// Updates everything that depends on the run.
    fn follow_run(&mut self, ctx: &Context, out: &mut Vec<Action>) {
        perform::breakpoints::go_on(self);
        perform::changes::go_on(self);
        perform::compare_runs::go_on(self);
        if let Some(twin) = &mut self.features.twin {
            twin.follow(&self.run, &self.window.time.pace());
        }
        self.update_timeline();
        self.explain();
        let pace = self.window.time.pace_of_measurements(self.playback.is_playing);
        self.measure_other_frames(&pace);
        perform::background_work::diagnose(self, ctx);
        self.follow_sweep(out);
        perform::background_work::test_expectations(self, ctx);
        self.features.shrink.follow();
        perform::meshing::update(self, ctx);
        perform::arrange::update(self, ctx);
        let branch = self.run.branch();
        if branch.id > self.features.journal.branch && branch.from.is_some() && self.features.journal.branch > 0 {
            self.notices.success("A new branch starts here. The Journal keeps the earlier future.");
        }
        self.features.journal.branch = branch.id;
        self.warn_of_dropped_branches();
    }

    /// Requests the next UI frame of a page, and computations before it.
    #[cfg(target_arch = "wasm32")]
    fn work_before_repaint(&mut self, ctx: &Context) {
        super::web::work_soon();
        let pause = self.window.time.pause();
        if self.playback.keeps_up() {
            ctx.request_repaint();
        } else {
            ctx.request_repaint_after(pause);
        }
    }

    /// Computes between two UI frames, which a page may draw slowly. True if there may be more to do.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn work_between(&mut self) -> bool {
        let pace = self.window.time.pace_between(self.playback.keeps_up());
        let watcher = &self.features.breakpoints.watcher;
        if self.features.twin.is_none() && self.playback.catch_up(&mut self.run, &pace, watcher) {
            return true;
        }
        self.measure_other_frames(&pace);
        self.is_behind() && !self.is_measuring_stopped()
    }

    /// True while playback, a search or a comparison needs another UI frame soon.
    fn is_at_work(&self) -> bool {
        let is_twin_behind = self.features.twin.as_ref().is_some_and(|twin| twin.is_behind);
        let is_stepping = self.playback.is_active()
            || self.features.breakpoints.is_active()
            || self.features.changes.search.is_some()
            || self.features.compare_runs.is_active();
        is_stepping || is_twin_behind || self.features.rules.is_behind()
    }

    /// Keyframe memory of a document, in bytes.
    pub(super) fn keyframe_budget(&self) -> usize {
        (self.settings.keyframes_mib as usize).saturating_mul(1 << 20) / self.documents.count()
    }

    /// Sets threads and memory budgets, updates the timeline, and reports a divergence once.
    fn update_timeline(&mut self) {
        let budget = self.keyframe_budget();
        match &mut self.features.twin {
            Some(twin) => {
                self.run.set_memory_budget(budget / 2);
                twin.twin.run_mut().set_memory_budget(budget - budget / 2);
            }
            None => self.run.set_memory_budget(budget),
        }
        let threads = self.playback.threads(self.settings.threads);
        self.run.set_threads(threads);
        if let Some(twin) = &mut self.features.twin {
            twin.twin.run_mut().set_threads(threads);
        }
        self.features.timeline.update(&self.run);
        self.features.timeline.marks.take_fired(self.features.breakpoints.marks());
        if self.settings.shows_phases && !self.playback.is_playing && self.playback.target().is_none() {
            self.run.phases();
        }
        let divergence = self.run.divergence();
        if let Some(frame) = divergence.filter(|_| self.features.timeline.reported != divergence) {
            self.notices.error(format!(
                "The recomputed frame {frame} differs from the stored one for the same inputs. This is a fault of the \
                 program or the machine"
            ));
        }
        self.features.timeline.reported = divergence;
    }

    /// Computes the trace of the last substep if an overlay or a panel shows it.
    fn explain(&mut self) {
        let is_wanted = self.settings.overlays_on().any(|overlay| overlay.needs_trace)
            || [Tab::Substep, Tab::Verdict, Tab::Rules].into_iter().any(|tab| self.settings.is_shown(tab));
        if let Some(twin) = &mut self.features.twin {
            twin.explain(is_wanted);
        }
        if !is_wanted {
            (self.features.substep.trace, self.features.substep.traced) = (None, None);
            self.features.verdict.close();
            self.features.rules.close();
            return;
        }
        let (level, moment, past) = (self.run.level().clone(), self.run.moment(), self.run.history());
        let is_known = self
            .features
            .substep
            .traced
            .as_ref()
            .is_some_and(|(l, m, h)| Arc::ptr_eq(l, &level) && (*m, *h) == (moment, past));
        if !is_known {
            self.features.substep.trace = self.run.trace().cloned().map(Arc::new);
            self.features.substep.traced = Some((level, moment, past));
        }
        if self.settings.is_shown(Tab::Rules) {
            let is_playing = self.playback.is_active();
            let (trace, pace) = (self.features.substep.trace.as_deref(), self.window.time.pace_of_comparisons());
            self.features.rules.update(&self.run, trace, &self.selection, is_playing, &pace);
        } else {
            self.features.rules.close();
        }
        if self.settings.is_shown(Tab::Verdict) {
            self.features.verdict.update(&self.run, self.features.substep.trace.as_ref(), &self.selection);
        } else {
            self.features.verdict.close();
        }
    }

    /// Fetches sweep results. If a cell was opened, pushes an action that opens its level.
    fn follow_sweep(&mut self, out: &mut Vec<Action>) {
        let is_visited = self.settings.is_shown(Tab::Sweep);
        let problem = self.features.diagnosis.found.problems.first().map(|diagnosed| diagnosed.detector().id);
        match self.features.sweep.follow(&self.document.placed().level, is_visited, problem) {
            Some(Ok(opened)) => {
                self.notices.success(sweep::resumed_message(&opened));
                opened.remarks.iter().for_each(|remark| self.notices.warning(remark.clone()));
                out.push(Action::Open(Source::Made(Arc::new(opened.level))));
            }
            Some(Err(reason)) => self.notices.error(reason),
            None => {}
        }
    }

    /// Reads the property templates of the project again if their file has changed.
    fn read_templates(&mut self, ctx: &Context) {
        let now_seconds = ctx.input(|i| i.time);
        if let Some(reason) = self.features.templates.follow(self.document.path.as_deref(), now_seconds) {
            self.notices.error(format!("Property templates were not read: {reason}"));
        }
    }

    fn files_answered(&mut self, ctx: &Context, out: &mut Vec<Action>) {
        for outcome in self.files.answers() {
            perform::answered(self, ctx, outcome, out);
        }
        #[cfg(not(target_arch = "wasm32"))]
        perform::dropped(self, ctx, out);
        #[cfg(target_arch = "wasm32")]
        perform::page::follow(self, ctx);
    }

    fn name_window(&mut self, ctx: &Context) {
        let mark = if self.document.is_dirty() { "* " } else { "" };
        let title = format!("{mark}{} - Blobsmith", self.document.title());
        if title != self.window.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.window.title = title;
        }
    }

    pub(super) fn show_canvas(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let mut parts = canvas::CanvasParts {
            canvas: &mut self.canvas,
            mirror: self.toolbox.mirror,
            toolbox: &mut self.toolbox,
            verdict: &mut self.features.verdict,
            maker: &mut self.features.maker,
            arranging: &mut self.features.arranging,
            document: &self.document,
            run: &self.run,
            trace: self.features.substep.trace.as_deref(),
            twin: self.features.twin.as_ref(),
            pasts: &self.features.past,
            selection: &self.selection,
            settings: &self.settings,
            rules: &self.features.rules,
            skins: self.files.images.skins(),
            findings: &self.features.findings.list,
        };
        let response = canvas::show(ui, &mut parts, self.playback.is_playing, out);
        canvas::context_menu(&response, &self.view(), out);
    }
}
