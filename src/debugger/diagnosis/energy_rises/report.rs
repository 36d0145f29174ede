//! The note in words and as JSON.

use super::{EnergyRises, Entry, Rise};
use crate::debugger::diagnosis::who;
use crate::debugger::moment;
use crate::debugger::why::number;
use crate::level::{Level, Place};
use serde_json::{Map, Value, json};

impl EnergyRises {
    /// Sentences with the numbers; none if the total never rose.
    pub fn describe(&self, level: &Level) -> Vec<String> {
        let (Some(first), Some(largest)) = (&self.first, self.largest.first()) else { return Vec::new() };
        let mut lines = self.sums();
        lines.extend(self.unknown(level));
        let net = self.after - self.before;
        if let Some(terms) = terms(&self.phases, net, [UNREPORTED; 2]) {
            lines.push(format!("Gain of the phases in all substeps: {terms}; together the net change."));
        }
        if let Some(terms) = terms(&self.entries, self.gained, ["losses of other phases", UNREPORTED]) {
            lines.push(format!("Gain of the phases in the substeps with a rise: {terms}; together the rises."));
        }
        lines.push(format!("First: {}.", first.describe(level)));
        if largest.at != first.at {
            lines.push(format!("Largest: {}.", largest.describe(level)));
        }
        lines
    }

    /// Net change of the total, and the sums of which it consists.
    fn sums(&self) -> Vec<String> {
        let [before, after, net] = [self.before, self.after, self.after - self.before].map(number);
        let [gained, lost, external, collapsed] = [self.gained, self.lost, self.external, self.collapsed].map(number);
        let mut lines = vec![
            format!("Net change of the total energy: {net}, from {before} to {after}."),
            format!(
                "The total rose in {} of {} substeps; the rises add up to {gained}, the falls in the others to {lost}.",
                self.count, self.substeps
            ),
        ];
        if self.external != 0.0 {
            lines
                .push(format!("Not in these sums: {external} from the hand, decor, inputs, driven parts and bumpers."));
        }
        if self.collapsed_count > 0 {
            let count = self.collapsed_count;
            let substeps = if count == 1 { "1 substep".to_owned() } else { format!("{count} substeps") };
            lines.push(format!(
                "Not in these sums: a change of {collapsed} in {substeps} with a collapsed body, whose gas has no energy."
            ));
        }
        lines
    }

    /// The moment from which on nothing is measured, in a sentence.
    fn unknown(&self, level: &Level) -> Option<String> {
        let at = moment::after(self.unknown_from?, level.world.substeps);
        Some(format!(
            "These sums end before frame {}: there the energy is not finite, so that no total is known.",
            moment::write(at)
        ))
    }

    /// The same for programs.
    pub fn json(&self) -> Value {
        let object = |list: &[(Entry, f64)]| -> Map<String, Value> {
            list.iter().map(|(entry, gain)| (id(*entry).to_owned(), Value::from(*gain))).collect()
        };
        json!({
            "substeps": self.substeps,
            "count": self.count,
            "gained": self.gained,
            "lost": self.lost,
            "before": self.before,
            "after": self.after,
            "external": self.external,
            "collapsed_count": self.collapsed_count,
            "collapsed": self.collapsed,
            "entries": object(&self.entries),
            "phases": object(&self.phases),
            "unknown_from": self.unknown_from.map(|(frame, substep)| json!({ "frame": frame, "substep": substep })),
            "first": self.first.as_ref().map(Rise::json),
            "largest": self.largest.iter().map(Rise::json).collect::<Vec<_>>(),
        })
    }
}

impl Rise {
    fn describe(&self, level: &Level) -> String {
        let Self { at: (frame, substep), amount, entry, body, contact } = *self;
        let at = moment::after((frame, substep), level.world.substeps);
        let mut text = format!("frame {}: {}", moment::write(at), number(amount));
        if let Some(entry) = entry {
            text += &format!(", most by {}", title(entry));
        }
        if let Some(body) = body {
            text += &format!(", most in {}", who(level, Place::Body(body)));
        }
        if let Some([own, other]) = contact {
            let name = |place| if place == Place::World { "a wall".to_owned() } else { who(level, place) };
            text += &format!(", most in the contact of {} and {}", name(own), name(other));
        }
        text
    }

    fn json(&self) -> Value {
        let Self { at: (frame, substep), amount, entry, body, contact } = *self;
        json!({
            "frame": frame,
            "substep": substep,
            "amount": amount,
            "entry": entry.map(id),
            "body": body,
            "contact": contact.map(|pair| pair.map(|place| place.to_string())),
        })
    }
}

/// Rest of a sum that is in no phase.
const UNREPORTED: &str = "not accounted for, since no phase reported it,";

/// Most phases that a sentence names.
const NAMED: usize = 6;

/// The largest gains, and the rest of a sum that they do not make up, with a name for a negative and for a positive rest. None
/// without gains.
fn terms(gains: &[(Entry, f64)], sum: f64, rests: [&str; 2]) -> Option<String> {
    let scale: f64 = gains.iter().map(|gain| gain.1.abs()).sum();
    let shown = gains.iter().take(NAMED).filter(|gain| gain.1.abs() > SHOWN * scale).count();
    let (named, others) = gains.split_at(shown);
    let mut words: Vec<String> =
        named.iter().map(|(entry, gain)| format!("{} {}", title(*entry), number(*gain))).collect();
    let (others, all) = (others.iter().map(|gain| gain.1).sum::<f64>(), gains.iter().map(|gain| gain.1).sum::<f64>());
    if others.abs() > SHOWN * scale {
        words.push(format!("other phases {}", number(others)));
    }
    let rest = sum - all;
    if rest.abs() > SHOWN * scale {
        words.push(format!("{} {}", rests[usize::from(rest > 0.0)], number(rest)));
    }
    (!gains.is_empty()).then(|| words.join(", "))
}

/// Part of all gains together up to which an amount is rounding.
const SHOWN: f64 = 1e-6;

fn id(entry: Entry) -> &'static str {
    Entry::ALL.iter().find(|row| row.0 == entry).map_or("", |row| row.1)
}

fn title(entry: Entry) -> &'static str {
    Entry::ALL.iter().find(|row| row.0 == entry).map_or("", |row| row.2)
}
