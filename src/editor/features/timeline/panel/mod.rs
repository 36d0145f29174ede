//! The timeline: visited frames, activity, marks, bookmarks, loop range and present moment.

mod bar;
mod bookmarks;
mod flags;
pub(crate) mod marks;
mod rail;
mod scale;
mod track;

use crate::debugger::Moment;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::features::timeline::Timeline;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::timeline::marks::MarkKind;
use crate::editor::features::timeline::{frames, moments};
use crate::editor::widgets::short;
use egui::{CursorIcon, PointerButton, Pos2, Response, Role, Sense, Ui, WidgetInfo, vec2};
use scale::TimeScale;

/// Margin at both ends of the track.
const SIDE: f32 = 8.0;
/// Zoom per point of scrolling.
const ZOOM_PER_POINT: f32 = 0.0035;

/// Draws the timeline.
pub fn show(ui: &mut Ui, view: &ViewContext, breakpoints: &Breakpoints, timeline: &Timeline, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let top = ui.min_rect().top();
    let is_slim = view.settings.layout().has_slim_timeline;
    if !is_slim {
        bar::show(ui, view, timeline, out);
    }
    let allocate = |ui: &mut Ui, size| ui.allocate_exact_size(size, Sense::click_and_drag());
    let (rect, response) = if is_slim {
        let row = ui.horizontal(|ui| {
            let (rect, response) = allocate(ui, vec2(ui.available_width() - bar::SWITCH, track::SLIM));
            bar::switch(ui, true, out);
            // The ruler above the track is cut off.
            (rect.with_min_y(rect.top() - track::RULER), response)
        });
        row.inner
    } else {
        allocate(ui, vec2(ui.available_width(), track::RULER + track::TRACK))
    };
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::Slider, true, "Timeline");
        info.value = Some(view.run.frame() as f64);
        info
    });
    let [from, to] = timeline.span(view.run);
    let substeps = view.run.level().world.substeps;
    let scale = TimeScale { rect: rect.shrink2(vec2(SIDE, 0.0)), from, to, substeps };
    let painter = ui.painter_at(response.rect);
    track::paint(ui, view, timeline, &scale, &painter);
    track::cursor_line(ui, view, &scale, &painter);
    marks::paint(ui, view, timeline, &scale, &painter);
    track::empty(ui, view, timeline, &scale, &painter);
    flags::bookmarks(ui, view, &scale, &painter, out);
    flags::ends(ui, view, &scale, &painter, out);
    track::cursor_head(ui, view, &scale, &painter);
    scrub(ui, view, breakpoints, timeline, &scale, &response, out);
    look(ui, timeline, &scale, &response, out);
    hover(view, breakpoints, timeline, &scale, response);
    bookmarks::edit(ui, view, timeline, (&scale, top), out);
    if is_slim {
        return;
    }
    let (rail, _) = ui.allocate_exact_size(vec2(ui.available_width(), rail::HEIGHT), Sense::hover());
    rail::show(ui, view, timeline, rail.shrink2(vec2(SIDE, 0.0)), out);
}

/// The present moment in frames.
fn present(view: &ViewContext) -> f64 {
    frames(view.run, view.run.moment())
}

/// Press and drag scrub; a press on a mark goes to the mark.
fn scrub(
    ui: &Ui,
    view: &ViewContext,
    breakpoints: &Breakpoints,
    timeline: &Timeline,
    scale: &TimeScale,
    response: &Response,
    out: &mut Vec<Action>,
) {
    let is_pressed = response.is_pointer_button_down_on() && ui.input(|i| i.pointer.primary_down());
    let origin = ui.input(|i| i.pointer.press_origin());
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked())
        && let Some((kind, [mark, ..])) = marks::clicked(view, timeline, scale, at)
    {
        out.push(Action::Time(TimeCommand::GoTo(mark.moment)));
        if let Some(place) = marks::place(view, breakpoints, timeline, kind, mark) {
            out.push(Action::Select(vec![place]));
        }
        out.push(Action::ShowProblemRow(marks::row(timeline, kind, mark)));
        return;
    }
    let is_on_mark = origin.is_some_and(|at: Pos2| marks::clicked(view, timeline, scale, at).is_some());
    let scrubs = is_pressed && (!is_on_mark || response.dragged_by(PointerButton::Primary));
    if !(scrubs || (response.clicked() && !is_on_mark)) {
        return;
    }
    let Some(at) = response.interact_pointer_pos() else { return };
    let last = (view.run.last_frame(), 0).max(view.run.moment());
    let moment = scale.moment(at.x).min(last);
    if moment != view.playback.target().unwrap_or_else(|| view.run.moment()) || view.playback.is_playing {
        out.push(Action::Time(TimeCommand::GoTo(moment)));
    }
}

/// Wheel zooms at the pointer, middle button pans, double click shows all.
fn look(ui: &Ui, timeline: &Timeline, scale: &TimeScale, response: &Response, out: &mut Vec<Action>) {
    let span = [scale.from, scale.to];
    let show = |from: f64, to: f64| Action::Time(TimeCommand::Show(Some([from, to])));
    if response.double_clicked_by(PointerButton::Primary) {
        out.push(Action::Time(TimeCommand::Show(None)));
    } else if response.dragged_by(PointerButton::Middle) && timeline.is_zoomed() {
        let by = f64::from(response.drag_delta().x) / scale.width();
        out.push(show(span[0] - by, span[1] - by));
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
    let Some(pointer) = response.hover_pos() else { return };
    let (scroll, zoom) = ui.input(|i| (i.smooth_scroll_delta(), i.zoom_delta()));
    let factor = f64::from((-scroll.y * ZOOM_PER_POINT).exp() / zoom);
    if (factor - 1.0).abs() > 1e-6 {
        let at = scale.at(pointer.x);
        out.push(show(at - (at - span[0]) * factor, at + (span[1] - at) * factor));
    } else if scroll.x != 0.0 && timeline.is_zoomed() {
        let by = f64::from(scroll.x) / scale.width();
        out.push(show(span[0] - by, span[1] - by));
    }
}

/// Tooltip at the pointer.
fn hover(view: &ViewContext, breakpoints: &Breakpoints, timeline: &Timeline, scale: &TimeScale, response: Response) {
    let Some(at) = response.hover_pos() else { return };
    let is_on_mark = marks::clicked(view, timeline, scale, at).is_some();
    let response =
        response.on_hover_cursor(if is_on_mark { CursorIcon::PointingHand } else { CursorIcon::ResizeHorizontal });
    response.on_hover_ui_at_pointer(|ui| {
        ui.set_max_width(360.0);
        let list = marks::under(view, timeline, scale, at);
        if is_on_mark {
            let harmless = list.iter().filter(|(kind, _)| *kind == MarkKind::Harmless).count();
            ui.strong(marks::heading(&list.iter().map(|(_, mark)| mark.moment).collect::<Vec<_>>(), harmless));
        } else {
            describe(ui, view, scale.moment(at.x));
        }
        for (kind, mark) in list.iter().take(marks::LISTED) {
            let behind = ui.visuals().window_fill;
            let words = marks::words(view, breakpoints, timeline, *kind, mark);
            marks::line(ui, mark.moment, &words, |painter, at| {
                marks::glyph(painter, *kind, at, marks::color_of(view, *kind), behind);
            });
        }
        if list.len() > marks::LISTED {
            ui.weak(format!("and {} more", list.len() - marks::LISTED));
        }
    });
}

/// A moment, with measurements at its frame.
fn describe(ui: &mut Ui, view: &ViewContext, moment: Moment) {
    let when = moments::written(moment);
    let Some(sample) = view.run.samples().get(moment.0 as usize) else {
        return drop(ui.label(format!("Frame {when} (not visited yet)")));
    };
    ui.strong(format!("Frame {when}"));
    let hits = sample.counts.contacts + sample.counts.obstacle_hits;
    let kinetic = sample.energy.kinetic;
    let kinetic = if kinetic.is_finite() { short(kinetic) } else { "not finite".to_owned() };
    let at = if moment.1 > 0 { format!("At frame {}: kinetic", moment.0) } else { "Kinetic".to_owned() };
    let time = moments::time_words(view.run.level(), sample.time);
    ui.label(format!("{at} energy {kinetic}, {hits} contacts and hits, t {time}"));
}
