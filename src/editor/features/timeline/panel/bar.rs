//! The row above the track: loop range, marks, bookmarks, zoom, memory, and progress of a seek.

use super::{bookmarks, marks, track};
use crate::editor::access;
use crate::editor::actions::{Action, Command};
use crate::editor::context::ViewContext;
use crate::editor::features::settings::panel::general::keyframe_memory;
use crate::editor::features::timeline::Timeline;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::timeline::marks::MarkKind;
use crate::editor::features::timeline::moments;
use crate::editor::icons::Icon;
use crate::editor::widgets::command::item;
use crate::editor::widgets::command::tip;
use crate::editor::widgets::overflow;
use crate::editor::widgets::overflow::Item;
use crate::editor::{theme, widgets};
use egui::{Align, Button, Layout, ProgressBar, RichText, Role, Sense, Ui, WidgetInfo, vec2};

pub(super) const HEIGHT: f32 = 22.0;
/// Height of separators.
const LINE: f32 = 14.0;

/// Row width from which the memory text fits.
const WIDE: f32 = 900.0;
/// Width of the seek progress.
const PROGRESS: f32 = 150.0;

/// Draws the row.
pub fn show(ui: &mut Ui, view: &ViewContext, timeline: &Timeline, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.set_height(HEIGHT);
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().interact_size.y = HEIGHT;
        ui.spacing_mut().button_padding = vec2(5.0, 2.0);
        let is_busy = view.playback.target().is_some() || view.run.divergence().is_some();
        let middle = if is_busy { PROGRESS } else { 0.0 };
        let (left, right) = (left(view, timeline), right(view, timeline, ui.available_width() > WIDE));
        overflow::row(ui, "Timeline", (&left, &right), (middle, &|ui, out| progress(ui, view, out)), out);
    });
}

fn command<'a>(view: &'a ViewContext<'a>, rank: u8, command: Command, is_on: bool) -> Item<'a> {
    let show = move |ui: &mut Ui, out: &mut Vec<Action>| button(ui, view, command, is_on, out);
    Item::new(rank, show, move |ui, out| item(ui, view, command, out))
}

fn left<'a>(view: &'a ViewContext<'a>, timeline: &'a Timeline) -> Vec<Item<'a>> {
    let looped = view.playback.looped;
    let mut left = vec![
        command(view, 6, Command::ToggleLoop, looped.is_on),
        command(view, 4, Command::LoopStart, false),
        command(view, 4, Command::LoopEnd, false),
    ];
    if looped.is_set() {
        left.push(Item::new(4, |ui, _| span(ui, view), |ui, _| span(ui, view)));
        left.push(command(view, 4, Command::LoopAll, false));
    }
    left.extend([
        Item::gap(LINE),
        command(view, 5, Command::PreviousMark, false),
        command(view, 5, Command::NextMark, false),
        Item::new(8, |ui, out| kinds(ui, view, timeline, out), |ui, out| kinds(ui, view, timeline, out)),
        Item::gap(LINE),
        command(view, 7, Command::AddBookmark, false),
        Item::new(7, |ui, out| bookmarks::menu(ui, view, out), |ui, out| bookmarks::menu(ui, view, out)),
        Item::gap(LINE),
        command(view, 3, Command::TogglePhases, view.settings.shows_phases),
    ]);
    left
}

fn right<'a>(view: &'a ViewContext<'a>, timeline: &'a Timeline, is_wide: bool) -> Vec<Item<'a>> {
    let zoom = |is_in_menu: bool| {
        move |ui: &mut Ui, out: &mut Vec<Action>| match is_in_menu {
            true => overflow::line(ui, "Timeline", |ui| zoom(ui, view, timeline, out)),
            false => zoom(ui, view, timeline, out),
        }
    };
    vec![
        Item::new(5, zoom(false), zoom(true)),
        Item::gap(LINE),
        Item::new(2, move |ui, out| memory(ui, view, is_wide, out), move |ui, out| memory(ui, view, true, out)),
        Item::new(9, |ui, out| switch(ui, false, out), |ui, out| switch(ui, false, out)),
    ]
}

/// Width of the switch beside a timeline of one line.
pub const SWITCH: f32 = HEIGHT + 6.0;

/// Switches between the whole timeline and one line.
pub fn switch(ui: &mut Ui, is_slim: bool, out: &mut Vec<Action>) {
    let (icon, name, tip) = if is_slim {
        ("caret-up", "Whole timeline", "Show marks, bookmarks, loop and zoom of the timeline")
    } else {
        ("caret-down", "Timeline of one line", "Leave more room to the canvas")
    };
    let button = Button::new(Icon(icon).text(12.0)).frame_when_inactive(false).min_size(vec2(HEIGHT, track::SLIM));
    ui.spacing_mut().button_padding.y = 0.0;
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    if response.on_hover_text(tip).clicked() {
        out.push(Action::Prefer(Box::new(move |settings| settings.layout_mut().has_slim_timeline = !is_slim)));
    }
}

pub(super) fn small(ui: &mut Ui, icon: &'static str, name: &str, tip: &str, is_enabled: bool, is_on: bool) -> bool {
    let tint = if is_on { ui.visuals().strong_text_color() } else { ui.visuals().text_color() };
    let button = Button::new(Icon(icon).tinted(theme::SMALL_ICON, tint)).min_size(vec2(HEIGHT, HEIGHT));
    let response = ui.add_enabled(is_enabled, button.selected(is_on).frame_when_inactive(is_on));
    response.widget_info(|| WidgetInfo::selected(Role::Button, is_enabled, is_on, name));
    response.on_hover_text(tip).on_disabled_hover_text(tip).clicked()
}

fn button(ui: &mut Ui, view: &ViewContext, command: Command, is_on: bool, out: &mut Vec<Action>) {
    let row = command.row();
    let tip = tip(ui, row.name, command);
    if small(ui, row.icon.0, row.name, &tip, view.commands.is_possible(command), is_on) {
        out.push(Action::Command(command));
    }
}

/// The loop range.
fn span(ui: &mut Ui, view: &ViewContext) {
    let looped = view.playback.looped;
    let (from, to) = looped.frames(view.run.last_frame());
    let text = RichText::new(format!("{from} to {to}")).small();
    ui.label(if looped.is_on { text } else { text.weak() }).on_hover_text("Loop range. Drag its ends to change it");
}

/// A menu that stays open while its controls are used.
pub(super) fn stays_open(ui: &mut Ui, name: &str, tip: &str, button: Button<'_>, items: impl FnOnce(&mut Ui)) {
    let response = overflow::stays_open(ui, button, |ui, height| overflow::scrolling_within(ui, height, items));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    response.on_hover_text(tip);
}

/// Menu of mark kinds with counts; each kind can be hidden.
fn kinds(ui: &mut Ui, view: &ViewContext, timeline: &Timeline, out: &mut Vec<Action>) {
    let harmless = timeline.marks.of(MarkKind::Harmless).len();
    let total = MarkKind::ALL.into_iter().map(|kind| timeline.marks.of(kind).len()).sum::<usize>() - harmless;
    let text = match (total, harmless) {
        (0, 0) => "Marks".to_owned(),
        (_, 0) => format!("Marks {total}"),
        (0, _) => format!("Marks: {harmless} harmless"),
        _ => format!("Marks {total}, {harmless} harmless"),
    };
    let button = Button::new(RichText::new(text).small()).frame_when_inactive(false);
    stays_open(ui, "Marks", "Events and inputs by kind", button, |ui| {
        ui.set_width(230.0);
        // Twenty kinds and the controls below must fit in a low window.
        (ui.spacing_mut().item_spacing.y, ui.spacing_mut().interact_size.y) = (1.0, access::room(ui.ctx(), 20.0));
        ui.spacing_mut().button_padding.y = 1.0;
        for kind in MarkKind::ALL.into_iter().rev() {
            let count = timeline.marks.of(kind).len();
            let mut is_shown = moments::is_shown(view, kind);
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
                let behind = ui.visuals().window_fill;
                marks::glyph(ui.painter(), kind, rect.center(), marks::color_of(view, kind), behind);
                let response = ui.checkbox(&mut is_shown, kind.title());
                let name = format!("Marks: {}", kind.title());
                response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_shown, &name));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.weak(count.to_string()));
                if response.changed() {
                    out.push(Action::Prefer(Box::new(move |settings| settings.toggle_marks(kind.id()))));
                }
            });
        }
        ui.separator();
        let searched = match timeline.judging {
            Some(frame) => format!("The diagnosis has reached frame {frame}."),
            None => format!("Frames 0 to {}. Problems looks further.", view.run.last_frame()),
        };
        widgets::note(ui, searched);
        ui.separator();
        item(ui, view, Command::PreviousMark, out);
        item(ui, view, Command::NextMark, out);
    });
}

fn zoom(ui: &mut Ui, view: &ViewContext, timeline: &Timeline, out: &mut Vec<Action>) {
    let [from, to] = timeline.span(view.run);
    let middle = super::present(view).clamp(from, to);
    let around = |factor: f64| [middle - (middle - from) * factor, middle + (to - middle) * factor];
    let is_zoomed = timeline.is_zoomed();
    let tip = "Show the whole run (double click on the track)";
    if small(ui, "arrows-out-line-horizontal", "Timeline: show all", tip, is_zoomed, false) {
        out.push(Action::Time(TimeCommand::Show(None)));
    }
    if small(ui, "magnifying-glass-plus", "Timeline: zoom in", "Fewer frames (wheel on the track)", true, false) {
        out.push(Action::Time(TimeCommand::Show(Some(around(0.5)))));
    }
    if small(ui, "magnifying-glass-minus", "Timeline: zoom out", "More frames (wheel on the track)", is_zoomed, false) {
        out.push(Action::Time(TimeCommand::Show(Some(around(2.0)))));
    }
}

/// A size in MiB.
fn mebibytes(bytes: usize) -> String {
    let size = bytes as f64 / f64::from(1 << 20);
    if size >= 10.0 { format!("{size:.0}") } else { format!("{size:.1}") }
}

/// Memory of the keyframes of all runs, with its limit.
fn memory(ui: &mut Ui, view: &ViewContext, is_wide: bool, out: &mut Vec<Action>) {
    let memory = view.memory();
    let limit = view.settings.keyframes_mib;
    let frames =
        if memory.spacing == 1 { "every frame".to_owned() } else { format!("every {} frames", memory.spacing) };
    let text = format!("keyframes {frames}, {} of {limit} MiB", mebibytes(memory.used));
    let words = if is_wide { text.clone() } else { format!("{} of {limit} MiB", mebibytes(memory.used)) };
    let weak = ui.visuals().weak_text_color();
    let words = (Icon("memory").tinted(theme::SMALL_ICON, weak), RichText::new(words).small().color(weak));
    let button = Button::new(words).frame_when_inactive(false);
    stays_open(ui, "Memory for keyframes", &text, button, |ui| {
        ui.set_width(290.0);
        keyframe_memory(ui, view, out);
        ui.add_space(4.0);
        let states = format!("{} keyframes, {frames}; {} states between them", memory.keyframes, memory.between);
        widgets::note(ui, states);
        widgets::note(
            ui,
            "Moments between two keyframes are recomputed bit for bit and checked by their hash. More memory makes far \
             jumps faster.",
        );
    });
}

/// Progress of a seek, with a cancel button.
fn progress(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    if let Some(frame) = view.run.divergence() {
        ui.add_space(8.0);
        let text = RichText::new(format!("Diverged at frame {frame}")).small().color(ui.visuals().error_fg_color);
        let response = ui.add(Button::new(text));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Diverged at frame {frame}")));
        if response.on_hover_text("Repeating the same inputs gave a different result. Click to go there").clicked() {
            out.push(Action::Time(TimeCommand::GoTo((frame, 0))));
        }
    }
    let Some(target) = view.playback.target() else { return };
    ui.add_space(8.0);
    let part = view.playback.progress(view.run);
    let now = view.run.frame().min(target.0);
    let words = format!("Frame {now}, going to {}: {:.0} %", moments::written(target), 100.0 * part);
    let width = (ui.available_width() - 70.0).clamp(60.0, 230.0);
    let bar = ProgressBar::new(part as f32).desired_width(width).desired_height(16.0);
    ui.add(bar.text(RichText::new(words).small()).corner_radius(3.0));
    let response = ui.add(Button::new(RichText::new("Cancel").small()));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Cancel seek"));
    if response.on_hover_text("Return to the previous moment  (Esc). Stepped frames stay on the timeline.").clicked() {
        out.push(Action::Time(TimeCommand::Cancel));
    }
}
