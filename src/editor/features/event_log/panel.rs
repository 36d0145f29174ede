//! The Event log: filters above, and a table of what happened; a click goes to the moment and selects the parts.

use super::EventLogUi;
use crate::debugger::event_log::{EventQuery, EventSort, LoggedKind};
use crate::debugger::moment;
use crate::debugger::run::journal::PartNames;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::substep::panel::table::{Rows, TableLine, Timed};
use crate::editor::icons::Icon;
use crate::editor::settings::tabs::Tab;
use crate::editor::widgets::{self, Number, overflow};
use egui::{Align, Button, Checkbox, Layout, ProgressBar, RichText, Role, Ui, WidgetInfo, vec2};

/// Columns with their width and order.
const COLUMNS: [(&str, f32, EventSort); 6] = [
    ("Moment", 84.0, EventSort::Time),
    ("What", 110.0, EventSort::Kind),
    ("Part", 190.0, EventSort::Part),
    ("With", 190.0, EventSort::Other),
    ("Impulse", 98.0, EventSort::Impulse),
    ("Friction", 98.0, EventSort::Friction),
];

/// Text of the link to the panel *Problems*.
const FINDINGS: &str = "Findings are in Problems";

/// Width of the field for the least impulse with its label.
const IMPULSE: f32 = 172.0;

/// Width of the menu of kinds.
const KINDS: f32 = 230.0;

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, log: &EventLogUi, out: &mut Vec<Action>) {
    let mut query = log.query.clone();
    let mut follows = log.follows_selection;
    ui.horizontal_wrapped(|ui| {
        filters(ui, log, &mut query, out);
        ui.add(Checkbox::new(&mut follows, "Selection only"))
            .on_hover_text("Only what concerns the selected parts, or parts of the selected bodies");
        foot(ui, view, log, out);
    });
    ui.add_space(2.0);
    if let Some(column) = table(ui, view, log, out) {
        let sort = COLUMNS[column].2;
        query.is_reversed = query.sort == sort && !query.is_reversed;
        query.sort = sort;
    }
    if query != log.query || follows != log.follows_selection {
        out.push(Action::EventLog(Box::new(move |log| (log.query, log.follows_selection) = (query, follows))));
    }
}

fn filters(ui: &mut Ui, log: &EventLogUi, query: &mut EventQuery, out: &mut Vec<Action>) {
    widgets::search(ui, "Find events", &mut query.text, "Find: floor, node 3…", 150.0);
    kinds(ui, log, &mut query.hidden, out);
    ui.weak("Frames");
    let whole = Number { min: 0.0, max: 9_999_999.0, suffix: "", is_whole: true };
    if let Some(from) = widgets::number(ui, "First frame of the search", query.from as f64, whole) {
        query.from = from as u64;
    }
    ui.weak("to");
    let last = query.to.map_or(log.log().frames_known() as f64, |to| to as f64);
    let to = widgets::number(ui, "Last frame of the search", last, whole);
    if let Some(to) = to {
        query.to = Some(to as u64);
    }
    if query.to.is_some()
        && widgets::icon_button(ui, Icon("x"), "Search to the last frame", "Search to the last frame", true, false)
            .clicked()
    {
        query.to = None;
    }
    // On one line, also where the filters take two.
    let size = vec2(IMPULSE, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.weak("Impulse from");
        if let Some(least) = widgets::number(ui, "Least impulse", query.least_impulse, Number::POSITIVE) {
            query.least_impulse = least;
        }
    });
}

/// A menu with a check box for each kind.
fn kinds(ui: &mut Ui, log: &EventLogUi, hidden: &mut Vec<LoggedKind>, out: &mut Vec<Action>) {
    let shown: Vec<LoggedKind> = LoggedKind::ALL.into_iter().filter(|kind| !hidden.contains(kind)).collect();
    let words = match shown[..] {
        _ if hidden.is_empty() => "All kinds".to_owned(),
        [] => "No kinds".to_owned(),
        [kind] => widgets::sentence(kind.title()),
        _ => format!("{} kinds", shown.len()),
    };
    let button = Button::new(widgets::menu_words(None, &words));
    let response = overflow::stays_open(ui, button, |ui, height| {
        ui.set_width(KINDS);
        overflow::scrolling_within(ui, height, |ui| {
            ui.horizontal(|ui| {
                if ui.button("All").clicked() {
                    hidden.clear();
                }
                if ui.button("None").clicked() {
                    *hidden = LoggedKind::ALL.to_vec();
                }
            });
            ui.separator();
            LoggedKind::ALL.into_iter().for_each(|kind| self::kind(ui, log, kind, hidden));
            ui.separator();
            if link_to_problems(ui, out) {
                ui.close();
            }
        });
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Kinds of events"));
}

/// The check box of a kind, the number of its events, and a button that hides all others.
fn kind(ui: &mut Ui, log: &EventLogUi, kind: LoggedKind, hidden: &mut Vec<LoggedKind>) {
    let mut is_shown = !hidden.contains(&kind);
    let count = log.log().events().iter().filter(|event| event.kind == kind).count();
    ui.horizontal(|ui| {
        let title = RichText::new(kind.title());
        let response = ui.checkbox(&mut is_shown, if count == 0 { title.weak() } else { title });
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_shown, kind.title()));
        if response.changed() {
            hidden.retain(|known| *known != kind);
            hidden.extend((!is_shown).then_some(kind));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let only = ui.add(Button::new(RichText::new("Only").small()).frame_when_inactive(false));
            only.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Only {}", kind.title())));
            if only.on_hover_text("Hide all other kinds").clicked() {
                *hidden = LoggedKind::ALL.into_iter().filter(|other| *other != kind).collect();
            }
            ui.weak(count.to_string());
        });
    });
}

/// Where the findings are, which the log does not list. Returns true if it was clicked.
fn link_to_problems(ui: &mut Ui, out: &mut Vec<Action>) -> bool {
    let link = ui.link(FINDINGS).on_hover_text("Tunnelling, jitter, spill and all else that a diagnosis finds");
    if link.clicked() {
        out.push(Action::show(Tab::Problems));
    }
    link.clicked()
}

/// Counts, progress and the copy button.
fn foot(ui: &mut Ui, view: &ViewContext, log: &EventLogUi, out: &mut Vec<Action>) {
    let (found, all) = (log.found().rows().len(), log.log().events().len());
    let counted = if found == all { format!("{all} events") } else { format!("{found} of {all} events") };
    ui.label(RichText::new(counted).strong());
    if log.is_behind {
        let (known, last) = (log.log().frames_known(), view.run.last_frame());
        let part = known as f32 / last.max(1) as f32;
        ui.add(ProgressBar::new(part).desired_width(160.0).text(format!("frame {known} of {last}")));
    }
    if let Some(frame) = log.log().full_at() {
        let text = format!("The log is full at frame {frame}");
        ui.colored_label(ui.visuals().warn_fg_color, text).on_hover_text("Later events are not listed");
    }
    if found > 0 && widgets::icon_button(ui, Icon("copy"), "Copy as CSV", "Copy the rows as CSV", true, false).clicked()
    {
        ui.ctx().copy_text(log.found().csv(log.log(), view.run));
        out.push(Action::Tell(format!("Copied {found} events as CSV")));
    }
}

/// The rows; returns the column whose title was clicked.
fn table(ui: &mut Ui, view: &ViewContext, log: &EventLogUi, out: &mut Vec<Action>) -> Option<usize> {
    let rows = log.found().rows();
    if rows.is_empty() {
        let text = match (view.run.last_frame(), log.is_behind) {
            (0, _) => "No event yet: play the run.",
            (_, true) => "Nothing found so far.",
            _ => {
                "Nothing found. The log has contacts, impacts, hits on obstacles and bounds, sensors, failures and inputs."
            }
        };
        ui.weak(text);
        link_to_problems(ui, out);
        return None;
    }
    let names = PartNames::new(view.run.level());
    let event = |index: usize| &log.log().events()[rows[index] as usize];
    let line = |index: usize| {
        let event = event(index);
        let at = moment::write(event.visible_at(view.run));
        let (part, other) = (names.name(event.part), event.other.map_or("-".to_owned(), |other| names.name(other)));
        TableLine {
            places: event.places().collect(),
            name: format!("{at}: {} of {part} with {other}", event.kind.title()),
            cells: vec![
                at.into(),
                event.kind.title().into(),
                part.into(),
                other.into(),
                event.impulse.into(),
                event.shown_friction().into(),
            ],
        }
    };
    let sorted = COLUMNS.iter().position(|column| column.2 == log.query.sort).unwrap_or_default();
    let timed = Timed { sorted: (sorted, log.query.is_reversed), moment: &|index| event(index).visible_at(view.run) };
    let columns = COLUMNS.map(|(title, width, _)| (title, width));
    let table = Rows { columns: &columns, count: rows.len(), wanted: None, lit: None };
    table.show_timed(ui, view, line, Some(timed), out).1
}
