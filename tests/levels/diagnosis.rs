//! The confusion matrix: every level of the gallery and the findings of `diagnose`, and the generated page `docs/diagnose.md`.
//!
//! The expected problems are written by hand.

use super::held_out;
use super::make;
use super::support::{flat, level};
use blobsmith::debugger::diagnosis::{ALL, CAUSES, Diagnosis, Span, WINDOW, describe, diagnose};
use blobsmith::level::EdgeChoice;
use blobsmith::picture::overlays;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Levels with problems: its own problem first, then what truly follows from it, with the reason. Where the
/// first has a reason too, the level is there to show something else. All others are healthy.
const WITH_PROBLEMS: &[(&str, &[(&str, &str)])] = &[
    ("02-squares-projection", &[("wrong-edge", OWN), ("interpenetration", STAYS)]),
    ("03-squares-wedge45", &[("wrong-edge", OWN), ("interpenetration", STAYS)]),
    ("04-squares-distance", &[("wrong-edge", OWN), ("interpenetration", STAYS)]),
    (
        "08-concave-barycentre-rule",
        &[
            ("wrong-edge", OWN),
            ("repositioning", "a node is repositioned through the whole beam, which stretches its springs"),
            ("no-edge", "the barycentre of the staple is below the beam's top, so the rule excludes all edges"),
            ("flip", "the node that is pulled through the beam flips its triangles"),
        ],
    ),
    ("10-balloon-bare", &[("flip", OWN), ("spill", "flipped triangles are in the dent, and others paint over it")]),
    ("12-notch-projection", &[("no-edge", OWN)]),
    (
        "16-pile-of-100",
        &[
            (
                "wrong-edge",
                "small blobs fall on each other with eight substeps per frame, so the nearest edge is often not the entry edge",
            ),
            ("sticking", "the source's impulse pulls back leaving nodes"),
        ],
    ),
    ("23-stiff-too-few-substeps", &[("stiff-spring", OWN)]),
    ("25-orbit-explicit-euler", &[("explicit-growth", OWN)]),
    ("37-fast-shots-discrete", &[("tunnelling", OWN)]),
    (
        "45-hidden-supports",
        &[
            ("collapse", OWN),
            (
                "under-braced",
                "the ring without supports can turn at its nodes and has nothing across: no stick resists its fall",
            ),
            ("self-overlap", "the ring without supports falls flat, and its sides lie across each other"),
            ("flip", GONE),
            ("spill", "some triangles of the ring flip while it falls flat, and others extend outside"),
            ("unpainted", "the ring crosses itself, so a part of it is inside out, with its triangles"),
        ],
    ),
    ("46-sticking-contact", &[("sticking", OWN)]),
    ("49-thin-wall", &[("tunnelling", OWN)]),
    ("50-folded-loop", &[("self-overlap", OWN)]),
    (
        "51-flattened-tent",
        &[
            ("collapse", OWN),
            ("fan-fails", "the top lies below the base, and the barycentre with it"),
            ("flip", GONE),
            ("spill", "with the top below the base, triangles still reach across from eave to eave"),
            ("unpainted", "the tent's outline crosses itself, and what lies below its base is inside out"),
        ],
    ),
    ("52-too-much-gas", &[("blow-up", OWN)]),
    ("53-drawn-into-the-ground", &[("repositioning", OWN)]),
    ("54-self-rolling", &[("self-rolling", OWN)]),
    ("55-ringing", &[("ringing", OWN)]),
    ("56-jitter-at-rest", &[("jitter", OWN)]),
    ("57-balloon-on-a-spike", &[("spill", OWN), ("flip", TILES)]),
    ("58-coarse-triangles", &[("unpainted", OWN)]),
    (
        "59-balloon-on-a-post",
        &[
            ("fan-fails", OWN),
            ("flip", "triangles to the walls of the dent, which have the barycentre on their outside"),
            ("spill", "others extend across the dent in place of the flipped triangles"),
        ],
    ),
];

/// Problems that no level of the gallery is there to show: their own tests, beside each detector, make them by hand, and
/// `tests/breakpoints/causes.rs` by random numbers.
const MADE_BY_TESTS: &[&str] = &[
    "over-damping",
    "mass-ratio",
    "restitution-gain",
    "energy-gain",
    "interpenetration",
    "under-braced",
    "no-progress",
];

/// The first cause of each level with problems, by the way in which its program makes it ill.
const FIRST_CAUSES: &[(&str, &str)] = &[
    ("02-squares-projection", "edge-choice"),
    ("03-squares-wedge45", "edge-choice"),
    ("04-squares-distance", "edge-choice"),
    ("08-concave-barycentre-rule", "barycentre-rule"),
    ("10-balloon-bare", "balloon-without-barycentre"),
    ("12-notch-projection", "edge-choice"),
    ("16-pile-of-100", "edge-choice"),
    ("23-stiff-too-few-substeps", "too-few-substeps"),
    ("25-orbit-explicit-euler", "explicit-euler"),
    ("37-fast-shots-discrete", "too-fast"),
    ("45-hidden-supports", "under-braced"),
    ("46-sticking-contact", "sticking"),
    ("49-thin-wall", "too-fast"),
    // Springs along its outline and none across: nothing resists bending, and only braces fix it.
    ("50-folded-loop", "under-braced"),
    ("51-flattened-tent", "thrown-node"),
    ("52-too-much-gas", "too-much-gas"),
    ("53-drawn-into-the-ground", "start-inside"),
    ("54-self-rolling", "equal-shares"),
    ("55-ringing", "stiff-spring"),
    ("56-jitter-at-rest", "friction-above-1"),
    ("57-balloon-on-a-spike", "balloon-without-barycentre"),
    ("58-coarse-triangles", "missing-triangle"),
    // Gas 0.5 bears a third of its weight; with enough of it the post makes no dent that the barycentre does not see.
    ("59-balloon-on-a-post", "too-little-gas"),
];

/// Reason of the problem that the level demonstrates.
const OWN: &str = "";
/// Of the two squares (000 §E.2).
const STAYS: &str = "the square that was pushed out of the wrong edge is carried into the other one, and stays in it";
/// Of what collapses.
const GONE: &str = "an area is the sum of triangles, so that one of them flips before it is gone";
/// Of triangles that tile the hull.
const TILES: &str = "if triangles tile the hull, others extend outside only after a flip";

/// Problems that appear only in longer runs, with the reason.
const LATER: &[(&str, &str, &str)] = &[
    ("16-pile-of-100", "jitter", "at the bottom of the pile eight substeps per frame are few for the load"),
    (
        "56-jitter-at-rest",
        "repositioning",
        "a vibrating node is repositioned in every substep, once in 2000 frames by half of its kinetic energy",
    ),
];

/// Frames of the diagnosis of a level: ten windows; fewer for levels with hundreds of bodies or discs, to limit the time.
fn frames(id: &str) -> u64 {
    match id {
        "16-pile-of-100" => 64,
        "38-zeno-heap" => 32,
        _ => 320,
    }
}

/// Frames for the run that takes minutes.
fn many_frames(id: &str) -> u64 {
    match id {
        "38-zeno-heap" => 64,
        "16-pile-of-100" => 320,
        _ => 2000,
    }
}

fn expected(id: &str) -> &'static [(&'static str, &'static str)] {
    WITH_PROBLEMS.iter().find(|(of, _)| *of == id).map_or(&[], |(_, problems)| problems)
}

fn ids(diagnosis: &Diagnosis) -> BTreeSet<&'static str> {
    diagnosis.problems.iter().map(|diagnosed| diagnosed.detector().id).collect()
}

/// Diagnoses levels and compares the result with the expected problems.
fn judge<'a>(levels: impl Iterator<Item = &'a str>, frames: fn(&str) -> u64, later: &[(&str, &'static str, &str)]) {
    let mut wrong = String::new();
    for id in levels {
        let level = flat(id);
        let diagnosis = diagnose(&level, frames(id), |_| true).expect("a level of the gallery runs");
        let mut wanted: BTreeSet<&str> = expected(id).iter().map(|(problem, _)| *problem).collect();
        wanted.extend(later.iter().filter(|(of, ..)| *of == id).map(|(_, problem, _)| *problem));
        let first = FIRST_CAUSES.iter().find(|(of, _)| *of == id).map(|(_, cause)| *cause);
        let named = diagnosis.causes.first().map(|cause| cause.id);
        if named != first {
            let _ = writeln!(wrong, "{id}: the first cause is {named:?}, wanted {first:?}");
        }
        if ids(&diagnosis) != wanted {
            let _ = writeln!(wrong, "{id}: wanted {wanted:?}, found:");
            for diagnosed in &diagnosis.problems {
                let (what, count) = (diagnosed.detector().id, diagnosed.count);
                let _ = writeln!(wrong, "    {what}: {count}, worst: {}", describe(&diagnosed.worst, &level));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}\nThe matrix as it should be:\n{}", matrix());
}

/// Every second level.
fn half(of: usize) -> impl Iterator<Item = &'static str> {
    make::ALL.iter().skip(of).step_by(2).map(|(id, _)| *id)
}

#[test]
fn gallery_levels_of_even_index_have_their_problem_only() {
    judge(half(0), frames, &[]);
}

#[test]
fn gallery_levels_of_odd_index_have_their_problem_only() {
    judge(half(1), frames, &[]);
}

/// Minutes: `cargo test --release --test levels -- --ignored long`.
#[test]
#[ignore = "takes minutes"]
fn gallery_is_diagnosed_correctly_for_long() {
    judge(make::ALL.iter().map(|(id, _)| *id), many_frames, LATER);
}

/// 10,000 frames of the stack, with the rule of the source and with the entry edge.
#[test]
#[ignore = "takes minutes"]
fn stack_is_healthy_for_long() {
    for choice in [EdgeChoice::Distance, EdgeChoice::EntryEdge] {
        let mut level = level("15-stack");
        level.world.contact.edge_choice = choice;
        let diagnosis = diagnose(&level, 10_000, |_| true).expect("a level of the gallery runs");
        assert!(diagnosis.is_healthy(), "{choice:?}: {:?}", ids(&diagnosis));
        let is_silent = diagnosis.passing.is_empty();
        // While the bricks settle, the nearest edge is the wrong one for a moment at two corners.
        assert!(is_silent || choice == EdgeChoice::Distance, "{choice:?}");
    }
}

#[test]
fn problems_have_a_level_each() {
    for detector in ALL {
        let overlay = detector.overlay;
        assert!(overlay.is_none_or(|id| overlays::ALL.iter().any(|overlay| overlay.id == id)), "{overlay:?}");
        let is_shown = WITH_PROBLEMS.iter().any(|(_, problems)| problems[0] == (detector.id, OWN));
        assert!(is_shown || MADE_BY_TESTS.contains(&detector.id), "{}: no level shows it", detector.id);
    }
    for (id, problems) in WITH_PROBLEMS {
        assert!(make::ALL.iter().any(|(known, _)| known == id), "{id}");
        for (problem, reason) in &problems[1..] {
            assert!(!reason.is_empty(), "{id}: {problem} has no reason");
        }
    }
}

/// The levels by problem: ● its own, ○ a consequence.
fn matrix() -> String {
    let mut text = String::from("| level |");
    ALL.iter().for_each(|detector| _ = write!(text, " {} |", detector.id));
    text += "\n| --- |";
    ALL.iter().for_each(|_| text += " :-: |");
    for (id, problems) in WITH_PROBLEMS {
        let _ = write!(text, "\n| `{id}` |");
        for detector in ALL {
            let found = problems.iter().find(|(problem, _)| *problem == detector.id);
            text += found.map_or("  |", |(_, reason)| if reason.is_empty() { " ● |" } else { " ○ |" });
        }
    }
    let healthy = make::ALL.len() - WITH_PROBLEMS.len();
    text + &format!("\n| the {healthy} others |{}\n", "  |".repeat(ALL.len()))
}

const HEAD: &str = "\
# Diagnoses

`blobsmith diagnose LEVEL` runs a level with all detectors and reports what goes wrong. For a recording (`*.run.ron`, `*.run.json`) \
  it diagnoses the recorded run with its inputs. This page is generated from \
  the list of detectors and from the expected results of the tests: `BLESS=1 cargo test --test levels page` writes it.

* **Findings** are single observations: a part, a frame, a substep, and measured numbers. The timeline marks \
  them, also in judged frames that are not visited yet.
* **Problems** summarise the findings of a run, the most severe first: count, first, worst and places, reason and \
  remedies. A finding without harm is listed *in passing* instead and has a faint mark. A wrong edge is harmless if the two bodies never \
  overlap by a tenth of the smaller one afterwards. For a disc, it is harmless if at no frame end its centre is inside \
  and its deepest point a tenth of the body's size (the side of a square of equal area) below the hull.
* **Consequences** are findings in a body after a cause in the same body (a blow-up, a stiff spring, energy from \
  repositioning).
* **Causes** come first: the evidence of the level and of the run, and the problems that they explain, in order of \
  time.
* **Remedies** are changes of the level, each with reason and cost. `--try` applies each one to a copy, runs it for \
  the same frames, and judges it by all problems: *fixed* (its problems are gone and nothing is found more often), \
  *better*, *no better*, or *trades X for Y*. If none is enough, it tries pairs. The best come first; before a trial, changes \
  of the affected part come before changes of the whole level.
* **The present run.** *Problems* diagnoses the run with the inputs of its journal: live settings, pushes, the hand, \
  branches. It judges all visited frames, at least 600 (as the command line), from any frame on (`--from N`, `--branch WHICH`). It starts once the run stands still and no mouse button is down, \
  while the tab *Problems* is visible, also behind another one. Without it (layout *Design*) it starts when the run has left \
  frame 0, for the marks of the timeline. After a change of the inputs it keeps what was found before. A problem \
  found after an input names that input as the likely cause: the latest input of that body or of the world, else the \
  latest of all. *Try without the input*, or `--try`, diagnoses the run without it. Remedies are tried with the same \
  inputs.
* **Energy rises** are a note, not a problem, and do not set the exit code: substeps in which the total energy rose although \
  no hand, input, penalty decor, driven part or product of restitutions above 1 added any. The note has the sums, the \
  phases, and phase, body and contact of the first and the largest rise. Semi-implicit Euler swings around the \
  energy that it conserves, so most runs have rises. A rise that lasts is the problem *energy from nothing*.
* **Swelling** has no detector. A body that swells goes to the size at which its gas and its springs balance, and swings around it. \
  That follows from the parameters and can be intended: level 01 swells to 2.28 times its area. The check *swelling* \
  predicts the size before a run.
* Exit code: 0 nothing found; 1 a problem; 2 bad use or unreadable input.
";

const JSON: &str = "\
## JSON

`--json` prints one object:

| field | meaning |
| --- | --- |
| `file`, `name`, `first_frame`, `frames` | the level, the first frame that was judged, and how many were |
| `causes` | a list, the most likely first, of objects: `id`, `title`, `place`, `text`, `is_known` (false if no rule \
explains the problem; `text` is then its first finding), `likely` (then, if there is one, what a check finds at the same part), \
`problems` (ids, in order of time), \
`counts` (of each of these, how many findings it explains), `remedies` |
| `problems` | a list, the most severe first, of objects: |
| `… .id`, `.title`, `.explanation`, `.why`, `.source`, `.overlay` | as below |
| `… .count` | how often it was found, without those listed as consequences |
| `… .first`, `.worst` | findings: `frame`, `substep`, `place` (a path into the level), `other` (a path or null), `gravity` (1 at \
  the threshold), `numbers` (by name), `text` |
| `… .places`, `.place_count` | the places where it was found most often: `place`, `count`, and `frame` and `substep` of the first time; \
and how many places there are in all |
| `… .remedies` | `id`, `label`, `why`, `cost`, `edits` (a list of words, `PATH=VALUE` where it is a value), and `tried`: null, or \
how often each problem is found after it, consequences included, by id; `verdict`: null, or the judgement in words |
| `… .likely_input` | null, or the input before the first finding: `frame`, `substep`, `what`, and `without`: null, or how often \
each problem is found without that input, consequences included, by id |
| `consequences`, `passing` | lists of objects with `id`, `count` and `first` |
| `energy_rises` | a note: `substeps` measured, `count` of those in which the total energy rose without a source, `gained` and `lost` \
(sums of rises and falls), `before` and `after` (the total; their difference is the net change), `external` (energy from the hand, decor, \
inputs, driven parts and bumpers), `collapsed_count` and `collapsed` (substeps in which a body with gas had no area, and their change), \
`entries` (gain by id of the energy ledger, over the substeps with a rise), `phases` (gain or loss by id, over all measured substeps; \
together the net change), `unknown_from` (null, or `frame` and `substep` from which on no total is known, because it is not finite; \
later substeps are not measured), `first` (null or a rise) and `largest` (at most 8 rises). A rise \
has `frame`, `substep`, `amount`, `entry`, `body` (an index) and `contact` (two paths); the last three may be null |
";

const HELD_OUT: &str = "
## Results on held-out scenes

The thresholds were chosen with the gallery. These held-out scenes have random sizes, masses, stiffnesses and \
  substeps, and random units (lengths and masses from 0.01 to 100, times from 0.1 to 10). Their problems follow from a \
  calculation, and each has a healthy counterpart. *Right* counts scenes with exactly the expected problems; *missed* \
  and *invented* count single problems.

The same levels in other units (lengths times 8, masses times 128, times times 2) have the same diagnosis to the bit.

";

const RANKING: &str = "
## Causes

Evidence is what `check` finds in the level at rest and what the detectors find in the run. Each rule below turns \
  evidence into suspects. Suspects are ranked:

1. A **defect** violates a requirement of the simulation, such as a hull that crosses itself. Defects rank first, in \
  the order of this table, even without symptoms.
2. Other suspects must explain a symptom. Those whose step is unstable beyond four times its limit come first. \
  Their score is the sum of 1 + log2(count), rounded down, over the symptoms \
  that they explain and that no earlier cause explains; three times that if the level itself shows the evidence.
3. Among equal scores the one with the earlier first symptom ranks first, then the order of this table.

A suspect explains a symptom only in its own bodies and only if the symptom is a known consequence. If it begins to \
  act during the run, the symptom must also be later. So one late event never ranks above thousands of earlier ones. A \
  blow-up belongs to the body where it starts. It reaches all bodies, so it can explain what is found later in others. If \
  no rule explains a problem, its cause is not known; it then stands for what was found after it in its bodies. A finding \
  of a check at the same part is named as its likely cause, with its fix as the first remedy.

| cause | | evidence |
| --- | --- | --- |
";

fn page() -> String {
    let mut page = HEAD.to_owned() + RANKING;
    for cause in CAUSES {
        let _ = writeln!(page, "| `{}` | {} | {} |", cause.id, cause.title, cause.evidence);
    }
    page += "\n## Problems\n";
    for detector in ALL {
        let (title, id, source) = (detector.title, detector.id, detector.source);
        let _ = writeln!(page, "\n### {title}\n\n`{id}` · {source}\n\n{}", detector.explanation);
        if detector.span == Span::Window {
            let _ = writeln!(page, "It is judged by windows of {WINDOW} frames.");
        }
        let _ = writeln!(page, "\n**Why.** {}", detector.why);
        let overlay = detector.overlay.map(|id| format!(" Overlay: `{id}`."));
        let numbers = Some(detector.numbers).filter(|numbers| !numbers.is_empty());
        let numbers = numbers.map(|numbers| format!(" Numbers: `{}`.", numbers.join("`, `")));
        let line = [overlay, numbers].into_iter().flatten().collect::<String>();
        if !line.is_empty() {
            let _ = writeln!(page, "\n{}", line.trim_start());
        }
    }
    page += "\n## Results on the gallery\n\n320 frames of each level (64 of the pile, 32 of the heap): ● its own problem, ○ a \
  consequence of it, or of the \
  source's rules. `cargo test --release --test levels -- --ignored long` tests 2,000 frames (240 and 64 of those two), \
  and 10,000 of the stack; it takes minutes.\n\n";
    page += &matrix();
    page += "\n";
    for (id, problems) in WITH_PROBLEMS {
        for (problem, reason) in problems.iter().filter(|(_, reason)| !reason.is_empty()) {
            let _ = writeln!(page, "* `{id}`, {problem}: {reason}.");
        }
    }
    for (id, problem, reason) in LATER {
        let _ = writeln!(page, "* `{id}`, {problem}, only in the longer run: {reason}.");
    }
    page += HELD_OUT;
    page += &held_out::table();
    page + "\n" + JSON
}

#[test]
fn diagnose_page_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/diagnose.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, page()).expect("docs can be written");
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    let command = "BLESS=1 cargo test --test levels page";
    assert!(written.replace("\r\n", "\n") == page(), "docs/diagnose.md is out of date: {command}");
}

/// A remedy must not turn its level into one with the opposite cause: the gas that bears the balloon of level 59 swells it to
/// 1.58 times its size, which is what the check for too much gas looks for.
#[test]
fn enough_gas_is_not_reported_as_too_much_gas() {
    let level = level("59-balloon-on-a-post");
    let ill = diagnose(&level, 320, |_| true).expect("the level runs");
    let remedy = &ill.causes[0].remedies[0];
    assert_eq!(remedy.id, "enough-gas");
    let fixed = remedy.apply(&level).expect("the remedy fits");
    let healthy = diagnose(&fixed, 320, |_| true).expect("the level runs");
    let causes: Vec<_> = healthy.causes.iter().map(|cause| (cause.id, cause.text.as_str())).collect();
    assert!(causes.is_empty() && healthy.problems.is_empty(), "{causes:?}");
}
