//! Other frames than the present one, of the run and of its twin, for the overlays that show them.

pub(crate) mod panel;

use crate::debugger::history::Window;
use crate::debugger::{NearbyFrames as Frames, Run};
use crate::editor::settings::Settings;
use crate::engine::Layout;
use crate::level::Place;
use crate::picture::history::{History, PastOptions, Tracked};
use web_time::{Duration, Instant};

/// Work that may go into one picture while nothing else is going on.
const BUDGET: Duration = Duration::from_millis(11);
/// The same while time goes on.
const BUDGET_PLAYING: Duration = Duration::from_millis(5);

/// See the module.
#[derive(Default)]
pub struct Pasts {
    own: Option<Frames>,
    twin: Option<Frames>,
    /// Whether there is something left to find.
    pub is_behind: bool,
}

/// What a picture of the past depends on.
pub type Version = (u64, PastOptions);

impl Pasts {
    /// Finds what the overlays that are on need, but not for longer than a picture may take.
    pub fn follow(&mut self, run: &Run, twin: Option<&Run>, settings: &Settings, is_playing: bool) {
        self.is_behind = false;
        let Some((back, ahead, touches)) = settings.past.needs(settings.overlays.iter().map(String::as_str)) else {
            (self.own, self.twin) = (None, None);
            return;
        };
        let (window, budget) = (Window { back, ahead, touches }, if is_playing { BUDGET_PLAYING } else { BUDGET });
        if twin.is_none() {
            self.twin = None;
        }
        for (slot, run) in [(&mut self.own, Some(run)), (&mut self.twin, twin)] {
            let Some(run) = run else { continue };
            let start = Instant::now();
            self.is_behind |= !slot.get_or_insert_default().follow(run, window, || start.elapsed() < budget);
        }
    }

    /// The run's, or the twin's, with what a picture of it depends on.
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

/// What of a place leaves a trail.
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
