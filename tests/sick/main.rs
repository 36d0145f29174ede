//! Sick levels with known causes: the first line of a diagnosis is the cause, and its first remedy fixes the level.

#![cfg(feature = "cli")]

#[path = "../../examples/sick/bodies.rs"]
mod bodies;
#[expect(dead_code, reason = "the example prints what each cause is")]
#[path = "../../examples/sick/causes/mod.rs"]
mod causes;
#[path = "../../examples/sick/generate.rs"]
mod generate;
#[path = "../../examples/sick/outcome.rs"]
mod outcome;
#[path = "../../examples/sick/random.rs"]
mod random;
#[path = "../../examples/sick/score.rs"]
mod score;

/// Neither seed was looked at while detectors and causes were written.
const SEED: u64 = 5;
const SEED_OF_ALL: u64 = 12;

fn scored(count: usize, seed: u64) -> score::Row {
    let folder = tempfile::tempdir().unwrap();
    generate::run(folder.path(), count, seed, None).unwrap();
    let rows = score::run(folder.path(), true).unwrap();
    score::print(&rows, true);
    score::total(rows.values())
}

#[test]
fn the_first_line_is_the_cause_on_a_level_of_each_cause() {
    let all = scored(26, SEED);
    // 26 levels tell 92 % from 96 % by one level: the goals are those of the test below.
    assert!(all.levels >= 25 && all.first + 2 >= all.levels && all.false_alarms == 0, "{all:?}");
    assert!(10 * all.fixed >= 9 * all.levels, "{all:?}");
}

#[test]
#[ignore = "takes minutes: run it in release"]
fn the_first_line_is_the_cause_on_two_hundred_levels() {
    let all = scored(208, SEED_OF_ALL);
    assert!(all.levels >= 200 && 100 * all.first >= 95 * all.levels, "{all:?}");
    assert!(100 * all.false_alarms <= all.levels && 10 * all.fixed >= 9 * all.levels, "{all:?}");
}
