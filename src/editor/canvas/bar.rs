//! The row over the canvas: the controls of the tool in hand, what it snaps to, the mirror.
//!
//! Must never know: what tools do.

use super::stage::Stage;
use crate::editor::actions::{Action, Command};
use crate::editor::icons::Icon;
use crate::editor::mirror::Mirror;
use crate::editor::snap;
use crate::editor::tools::Toolbox;
use crate::editor::widgets::{self, Number};
use crate::editor::{keys, theme};
use egui::{Align, Layout, Rect, RichText, Role, Ui, UiBuilder, WidgetInfo, vec2};

/// Height of the row.
pub const HEIGHT: f32 = 34.0;

/// Draws it into `area`.
pub fn show(ui: &mut Ui, area: Rect, stage: &Stage, toolbox: &mut Toolbox, mirror: Mirror, out: &mut Vec<Action>) {
    ui.painter().rect_filled(area, 0.0, ui.visuals().panel_fill);
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    ui.painter().hline(area.x_range(), area.bottom() - 0.5, line);
    let inner = area.shrink2(vec2(8.0, 2.0));
    let right = Layout::right_to_left(Align::Center);
    let mut end = ui.new_child(UiBuilder::new().max_rect(inner).layout(right).id_salt("aids"));
    end.spacing_mut().item_spacing.x = 3.0;
    mirror_controls(&mut end, mirror, out);
    snap_controls(&mut end, stage, out);
    let mut room = inner;
    room.max.x = (end.min_rect().left() - 10.0).max(inner.left());
    let left = Layout::left_to_right(Align::Center);
    let mut begin = ui.new_child(UiBuilder::new().max_rect(room).layout(left).id_salt("tool"));
    begin.set_clip_rect(room.expand(2.0).intersect(ui.clip_rect()));
    begin.spacing_mut().item_spacing.x = 6.0;
    begin.label(toolbox.entry.icon.text(theme::ICON));
    begin.label(RichText::new(toolbox.entry.title).strong());
    begin.add_space(4.0);
    toolbox.tool.options(stage, &mut begin, out);
}

fn mirror_controls(ui: &mut Ui, mirror: Mirror, out: &mut Vec<Action>) {
    if mirror.is_on {
        let how = Number::ANY;
        if let Some(x) = widgets::number(ui, "Axis of the mirror", mirror.x, how) {
            out.push(Action::Mirror(Mirror { x, ..mirror }));
        }
        ui.label(RichText::new("axis x").small());
    }
    toggle(ui, Command::ToggleMirror, mirror.is_on, out);
}

fn toggle(ui: &mut Ui, command: Command, is_on: bool, out: &mut Vec<Action>) {
    let row = command.row();
    let keys = row.keys.first().map_or(String::new(), |press| format!("  ({})", keys::write(ui.ctx(), press)));
    let tip = format!("{}{keys}", row.name);
    if widgets::icon_button(ui, row.icon, row.name, &tip, true, is_on).clicked() {
        out.push(Action::Command(command));
    }
}

fn snap_controls(ui: &mut Ui, stage: &Stage, out: &mut Vec<Action>) {
    let options = &stage.options.snap;
    let menu = ui.menu_button(Icon("caret-down").text(theme::SMALL_ICON), |ui| {
        ui.set_min_width(250.0);
        for kind in snap::ALL {
            let mut is_on = options.has(kind.id);
            if ui.checkbox(&mut is_on, kind.title).on_hover_text(kind.explanation).changed() {
                out.push(Action::prefer(|settings| settings.tools.snap.toggle(kind.id)));
            }
        }
        ui.separator();
        ui.horizontal(|ui| {
            ui.label("Grid");
            let mut follows = options.typed_grid().is_none();
            let shown = snap::grid_step(options, 1.0 / stage.viewport.scale).unwrap_or(1.0);
            if ui.checkbox(&mut follows, "as the zoom shows it").changed() {
                let grid = if follows { 0.0 } else { shown };
                out.push(Action::prefer(move |settings| settings.tools.snap.grid = grid));
            }
        });
        if let Some(grid) = options.typed_grid() {
            ui.horizontal(|ui| {
                ui.label("Size of a cell");
                if let Some(grid) = widgets::number(ui, "Size of a grid cell", grid, Number::MORE_THAN_ZERO) {
                    out.push(Action::prefer(move |settings| settings.tools.snap.grid = grid));
                }
            });
        }
        widgets::note(ui, "Alt held: nothing snaps");
    });
    menu.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "What snaps"));
    menu.response.on_hover_text("What snaps, and the size of the grid");
    toggle(ui, Command::ToggleSnap, options.is_on, out);
}
