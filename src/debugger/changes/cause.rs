//! Words for the cause of a change: the row of the trace that belongs to the phase, or the forces.

use super::observer::{NumberKind, PartNumber, PhaseChange};
use super::{FoundChange, INPUTS};
use crate::debugger::run::Run;
use crate::debugger::why::{self, Order, number, vector};
use crate::engine::forces::sources::{ForceList, on_disc, on_node};
use crate::engine::trace::DiscImpact;
use crate::engine::{PhaseKind, Row, Trace};
use crate::level::Place;
use glam::DVec2;

/// Number of forces that are named.
const NAMED: usize = 3;

/// What took part in a change.
#[derive(Default)]
struct ChangeCause {
    words: String,
    places: Vec<Place>,
    contact: Option<[usize; 3]>,
}

/// Describes a change of the substep that led to the present moment of `run`.
pub(super) fn explain(run: &mut Run, number: PartNumber, change: &PhaseChange) -> FoundChange {
    let moment = run.moment();
    let cause = match change.phase {
        None => inputs(run),
        Some(phase) => {
            let names = PartTitles(run.level().body_titles());
            let own = by_forces(run, number, change, &names);
            match (phase.row, run.trace()) {
                _ if own.is_some() => own.unwrap_or_default(),
                (Row::StickPass(_) | Row::None, _) | (_, None) => of_kind(run, number, phase.kind),
                (row, Some(trace)) => of_row(trace, row, &names).unwrap_or_default(),
            }
        }
    };
    let mut places = vec![number.place];
    places.extend(cause.places.into_iter().filter(|place| *place != number.place));
    let is_input = change.index == INPUTS;
    let before_substep = run.moment_before(moment).unwrap_or(moment);
    FoundChange {
        at: (moment, (!is_input).then_some(change.index)),
        shown: if is_input { (moment, 0) } else { (before_substep, change.index) },
        title: change.phase.map_or_else(|| "input".to_owned(), |phase| phase.kind.title().to_owned()),
        cause: cause.words,
        before: change.before.value,
        after: change.after.value,
        places,
        contact: cause.contact,
    }
}

/// Titles of the bodies.
struct PartTitles(Vec<String>);

impl PartTitles {
    fn body(&self, body: usize) -> String {
        self.0.get(body).cloned().unwrap_or_else(|| format!("body {body}"))
    }

    fn node(&self, body: usize, node: usize) -> String {
        format!("node {node} of {}", self.body(body))
    }

    fn edge(&self, body: usize, edge: Option<usize>) -> String {
        match edge {
            Some(edge) => format!("edge {edge} of {}", self.body(body)),
            None => format!("the hull of {}", self.body(body)),
        }
    }
}

fn inputs(run: &Run) -> ChangeCause {
    let journal = run.journal();
    let entries = &journal.entries()[journal.at(run.moment())];
    let words: Vec<String> = entries.iter().map(|entry| entry.input.describe(run.level())).collect();
    ChangeCause { words: words.join("; "), ..ChangeCause::default() }
}

/// The contact, hit or impact of a phase.
fn of_row(trace: &Trace, row: Row, names: &PartTitles) -> Option<ChangeCause> {
    Some(match row {
        Row::Contact(index) => {
            let contact = trace.contacts.get(index as usize)?;
            let (body, node, other) = (contact.body, contact.node, contact.other);
            let edge = contact.chosen;
            let mut places = vec![Place::Node(body, node)];
            places.push(edge.map_or(Place::Body(other), |edge| Place::HullEdge(other, edge)));
            let words = format!("contact of {} with {}", names.node(body, node), names.edge(other, edge));
            ChangeCause { words, places, contact: Some([body, node, other]) }
        }
        Row::ObstacleHit(index) => {
            let hit = trace.obstacle_hits.get(index as usize)?;
            let words = format!("{} hit obstacle {}", names.node(hit.body, hit.node), hit.obstacle);
            ChangeCause {
                words,
                places: vec![Place::Node(hit.body, hit.node), Place::Obstacle(hit.obstacle)],
                ..ChangeCause::default()
            }
        }
        Row::Clamp(index) => {
            let clamp = trace.clamps.get(index as usize)?;
            ChangeCause {
                words: "the bounds of the world".to_owned(),
                places: vec![clamp.place, Place::World],
                ..ChangeCause::default()
            }
        }
        Row::Diagonal(index) => {
            let row = trace.diagonals.get(index as usize)?;
            let words = format!(
                "the diagonal of {} crossed {}",
                names.node(row.body, row.node),
                names.edge(row.other, Some(row.edge))
            );
            let places = vec![Place::Node(row.body, row.node), Place::HullEdge(row.other, row.edge)];
            ChangeCause { words, places, ..ChangeCause::default() }
        }
        Row::DiscEvent(index) => {
            let event = trace.disc_events.get(index as usize)?;
            let (words, place) = match (event.kind, &event.hull) {
                (DiscImpact::Disc, _) => (format!("disc {}", event.other), Place::Disc(event.other)),
                (DiscImpact::Hull, hull) => {
                    let edge = hull.as_ref().map(|hull| hull.edge);
                    let place = edge.map_or(Place::Body(event.other), |edge| Place::HullEdge(event.other, edge));
                    (names.edge(event.other, edge), place)
                }
                _ => (format!("obstacle {}", event.other), Place::Obstacle(event.other)),
            };
            let words = format!("impact {} of the substep: disc {} with {words}", event.order, event.disc);
            ChangeCause { words, places: vec![Place::Disc(event.disc), place], ..ChangeCause::default() }
        }
        Row::StickPass(_) | Row::None => return None,
    })
}

/// Integration by the forces at the start of the substep; a change of a net force by the source that changed most.
fn by_forces(run: &Run, number: PartNumber, change: &PhaseChange, names: &PartTitles) -> Option<ChangeCause> {
    if let (Some(before), Some(after)) = (&change.before.forces, &change.after.forces) {
        return Some(most_changed(number.place, before, after, names));
    }
    if !matches!(change.phase?.kind, PhaseKind::Integration | PhaseKind::DiscForces) {
        return None;
    }
    let (layout, state) = run.state_before()?;
    let list = match number.place {
        Place::Node(body, node) => on_node(layout, state, body, node),
        Place::Disc(disc) => on_disc(layout, state, disc),
        _ => None,
    }?;
    if number.kind == NumberKind::Position {
        let words = format!("it moved with its velocity; net force {}", vector(list.total));
        return Some(ChangeCause { words, ..ChangeCause::default() });
    }
    let rows: Vec<_> = why::sorted(&list, Order::Size).into_iter().filter(|row| row.force != DVec2::ZERO).collect();
    let mut parts: Vec<String> = rows
        .iter()
        .take(NAMED)
        .map(|row| format!("{} {}", why::source_words(row.source, |body| names.body(body)), vector(row.force)))
        .collect();
    if rows.len() > NAMED {
        parts.push(format!("{} more", rows.len() - NAMED));
    }
    let places = rows.iter().take(NAMED).filter_map(|row| source_place(number.place, row.source)).collect();
    let mut words = match parts.is_empty() {
        true => "no force".to_owned(),
        false => format!("net force {}: {}", vector(list.total), parts.join(", ")),
    };
    let retention = layout.settings.velocity_retention;
    if retention != 1.0 {
        words += &format!("; retention multiplies the velocity by {}", why::number(retention));
    }
    Some(ChangeCause { words, places, contact: None })
}

fn source_place(place: Place, source: crate::engine::forces::sources::Source) -> Option<Place> {
    why::source_place(place.body().unwrap_or_default(), source)
}

/// The force whose change is the largest part of the change of the sum.
fn most_changed(place: Place, before: &ForceList, after: &ForceList, names: &PartTitles) -> ChangeCause {
    let sources = before.rows.iter().chain(&after.rows).map(|row| row.source);
    let of = |list: &ForceList, source| {
        let rows = list.rows.iter().filter(|row| row.source == source);
        rows.fold(DVec2::ZERO, |sum, row| sum + row.force)
    };
    let mut most: Option<(_, DVec2)> = None;
    for source in sources {
        let change = of(after, source) - of(before, source);
        if most.is_none_or(|(_, known)| change.length() > known.length()) {
            most = Some((source, change));
        }
    }
    let Some((source, change)) = most else { return ChangeCause::default() };
    let name = why::source_words(source, |body| names.body(body));
    let words = format!("{name} changed most, by {} (length {})", vector(change), number(change.length()));
    ChangeCause { words, places: source_place(place, source).into_iter().collect(), contact: None }
}

/// Phases without a row of their own.
fn of_kind(run: &Run, number: PartNumber, kind: PhaseKind) -> ChangeCause {
    let places = match (kind, number.place) {
        (PhaseKind::Sticks, Place::Node(body, node)) => sticks_at(run, body, node),
        _ => Vec::new(),
    };
    let words = match &places[..] {
        [] => why::phase_words(kind).to_owned(),
        [Place::Stick(_, stick)] => format!("stick {stick} corrects its length"),
        _ => format!("{} sticks at this node correct their lengths", places.len()),
    };
    ChangeCause { words, places, contact: None }
}

fn sticks_at(run: &Run, body: usize, node: usize) -> Vec<Place> {
    let Some(owner) = run.level().bodies.get(body) else { return Vec::new() };
    let is_here = |stick: &crate::level::Stick| stick.a == node || stick.b == node;
    let all = owner.sticks.iter().enumerate().filter(|(_, stick)| is_here(stick));
    all.map(|(index, _)| Place::Stick(body, index)).collect()
}
