//! One-sentence verdict on a body's triangles.

use super::{Paint, Report, Triangulation};
use crate::debugger::why::number;
use crate::level::Level;

/// Verdict on a body's triangles, with text for the UI.
#[derive(Clone, Debug, PartialEq)]
pub struct BalloonVerdict {
    /// True if its triangles paint exactly its hull.
    pub is_sound: bool,
    /// True if a fan from the barycentre would paint exactly its hull, or does.
    pub fan_is_sound: bool,
    /// Finding and advice, with the body's name.
    pub text: String,
    /// The same without the name.
    pub said: String,
}

/// Most edges listed in a sentence; further ones are counted.
const NAMED: usize = 3;

/// The verdict on a report.
pub fn verdict(level: &Level, report: &Report) -> BalloonVerdict {
    let is_exact = |triangulation: Triangulation| report.paint(triangulation).is_some_and(Paint::is_exact);
    let (is_sound, fan_is_sound) = (is_exact(Triangulation::Present), is_exact(Triangulation::Fan));
    let name = level.body_title(report.body);
    let text = match &report.triangulations[Triangulation::Present as usize] {
        Err(reason) => format!("{reason}. {}", of_fan(report, false)),
        Ok(_) if is_sound => {
            let fan = if report.is_fan { "The fan from the barycentre paints" } else { "The triangles paint" };
            let later = match (report.is_fan, fan_is_sound) {
                (false, false) => format!(" {}", of_fan(report, false)),
                _ => String::new(),
            };
            format!("nothing is wrong at this moment. {fan} the hull, neither more nor less.{later}")
        }
        Ok(paint) => format!("{}. {}", of_paint(paint, report.area), of_fan(report, true)),
    };
    let mut letters = text.trim_end().chars();
    let said = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    BalloonVerdict { is_sound, fan_is_sound, text: format!("{name}: {}", text.trim_end()), said }
}

/// Faults of a triangulation.
fn of_paint(paint: &Paint, area: f64) -> String {
    let mut parts = Vec::new();
    match paint.flipped {
        0 => {}
        1 => parts.push("1 triangle is flipped".to_owned()),
        count => parts.push(format!("{count} triangles are flipped")),
    }
    let part = |amount: f64| share(amount, area);
    if paint.cover.spill > 0.0 {
        parts.push(format!("{} is painted outside the hull", part(paint.cover.spill)));
    }
    if paint.cover.unpainted > 0.0 {
        parts.push(format!("{} of the hull is left unpainted", part(paint.cover.unpainted)));
    }
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}

/// Effect of a fan, and the alternative if it fails.
fn of_fan(report: &Report, is_needed: bool) -> String {
    match &report.triangulations[Triangulation::Fan as usize] {
        Err(reason) => format!("A fan is not possible: {reason}. {}", of_new(report)),
        Ok(paint) if paint.is_exact() && report.is_fan => String::new(),
        Ok(paint) if paint.is_exact() => {
            let advice = if is_needed { ": insert the barycentre" } else { "" };
            format!("A fan from the barycentre paints exactly the hull{advice}.")
        }
        Ok(paint) => {
            // If the body has its fan, the numbers are already in the sentence.
            let what = if report.is_fan { String::new() } else { of_paint(paint, report.area) };
            let what = if what.is_empty() { what } else { format!(" ({what})") };
            let fan = if report.is_fan { "the fan" } else { "a fan" };
            format!("Even {fan} from the barycentre fails here{what}: {}. {}", hidden(report), of_new(report))
        }
    }
}

fn hidden(report: &Report) -> String {
    let named: Vec<String> = report.hidden.iter().take(NAMED).map(usize::to_string).collect();
    let more = report.hidden.len().saturating_sub(NAMED);
    match (report.hidden.len(), more) {
        (0, _) => "the hull crosses itself".to_owned(),
        (1, _) => format!("the barycentre is outside of hull edge {}", named[0]),
        (count, 0) => format!("the barycentre is outside of {count} hull edges ({})", named.join(", ")),
        (count, more) => {
            format!("the barycentre is outside of {count} hull edges ({} and {more} more)", named.join(", "))
        }
    }
}

fn of_new(report: &Report) -> String {
    match &report.triangulations[Triangulation::New as usize] {
        Ok(_) => "A new triangulation of the hull in every frame paints it.".to_owned(),
        Err(reason) => format!("A new triangulation is not possible either: {reason}."),
    }
}

/// An area, with its percentage of the area that the hull covers by the even-odd rule.
pub(in crate::debugger) fn share(amount: f64, whole: f64) -> String {
    format!("{} ({} % of the covered area)", number(amount), number(round(100.0 * amount / whole)))
}

/// Rounds to three significant digits.
fn round(percent: f64) -> f64 {
    format!("{percent:.2e}").parse().unwrap_or(percent)
}
