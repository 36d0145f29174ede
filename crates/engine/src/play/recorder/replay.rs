//! Recordings with parts that come and go: replayed to the last such change, from which on the parts stay the same.

use super::flight::hash_of;
use super::form::{Departure, FrameHash, RecordedInput, RecordedStart, Recording, What};
use crate::engine::World;
use crate::level::format::{self, FormatError};
use crate::level::{DocumentPath, Level, LinkEnd, Place};
use crate::play::input::WorldInput;
use std::sync::Arc;

/// The end of a recording, in which no parts come or go.
#[derive(Clone, Debug)]
pub struct RecordedEnd {
    /// Its parts.
    pub level: Level,
    /// Its start. None if that is the level's own.
    pub start: Option<Box<RecordedStart>>,
    /// Frame of the recording at its start.
    pub first_frame: u64,
    /// Inputs from there on; their frames count from there.
    pub inputs: Vec<RecordedInput>,
    /// Hashes of its frames.
    pub hashes: Vec<FrameHash>,
    /// The first frame of the recording before it that differs from the recorded hashes.
    pub departure: Option<Departure>,
}

impl Recording {
    /// The parts, state and inputs after the last change of parts. Cost: that of simulating the frames before.
    ///
    /// # Errors
    /// If the level, the start or an input is invalid, or parts change on one of several branches, within a frame, or after the last
    /// hash: the place and the reason.
    pub fn end(&self) -> Result<RecordedEnd, FormatError> {
        let branch = |index: usize| &self.branches[index];
        let last_change = |index: usize| branch(index).inputs.iter().rposition(|input| input.input.changes_parts());
        let changing = (0..self.branches.len()).find_map(|index| Some((index, last_change(index)?)));
        let Some((index, last)) = changing else {
            let (inputs, hashes) =
                self.branches.first().map(|one| (one.inputs.clone(), one.hashes.clone())).unwrap_or_default();
            let (level, start) = (self.level.clone(), self.start.clone());
            return Ok(RecordedEnd { level, start, first_frame: 0, inputs, hashes, departure: None });
        };
        if self.branches.len() > 1 {
            return refuse(format!("branches[{index}]"), "parts can change only in a recording with one branch");
        }
        let (inputs, hashes) = (&branch(0).inputs, &branch(0).hashes);
        let mut replay = Replay::new(self)?;
        replay.run(&inputs[..=last], hashes)?;
        let first_frame = inputs[last].frame;
        let rest = inputs[last + 1..].iter();
        let rest = rest.map(|input| RecordedInput { frame: input.frame.saturating_sub(first_frame), ..input.clone() });
        Ok(RecordedEnd {
            start: Some(Box::new(RecordedStart::of(&replay.world))),
            level: replay.level,
            first_frame,
            inputs: rest.collect(),
            hashes: hashes.get(first_frame as usize..).unwrap_or_default().to_vec(),
            departure: replay.departure,
        })
    }
}

impl Recording {
    /// Simulates the first branch and returns the first frame that differs from its hashes. Cost: that of its frames.
    ///
    /// # Errors
    /// If the level, the start or an input is invalid: the place and the reason.
    pub fn verify(&self) -> Result<Option<Departure>, FormatError> {
        let mut replay = Replay::new(self)?;
        let Some(branch) = self.branches.first() else { return Ok(None) };
        replay.run(&branch.inputs, &branch.hashes)?;
        while replay.world.state().frame < branch.hashes.len() as u64 && replay.departure.is_none() {
            replay.step(&branch.hashes);
        }
        Ok(replay.departure)
    }
}

/// A world without gaps, and its level.
struct Replay {
    level: Level,
    world: World,
    departure: Option<Departure>,
}

impl Replay {
    fn new(recording: &Recording) -> Result<Self, FormatError> {
        let level = recording.level.clone();
        let world = match &recording.start {
            Some(start) => start.world(&level).map_err(|error| error.within("start"))?,
            None => World::new(&level).map_err(|error| error.within("level"))?,
        };
        Ok(Self { level, world, departure: None })
    }

    /// Performs inputs, each at its moment.
    fn run(&mut self, inputs: &[RecordedInput], hashes: &[FrameHash]) -> Result<(), FormatError> {
        for (index, input) in inputs.iter().enumerate() {
            let at = format!("branches[0].inputs[{index}]");
            self.go_to(input, hashes, &at)?;
            self.act(&input.input).map_err(|error| error.within(format_args!("{at}.input")))?;
        }
        Ok(())
    }

    /// Steps to the moment of an input.
    fn go_to(&mut self, input: &RecordedInput, hashes: &[FrameHash], at: &str) -> Result<(), FormatError> {
        let state = self.world.state();
        if (input.frame, input.substep) < (state.frame, state.substep) {
            return refuse(at.into(), "is earlier than the preceding input");
        }
        if input.input.changes_parts() && input.substep != 0 {
            return refuse(at.into(), "parts can change only at the start of a frame");
        }
        if input.frame >= hashes.len() as u64 || input.substep >= self.world.layout().settings.substeps {
            return refuse(at.into(), "is after the last hash of the recording, or after the end of its frame");
        }
        while (self.world.state().frame, self.world.state().substep) < (input.frame, input.substep) {
            self.step(hashes);
        }
        Ok(())
    }

    /// Steps a substep. The hash of a frame includes the inputs of its start, so it is compared first.
    fn step(&mut self, hashes: &[FrameHash]) {
        let frame = self.world.state().frame;
        if self.world.state().substep == 0 && self.departure.is_none() {
            let (recorded, now) = (hashes[frame as usize], hash_of(&self.world));
            self.departure = (recorded != now).then_some(Departure { frame, recorded, now });
        }
        self.world.step_substep();
    }

    fn act(&mut self, what: &What) -> Result<(), FormatError> {
        if let What::Set { path, value } = what {
            DocumentPath::parse(path)?.set(&mut self.level, value)?;
            let layout = self.world.layout().succeeded_by(&self.level, self.world.state().frame)?;
            if layout.node_count != self.world.layout().node_count
                || layout.bodies.len() != self.world.layout().bodies.len()
            {
                return refuse("Set.path".into(), "changes the number of parts");
            }
            self.world.adopt(&layout);
            return Ok(());
        }
        let input = what.input(&self.level)?;
        match &input {
            WorldInput::Spawn(part) => format::validate(part).map_err(|error| error.within("Spawn"))?,
            WorldInput::Connect(link) => {
                let mut level = self.level.clone();
                level.links.push(link.clone());
                format::validate(&level).map_err(|error| error.within("Connect"))?;
            }
            _ => {}
        }
        input.apply(&mut self.world);
        if matches!(input, WorldInput::Remove(_)) {
            self.world.compact();
        }
        change_level(&mut self.level, &input);
        Ok(())
    }
}

impl What {
    /// Tests whether the parts and numbers of an input exist in a level.
    ///
    /// # Errors
    /// The field and the reason. Settings are refused.
    pub fn check(&self, level: &Level) -> Result<(), FormatError> {
        self.input(level).map(drop)
    }

    /// Performs an input that changes no parts and no setting. Does nothing if it does not fit the level.
    pub fn act(&self, level: &Level, world: &mut World) {
        if let Ok(input) = self.input(level)
            && !self.changes_parts()
        {
            input.apply(world);
        }
    }

    /// The input of a world of a level. Settings are none.
    ///
    /// # Errors
    /// If a part does not exist or a number is not finite: the field and the reason.
    pub(in crate::play) fn input(&self, level: &Level) -> Result<WorldInput, FormatError> {
        let movable = |kind: &str, place: &str| match place_in(level, place) {
            Some(place @ (Place::Node(..) | Place::Body(_) | Place::Disc(_))) => Ok(place),
            _ => refuse(format!("{kind}.place"), &format!("`{place}` is not a node, body or disc of the level")),
        };
        let finite = |kind: &str, point: [f64; 2]| match point.iter().all(|number| number.is_finite()) {
            true => Ok(point.into()),
            false => refuse(kind.into(), "must be finite"),
        };
        Ok(match self {
            Self::Pull(hand) => WorldInput::Hold(vec![hand.hand(level).map_err(|error| error.within("Pull"))?]),
            Self::LetGo => WorldInput::Hold(Vec::new()),
            Self::Hold(hands) => {
                let hands = hands.iter().map(|hand| hand.hand(level));
                WorldInput::Hold(hands.collect::<Result<_, _>>().map_err(|error| error.within("Hold"))?)
            }
            Self::Nudge { place, change } => {
                WorldInput::Nudge(movable("Nudge", place)?, finite("Nudge.change", *change)?)
            }
            Self::Velocity { place, velocity } => {
                WorldInput::Velocity(movable("Velocity", place)?, finite("Velocity.velocity", *velocity)?)
            }
            Self::Teleport { place, by } => {
                WorldInput::Teleport(movable("Teleport", place)?, finite("Teleport.by", *by)?)
            }
            Self::Spawn(part) => WorldInput::Spawn(Arc::new(Level::clone(part))),
            Self::Connect(link) => WorldInput::Connect(link.clone()),
            Self::Switch { link, on } if *link < level.links.len() => WorldInput::Switch(*link, *on),
            Self::Switch { link, .. } => return refuse("Switch.link".into(), &format!("there is no link {link}")),
            Self::Remove { place } => match place_in(level, place) {
                Some(place @ (Place::Body(_) | Place::Disc(_) | Place::Obstacle(_) | Place::Link(_))) => {
                    WorldInput::Remove(place)
                }
                _ => return refuse("Remove.place".into(), &format!("`{place}` is not a part of the level")),
            },
            Self::Set { .. } => return refuse("Set".into(), "is not an input of a world"),
        })
    }
}

/// The part with this name, if it exists.
fn place_in(level: &Level, text: &str) -> Option<Place> {
    let place = text.parse().ok()?;
    let exists = match place {
        Place::Node(body, node) => level.bodies.get(body).is_some_and(|body| node < body.nodes.len()),
        Place::Body(body) => body < level.bodies.len(),
        Place::Disc(disc) => disc < level.discs.len(),
        Place::Obstacle(obstacle) => obstacle < level.obstacles.len(),
        Place::Link(link) => link < level.links.len(),
        _ => false,
    };
    exists.then_some(place)
}

/// Repeats a change of parts in the document.
fn change_level(level: &mut Level, input: &WorldInput) {
    match input {
        WorldInput::Spawn(part) => {
            let (bodies, discs) = (level.bodies.len(), level.discs.len());
            level.links.extend(part.links.iter().cloned().map(|mut link| {
                for end in [&mut link.a, &mut link.b] {
                    match end {
                        LinkEnd::Node([body, _]) => *body += bodies,
                        LinkEnd::Disc(disc) => *disc += discs,
                        LinkEnd::Point(_) => {}
                    }
                }
                link
            }));
            level.bodies.extend(part.bodies.iter().cloned());
            level.discs.extend(part.discs.iter().cloned());
            level.obstacles.extend(part.obstacles.iter().cloned());
        }
        WorldInput::Connect(link) => level.links.push(link.clone()),
        WorldInput::Remove(Place::Body(removed)) => {
            level.bodies.remove(*removed);
            remove_end(
                level,
                |end| match end {
                    LinkEnd::Node([body, _]) => Some(body),
                    _ => None,
                },
                *removed,
            );
        }
        WorldInput::Remove(Place::Disc(removed)) => {
            level.discs.remove(*removed);
            remove_end(
                level,
                |end| match end {
                    LinkEnd::Disc(disc) => Some(disc),
                    _ => None,
                },
                *removed,
            );
        }
        WorldInput::Remove(Place::Obstacle(removed)) => drop(level.obstacles.remove(*removed)),
        WorldInput::Remove(Place::Link(removed)) => drop(level.links.remove(*removed)),
        _ => {}
    }
}

/// Removes the links that end in a removed part, and moves the indices of later parts up.
fn remove_end(level: &mut Level, index: impl Fn(&mut LinkEnd) -> Option<&mut usize>, removed: usize) {
    level.links.retain_mut(|link| {
        [&mut link.a, &mut link.b].into_iter().all(|end| index(end).is_none_or(|at| *at != removed))
    });
    for at in level.links.iter_mut().flat_map(|link| [&mut link.a, &mut link.b]).filter_map(index) {
        *at -= usize::from(*at > removed);
    }
}

fn refuse<T>(place: String, reason: &str) -> Result<T, FormatError> {
    Err(FormatError::at(place, reason))
}
