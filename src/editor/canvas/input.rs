//! Mouse, touch and trackpad input: moves the view and passes the rest to the tool.

use crate::editor::access::crosshair;
use crate::editor::actions::Action;
use crate::editor::stage::Stage;
use crate::editor::tools::Pointer;
use crate::geometry::DVec2;
use crate::picture::Viewport;
use egui::{Event, Key, MouseWheelSource, MouseWheelUnit, PointerButton, Response, Ui, Vec2};

/// Input state between UI frames.
#[derive(Debug, Default)]
pub struct Input {
    /// Whether scroll events come from a trackpad, which pans, or a wheel, which zooms.
    is_trackpad: bool,
    /// Whether Space was used to pan, so that its release does not toggle playback.
    pub is_space_used: bool,
    /// Whether the view is being panned.
    pub is_panning: bool,
    /// Whether two or more fingers move the view; they do until all fingers have left.
    pub is_pinching: bool,
    /// Whether no finger was down when the last UI frame ended. What the next one reports belongs to new touches.
    has_released: bool,
}

/// Zoom per point of scrolling.
pub const ZOOM_PER_POINT: f32 = 0.0025;

impl Input {
    /// Moves the view and returns the pointer input for the tool.
    pub fn read(&mut self, ui: &Ui, response: &Response, stage: &Stage, out: &mut Vec<Action>) -> Pointer {
        let space = ui.input(|i| i.key_down(Key::Space)) && !ui.ctx().text_edit_focused();
        let other_button = response.dragged_by(PointerButton::Middle) || response.dragged_by(PointerButton::Secondary);
        self.is_panning = other_button || (space && response.dragged_by(PointerButton::Primary));
        let mut viewport = stage.viewport;
        if self.is_panning {
            pan(&mut viewport, response.drag_delta());
        }
        if space && self.is_panning {
            self.is_space_used = true;
        }
        if response.contains_pointer() {
            self.scroll(ui, stage, &mut viewport);
        }
        pan(&mut viewport, -crosshair::take_beyond(ui.ctx()));
        if viewport != stage.viewport {
            out.push(Action::Look(viewport));
        }
        self.pinch(ui);
        if self.is_panning || self.is_pinching { Pointer::default() } else { pointer(ui, response, stage) }
    }

    /// The first finger of a pinch presses the main button before the second arrives; a tool must not act on it.
    fn pinch(&mut self, ui: &Ui) {
        let (is_multi, is_down) = ui.input(|i| (i.multi_touch().is_some(), i.any_touches() || i.pointer.any_down()));
        self.is_pinching = is_multi || self.is_pinching && !self.has_released;
        self.has_released = !is_down;
        // The pinch ends in a UI frame without fingers, which an idle window does not draw by itself.
        if self.is_pinching {
            ui.ctx().request_repaint();
        }
    }

    fn scroll(&mut self, ui: &Ui, stage: &Stage, viewport: &mut Viewport) {
        let (scroll, zoom, at) = ui.input(|i| {
            for event in &i.events {
                if let Event::MouseWheel { unit, delta, source, .. } = event {
                    self.is_trackpad = is_trackpad(*unit, *delta, *source);
                }
            }
            let fingers = i.multi_touch();
            let moved = fingers.map_or(Vec2::ZERO, |touch| touch.translation_delta);
            if moved != Vec2::ZERO {
                self.is_trackpad = true;
            }
            let at = fingers.map_or(i.pointer.hover_pos(), |touch| Some(touch.center_pos));
            (i.smooth_scroll_delta() + moved, i.zoom_delta(), at)
        });
        let Some(at) = at.map(|at| at - stage.rect.min) else { return };
        let at = DVec2::new(f64::from(at.x), f64::from(at.y));
        let mut factor = f64::from(zoom);
        if self.is_trackpad {
            pan(viewport, scroll);
        } else {
            factor *= f64::from((scroll.y * ZOOM_PER_POINT).exp());
            pan(viewport, Vec2::new(scroll.x, 0.0));
        }
        if factor != 1.0 {
            viewport.zoom_at(at, factor);
        }
    }
}

/// Wheels report lines, trackpads points. Browsers report both in points, wheels in large steps.
fn is_trackpad(unit: MouseWheelUnit, delta: Vec2, source: MouseWheelSource) -> bool {
    match source {
        MouseWheelSource::Trackpad | MouseWheelSource::Momentum => true,
        MouseWheelSource::Wheel => false,
        MouseWheelSource::Unknown => {
            let in_large_steps = cfg!(target_arch = "wasm32") && delta.x == 0.0 && delta.y.abs() >= 50.0;
            unit == MouseWheelUnit::Point && !in_large_steps
        }
    }
}

fn pan(viewport: &mut Viewport, by: Vec2) {
    viewport.center += DVec2::new(-f64::from(by.x), f64::from(by.y)) / viewport.scale;
}

fn pointer(ui: &Ui, response: &Response, stage: &Stage) -> Pointer {
    let world = |at| stage.world_from_screen(at);
    let is_dragging = response.dragged_by(PointerButton::Primary);
    let clicked = response.interact_pointer_pos().filter(|_| response.clicked_by(PointerButton::Primary));
    // A finger has left the window when its tap is reported.
    let at = if is_dragging { response.interact_pointer_pos() } else { clicked.or(response.hover_pos()) };
    let at = at.map(world);
    let origin = ui.input(|i| i.pointer.press_origin());
    Pointer {
        at,
        over: at.filter(|_| !is_dragging).and_then(|at| crate::editor::stage::pick::pick(stage, at)),
        drag_started: origin.filter(|_| response.drag_started_by(PointerButton::Primary)).map(world),
        is_dragging,
        drag_delta: response.drag_delta(),
        drag_stopped: response.drag_stopped_by(PointerButton::Primary),
        clicked: clicked.map(world),
        double_clicked: response.double_clicked_by(PointerButton::Primary),
        modifiers: ui.input(|i| i.modifiers),
    }
}
