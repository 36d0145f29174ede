//! Jobs through the texts of a worker, compared with the same work done directly, and what goes wrong.

use super::ALL;
use crate::debugger::Run;
use crate::debugger::diagnosis::{Diagnosis, Problem, diagnose_alone};
use crate::debugger::expect::{ExpectationVerdict, judge};
use crate::debugger::shrink::{Failure, ShrinkEffort, shrink};
use crate::debugger::sweep::{Axis, CellOutcome, Measure, Sweep};
use crate::editor::background::host::{Host, JobAnswer, Parcel, decode, encode, kind, pack};
use crate::editor::background::level_text::portions;
use crate::editor::background::monitor::busy_jobs;
use crate::editor::background::*;
use crate::editor::features::diagnosis::{ChangedInputs, DiagnosisJob, DiagnosisOrder, DiagnosisRequest};
use crate::editor::features::expectations::{ExpectationJob, ExpectationRequest};
use crate::editor::features::findings::inspection::{CheckJob, CheckRequest};
use crate::editor::features::meshing::preview::Preview;
use crate::editor::features::meshing::{MeshingSource, PreviewInput, PreviewJob};
use crate::editor::features::shrink::{ShrinkJob, ShrinkRequest, ShrinkUpdate};
use crate::editor::features::sweep::{CellsJob, CellsRequest, OpenCellJob, OpenCellRequest};
use crate::editor::files::thumbs::{Of, ThumbnailOrder, ThumbnailPainting};
use crate::geometry::DVec2;
use crate::level::import::{Drawn, ImageArea, Sketch, Stretch, TracedImage};
use crate::level::mesh::{DrawnOutline, Recipe};
use crate::level::parameter::Values;
use crate::level::{Each, Expectation, Holds, Level, Texture, checks, gallery, shapes};
use crate::picture::Theme;
use egui::Context;
use std::sync::Arc;
use web_time::{Duration, Instant};

fn level(id: &str) -> Arc<Level> {
    let row = gallery::level(id).expect("a gallery level");
    Arc::new(gallery::read_flat(row).unwrap())
}

/// Passes the levels of a parcel to a host; returns its text and their numbers.
fn keep(host: &mut Host, parcel: Parcel, first: u64) -> (String, Vec<u64>) {
    let numbers: Vec<u64> = (first..).take(parcel.levels.len()).collect();
    for (&number, level) in numbers.iter().zip(&parcel.levels) {
        host.keep(number, portions(level)).unwrap();
    }
    (parcel.text, numbers)
}

/// All reports of a job whose request, orders and reports are texts. Orders come when the job is done.
fn through_texts<J: Job>(request: &J::Request, orders: &[J::Order]) -> Vec<J::Report> {
    let mut host = Host::new(ALL);
    let (text, levels) = keep(&mut host, pack(request), 100);
    assert_eq!(host.start(7, J::NAME, &text, &levels), None);
    levels.into_iter().for_each(|number| host.forget(number));
    let mut reports = Vec::new();
    let mut orders = orders.iter();
    loop {
        while host.is_busy() {
            let answer = host.work(Duration::from_millis(3)).unwrap();
            assert_eq!(answer.id, 7);
            reports.extend(answer.report.unwrap().map(|text| decode::<J::Report>(&text).unwrap()));
        }
        let Some(order) = orders.next() else { return reports };
        let (text, levels) = keep(&mut host, pack(order), 200);
        assert_eq!(host.order(7, &text, &levels), None);
    }
}

#[test]
fn checks_through_texts_equal_checks_at_once() {
    let mut count = 0;
    for row in gallery::ALL.iter().step_by(5) {
        let mut level = gallery::read_flat(row).unwrap();
        // Many findings, some with a fix.
        level.bodies.iter_mut().for_each(|body| body.triangles.clear());
        let level = Arc::new(level);
        let expected = checks::check(&level);
        count += expected.len();
        let found = through_texts::<CheckJob>(&CheckRequest { level }, &[]);
        assert_eq!(found, [expected], "{}", row.id);
    }
    assert!(count > 10, "{count}");
}

#[test]
fn diagnosis_through_texts_equals_diagnosis_at_once() {
    let mut run = Run::new(level("01-first-blob")).unwrap();
    (0..36).for_each(|_| run.step_frame());
    run.set("bodies[1].gas", &serde_json::json!(3000.0)).unwrap();
    run.nudge(crate::level::Place::Body(1), [0.001, 0.0]).unwrap();
    let edges = Run::new(level("04-squares-distance")).unwrap();
    for (run, frames, problem) in [(run, 3..60, Problem::BlowUp), (edges, 0..40, Problem::WrongEdge)] {
        let expected = diagnose_alone(&run, frames.clone());
        assert!(expected.count(problem) > 0 && !expected.causes.is_empty());
        let first = diagnose_alone(&run, frames.start..20);
        let request = DiagnosisRequest { run, frames: frames.start..20, is_main: true };
        let reports = through_texts::<DiagnosisJob>(&request, &[DiagnosisOrder::Extend(frames.end)]);
        // The extension drops no finding.
        assert!(reports.iter().any(|report| report.found == first));
        assert_eq!(reports.last().map(|report| &report.found), Some(&expected));
        let listed: usize = reports.iter().map(|report| report.findings.len()).sum();
        let rows = [&expected.problems, &expected.consequences, &expected.passing];
        assert_eq!(listed as u64, rows.into_iter().flatten().map(|row| row.count).sum::<u64>(), "each is sent once");
    }
}

#[test]
fn diagnosis_goes_on_with_changed_inputs_through_texts() {
    let mut run = Run::new(level("01-first-blob")).unwrap();
    (0..50).for_each(|_| run.step_frame());
    let request = DiagnosisRequest { run: run.fork(), frames: 0..50, is_main: true };
    run.seek(36);
    run.set("bodies[1].gas", &serde_json::json!(3000.0)).unwrap();
    let order = DiagnosisOrder::Follow(Box::new(ChangedInputs { run: run.fork(), end: 50, changes: 1 }));
    let reports = through_texts::<DiagnosisJob>(&request, &[order]);
    let last = reports.last().unwrap();
    assert_eq!((&last.found, last.changes), (&diagnose_alone(&run, 0..50), 1));
    let first = reports.iter().find(|report| report.changes == 1).unwrap();
    assert_eq!(first.known, 0, "the list begins again");
}

#[test]
fn diagnosis_of_a_second_branch_uses_its_inputs() {
    let mut run = Run::new(level("01-first-blob")).unwrap();
    (0..30).for_each(|_| run.step_frame());
    run.set("bodies[1].gas", &serde_json::json!(3000.0)).unwrap();
    let first = run.branches()[0].id;
    run.seek(10);
    run.nudge(crate::level::Place::Body(1), [0.001, 0.0]).unwrap();
    let found = |run: &Run| -> Diagnosis {
        let request = DiagnosisRequest { run: run.fork(), frames: 0..50, is_main: false };
        through_texts::<DiagnosisJob>(&request, &[]).pop().unwrap().found
    };
    let second = found(&run);
    assert_eq!((second.count(Problem::BlowUp), &second), (0, &diagnose_alone(&run, 0..50)));
    run.switch_branch(first);
    assert!(found(&run).count(Problem::BlowUp) > 0);
}

#[test]
fn expectations_through_texts_equal_expectations_at_once() {
    let level = level("04-squares-distance");
    let expectation = |holds, condition: &str| Expectation {
        holds,
        condition: condition.to_owned(),
        each: Each::Substep,
        frames: 30,
    };
    let wanted = vec![
        expectation(Holds::Never, "contacts > 0"),
        expectation(Holds::AtEnd, "frame == 30"),
        expectation(Holds::Always, "energy.total >"),
        expectation(Holds::Eventually, "contacts > 1000"),
    ];
    let expected = judge(&level, &wanted, |_| true).unwrap().unwrap();
    assert!(matches!(&expected[0], ExpectationVerdict::Unmet { readings, .. } if !readings.is_empty()));
    assert!(matches!(expected[1..], [ExpectationVerdict::Met, ExpectationVerdict::Unreadable(_), _]));
    let request = ExpectationRequest { level, wanted: wanted.clone() };
    let last = through_texts::<ExpectationJob>(&request, &[]).pop().unwrap();
    assert_eq!(last.verdicts, wanted.into_iter().zip(expected).collect::<Vec<_>>());
    assert_eq!(last.frames, (30, 30));
}

fn sweep() -> Arc<Sweep> {
    let level = level("04-squares-distance");
    let axes = ["rule=Distance,EntryEdge", "world.substeps=1,4"].map(|text| Axis::parse(text).unwrap());
    // The condition of the last measure never holds.
    let measures = ["sum: problem(\"wrong-edge\")", "last: energy.total", "first: frame > 1000"];
    let measures = measures.map(|text| Measure::parse(text, &level, None).unwrap());
    Arc::new(Sweep::new(level, axes.to_vec(), measures.to_vec(), 25).unwrap())
}

#[test]
fn sweep_through_texts_equals_each_cell_alone() {
    let sweep = sweep();
    let request = CellsRequest { sweep: sweep.clone(), cells: vec![3, 0] };
    let reports = through_texts::<CellsJob>(&request, &[vec![1]]);
    let expected = [3, 0, 1].map(|cell| (cell, sweep.run(cell, || true).unwrap()));
    assert!(expected.iter().any(|(_, outcome)| outcome.value(0) > 0.0));
    assert!(expected.iter().all(|(_, outcome)| outcome.value(2).is_nan()));
    // Equal bits; the comparison of outcomes takes NaN as equal to NaN.
    assert_eq!(reports.concat(), expected);
    let failed = CellOutcome::Failed("a reason".to_owned());
    assert_eq!(decode::<CellOutcome>(&encode(&failed)).unwrap(), failed);
    let huge = CellOutcome::Measured(vec![f64::INFINITY, -0.0, 1e-310]);
    assert_eq!(decode::<CellOutcome>(&encode(&huge)).unwrap(), huge);
}

#[test]
fn cell_opened_through_texts_equals_the_cell_itself() {
    let sweep = sweep();
    let expected = sweep.open(0, 0, || true).unwrap().unwrap();
    assert!(expected.wrong.is_some());
    let request = OpenCellRequest { sweep, cell: 0 };
    let opened = through_texts::<OpenCellJob>(&request, &[]).pop().unwrap().unwrap().unwrap();
    assert_eq!((opened.level, opened.frame), (expected.level, expected.frame));
    assert_eq!((opened.wrong, opened.remarks), (expected.wrong, expected.remarks));
}

fn shrinking(condition: &str) -> ShrinkRequest {
    let failure = Failure { condition: condition.to_owned(), each: Each::Frame, frames: 20 };
    let effort = ShrinkEffort { most_runs: 60, ..ShrinkEffort::default() };
    ShrinkRequest { level: Level::clone(&level("01-first-blob")), failure, effort }
}

fn shrunk(request: &ShrinkRequest) -> ShrinkUpdate {
    through_texts::<ShrinkJob>(request, &[]).pop().unwrap()
}

#[test]
fn shrinking_through_texts_equals_shrinking_at_once() {
    let request = shrinking("frame >= 5");
    let expected = shrink(&request.level, &request.failure, request.effort, &mut |_| true).unwrap();
    let ShrinkUpdate::Found(found) = shrunk(&request) else { panic!("no result") };
    let found = found.unwrap();
    assert!(found.after.nodes < found.before.0.nodes);
    assert_eq!((found.level, found.failure, found.runs), (expected.level, expected.failure, expected.runs));
    assert_eq!((found.before, found.after, found.simpler), (expected.before, expected.after, expected.simpler));
    // A refusal keeps its place in the text of the condition.
    let request = shrinking("frame >=");
    let expected = shrink(&request.level, &request.failure, request.effort, &mut |_| true).unwrap_err();
    let ShrinkUpdate::Found(found) = shrunk(&request) else { panic!("no result") };
    assert_eq!(found.unwrap_err(), expected);
}

#[test]
fn previews_through_texts_equal_painted_ones() {
    let of_gallery = |theme| ThumbnailOrder { of: Of::Gallery(3), held: None, theme };
    let held = ThumbnailOrder { of: Of::Held(1), held: Some(level("01-first-blob")), theme: Theme::Dark };
    let missing = ThumbnailOrder { of: Of::Gallery(100_000), held: None, theme: Theme::Dark };
    let orders = [of_gallery(Theme::Light), held, missing];
    let painted = through_texts::<ThumbnailPainting>(&(), &orders);
    assert_eq!(painted.len(), 3);
    let mut job = ThumbnailPainting::begin(());
    orders.into_iter().for_each(|order| job.take(order));
    for painted in painted {
        let slice = job.work(&Pace::new(INTERVAL, &|| false));
        let own = slice.report.unwrap();
        assert!(own.is_same_picture(&painted));
    }
}

#[test]
fn body_previews_through_texts_equal_direct_ones() {
    let outline = DrawnOutline {
        outer: [[0.0, 0.0], [7.3, 0.1], [7.0, 5.0], [-0.5, 4.0]].map(DVec2::from).to_vec(),
        holes: vec![[[2.0, 2.0], [3.0, 2.0], [2.5, 3.1]].map(DVec2::from).to_vec()],
    };
    let texture = Texture::new(2, 1, vec![0, 1, 127, 255, 16, 15, 240, 9]).map(Arc::new).unwrap();
    let stretch = Some(Stretch { from: DVec2::ZERO, to: DVec2::new(0.1, 1e-310), factor: DVec2::ONE });
    let traced = Some(Arc::new(TracedImage { texture, image: "cat.png".to_owned(), scale: 0.3, stretch }));
    let (name, color, place) = ("cat".to_owned(), String::new(), "path 1".to_owned());
    let image = Some(ImageArea { image: "cat.png".to_owned(), min: DVec2::ZERO, max: DVec2::new(7.3, 5.0) });
    let drawn = vec![Drawn { name, color, outline, is_soft: true, place, image }];
    let sketch = Sketch { name: "cat".to_owned(), drawn, traced, is_import: true, spacing: 0.5, ..Sketch::default() };
    assert_eq!(decode::<Sketch>(&encode(&sketch)).unwrap(), sketch);
    let level = level("04-squares-distance");
    for subject in [MeshingSource::Sketch(sketch), MeshingSource::Shape(&shapes::ALL[2]), MeshingSource::Body(1)] {
        let input = PreviewInput {
            subject,
            recipe: Recipe::default(),
            values: Values::default(),
            at: DVec2::new(12.0, 3.0),
            level: level.clone(),
            mirror: None,
            known: None,
        };
        let expected = input.clone().make();
        let made = through_texts::<PreviewJob>(&input, &[]).pop().unwrap();
        assert!(!expected.parts.as_ref().unwrap().is_empty());
        assert_eq!((&made.parts, &made.holding), (&expected.parts, &expected.holding));
        assert_eq!((made.at, made.facts, &made.findings), (expected.at, expected.facts, &expected.findings));
        let [made, expected] = [made, expected].map(|preview| preview.ghost.unwrap());
        assert_eq!((&made.0, made.1.hash()), (&expected.0, expected.1.hash()));
    }
    // Without a body the box is infinite.
    let mut none = Preview::default();
    none.parts = Err("too thin".to_owned());
    let none = decode::<Preview>(&encode(&none)).unwrap();
    assert_eq!((none.parts.unwrap_err().as_str(), none.bounds), ("too thin", crate::geometry::Aabb::EMPTY));
    assert!(none.ghost.is_none());
}

/// Counts down from a number; an order adds to it; 13 is no number.
struct Countdown(u32);

impl Job for Countdown {
    const NAME: &'static str = "countdown";
    const TITLE: &'static str = "Countdown";
    type Request = u32;
    type Order = u32;
    type Report = u32;

    fn begin(from: u32) -> Self {
        Self(from)
    }

    fn take(&mut self, more: u32) {
        self.0 += more;
    }

    fn work(&mut self, pace: &Pace) -> Slice<u32> {
        assert_ne!(self.0, 13, "an unlucky number");
        if self.0 == 0 || pace.is_cancelled() {
            return Slice { report: None, is_done: true };
        }
        self.0 -= 1;
        Slice { report: Some(self.0), is_done: self.0 == 0 }
    }
}

fn reports(job: &mut JobHandle<Countdown>, count: usize) -> Vec<u32> {
    let mut all = Vec::new();
    let start = Instant::now();
    while all.len() < count && !job.has_failed() {
        all.extend(job.reports());
        assert!(start.elapsed().as_secs() < 60, "the job did not report");
        std::thread::yield_now();
    }
    all
}

#[test]
fn job_continues_after_an_order_in_a_thread_and_on_the_ui_thread() {
    let ctx = Context::default();
    for start in [JobHandle::<Countdown>::start, JobHandle::start_here] {
        let mut job = start(&ctx, 3);
        assert_eq!(reports(&mut job, 3), [2, 1, 0]);
        assert!(job.reports().is_empty());
        job.order(2);
        assert_eq!(reports(&mut job, 2), [1, 0]);
        assert!(!job.has_failed());
    }
}

#[test]
fn stopped_job_continues_where_it_was_in_a_thread_and_on_the_ui_thread() {
    let ctx = Context::default();
    for start in [JobHandle::<Countdown>::start, JobHandle::start_here] {
        let mut job = start(&ctx, 1_000_000_000);
        assert_eq!(reports(&mut job, 1)[0], 999_999_999);
        let [known] = &busy_jobs(&ctx)[..] else { panic!("one job is known") };
        assert_eq!((known.title, known.is_stopped()), ("Countdown", false));
        known.stop(true);
        // The slice at work still ends, and a thread reports it.
        std::thread::sleep(3 * INTERVAL);
        let last = job.reports().pop();
        std::thread::sleep(2 * INTERVAL);
        assert!(job.reports().is_empty() && known.is_busy());
        known.stop(false);
        let next = reports(&mut job, 1)[0];
        assert!(last.is_none_or(|last| last == next + 1), "{last:?} {next}");
    }
    assert!(busy_jobs(&ctx).is_empty(), "their handles are dropped");
}

#[test]
fn job_that_is_done_is_not_in_the_list_until_an_order() {
    let ctx = Context::default();
    let mut job = JobHandle::<Countdown>::start_here(&ctx, 1);
    assert_eq!(reports(&mut job, 1), [0]);
    assert!(busy_jobs(&ctx).is_empty());
    job.order(1);
    job.show_progress(0.25);
    let parts: Vec<_> = busy_jobs(&ctx).iter().map(|job| job.part()).collect();
    assert_eq!(parts, [Some(0.25)]);
}

#[test]
fn job_that_panics_fails_with_a_message() {
    let ctx = Context::default();
    let mut job = JobHandle::<Countdown>::start(&ctx, 14);
    assert_eq!(reports(&mut job, 9), [13]);
    assert!(job.has_failed());
    let messages = take_messages(&ctx);
    assert!(messages.len() == 1 && messages[0].contains("countdown"), "{messages:?}");
    assert!(take_messages(&ctx).is_empty());
    // The next job runs.
    assert_eq!(reports(&mut JobHandle::start(&ctx, 2), 2), [1, 0]);
}

#[test]
fn host_pauses_a_job_until_it_continues_or_gets_an_order() {
    let mut host = Host::new(ALL);
    assert_eq!(host.begin(1, &kind::<Countdown>(), "5", &[]), None);
    let report = |host: &mut Host| host.work(INTERVAL).map(|answer| answer.report.unwrap().unwrap());
    assert_eq!(report(&mut host).as_deref(), Some("4\n"));
    host.pause(1, true);
    assert!(!host.is_busy() && report(&mut host).is_none());
    host.pause(1, false);
    assert_eq!(report(&mut host).as_deref(), Some("3\n"));
    host.pause(1, true);
    assert_eq!(host.order(1, "20", &[]), None);
    assert_eq!(report(&mut host).as_deref(), Some("22\n"));
    host.pause(1, true);
    host.cancel(1);
    host.pause(1, false);
    assert!(!host.is_busy());
}

#[test]
fn host_takes_turns_and_forgets_cancelled_jobs() {
    let mut host = Host::new(ALL);
    for (id, from) in [(1, "5"), (2, "2"), (3, "9")] {
        assert_eq!(host.begin(id, &kind::<Countdown>(), from, &[]), None);
    }
    host.cancel(3);
    let mut turns = Vec::new();
    while let Some(answer) = host.work(INTERVAL) {
        turns.push((answer.id, answer.report.unwrap().unwrap()));
        if turns.len() == 5 {
            host.cancel(1);
            assert_eq!(host.order(2, "1", &[]), None);
        }
    }
    let expected = [(1, "4\n"), (2, "1\n"), (1, "3\n"), (2, "0\n"), (1, "2\n"), (2, "0\n")];
    assert_eq!(turns, expected.map(|(id, report)| (id, report.to_owned())));
}

#[test]
fn host_reports_unreadable_requests_and_orders() {
    let mut host = Host::new(ALL);
    let reason = |answer: Option<JobAnswer>| answer.unwrap().report.unwrap_err();
    assert!(reason(host.start(1, "checks", "(level: 3)", &[])).contains("no level 3"), "with its place");
    assert!(reason(host.start(2, "no such job", "()", &[])).contains("no such job"));
    assert!(!host.is_busy());
    let request = DiagnosisRequest { run: Run::new(level("01-first-blob")).unwrap(), frames: 0..9, is_main: false };
    let (text, levels) = keep(&mut host, pack(&request), 7);
    assert_eq!(host.start(3, "diagnosis", &text, &levels), None);
    assert!(reason(host.order(3, "soon", &[])).contains("1:"), "with its place");
    assert!(!host.is_busy(), "a job without its order has no result");
}

#[test]
fn kinds_have_unique_names() {
    for (index, kind) in ALL.iter().enumerate() {
        assert!(ALL[..index].iter().all(|other| other.0 != kind.0), "{}", kind.0);
    }
}
