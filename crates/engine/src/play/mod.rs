//! The runtime API for games: load a level, step it, find its parts, act on them, and read what happened.
//!
//! A [`PlayWorld`] owns the compiled level, its state, a clock and the names of its parts. Parts are named by handles, which stay
//! valid while other parts come and go; a handle of a removed part gives [`PlayError::Stale`].
//!
//! | module | contents |
//! | --- | --- |
//! | [`load`] | texts, files, levels |
//! | [`time`] | frames, real time, interpolation, hash |
//! | [`handles`], [`parts`], [`lookup`] | slot maps; ids, tags, properties, markers; search |
//! | [`reading`] | positions, velocities, areas, energies |
//! | [`acting`], [`forces`], [`hands`] | velocities, impulses, positions, pins; forces; dragging |
//! | [`spawning`] | adding and removing parts, switching links |
//! | [`events`], [`contacts`] | faults, sensors and contacts since the last call |
//! | [`draw`] | triangles, outlines and texture coordinates for a graphics card |
//! | `overlays`, [`tracing`] | debug overlays as vertex lists (feature `overlays`); what happened in the last substep |
//! | [`queries`] | points, rays, circles and boxes |
//! | [`updating`] | an edited level in a running world |
//! | [`snapshot`] | going back to a moment |
//! | [`link`] | the editor attached to a running game |
//! | [`recorder`] | the last seconds as a recording for the editor |
//!
//! ```
//! use blobsmith_engine::play::PlayWorld;
//!
//! let mut world = PlayWorld::from_text(
//!     r#"{"format": 2, "world": {"gravity": [0, -0.02], "substeps": 4},
//!         "bodies": [{"id": "hero", "nodes": [{"position": [0, 10], "label": "hand"}], "properties": {"hp": 3}}]}"#,
//! )?;
//! let hero = world.body("hero").expect("a body with this id");
//! let hand = world.node_with_label(hero, "hand")?.expect("a node with this label");
//! // 1/30 s is two frames of 1/60 s.
//! let advanced = world.advance(1.0 / 30.0)?;
//! assert_eq!((advanced.frames, world.frame()), (2, 2));
//! // Two frames of 1 with 4 substeps: v = 2 g.
//! assert!((world.node_velocity(hero, hand)?.y + 0.04).abs() < 1e-12);
//! assert_eq!(world.points(hero)?.len(), 1);
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

#![cfg_attr(not(feature = "recorder"), allow(dead_code, reason = "recordings and edited levels use it"))]

pub mod acting;
#[cfg(feature = "overlays")]
mod as_level;
pub mod contacts;
mod documents;
pub mod draw;
mod error;
pub mod events;
pub mod forces;
pub mod handles;
pub mod hands;
mod input;
#[cfg(feature = "recorder")]
pub mod link;
pub mod load;
pub mod lookup;
#[cfg(feature = "overlays")]
pub mod overlays;
#[cfg(feature = "overlays")]
pub mod paint;
pub mod parts;
pub mod queries;
pub mod reading;
#[cfg(feature = "recorder")]
pub mod recorder;
#[cfg(not(feature = "recorder"))]
mod recorder_off;
pub mod snapshot;
pub mod spawning;
pub mod time;
pub mod tracing;
#[cfg(feature = "recorder")]
pub mod updating;

#[doc(inline)]
pub use acting::MovablePart;
#[doc(inline)]
pub use documents::{BodyInfo, InstanceInfo, LinkTarget, NodeInfo, PartInfo};
#[doc(inline)]
pub use draw::{DrawBody, DrawDisc, DrawList, DrawLoop};
pub use error::PlayError;
#[doc(inline)]
pub use events::{ContactEvent, ContactPhase, ContactSide, MOST_EVENTS, PlayEvent, PlayEventKind};
#[doc(inline)]
pub use handles::{BodyHandle, DiscHandle, Handle, InstanceHandle, LinkHandle, ObstacleHandle, PartHandle, SlotMap};
#[doc(inline)]
pub use hands::HandId;
#[cfg(feature = "recorder")]
#[doc(inline)]
pub use link::{LinkAddress, LinkReply, LinkRequest, LinkStatus};
pub use load::read_text;
#[doc(inline)]
pub use lookup::PartCounts;
#[cfg(feature = "overlays")]
#[doc(inline)]
pub use overlays::{OverlayBatch, OverlayInfo, OverlayLabel, OverlayLegend, OverlayList, OverlayView, overlay_names};
#[cfg(feature = "overlays")]
#[doc(inline)]
pub use paint::PaintList;
#[doc(inline)]
pub use parts::LevelInfo;
#[doc(inline)]
pub use queries::{QueryFilter, QueryHit};
#[cfg(feature = "recorder")]
#[doc(inline)]
pub use recorder::{Flight, RecorderSettings};
#[doc(inline)]
pub use snapshot::PlaySnapshot;
pub use spawning::{Placement, Prefab};
#[doc(inline)]
pub use time::Advanced;
#[cfg(feature = "recorder")]
#[doc(inline)]
pub use updating::LevelUpdate;

use crate::engine::World;
use crate::geometry::BoxTree;
use std::sync::{Arc, OnceLock};

/// A level that runs: see the [module](self).
///
/// A clone is independent and has the same handles.
#[derive(Clone, Debug)]
pub struct PlayWorld {
    world: World,
    /// Shared with snapshots.
    parts: Arc<parts::Parts>,
    clock: time::PlayClock,
    /// Positions one frame ago, if they are kept.
    trail: Option<time::Trail>,
    events: events::EventQueue,
    contacts: contacts::ContactTracker,
    hands: hands::Hands,
    /// Forces that act in the next frame.
    pushes: Vec<forces::Push>,
    /// Boxes of bodies and discs for queries; built by the first query of a frame.
    boxes: OnceLock<BoxTree>,
    #[cfg(feature = "recorder")]
    recorder: Option<Box<recorder::Recorder>>,
    #[cfg(feature = "recorder")]
    link: link::LinkState,
    tracing: tracing::Tracing,
}

impl PlayWorld {
    /// The engine's world, for what this API does not cover: settings of the steps, traces, energy ledger.
    pub fn engine(&self) -> &World {
        &self.world
    }

    /// Drops what was derived from the old state.
    fn changed(&mut self) {
        self.boxes.take();
    }
}
