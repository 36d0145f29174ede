//! Windows over the canvas that keep their size and leave the rest of the window usable.

use super::overflow;
use egui::{Align2, Context, Id, LayerId, Order, Pos2, Ui, Vec2, Window, vec2};

/// Where a floating window opens.
#[derive(Clone, Copy, Debug)]
pub enum Corner {
    /// Its upper left corner.
    Left(Pos2),
    /// The upper right corner of the canvas.
    Right(Pos2),
}

/// Shift from a window that already stands at the corner, and how near its corner must be for that, in points.
const STEP: f32 = 32.0;
const NEAR: f32 = 16.0;
/// Most windows in one cascade.
const MOST: usize = 8;

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
        Corner::Right(at) => (Align2::RIGHT_TOP, at + vec2(-12.0, 12.0), vec2(-STEP, STEP)),
    };
    let id = Id::unique(id);
    let mut window = Window::new(title).id(id).open(&mut is_open).pivot(pivot);
    if !ctx.memory(|memory| memory.areas().visible_last_frame(&LayerId::new(Order::Middle, id))) {
        window = window.current_pos(free(ctx, id, pivot, at, step));
    }
    window.resizable(false).collapsible(false).default_width(width).show(ctx, |ui| {
        ui.set_width(width);
        overflow::in_window(ui, contents);
    });
    is_open
}

/// Where a window opens: where it last was, else at the corner, in both cases beside the corners of the open windows.
fn free(ctx: &Context, id: Id, pivot: Align2, at: Pos2, step: Vec2) -> Pos2 {
    let corner = |id: Id| ctx.memory(|memory| memory.area_rect(id)).map(|rect| pivot.pos_in_rect(&rect));
    let others = ctx.memory(|memory| memory.areas().visible_layer_ids());
    let others = others.into_iter().filter(|layer| layer.order == Order::Middle && layer.id != id);
    let open: Vec<Pos2> = others.filter_map(|layer| corner(layer.id)).collect();
    let start = corner(id).unwrap_or(at);
    let mut places = (0..MOST).map(|index| start + step * index as f32);
    places.find(|place| open.iter().all(|other| other.distance(*place) > NEAR)).unwrap_or(start)
}
