//! State of the Rules panel: edge maps of one hull under each rule, a comparison of the rules over the contacts of the
//! frame, and the verdict at the pointer.

pub mod commands;
pub mod hint;
pub(crate) mod panel;

use crate::debugger::comparison::{Comparison, PresentComparison};
use crate::debugger::{Moment, Run};
use crate::editor::background::Pace;
use crate::editor::features::verdict;
use crate::editor::features::verdict::VerdictSubject;
use crate::engine::contact::Setting;
use crate::engine::{Trace, World};
use crate::geometry::DVec2;
use crate::level::{Level, Place};
use crate::picture::edge_map::{self, EdgeMap, Side};
use crate::picture::overlays::EdgeMapOptions;
use crate::picture::{Layers, Palette, Scene, Viewport};
pub use commands::RulesCommand;
use std::sync::Arc;

/// Maps, comparison and user choices.
#[derive(Default)]
pub struct Rules {
    /// Hull chosen by the user.
    pub hull: Option<usize>,
    /// Side chosen by the user.
    pub side: Option<Side>,
    /// Computed maps.
    pub shown: Option<RulesView>,
    /// Rule index and verdict at the pointer.
    pub pointed: Option<(usize, verdict::ShownVerdict)>,
    map_point: Option<(usize, DVec2)>,
    key: Option<RulesKey>,
    version: u64,
    comparing: Option<PresentComparison>,
}

/// Maps and comparison at one moment.
pub struct RulesView {
    /// Body of the mapped hull.
    pub hull: usize,
    /// Side that nodes come from.
    pub side: Side,
    /// One map per rule, in the order of [`Setting::ALL`].
    pub maps: Vec<EdgeMap>,
    /// Comparison over the contacts of the frame, or of a frame shortly before while the run plays; `None` at frame 0
    /// and until it is complete.
    pub comparison: Option<Comparison>,
    /// Unique number of this view, used as a cache key.
    pub version: u64,
}

#[derive(PartialEq)]
struct RulesKey {
    level: *const Level,
    moment: Moment,
    history: u64,
    hull: Option<usize>,
    side: Option<Side>,
    focus: Option<Place>,
    is_coarse: bool,
}

/// Cells along the longer side of a map while playing, and while paused.
const CELLS: [usize; 2] = [40, 88];

impl Rules {
    /// Performs a command.
    pub fn perform(&mut self, command: RulesCommand) {
        match command {
            RulesCommand::Hull(hull) => (self.hull, self.side) = (hull, None),
            RulesCommand::Side(side) => self.side = side,
            RulesCommand::Point(point) => self.map_point = point,
        }
    }

    /// Options of the canvas overlay, equal to those of the panel.
    pub fn options(&self) -> EdgeMapOptions {
        let shown = self.shown.as_ref();
        EdgeMapOptions {
            hull: shown.map(|shown| shown.hull).or(self.hull),
            side: shown.map(|shown| shown.side).or(self.side),
            setting: None,
        }
    }

    /// Recomputes the maps if their inputs have changed, and the comparison while the pace allows it.
    pub fn update(&mut self, run: &Run, trace: Option<&Trace>, selection: &[Place], is_playing: bool, pace: &Pace) {
        let focus = selection.iter().copied().find(|place| place.body().is_some());
        let key = RulesKey {
            level: Arc::as_ptr(run.level()),
            moment: run.moment(),
            history: run.history(),
            hull: self.hull,
            side: self.side,
            focus,
            is_coarse: is_playing,
        };
        if self.key.as_ref() != Some(&key) {
            self.key = Some(key);
            self.version += 1;
            let known = self.shown.take().and_then(|shown| shown.comparison).filter(|_| is_playing);
            self.shown = self.make(run, trace, focus, CELLS[usize::from(!is_playing)], known);
            self.pointed = None;
            // While the run plays, a comparison is completed before the next one begins.
            if !is_playing || self.comparing.is_none() {
                self.comparing = PresentComparison::new(run);
            }
        }
        self.compare(pace);
        self.explain(run.world());
    }

    /// Drops the computed view and keeps the user's choices.
    pub fn close(&mut self) {
        (self.shown, self.pointed, self.map_point, self.key) = (None, None, None, None);
        self.comparing = None;
    }

    /// True while the comparison is incomplete.
    pub fn is_behind(&self) -> bool {
        self.comparing.is_some()
    }

    fn compare(&mut self, pace: &Pace) {
        let is_complete = self.comparing.as_mut().is_some_and(|comparing| comparing.go_on(|| pace.goes_on()));
        if !is_complete {
            return;
        }
        let comparison = self.comparing.take().map(PresentComparison::into_comparison);
        if let Some(shown) = &mut self.shown {
            shown.comparison = comparison;
        }
    }

    fn make(
        &self,
        run: &Run,
        trace: Option<&Trace>,
        focus: Option<Place>,
        cells: usize,
        comparison: Option<Comparison>,
    ) -> Option<RulesView> {
        let world = run.world();
        let (hull, side) = self.subject(run.level(), world, trace, focus)?;
        let approach = edge_map::approach(world, hull, side);
        let map = |&setting: &Setting| EdgeMap::new(world, hull, setting, approach, cells);
        let maps = Setting::ALL.iter().map(map).collect();
        Some(RulesView { hull, side, maps, comparison, version: self.version })
    }

    /// Hull and side: the user's choice, else the default of the overlay.
    fn subject(
        &self,
        level: &Level,
        world: &World,
        trace: Option<&Trace>,
        focus: Option<Place>,
    ) -> Option<(usize, Side)> {
        let bodies = &world.layout().bodies;
        let exists = |body: &usize| bodies.get(*body).is_some_and(|body| body.hull_edges.len() > 2);
        let palette = Palette::of(crate::picture::Theme::Dark);
        let viewport = Viewport { size_px: DVec2::ONE, center: DVec2::ZERO, scale: 1.0 };
        let scene = Scene { trace, layers: Layers::NONE, ..Scene::new(level, world, &palette, viewport) };
        let focus = match focus {
            Some(Place::Node(body, node)) => Some((body, node)),
            Some(place) => place.body().map(|body| (body, usize::MAX)),
            None => None,
        };
        let usual = edge_map::usual(&scene, focus).filter(|usual| exists(&usual.0));
        // A selected body stands for itself, a selected node for its contact.
        let selected = focus.filter(|focus| focus.1 == usize::MAX).map(|focus| focus.0).filter(exists);
        let hull = self.hull.filter(exists).or(selected).or(usual.map(|usual| usual.0))?;
        let side = self.side.filter(|side| !matches!(*side, Side::Body(body) if body == hull || body >= bodies.len()));
        let side = side.or(usual.filter(|usual| usual.0 == hull).map(|usual| usual.1));
        Some((hull, side.unwrap_or_else(|| edge_map::nearest_side(world, hull))))
    }

    /// Computes the verdict at the pointer.
    fn explain(&mut self, world: &World) {
        let Some((shown, (rule, point))) = self.shown.as_ref().zip(self.map_point) else {
            self.pointed = None;
            return;
        };
        let is_known =
            self.pointed.as_ref().is_some_and(|(known, shown)| *known == rule && shown.contact().point == point);
        if is_known {
            return;
        }
        let approach = shown.maps[rule].approach;
        let contact = world.explain_at(shown.hull, point, Setting::ALL[rule], &approach);
        self.pointed = contact.map(|contact| {
            let subject = VerdictSubject { body: shown.hull, node: 0, other: shown.hull };
            let trace = Trace { contacts: vec![contact], ..Trace::default() };
            (rule, verdict::ShownVerdict { subject, trace, is_found: false })
        });
    }
}
