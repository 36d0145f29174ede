//! Random texts: each has a value or an error with a valid position; none panics.

use crate::scenes::random::Random;
use crate::stage::{level, touching};
use blobsmith::debugger::Expression;
use blobsmith::debugger::probes::{self, ProbeSample};
use blobsmith::debugger::watch::{LONGEST, complete};
use blobsmith::engine::{Trace, World};
use blobsmith::level::Level;

const PIECES: [&str; 58] = [
    "(",
    ")",
    ".",
    ",",
    "+",
    "-",
    "*",
    "/",
    "^",
    "<",
    "<=",
    ">",
    ">=",
    "==",
    "!=",
    "and",
    "or",
    "not",
    "max",
    "min",
    "sum",
    "mean",
    "count",
    "any",
    "all",
    "previous",
    "change",
    "changed",
    "rise",
    "start",
    "touching",
    "edge",
    "abs",
    "sqrt",
    "finite",
    "body",
    "node",
    "spring",
    "stick",
    "triangle",
    "disc",
    "\"left\"",
    "\"ball\"",
    "'",
    "\"",
    "0",
    "3",
    "80%",
    "1e9",
    "energy.total",
    "speed",
    ".area",
    "node.speed",
    "body(0).x",
    "(1<2)",
    "é",
    "\n",
    "true",
];

struct Bench {
    level: Level,
    world: World,
    trace: Trace,
}

impl Bench {
    fn new(level: Level) -> Self {
        let mut world = World::new(&level).unwrap();
        let mut trace = Trace::default();
        world.step_substep_traced(&mut trace);
        Self { level, world, trace }
    }

    /// True if the text is a valid expression.
    fn try_it(&self, text: &str) -> bool {
        for caret in (0..=text.len()).step_by(7) {
            let (range, _) = complete(text, caret, &self.level);
            assert!(text.get(range).is_some(), "{text:?} at {caret}");
        }
        match Expression::new(text, &self.level) {
            Ok(expression) => {
                let mut memory = expression.memory();
                for trace in [None, Some(&self.trace)] {
                    let look = ProbeSample {
                        level: &self.level,
                        world: &self.world,
                        trace,
                        recorded: Some(&[1]),
                        found: None,
                    };
                    let value = expression.value(&look, &mut memory);
                    assert!(!expression.is_condition() || value == 0.0 || value == 1.0, "{text}: {value}");
                    expression.place(&look, &memory);
                }
                true
            }
            Err(error) => {
                assert!(text.get(error.at.clone()).is_some(), "{text:?}: {error:?}");
                assert_eq!(error.show(text).lines().count(), 3, "{text:?}");
                assert!(!error.message.is_empty());
                false
            }
        }
    }
}

#[test]
fn random_tokens_do_not_panic() {
    let bench = Bench::new(level());
    let mut random = Random::new(7);
    let mut sound = 0;
    for _ in 0..6000 {
        let count = 1 + random.below(9);
        let glue = random.pick(&["", " "]);
        let text = (0..count).map(|_| random.pick(&PIECES)).collect::<Vec<_>>().join(glue);
        sound += u32::from(bench.try_it(&text));
    }
    assert!(sound > 20, "only {sound} valid texts: the pieces are badly chosen");
}

#[test]
fn random_characters_do_not_panic() {
    let bench = Bench::new(touching());
    let mut random = Random::new(8);
    let letters: Vec<char> = "abdenotx()\".,+-*/^<>=!&|%'0123456789 _\té§∞𝛑\u{0}\u{202e}".chars().collect();
    for _ in 0..6000 {
        let count = random.below(24);
        bench.try_it(&(0..count).map(|_| random.pick(&letters)).collect::<String>());
    }
}

/// Valid expressions with one character dropped, doubled or changed.
#[test]
fn single_character_errors_do_not_panic() {
    let bench = Bench::new(level());
    let mut random = Random::new(9);
    let sound = [
        "body(\"left\").area < 80% and max(node.speed) > 2",
        "changed(edge(\"left\", 3)) or touching(\"left\", disc(0))",
        "rise(energy.total) > 5% and not any(triangle.area <= 0)",
        "mean(abs(body(\"left\").node.x - previous(body(\"left\").node.x))) ^ 2 >= start(body(0).width)",
    ];
    for text in sound {
        assert!(bench.try_it(text), "{text}");
        for _ in 0..1500 {
            let mut letters: Vec<char> = text.chars().collect();
            let at = random.below(letters.len());
            match random.below(3) {
                0 => drop(letters.remove(at)),
                1 => letters.insert(at, letters[at]),
                _ => letters[at] = random.pick(&['(', ')', '"', '.', 'x', '0', ' ', '<', 'é']),
            }
            bench.try_it(&letters.into_iter().collect::<String>());
        }
    }
}

#[test]
fn too_long_or_too_deep_texts_are_rejected() {
    let bench = Bench::new(level());
    for text in [
        "(".repeat(LONGEST),
        "not ".repeat(LONGEST / 4),
        "-".repeat(LONGEST),
        "abs(".repeat(LONGEST / 4),
        format!("1{}", "^1".repeat(LONGEST / 2 - 1)),
        format!("1{}", "+1".repeat(LONGEST / 2 - 1)),
        "x".repeat(1 << 20),
        "(".repeat(1 << 20),
        "\"".repeat(LONGEST - 1),
    ] {
        let error = Expression::new(&text, &bench.level).unwrap_err();
        assert!(text.get(error.at.clone()).is_some());
    }
}

/// Every probe on every part of random levels during a run.
#[test]
fn probes_have_a_value_for_every_part_during_a_run() {
    for seed in 0..6 {
        let level = crate::scenes::mixed::mixed(seed);
        let mut world = World::new(&level).unwrap();
        let mut trace = Trace::default();
        for _ in 0..40 {
            world.step_substep_traced(&mut trace);
            let look = ProbeSample { level: &level, world: &world, trace: Some(&trace), recorded: None, found: None };
            for probe in probes::iter() {
                for index in probe.scope.range(world.layout()) {
                    let value = probe.by.measure(&look, index);
                    assert!(
                        probe.kind == probes::ValueKind::Number || value == 0.0 || value == 1.0,
                        "{}",
                        probe.example()
                    );
                }
            }
        }
    }
}
