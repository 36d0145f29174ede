//! Windows over the canvas that keep their size and leave the rest of the window usable.

use super::overflow;
use egui::{Align2, AreaState, Context, Id, LayerId, Order, Pos2, Rect, Ui, Vec2, WidgetText, Window, pos2, vec2};

/// Where a floating window opens.
#[derive(Clone, Copy, Debug)]
pub enum Corner {
    /// Its upper left corner.
    Left(Pos2),
    /// The upper right corner of the canvas.
    Right(Pos2),
    /// The corner of this rectangle that is farthest from a point in it.
    Away(Rect, Pos2),
    /// The upper corner of this rectangle on the other side than a point in it.
    Beside(Rect, Pos2),
}

/// Distance from the edges of the canvas.
pub const MARGIN: f32 = 12.0;
/// Shift from a window that already stands at the corner, and how near its corner must be for that, in points.
const STEP: f32 = 32.0;
const NEAR: f32 = 16.0;
/// Number of UI frames after which the size of a new window is known.
const SETTLED: u8 = 4;
/// Most windows in one cascade.
const MOST: usize = 8;

/// A window that opens in the middle of the screen.
pub fn centered(ctx: &Context, title: impl Into<WidgetText>) -> Window<'static> {
    Window::new(title).collapsible(false).pivot(Align2::CENTER_CENTER).default_pos(ctx.content_rect().center())
}

/// Draws a floating window; its contents scroll if the screen is too low. Returns false if the user closes it.
pub fn show(
    ctx: &Context,
    (id, title): (&str, &str),
    corner: Corner,
    width: f32,
    contents: impl FnOnce(&mut Ui),
) -> bool {
    let mut is_open = true;
    let (pivot, at, step) = match corner {
        Corner::Left(at) => (Align2::LEFT_TOP, at, vec2(STEP, STEP)),
        Corner::Right(at) => (Align2::RIGHT_TOP, at + vec2(-MARGIN, MARGIN), vec2(-STEP, STEP)),
        Corner::Away(rect, point) => away(rect, point),
        Corner::Beside(rect, point) => away(rect, pos2(point.x, rect.bottom())),
    };
    let avoided = match corner {
        Corner::Away(_, point) | Corner::Beside(_, point) => Some(point),
        Corner::Left(_) | Corner::Right(_) => None,
    };
    let id = Id::unique(id);
    let layer = LayerId::new(Order::Middle, id);
    let is_new = !ctx.memory(|memory| memory.areas().visible_last_frame(&layer));
    // The place of an open window is that of the corner at which it opened.
    let pivot = ctx.data_mut(|data| {
        let known = data.get_temp(id).filter(|_| !is_new).unwrap_or(pivot);
        data.insert_temp(id, known);
        known
    });
    let mut window = Window::new(title).id(id).open(&mut is_open).pivot(pivot);
    if is_new {
        let place = free(ctx, id, (pivot, at, step), avoided);
        // A window that was open before keeps its place unless its state has the new one.
        if let Some(state) = AreaState::load(ctx, id) {
            let state = AreaState { pivot_pos: Some(place), pivot, ..state };
            ctx.memory_mut(|memory| memory.areas_mut().set_state(layer, state));
        }
        window = window.current_pos(place);
    }
    let age = ctx.data_mut(|data| {
        let age = data.get_temp_mut_or_default::<u8>(id.with("age"));
        *age = if is_new { 0 } else { age.saturating_add(1) };
        *age
    });
    // At first its size is not known. Later it may be dragged out of the rectangle.
    if let Corner::Away(rect, _) | Corner::Beside(rect, _) = corner
        && age < SETTLED
    {
        window = window.constrain_to(rect.shrink(MARGIN));
    }
    window.resizable(false).collapsible(false).default_width(width).show(ctx, |ui| {
        ui.set_width(width);
        overflow::in_window(ui, contents);
    });
    is_open
}

/// Pivot, place and shift of a window in the corner of a rectangle that is farthest from a point.
fn away(rect: Rect, point: Pos2) -> (Align2, Pos2, Vec2) {
    let rect = rect.shrink(MARGIN);
    let (is_left, is_top) = (point.x >= rect.center().x, point.y >= rect.center().y);
    let pivot = match (is_left, is_top) {
        (true, true) => Align2::LEFT_TOP,
        (true, false) => Align2::LEFT_BOTTOM,
        (false, true) => Align2::RIGHT_TOP,
        (false, false) => Align2::RIGHT_BOTTOM,
    };
    let step = vec2(if is_left { STEP } else { -STEP }, if is_top { STEP } else { -STEP });
    (pivot, pivot.pos_in_rect(&rect), step)
}

/// Where a window opens: where it last was, unless it would cover a point, else at the corner; in both cases beside the
/// corners of the open windows.
fn free(ctx: &Context, id: Id, (pivot, at, step): (Align2, Pos2, Vec2), avoided: Option<Pos2>) -> Pos2 {
    let corner = |id: Id| ctx.memory(|memory| memory.area_rect(id)).map(|rect| pivot.pos_in_rect(&rect));
    let others = ctx.memory(|memory| memory.areas().visible_layer_ids());
    let others = others.into_iter().filter(|layer| layer.order == Order::Middle && layer.id != id);
    let open: Vec<Pos2> = others.filter_map(|layer| corner(layer.id)).collect();
    let last = ctx.memory(|memory| memory.area_rect(id));
    let covers = last.zip(avoided).is_some_and(|(rect, point)| rect.contains(point));
    let start = corner(id).filter(|_| !covers).unwrap_or(at);
    let mut places = (0..MOST).map(|index| start + step * index as f32);
    places.find(|place| open.iter().all(|other| other.distance(*place) > NEAR)).unwrap_or(start)
}
