//! Breakpoints in the window: looked at as the run plays, and looks for a moment that go on picture by picture.

use super::app::App;
use super::settings::DockTab;
use super::time;
use crate::debugger::breakpoints::{Mark, Watcher};
use crate::debugger::search::{FirstMoment, Search};
use crate::debugger::{Moment, Run};
use crate::level::{Level, Place};
use std::sync::Arc;
use web_time::{Duration, Instant};

/// Work that may go into one picture.
const BUDGET: Duration = Duration::from_millis(11);

/// What panels want.
#[derive(Clone, Debug, PartialEq)]
pub enum BreakpointCommand {
    /// Back to the first moment at which this breakpoint's condition became true.
    Back(usize),
    /// On until it becomes true.
    Forward(usize),
    /// Look no further.
    CallOff,
    /// Forget how often conditions became true, and when.
    Reset,
    /// To a moment that was marked, and what it is about.
    GoTo(Moment, Option<Place>),
}

/// A look for a moment that is under way.
#[derive(Debug)]
pub enum Errand {
    /// By a second run, back to the first.
    Back(Box<Search>),
    /// By the run itself, on from this frame.
    Forward(Box<Watcher>, u64),
}

/// See the module.
#[derive(Debug, Default)]
pub struct Breakpoints {
    /// What is looked at.
    pub watcher: Watcher,
    /// What is looked for, and by which breakpoint.
    pub errand: Option<(usize, Errand)>,
    /// What came of the last look: by which breakpoint, in words.
    pub report: Option<(usize, String)>,
    level: Option<Arc<Level>>,
}

impl Breakpoints {
    /// Takes over what a level watches.
    pub fn take(&mut self, level: &Arc<Level>) {
        let is_same = self.level.as_ref().is_some_and(|old| is_same_run(old, level));
        let conditions = |level: &Level| level.editor.as_ref().map(|extra| extra.breakpoints.clone());
        if !is_same || self.level.as_deref().map(conditions) != Some(conditions(level)) {
            (self.errand, self.report) = (None, None);
        }
        self.watcher.take(level, is_same);
        self.level = Some(level.clone());
    }

    /// Moments at which a condition became true, in order of time.
    pub fn marks(&self) -> &[Mark] {
        self.watcher.marks()
    }

    /// Whether the next picture has work to do.
    pub fn is_active(&self) -> bool {
        self.errand.is_some()
    }

    /// How far the look is, 0 to 1 where that is known, and in words.
    pub fn progress(&self, run: &Run) -> Option<(usize, Option<f64>, String)> {
        let (index, errand) = self.errand.as_ref()?;
        Some(match errand {
            Errand::Back(search) => (*index, Some(search.progress()), search.stage()),
            Errand::Forward(_, from) => {
                (*index, None, format!("frame {}, {} looked at", run.frame(), run.frame() - from))
            }
        })
    }
}

/// Whether nothing differs that is simulated.
fn is_same_run(old: &Level, level: &Level) -> bool {
    old.world == level.world
        && old.bodies == level.bodies
        && old.discs == level.discs
        && old.obstacles == level.obstacles
}

/// Does what a panel wants.
pub fn perform(app: &mut App, command: BreakpointCommand) {
    match command {
        BreakpointCommand::Back(index) => back(app, index),
        BreakpointCommand::Forward(index) => forward(app, index),
        BreakpointCommand::CallOff => app.breakpoints.errand = None,
        BreakpointCommand::Reset => app.breakpoints.watcher.reset(),
        BreakpointCommand::GoTo(moment, place) => {
            time::go(app, moment);
            app.selection.extend(place.filter(|place| !app.selection.contains(place)));
        }
    }
}

fn back(app: &mut App, index: usize) {
    app.playback.set_playing(false);
    let watcher = &app.breakpoints.watcher;
    let Some(stop) = watcher.stops().get(index) else { return };
    let Ok(expression) = stop.row.expression() else { return };
    let search = Search::new(&app.run, expression.clone(), stop.breakpoint.each, watcher.recorded.clone());
    app.breakpoints.errand = Some((index, Errand::Back(Box::new(search))));
    app.breakpoints.report = None;
}

fn forward(app: &mut App, index: usize) {
    app.playback.set_playing(false);
    app.playback.stay();
    let Some(mut alone) = app.breakpoints.watcher.alone(index) else { return };
    alone.ready(&mut app.run);
    let from = app.run.frame();
    app.breakpoints.errand = Some((index, Errand::Forward(Box::new(alone), from)));
    app.breakpoints.report = None;
}

/// Continues a search for as long as one frame allows; then reports what stopped the run and updates values.
pub fn go_on(app: &mut App) {
    let start = Instant::now();
    match app.breakpoints.errand.take() {
        None => {}
        Some((index, Errand::Back(mut search))) => match search.go_on(|| start.elapsed() < BUDGET).cloned() {
            None => app.breakpoints.errand = Some((index, Errand::Back(search))),
            Some(found) => arrive(app, index, &search, &found),
        },
        Some((index, Errand::Forward(mut alone, from))) => {
            let has_fired = chase(&mut app.run, &mut alone, start);
            match alone.take_fired() {
                Some(mark) if has_fired => {
                    let mark = Mark { breakpoint: index, ..mark };
                    app.breakpoints.report = Some((index, format!("true at {}", words(mark.moment))));
                    app.breakpoints.watcher.add_mark(mark.clone());
                    notify(app, &mark);
                }
                _ => app.breakpoints.errand = Some((index, Errand::Forward(alone, from))),
            }
        }
    }
    if let Some(mark) = app.breakpoints.watcher.take_fired() {
        app.playback.set_playing(false);
        notify(app, &mark);
    }
    let is_shown = app.settings.shows_dock && app.settings.dock_tab == DockTab::Breakpoints;
    app.breakpoints.watcher.is_shown = is_shown;
    if is_shown {
        app.breakpoints.watcher.show(&mut app.run);
    }
}

/// Steps on until the condition becomes true or time is up; whether it did.
fn chase(run: &mut Run, alone: &mut Watcher, start: Instant) -> bool {
    let last = run.level().world.substeps - 1;
    while start.elapsed() < BUDGET {
        if alone.wants_substeps() || run.substep() > 0 || last > 1000 {
            run.step_substep();
        } else {
            run.step_frame();
        }
        if alone.after(run) {
            return true;
        }
    }
    false
}

/// The search is over.
fn arrive(app: &mut App, index: usize, search: &Search, found: &FirstMoment) {
    let text = search.expression().text().to_owned();
    let effort = search.effort();
    match found {
        FirstMoment::Never => {
            let end = words(app.run.moment());
            app.notices.warning(format!("Never true up to {end}: {text}"));
            app.breakpoints.report =
                Some((index, format!("never true up to {end}: all {} moments looked at", effort.looks)));
        }
        FirstMoment::First(moment) => {
            let halving = match effort.bound {
                Some(bound) => format!("halving the way {} times led to {}; then ", effort.halvings, words(bound)),
                None => String::new(),
            };
            let scan = format!("{halving}all {} moments from the beginning looked at", effort.looks);
            app.breakpoints.report = Some((index, format!("first true at {}: {scan}", words(*moment))));
            app.notices.success(format!("First true at {}: {text}", words(*moment)));
            time::go(app, *moment);
            if let Some(stop) = app.breakpoints.watcher.stops().get(index).cloned()
                && app.run.moment() == *moment
            {
                let mut row = stop.row;
                row.bring_to(&mut app.run, None);
                let place = row.place(&mut app.run, None);
                select(app, place);
            }
        }
    }
}

/// Says which condition stopped the run, and selects what it is about.
fn notify(app: &mut App, mark: &Mark) {
    app.notices.success(format!("Stopped at {}: {}", words(mark.moment), mark.title));
    select(app, mark.place);
}

fn select(app: &mut App, place: Option<Place>) {
    if let Some(place) = place {
        app.selection = vec![place].into();
    }
}

/// One frame or substep on, looking at every moment on the way; it ends where a breakpoint stops it.
pub fn step(app: &mut App, target: Moment) {
    let (run, watcher) = (&mut app.run, &mut app.breakpoints.watcher);
    watcher.ready(run);
    while run.moment() < target {
        if watcher.wants_substeps() || target.1 > 0 {
            run.step_substep();
        } else {
            run.step_frame();
        }
        if watcher.after(run) {
            return;
        }
    }
}

/// A moment for people.
pub fn words((frame, substep): Moment) -> String {
    if substep == 0 { format!("frame {frame}") } else { format!("frame {frame}, substep {substep}") }
}
