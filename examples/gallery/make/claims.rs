//! Expectations of the gallery's levels: the claims of their notes as conditions. `blobsmith check --run` tests them.

use blobsmith::level::{Each, Expectation, Holds, Level};

/// Level, time at which the condition holds, condition, and number of frames.
type Claim = (&'static str, Holds, &'static str, u64);

/// Distances between the squares that count as passed through or dented.
const THROUGH: &str = "body(\"waiting\").left - body(\"pushed\").right < -1";
const DENTED: &str = "body(\"waiting\").left - body(\"pushed\").right < -0.1";
const DRIFTS: &str = "abs(energy.total / start(energy.total) - 1) > 2%";

/// All expectations.
const ALL: &[Claim] = &[
    ("02-squares-projection", Holds::Eventually, THROUGH, 300),
    ("03-squares-wedge45", Holds::Eventually, THROUGH, 300),
    ("04-squares-distance", Holds::Eventually, THROUGH, 300),
    ("05-squares-barycentre-rule", Holds::Never, DENTED, 300),
    ("05-squares-barycentre-rule", Holds::AtEnd, "body(\"waiting\").left > body(\"pushed\").right", 300),
    ("06-squares-entry-edge", Holds::Never, DENTED, 300),
    ("08-concave-barycentre-rule", Holds::Eventually, "energy.total > 10 * start(energy.total)", 60),
    ("08-concave-barycentre-rule", Holds::Eventually, "flipped > 0", 60),
    ("09-concave-calm", Holds::Never, "energy.total > 1.01 * start(energy.total)", 200),
    ("09-concave-calm", Holds::Never, "flipped > 0", 200),
    ("10-balloon-bare", Holds::Eventually, "flipped > 0", 60),
    ("11-balloon-barycentre", Holds::Never, "flipped > 0", 200),
    ("12-notch-projection", Holds::Eventually, "deepest > 0.05", 60),
    ("13-notch-distance", Holds::Never, "deepest > 0.05", 60),
    ("23-stiff-too-few-substeps", Holds::Eventually, "blown_up > 0", 60),
    ("24-stiff-enough-substeps", Holds::Never, "blown_up > 0 or energy.total > 1.01 * start(energy.total)", 200),
    ("25-orbit-explicit-euler", Holds::AtEnd, "energy.total > 1.3 * start(energy.total)", 200),
    ("26-orbit-semi-implicit-euler", Holds::Never, DRIFTS, 200),
    ("27-orbit-verlet", Holds::Never, DRIFTS, 200),
    ("57-balloon-on-a-spike", Holds::Eventually, "body(\"balloon\").spill > 0.2", 60),
    ("58-coarse-triangles", Holds::Always, "body(\"balloon\").unpainted > 0.42", 60),
    ("59-balloon-on-a-post", Holds::Eventually, "body(\"balloon\").hidden_edges > 6", 60),
    (
        "66-marble-run-from-parts",
        Holds::Eventually,
        "body(\"green ball\").right < -4 and body(\"green ball\").top < 0.6",
        400,
    ),
    ("67-sprites", Holds::Never, "flipped > 0", 300),
    ("67-sprites", Holds::AtEnd, "body(\"slime\").bottom > -0.05 and body(\"blue doughnut\").bottom > -0.05", 300),
];

/// Adds the expectations to a level.
pub fn on(id: &str, mut level: Level) -> Level {
    let mine = ALL.iter().filter(|claim| claim.0 == id);
    let expect = mine.map(|&(_, holds, condition, frames)| Expectation {
        holds,
        condition: condition.to_owned(),
        each: Each::Frame,
        frames,
    });
    level.editor.get_or_insert_default().expect = expect.collect();
    level
}
