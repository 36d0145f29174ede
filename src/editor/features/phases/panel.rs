//! The phases of the last substep as a strip. A click shows the state after a phase.

use crate::debugger::why;
use crate::editor::actions::{Action, Command};
use crate::editor::context::ViewContext;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::timeline::moments;
use crate::editor::icons::Icon;
use crate::editor::theme::color;
use crate::editor::widgets;
use crate::editor::widgets::command::tip;
use crate::engine::phases::{Seen, Who};
use crate::engine::{Layout, PhaseKind, Row};
use crate::level::Place;
use crate::picture::{Palette, Rgba};
use crate::search::contains_words_and_numbers;
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align, Button, FontId, Id, Label, Rect, RichText, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};

/// Height of a phase on the strip.
const CHIP: f32 = 34.0;
/// Widths of a phase: as many as possible are in view, with readable titles.
const CHIP_WIDTHS: std::ops::RangeInclusive<f32> = 72.0..=116.0;
/// Width of a phase if not all are in view.
const WHOLE: f32 = 104.0;
/// Height of the row of phases with its scroll bar, also without phases, so that the canvas keeps its size.
const STRIP: f32 = 44.0;
const GAP: f32 = 3.0;
/// Room for the search field and the button that closes the strip.
const FIELD: f32 = 190.0;
/// Maximum number of parts highlighted while the pointer is over a phase.
const LIT: usize = 200;

/// Draws the strip.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let phases = view.run.known_phases();
    let id = Id::unique("phases searched for");
    ui.spacing_mut().item_spacing.y = 3.0;
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        head(ui, view, phases.len(), out);
        ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
            let close = widgets::icon_button(ui, Icon("x"), "Close the phases", "Close", true, false);
            if close.clicked() {
                out.push(Action::Command(Command::TogglePhases));
            }
            widgets::kept_search(ui, id, "Find a phase", "Find: impulse, node 3", 150.0)
        })
    });
    let words = row.inner.inner;
    let layout = view.run.world().layout();
    let names = TouchedNames { layout, titles: view.run.level().body_titles() };
    let shown = found(phases, &names, &words);
    if phases.is_empty() {
        let why = if view.playback.is_playing {
            "Pause to see the phases of a substep"
        } else {
            "No substep yet. Step to see its phases"
        };
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), STRIP), Sense::hover());
        let weak = ui.visuals().weak_text_color();
        ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, why, FontId::proportional(12.0), weak);
        return;
    }
    let size = vec2(ui.available_width(), STRIP);
    ui.allocate_ui_with_layout(size, egui::Layout::top_down(Align::Min), |ui| {
        ui.set_min_height(STRIP);
        strip(ui, view, phases, (shown.as_deref(), &names), out);
    });
}

/// Present position and navigation buttons.
fn head(ui: &mut Ui, view: &ViewContext, count: usize, out: &mut Vec<Action>) {
    for command in [Command::BackPhase, Command::StepPhase] {
        let row = command.row();
        let tip = tip(ui, row.name, command);
        let name = format!("Phases: {}", row.name);
        if widgets::icon_button(ui, row.icon, &name, &tip, view.commands.is_possible(command), false).clicked() {
            out.push(Action::Command(command));
        }
    }
    let Some(before) = view.run.moment_before(view.run.moment()) else {
        ui.label(RichText::new("Phases").strong());
        return;
    };
    ui.label(RichText::new(moments::displayed(view.run)).monospace().strong())
        .on_hover_text("The displayed moment: frame, substep, phase. Each number counts what is completed");
    ui.add_space(4.0);
    let words = match view.run.phases_done() {
        Some(done) => {
            let title = view.run.known_phases().get(done - 1).map_or("", |seen| seen.phase.kind.title());
            format!("after phase {done} of {count}: {title}")
        }
        None if count == 0 => format!("end of the substep from {}", moments::written(before)),
        None => format!("end of the substep from {}, {count} phases", moments::written(before)),
    };
    let room = (ui.available_width() - FIELD).max(60.0);
    ui.scope(|ui| {
        ui.set_max_width(room);
        ui.add(Label::new(&words).truncate()).on_hover_text(&words);
    });
    if view.run.phases_done().is_some() && ui.add(Button::new(RichText::new("To its end").small())).clicked() {
        out.push(Action::Time(TimeCommand::LookInside(0)));
    }
}

/// Indices of the phases that match the search; `None` if all are shown.
fn found(phases: &[Seen], names: &TouchedNames, words: &str) -> Option<Vec<usize>> {
    let words = words.to_lowercase();
    if words.trim().is_empty() {
        return None;
    }
    let fits = |seen: &Seen| {
        let text = format!("{} {} {}", seen.phase.kind.title(), of_row(seen.phase.row), changed_parts(seen, names))
            .to_lowercase();
        contains_words_and_numbers(&text, &words, &[' ', ','])
    };
    Some(phases.iter().enumerate().filter(|(_, seen)| fits(seen)).map(|(index, _)| index).collect())
}

/// The strip; only visible phases are drawn.
fn strip(
    ui: &mut Ui,
    view: &ViewContext,
    phases: &[Seen],
    (shown, names): (Option<&[usize]>, &TouchedNames),
    out: &mut Vec<Action>,
) {
    let count = shown.map_or(phases.len(), <[usize]>::len);
    let phase_at = |place: usize| shown.map_or(place, |shown| shown[place]);
    let done = view.run.phases_done();
    let present = done.map_or(phases.len(), |done| done - 1);
    if count == 0 {
        ui.weak("No phase of this substep matches");
        return;
    }
    let key = (view.run.moment(), done);
    let id = Id::unique("phase looked at");
    let has_moved = ui.data_mut(|data| {
        data.get_temp(id) != Some(key) && {
            data.insert_temp(id, key);
            true
        }
    });
    let even = ui.available_width() / count as f32 - GAP;
    // A strip that scrolls has room for whole words.
    let width = if even < *CHIP_WIDTHS.start() { WHOLE } else { even.min(*CHIP_WIDTHS.end()) };
    let pitch = width + GAP;
    ScrollArea::horizontal().auto_shrink([false, true]).show_viewport(ui, |ui, viewport| {
        ui.set_width(pitch * count as f32);
        ui.set_height(CHIP);
        let origin = ui.min_rect().min;
        let place_of = |place: usize| {
            Rect::from_min_size(pos2(origin.x + pitch * place as f32, origin.y), vec2(pitch - GAP, CHIP))
        };
        if has_moved {
            let place = shown.map_or(present, |shown| shown.partition_point(|&index| index < present));
            ui.scroll_to_rect(place_of(place.min(count - 1)).expand2(vec2(2.0 * pitch, 0.0)), None);
        }
        let first = (viewport.left() / pitch).max(0.0) as usize;
        let last = ((viewport.right() / pitch) as usize + 1).min(count);
        for place in first..last {
            let index = phase_at(place);
            chip(ui, view, place_of(place), index, &phases[index], names, out);
        }
    });
}

fn chip(
    ui: &mut Ui,
    view: &ViewContext,
    rect: Rect,
    index: usize,
    seen: &Seen,
    names: &TouchedNames,
    out: &mut Vec<Action>,
) {
    let response = ui.interact(rect, Id::unique("phase").with(index), Sense::click());
    let name = format!("Phase {}: {}", index + 1, seen.phase.kind.title());
    let done = view.run.phases_done();
    let is_present = done == Some(index + 1);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_present, &name));
    let (visuals, painter) = (ui.visuals(), ui.painter());
    let is_ahead = done.is_some_and(|done| index >= done);
    let tint = color(tint(seen.phase.kind, &Palette::of(view.settings.theme.picture())));
    let fill = if response.hovered() { visuals.widgets.hovered.bg_fill } else { visuals.widgets.inactive.weak_bg_fill };
    let fill = if is_ahead { fill.gamma_multiply(0.45) } else { fill };
    painter.rect_filled(rect, 4.0, fill);
    let edge = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
    painter.rect_filled(edge, 2.0, if is_ahead { tint.gamma_multiply(0.4) } else { tint });
    if is_present {
        let stroke = Stroke::new(2.0, visuals.hyperlink_color);
        painter.rect_stroke(rect.shrink(1.0), 4.0, stroke, egui::StrokeKind::Inside);
    }
    let strong = if is_ahead { visuals.weak_text_color() } else { visuals.strong_text_color() };
    let line = |y: f32, text: String, size: f32, tint| {
        let mut job = LayoutJob::simple_singleline(text, FontId::proportional(size), tint);
        job.wrap = TextWrapping::truncate_at_width(rect.width() - 9.0);
        let galley = painter.layout_job(job);
        painter.galley(rect.min + vec2(7.0, y - 0.5 * galley.size().y), galley, tint);
    };
    line(10.5, seen.phase.kind.title().to_owned(), 11.0, strong);
    let parts = short(seen, names);
    let below = if parts.is_empty() { (index + 1).to_string() } else { format!("{} · {parts}", index + 1) };
    line(24.5, below, 10.5, visuals.weak_text_color());
    if response.hovered() {
        let nodes = seen.nodes.numbers(0).take(LIT).filter_map(|node| place_of(names.layout, node));
        let discs = seen.discs.numbers(0).take(LIT).map(Place::Disc);
        out.push(Action::Hover(nodes.chain(discs).collect()));
    }
    if response.clicked() {
        out.push(Action::Time(TimeCommand::LookInside(index + 1)));
    }
    response.on_hover_ui(|ui| {
        ui.strong(format!("{}. {}", index + 1, seen.phase.kind.title()));
        ui.label(why::phase_words(seen.phase.kind));
        let about = [changed_parts(seen, names), of_row(seen.phase.row)];
        ui.weak(about.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; "));
    });
}

/// Display names of parts.
struct TouchedNames<'a> {
    layout: &'a Layout,
    /// Titles of the bodies.
    titles: Vec<String>,
}

impl TouchedNames<'_> {
    fn body(&self, body: usize) -> &str {
        self.titles.get(body).map_or("", String::as_str)
    }
}

/// Place of a node by its global index.
fn place_of(layout: &Layout, node: usize) -> Option<Place> {
    let body = layout.bodies.partition_point(|body| body.nodes.end <= node);
    Some(Place::Node(body, node - layout.bodies.get(body)?.nodes.start))
}

/// The parts that a phase may have changed.
fn changed_parts(seen: &Seen, names: &TouchedNames) -> String {
    let some = |list: &[u32], what: &str| {
        let names: Vec<String> = list
            .iter()
            .take(4)
            .map(|&index| match place_of(names.layout, index as usize).filter(|_| what == "node") {
                Some(Place::Node(body, node)) => format!("node {node} of {}", names.body(body)),
                _ => format!("{what} {index}"),
            })
            .collect();
        let more = if list.len() > 4 { format!(" and {} more", list.len() - 4) } else { String::new() };
        format!("{}{more}", names.join(", "))
    };
    let words = |who: &Who, what: &str| match who {
        Who::None => String::new(),
        Who::All => format!("all {what}s"),
        Who::Some(list) => some(list, what),
    };
    let both = [words(&seen.nodes, "node"), words(&seen.discs, "disc")];
    both.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Short form for the strip.
fn short(seen: &Seen, names: &TouchedNames) -> String {
    let first = |who: &Who| match who {
        Who::Some(list) => list.first().map(|&index| index as usize),
        _ => None,
    };
    match (first(&seen.nodes), first(&seen.discs)) {
        (Some(node), _) => match place_of(names.layout, node) {
            Some(Place::Node(body, node)) => format!("node {node}, {}", names.body(body)),
            _ => String::new(),
        },
        (None, Some(disc)) => format!("disc {disc}"),
        (None, None) => match (&seen.nodes, &seen.discs) {
            (Who::All, _) => "all nodes".to_owned(),
            (_, Who::All) => "all discs".to_owned(),
            _ if seen.phase.kind.is_force() => "forces".to_owned(),
            _ => String::new(),
        },
    }
}

/// The matching row of the substep tables.
fn of_row(row: Row) -> String {
    let (what, index) = match row {
        Row::None => return String::new(),
        Row::StickPass(index) => ("pass", index),
        Row::ObstacleHit(index) => ("hit", index),
        Row::Clamp(index) => ("bounds", index),
        Row::Contact(index) => ("contact", index),
        Row::Diagonal(index) => ("diagonal", index),
        Row::DiscEvent(index) => ("impact", index),
    };
    format!("{what} {}", index + 1)
}

/// Colour of a phase: forces, motion, constraints, contacts or discs.
fn tint(kind: PhaseKind, palette: &Palette) -> Rgba {
    match kind {
        PhaseKind::Force(force) => palette.force(&force.parts[0]),
        PhaseKind::Integration | PhaseKind::Driven | PhaseKind::Velocities => palette.velocity,
        PhaseKind::Sticks | PhaseKind::Obstacle | PhaseKind::Bounds => palette.obstacle,
        PhaseKind::Derived => palette.barycentre,
        PhaseKind::Detect | PhaseKind::Impulse | PhaseKind::Friction | PhaseKind::Reposition | PhaseKind::Diagonal => {
            palette.contact
        }
        PhaseKind::DiscForces | PhaseKind::DiscFlight | PhaseKind::DiscImpact => palette.hint,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Phase, World};
    use crate::level::{Body, Level, Node};

    #[test]
    fn phase_search_matches_every_word() {
        let body = Body { nodes: vec![Node::at([0.0, 0.0]); 13], ..Body::default() };
        let named = Body { name: "left".to_owned(), ..body.clone() };
        let level = Level { bodies: vec![body, named], ..Level::default() };
        let world = World::new(&level).unwrap();
        let names = TouchedNames { layout: world.layout(), titles: level.body_titles() };
        let seen = |kind, row, nodes: Who| Seen { phase: Phase { kind, row }, nodes, discs: Who::None };
        let phases = [
            seen(PhaseKind::ALL[0], Row::None, Who::None),
            seen(PhaseKind::Impulse, Row::Contact(0), Who::Some(vec![1, 14])),
            seen(PhaseKind::Friction, Row::Contact(0), Who::Some(vec![1, 14])),
            seen(PhaseKind::Impulse, Row::Contact(11), Who::Some(vec![12])),
            seen(PhaseKind::Velocities, Row::None, Who::All),
        ];
        let found = |words: &str| found(&phases, &names, words);
        assert_eq!(found("  "), None);
        assert_eq!(found("impulse"), Some(vec![1, 3]));
        assert_eq!(found("Impulse contact 1"), Some(vec![1]), "not contact 12");
        assert_eq!(found("node 1"), Some(vec![1, 2]));
        assert_eq!(found("left"), Some(vec![1, 2]));
        assert_eq!(found("all"), Some(vec![4]));
        assert_eq!(found("no such thing"), Some(vec![]));
        assert_eq!(short(&phases[3], &names), "node 12, body 0");
        assert_eq!(changed_parts(&phases[1], &names), "node 1 of body 0, node 1 of left");
    }
}
