//! The tab Library: the folders, and one card per level.

use super::{LibraryPart, place};
use crate::editor::actions::{Action, FileCommand};
use crate::editor::context::ViewContext;
use crate::editor::files::file_of;
use crate::editor::files::library::{Library, LibraryCard, LibraryFolder};
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets;
use crate::editor::widgets::level_card::{self, CARD, LevelCard};
use crate::geometry::DVec2;
use crate::level::checks::Severity;
use egui::{CursorIcon, Role, ScrollArea, Sense, Ui, WidgetInfo};

/// Draws the tab. `center` is the middle of the view.
pub fn show(ui: &mut Ui, view: &ViewContext, library: &Library, center: DVec2, out: &mut Vec<Action>) {
    if view.document.path.is_none() {
        return widgets::note(ui, "Save the level first: the library shows the levels in its folder.");
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for shown in &library.folders {
            head(ui, shown, out);
            folder(ui, view, shown, center, out);
        }
    });
}

/// Name of a folder, and the button that adds or removes one.
fn head(ui: &mut Ui, folder: &LibraryFolder, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let name = if folder.is_own { "Folder of this level".to_owned() } else { file_of(&folder.path) };
        ui.strong(name).on_hover_text(folder.path.display().to_string());
        if folder.is_own {
            let tip = "Also shows the levels of another folder, in every level";
            if widgets::text_button(ui, Icon("folder-plus"), "Add a folder…").on_hover_text(tip).clicked() {
                out.push(Action::Files(FileCommand::AddLibraryFolder));
            }
            return;
        }
        let (name, tip) = (format!("Remove {name} from the library", name = file_of(&folder.path)), "The files stay");
        if widgets::icon_button(ui, Icon("x"), &name, &format!("{name}. {tip}"), true, false).clicked() {
            let path = folder.path.clone();
            out.push(Action::Prefer(Box::new(move |settings| settings.library_folders.retain(|one| *one != path))));
        }
    });
}

/// The levels of a folder, or why there are none.
fn folder(ui: &mut Ui, view: &ViewContext, folder: &LibraryFolder, center: DVec2, out: &mut Vec<Action>) {
    if let Some(fault) = &folder.fault {
        let tint = theme::severity(view.settings.theme, Severity::Error);
        ui.colored_label(tint, format!("Cannot list {}: {fault}", folder.path.display()));
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for part in &folder.cards {
            card(ui, view, part, center, out);
        }
    });
    if folder.left_out > 0 {
        widgets::note(ui, format!("and {} more", folder.left_out));
    } else if folder.cards.is_empty() {
        let words = "No other level here or in a folder here. Save a part, such as a wheel, as a level; then it can be \
            placed any number of times.";
        widgets::note(ui, words);
    }
}

fn card(ui: &mut Ui, view: &ViewContext, part: &LibraryCard, center: DVec2, out: &mut Vec<Action>) {
    let is_sound = !part.is_broken();
    let (rect, response) =
        ui.allocate_exact_size(CARD, if is_sound { Sense::click_and_drag() } else { Sense::hover() });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_sound, format!("Place {}", part.name)));
    if ui.is_rect_visible(rect) {
        let look = LevelCard {
            name: &part.name,
            picture: part.picture.as_ref().map(|(texture, _)| texture.id()),
            fault: part.fault.as_ref().map(|fault| (is_sound, format!("Cannot be placed: {fault}"))),
            is_lit: is_sound && (response.hovered() || response.has_focus()),
            is_marked: false,
        };
        level_card::paint(ui, view.settings.theme, &look, rect);
    }
    if let Some(fault) = part.fault.as_ref().filter(|_| !is_sound) {
        response.on_hover_text(format!("{} cannot be placed: {fault}", part.name));
        return;
    }
    response.dnd_set_drag_payload(LibraryPart { path: part.path.clone(), outline: part.outline.clone() });
    if response.dragged() {
        ui.set_cursor_icon(CursorIcon::Grabbing);
    }
    if response.clicked() {
        out.push(Action::Edit(place(view.document.path.as_deref(), &part.path, center)));
    }
    let counts = part.picture.as_ref().map_or(String::new(), |(_, counts)| format!(" ({})", counts.words()));
    response.on_hover_text(format!(
        "{}{counts}: drag it onto the canvas; a click places it in the middle of the view",
        part.name
    ));
}
