//! The verdict on a body's triangles in one sentence.

use super::{Paint, Report, Way};
use crate::debugger::why::number;
use crate::level::Level;

/// How well a body's triangles paint it, with the sentence for people.
#[derive(Clone, Debug, PartialEq)]
pub struct BalloonVerdict {
    /// Whether the triangles that it has paint its hull, neither more nor less.
    pub is_sound: bool,
    /// Whether a fan from the barycentre would, or does.
    pub fan_is_sound: bool,
    /// What to know and to do, with the body's name.
    pub text: String,
    /// The same where the name stands beside it.
    pub said: String,
}

/// Edges that are named in a sentence; of more, how many there are.
const NAMED: usize = 3;

/// What is to be said of a report.
pub fn verdict(level: &Level, report: &Report) -> BalloonVerdict {
    let is_exact = |way: Way| report.paint(way).is_some_and(Paint::is_exact);
    let (is_sound, fan_is_sound) = (is_exact(Way::AsIs), is_exact(Way::Fan));
    let name = level.body_title(report.body);
    let text = match &report.ways[Way::AsIs as usize] {
        Err(reason) => format!("{reason}. {}", of_fan(report, false)),
        Ok(_) if is_sound => {
            let fan = if report.is_fan { "The fan from the barycentre paints" } else { "The triangles paint" };
            let later = match (report.is_fan, fan_is_sound) {
                (false, false) => format!(" {}", of_fan(report, false)),
                _ => String::new(),
            };
            format!("nothing is wrong here. {fan} the hull, neither more nor less.{later}")
        }
        Ok(paint) => format!("{}. {}", of_paint(paint, report.area), of_fan(report, true)),
    };
    let mut letters = text.trim_end().chars();
    let said = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    BalloonVerdict { is_sound, fan_is_sound, text: format!("{name}: {}", text.trim_end()), said }
}

/// What is wrong with triangles.
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

/// What the fan would do, and where it fails what remains.
fn of_fan(report: &Report, is_needed: bool) -> String {
    match &report.ways[Way::Fan as usize] {
        Err(reason) => format!("No fan can be made: {reason}. {}", of_afresh(report)),
        Ok(paint) if paint.is_exact() && report.is_fan => String::new(),
        Ok(paint) if paint.is_exact() => {
            let advice = if is_needed { ": insert the barycentre" } else { "" };
            format!("A fan from the barycentre paints the hull, neither more nor less{advice}.")
        }
        Ok(paint) => {
            // Of a body that has its fan, the numbers were said already.
            let what = if report.is_fan { String::new() } else { of_paint(paint, report.area) };
            let what = if what.is_empty() { what } else { format!(" ({what})") };
            let fan = if report.is_fan { "the fan" } else { "a fan" };
            format!("Even {fan} from the barycentre fails here{what}: {}. {}", hidden(report), of_afresh(report))
        }
    }
}

fn hidden(report: &Report) -> String {
    let named: Vec<String> = report.hidden.iter().take(NAMED).map(usize::to_string).collect();
    let more = report.hidden.len().saturating_sub(NAMED);
    match (report.hidden.len(), more) {
        (0, _) => "the hull crosses itself".to_owned(),
        (1, _) => format!("the barycentre does not see hull edge {}", named[0]),
        (count, 0) => format!("the barycentre does not see {count} hull edges ({})", named.join(", ")),
        (count, more) => {
            format!("the barycentre does not see {count} hull edges ({} and {more} more)", named.join(", "))
        }
    }
}

fn of_afresh(report: &Report) -> String {
    match &report.ways[Way::Afresh as usize] {
        Ok(_) => "Triangles made afresh of the hull, picture by picture, paint it.".to_owned(),
        Err(reason) => format!("Nor can triangles be made afresh: {reason}."),
    }
}

/// An area, and what part of the whole it is.
pub(in crate::debugger) fn share(amount: f64, whole: f64) -> String {
    format!("{} ({} %)", number(amount), number(round(100.0 * amount / whole)))
}

/// Three digits that matter.
fn round(percent: f64) -> f64 {
    format!("{percent:.2e}").parse().unwrap_or(percent)
}
