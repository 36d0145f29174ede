//! Access without a mouse: the crosshair that keys move on the canvas, the focus ring, keys between the areas of the
//! window, and hit distances for fingers.

pub mod areas;
pub mod crosshair;
pub mod focus_ring;

use crosshair::Crosshair;
use egui::{Context, Event, Id, Order, Plugin, RawInput, Tooltip, Ui, ViewportId};

/// The device of the last input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    /// Mouse or trackpad.
    #[default]
    Mouse,
    /// Keyboard, or a screen reader.
    Keys,
    /// Finger or pen.
    Touch,
}

/// A tooltip was visible in the last UI frames if it was within this time, in seconds.
const RECENT: f32 = 0.2;

/// Reads the input before the UI does.
#[derive(Default)]
struct Access {
    device: Device,
    crosshair: Crosshair,
    /// Windows of the last pass, with the modal one.
    windows: Vec<Id>,
    /// Whether a window has opened without the pointer while a tooltip was visible.
    hides_tooltip: bool,
}

/// How far a finger may be from a control, and from the border between two panels, in points.
const FINGER: f32 = 12.0;
/// Pick distances grow by this factor for a finger.
const FINGER_REACH: f64 = 2.2;

impl Plugin for Access {
    fn debug_name(&self) -> &'static str {
        "access"
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        self.device = input.events.iter().fold(self.device, device_after);
        // A finger also sends events of a mouse.
        if input.events.iter().any(|event| matches!(event, Event::Touch { .. })) {
            self.device = Device::Touch;
        }
        if input.viewport_id == ViewportId::ROOT {
            // A tooltip stays while the pointer rests on its control, even below a window. The next movement returns it.
            if std::mem::take(&mut self.hides_tooltip) {
                input.events.insert(0, Event::PointerGone);
            }
            self.crosshair.steer(input);
        }
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        focus_ring::paint(ui.ctx(), self.device == Device::Keys && !self.crosshair.has_focus());
        if ui.ctx().viewport_id() == ViewportId::ROOT {
            self.notice_windows(ui.ctx());
        }
    }
}

impl Access {
    fn notice_windows(&mut self, ctx: &Context) {
        let windows = ctx.memory(|memory| {
            let layers = memory.areas().visible_layer_ids().into_iter().filter(|layer| layer.order == Order::Middle);
            layers.chain(memory.top_modal_layer()).map(|layer| layer.id).collect::<Vec<_>>()
        });
        let has_opened = windows.iter().any(|id| !self.windows.contains(id));
        self.windows = windows;
        let has_tooltip = Tooltip::seconds_since_last_tooltip(ctx) < RECENT;
        if has_opened && has_tooltip && !ctx.input(|input| input.pointer.any_down()) {
            self.hides_tooltip = true;
            ctx.request_repaint();
        }
    }
}

fn device_after(last: Device, event: &Event) -> Device {
    match event {
        Event::Key { pressed: true, .. } | Event::AccessKitActionRequest(_) => Device::Keys,
        Event::PointerButton { pressed: true, .. } | Event::MouseWheel { .. } => Device::Mouse,
        Event::PointerMoved(_) if last == Device::Keys => Device::Mouse,
        _ => last,
    }
}

/// Starts to read the input; once per window.
pub fn install(ctx: &Context) {
    ctx.add_plugin(Access::default());
}

/// The device of the last input.
pub fn device(ctx: &Context) -> Device {
    ctx.with_plugin(|access: &mut Access| access.device).unwrap_or_default()
}

/// Factor of pick distances for the device of the last input.
pub fn reach(ctx: &Context) -> f64 {
    if device(ctx) == Device::Touch { FINGER_REACH } else { 1.0 }
}

/// Height of a row: the usual one, but at least 24 points for a finger (WCAG 2.2, 2.5.8).
pub fn room(ctx: &Context, usual: f32) -> f32 {
    if device(ctx) == Device::Touch { usual.max(24.0) } else { usual }
}

/// Lets fingers hit controls and borders that they miss by a little.
pub fn fit_to_device(ctx: &Context) {
    let default = egui::style::Interaction::default();
    let radii = match device(ctx) {
        Device::Touch => [FINGER; 3],
        _ => [default.interact_radius, default.resize_grab_radius_side, default.resize_grab_radius_corner],
    };
    let now = &ctx.global_style().interaction;
    if [now.interact_radius, now.resize_grab_radius_side, now.resize_grab_radius_corner] != radii {
        ctx.all_styles_mut(|style| {
            let kept = &mut style.interaction;
            [kept.interact_radius, kept.resize_grab_radius_side, kept.resize_grab_radius_corner] = radii;
        });
    }
}
