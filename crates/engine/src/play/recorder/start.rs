//! The state from which a recording continues, as data of a file and as a world.

use super::bits::PointBits;
use super::form::{RecordedHand, RecordedStart};
use crate::engine::{Continuation, Hand, Held, State, World};
use crate::level::format::FormatError;
use crate::level::{Level, Place};
use glam::DVec2;

/// Indices of the flags that are set.
fn set(flags: &[bool]) -> Vec<usize> {
    flags.iter().enumerate().filter(|(_, is_set)| **is_set).map(|(index, _)| index).collect()
}

/// Flags from their indices.
fn flags(name: &str, indices: &[usize], count: usize) -> Result<Vec<bool>, FormatError> {
    let mut flags = vec![false; count];
    for &index in indices {
        *flags
            .get_mut(index)
            .ok_or_else(|| FormatError::at(name, format_args!("has {index}, but there are {count}")))? = true;
    }
    Ok(flags)
}

impl RecordedHand {
    /// A hand as data of a file.
    pub fn of(hand: &Hand) -> Self {
        let held = match hand.held {
            Held::Node(body, node) => Place::Node(body, node),
            Held::Disc(disc) => Place::Disc(disc),
        };
        Self { held: held.to_string(), target: hand.target, stiffness: hand.stiffness, damping: hand.damping }
    }

    /// The hand.
    ///
    /// # Errors
    /// If the held part is not a node or disc of the level, or a number is not finite: the field and the reason.
    pub fn hand(&self, level: &Level) -> Result<Hand, FormatError> {
        let numbers = [
            ("target", self.target[0]),
            ("target", self.target[1]),
            ("stiffness", self.stiffness),
            ("damping", self.damping),
        ];
        if let Some((name, _)) = numbers.iter().find(|(_, number)| !number.is_finite()) {
            return Err(FormatError::at(name, "must be finite"));
        }
        let held = match self.held.parse::<Place>().map_err(|reason| FormatError::at("held", reason.to_string()))? {
            Place::Node(body, node) if level.bodies.get(body).is_some_and(|body| node < body.nodes.len()) => {
                Held::Node(body, node)
            }
            Place::Disc(disc) if disc < level.discs.len() => Held::Disc(disc),
            place @ (Place::Node(..) | Place::Disc(_)) => {
                return Err(FormatError::at("held", format_args!("{place} does not exist")));
            }
            other => return Err(FormatError::at("held", format_args!("{other} is not a node or disc"))),
        };
        Ok(Hand { held, target: self.target, stiffness: self.stiffness, damping: self.damping })
    }
}

impl RecordedStart {
    /// The present moment of a world. Removed parts are left out.
    pub fn of(world: &World) -> Self {
        let state = world.layout().present_state(world.state());
        let Continuation { first_frame, since, links_off } = world.continuation();
        Self {
            frame: first_frame,
            since,
            positions: PointBits(state.positions),
            velocities: PointBits(state.velocities),
            previous: PointBits(state.previous),
            disc_positions: PointBits(state.disc_positions),
            disc_velocities: PointBits(state.disc_velocities),
            collapsed: set(&state.collapsed),
            blown_up: set(&state.blown_up),
            without_edge: set(&state.without_edge),
            disc_blown_up: set(&state.disc_blown_up),
            disc_asleep: set(&state.disc_asleep),
            disc_impact_limit_reached: set(&state.disc_impact_limit_reached),
            disc_without_edge: set(&state.disc_without_edge),
            links_off,
            hands: state.hands.iter().map(RecordedHand::of).collect(),
            sensor_contacts: state.sensor_contacts.iter().map(|pair| pair.map(|place| place.to_string())).collect(),
        }
    }

    /// This state after an edit that has moved nodes or discs of its level by hand: they move by the same offset. None if none has moved,
    /// or the parts are others.
    pub fn moved(&self, before: &Level, after: &Level) -> Option<Self> {
        let nodes = |level: &Level| -> Vec<DVec2> {
            level.bodies.iter().flat_map(|body| &body.nodes).map(|node| node.position.into()).collect()
        };
        let discs = |level: &Level| -> Vec<DVec2> { level.discs.iter().map(|disc| disc.position.into()).collect() };
        let offsets = |before: Vec<DVec2>, after: Vec<DVec2>| {
            let is_same = before.len() == after.len();
            is_same.then(|| after.iter().zip(&before).map(|(after, before)| *after - *before).collect::<Vec<_>>())
        };
        let nodes = offsets(nodes(before), nodes(after)).filter(|list| list.len() == self.positions.0.len())?;
        let discs = offsets(discs(before), discs(after)).filter(|list| list.len() == self.disc_positions.0.len())?;
        if nodes.iter().chain(&discs).all(|by| *by == DVec2::ZERO) {
            return None;
        }
        let mut moved = self.clone();
        let shift = |list: &mut PointBits, by: &[DVec2]| {
            // A zero is not added: it would change the sign of another zero.
            let moved = list.0.iter_mut().zip(by).filter(|(_, by)| **by != DVec2::ZERO);
            moved.for_each(|(at, by)| *at += *by);
        };
        shift(&mut moved.positions, &nodes);
        shift(&mut moved.previous, &nodes);
        shift(&mut moved.disc_positions, &discs);
        Some(moved)
    }

    /// A world of a level that continues from here: its frame 0 is this moment.
    ///
    /// # Errors
    /// If the level is invalid, or this state is not one of that level: the field and the reason.
    pub fn world(&self, level: &Level) -> Result<World, FormatError> {
        let (nodes, bodies) = (level.bodies.iter().map(|body| body.nodes.len()).sum(), level.bodies.len());
        let discs = level.discs.len();
        let place = |text: &String| {
            text.parse::<Place>().map_err(|reason| FormatError::at("sensor_contacts", reason.to_string()))
        };
        let pairs = self.sensor_contacts.iter().map(|[sensor, other]| Ok([place(sensor)?, place(other)?]));
        let state = State {
            frame: 0,
            substep: 0,
            contacts: 0,
            disc_impacts: 0,
            obstacle_hits: 0,
            hands: self
                .hands
                .iter()
                .map(|hand| hand.hand(level))
                .collect::<Result<_, _>>()
                .map_err(|reason| FormatError { place: format!("hands.{}", reason.place), ..reason })?,
            positions: self.positions.0.clone(),
            velocities: self.velocities.0.clone(),
            previous: self.previous.0.clone(),
            collapsed: flags("collapsed", &self.collapsed, bodies)?,
            blown_up: flags("blown_up", &self.blown_up, bodies)?,
            without_edge: flags("without_edge", &self.without_edge, nodes)?,
            disc_positions: self.disc_positions.0.clone(),
            disc_velocities: self.disc_velocities.0.clone(),
            disc_blown_up: flags("disc_blown_up", &self.disc_blown_up, discs)?,
            disc_asleep: flags("disc_asleep", &self.disc_asleep, discs)?,
            disc_impact_limit_reached: flags("disc_impact_limit_reached", &self.disc_impact_limit_reached, discs)?,
            disc_without_edge: flags("disc_without_edge", &self.disc_without_edge, discs)?,
            sensor_contacts: pairs.collect::<Result<_, FormatError>>()?,
            sensor_counts: Vec::new(),
        };
        let from = Continuation { first_frame: self.frame, since: self.since, links_off: self.links_off.clone() };
        World::continuing(level, state, &from)
    }
}
