//! Live link: the editor attaches to a running game, looks at its world, pauses and steps it, and sends edited levels back.
//!
//! A game that started a link serves requests at the start of each [`PlayWorld::step`] and [`PlayWorld::advance`]; there is no other
//! thread that touches the world. The protocol is described in `docs/live-link.md`.
//!
//! ```
//! # use blobsmith_engine::play::{LinkReply, PlayWorld};
//! # let mut world = PlayWorld::from_text(r#"{"format": 2, "discs": [{"id": "ball", "position": [0, 9], "radius": 1}]}"#)?;
//! assert!(matches!(world.answer(r#"{"do": "pause"}"#), LinkReply::Text(_)));
//! world.step(10);
//! assert_eq!((world.frame(), world.is_paused()), (0, true));
//! world.answer(r#"{"do": "step", "frames": 3}"#);
//! world.step(10);
//! assert_eq!(world.frame(), 3);
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

#[cfg(not(target_arch = "wasm32"))]
mod client;
mod protocol;
#[cfg(not(target_arch = "wasm32"))]
mod server;

#[cfg(not(target_arch = "wasm32"))]
pub use client::{LinkAnswer, LinkClient, recording_of};

pub use protocol::{LINK_VERSION, LinkReply, LinkRequest, LinkStatus, MOST_STEPS};

use super::PlayWorld;
use super::recorder::{Flight, KeyframeSpan, RecorderSettings, WorldInput};
#[cfg(not(target_arch = "wasm32"))]
use server::Server;

/// Where a link can be reached. As text: `blobsmith-link://127.0.0.1:PORT/TOKEN`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkAddress {
    /// Port on the loopback interface.
    pub port: u16,
    /// Word that a peer must send first.
    pub token: String,
}

impl std::fmt::Display for LinkAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "blobsmith-link://127.0.0.1:{}/{}", self.port, self.token)
    }
}

impl std::str::FromStr for LinkAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected blobsmith-link://127.0.0.1:PORT/TOKEN, as the game prints it";
        let rest = text.trim().strip_prefix("blobsmith-link://127.0.0.1:").ok_or(EXPECTED)?;
        let (port, token) = rest.split_once('/').ok_or(EXPECTED)?;
        let port = port.parse().map_err(|_| EXPECTED)?;
        if port == 0 || token.is_empty() { Err(EXPECTED) } else { Ok(Self { port, token: token.into() }) }
    }
}

/// What a link needs of a world between two requests. A clone of a world has no link and is not paused.
#[derive(Debug, Default)]
pub(super) struct LinkState {
    is_paused: bool,
    /// Frames to run while paused.
    steps: u32,
    /// The start of the last frame and the inputs since, while a peer wants them.
    last: Option<KeyframeSpan>,
    is_watched: bool,
    #[cfg(not(target_arch = "wasm32"))]
    server: Option<Server>,
}

impl Clone for LinkState {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PlayWorld {
    /// Waits for an editor on the loopback interface: on a port, or on any free one for 0. Switches the recorder on if it is off. Print
    /// the address; only a peer with its token is served, one at a time.
    ///
    /// # Errors
    /// [`PlayError::Link`](super::PlayError::Link) if the port is not free.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn start_link(&mut self, port: u16) -> Result<LinkAddress, super::PlayError> {
        self.stop_link();
        let server = Server::start(port).map_err(|error| super::PlayError::Link(error.to_string()))?;
        let address = server.address.clone();
        self.link.server = Some(server);
        if self.recorder().is_none() {
            self.set_recorder(Some(RecorderSettings::default()))?;
        }
        Ok(address)
    }

    /// Ends the link and the pause.
    pub fn stop_link(&mut self) {
        self.link = LinkState::default();
    }

    /// True while an editor has paused this world: then no frames run, but those that it asks for.
    pub fn is_paused(&self) -> bool {
        self.link.is_paused
    }

    /// Serves waiting requests; returns how many of the frames that are due may run.
    pub(super) fn serve_link(&mut self, frames: u32) -> u32 {
        #[cfg(not(target_arch = "wasm32"))]
        self.serve_peers();
        if self.link.is_paused { std::mem::take(&mut self.link.steps) } else { frames }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn serve_peers(&mut self) {
        let Some(server) = self.link.server.take() else { return };
        if server.has_ended() {
            // No peer is left to end the pause.
            (self.link.is_paused, self.link.is_watched, self.link.last) = (false, false, None);
        }
        server.serve(|request| self.perform(request));
        // A request may not replace the server.
        self.link.server = Some(server);
    }

    /// Keeps the start of a frame while a peer watches. Called at the start of each frame.
    pub(super) fn keep_last_frame(&mut self) {
        if self.link.is_watched {
            self.link.last = Some(self.keyframe_span());
        }
    }

    /// Forgets the last frame: the world has jumped.
    pub(super) fn forget_last_frame(&mut self) {
        self.link.last = None;
    }

    /// Records an input of the present frame for a peer that watches.
    pub(super) fn note_for_link(&mut self, input: &WorldInput) {
        let state = self.world.state();
        if let Some(last) = &mut self.link.last {
            last.note(state.frame, state.substep, input.clone());
        }
    }

    /// The last frame as a span: its start and its inputs. The first call begins to keep them.
    fn last_flight(&mut self) -> Flight {
        self.link.is_watched = true;
        match &self.link.last {
            Some(last) => self.flight_of(&[last], ""),
            None => self.present_flight(),
        }
    }
}
