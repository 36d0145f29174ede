//! Search for the first moment, compared with a test of every moment.

use crate::scenes::random::{Random, meeting};
use crate::support::{CONDITIONS, Moment, rises, truths};
use blobsmith::debugger::search::{FirstMoment, Search};
use blobsmith::debugger::{Expression, Run};
use blobsmith::level::{Each, Level};
use std::sync::Arc;

const FRAMES: u64 = 24;

fn first(text: &str, level: &Level, each: Each, end: Moment) -> Option<Moment> {
    rises(&truths(text, level, each, FRAMES)).first().copied().filter(|&moment| moment <= end)
}

fn run_to(level: &Level, end: Moment) -> Run {
    let mut run = Run::new(Arc::new(level.clone())).unwrap();
    run.approach(end, || true);
    run
}

#[test]
fn search_matches_a_test_of_every_moment() {
    let mut random = Random::new(11);
    let mut found = 0;
    for seed in 0..4 {
        let level = meeting(seed);
        for (index, text) in CONDITIONS.into_iter().enumerate() {
            if level.bodies.len() < 2 {
                continue;
            }
            let each = if (index as u64 + seed).is_multiple_of(2) { Each::Frame } else { Each::Substep };
            let end = (FRAMES - random.below(3) as u64 - 1, random.below(level.world.substeps as usize) as u32);
            let expected = first(text, &level, each, end);
            let run = run_to(&level, end);
            let expression = Expression::condition(text, &level).unwrap();
            let mut search = Search::new(&run, expression, each, None);
            // In small slices, like the editor.
            let mut portions = 0;
            let answer = loop {
                let mut budget = 5 + random.below(60);
                let goes_on = || {
                    budget = budget.saturating_sub(1);
                    budget > 0
                };
                portions += 1;
                assert!(portions < 100_000, "the search does not terminate");
                if let Some(answer) = search.go_on(goes_on) {
                    break answer.clone();
                }
                assert!((0.0..=1.0).contains(&search.progress()) && !search.stage().is_empty());
            };
            let expected = expected.map_or(FirstMoment::Never, FirstMoment::First);
            assert_eq!(answer, expected, "seed {seed}, {each:?}, up to {end:?}: {text}");
            assert_eq!(run.moment(), end, "the run itself does not move");
            found += u32::from(answer != FirstMoment::Never);
        }
    }
    assert!(found > 20, "only {found} conditions became true: they are badly chosen");
}

#[test]
fn search_finds_what_bisection_alone_misses() {
    let level = meeting(1);
    let run = run_to(&level, (20, 0));
    // True at frame 3, and from frame 15 on.
    let text = "frame == 3 or frame >= 15";
    let mut search = Search::new(&run, Expression::condition(text, &level).unwrap(), Each::Frame, None);
    assert_eq!(search.go_on(|| true), Some(&FirstMoment::First((3, 0))));
    let effort = search.effort();
    assert_eq!(effort.bound, Some((15, 0)));
    assert!(effort.halvings <= 7, "{effort:?}: the way is halved");
    assert_eq!(effort.looks, 4, "frames 0 to 3");
}

#[test]
fn search_replays_the_hand() {
    use blobsmith::engine::{Hand, Held};
    let level = meeting(2);
    let mut run = run_to(&level, (4, 3));
    let at = run.world().position(0);
    let hand = Hand { held: Held::Node(0, 0), target: [at.x + 30.0, at.y + 30.0], stiffness: 1.0, damping: 0.1 };
    run.set_hand(Some(hand));
    let text = "node(0, 0).speed > 1";
    let mut expected = None;
    let expression = Expression::condition(text, &level).unwrap();
    while expected.is_none() {
        run.step_substep();
        let look = run.look(false);
        expected = expression.is_true(&look, &mut expression.memory()).then(|| run.moment());
        assert!(run.frame() < 60, "the node never becomes fast");
    }
    run.step_frame();
    let mut search = Search::new(&run, expression, Each::Substep, None);
    assert_eq!(search.go_on(|| true).cloned(), expected.map(FirstMoment::First));
}
