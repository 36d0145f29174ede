//! Semantic analysis: resolves names in the level, checks types, and builds the evaluation tree.

use super::crossings::CrossingPair;
use super::error::WatchError;
use super::functions::{self, CONSTANTS, FORMER_PROBLEM};
use super::names::{Names, problem};
use super::op::{At, Fold, HistoryOp, Op};
use super::suggest::nearest;
use super::tree::{Binary, Node, Tree, Unary, Word};
use super::unknown::{unknown_function, unknown_word};
use crate::engine::Layout;
use crate::level::Level;
use crate::probes::{self, MeasuredBy, Probe, Problem, Reading, Scope, Span, ValueKind, sensor_pair};
use std::ops::Range;

/// The result of the analysis.
pub(super) struct Checked {
    pub op: Op,
    pub kind: ValueKind,
    pub needs_trace: bool,
    pub needs_findings: bool,
    pub needs_windows: bool,
    pub looks_back: u32,
    pub slots: usize,
    pub crossings: Vec<CrossingPair>,
    pub starts: usize,
    pub readings: Vec<String>,
}

/// Checks a tree against a level.
pub(super) fn check(text: &str, tree: &Tree, level: &Level, layout: &Layout) -> Result<Checked, WatchError> {
    let mut checker = Checker {
        text,
        names: Names { level, layout },
        slots: 0,
        crossings: Vec::new(),
        starts: 0,
        needs_trace: false,
        needs_findings: false,
        needs_windows: false,
        readings: Vec::new(),
    };
    let part = checker.part(tree)?;
    if let Some((scope, _)) = part.set {
        return Err(a_set(tree.at.clone(), scope, part.kind));
    }
    // A single number is recorded for display.
    let op = if part.kind == ValueKind::Number { checker.read(part.op, &part.set, &tree.at) } else { part.op };
    let Checker { slots, crossings, starts, needs_trace, needs_findings, needs_windows, readings, .. } = checker;
    let (kind, looks_back) = (part.kind, part.looks_back);
    Ok(Checked { op, kind, needs_trace, needs_findings, needs_windows, looks_back, slots, crossings, starts, readings })
}

fn a_set(at: Range<usize>, scope: Scope, kind: ValueKind) -> WatchError {
    let each = scope.word();
    let (message, hint) = match kind {
        ValueKind::Number => {
            (format!("this is one number for each {each}"), "reduce them by max(…), min(…), sum(…) or mean(…)")
        }
        ValueKind::Truth => {
            (format!("this is true or false for each {each}"), "reduce them by any(…), all(…) or count(…)")
        }
    };
    WatchError::hinted(at, message, hint)
}

/// The elements of a set: their scope, and their range of the flat arrays.
type ElementSet = Option<(Scope, Range<usize>)>;

/// A checked node.
pub(super) struct CheckedPart {
    pub op: Op,
    pub kind: ValueKind,
    pub set: ElementSet,
    pub looks_back: u32,
}

impl CheckedPart {
    fn plain(op: Op, kind: ValueKind) -> Self {
        Self { op, kind, set: None, looks_back: 0 }
    }
}

type Done = Result<CheckedPart, WatchError>;

struct Checker<'a> {
    text: &'a str,
    names: Names<'a>,
    slots: usize,
    crossings: Vec<CrossingPair>,
    starts: usize,
    needs_trace: bool,
    needs_findings: bool,
    needs_windows: bool,
    readings: Vec<String>,
}

impl Checker<'_> {
    fn part(&mut self, tree: &Tree) -> Done {
        match &tree.node {
            Node::Number(number) => Ok(CheckedPart::plain(Op::Number(*number), ValueKind::Number)),
            Node::Text(text) => {
                let hint = format!("add a quantity, as in body(\"{text}\").area");
                Err(WatchError::hinted(tree.at.clone(), "a name alone has no value", hint))
            }
            Node::Path(words) => self.path(words),
            Node::Call(word, arguments, fields) => match Scope::of_word(&word.text) {
                Some(scope) => self.of_part(scope, word, arguments, fields),
                None => self.function(word, arguments, fields),
            },
            Node::Unary(unary, of) => self.unary(*unary, of),
            Node::Binary(binary, pair) => self.binary(*binary, pair, tree),
        }
    }

    fn number(&mut self, tree: &Tree, role: &str) -> Done {
        let part = self.part(tree)?;
        if part.kind == ValueKind::Number {
            return Ok(part);
        }
        let hint = "count(…) converts conditions to a number";
        Err(WatchError::hinted(tree.at.clone(), format!("{role} a number, but this is true or false"), hint))
    }

    fn condition(&mut self, tree: &Tree, role: &str) -> Done {
        let part = self.part(tree)?;
        if part.kind == ValueKind::Truth {
            return Ok(part);
        }
        let hint = "compare it with something, as in … > 0";
        Err(WatchError::hinted(tree.at.clone(), format!("{role} a condition, but this is a number"), hint))
    }

    fn unary(&mut self, unary: Unary, of: &Tree) -> Done {
        let (part, kind) = match unary {
            Unary::Not => (self.condition(of, "`not` requires")?, ValueKind::Truth),
            Unary::Minus => (self.number(of, "a minus requires")?, ValueKind::Number),
            Unary::Abs => (self.number(of, "`abs` requires")?, ValueKind::Number),
            Unary::Root => (self.number(of, "`sqrt` requires")?, ValueKind::Number),
            Unary::Finite => (self.number(of, "`finite` requires")?, ValueKind::Truth),
        };
        Ok(CheckedPart { op: Op::Unary(unary, Box::new(part.op)), kind, ..part })
    }

    fn binary(&mut self, binary: Binary, pair: &[Tree; 2], tree: &Tree) -> Done {
        let role = format!("`{}` requires on either side", binary.sign());
        let [mut a, mut b] = match binary {
            Binary::And | Binary::Or => [self.condition(&pair[0], &role)?, self.condition(&pair[1], &role)?],
            Binary::Equal | Binary::Unequal => [self.part(&pair[0])?, self.part(&pair[1])?],
            _ => [self.number(&pair[0], &role)?, self.number(&pair[1], &role)?],
        };
        if a.kind != b.kind {
            let hint = "compare numbers with numbers, conditions with conditions";
            return Err(WatchError::hinted(tree.at.clone(), "one side is a number, the other true or false", hint));
        }
        let set = joined(&a.set, &b.set, &tree.at)?;
        if binary.compares() && a.kind == ValueKind::Number {
            a.op = self.read(a.op, &a.set, &pair[0].at);
            b.op = self.read(b.op, &b.set, &pair[1].at);
        }
        let is_condition = binary.compares() || matches!(binary, Binary::And | Binary::Or);
        Ok(CheckedPart {
            kind: if is_condition { ValueKind::Truth } else { ValueKind::Number },
            looks_back: a.looks_back.max(b.looks_back),
            op: Op::Binary(binary, Box::new([a.op, b.op])),
            set,
        })
    }

    /// Records a number for display, unless it depends on a set element or is a literal.
    fn read(&mut self, op: Op, set: &ElementSet, at: &Range<usize>) -> Op {
        let is_written_out = match &op {
            Op::Number(_) => true,
            Op::Unary(_, of) => matches!(**of, Op::Number(_)),
            Op::Reading(..) => true,
            _ => false,
        };
        if set.is_some() || is_written_out {
            return op;
        }
        self.readings.push(self.text[at.clone()].to_owned());
        Op::Reading(self.readings.len() - 1, Box::new(op))
    }

    /// Checks `frame`, `energy.total`, `node.speed`, `true`.
    fn path(&mut self, words: &[Word]) -> Done {
        let (first, fields) = (&words[0], &words[1..]);
        if let Some(scope) = Scope::of_word(&first.text) {
            let range = scope.range(self.names.layout);
            return self.of_set(scope, range, first, fields);
        }
        if let Some(&(_, value, is_truth)) = CONSTANTS.iter().find(|(word, ..)| *word == first.text)
            && fields.is_empty()
        {
            return Ok(CheckedPart::plain(
                Op::Number(value),
                if is_truth { ValueKind::Truth } else { ValueKind::Number },
            ));
        }
        let (id, at) = joined_words(words);
        match probes::find(Scope::World, &id) {
            Some(probe) => Ok(self.probe(probe, At::Part(Scope::World, 0), None)),
            None => Err(unknown_word(&id, at)),
        }
    }

    /// Checks `body("left").area`, `body("left").node.speed`.
    fn of_part(&mut self, scope: Scope, word: &Word, arguments: &[Tree], fields: &[Word]) -> Done {
        let index = self.names.part(scope, word, arguments)?;
        if scope == Scope::Body
            && let Some(parts) = fields.first().and_then(|field| Scope::of_word(&field.text))
            && parts.is_within_body()
        {
            let range = parts.range_in(self.names.layout, index);
            return self.of_set(parts, range, &fields[0], &fields[1..]);
        }
        let probe = measured(scope, word, fields)?;
        Ok(self.probe(probe, At::Part(scope, index), None))
    }

    fn of_set(&mut self, scope: Scope, range: Range<usize>, word: &Word, fields: &[Word]) -> Done {
        if let Some(field) = fields.first()
            && let Some(parts) = Scope::of_word(&field.text)
        {
            let hint = format!(
                "write {0}.… for the {1} of all bodies, body(\"…\").{0}.… for those of one",
                parts.word(),
                parts.plural()
            );
            return Err(WatchError::hinted(field.at.clone(), format!("`{}` is already a set", word.text), hint));
        }
        let probe = measured(scope, word, fields)?;
        Ok(self.probe(probe, At::Element, Some((scope, range))))
    }

    fn probe(&mut self, probe: &Probe, at: At, set: ElementSet) -> CheckedPart {
        self.needs_trace |= probe.reading == Reading::Trace;
        self.needs_findings |= probe.reading == Reading::Findings;
        let part = CheckedPart { op: Op::Probe(probe.by, at), kind: probe.kind, set, looks_back: 0 };
        match probe.reading {
            Reading::Increase => self.history(HistoryOp::Increase, ValueKind::Number, part),
            Reading::State | Reading::Trace | Reading::Findings => part,
        }
    }

    fn history(&mut self, history: HistoryOp, kind: ValueKind, of: CheckedPart) -> CheckedPart {
        let slot = self.slots;
        self.slots += of.set.as_ref().map_or(1, |(_, range)| range.len());
        CheckedPart {
            op: Op::History(history, slot..self.slots, Box::new(of.op)),
            kind,
            looks_back: of.looks_back + 1,
            set: of.set,
        }
    }

    fn function(&mut self, word: &Word, arguments: &[Tree], fields: &[Word]) -> Done {
        if functions::find(&word.text).is_none() {
            return Err(unknown_function(word));
        }
        if let Some(scope) = functions::short_form(&word.text) {
            let index = self.names.part(scope, word, arguments)?;
            no_fields(fields)?;
            let probe = probes::find(scope, &word.text);
            let probe = probe.ok_or_else(|| WatchError::new(word.at.clone(), "this cannot be measured"))?;
            return Ok(self.probe(probe, At::Part(scope, index), None));
        }
        no_fields(fields)?;
        match word.text.as_str() {
            "abs" => self.unary(Unary::Abs, one(word, arguments)?),
            "sqrt" => self.unary(Unary::Root, one(word, arguments)?),
            "finite" => self.unary(Unary::Finite, one(word, arguments)?),
            "touching" => self.touching(word, arguments),
            "inside" | "entered" | "left" => self.zone(word, arguments),
            "overlap_area" => {
                let [a, b] = self.names.two_bodies(word, arguments)?;
                Ok(CheckedPart::plain(Op::OverlapArea(a, b), ValueKind::Number))
            }
            "problem" | FORMER_PROBLEM => {
                self.needs_findings = true;
                let index = problem(word, arguments)?;
                self.needs_windows |= Problem::ALL[index].span() == Span::Window;
                let at = At::Part(Scope::World, index);
                Ok(CheckedPart::plain(Op::Probe(MeasuredBy::Own(probes::count_of_problem), at), ValueKind::Number))
            }
            "previous" | "change" | "changed" | "rise" | "start" => self.recall(word, one(word, arguments)?),
            "max" if arguments.len() > 1 => self.several(Fold::Greatest, arguments),
            "min" if arguments.len() > 1 => self.several(Fold::Least, arguments),
            _ => self.aggregate(word, one(word, arguments)?),
        }
    }

    fn several(&mut self, fold: Fold, arguments: &[Tree]) -> Done {
        let (mut list, mut set, mut looks_back) = (Vec::new(), None, 0);
        for tree in arguments {
            let part = self.number(tree, "`max` and `min` require")?;
            set = joined(&set, &part.set, &tree.at)?;
            looks_back = looks_back.max(part.looks_back);
            list.push(part.op);
        }
        Ok(CheckedPart { op: Op::Fold(fold, list), kind: ValueKind::Number, set, looks_back })
    }

    fn aggregate(&mut self, word: &Word, of: &Tree) -> Done {
        let role = format!("`{}` requires", word.text);
        let (fold, kind, wants_condition) = match word.text.as_str() {
            "max" => (Fold::Greatest, ValueKind::Number, false),
            "min" => (Fold::Least, ValueKind::Number, false),
            "sum" => (Fold::Sum, ValueKind::Number, false),
            "mean" => (Fold::Mean, ValueKind::Number, false),
            "count" => (Fold::Count, ValueKind::Number, true),
            "any" => (Fold::Any, ValueKind::Truth, true),
            _ => (Fold::All, ValueKind::Truth, true),
        };
        let part = if wants_condition { self.condition(of, &role)? } else { self.number(of, &role)? };
        let Some((scope, range)) = part.set else {
            let example = functions::find(&word.text).map_or("", |function| function.form);
            let message = format!("`{}` requires a set, but this is a single value", word.text);
            return Err(WatchError::hinted(of.at.clone(), message, format!("as in {example}")));
        };
        let op = Op::Aggregate(fold, scope, range, Box::new(part.op));
        Ok(CheckedPart { op, kind, set: None, looks_back: part.looks_back })
    }

    fn recall(&mut self, word: &Word, of: &Tree) -> Done {
        let part = match word.text.as_str() {
            "change" | "rise" => self.number(of, &format!("`{}` requires", word.text))?,
            _ => self.part(of)?,
        };
        let kind = part.kind;
        Ok(match word.text.as_str() {
            "change" => self.history(HistoryOp::Change, ValueKind::Number, part),
            "changed" => self.history(HistoryOp::Changed, ValueKind::Truth, part),
            "rise" => self.history(HistoryOp::Rise, ValueKind::Number, part),
            "previous" if kind == ValueKind::Truth => self.history(HistoryOp::PreviousTruth, kind, part),
            "previous" => self.history(HistoryOp::Previous, kind, part),
            _ if part.looks_back > 0 => {
                let message = "there is no previous moment at the start";
                return Err(WatchError::new(of.at.clone(), message));
            }
            _ => {
                let range = part.set.as_ref().map_or(0..1, |(_, range)| range.clone());
                let slot = self.starts;
                self.starts += range.len();
                CheckedPart { op: Op::Start(slot, range, Box::new(part.op)), kind, set: part.set, looks_back: 0 }
            }
        })
    }

    fn touching(&mut self, word: &Word, arguments: &[Tree]) -> Done {
        let [first, second] = arguments else {
            let hint = "write touching(\"left\", \"right\")";
            return Err(WatchError::hinted(word.at.clone(), "`touching` takes two bodies or discs", hint));
        };
        let (a, b) = (self.names.toucher(first)?, self.names.toucher(second)?);
        if a == b {
            return Err(WatchError::new(second.at.clone(), "a part cannot touch itself"));
        }
        self.needs_trace = true;
        Ok(CheckedPart::plain(Op::Touching(a, b), ValueKind::Truth))
    }

    fn zone(&mut self, word: &Word, arguments: &[Tree]) -> Done {
        let [zone, part] = arguments else {
            let hint = format!("write {}(\"goal\", body(\"left\"))", word.text);
            return Err(WatchError::hinted(word.at.clone(), format!("`{}` takes a zone and a part", word.text), hint));
        };
        let (zone, occupant) = self.names.zone_and_part(zone, part)?;
        if word.text == "inside" {
            return Ok(CheckedPart::plain(Op::Inside(zone, occupant), ValueKind::Truth));
        }
        let entered = word.text == "entered";
        // Either way every substep counts, so no visit between two moments is missed.
        Ok(match sensor_pair(zone, occupant) {
            Some(pair) => {
                let count = Op::SensorCount { pair, entered };
                self.history(HistoryOp::Rose, ValueKind::Truth, CheckedPart::plain(count, ValueKind::Number))
            }
            None => {
                let pair = CrossingPair { zone, occupant }.index_in(&mut self.crossings);
                let op = Op::Crossed { pair, occupant, entered };
                CheckedPart { looks_back: 1, ..CheckedPart::plain(op, ValueKind::Truth) }
            }
        })
    }
}

fn no_fields(fields: &[Word]) -> Result<(), WatchError> {
    match fields.first() {
        None => Ok(()),
        Some(field) => Err(WatchError::new(field.at.clone(), format!("a value has no `{}`", field.text))),
    }
}

fn one<'t>(word: &Word, arguments: &'t [Tree]) -> Result<&'t Tree, WatchError> {
    match arguments {
        [only] => Ok(only),
        _ => {
            let form = functions::find(&word.text).map_or("", |function| function.form);
            let message = format!("`{}` takes one argument, not {}", word.text, arguments.len());
            Err(WatchError::hinted(word.at.clone(), message, format!("as in {form}")))
        }
    }
}

/// Combines two sets: equal sets element by element, and a single value with any set.
fn joined(a: &ElementSet, b: &ElementSet, at: &Range<usize>) -> Result<ElementSet, WatchError> {
    match (a, b) {
        (None, set) | (set, None) => Ok(set.clone()),
        (Some(a), Some(b)) if a == b => Ok(Some(a.clone())),
        (Some(a), Some(b)) => {
            let message = match a.0 == b.0 {
                true => format!(
                    "these are {} of different bodies, which cannot be combined element by element",
                    a.0.plural()
                ),
                false => format!("{} and {} cannot be combined element by element", a.0.plural(), b.0.plural()),
            };
            Err(WatchError::hinted(at.clone(), message, "reduce each set first, as in max(node.speed)"))
        }
    }
}

fn joined_words(words: &[Word]) -> (String, Range<usize>) {
    let id = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(".");
    let at = words.first().map_or(0..0, |first| first.at.start..words[words.len() - 1].at.end);
    (id, at)
}

/// The probe that the words after a part name.
fn measured(scope: Scope, word: &Word, fields: &[Word]) -> Result<&'static Probe, WatchError> {
    if fields.is_empty() {
        let list: Vec<&str> = probes::of(scope).map(|probe| probe.id).take(5).collect();
        let message = format!("a quantity of the {} is missing", scope.word());
        return Err(WatchError::hinted(word.at.clone(), message, format!("for example .{}", list.join(", ."))));
    }
    let (id, at) = joined_words(fields);
    probes::find(scope, &id).ok_or_else(|| {
        let message = format!("a {} has no `{id}`", scope.word());
        let ids = || probes::of(scope).map(|probe| probe.id);
        match nearest(&id, ids()) {
            Some(near) => WatchError::meant(at, message, Some(format!("`{near}`"))),
            None => WatchError::hinted(at, message, format!("it has {}", ids().collect::<Vec<_>>().join(", "))),
        }
    })
}
