//! The row above the canvas: controls of the active tool, snapping and mirror.

use crate::editor::actions::{Action, Command};
use crate::editor::icons::Icon;
use crate::editor::mirror::Mirror;
use crate::editor::snap;
use crate::editor::stage::Stage;
use crate::editor::theme;
use crate::editor::tools::Toolbox;
use crate::editor::widgets::command::tip;
use crate::editor::widgets::overflow;
use crate::editor::widgets::{self, Number};
use egui::{Align, Color32, Event, Layout, Rect, RichText, Role, TextStyle, Ui, UiBuilder, WidgetInfo, vec2};

/// Height of the row.
pub const HEIGHT: f32 = 30.0;
/// Space around the tool's name.
const NAME: f32 = 22.0;
/// Width of the overflow menu.
const MENU: f32 = 340.0;

/// Draws the row into `area`.
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
    let title = begin.label(toolbox.entry.icon.text(theme::ICON)).on_hover_text(toolbox.entry.title);
    tool_controls(&mut begin, title.rect.right(), room, stage, toolbox, out);
}

/// Name and controls of the active tool. Without room, the name is dropped; if that is not enough, the controls move into a menu behind
/// the name.
fn tool_controls(ui: &mut Ui, from: f32, room: Rect, stage: &Stage, toolbox: &mut Toolbox, out: &mut Vec<Action>) {
    // The width of the controls depends on the tool and the selection. In the row it is measured each UI frame. In the
    // menu it is measured only after a press ends, so that a press in progress keeps its target.
    let id = ui.scope_id().with("width of the controls");
    let (entry, count) = (toolbox.entry, stage.selection.len().min(2));
    let known = ui.data(|data| data.get_temp::<(&str, usize, f32, bool)>(id));
    let known = known.filter(|known| (known.0, known.1) == (entry.id, count));
    let (width, is_stale) = known.map_or((0.0, false), |known| (known.2, known.3));
    let font = TextStyle::Body.resolve(ui.style());
    let name = ui.painter().layout_no_wrap(entry.title.to_owned(), font, Color32::PLACEHOLDER).size().x;
    let left = room.right() - from;
    let is_listed = left < width && (!is_stale || egui::Popup::is_any_open(ui.ctx()));
    if left >= name + NAME + if is_listed { theme::BUTTON } else { width } {
        ui.label(RichText::new(entry.title).strong());
        ui.add_space(4.0);
    }
    if is_listed {
        overflow::more(ui, entry.title, |ui| {
            ui.set_max_width((ui.ctx().content_rect().width() - 40.0).min(MENU));
            ui.horizontal_wrapped(|ui| toolbox.tool.options(stage, ui, out));
        });
        let is_pressed =
            ui.input(|i| i.pointer.any_released() || i.events.iter().any(|event| matches!(event, Event::Key { .. })));
        if is_pressed {
            ui.data_mut(|data| data.insert_temp(id, (entry.id, count, width, true)));
            ui.ctx().request_repaint();
        }
        return;
    }
    let before = ui.cursor().left();
    toolbox.tool.options(stage, ui, out);
    let width = ui.cursor().left() - before + ui.spacing().item_spacing.x;
    if is_stale || known.is_none_or(|known| known.2 != width) {
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(id, (entry.id, count, width, false)));
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
    let tip = tip(ui, row.name, command);
    if widgets::icon_button(ui, row.icon, row.name, &tip, true, is_on).clicked() {
        out.push(Action::Command(command));
    }
}

/// Snap targets and grid size.
fn snaps(ui: &mut Ui, stage: &Stage, out: &mut Vec<Action>) {
    let options = &stage.options.snap;
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
        if ui.checkbox(&mut follows, "as displayed").changed() {
            let grid = if follows { 0.0 } else { shown };
            out.push(Action::prefer(move |settings| settings.tools.snap.grid = grid));
        }
    });
    if let Some(grid) = options.typed_grid() {
        ui.horizontal(|ui| {
            ui.label("Cell size");
            if let Some(grid) = widgets::number(ui, "Size of a grid cell", grid, Number::MORE_THAN_ZERO) {
                out.push(Action::prefer(move |settings| settings.tools.snap.grid = grid));
            }
        });
    }
    widgets::note(ui, "Hold Alt to suspend snapping");
}

fn snap_controls(ui: &mut Ui, stage: &Stage, out: &mut Vec<Action>) {
    let options = &stage.options.snap;
    let menu = ui.menu_button(Icon("caret-down").text(theme::SMALL_ICON), |ui| {
        ui.set_min_width(250.0);
        overflow::scrolling(ui, |ui| snaps(ui, stage, out));
    });
    menu.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "What snaps"));
    menu.response.on_hover_text("Snap targets and grid size");
    toggle(ui, Command::ToggleSnap, options.is_on, out);
}
