//! Caches frames other than the current one, of the run and its twin, for the overlays that show them.

pub(crate) mod panel;

use crate::debugger::history::Window;
use crate::debugger::{NearbyFrames as Frames, Run};
use crate::editor::background::Pace;
use crate::editor::settings::Settings;
use crate::engine::Layout;
use crate::level::Place;
use crate::picture::history::{History, PastOptions, Tracked};

/// Nearby frames of the run and its twin.
#[derive(Default)]
pub struct Pasts {
    own: Option<Frames>,
    twin: Option<Frames>,
    /// Whether frames are still missing.
    pub is_behind: bool,
}

/// Cache key: changes when the picture of the past changes.
pub type Version = (u64, PastOptions);

impl Pasts {
    /// Computes missing frames for the active overlays while the pace allows it.
    pub fn follow(&mut self, run: &Run, twin: Option<&Run>, settings: &Settings, pace: &Pace) {
        self.is_behind = false;
        let Some((back, ahead, touches)) = settings.past.needs(settings.overlays.iter().map(String::as_str)) else {
            (self.own, self.twin) = (None, None);
            return;
        };
        let window = Window { back, ahead, touches };
        if twin.is_none() {
            self.twin = None;
        }
        for (slot, run) in [(&mut self.own, Some(run)), (&mut self.twin, twin)] {
            let Some(run) = run else { continue };
            self.is_behind |= !slot.get_or_insert_default().follow(run, window, || pace.goes_on());
        }
    }

    /// The frames of the run or its twin, with their cache key.
    pub fn of(
        &self,
        run: &Run,
        is_twin: bool,
        selection: &[Place],
        options: PastOptions,
    ) -> Option<(History<'_>, Version)> {
        let frames = if is_twin { self.twin.as_ref() } else { self.own.as_ref() }?;
        let options = PastOptions { ghost_every: options.ghost_every.max(1), ..options };
        let layout = run.world().layout();
        let selected = selection.iter().filter_map(|&place| tracked(layout, place)).collect();
        Some((
            History { now: run.frame(), frames: frames.frames().collect(), selected, options },
            (frames.version(), options),
        ))
    }
}

/// The part of a place that can leave a trail.
fn tracked(layout: &Layout, place: Place) -> Option<Tracked> {
    match place {
        Place::Node(body, node) => {
            let nodes = &layout.bodies.get(body)?.nodes;
            (node < nodes.len()).then(|| Tracked::Node(nodes.start + node))
        }
        Place::Disc(disc) => (disc < layout.discs.count()).then_some(Tracked::Disc(disc)),
        Place::Body(body) => (body < layout.bodies.len()).then_some(Tracked::Barycentre(body)),
        _ => None,
    }
}
