//! The window attached to a running game: the bar, the dialog, and the thread that talks to the game.
//!
//! While the game runs, its last frame replaces the run several times a second. While it is paused, the run is what its flight recorder
//! has. Edits of the level go to the game at once.

pub(crate) mod commands;
pub(crate) mod panel;
mod worker;

use crate::level::Level;
use crate::play::LinkStatus;
use crate::play::link::LinkClient;
use std::sync::Arc;
use worker::LinkWorker;
pub use worker::{LiveNews, LiveOrder, load};

/// The dialog and the link.
#[derive(Default)]
pub struct Live {
    /// Whether the dialog is open.
    pub is_asking: bool,
    /// The typed address.
    pub address: String,
    /// The link, while the window is attached.
    pub link: Option<Attached>,
}

/// An attached game.
pub struct Attached {
    worker: LinkWorker,
    /// Version of its engine.
    pub engine: String,
    /// Its last known state.
    pub status: LinkStatus,
    /// The level that the game has, as far as the window knows.
    pub known: Arc<Level>,
    /// True from sending a level until the answer; frames that come meanwhile show an older level.
    pub is_sending: bool,
    /// True from a pause or step until its recording arrives.
    pub is_loading: bool,
}

impl Attached {
    /// Starts the thread. `level` is what was loaded from the game.
    pub fn new(client: LinkClient, status: LinkStatus, level: Arc<Level>, ctx: &egui::Context) -> Self {
        let engine = client.engine.clone();
        Self {
            worker: LinkWorker::start(client, ctx.clone()),
            engine,
            status,
            known: level,
            is_sending: false,
            is_loading: false,
        }
    }

    /// Sends an order to the game.
    pub fn order(&self, order: LiveOrder) {
        self.worker.order(order);
    }

    /// What has arrived since the last call, in order.
    pub fn news(&self) -> Vec<LiveNews> {
        self.worker.news()
    }
}
