//! The note in words and as JSON.

use super::{EnergyRises, Entry, Rise};
use crate::debugger::diagnosis::who;
use crate::debugger::moment;
use crate::debugger::why::number;
use crate::level::{Level, Place};
use serde_json::{Value, json};

impl EnergyRises {
    /// Sentences with the numbers; none if the total never rose.
    pub fn describe(&self, level: &Level) -> Vec<String> {
        let (Some(first), Some(largest)) = (&self.first, self.largest.first()) else { return Vec::new() };
        let mut lines = self.sums();
        let entries = self.entries.iter().take(3).map(|(entry, gain)| format!("{} {}", title(*entry), number(*gain)));
        let entries: Vec<String> = entries.collect();
        if !entries.is_empty() {
            lines.push(format!("Gain of phases in the substeps with a rise: {}.", entries.join(", ")));
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

    /// The same for programs.
    pub fn json(&self) -> Value {
        let entries = self.entries.iter().map(|(entry, gain)| (id(*entry).to_owned(), Value::from(*gain)));
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
            "entries": Value::Object(entries.collect()),
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

fn id(entry: Entry) -> &'static str {
    Entry::ALL.iter().find(|row| row.0 == entry).map_or("", |row| row.1)
}

fn title(entry: Entry) -> &'static str {
    Entry::ALL.iter().find(|row| row.0 == entry).map_or("", |row| row.2)
}
