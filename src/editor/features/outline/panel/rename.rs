//! Names: the field in a row, and the dialog that names several parts by a pattern.

use super::super::order;
use super::{NamedRow, TreeState, id};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::tools::{counted, describe, gone};
use crate::editor::widgets;
use crate::level::edit::folders;
use crate::level::edit::order::numbered;
use crate::level::{Level, Place};
use egui::{Context, DragValue, RichText, Role, TextEdit, Ui, WidgetInfo, Window};

/// Most names in the preview.
const LISTED: usize = 8;

/// The dialog's input.
#[derive(Clone, Debug)]
pub struct Renaming {
    places: Vec<Place>,
    pattern: String,
    first: u64,
    wants_focus: bool,
}

impl Renaming {
    /// Starts with the name of the first part as the pattern, without its number.
    pub fn of(level: &Level, mut places: Vec<Place>) -> Self {
        // Instances have an id, but no name.
        places.retain(|&place| order::name_of(level, place).is_some());
        let name = places.first().and_then(|&place| order::name_of(level, place)).unwrap_or_default();
        let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end();
        let pattern = if stem.is_empty() { "part #".to_owned() } else { format!("{stem} #") };
        Self { places, pattern, first: 1, wants_focus: true }
    }
}

/// Opens the dialog for several parts.
pub fn rename_several(ctx: &Context, level: &Level, places: Vec<Place>) {
    let mut kept: TreeState = ctx.data(|data| data.get_temp(id())).unwrap_or_default();
    kept.renaming = Some(Renaming::of(level, places));
    ctx.data_mut(|data| data.insert_temp(id(), kept));
}

/// Draws the dialog, if it is open: Enter applies, Escape cancels.
pub fn show(ctx: &Context, view: &ViewContext, kept: &mut TreeState, out: &mut Vec<Action>) {
    let Some(renaming) = &mut kept.renaming else { return };
    renaming.places.retain(|&place| view.document.level().has(place));
    let (mut is_open, mut is_done, mut applies) = (true, false, false);
    let window = Window::new("Rename several").open(&mut is_open).collapsible(false).resizable(false);
    window.show(ctx, |ui| {
        let response = fields(ui, renaming);
        if response.lost_focus() {
            applies = ui.input(|input| input.key_pressed(egui::Key::Enter));
            is_done = ui.input(|input| input.key_pressed(egui::Key::Escape));
        }
        preview(ui, view, renaming);
        ui.horizontal(|ui| {
            applies |=
                ui.button(format!("Rename {}", counted(view.document.level(), &renaming.places, "parts"))).clicked();
            is_done |= ui.button("Cancel").clicked();
        });
    });
    if applies && !renaming.places.is_empty() {
        out.push(Action::Edit(order::rename_all(
            view.document.level(),
            &renaming.places,
            renaming.pattern.clone(),
            renaming.first,
        )));
    }
    if applies || is_done || !is_open {
        kept.renaming = None;
    }
}

fn fields(ui: &mut Ui, renaming: &mut Renaming) -> egui::Response {
    widgets::note(ui, "# is replaced by a number; ## has at least two digits.");
    let response = ui.add(TextEdit::singleline(&mut renaming.pattern).desired_width(220.0));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Pattern"));
    if std::mem::take(&mut renaming.wants_focus) {
        response.request_focus();
    }
    ui.horizontal(|ui| {
        ui.label("First number");
        let field = ui.add(DragValue::new(&mut renaming.first).range(0..=1_000_000_u64));
        field.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, "First number"));
    });
    response
}

/// Old and new names of the first parts.
fn preview(ui: &mut Ui, view: &ViewContext, renaming: &Renaming) {
    for (&place, number) in renaming.places.iter().zip(renaming.first..).take(LISTED) {
        let old = order::name_of(view.document.level(), place).filter(|name| !name.is_empty());
        let old = old.map_or_else(|| describe(place), str::to_owned);
        ui.label(RichText::new(format!("{old} → {}", numbered(&renaming.pattern, number))).small());
    }
    if renaming.places.len() > LISTED {
        widgets::note(ui, format!("and {} more", renaming.places.len() - LISTED));
    }
}

/// The name field of a row: Enter applies, Escape cancels.
pub fn in_row(ui: &mut Ui, kept: &mut TreeState, out: &mut Vec<Action>) {
    let Some((_, name)) = &mut kept.naming else { return };
    let response = ui.add(TextEdit::singleline(name).desired_width(f32::INFINITY).hint_text("no name"));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "New name"));
    if std::mem::take(&mut kept.wants_focus) {
        response.request_focus();
        widgets::select_all(ui, response.id, name);
        return;
    }
    if response.lost_focus() {
        let is_meant = !ui.input(|input| input.key_pressed(egui::Key::Escape));
        if let Some((row, name)) = kept.naming.take().filter(|_| is_meant) {
            out.push(Action::Edit(renamed(row, name)));
        }
    }
}

fn renamed(row: NamedRow, name: String) -> Edit {
    match row {
        NamedRow::Folder(index) => Edit::new("Rename a folder", move |level| folders::rename(level, index, &name)),
        NamedRow::Part(place) => Edit::new(format!("Rename {}", describe(place)), move |level| {
            *order::name_mut(level, place).ok_or_else(|| gone(place))? = name;
            Ok(())
        }),
    }
}
