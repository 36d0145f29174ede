//! Windows over the canvas that keep their size and leave the rest of the window usable.

use super::overflow;
use egui::{Align2, Context, Id, Pos2, Ui, Window, vec2};

/// Where a floating window opens.
#[derive(Clone, Copy, Debug)]
pub enum Corner {
    /// Its upper left corner.
    Left(Pos2),
    /// The upper right corner of the canvas.
    Right(Pos2),
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
    let (pivot, at) = match corner {
        Corner::Left(at) => (Align2::LEFT_TOP, at),
        Corner::Right(at) => (Align2::RIGHT_TOP, at + vec2(-12.0, 12.0)),
    };
    let window = Window::new(title).id(Id::unique(id)).open(&mut is_open).pivot(pivot).default_pos(at);
    window.resizable(false).collapsible(false).default_width(width).show(ctx, |ui| {
        ui.set_width(width);
        overflow::in_window(ui, contents);
    });
    is_open
}
