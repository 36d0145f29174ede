//! The Outline panel: a tree of folders, bodies with their parts, discs, obstacles and markers; visibility, locks, names and
//! order.

mod drag;
mod folder;
mod keys;
mod rename;
mod row;
mod rows;

pub use folder::create_with_selection;
pub use rename::rename_several;

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::outline::order;
use crate::editor::icons::Icon;
use crate::editor::reach;
use crate::editor::theme;
use crate::editor::widgets;
use crate::level::Place;
use crate::level::edit::folders;
use crate::level::user_data::find::PartQuery;
use egui::{Context, Id, ScrollArea, Ui};
use rows::TreeRow;
use std::collections::BTreeSet;

/// Accessible name of the search field.
const SEARCH: &str = "Search the outline";

/// Accessible name of the button beside it.
const SELECT_FOUND: &str = "Select what the search finds";
/// Tooltip of the search field.
const SEARCH_HELP: &str = "Words of names and kinds; tag:enemy, tag:en*, prop:hp, hp>3, id:body-0. Terms between \
                           spaces must all match; texts with spaces in double quotes. Enter selects what is found.";

/// State of the tree between UI frames.
#[derive(Clone, Debug, Default)]
struct TreeState {
    /// Search text.
    words: String,
    /// Expanded bodies.
    open: BTreeSet<usize>,
    /// Expanded part lists: body and list index.
    lists: BTreeSet<(usize, usize)>,
    /// Whether the links are listed.
    shows_links: bool,
    /// Start of a range selection.
    anchor: Option<Place>,
    /// Names of closed folders.
    closed: BTreeSet<String>,
    /// The row being renamed, and its new name.
    naming: Option<(NamedRow, String)>,
    /// The dialog that renames several parts.
    renaming: Option<rename::Renaming>,
    /// Row that gets the keyboard focus.
    wants_row: Option<TreeRow>,
    /// Rows drawn in the last UI frame.
    shown: std::ops::Range<usize>,
    /// Whether the name field needs the focus.
    wants_focus: bool,
    /// Whether the search field needs the focus.
    wants_search: bool,
    /// Row to scroll to.
    wants_scroll: Option<Place>,
}

/// A row with a name that can be changed in place.
#[derive(Clone, Copy, Debug, PartialEq)]
enum NamedRow {
    Part(Place),
    Folder(usize),
}

impl TreeState {
    /// True if the folder shows its parts: unless it is closed, and always while searching.
    fn is_open_folder(&self, name: &str) -> bool {
        !self.words.is_empty() || !self.closed.contains(name)
    }
}

fn id() -> Id {
    Id::unique("outline")
}

/// Keeps what is open in the tree for the document that was active, and returns to that of the one that is.
pub fn follow_document(ctx: &Context, from: u64, to: u64) {
    ctx.data_mut(|data| {
        let kept: TreeState = data.remove_temp(id()).unwrap_or_default();
        data.insert_temp(id().with(from), kept);
        let shown: TreeState = data.remove_temp(id().with(to)).unwrap_or_default();
        data.insert_temp(id(), shown);
    });
}

/// Starts renaming a part in its row.
pub fn rename(ctx: &Context, place: Place, name: String) {
    let mut kept: TreeState = ctx.data(|data| data.get_temp(id())).unwrap_or_default();
    (kept.naming, kept.wants_focus, kept.wants_scroll) = (Some((NamedRow::Part(place), name)), true, Some(place));
    kept.words.clear();
    // The part may be in a closed folder.
    kept.closed.clear();
    ctx.data_mut(|data| data.insert_temp(id(), kept));
}

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let level = view.document.level();
    let mut kept: TreeState = ui.data(|data| data.get_temp(id())).unwrap_or_default();
    search(ui, &mut kept, out);
    head(ui, view, &mut kept, out);
    let rows = rows::rows(level, &kept);
    if rows.is_empty() {
        let is_bare =
            level.bodies.is_empty() && level.discs.is_empty() && level.obstacles.is_empty() && level.markers.is_empty();
        widgets::note(ui, if is_bare { "The level is empty" } else { "No part matches the search" });
    }
    let height = ui.spacing().interact_size.y;
    ui.spacing_mut().item_spacing.y = 1.0;
    let mut area = ScrollArea::vertical().id_salt("outline rows").auto_shrink(false);
    if let Some(at) = kept.wants_scroll.take().and_then(|place| rows.iter().position(|row| row.place() == Some(place)))
    {
        area = area.vertical_scroll_offset((at as f32 - 3.0).max(0.0) * (height + 1.0));
    }
    let scene = row::Paint::new(view);
    let (mut range, mut pressed) = (None, None);
    area.show_rows(ui, height, rows.len(), |ui, shown| {
        kept.shown = shown.clone();
        for at in shown {
            let response = row::show(ui, view, &scene, &rows[at], &mut kept, out);
            range = response.clicked.map(|modifiers| (at, modifiers)).or(range);
            pressed = response.pressed.map(|key| (at, key)).or(pressed);
        }
    });
    if let Some((at, modifiers)) = range {
        select(view, &rows, at, modifiers, &mut kept, out);
    }
    if let Some((at, key)) = pressed {
        keys::perform(view, &rows, at, key, &mut kept, out);
    }
    drag::outside(ui, view, out);
    rename::show(ui.ctx(), view, &mut kept, out);
    ui.data_mut(|data| data.insert_temp(id(), kept));
}

/// Puts the focus into the search field in the next UI frame.
pub fn wants_search(ctx: &Context) {
    let mut kept: TreeState = ctx.data(|data| data.get_temp(id())).unwrap_or_default();
    kept.wants_search = true;
    ctx.data_mut(|data| data.insert_temp(id(), kept));
}

/// The search field. Enter, or the button, selects everything that it finds.
fn search(ui: &mut Ui, kept: &mut TreeState, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = (ui.available_width() - theme::BUTTON - 6.0).max(60.0);
        let response = widgets::search(ui, SEARCH, &mut kept.words, "Name, tag:enemy, hp>3", width);
        let response = response.on_hover_text(SEARCH_HELP);
        if std::mem::take(&mut kept.wants_search) {
            response.request_focus();
        }
        let query = PartQuery::parse(&kept.words);
        let is_entered = response.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
        let tip = "Selects all parts that the search finds (Enter in the field)";
        let icon = Icon("selection-plus");
        let is_pressed = widgets::icon_button(ui, icon, SELECT_FOUND, tip, !query.is_empty(), false).clicked();
        if (is_entered || is_pressed) && !query.is_empty() {
            out.push(Action::Find(kept.words.clone()));
        }
    });
}

/// What the order of the rows means.
const ORDER: &str = "Bodies are painted, and their contacts resolved, in this order: another order is another run. Folders \
                     do not change it.";

/// Buttons for order, visibility, locks and folders.
fn head(ui: &mut Ui, view: &ViewContext, kept: &mut TreeState, out: &mut Vec<Action>) {
    let level = view.document.level();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (later, icon, name) in [(false, "arrow-up", "Move earlier"), (true, "arrow-down", "Move later")] {
            let edit = order::shift(level, view.selection, later);
            if widgets::icon_button(ui, Icon(icon), name, ORDER, edit.is_some(), false).clicked()
                && let Some(edit) = edit
            {
                out.push(Action::Edit(edit));
            }
        }
        for (locks, icon, name, tip) in [
            (false, "eye", "Show everything", "Show all hidden parts and folders"),
            (true, "lock-open", "Unlock everything", "Unlock all locked parts and folders"),
        ] {
            if widgets::icon_button(ui, Icon(icon), name, tip, order::is_any_marked(level, locks), false).clicked() {
                out.push(Action::Edit(order::free(locks)));
            }
        }
        let tip = "Put the selected parts into a new folder; drag rows onto it to add more";
        if widgets::icon_button(ui, Icon("folder-plus"), "New folder", tip, true, false).clicked() {
            folder::create(level, view.selection, kept, out);
        }
        let several = order::owners(view.selection);
        let tip = "Name the selected parts by a pattern such as crate #";
        let button = widgets::icon_button(ui, Icon("textbox"), "Rename several…", tip, several.len() > 1, false);
        if button.clicked() {
            kept.renaming = Some(rename::Renaming::of(level, several));
        }
    });
}

/// Click selects, Ctrl toggles, Shift selects the range from the last clicked row.
fn select(
    view: &ViewContext,
    rows: &[TreeRow],
    at: usize,
    modifiers: egui::Modifiers,
    kept: &mut TreeState,
    out: &mut Vec<Action>,
) {
    if let TreeRow::Folder(folder) = rows[at] {
        return out.push(Action::Select(folders::parts_of(view.document.level(), folder)));
    }
    let Some(place) = rows[at].place() else { return };
    let anchor = kept.anchor.and_then(|anchor| rows.iter().position(|row| row.place() == Some(anchor)));
    if let (true, Some(from)) = (modifiers.shift, anchor) {
        let between = rows[from.min(at)..=from.max(at)].iter().filter_map(TreeRow::place);
        // Keep only parts of one kind, because a body includes its parts.
        let is_alike = |other: &Place| std::mem::discriminant(other) == std::mem::discriminant(&place);
        let all: Vec<Place> = between.filter(is_alike).collect();
        return out.push(Action::Select(all));
    }
    kept.anchor = Some(place);
    if modifiers.command {
        out.push(Action::Select(view.selection.toggled(&[place]).to_vec()));
    } else {
        out.push(Action::Select(vec![place]));
        // Enter the body, so that the selected parts can be dragged.
        out.push(Action::Enter(reach::body_of_parts(&[place])));
    }
}
