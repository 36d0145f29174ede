//! Panes of the level and its twin on the canvas, with titles and their difference.

use crate::debugger::Twin;
use crate::debugger::diagnosis::who;
use crate::debugger::moment;
use crate::debugger::run::Run;
use crate::editor::actions::Action;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::theme;
use crate::editor::widgets::short;
use crate::level::{Level, Place, Placement};
use egui::text::{LayoutJob, TextWrapping};
use egui::{Align, Button, FontId, Layout, Rect, RichText, Role, Ui, UiBuilder, WidgetInfo, pos2, vec2};

/// Panes of the level and the twin.
#[derive(Clone, Copy, Debug)]
pub struct Panes {
    /// Pane of the level.
    pub first: Rect,
    /// Pane of the twin, if separate.
    pub second: Option<Rect>,
}

impl Panes {
    /// Splits the canvas along its longer side for a twin beside.
    pub fn split(canvas: Rect, placement: Option<Placement>) -> Self {
        if placement != Some(Placement::Beside) {
            return Self { first: canvas, second: None };
        }
        let (first, second) = if canvas.width() >= canvas.height() {
            canvas.split_left_right_at_fraction(0.5)
        } else {
            canvas.split_top_bottom_at_fraction(0.5)
        };
        Self { first, second: Some(second) }
    }

    fn paint_border(&self, ui: &Ui) {
        let Some(second) = self.second else { return };
        let stroke = ui.visuals().widgets.noninteractive.bg_stroke;
        let ends = if second.left() > self.first.left() {
            [second.left_top(), second.left_bottom()]
        } else {
            [second.left_top(), second.right_top()]
        };
        ui.painter().line_segment(ends, stroke);
    }

    /// Border, titles and difference of the two runs, and what has diverged.
    pub fn label(&self, ui: &mut Ui, level: &Level, run: &Run, twin: Option<&Twin>, out: &mut Vec<Action>) {
        let Some(twin) = twin else {
            return blown_up(run).iter().for_each(|text| title(ui, self.first, 0.0, text, 1.0));
        };
        self.paint_border(ui);
        let [first, second] = twin.titles();
        let is_over = self.second.is_none();
        let name = |letter: &str, title: &str, note: &str| {
            let title = if title.is_empty() { "as the level has it" } else { title };
            format!("{letter}  {title}{note}")
        };
        let below = if is_over { 30.0 } else { 0.0 };
        title(ui, self.first, 0.0, &name("A", first, ""), 1.0);
        let rect = self.second.unwrap_or(self.first);
        title(ui, rect, below, &name("B", second, if is_over { " (ghost)" } else { "" }), 0.75);
        for (pane, run) in [(Some(self.first), run), (self.second, twin.run())] {
            if let Some((pane, text)) = pane.zip(blown_up(run)).filter(|_| !is_over) {
                title(ui, pane, 0.5 * pane.height(), &text, 1.0);
            }
        }
        difference(ui, rect, level, run, twin, out);
    }
}

/// Says that a part of a run is so far away that no view shows it.
fn blown_up(run: &Run) -> Option<String> {
    const FAR: f64 = 1e9;
    let world = run.world();
    let nodes = (0..world.layout().node_count).map(|node| world.position(node));
    let discs = (0..world.layout().discs.count()).map(|disc| world.disc_position(disc));
    let numbers = nodes.chain(discs).flat_map(|at| [at.x.abs(), at.y.abs()]);
    // Of NaN and a number, `max` gives the number.
    let farthest = numbers.map(|number| if number.is_nan() { f64::INFINITY } else { number }).fold(0.0, f64::max);
    if farthest < FAR {
        return None;
    }
    let far =
        if farthest.is_finite() { format!("coordinates up to {}", short(farthest)) } else { "not finite".to_owned() };
    Some(match infinite_since(run) {
        Some(frame) => format!("Blew up: infinite since frame {frame}"),
        None => format!("Blew up: {far}"),
    })
}

/// A title at the top centre of a pane.
pub fn title(ui: &Ui, pane: Rect, below: f32, text: &str, strength: f32) {
    let tint = ui.visuals().strong_text_color().gamma_multiply(strength);
    let mut job = LayoutJob::simple_singleline(text.to_owned(), FontId::proportional(13.5), tint);
    job.wrap = TextWrapping::truncate_at_width(pane.width() - 40.0);
    let words = ui.painter().layout_job(job);
    let chip = Rect::from_center_size(pane.center_top() + vec2(0.0, 24.0 + below), words.size() + vec2(20.0, 10.0));
    ui.painter().add(theme::card(ui).paint(chip.shrink2(vec2(10.0, 8.0))));
    ui.painter().galley(chip.center() - words.size() / 2.0, words, tint);
}

/// Difference of the runs at the bottom of a pane: first frame (a click goes there) and largest distance.
fn difference(ui: &mut Ui, pane: Rect, level: &Level, run: &Run, twin: &Twin, out: &mut Vec<Action>) {
    // Right-aligned, because the scale bar is at the left.
    let id = ui.scope_id().with("difference of twins");
    // The width of the previous UI frame.
    let known: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(pane.width());
    let right = pane.right() - 12.0;
    // Long text extends into the other pane.
    let left = (right - known).max(ui.max_rect().left() + 12.0);
    let foot = Rect::from_min_max(pos2(left, pane.bottom() - 52.0), pos2(right, pane.bottom()));
    let layout = Layout::left_to_right(Align::Min);
    let mut child = ui.new_child(UiBuilder::new().max_rect(foot).layout(layout).id_salt("difference"));
    let card = theme::card(&child).show(&mut child, |ui| sentence(ui, level, run, twin, out));
    let width = card.response.rect.width().ceil();
    if width != known {
        ui.data_mut(|data| data.insert_temp(id, width));
        ui.ctx().request_repaint();
    }
}

fn sentence(ui: &mut Ui, level: &Level, run: &Run, twin: &Twin, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        ui.spacing_mut().item_spacing.x = 6.0;
        if twin.is_same() {
            let words = match twin.branch() {
                Some(_) => "Both branches have the same inputs",
                None => "The twin has the same settings. Change some under World > Twin.",
            };
            ui.label(RichText::new(words).small());
            return;
        }
        let is_there = twin.run().frame() == run.frame();
        let Some(frame) = twin.parting().filter(|_| is_there) else {
            let words = if is_there { equal_words(run, twin) } else { "The twin is catching up…".to_owned() };
            ui.label(RichText::new(words).small());
            return;
        };
        let (at, text) = origin(twin, frame);
        let go = "Go to this moment, select the part that differs most and move the view to it";
        let tip = twin.origin().map_or_else(String::new, |origin| {
            format!("In the substep to {}. ", moment::write(twin.run().moment_after(origin.moment)))
        }) + go;
        let button = ui.add(Button::new(RichText::new(&text).small())).on_hover_text(tip);
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
        if button.clicked() {
            out.push(Action::Time(TimeCommand::GoToTyped(at)));
            out.extend(twin.first_apart().map(|first| Action::Reveal(vec![first.place])));
        }
        if let Some(first) = twin.first_apart() {
            let text = format!("at frame {frame}: {} by {}", who(level, first.place), short(first.distance));
            link(ui, &text, first.place, out);
        }
        let blown_up =
            [("A", run), ("B", twin.run())].into_iter().filter_map(|(name, run)| Some((name, infinite_since(run)?)));
        if let Some((name, frame)) = blown_up.min_by_key(|(_, frame)| *frame) {
            let text = format!("{name} blew up: infinite since frame {frame}");
            if ui.add(Button::new(RichText::new(&text).small())).on_hover_text("Go to the frame before").clicked() {
                out.push(Action::Time(TimeCommand::GoTo((frame.saturating_sub(1), 0))));
            }
        } else if let Some(worst) = twin.farthest(run).filter(|_| run.moment() != (frame, 0)) {
            let text = format!("now at most {}: {}", short(worst.distance), who(level, worst.place));
            link(ui, &text, worst.place, out);
        }
    });
}

/// The first visited frame, up to the displayed one, at which a run has an infinite energy.
fn infinite_since(run: &Run) -> Option<u64> {
    let mut visited = run.samples().iter().take_while(|sample| sample.frame <= run.frame());
    visited.find(|sample| !sample.energy.total.is_finite()).map(|sample| sample.frame)
}

/// How far both runs are known to be equal.
fn equal_words(run: &Run, twin: &Twin) -> String {
    if !twin.is_comparable(run) {
        format!("Compared up to frame {}: equal", run.frame())
    } else if run.phases_done().is_some() {
        "Bit-identical at the end of this substep".to_owned()
    } else {
        "Bit-identical so far".to_owned()
    }
}

/// Where the runs begin to differ, as a typed moment and as text: the phase if it is known, else the frame.
fn origin(twin: &Twin, frame: u64) -> (String, String) {
    match twin.origin() {
        Some(origin) => {
            let at = moment::write_phase(origin.moment, origin.phase);
            let text = format!("Different since {at}, {}", origin.title);
            (at, text)
        }
        None => (frame.to_string(), format!("Different since frame {frame}")),
    }
}

/// Text about a part: hover highlights it, click selects it.
fn link(ui: &mut Ui, text: &str, place: Place, out: &mut Vec<Action>) {
    let link = ui.add(Button::new(RichText::new(text).small()).frame_when_inactive(false));
    link.widget_info(|| WidgetInfo::labeled(Role::Button, true, text));
    if link.hovered() {
        out.push(Action::Hover(vec![place]));
    }
    if link.clicked() {
        out.push(Action::Select(vec![place]));
    }
}
