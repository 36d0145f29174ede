//! The toolbox at the left edge.

use crate::editor::actions::Action;
use crate::editor::features::tour::{Target, Tour, panel};
use crate::editor::widgets::overflow;
use crate::editor::{key_table, keys, theme, tools, widgets};
use egui::{Button, Context, Role, Ui, WidgetInfo, vec2};

/// Space between tools.
const SPACE: f32 = 4.0;
/// Width of the window from which tools have their names beside their icons.
const ROOMY: f32 = 1500.0;
/// Widths of the toolbox without and with names and keys.
const WIDTHS: [f32; 2] = [46.0, 176.0];

/// Whether there is room for the names of the tools.
fn has_names(ctx: &Context) -> bool {
    ctx.content_rect().width() >= ROOMY
}

/// Width of the toolbox.
pub fn width(ctx: &Context) -> f32 {
    WIDTHS[usize::from(has_names(ctx))]
}

/// Draws the toolbox with this tool in use. In a low window the last tools, except the active one, move into a menu.
pub fn show(ui: &mut Ui, taken: &str, tour: &Tour, out: &mut Vec<Action>) {
    let items: Vec<_> = tools::ALL
        .iter()
        .enumerate()
        .map(|(index, tool)| {
            let is_taken = taken == tool.id;
            (theme::BUTTON + SPACE, Some(if is_taken { u8::MAX } else { (tools::ALL.len() - index) as u8 }))
        })
        .collect();
    let has_room = overflow::fitting(&items, ui.available_height(), theme::BUTTON + SPACE);
    ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = SPACE;
        ui.add_space(2.0);
        for (tool, _) in tools::ALL.iter().zip(&has_room).filter(|(_, has_room)| **has_room) {
            let title = keys::with_keys(ui.ctx(), tool.title, &key_table::tool_id(tool.id));
            let tip = format!("{title}\n{}", tool.explanation);
            let is_taken = taken == tool.id;
            let response = if has_names(ui.ctx()) {
                named(ui, tool, is_taken).on_hover_text(tip)
            } else {
                widgets::icon_button(ui, tool.icon, tool.title, &tip, true, is_taken)
            };
            panel::ring(ui, tour, Target::Tool(tool.id), response.rect);
            if response.clicked() {
                out.push(Action::Tool(tool.id));
            }
        }
        let hidden: Vec<_> = tools::ALL.iter().zip(&has_room).filter(|(_, has_room)| !**has_room).collect();
        if !hidden.is_empty() {
            overflow::more(ui, "Tools", |ui| {
                for (tool, _) in hidden {
                    if overflow::choice(ui, tool.icon, tool.title, false).on_hover_text(tool.explanation).clicked() {
                        out.push(Action::Tool(tool.id));
                    }
                }
            });
        }
    });
}

/// A tool with its name and key, as wide as the toolbox.
fn named(ui: &mut Ui, tool: &tools::ToolEntry, is_taken: bool) -> egui::Response {
    let tint = if is_taken { ui.visuals().strong_text_color() } else { ui.visuals().text_color() };
    let words = (tool.icon.tinted(theme::ICON, tint), tool.title);
    let key = keys::shown(ui.ctx(), &key_table::tool_id(tool.id)).unwrap_or_default();
    let button = Button::new(words).shortcut_text(key).min_size(vec2(ui.available_width() - 12.0, theme::BUTTON));
    let response = ui.add(button.selected(is_taken).frame_when_inactive(is_taken));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_taken, tool.title));
    response
}
