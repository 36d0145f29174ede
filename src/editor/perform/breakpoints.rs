//! Performs the commands of the Breakpoints tab and continues a search in each UI frame.

use super::time;
use crate::debugger::breakpoints::{Mark, Watcher};
use crate::debugger::search::{FirstMoment, Search};
use crate::debugger::{Moment, Run};
use crate::editor::app::App;
use crate::editor::background::Pace;
use crate::editor::features::breakpoints::*;
use crate::editor::settings::tabs::Tab;
use crate::level::Place;

/// Performs a command of the panel.
pub fn perform(app: &mut App, command: BreakpointCommand) {
    match command {
        BreakpointCommand::Back(index) => back(app, index),
        BreakpointCommand::Forward(index) => forward(app, index),
        BreakpointCommand::Cancel => app.features.breakpoints.search_job = None,
        BreakpointCommand::Reset => app.features.breakpoints.watcher.reset(),
        BreakpointCommand::GoTo(moment, place) => {
            time::go(app, moment);
            app.selection.extend(place.filter(|place| !app.selection.contains(place)));
        }
    }
}

fn back(app: &mut App, index: usize) {
    app.playback.set_playing(false);
    let watcher = &app.features.breakpoints.watcher;
    let Some(stop) = watcher.stops().get(index) else { return };
    let Ok(expression) = stop.row.expression() else { return };
    let search = Search::new(&app.run, expression.clone(), stop.breakpoint.each, watcher.recorded.clone());
    app.features.breakpoints.search_job = Some((index, BreakpointSearch::Back(Box::new(search))));
    app.features.breakpoints.report = None;
}

fn forward(app: &mut App, index: usize) {
    app.playback.set_playing(false);
    app.playback.stay();
    let Some(mut alone) = app.features.breakpoints.watcher.alone(index) else { return };
    alone.ready(&mut app.run);
    let from = app.run.frame();
    app.features.breakpoints.search_job = Some((index, BreakpointSearch::Forward(Box::new(alone), from)));
    app.features.breakpoints.report = None;
}

/// Continues a search for as long as one frame allows; then reports what stopped the run and updates values.
pub fn go_on(app: &mut App) {
    let pace = app.window.time.pace();
    if app.features.breakpoints.watcher.follow_branch(&app.run) {
        app.features.breakpoints.report = None;
    }
    match app.features.breakpoints.search_job.take() {
        None => {}
        Some((index, BreakpointSearch::Back(mut search))) => match search.go_on(|| pace.goes_on()).cloned() {
            None => app.features.breakpoints.search_job = Some((index, BreakpointSearch::Back(search))),
            Some(found) => finish_search(app, index, &search, &found),
        },
        Some((index, BreakpointSearch::Forward(mut alone, from))) => {
            let has_fired = step_until_hit(&mut app.run, &mut alone, &pace);
            match alone.take_fired() {
                Some(mark) if has_fired => {
                    let mark = Mark { breakpoint: index, ..mark };
                    app.features.breakpoints.report = Some((index, format!("true at {}", words(mark.moment))));
                    app.features.breakpoints.watcher.add_mark(mark.clone());
                    notify(app, &mark);
                }
                _ => app.features.breakpoints.search_job = Some((index, BreakpointSearch::Forward(alone, from))),
            }
        }
    }
    if let Some(mark) = app.features.breakpoints.watcher.take_fired() {
        app.playback.set_playing(false);
        notify(app, &mark);
    }
    let is_shown = app.settings.is_shown(Tab::Breakpoints);
    app.features.breakpoints.watcher.is_shown = is_shown;
    if is_shown {
        app.features.breakpoints.watcher.show(&mut app.run);
    }
}

/// Finishes a search: goes to the moment found, or reports that there is none.
fn finish_search(app: &mut App, index: usize, search: &Search, found: &FirstMoment) {
    let text = search.expression().text().to_owned();
    let effort = search.effort();
    match found {
        FirstMoment::Never => {
            let end = words(app.run.moment());
            app.notices.warning(format!("Never true up to {end}: {text}"));
            app.features.breakpoints.report =
                Some((index, format!("never true up to {end}: checked all {} moments", effort.looks)));
        }
        FirstMoment::First(moment) => {
            let halving = match effort.bound {
                Some(bound) => format!("bisection with {} steps led to {}; then ", effort.halvings, words(bound)),
                None => String::new(),
            };
            let scan = format!("{halving}checked all {} moments from the beginning", effort.looks);
            app.features.breakpoints.report = Some((index, format!("first true at {}: {scan}", words(*moment))));
            app.notices.success(format!("First true at {}: {text}", words(*moment)));
            time::go(app, *moment);
            if let Some(stop) = app.features.breakpoints.watcher.stops().get(index).cloned()
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

/// Reports the condition that stopped the run and selects its part.
fn notify(app: &mut App, mark: &Mark) {
    app.notices.success(stopped(mark));
    select(app, mark.place);
}

fn stopped(mark: &Mark) -> String {
    format!("Stopped at {}: {}", words(mark.moment), mark.title)
}

fn select(app: &mut App, place: Option<Place>) {
    if let Some(place) = place {
        app.selection = vec![place].into();
    }
}

/// Advances by one frame or substep and evaluates the breakpoints at each moment. Stops early at a hit, and offers its part:
/// the selection is what the user observes from step to step.
pub fn step(app: &mut App, target: Moment) {
    let (run, watcher) = (&mut app.run, &mut app.features.breakpoints.watcher);
    watcher.ready(run);
    while run.moment() < target {
        if watcher.wants_substeps() || target.1 > 0 {
            run.step_substep();
        } else {
            run.step_frame();
        }
        if watcher.after(run) {
            break;
        }
    }
    if let Some(mark) = watcher.take_fired() {
        let place = mark.place.filter(|place| !app.selection.contains(place));
        app.notices.success_at(stopped(&mark), place);
    }
}

/// Steps until the condition becomes true or the pace ends; returns the mark that was hit.
fn step_until_hit(run: &mut Run, alone: &mut Watcher, pace: &Pace) -> bool {
    let last = run.level().world.substeps - 1;
    while pace.goes_on() {
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
