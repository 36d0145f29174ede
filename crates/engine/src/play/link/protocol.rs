//! Requests of a peer, and what a world answers. One JSON object each, as one line on a connection.

use super::super::recorder::Flight;
use super::super::{LevelUpdate, PlayError, PlayWorld};
use crate::level::Level;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Version of the protocol.
pub const LINK_VERSION: u32 = 1;
/// Greatest number of frames that one request may run.
pub const MOST_STEPS: u32 = 100_000;

/// A request of a peer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum LinkRequest {
    /// Frame, pause, and number of parts.
    Status,
    /// Stops the world before its next frame.
    Pause,
    /// Ends the pause.
    Resume,
    /// Runs frames while paused.
    Step {
        /// Number of frames, at most [`MOST_STEPS`].
        frames: u32,
    },
    /// The last frame as a recording.
    Live,
    /// What the flight recorder has, as a recording.
    Recording,
    /// Changes a number or setting of the level; see [`PlayWorld::set_parameter`].
    Set {
        /// Path into the level.
        path: String,
        /// New value.
        value: Value,
    },
    /// Sends an edited level; see [`PlayWorld::update_level`].
    Level {
        /// The level, without instances.
        level: Box<Level>,
    },
}

/// State of a world for a peer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkStatus {
    /// Name of the level.
    pub name: String,
    /// Completed frames.
    pub frame: u64,
    /// True while paused by a peer.
    pub paused: bool,
    /// Numbers of bodies, discs, obstacles and links.
    pub parts: [usize; 4],
}

/// An answer. [`LinkReply::line`] is what a peer reads.
#[derive(Clone, Debug)]
pub enum LinkReply {
    /// A JSON object.
    Text(String),
    /// A span of the game, to be simulated again by the thread that sends the answer.
    Flight(Box<Flight>),
}

impl LinkReply {
    /// The refusal of a request.
    pub fn error(reason: impl std::fmt::Display) -> Self {
        Self::Text(json!({"error": reason.to_string()}).to_string())
    }

    /// The answer as one line of JSON, without a line break.
    pub fn line(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Flight(flight) => json!({"recording": flight.recording().0}).to_string(),
        }
    }
}

impl PlayWorld {
    /// Answers a request of a peer that has been let in. A bad request gets an error and changes nothing.
    pub fn answer(&mut self, request: &str) -> LinkReply {
        match serde_json::from_str(request) {
            Ok(request) => self.perform(request),
            Err(error) => LinkReply::error(format_args!("not a request: {error}")),
        }
    }

    /// Answers a request.
    pub(super) fn perform(&mut self, request: LinkRequest) -> LinkReply {
        match self.performed(request) {
            Ok(reply) => reply,
            Err(error) => LinkReply::error(error),
        }
    }

    fn performed(&mut self, request: LinkRequest) -> Result<LinkReply, PlayError> {
        match request {
            LinkRequest::Status => {}
            LinkRequest::Pause => self.link.is_paused = true,
            LinkRequest::Resume => (self.link.is_paused, self.link.steps) = (false, 0),
            LinkRequest::Step { frames } if frames > MOST_STEPS => {
                return Err(PlayError::Number("frames", "at most 100,000"));
            }
            LinkRequest::Step { .. } if !self.link.is_paused => return Err(PlayError::Off("pause")),
            LinkRequest::Step { frames } => self.link.steps = self.link.steps.saturating_add(frames).min(MOST_STEPS),
            LinkRequest::Live => return Ok(LinkReply::Flight(Box::new(self.last_flight()))),
            LinkRequest::Recording => {
                let flight = self.flight("live link").unwrap_or_else(|_| self.present_flight());
                return Ok(LinkReply::Flight(Box::new(flight)));
            }
            LinkRequest::Set { path, value } => return Ok(updated(self.set_parameter(&path, &value)?)),
            LinkRequest::Level { level } => {
                let level = crate::level::format::upgraded(*level)?;
                return Ok(updated(self.update_level(level)?));
            }
        }
        let counts = self.part_counts();
        let status = LinkStatus {
            name: self.level_info().name.clone(),
            frame: self.frame(),
            paused: self.link.is_paused,
            parts: [counts.bodies, counts.discs, counts.obstacles, counts.links],
        };
        Ok(LinkReply::Text(json!({ "status": status }).to_string()))
    }
}

fn updated(LevelUpdate { kept, added, removed }: LevelUpdate) -> LinkReply {
    LinkReply::Text(json!({"updated": {"kept": kept, "added": added, "removed": removed}}).to_string())
}
