//! Draggable ends of the loop range, and bookmark flags above the track.

use super::scale::TimeScale;
use super::track;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::timeline::moments;
use crate::editor::theme::color;
use crate::picture::Palette;
use egui::{CursorIcon, Id, Painter, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

/// Minimum distance of flags; of closer ones the first is shown.
const GAP: f32 = 6.0;

/// Ends of the loop range.
pub fn ends(ui: &Ui, view: &ViewContext, scale: &TimeScale, painter: &Painter, out: &mut Vec<Action>) {
    let looped = view.playback.looped;
    if !looped.is_set() {
        return;
    }
    let track = track::track(scale.rect);
    let (from, to) = looped.frames(view.run.last_frame());
    let accent = ui.visuals().hyperlink_color.gamma_multiply(if looped.is_on { 1.0 } else { 0.5 });
    for (name, frame, side) in [("Start of the loop", from, -1.0), ("End of the loop", to, 1.0)] {
        let x = scale.x(frame as f64);
        if x < scale.rect.left() - 1.0 || x > scale.rect.right() + 1.0 {
            continue;
        }
        // The grips are outside the range, so that both can be reached if it is short.
        let grip = Rect::from_x_y_ranges(
            (x + 4.0 * side - 4.0)..=(x + 4.0 * side + 4.0),
            track.top() - 9.0..=track.top() + track::MARKS,
        );
        let response = ui.interact(grip, Id::unique("loop").with(name), Sense::drag());
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Slider, true, name);
            info.value = Some(frame as f64);
            info
        });
        let strong = if response.hovered() || response.dragged() { ui.visuals().strong_text_color() } else { accent };
        painter.vline(x, track.top() - 9.0..=track.bottom(), Stroke::new(1.5, strong));
        let corner =
            vec![pos2(x, track.top() - 9.0), pos2(x + 7.0 * side, track.top() - 9.0), pos2(x, track.top() - 2.0)];
        painter.add(Shape::convex_polygon(corner, strong, Stroke::NONE));
        if response.dragged()
            && let Some(at) = response.interact_pointer_pos()
        {
            let new = scale.moment(at.x).0;
            let wanted = if side < 0.0 {
                looped.end.is_none_or(|end| new < end).then(|| looped.from(new))
            } else {
                (new > from).then(|| looped.to(new))
            };
            // Dragging an end does not switch the loop on.
            let wanted = wanted.map(|wanted| crate::editor::playback::Loop { is_on: looped.is_on, ..wanted });
            out.extend(wanted.filter(|wanted| *wanted != looped).map(|wanted| Action::Time(TimeCommand::Loop(wanted))));
        }
        response.on_hover_cursor(CursorIcon::ResizeHorizontal).on_hover_text(format!("{name}: frame {frame}"));
    }
}

/// Flags of the bookmarks that fit.
pub fn bookmarks(ui: &Ui, view: &ViewContext, scale: &TimeScale, painter: &Painter, out: &mut Vec<Action>) {
    let track = track::track(scale.rect);
    let mut last = f32::NEG_INFINITY;
    for (index, bookmark) in moments::bookmarks(view).iter().enumerate() {
        let moment = bookmark.moment(scale.substeps);
        let x = scale.x_of(moment);
        if x < scale.rect.left() - 1.0 || x > scale.rect.right() + 1.0 || (x - last).abs() < GAP {
            continue;
        }
        last = x;
        let flag = Rect::from_min_size(pos2(x - 2.0, scale.rect.top()), vec2(12.0, track::RULER));
        let response = ui.interact(flag, Id::unique("bookmark").with(index), Sense::click());
        let (name, when) = (format!("Bookmark: {}", bookmark.name), moments::of_bookmark(bookmark, scale.substeps));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let own = color(Palette::of(view.settings.theme.picture()).pinned);
        let tint = if response.hovered() { ui.visuals().strong_text_color() } else { own };
        let top = scale.rect.top() + 1.0;
        painter.vline(x, top..=track.bottom(), Stroke::new(1.0, tint.gamma_multiply(0.55)));
        let cloth = vec![
            pos2(x, top),
            pos2(x + 9.0, top),
            pos2(x + 6.5, top + 4.0),
            pos2(x + 9.0, top + 8.0),
            pos2(x, top + 8.0),
        ];
        painter.add(Shape::Path(egui::epaint::PathShape {
            points: cloth,
            closed: true,
            fill: tint,
            stroke: Stroke::new(1.0, ui.visuals().panel_fill).into(),
        }));
        if response.double_clicked() {
            out.push(Action::Time(TimeCommand::Rename(Some(index))));
        } else if response.clicked() {
            out.push(Action::Time(TimeCommand::GoInside(moment, bookmark.phase as usize)));
        }
        response.context_menu(|ui| {
            if ui.button("Go there").clicked() {
                out.push(Action::Time(TimeCommand::GoInside(moment, bookmark.phase as usize)));
            }
            if ui.button("Name, note, tags…").clicked() {
                out.push(Action::Time(TimeCommand::Rename(Some(index))));
            }
            if ui.button("Delete").clicked() {
                out.push(Action::Time(TimeCommand::Delete(index)));
            }
        });
        response.on_hover_ui(|ui| {
            ui.strong(&bookmark.name);
            super::bookmarks::describe(ui, bookmark);
            ui.weak(format!("Bookmark at frame {when}. Double click: name, note, tags. Right click: more."));
        });
    }
}
