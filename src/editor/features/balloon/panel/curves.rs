//! Small curves of flipped triangles, spill, unpainted area and hidden hull edges along the run. A click goes to the
//! frame.

use crate::debugger::Run;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::balloon::BalloonUi;
use crate::editor::theme;
use crate::editor::widgets::short;
use crate::geometry::Extremes;
use crate::picture::{Palette, Rgba};
use egui::{Align2, Color32, CursorIcon, FontId, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

/// Height of the text above a curve.
const WORDS: f32 = 14.0;
/// Minimum height of a curve with its text.
const LEAST: f32 = 30.0;

/// Draws the curves.
pub fn show(ui: &mut Ui, view: &ViewContext, balloon: &BalloonUi, out: &mut Vec<Action>) {
    let palette = Palette::of(view.settings.theme.picture());
    let tints = [palette.triangle_flipped.opaque(), palette.contact, palette.hint, palette.barycentre];
    let curves: Vec<_> = balloon.curves().collect();
    let is_behind = balloon.is_behind;
    ui.spacing_mut().item_spacing.y = 2.0;
    let height = ((ui.available_height() - 6.0) / curves.len().max(1) as f32).max(LEAST);
    let last = view.run.last_frame().max(60);
    egui::ScrollArea::vertical().id_salt("balloon curves").auto_shrink(false).show(ui, |ui| {
        for ((name, numbers), tint) in curves.into_iter().zip(tints) {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click_and_drag());
            curve(ui, rect, Curve { name, numbers, tint, last, now: view.run.frame(), is_behind });
            let said = range_text(name, numbers);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &said));
            let response = response.on_hover_cursor(CursorIcon::PointingHand);
            if (response.clicked() || response.dragged())
                && let Some(at) = response.interact_pointer_pos()
            {
                let part = ((at.x - rect.left()) / rect.width()).clamp(0.0, 1.0);
                out.push(Action::Seek((f64::from(part) * last as f64).round() as u64));
            }
            response.on_hover_text(format!("{said}\nClick: go to the frame"));
        }
    });
}

/// The maximum and the first frame that has it.
fn greatest(numbers: Option<&Extremes>) -> Option<(f64, usize)> {
    let numbers = numbers?;
    let at = numbers.peaks(0..numbers.len())?.greatest();
    Some((numbers.values()[at], at))
}

/// Links to the worst frame of each curve with faults, unless the run is at its start.
pub fn worst(ui: &mut Ui, balloon: &BalloonUi, run: &Run, out: &mut Vec<Action>) {
    let is_present = |frame: usize| run.moment() == (frame as u64, 0) && run.phases_done().is_none();
    let worst = balloon.curves().filter_map(|(name, numbers)| Some((name, greatest(numbers)?)));
    let worst: Vec<_> = worst.filter(|(_, (most, frame))| *most > 0.0 && !is_present(*frame)).collect();
    if worst.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.weak("Worst frames:");
        for (name, (most, frame)) in worst {
            let words = format!("{name} {} at frame {frame}", write(most));
            if ui.link(words).on_hover_text("Go to this frame").clicked() {
                out.push(Action::Seek(frame as u64));
            }
        }
    });
}

fn range_text(name: &str, numbers: Option<&Extremes>) -> String {
    match greatest(numbers) {
        None => format!("Over time, {name}: not measured yet"),
        Some((most, _)) if most <= 0.0 => format!("Over time, {name}: always 0"),
        Some((most, frame)) => format!("Over time, {name}: maximum {} at frame {frame}", write(most)),
    }
}

/// Formats counts as integers, other values with few digits.
fn write(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e6 { format!("{value}") } else { short(value) }
}

struct Curve<'a> {
    name: &'a str,
    numbers: Option<&'a Extremes>,
    tint: Rgba,
    last: u64,
    now: u64,
    /// Whether the run is not fully measured.
    is_behind: bool,
}

fn curve(ui: &Ui, rect: Rect, curve_data: Curve) {
    let painter = ui.painter_at(rect);
    let (weak, tint) = (ui.visuals().weak_text_color(), theme::color(curve_data.tint));
    let most = greatest(curve_data.numbers).map_or(0.0, |(most, _)| most);
    let now = curve_data.numbers.and_then(|numbers| numbers.values().get(curve_data.now as usize).copied());
    let font = FontId::proportional(11.0);
    painter.text(rect.left_top(), Align2::LEFT_TOP, curve_data.name, font.clone(), weak);
    let words = match now {
        _ if curve_data.is_behind && now.is_none() => "measuring …".to_owned(),
        _ if most <= 0.0 => "always 0".to_owned(),
        Some(now) => format!("{} (max. {})", write(now), write(most)),
        None => format!("max. {}", write(most)),
    };
    let strength = if most > 0.0 { tint } else { weak };
    painter.text(rect.right_top(), Align2::RIGHT_TOP, words, font, strength);
    let field = Rect::from_min_max(pos2(rect.left(), rect.top() + WORDS), rect.max);
    painter.rect_filled(field, 2.0, ui.visuals().extreme_bg_color);
    let x = |frame: f64| field.left() + (frame / curve_data.last as f64) as f32 * field.width();
    if let Some(numbers) = curve_data.numbers {
        let y =
            |value: f64| field.bottom() - 1.0 - (value / most.max(f64::MIN_POSITIVE)) as f32 * (field.height() - 3.0);
        for strand in numbers.line(0..numbers.len(), field.width().max(1.0) as usize) {
            let points: Vec<Pos2> = strand.into_iter().map(|(frame, value)| pos2(x(frame as f64), y(value))).collect();
            painter.line(points, Stroke::new(1.3, tint));
        }
    }
    let line = Stroke::new(1.0, Color32::from_gray(140));
    painter.vline(x(curve_data.now as f64), field.y_range(), line);
}
