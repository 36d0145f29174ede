//! Help windows: keys and mouse with search, and About.

use crate::editor::actions::{Action, Command, Menu};
use crate::editor::features::help::Help;
use crate::editor::features::settings::commands::{SettingsCommand, SettingsPage};
use crate::editor::{key_table, keys, widgets};
use crate::search::contains_words;
use egui::{Align2, Context, Grid, RichText, ScrollArea, Ui, Window};

const MOUSE: [(&str, &str); 17] = [
    ("Click", "Select a body, disc or obstacle; Shift adds or removes"),
    ("Click a selected body", "Select the part under the pointer"),
    ("Double click", "Enter a body, to select and move its parts"),
    ("Esc, or a click outside", "Leave the body"),
    ("Ctrl and click or drag", "Select or move a part without entering its body. Repeat to reach the part below"),
    (
        "Drag on empty canvas",
        "Select by a box: to the right, parts inside it; to the left, parts that it touches. In an entered body, its nodes",
    ),
    ("Alt and drag on empty canvas", "Select with a lasso"),
    ("Alt and drag a part", "Move a copy of it"),
    ("Drag at frame 0", "Move bodies, discs and obstacles; in an entered body its parts. Ctrl restricts to one axis"),
    ("Alt held", "Suspend snapping"),
    ("Drag later", "Pull a node or a disc by a spring while the run advances"),
    ("Enter, with a drawing tool", "Type the point: x, y or @x, y or length<angle"),
    ("Wheel, pinch", "Zoom at the pointer"),
    ("Middle or right drag", "Move the view"),
    ("Space and drag", "Move the view"),
    ("Two fingers", "Move the view"),
    ("Right click", "Select the part under the pointer and open its menu"),
];
const CROSSHAIR: [(&str, &str); 6] = [
    ("Arrows", "Move it along the grid; Shift: ten lines, Ctrl: one point"),
    ("Space", "Click; twice: double click. Shift and Ctrl as with a click"),
    ("Space held, and arrows", "Drag"),
    ("Insert", "Hold the button for a drag; again: release it. With Alt: lasso"),
    ("Shift+F10", "Menu of the part"),
    ("Esc", "End what the tool has begun, the selection, then the crosshair"),
];
const FIELDS: [(&str, &str); 7] = [
    ("0.5*2+1, pi/3, sqrt(2)", "A formula in any number field"),
    ("+=0.5, -=10%, *2, x^2", "Changes the present value; with several parts, the value of each"),
    ("Drag", "Change a number; Shift for small steps"),
    ("↑ ↓", "Increase or decrease by one step"),
    ("Tab", "Move to the next control"),
    ("Enter", "Apply the value"),
    ("Esc", "Discard the input"),
];
/// Minimum width of a column, and maximum number of columns.
const COLUMN: f32 = 370.0;
const MOST_COLUMNS: usize = 4;
/// Distance of the window from the edges.
const MARGIN: f32 = 40.0;

/// Keys and their function.
type KeyLine = (String, String);

/// Draws the open windows.
pub fn show(ctx: &Context, help: &mut Help, out: &mut Vec<Action>) {
    let mut open = help.shows_keys;
    let window =
        |title: &str| Window::new(title.to_owned()).collapsible(false).anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
    let room = ctx.content_rect().size();
    let width = (room.x - MARGIN).min(MOST_COLUMNS as f32 * COLUMN + 60.0);
    window("Keys and mouse").open(&mut open).default_size([width, room.y - 120.0]).resizable(false).show(ctx, |ui| {
        ui.set_width(width);
        ui.horizontal(|ui| {
            widgets::search_in_window(ui, "Search the keys", &mut help.words, "Search by function or key", 320.0);
            if ui.button("Change keys…").on_hover_text("Assign other keys, in the settings").clicked() {
                out.push(Action::Settings(SettingsCommand::Toggle(SettingsPage::Keys)));
                out.push(Action::Command(Command::Shortcuts));
            }
        });
        ScrollArea::vertical().max_height(room.y - 170.0).auto_shrink([false, true]).show(ui, |ui| {
            all_keys(ui, &help.words, width);
        });
    });
    help.shows_keys = open;
    if !open {
        help.words.clear();
    }
    let mut open = help.shows_about;
    window("About Blobsmith").open(&mut open).resizable(false).default_width(420.0).show(ctx, |ui| {
        ui.heading(format!("Blobsmith {}", env!("CARGO_PKG_VERSION")));
        ui.label(env!("CARGO_PKG_DESCRIPTION"));
        ui.add_space(6.0);
        widgets::note(ui, format!("Licence: {}", env!("CARGO_PKG_LICENSE")));
    });
    help.shows_about = open;
}

/// All groups with their rows, in menu order.
fn groups(ui: &Ui) -> Vec<(&'static str, Vec<KeyLine>)> {
    let mut groups = groups_of_keys(ui, &Menu::ALL.map(Menu::title));
    groups.extend(groups_of_keys(ui, &[key_table::TOOLS]));
    let owned =
        |rows: &[(&str, &str)]| rows.iter().map(|(keys, what)| ((*keys).to_owned(), (*what).to_owned())).collect();
    groups.push(("Mouse on the canvas", owned(&MOUSE)));
    groups.push(("Crosshair on the canvas", owned(&CROSSHAIR)));
    groups.push(("Fields for numbers", owned(&FIELDS)));
    groups.extend(groups_of_keys(ui, &[key_table::OVERLAY_GROUP]));
    groups
}

/// The groups in columns of similar height.
fn all_keys(ui: &mut Ui, words: &str, width: f32) {
    let mut groups = groups(ui);
    for (title, rows) in &mut groups {
        rows.retain(|(press, what)| contains_words(&format!("{title} {press} {what}"), words));
    }
    groups.retain(|(_, rows)| !rows.is_empty());
    if groups.is_empty() {
        return widgets::note(
            ui,
            keys::fill(
                ui.ctx(),
                "No key and no command matches. {command palette} also finds functions without a key.",
            ),
        );
    }
    let count = ((width / COLUMN) as usize).clamp(1, MOST_COLUMNS);
    let total: usize = groups.iter().map(|(_, rows)| lines(rows)).sum();
    ui.columns(count, |columns| {
        let (mut column, mut filled) = (0, 0);
        for (title, rows) in &groups {
            let size = lines(rows);
            // A group that would exceed the column by more than half starts the next one.
            if filled > 0 && column + 1 < count && (filled + size / 2) * count > total * (column + 1) {
                column += 1;
            }
            filled += size;
            group(&mut columns[column], title, rows);
        }
    });
}

/// Approximate number of lines of a group with its title; long texts wrap.
fn lines(rows: &[KeyLine]) -> usize {
    2 + rows.iter().map(|(press, what)| if press.len() + what.len() > 44 { 2 } else { 1 }).sum::<usize>()
}

/// The functions of these groups that have keys.
fn groups_of_keys(ui: &Ui, titles: &[&'static str]) -> Vec<(&'static str, Vec<KeyLine>)> {
    let table = keys::table(ui.ctx());
    let rows = |title: &str| {
        let rows = table.rows.iter().filter(|row| row.group == title && !row.keys.is_empty());
        let written = rows.map(|row| {
            let keys: Vec<_> = row.keys.iter().map(|press| keys::write(ui.ctx(), press)).collect();
            (keys.join(" or "), row.title.to_owned())
        });
        written.collect()
    };
    titles.iter().map(|&title| (title, rows(title))).collect()
}

fn group(ui: &mut Ui, title: &str, rows: &[KeyLine]) {
    widgets::heading(ui, title);
    Grid::new(title).num_columns(2).spacing([8.0, 2.0]).min_row_height(15.0).show(ui, |ui| {
        for (press, what) in rows {
            ui.label(RichText::new(press).monospace().size(10.5).color(ui.visuals().hyperlink_color));
            ui.add(egui::Label::new(RichText::new(what).small()).wrap());
            ui.end_row();
        }
    });
    ui.add_space(4.0);
}
