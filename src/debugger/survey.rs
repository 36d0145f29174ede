//! Measures series along a run, one number for each frame from 0 to the last one. A second run fills in the background
//! what the first one does not measure itself, and the recorded frames that it has not visited. The caller limits the
//! time.

use super::diagnosis::{Both, Examiner};
use super::probes::ProbeSample;
use super::quantities::{SUM, Series, Source};
use super::replay_worker::{Followed, ReplayWorker};
use super::run::{Run, Sample};
use super::watch::PreviousValues;
use crate::engine::ledger::{Ledger, Meter};
use crate::geometry::Extremes;
use crate::level::Each;
use std::collections::VecDeque;

/// Series of one run. Series no longer requested are kept until memory runs short.
#[derive(Debug, Default)]
pub struct Survey {
    worker: Option<ReplayWorker>,
    columns: Vec<SurveyColumn>,
    /// The requested series, as resolved in the level of the run.
    wanted: Vec<Series>,
    /// The frame in progress; some of its substeps are already accumulated. None between frames.
    open: Option<u64>,
    meter: Meter,
    examiner: Examiner,
    /// Number of frames whose hashes were compared with those of the leader.
    compared: usize,
    divergence: Option<u64>,
    version: u64,
}

/// Bytes for series that are not requested.
const SPARE: usize = 64 << 20;

#[derive(Debug)]
struct SurveyColumn {
    series: Series,
    /// One number for each frame from 0 on.
    numbers: Extremes,
    /// Accumulator over the substeps of the frame in progress.
    fold: f64,
    /// Memory of the expression. None for other sources.
    memory: Option<PreviousValues>,
    /// Known numbers of the next frames: an expression is evaluated again there to restore its memory.
    again: VecDeque<f64>,
    is_wanted: bool,
}

impl SurveyColumn {
    fn new(series: Series) -> Self {
        let memory = if let Source::Watch(expression) = &series.source { Some(expression.memory()) } else { None };
        let (numbers, again) = (Extremes::default(), VecDeque::new());
        Self { series, numbers, fold: 0.0, memory, again, is_wanted: true }
    }

    /// Drops all but the first `known` numbers.
    fn truncate(&mut self, known: usize) {
        if self.numbers.len() + self.again.len() <= known {
            return;
        }
        self.again.truncate(known.saturating_sub(self.numbers.len()));
        self.numbers.truncate(known);
        if let (Source::Watch(expression), Some(memory)) = (&self.series.source, &mut self.memory) {
            let from = self.numbers.len().saturating_sub(expression.looks_back() as usize + 1);
            for &number in self.numbers.values()[from..].iter().rev() {
                self.again.push_front(number);
            }
            self.numbers.truncate(from);
            memory.forget();
        }
    }

    /// Starts the frame in progress, for the first time or again.
    fn open(&mut self) {
        self.fold = 0.0;
        self.memory.iter_mut().for_each(PreviousValues::rewind);
    }

    fn push(&mut self, number: f64) {
        let before = if self.series.is_sum { self.numbers.values().last().copied().unwrap_or(0.0) } else { 0.0 };
        // Values that could not be measured add nothing to a sum.
        let sum = if self.series.is_sum && !number.is_finite() { before } else { before + number };
        self.numbers.push(sum);
    }

    fn needs(&self) -> SurveyNeeds {
        let mut needs = SurveyNeeds::default();
        match &self.series.source {
            Source::Sample(_) | Source::State(_) => {}
            Source::Greatest(_) | Source::Summed(_) => needs.all_traces = true,
            Source::Compared(_) => (needs.all_traces, needs.rules) = (true, true),
            Source::Ledger(_) => needs.ledger = true,
            Source::Found(_) => needs.findings = true,
            Source::Watch(expression) => {
                (needs.last_trace, needs.findings) = (expression.needs_trace(), expression.needs_findings());
                needs.windows = expression.needs_windows();
            }
        }
        needs
    }

    /// Accumulates a substep on the way to the next frame.
    fn pass(&mut self, look: &ProbeSample, examiner: &Examiner) {
        match (&self.series.source, look.trace, &mut self.memory) {
            (Source::Summed(of) | Source::Compared(of), Some(trace), _) => self.fold += of(trace),
            (Source::Greatest(of), Some(trace), _) => self.fold = self.fold.max(of(trace)),
            (Source::Found(problem), ..) => self.fold += examiner.count(*problem) as f64,
            (Source::Watch(expression), _, Some(memory)) => expression.pass(look, memory),
            _ => {}
        }
    }

    /// Adds the number of the frame that was reached.
    fn arrive(&mut self, look: &ProbeSample, ledger: &Ledger, sample: Option<&Sample>) {
        let number = match &self.series.source {
            Source::Sample(of) => sample.map_or(f64::NAN, of),
            Source::State(of) => of(look.world),
            Source::Greatest(_) | Source::Summed(_) | Source::Compared(_) | Source::Found(_) => self.fold,
            // Also the sum of a ledger is not finite from then on.
            Source::Ledger(_) if look.world.has_blown_up() => return self.numbers.push(f64::NAN),
            Source::Ledger(of) => of(ledger),
            Source::Watch(expression) => match &mut self.memory {
                Some(memory) => expression.value(look, memory),
                None => f64::NAN,
            },
        };
        match self.again.pop_front() {
            Some(known) => self.numbers.push(known),
            None => self.push(number),
        }
    }
}

/// Data needed on the way to a frame.
#[derive(Clone, Copy, Debug, Default)]
struct SurveyNeeds {
    all_traces: bool,
    last_trace: bool,
    /// True if traces must compare all rules.
    rules: bool,
    ledger: bool,
    findings: bool,
    windows: bool,
}

impl SurveyNeeds {
    fn and(self, other: Self) -> Self {
        Self {
            all_traces: self.all_traces || other.all_traces,
            last_trace: self.last_trace || other.last_trace,
            rules: self.rules || other.rules,
            ledger: self.ledger || other.ledger,
            findings: self.findings || other.findings,
            windows: self.windows || other.windows,
        }
    }
}

impl Survey {
    /// Sets the requested series.
    pub fn want(&mut self, wanted: &[Series]) {
        for column in &mut self.columns {
            let is_wanted = wanted.iter().any(|series| series.key == column.series.key);
            // Meanwhile it has missed substeps of the frame in progress.
            if is_wanted && !column.is_wanted {
                self.open = None;
            }
            column.is_wanted = is_wanted;
        }
        for series in wanted {
            if self.columns.iter().all(|column| column.series.key != series.key) {
                let column = SurveyColumn::new(series.clone());
                self.columns.push(self.summed(column));
                // The series has missed the substeps of the frame in progress.
                self.open = None;
            }
        }
        self.wanted = wanted.to_vec();
        let bytes: usize = self.columns.iter().filter(|column| !column.is_wanted).map(|c| c.numbers.bytes()).sum();
        if bytes > SPARE {
            self.columns.retain(|column| column.is_wanted);
        }
    }

    /// Fills a cumulative series from its plain one, as far as that is known.
    fn summed(&self, mut column: SurveyColumn) -> SurveyColumn {
        let plain = column.series.key.strip_prefix(SUM).filter(|_| column.series.is_sum);
        if let Some(parts) = plain.and_then(|key| self.numbers(key)) {
            parts.values().iter().for_each(|&number| column.push(number));
        }
        column
    }

    /// Continues to measure along a run while `goes_on` returns true (called once per substep). Returns true once all
    /// requested series are known for all its frames, those of a recording that were not visited yet too. Drops what a
    /// changed past or another level invalidated.
    pub fn follow(&mut self, leader: &Run, mut goes_on: impl FnMut() -> bool) -> bool {
        self.forget(leader);
        self.compare(leader);
        self.take_samples(leader);
        let last = leader.last_frame();
        while let Some(frame) = self.first_unknown().filter(|&frame| frame <= last) {
            if !self.measure(frame, leader, &mut goes_on) {
                return false;
            }
            self.compare(leader);
        }
        true
    }

    /// Numbers of a series from frame 0 on, as far as measured. None for an unknown key.
    pub fn numbers(&self, key: &str) -> Option<&Extremes> {
        self.columns.iter().find(|column| column.series.key == key).map(|column| &column.numbers)
    }

    /// Number of frames for which all requested series are known.
    pub fn frames_known(&self) -> u64 {
        let known = self.columns.iter().filter(|column| column.is_wanted).map(|column| column.numbers.len() as u64);
        known.min().unwrap_or(0)
    }

    /// Changes whenever numbers were dropped; derived data must be computed again.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The first frame at which the second run had another hash than the first. None unless determinism is violated.
    pub fn divergence(&self) -> Option<u64> {
        self.divergence
    }

    /// Drops what the run has invalidated.
    fn forget(&mut self, leader: &Run) {
        let mut known = leader.last_frame() as usize + 1;
        let followed = ReplayWorker::follow(&mut self.worker, leader);
        match followed {
            Followed::Same => {}
            // The start of a frame includes the inputs of that moment.
            Followed::Since((frame, substep)) => {
                self.examiner.forget_beyond((frame, substep));
                known = known.min(frame as usize + usize::from(substep > 0));
            }
            Followed::OtherLevel => {
                self.examiner.forget();
                known = 0;
            }
        }
        self.compared = self.compared.min(known);
        self.divergence = self.divergence.filter(|&frame| (frame as usize) < known);
        if self.columns.iter().any(|column| column.numbers.len() > known) {
            self.version += 1;
            self.open = None;
            self.columns.iter_mut().for_each(|column| column.truncate(known));
        }
        if followed == Followed::OtherLevel {
            // Expressions refer to the parts of one level.
            self.columns = self.wanted.iter().cloned().map(SurveyColumn::new).collect();
        }
    }

    /// Samples of the leader, then those of frames that only the second run has visited.
    fn take_samples(&mut self, leader: &Run) {
        let beyond = self.worker.as_ref().map_or(&[][..], |worker| worker.run().samples());
        let beyond = beyond.get(leader.samples().len()..).unwrap_or_default();
        let samples = leader.samples().iter().chain(beyond).take(leader.last_frame() as usize + 1);
        for column in self.columns.iter_mut().filter(|column| column.is_wanted) {
            if let Source::Sample(of) = column.series.source {
                let new = samples.clone().skip(column.numbers.len());
                new.for_each(|sample| column.push(of(sample)));
            }
        }
    }

    /// Compares the hashes of frames that both runs have visited.
    fn compare(&mut self, leader: &Run) {
        let own = self.worker.as_ref().map_or(&[][..], |worker| worker.run().samples());
        for (own, sample) in own.iter().zip(leader.samples()).skip(self.compared) {
            if own.hash != sample.hash {
                self.divergence.get_or_insert(sample.frame);
            }
            self.compared += 1;
        }
    }

    fn first_unknown(&self) -> Option<u64> {
        let wanted = self.columns.iter().filter(|column| column.is_wanted);
        wanted.map(|column| column.numbers.len() as u64).min()
    }

    /// Brings the replay worker to the start of the frame's measurement. False if interrupted.
    fn open_frame(&mut self, frame: u64, needs: SurveyNeeds, goes_on: &mut impl FnMut() -> bool) -> bool {
        let Some(worker) = &mut self.worker else { return true };
        if self.open == Some(frame) && worker.moment().0 + 1 == frame {
            return true;
        }
        self.open = None;
        let before = (frame.saturating_sub(1), 0);
        if worker.moment() != before {
            self.meter = Meter::new();
        }
        if needs.windows {
            self.examiner.be_thorough();
        }
        let has_arrived = match needs.findings {
            true => self.examiner.lead_to(worker, before, goes_on),
            false => worker.go_to(before.0, &mut *goes_on),
        };
        if has_arrived {
            self.meter.take();
            self.open = Some(frame);
            self.columns.iter_mut().for_each(SurveyColumn::open);
        }
        has_arrived
    }

    /// Steps to a frame from the one before, and adds its numbers to all series that end there. False if interrupted.
    fn measure(&mut self, frame: u64, leader: &Run, goes_on: &mut impl FnMut() -> bool) -> bool {
        if self.worker.is_none() {
            return true;
        }
        let is_next = |column: &&mut SurveyColumn| column.is_wanted && column.numbers.len() as u64 == frame;
        let needs = self.columns.iter_mut().filter(is_next).map(|column| column.needs());
        let needs = needs.fold(SurveyNeeds::default(), SurveyNeeds::and);
        if !self.open_frame(frame, needs, goes_on) {
            return false;
        }
        let Some(worker) = &mut self.worker else { return true };
        let mut has_trace = false;
        worker.compare_rules(needs.rules);
        while worker.moment().0 < frame {
            if !goes_on() {
                return false;
            }
            let is_last = worker.moment().1 + 1 == worker.world().layout().settings.substeps;
            has_trace = needs.all_traces || (needs.last_trace && is_last);
            if needs.ledger || needs.findings {
                let meter = needs.ledger.then_some(&mut self.meter);
                let examiner = needs.findings.then_some(&mut self.examiner);
                worker.step_observed(has_trace, &mut Both { meter, examiner });
            } else if has_trace {
                worker.step_explained();
            } else {
                worker.step();
            }
            let (world, trace) = (worker.world(), has_trace.then(|| worker.trace()));
            let look = ProbeSample { level: leader.level(), world, trace, recorded: None, found: None };
            self.columns.iter_mut().filter(is_next).for_each(|column| column.pass(&look, &self.examiner));
        }
        self.open = None;
        let ledger = if needs.ledger && frame > 0 { self.meter.take() } else { Ledger::default() };
        let world = worker.world();
        let trace = has_trace.then(|| worker.trace());
        let found = (needs.findings && frame > 0).then(|| self.examiner.findings_since(Each::Frame));
        let look = ProbeSample { level: leader.level(), world, trace, recorded: None, found };
        let sample = worker.run().samples().get(frame as usize);
        for column in self.columns.iter_mut().filter(is_next) {
            column.arrive(&look, &ledger, sample);
        }
        true
    }
}
