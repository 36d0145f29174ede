//! Describes the differences of two levels.

use crate::level::path::{self, DocumentPath};
use crate::level::{Decor, EdgeChoice, Integrator, Level, Point, Repositioning, World};
use serde_json::Value;

/// Differences of two levels: `[name, first, second]` for each setting that differs. World settings have names, all others
/// their paths.
pub fn differences(first: &Level, second: &Level) -> Vec<[String; 3]> {
    let mut rows = of_worlds(&first.world, &second.world);
    for (path, value) in path::differences(first, second) {
        if NAMED
            .iter()
            .any(|named| path.strip_prefix(named).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
        {
            continue;
        }
        let old = DocumentPath::parse(&path).and_then(|path| path.get(first)).unwrap_or_default();
        let is_even = old.iter().all(|found| found.value == old[0].value);
        let mut text = old.first().map(|found| words(&found.value)).unwrap_or_default();
        if !is_even {
            text += ", …";
        }
        rows.push([path, text, words(&value)]);
    }
    rows
}

/// Maximum number of differences in a title.
const MOST_IN_TITLE: usize = 6;

/// Paths of the settings named by [`of_worlds`].
const NAMED: [&str; 7] = [
    "world.gravity",
    "world.substeps",
    "world.integrator",
    "world.velocity_retention",
    "world.stick_iterations",
    "world.contact",
    "world.discs",
];

/// Short form of a value: names without quotes, long values cut.
fn words(value: &Value) -> String {
    const LONGEST: usize = 32;
    let text = match value {
        Value::String(name) => name.clone(),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), |number| number.to_string()),
        other => other.to_string(),
    };
    if text.chars().count() <= LONGEST { text } else { text.chars().take(LONGEST).chain(['…']).collect() }
}

fn of_worlds(first: &World, second: &World) -> Vec<[String; 3]> {
    let mut rows = Vec::new();
    let mut row = |name: &str, a: String, b: String| {
        if a != b {
            rows.push([name.to_owned(), a, b]);
        }
    };
    let number = |value: f64| value.to_string();
    let point = |[x, y]: Point| format!("({x}, {y})");
    let switch = |is_on: bool| (if is_on { "on" } else { "off" }).to_owned();
    let (a, b) = (&first.contact, &second.contact);
    row("gravity", point(first.gravity), point(second.gravity));
    row("substeps", first.substeps.to_string(), second.substeps.to_string());
    row("integrator", integrator(first.integrator), integrator(second.integrator));
    row("retention", number(first.velocity_retention), number(second.velocity_retention));
    row("stick iterations", first.stick_iterations.to_string(), second.stick_iterations.to_string());
    row("contacts", format!("{:?}", a.method), format!("{:?}", b.method));
    row("edge choice", edge_choice(a.edge_choice), edge_choice(b.edge_choice));
    row("barycentre rule", switch(a.barycentre_rule), switch(b.barycentre_rule));
    row("approaching only", switch(a.approaching_only), switch(b.approaching_only));
    row("decor", decor(a.decor), decor(b.decor));
    row("response", format!("{:?}", a.response), format!("{:?}", b.response));
    let repositioning = |Repositioning { fraction, slop }| format!("{fraction} beyond {slop}");
    row("repositioning", repositioning(a.repositioning), repositioning(b.repositioning));
    row("self-contact", switch(a.self_contact), switch(b.self_contact));
    row("discs", format!("{:?}", first.discs), format!("{:?}", second.discs));
    rows
}

/// Short titles of two levels: the settings of each that differ from the other.
pub fn titles(first: &Level, second: &Level) -> [String; 2] {
    let mut rows = differences(first, second);
    let more = rows.len().saturating_sub(MOST_IN_TITLE);
    rows.truncate(MOST_IN_TITLE);
    // An integrator or a rule needs no name before it; a number, a switch or a path setting does.
    let needs_name = |text: &str| text.starts_with(|c: char| !c.is_alphabetic()) || text == "on" || text == "off";
    let title = |side: usize| {
        let words = rows.iter().map(|row| {
            let text = &row[side];
            if row[0].contains('.') || needs_name(&row[1]) || needs_name(&row[2]) {
                format!("{} {text}", row[0])
            } else {
                text.clone()
            }
        });
        let mut words: Vec<String> = words.collect();
        if more > 0 {
            words.push(format!("and {more} more"));
        }
        words.join(", ")
    };
    [title(1), title(2)]
}

fn integrator(integrator: Integrator) -> String {
    match integrator {
        Integrator::SemiImplicitEuler => "semi-implicit Euler",
        Integrator::ExplicitEuler => "explicit Euler",
        Integrator::Verlet => "Verlet",
    }
    .to_owned()
}

fn edge_choice(choice: EdgeChoice) -> String {
    match choice {
        EdgeChoice::Projection => "projection",
        EdgeChoice::Wedge45 => "wedge 45°",
        EdgeChoice::Distance => "distance",
        EdgeChoice::EntryEdge => "entry edge",
    }
    .to_owned()
}

fn decor(decor: Decor) -> String {
    match decor {
        Decor::Impulse => "impulse".to_owned(),
        Decor::Penalty { stiffness, viscosity } => format!("penalty {stiffness}, {viscosity}"),
    }
}
