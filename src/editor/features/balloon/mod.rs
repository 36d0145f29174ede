//! Triangle report of one body, now and along the run, and the proof that a fan from the barycentre changes nothing
//! that is simulated.

pub mod commands;
pub(crate) mod panel;

use crate::debugger::balloon::{self, BalloonVerdict, Paint, Proof, Report, Triangulation};
use crate::debugger::quantities::{Series, balloon::of_body};
use crate::debugger::{Moment, Run, Survey};
use crate::editor::background::Pace;
use crate::geometry::Extremes;
use crate::geometry::polygon::doubled_triangle_area;
use crate::level::{Level, Motion, Place};
pub use commands::BalloonCommand;
use std::sync::Arc;

/// Minimum number of frames that a proof compares.
pub const FRAMES: u64 = 600;

/// Measurements and proof of the Balloon tab.
#[derive(Default)]
pub struct BalloonUi {
    shown: Option<BalloonView>,
    key: Option<PaintingKey>,
    survey: Survey,
    series: Option<(usize, [Series; 4])>,
    proving: Option<Proving>,
    flipped: Option<Flipped>,
    /// Whether measurements or the proof are unfinished.
    pub is_behind: bool,
}

/// The body that the panel shows.
pub struct BalloonView {
    /// Its triangle report.
    pub report: Report,
    /// Conclusion drawn from the report.
    pub verdict: BalloonVerdict,
}

/// Count of flipped triangles of all bodies, cached per moment. The tab badge shows it even if the panel is closed.
struct Flipped {
    level: Arc<Level>,
    moment: Moment,
    /// Number of completed phases, if the run is stopped inside a substep.
    phases: Option<usize>,
    history: u64,
    count: usize,
}

#[derive(PartialEq)]
struct PaintingKey {
    level: *const Level,
    moment: Moment,
    history: u64,
    body: usize,
}

struct Proving {
    proof: Result<Proof, String>,
    body: usize,
    /// The level of the measured run.
    level: Arc<Level>,
    journal: u64,
}

impl BalloonUi {
    /// The current body.
    pub fn body(&self) -> Option<usize> {
        self.shown.as_ref().map(|shown| shown.report.body)
    }

    /// Starts the proof for a body.
    pub fn prove(&mut self, run: &Run, body: usize) {
        let proof = Proof::new(run, body, run.last_frame().max(FRAMES));
        let (level, journal) = (run.start_level().clone(), run.journal().version());
        self.proving = Some(Proving { proof, body, level, journal });
    }

    /// Discards the proof.
    pub fn drop_proof(&mut self) {
        self.proving = None;
    }
}

/// True if the body is dynamic and has a hull.
pub fn is_patient(level: &Level, body: usize) -> bool {
    level.bodies.get(body).is_some_and(|parts| !parts.hull.is_empty() && parts.motion == Motion::Dynamic)
}

impl BalloonUi {
    /// Selects the body to show: the selected one, else the previous one, else the first body with gas.
    fn update(&mut self, run: &Run, selection: &[Place], pace: &Pace) {
        let level = run.level();
        let Some(body) = self.choose(level, selection) else {
            (self.shown, self.key, self.is_behind) = (None, None, false);
            return;
        };
        let key = PaintingKey { level: Arc::as_ptr(level), moment: run.moment(), history: run.history(), body };
        if self.key.as_ref() != Some(&key) {
            let report = balloon::examine(level, run.world(), body);
            self.shown = report.map(|report| BalloonView { verdict: balloon::verdict(level, &report), report });
            self.key = Some(key);
        }
        if self.series.as_ref().is_none_or(|(of, _)| *of != body) {
            self.series = Some((body, of_body(body)));
        }
        if let Some((_, series)) = &self.series {
            self.survey.want(series);
            self.is_behind = !self.survey.follow(run, || pace.goes_on());
        }
        self.prove_on(run, body, pace);
    }

    /// Called once per UI frame; continues measuring while the panel is open.
    pub fn look(&mut self, is_open: bool, run: &Run, selection: &[Place], pace: &Pace) {
        self.count_flipped(run);
        if is_open {
            self.update(run, selection, pace);
        } else {
            (self.is_behind, self.key) = (false, None);
        }
    }

    fn count_flipped(&mut self, run: &Run) {
        let (level, moment, phases, history) = (run.level(), run.moment(), run.phases_done(), run.history());
        let is_same = |known: &Flipped| {
            Arc::ptr_eq(&known.level, level) && (known.moment, known.phases, known.history) == (moment, phases, history)
        };
        if self.flipped.as_ref().is_some_and(is_same) {
            return;
        }
        let world = run.world();
        let of_body = |body: usize| {
            let triangles = &world.layout().triangles[world.layout().bodies[body].triangles.clone()];
            let is_flipped = |corners: &&[u32; 3]| {
                let [a, b, c] = corners.map(|node| world.position(node as usize));
                doubled_triangle_area(a, b, c) <= 0.0
            };
            triangles.iter().filter(is_flipped).count()
        };
        let count = (0..level.bodies.len()).filter(|&body| is_patient(level, body)).map(of_body).sum();
        self.flipped = Some(Flipped { level: level.clone(), moment, phases, history, count });
    }

    /// Number of flipped triangles in bodies that can move.
    pub fn flipped(&self) -> usize {
        self.flipped.as_ref().map_or(0, |known| known.count)
    }

    fn choose(&self, level: &Level, selection: &[Place]) -> Option<usize> {
        let fits = |body: &usize| is_patient(level, *body);
        let selected = selection.iter().filter_map(|place| place.body()).find(fits);
        let old = self.shown.as_ref().map(|shown| shown.report.body).filter(fits);
        let all = || (0..level.bodies.len()).filter(fits);
        let filled = || all().find(|&body| level.bodies[body].gas != 0.0 && !level.bodies[body].triangles.is_empty());
        selected.or(old).or_else(filled).or_else(|| all().next())
    }

    fn prove_on(&mut self, run: &Run, body: usize, pace: &Pace) {
        let is_same = |proving: &Proving| {
            let of = (proving.body, proving.journal);
            Arc::ptr_eq(&proving.level, run.start_level()) && of == (body, run.journal().version())
        };
        self.proving = self.proving.take().filter(is_same);
        if let Some(Proving { proof: Ok(proof), .. }) = &mut self.proving {
            self.is_behind |= !proof.go_on(|| pace.goes_on());
        }
    }

    /// The current body; `None` if no body has a hull.
    pub fn shown(&self) -> Option<&BalloonView> {
        self.shown.as_ref()
    }

    /// The proof, or why it failed; `None` until requested.
    pub fn proof(&self) -> Option<Result<&Proof, &str>> {
        self.proving.as_ref().map(|proving| proving.proof.as_ref().map_err(String::as_str))
    }

    /// Flipped triangles, spill, unpainted area and hidden hull edges along the run, as far as measured: name and
    /// values.
    pub fn curves(&self) -> impl Iterator<Item = (&str, Option<&Extremes>)> {
        let series = self.series.iter().flat_map(|(_, series)| series);
        series.map(|series| (series.name.as_str(), self.survey.numbers(&series.key)))
    }

    /// Triangles of the retriangulation that the body can adopt. They need no new corners and differ from the present ones.
    pub fn takeable(&self) -> Option<&Paint> {
        let report = &self.shown.as_ref()?.report;
        let new = report.paint(Triangulation::New)?;
        let nodes = report.paint(Triangulation::Present).map(|paint| &paint.triangles);
        let is_of_nodes = new.points.len() == report.nodes;
        (is_of_nodes && nodes != Some(&new.triangles)).then_some(new)
    }
}
