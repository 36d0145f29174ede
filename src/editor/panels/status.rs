//! The status bar: hint, pointer position, facts about the run, and the number of problems.

use crate::debugger::diagnosis::ProblemCounts;
use crate::debugger::probes::overlap::largest_of_all;
use crate::editor::actions::Action;
use crate::editor::canvas::Canvas;
use crate::editor::context::ViewContext;
use crate::editor::features::timeline::moments;
use crate::editor::icons::Icon;
use crate::editor::settings::tabs::Tab;
use crate::editor::theme;
use crate::picture::ruler;
use egui::{Align, Color32, FontId, Label, Layout, RichText, Role, TextStyle, Ui, WidgetInfo, vec2};

/// Height of the texts and of links among them.
const LINE: f32 = 18.0;
/// Height of buttons, which a finger hits.
pub const TARGET: f32 = 24.0;
/// Size of the letters of facts.
const FACT: f32 = 11.5;
/// Width from which the hash fits beside the hint.
const WIDE: f32 = 1000.0;

/// Explains the number of contacts.
const CONTACTS: &str =
    "Contacts of bodies and impacts of discs in the frame so far; at the start of a frame, in the frame before";

/// Draws the status bar; `found` are the numbers of problems and their colour.
pub fn show(ui: &mut Ui, view: &ViewContext, canvas: &Canvas, found: (ProblemCounts, Color32), out: &mut Vec<Action>) {
    let size = vec2(ui.available_width(), TARGET);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        // Links are no higher than the line, so that all texts have one baseline.
        ui.spacing_mut().interact_size.y = LINE;
        let weak = ui.visuals().weak_text_color();
        let fact = |ui: &mut Ui, text: String, tip: &str| {
            ui.label(RichText::new(text).monospace().size(FACT).color(weak)).on_hover_text(tip);
        };
        // In a narrow window the hint takes precedence over the hash.
        let is_wide = ui.available_width() > WIDE;
        if is_wide {
            fact(
                ui,
                format!("hash {:016x}", view.run.world().hash()),
                "Hash of the state's bits: equal states have equal hashes",
            );
        }
        // The link stands beside the hash, so that texts of varying width do not move it.
        problems(ui, found, is_wide, out);
        super::background::show(ui);
        if let Some(frame) = view.run.divergence() {
            let text = format!("diverged at frame {frame}");
            ui.label(RichText::new(text).small().color(ui.visuals().error_fg_color))
                .on_hover_text("Repeating the same inputs gave a different result");
        }
        if let Some(departed) = view.run.departed() {
            let text = format!("not as recorded from frame {}", departed.frame);
            let reason = match departed.recorded.pose == departed.now.pose {
                true => "velocities or the state of the hand differ",
                false => "the positions differ",
            };
            ui.label(RichText::new(text).small().color(ui.visuals().error_fg_color))
                .on_hover_text(format!("The recording has another hash for that frame: {reason}"));
        }
        let hint = RichText::new(&canvas.hint).small();
        facts_beside(ui, &canvas.hint, facts(view, canvas)).into_iter().for_each(|(text, tip)| fact(ui, text, tip));
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(Label::new(hint).truncate());
        });
    });
}

/// A text and its tooltip.
type Fact = (String, &'static str);

/// Facts about the moment and the pointer, from right to left; the first ones matter least while a tool is used.
fn facts(view: &ViewContext, canvas: &Canvas) -> Vec<Fact> {
    let time = view.run.world().time();
    let seconds = view.document.level().unit_of("time");
    let seconds = seconds.map_or(String::new(), |(factor, name)| format!(" ({} {name})", ruler::write(time * factor)));
    let (contacts, whence) = contacts(view);
    let plural = if contacts == 1 { "" } else { "s" };
    let contacts = format!("{contacts} contact{plural} {whence}").trim_end().to_owned();
    let words = moments::time_words(view.run.level(), time);
    let mut facts = vec![(format!("t {words}{seconds}"), "Level time"), (contacts, CONTACTS)];
    facts.extend(overlap(view).map(|share| {
        let tip = "Largest fraction of the smaller of two hulls that is inside the other";
        (format!("overlap {:.1} %", 100.0 * share), tip)
    }));
    facts.extend(canvas.pointer.at.map(|at| {
        let length = view.document.level().unit_of("length");
        let lengths = length.map_or(String::new(), |(factor, name)| {
            format!("  ({}, {} {name})", ruler::write(at.x * factor), ruler::write(at.y * factor))
        });
        (format!("x {:.3}  y {:.3}{lengths}", at.x, at.y), "Pointer in the level, x and y")
    }));
    facts
}

/// The facts for which a whole hint leaves room; the first ones are left out first.
fn facts_beside(ui: &Ui, hint: &str, mut facts: Vec<Fact>) -> Vec<Fact> {
    let width = |text: &str, font: FontId| {
        let galley = ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
        galley.size().x + ui.spacing().item_spacing.x
    };
    let room = ui.available_width() - width(hint, TextStyle::Small.resolve(ui.style()));
    let mut needed: Vec<f32> = facts.iter().map(|(text, _)| width(text, FontId::monospace(FACT))).collect();
    while needed.iter().sum::<f32>() > room && !facts.is_empty() {
        needed.remove(0);
        facts.remove(0);
    }
    facts
}

/// Number of problems; a click shows their panel. In a narrow window the word is omitted.
fn problems(ui: &mut Ui, (counts, tint): (ProblemCounts, Color32), is_wide: bool, out: &mut Vec<Action>) {
    let count = counts.all();
    if count == 0 {
        return;
    }
    let word = if count == 1 { "problem" } else { "problems" };
    let text = if is_wide { format!("{count} {word}") } else { count.to_string() };
    let link = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        // From right to left.
        let response = ui.link(RichText::new(text).small());
        ui.label(Icon(Tab::Problems.entry().icon).tinted(theme::SMALL_ICON, tint));
        response
    };
    let response = ui.scope(link).inner;
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, format!("Show {count} {word}")));
    let tip = format!("{counts}. Show the panel Problems: causes, moments and remedies");
    if response.on_hover_text(tip).clicked() {
        out.push(Action::show(Tab::Problems));
    }
}

/// Contacts up to the displayed moment, and the moments between which they were found.
fn contacts(view: &ViewContext) -> (u64, String) {
    let (run, end) = (view.run, moments::displayed(view.run));
    let is_within = run.substep() > 0 || run.phases_done().is_some();
    let start = if is_within { Some(run.displayed_frame()) } else { run.frame().checked_sub(1) };
    (run.contacts_so_far(), start.map_or_else(String::new, |start| format!("from {start} to {end}")))
}

/// Overlap is measured each UI frame, so only for at most this many bodies.
const FEW_BODIES: usize = 24;
/// Smaller overlaps are normal in resting contacts.
const LEAST_OVERLAP: f64 = 0.001;

fn overlap(view: &ViewContext) -> Option<f64> {
    let world = view.run.world();
    let is_small = (2..=FEW_BODIES).contains(&world.layout().bodies.len());
    let share = is_small.then(|| largest_of_all(world.layout(), world.state()));
    share.filter(|&share| share > LEAST_OVERLAP)
}
