//! Pointer and keys in a plot, the same in all plots.
//!
//! Click goes to a frame, a nearby spike or a mark; drag scrubs. Wheel, box and pan change what is visible: the wheel the
//! frames, with Ctrl the values.

use super::{PlotHover, PlotsView, hover, marks, prefer};
use crate::editor::actions::{Action, Command};
use crate::editor::features::plots::OpenPlot;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::timeline::moments;
use crate::editor::widgets::command::item;
use crate::picture::chart::Scale;
use egui::{
    CursorIcon, EventFilter, Key, Modifiers, PointerButton, Pos2, Rect, Response, Stroke, StrokeKind, Ui, Vec2,
};
use egui_plot::PlotTransform;

/// Mouse and keys, for the tooltip of the help button.
pub const HELP: &str = "\
Click: go to the frame, spike or mark. Drag: scrub
Wheel: zoom the frames at the pointer; the values follow. Ctrl+wheel: zoom the values
Secondary drag, or Shift+drag: zoom to a box
Middle drag, or Ctrl+drag: pan
Double click: show everything
Secondary click: note, logarithm, notebook
With the focus (Tab): + and - zoom, arrows pan, F shows everything, L logarithm, M note";

/// Width and height below which a box does not change that axis.
const FLAT: f32 = 8.0;
/// Factor of a key press.
const STEP: f64 = 1.5;

/// What a drag does, from its start on.
#[derive(Clone, Copy, PartialEq)]
enum Drag {
    Scrub,
    Pan,
    Box,
}

/// A plot with its place on the screen.
#[derive(Clone, Copy)]
struct PlotArea<'a> {
    all: PlotsView<'a>,
    shown: &'a OpenPlot,
    response: &'a Response,
    transform: &'a PlotTransform,
    /// Heights of all visible values.
    full: [f64; 2],
}

/// Handles pointer and keys.
pub fn interact(
    ui: &Ui,
    all: PlotsView,
    shown: &OpenPlot,
    (response, transform): (&Response, &PlotTransform),
    full: [f64; 2],
    pointed: &PlotHover,
    out: &mut Vec<Action>,
) {
    let area = PlotArea { all, shown, response, transform, full };
    if let Some(at) = response.hover_pos() {
        area.wheel(ui, at, out);
        response.clone().on_hover_cursor(CursorIcon::Crosshair);
    }
    area.menu(ui, pointed, out);
    if response.has_focus() {
        area.keys(ui, out);
        ui.painter().rect_stroke(response.rect, 0.0, ui.visuals().selection.stroke, StrokeKind::Inside);
    }
    match area.drag(ui) {
        Some((Drag::Box, from)) => area.zoom_to_box(ui, from, out),
        Some((Drag::Pan, _)) => {
            area.pan(response.drag_delta(), out);
            response.clone().on_hover_cursor(CursorIcon::Grabbing);
        }
        Some((Drag::Scrub, _)) => {
            out.extend(response.interact_pointer_pos().map(|at| Action::Seek(area.frame_at(at))));
        }
        None => area.click(out),
    }
}

/// An item of the menu, which a choice closes also without a pointer.
fn chosen(ui: &mut Ui, text: &str) -> bool {
    let is_chosen = ui.button(text).clicked();
    if is_chosen {
        ui.close();
    }
    is_chosen
}

impl PlotArea<'_> {
    /// The visited frame at a place.
    fn frame_at(self, at: Pos2) -> u64 {
        let frame = self.transform.value_from_position(at).x;
        (frame.round().max(0.0) as u64).min(self.all.view.run.last_frame())
    }

    fn click(self, out: &mut Vec<Action>) {
        let PlotsView { view, plots, .. } = self.all;
        if self.response.double_clicked() {
            out.push(Action::Plots(Box::new(super::super::Plots::show_all)));
            // The first click of a double click already moved the run; undo that.
            out.extend(plots.before_click.map(Action::Seek));
        } else if self.response.clicked()
            && let Some(at) = self.response.interact_pointer_pos()
        {
            let before = view.run.frame();
            out.push(Action::Plots(Box::new(move |plots| plots.before_click = Some(before))));
            if let Some(moment) = marks::clicked(self.all, self.transform, at) {
                out.push(Action::Time(TimeCommand::GoTo(moment)));
                return;
            }
            let spike = hover::spike_at(self.all, self.shown, self.transform, at);
            out.push(Action::Seek(spike.unwrap_or_else(|| self.frame_at(at))));
        }
    }

    /// The drag under way, with its start.
    fn drag(self, ui: &Ui) -> Option<(Drag, Pos2)> {
        let (id, response) = (self.response.id.with("drag"), self.response);
        if response.drag_started() {
            let (modifiers, from) = ui.input(|i| (i.modifiers, i.pointer.press_origin()));
            let by = |button: PointerButton| response.drag_started_by(button);
            let drag = match () {
                () if by(PointerButton::Middle) || modifiers.command => Drag::Pan,
                () if by(PointerButton::Secondary) || modifiers.shift => Drag::Box,
                () => Drag::Scrub,
            };
            let from = from.or(response.interact_pointer_pos())?;
            ui.data_mut(|data| data.insert_temp(id, (drag, from)));
        }
        let is_under_way = response.dragged() || response.drag_stopped();
        if is_under_way { ui.data(|data| data.get_temp(id)) } else { None }
    }

    fn zoom(self, at: Pos2, factor: f64, [frames, values]: [bool; 2], out: &mut Vec<Action>) {
        let (last, full, plot) = (self.all.view.run.last_frame(), self.full, self.shown.plot.clone());
        let point = self.transform.value_from_position(at);
        out.push(Action::Plots(Box::new(move |plots| {
            if frames {
                plots.zoom_at(last, point.x, factor);
            }
            if values {
                plots.zoom_heights(&plot, full, point.y, factor);
            }
        })));
    }

    fn pan(self, delta: Vec2, out: &mut Vec<Action>) {
        let (last, plot) = (self.all.view.run.last_frame(), self.shown.plot.clone());
        let frames = -f64::from(delta.x) / self.transform.dpos_dvalue_x();
        let heights = -f64::from(delta.y) / self.transform.dpos_dvalue_y();
        out.push(Action::Plots(Box::new(move |plots| {
            plots.pan(last, frames);
            plots.pan_heights(&plot, heights);
        })));
    }

    /// Wheel: zooms the frames at the pointer, and the axis of the values follows what is in view; with Ctrl the values.
    /// Sideways it pans.
    fn wheel(self, ui: &Ui, at: Pos2, out: &mut Vec<Action>) {
        let (scroll, zoom, held) = ui.input(|i| (i.smooth_scroll_delta(), f64::from(i.zoom_delta()), i.modifiers));
        // With Shift the wheel scrolls sideways.
        let turned = if held.shift { scroll.x + scroll.y } else { scroll.y };
        let factor = zoom * libm::exp(f64::from(turned) * 0.004);
        if factor != 1.0 {
            self.zoom(at, factor, [!held.command, held.command], out);
        }
        if scroll.x != 0.0 && !held.shift {
            self.pan(Vec2::new(scroll.x, 0.0), out);
        }
        if scroll != Vec2::ZERO {
            // Consume the event, so that nothing else scrolls.
            ui.input_mut(|i| i.smooth_scroll_delta = Vec2::ZERO);
        }
    }

    /// Draws the box; shows what is in it when the button is released. A flat box changes one axis.
    fn zoom_to_box(self, ui: &Ui, from: Pos2, out: &mut Vec<Action>) {
        let Some(at) = self.response.interact_pointer_pos() else { return };
        let frame = *self.transform.frame();
        let drawn = Rect::from_two_pos(from, at).intersect(frame);
        let (is_wide, is_high) = (drawn.width() >= FLAT, drawn.height() >= FLAT);
        let seen = Rect::from_x_y_ranges(
            if is_wide { drawn.x_range() } else { frame.x_range() },
            if is_high { drawn.y_range() } else { frame.y_range() },
        );
        if (is_wide || is_high) && self.response.dragged() {
            let tint = ui.visuals().selection.bg_fill;
            ui.painter().rect(seen, 0.0, tint.gamma_multiply(0.2), Stroke::new(1.0, tint), StrokeKind::Inside);
        }
        if !self.response.drag_stopped() {
            return;
        }
        let (last, full, plot) = (self.all.view.run.last_frame(), self.full, self.shown.plot.clone());
        let (low, high) = (
            self.transform.value_from_position(seen.left_bottom()),
            self.transform.value_from_position(seen.right_top()),
        );
        out.push(Action::Plots(Box::new(move |plots| {
            if is_wide {
                plots.show_frames(last, [low.x, high.x]);
            }
            if is_high {
                plots.show_heights(&plot, [low.y, high.y], full);
            }
        })));
    }

    /// Keys while the plot has the focus.
    fn keys(self, ui: &Ui, out: &mut Vec<Action>) {
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(self.response.id, filter));
        let pressed = |key: Key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)) > 0;
        let frame = *self.transform.frame();
        let step = 0.1 * frame.width();
        if pressed(Key::Plus) || pressed(Key::Equals) {
            self.zoom(self.present(), STEP, [true, false], out);
        }
        if pressed(Key::Minus) {
            self.zoom(self.present(), 1.0 / STEP, [true, false], out);
        }
        for (key, delta) in [
            (Key::ArrowLeft, Vec2::new(step, 0.0)),
            (Key::ArrowRight, Vec2::new(-step, 0.0)),
            (Key::ArrowUp, Vec2::new(0.0, 0.1 * frame.height())),
            (Key::ArrowDown, Vec2::new(0.0, -0.1 * frame.height())),
        ] {
            if pressed(key) {
                self.pan(delta, out);
            }
        }
        if pressed(Key::F) {
            out.push(Action::Plots(Box::new(super::super::Plots::show_all)));
        }
        if pressed(Key::L) {
            self.switch_scale(out);
        }
        if pressed(Key::M) {
            out.push(Action::Time(TimeCommand::Note(self.all.view.run.moment(), String::new())));
        }
    }

    /// The middle of the height at the present frame, or the middle of the plot.
    fn present(self) -> Pos2 {
        let (frame, now) = (self.transform.frame(), self.all.view.run.frame() as f64);
        let x = self.transform.position_from_point_x(now);
        if frame.x_range().contains(x) { Pos2::new(x, frame.center().y) } else { frame.center() }
    }

    fn switch_scale(self, out: &mut Vec<Action>) {
        let index = self.all.plots.shown.iter().position(|known| known.plot == self.shown.plot);
        out.extend(index.map(|index| prefer(index, |plot| plot.is_switched = !plot.is_switched)));
    }

    /// Menu of the secondary button, for the place where it was pressed.
    fn menu(self, ui: &Ui, pointed: &PlotHover, out: &mut Vec<Action>) {
        let id = self.response.id.with("menu");
        if self.response.secondary_clicked() || self.response.long_touched() {
            let at = self.response.interact_pointer_pos().unwrap_or(self.response.rect.center());
            ui.data_mut(|data| data.insert_temp(id, (at, pointed.series.clone())));
        }
        self.response.context_menu(|ui| {
            let place = ui.data(|data| data.get_temp::<(Pos2, Option<String>)>(id));
            let (at, key) = place.unwrap_or((self.response.rect.center(), None));
            self.menu_of_notes(ui, at, out);
            ui.separator();
            if let Some(series) = self.shown.series.iter().find(|series| Some(&series.key) == key.as_ref())
                && chosen(ui, &format!("Hide {}", series.name))
            {
                let key = series.key.clone();
                out.push(Action::prefer(move |settings| settings.toggle_series(&key)));
            }
            let is_logarithmic = self.shown.scale == Scale::Logarithmic;
            if chosen(ui, if is_logarithmic { "Linear values" } else { "Logarithm of values" }) {
                self.switch_scale(out);
            }
            if self.all.plots.is_zoomed() && chosen(ui, "Show everything") {
                out.push(Action::Plots(Box::new(super::super::Plots::show_all)));
            }
            ui.separator();
            item(ui, self.all.view, Command::OpenNotebook, out);
        });
    }

    fn menu_of_notes(self, ui: &mut Ui, at: Pos2, out: &mut Vec<Action>) {
        let view = self.all.view;
        let (frame, near) = (self.frame_at(at), hover::nearest(self.all, self.shown, self.transform, at));
        let frame = near.as_ref().map_or(frame, |near| near.frame);
        if chosen(ui, &format!("Add a note at frame {frame}…")) {
            let text = near.map_or(String::new(), |near| {
                let value = hover::with_unit(view, self.shown, near.series, near.value);
                format!("{} = {value}", self.shown.full_name(&near.series.name))
            });
            out.push(Action::Time(TimeCommand::Note((frame, 0), text)));
        }
        for index in marks::bookmarks_at(view, self.transform, at.x) {
            let name = &moments::bookmarks(view)[index].name;
            if chosen(ui, &format!("Edit {name}…")) {
                out.push(Action::Time(TimeCommand::Rename(Some(index))));
            }
            if chosen(ui, &format!("Delete {name}")) {
                out.push(Action::Time(TimeCommand::Delete(index)));
            }
        }
    }
}
