//! The evaluation tree of a checked expression, and its memory between moments. Evaluation does not allocate.

use super::crossings::{CrossingPair, Crossings};
use super::tree::{Binary, Unary};
use crate::level::Place;
use crate::probes::{MeasuredBy, Occupant, ProbeSample, Scope, Toucher, Zone, is_inside, overlap, touching};
use std::ops::Range;

/// Values of an expression at the last moment, for functions of history.
#[derive(Clone, Debug)]
pub struct PreviousValues {
    /// Values of the functions of history at the last moment.
    history: Vec<f64>,
    /// Those at the present moment; they become the last ones once it was evaluated.
    present: Vec<f64>,
    crossings: Vec<Crossings>,
    readings: Vec<f64>,
    has_seen: bool,
}

impl PreviousValues {
    pub(super) fn new(slots: usize, crossings: usize, readings: usize) -> Self {
        let nan = |count| vec![f64::NAN; count];
        let crossings = vec![Crossings::default(); crossings];
        Self { history: nan(slots), present: nan(slots), crossings, readings: nan(readings), has_seen: false }
    }

    /// Clears the memory: the next moment is the first.
    pub fn forget(&mut self) {
        self.history.fill(f64::NAN);
        self.crossings.fill(Crossings::default());
        self.readings.fill(f64::NAN);
        self.has_seen = false;
    }

    /// Drops what was sampled since the last evaluation, so that those substeps can be repeated.
    pub fn rewind(&mut self) {
        self.crossings.iter_mut().for_each(Crossings::rewind);
    }

    /// Samples the present substep for entries and exits.
    pub(super) fn sample(&mut self, pairs: &[CrossingPair], look: &ProbeSample) {
        self.crossings.iter_mut().zip(pairs).for_each(|(crossings, pair)| crossings.sample(*pair, look));
    }

    /// Makes the present moment the last one. Every evaluation sets all present values.
    pub(super) fn has_seen(&mut self) {
        std::mem::swap(&mut self.history, &mut self.present);
        self.crossings.iter_mut().for_each(Crossings::restart);
        self.has_seen = true;
    }

    pub(super) fn readings(&self) -> &[f64] {
        &self.readings
    }
}

/// Data for an evaluation.
pub(super) struct WatchContext<'a> {
    pub look: &'a ProbeSample<'a>,
    pub starts: &'a [f64],
}

/// The present element of a set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Here {
    /// Index in the flat arrays.
    pub element: usize,
    /// Index within the set.
    pub offset: usize,
}

impl Here {
    /// Offset of the element in the slots of an operand: 0 if the operand is a single value within a set.
    fn offset_in(self, slots: &Range<usize>) -> usize {
        if slots.len() > 1 { self.offset } else { 0 }
    }
}

/// The part that a probe reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// A fixed part, by its index in the flat arrays.
    Part(Scope, usize),
    /// The present element of the set.
    Element,
}

/// Reductions of several values to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    Greatest,
    Least,
    Sum,
    Mean,
    Count,
    Any,
    All,
}

/// Functions of the present and the previous value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HistoryOp {
    /// The previous number.
    Previous,
    /// The previous truth value: false at the beginning.
    PreviousTruth,
    Change,
    /// A change, 0 at the beginning.
    Increase,
    Changed,
    Rise,
    /// A count that rose since the previous moment.
    Rose,
}

/// A node of the evaluation tree.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Number(f64),
    Probe(MeasuredBy, At),
    Touching(Toucher, Toucher),
    /// A part in a zone.
    Inside(Zone, Occupant),
    /// Number of entries of a body or disc at a sensor, or of exits, since the start of the level.
    SensorCount {
        pair: [Place; 2],
        entered: bool,
    },
    /// True if a part came into a marker, or went out of it, since the last moment; the index of the pair.
    Crossed {
        pair: usize,
        occupant: Occupant,
        entered: bool,
    },
    /// Common area of two bodies.
    OverlapArea(usize, usize),
    Unary(Unary, Box<Op>),
    Binary(Binary, Box<[Op; 2]>),
    /// A reduction of several numbers.
    Fold(Fold, Vec<Op>),
    /// A reduction of a set: its scope, its range of the flat arrays.
    Aggregate(Fold, Scope, Range<usize>, Box<Op>),
    /// A function of history; its slots in the memory: one per element of a set, one for a single value.
    History(HistoryOp, Range<usize>, Box<Op>),
    /// The value at the start; the index of its slots, one per element of the range (0..1 for a single value).
    Start(usize, Range<usize>, Box<Op>),
    /// A value that is recorded for display.
    Reading(usize, Box<Op>),
}

impl Op {
    /// The value; conditions are 1 or 0. All operands are evaluated without short circuit, so the memory does not
    /// depend on values.
    pub fn value(&self, sight: &WatchContext, here: Here, memory: &mut PreviousValues) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Probe(by, At::Part(_, index)) => by.measure(sight.look, *index),
            Self::Probe(by, At::Element) => by.measure(sight.look, here.element),
            Self::Touching(first, second) => truth(touching(sight.look, *first, *second)),
            Self::Inside(zone, occupant) => truth(is_inside(sight.look, *zone, *occupant)),
            Self::SensorCount { pair, entered } => {
                let count = sight.look.world.state().sensor_count(*pair);
                (if *entered { count.entered } else { count.left }) as f64
            }
            Self::Crossed { pair, entered, .. } => truth(memory.crossings[*pair].has(*entered)),
            Self::OverlapArea(a, b) => {
                overlap::overlap_area(sight.look.world.layout(), sight.look.world.state(), *a, *b)
            }
            Self::Unary(unary, of) => apply(*unary, of.value(sight, here, memory)),
            Self::Binary(binary, pair) => {
                let a = pair[0].value(sight, here, memory);
                let b = pair[1].value(sight, here, memory);
                combine(*binary, a, b)
            }
            Self::Fold(fold, list) => {
                let mut folding = Folding::new(*fold);
                list.iter().for_each(|of| folding.add(of.value(sight, here, memory)));
                folding.value()
            }
            Self::Aggregate(fold, _, range, of) => {
                let mut folding = Folding::new(*fold);
                for (offset, element) in range.clone().enumerate() {
                    folding.add(of.value(sight, Here { element, offset }, memory));
                }
                folding.value()
            }
            Self::History(history, slots, of) => {
                let now = of.value(sight, here, memory);
                let slot = slots.start + here.offset_in(slots);
                memory.present[slot] = now;
                recall(*history, now, memory.history[slot], memory.has_seen)
            }
            Self::Start(slot, range, _) => sight.starts.get(slot + here.offset_in(range)).copied().unwrap_or(f64::NAN),
            Self::Reading(slot, of) => {
                let value = of.value(sight, here, memory);
                memory.readings[*slot] = value;
                value
            }
        }
    }

    /// The operands.
    fn below(&self) -> &[Op] {
        match self {
            Self::Number(_) | Self::Probe(..) | Self::Touching(..) | Self::OverlapArea(..) => &[],
            Self::Inside(..) | Self::SensorCount { .. } | Self::Crossed { .. } => &[],
            Self::Unary(_, of)
            | Self::Aggregate(.., of)
            | Self::History(.., of)
            | Self::Start(.., of)
            | Self::Reading(_, of) => std::slice::from_ref(of),
            Self::Binary(_, pair) => &pair[..],
            Self::Fold(_, list) => list,
        }
    }

    /// Calls `call` for every `start(…)`: its slot, its range, its operand.
    pub fn each_start(&self, call: &mut impl FnMut(usize, &Range<usize>, &Op)) {
        if let Self::Start(slot, range, of) = self {
            call(*slot, range, of);
        }
        self.below().iter().for_each(|of| of.each_start(call));
    }

    /// Implements [`super::Expression::place`].
    pub fn place(&self, sight: &WatchContext, memory: &mut PreviousValues) -> Option<Place> {
        let layout = sight.look.world.layout();
        match self {
            Self::Probe(_, At::Part(scope, index)) if *scope != Scope::World => Some(scope.place(layout, *index)),
            Self::Touching(Toucher::Body(body), _) | Self::OverlapArea(body, _) => Some(Place::Body(*body)),
            Self::Touching(Toucher::Disc(disc), _) => Some(Place::Disc(*disc)),
            Self::SensorCount { pair: [_, other], .. } => Some(*other),
            Self::Inside(_, occupant) | Self::Crossed { occupant, .. } => Some(match *occupant {
                Occupant::Body(body) => Place::Body(body),
                Occupant::Node(node) => Scope::Node.place(layout, node),
                Occupant::Disc(disc) => Place::Disc(disc),
            }),
            Self::Aggregate(fold, scope, range, of) => {
                // The previous values are already overwritten, so functions of history cannot determine an element.
                let deciding = if of.looks_back() {
                    None
                } else {
                    deciding_element(*fold, range, |here| of.value(sight, here, memory))
                };
                deciding.map(|element| scope.place(layout, element))
            }
            _ => self.below().iter().find_map(|of| of.place(sight, memory)),
        }
    }

    fn looks_back(&self) -> bool {
        matches!(self, Self::History(..) | Self::Crossed { .. }) || self.below().iter().any(Self::looks_back)
    }
}

/// The first element for which a condition holds (fails, for `all`), or the first with the extreme value.
fn deciding_element(fold: Fold, range: &Range<usize>, mut value: impl FnMut(Here) -> f64) -> Option<usize> {
    let mut best: Option<(f64, usize)> = None;
    for (offset, element) in range.clone().enumerate() {
        let value = value(Here { element, offset });
        let rank = match fold {
            Fold::Greatest | Fold::Sum | Fold::Mean | Fold::Count | Fold::Any => value,
            Fold::Least | Fold::All => -value,
        };
        let rank = if rank.is_nan() { f64::INFINITY } else { rank };
        if best.is_none_or(|(greatest, _)| rank > greatest) {
            best = Some((rank, element));
        }
    }
    best.map(|(_, element)| element)
}

fn truth(is_true: bool) -> f64 {
    f64::from(u8::from(is_true))
}

fn apply(unary: Unary, a: f64) -> f64 {
    match unary {
        Unary::Minus => -a,
        Unary::Not => 1.0 - a,
        Unary::Abs => a.abs(),
        Unary::Root => a.sqrt(),
        Unary::Finite => truth(a.is_finite()),
    }
}

fn combine(binary: Binary, a: f64, b: f64) -> f64 {
    match binary {
        Binary::Or => a.max(b),
        Binary::And => a.min(b),
        Binary::Less => truth(a < b),
        Binary::LessOrEqual => truth(a <= b),
        Binary::Greater => truth(a > b),
        Binary::GreaterOrEqual => truth(a >= b),
        Binary::Equal => truth(a == b),
        Binary::Unequal => truth(a != b),
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        // `libm` instead of the platform's function, so that every machine gives the same digits.
        Binary::Power => libm::pow(a, b),
    }
}

fn recall(history: HistoryOp, now: f64, before: f64, has_seen: bool) -> f64 {
    match history {
        HistoryOp::Previous => before,
        HistoryOp::PreviousTruth => truth(before == 1.0),
        HistoryOp::Change => now - before,
        HistoryOp::Increase => {
            if has_seen {
                now - before
            } else {
                0.0
            }
        }
        // A value that was and still is `nan` counts as unchanged.
        HistoryOp::Changed => truth(has_seen && now != before && !(now.is_nan() && before.is_nan())),
        HistoryOp::Rise => (now - before) / before.abs(),
        HistoryOp::Rose => truth(has_seen && now > before),
    }
}

/// A reduction in progress.
struct Folding {
    fold: Fold,
    value: f64,
    count: u64,
}

impl Folding {
    fn new(fold: Fold) -> Self {
        let value = match fold {
            Fold::Greatest => f64::NEG_INFINITY,
            Fold::Least => f64::INFINITY,
            Fold::Sum | Fold::Mean | Fold::Count | Fold::Any => 0.0,
            Fold::All => 1.0,
        };
        Self { fold, value, count: 0 }
    }

    fn add(&mut self, value: f64) {
        self.count += 1;
        self.value = match self.fold {
            Fold::Sum | Fold::Mean | Fold::Count => self.value + value,
            Fold::Any => self.value.max(value),
            Fold::All => self.value.min(value),
            Fold::Greatest | Fold::Least if self.value.is_nan() || value.is_nan() => f64::NAN,
            Fold::Greatest => self.value.max(value),
            Fold::Least => self.value.min(value),
        };
    }

    fn value(self) -> f64 {
        match self.fold {
            Fold::Greatest | Fold::Least if self.count == 0 => f64::NAN,
            Fold::Mean => self.value / self.count as f64,
            _ => self.value,
        }
    }
}
