//! The crosshair: while the canvas has the focus, arrow keys move the pointer there and Space is its button. Tools, handles,
//! guides and menus receive it as a mouse, so every operation of the canvas has its way by keyboard.

use super::Access;
use egui::{Context, Event, Id, Key, Modifiers, Painter, PointerButton, Pos2, RawInput, Rect, Stroke, Vec2, vec2};

/// Step without snapping, in points.
const STEP: f32 = 10.0;
/// Steps of an arrow key with Shift.
const FAR: f32 = 10.0;
/// Distance from the border of the canvas at which the view begins to move, in points.
const MARGIN: f32 = 24.0;
/// Arms of the crosshair, from and to a distance from its centre, in points.
const ARMS: [f32; 2] = [5.0, 16.0];

/// Where the crosshair moves.
#[derive(Clone, Copy, Debug)]
pub struct CrosshairField {
    /// The canvas.
    pub rect: Rect,
    /// Position of a grid point in the window.
    pub origin: Pos2,
    /// Distance of grid lines in points; `None` without snapping to the grid.
    pub grid: Option<f32>,
    /// Whether the canvas has the focus.
    pub has_focus: bool,
}

/// The crosshair between UI frames.
#[derive(Default)]
pub(super) struct Crosshair {
    canvas: Option<Id>,
    field: Option<CrosshairField>,
    at: Option<Pos2>,
    /// The button that is held.
    held: Option<PointerButton>,
    /// Ctrl, Shift and Alt as they are, and those that were held when the button went down, which stay with it.
    modifiers: Modifiers,
    held_modifiers: Modifiers,
    was_on: bool,
    /// How far keys went beyond the border since the last UI frame, in points.
    beyond: Vec2,
}

impl Crosshair {
    pub(super) fn has_focus(&self) -> bool {
        self.field.is_some_and(|field| field.has_focus)
    }

    /// Replaces the keys of the crosshair by what a mouse would send.
    pub(super) fn steer(&mut self, input: &mut RawInput) {
        let Some(field) = self.field else { return };
        self.follow_mouse(field.rect, &input.events);
        if !field.has_focus {
            self.leave(input);
            return;
        }
        let at = *self.at.get_or_insert(field.rect.center());
        let mut made = Vec::new();
        if !std::mem::replace(&mut self.was_on, true) {
            made.push(Event::PointerMoved(at));
        }
        for event in std::mem::take(&mut input.events) {
            match event {
                Event::Key { key, pressed, repeat, modifiers, .. } if self.owns(key, modifiers) => {
                    self.key(&field, (key, modifiers), pressed && !repeat, pressed, &mut made);
                }
                Event::ModifiersChanged(modifiers) => {
                    self.modifiers = modifiers;
                    made.push(Event::ModifiersChanged(modifiers | self.held_modifiers));
                }
                // The crosshair stays where the mouse leaves the window.
                Event::PointerGone => {}
                event => made.push(event),
            }
        }
        input.events = made;
    }

    /// The crosshair starts where the mouse was.
    fn follow_mouse(&mut self, rect: Rect, events: &[Event]) {
        let mut moves =
            events.iter().filter_map(|event| if let Event::PointerMoved(at) = event { Some(*at) } else { None });
        if let Some(at) = moves.rfind(|at| rect.contains(*at)) {
            self.at = Some(at);
        }
    }

    /// Lets go when the focus has left the canvas.
    fn leave(&mut self, input: &mut RawInput) {
        if !std::mem::take(&mut self.was_on) {
            return;
        }
        let at = self.at.unwrap_or_default();
        let mut made = Vec::new();
        self.release(at, Modifiers::NONE, &mut made);
        made.push(Event::PointerGone);
        input.events.splice(0..0, made);
    }

    /// True for the keys that the crosshair takes from the rest of the window.
    fn owns(&self, key: Key, modifiers: Modifiers) -> bool {
        match key {
            Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown => !modifiers.alt,
            Key::Space | Key::Insert => true,
            Key::F10 => modifiers.shift,
            _ => false,
        }
    }

    fn key(
        &mut self,
        field: &CrosshairField,
        (key, modifiers): (Key, Modifiers),
        is_first: bool,
        is_down: bool,
        made: &mut Vec<Event>,
    ) {
        use PointerButton::{Primary, Secondary};
        let at = self.at.unwrap_or_default();
        match (key, is_first) {
            (Key::Space, true) if self.held.is_none() => self.press(Primary, at, modifiers, made),
            (Key::Space, _) if !is_down => self.release(at, modifiers, made),
            (Key::Insert, true) if self.held.is_none() => self.press(Primary, at, modifiers, made),
            (Key::Insert, true) => self.release(at, modifiers, made),
            (Key::F10, true) => {
                made.extend([true, false].map(|is_down| pressed(Secondary, at, is_down, Modifiers::NONE)));
            }
            (Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown, _) if is_down => {
                self.go(field, key, modifiers);
                made.extend(self.at.map(Event::PointerMoved));
            }
            _ => {}
        }
    }

    fn press(&mut self, button: PointerButton, at: Pos2, modifiers: Modifiers, made: &mut Vec<Event>) {
        (self.held, self.held_modifiers) = (Some(button), modifiers);
        made.push(pressed(button, at, true, modifiers));
    }

    fn release(&mut self, at: Pos2, modifiers: Modifiers, made: &mut Vec<Event>) {
        if let Some(button) = self.held.take() {
            self.held_modifiers = Modifiers::NONE;
            made.extend([pressed(button, at, false, modifiers), Event::ModifiersChanged(self.modifiers)]);
        }
    }

    /// Moves to the next grid line, with Shift to the tenth, with Ctrl by one point.
    fn go(&mut self, field: &CrosshairField, key: Key, modifiers: Modifiers) {
        let Some(at) = &mut self.at else { return };
        let (axis, sign) = match key {
            Key::ArrowLeft => (0, -1.0),
            Key::ArrowRight => (0, 1.0),
            Key::ArrowUp => (1, -1.0),
            _ => (1, 1.0),
        };
        let count = if modifiers.shift { FAR } else { 1.0 };
        at[axis] = match field.grid.filter(|_| !modifiers.command) {
            Some(step) => {
                let line = (at[axis] - field.origin[axis]) / step;
                // A crosshair between two lines moves to the nearer one in this direction.
                let nearest = line.round();
                let next = if (line - nearest).abs() < 0.05 { nearest + sign } else { (line * sign).ceil() * sign };
                field.origin[axis] + (next + sign * (count - 1.0)) * step
            }
            None if modifiers.command => at[axis] + sign,
            None => at[axis] + sign * count * STEP,
        };
        let inner = field.rect.shrink(MARGIN.min(0.25 * field.rect.size().min_elem()));
        let inside = at.clamp(inner.min, inner.max);
        let beyond = *at - inside;
        // Moving back inside does not move the view.
        if beyond[axis] * sign > 0.0 {
            self.beyond[axis] += beyond[axis];
            at[axis] = inside[axis];
        }
    }
}

fn pressed(button: PointerButton, pos: Pos2, pressed: bool, modifiers: Modifiers) -> Event {
    Event::PointerButton { pos, button, pressed, modifiers }
}

/// Tells the crosshair where the canvas is in this UI frame.
pub fn publish(ctx: &Context, canvas: Id, field: CrosshairField) {
    ctx.with_plugin(|access: &mut Access| {
        (access.crosshair.canvas, access.crosshair.field) = (Some(canvas), Some(field));
    });
    if field.has_focus {
        // Esc belongs to the tool first.
        let filter = egui::EventFilter { escape: true, ..egui::EventFilter::default() };
        ctx.memory_mut(|memory| memory.set_focus_lock_filter(canvas, filter));
    }
}

/// True if keys move the crosshair.
pub fn is_on(ctx: &Context) -> bool {
    ctx.with_plugin(|access: &mut Access| access.crosshair.canvas)
        .flatten()
        .is_some_and(|id| ctx.memory(|memory| memory.has_focus(id)))
}

/// Gives the canvas the focus, or takes it away.
pub fn toggle(ctx: &Context) {
    let Some(canvas) = ctx.with_plugin(|access: &mut Access| access.crosshair.canvas).flatten() else { return };
    let is_on = is_on(ctx);
    ctx.memory_mut(|memory| if is_on { memory.surrender_focus(canvas) } else { memory.request_focus(canvas) });
}

/// How far the crosshair went beyond the border since the last UI frame, in points; the view follows it.
pub fn take_beyond(ctx: &Context) -> Vec2 {
    ctx.with_plugin(|access: &mut Access| std::mem::take(&mut access.crosshair.beyond)).unwrap_or_default()
}

/// Paints the crosshair in two colours, one of which stands out from any background.
pub fn paint(ctx: &Context, painter: &Painter) {
    let Some(at) = ctx.with_plugin(|access: &mut Access| access.crosshair.at).flatten() else { return };
    let [inner, outer] = super::focus_ring::COLORS;
    for (width, color) in [(4.0, outer), (2.0, inner)] {
        for arm in [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, 1.0), vec2(0.0, -1.0)] {
            painter.line_segment(ARMS.map(|length| at + arm * length), Stroke::new(width, color));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    fn field(grid: Option<f32>) -> CrosshairField {
        let rect = Rect::from_min_max(pos2(100.0, 100.0), pos2(500.0, 400.0));
        CrosshairField { rect, origin: pos2(103.0, 101.0), grid, has_focus: true }
    }

    fn after(grid: Option<f32>, at: Pos2, keys: &[(Key, Modifiers)]) -> (Pos2, Vec2) {
        let mut crosshair = Crosshair { at: Some(at), ..Crosshair::default() };
        keys.iter().for_each(|&(key, modifiers)| crosshair.go(&field(grid), key, modifiers));
        (crosshair.at.unwrap(), crosshair.beyond)
    }

    const NONE: Modifiers = Modifiers::NONE;

    #[test]
    fn crosshair_moves_from_grid_line_to_grid_line() {
        // Lines at x = 103 + 20 k, y = 101 + 20 k.
        let at = pos2(250.0, 250.0);
        assert_eq!(after(Some(20.0), at, &[(Key::ArrowRight, NONE)]).0, pos2(263.0, 250.0));
        assert_eq!(after(Some(20.0), at, &[(Key::ArrowLeft, NONE)]).0, pos2(243.0, 250.0));
        assert_eq!(after(Some(20.0), at, &[(Key::ArrowRight, NONE), (Key::ArrowRight, NONE)]).0, pos2(283.0, 250.0));
        assert_eq!(after(Some(20.0), at, &[(Key::ArrowUp, NONE)]).0, pos2(250.0, 241.0));
        assert_eq!(after(Some(5.0), at, &[(Key::ArrowDown, Modifiers::SHIFT)]).0, pos2(250.0, 296.0));
    }

    #[test]
    fn crosshair_moves_in_points_without_a_grid_and_with_ctrl() {
        let at = pos2(250.0, 250.0);
        assert_eq!(after(None, at, &[(Key::ArrowUp, NONE)]).0, pos2(250.0, 240.0));
        assert_eq!(after(None, at, &[(Key::ArrowLeft, Modifiers::SHIFT)]).0, pos2(150.0, 250.0));
        assert_eq!(after(Some(20.0), at, &[(Key::ArrowLeft, Modifiers::COMMAND)]).0, pos2(249.0, 250.0));
    }

    #[test]
    fn crosshair_stops_at_the_border_and_the_view_follows() {
        // The inner border is at x = 500 - 24.
        let (at, beyond) = after(Some(20.0), pos2(463.0, 250.0), &[(Key::ArrowRight, NONE)]);
        assert_eq!((at, beyond), (pos2(476.0, 250.0), vec2(7.0, 0.0)));
        assert_eq!(after(Some(20.0), pos2(490.0, 250.0), &[(Key::ArrowLeft, NONE)]).1, Vec2::ZERO);
    }
}
