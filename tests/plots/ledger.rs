//! Series of the ledger and of watch expressions, against books and probes kept along a straight run.

use crate::support::{assert_close, by_hand, leader, level, numbers, run_for, series};
use blobsmith::debugger::Survey;
use blobsmith::debugger::quantities::Series;
use blobsmith::engine::ledger::{Entry, Ledger, Meter};
use blobsmith::engine::{Hand, Held, World};

const FRAMES: u64 = 100;

fn books(id: &str) -> Vec<Ledger> {
    let level = level(id);
    let mut world = World::new(&level).unwrap();
    let mut meter = Meter::new();
    let frame = |_| {
        (0..level.world.substeps).for_each(|_| world.step_substep_observed(None, &mut meter));
        meter.take()
    };
    std::iter::once(Ledger::default()).chain((0..FRAMES).map(frame)).collect()
}

#[test]
fn ledger_plot_equals_the_entries_and_their_sum() {
    for id in ["04-squares-distance", "29-ropes-of-sticks", "43-balls-on-blobs"] {
        let run = run_for(&level(id), FRAMES);
        let wanted = series(run.level(), &[], "ledger");
        let books = books(id);
        let mut sum = vec![0.0; books.len()];
        for (entry, name, _) in Entry::ALL.into_iter().filter(|(entry, ..)| *entry != Entry::BlowUp) {
            let found = numbers(&run, &wanted, &format!("ledger.{name}"));
            let expected: Vec<f64> = books.iter().map(|book| book.of(entry)).collect();
            assert_close(&found, &expected, 0.0, name);
            sum.iter_mut().zip(&found).for_each(|(sum, entry)| *sum += entry);
        }
        let change = numbers(&run, &wanted, "ledger.total");
        let total: Vec<f64> = run.samples().iter().map(|sample| sample.energy.total).collect();
        for frame in 1..=FRAMES as usize {
            assert!((change[frame] - (total[frame] - total[frame - 1])).abs() <= 1e-12 * total[frame].abs().max(1.0));
            assert!((change[frame] - sum[frame]).abs() <= 1e-9 * books[frame].exchanged.max(1.0), "{id} {frame}");
        }
        // Added up, it is the way from the first total to the last.
        let summed: Vec<Series> = wanted.into_iter().map(Series::summed).collect();
        let whole = numbers(&run, &summed, "sum of ledger.total");
        // Asked for later, it is made of what is known.
        let mut survey = Survey::default();
        survey.want(&series(run.level(), &[], "ledger"));
        assert!(survey.follow(&run, || true));
        survey.want(&summed);
        assert!(survey.follow(&run, || panic!("all is known")));
        assert_close(survey.numbers("sum of ledger.total").unwrap().values(), &whole, 0.0, "sum");
        assert!((whole[FRAMES as usize] - (total[FRAMES as usize] - total[0])).abs() < 1e-9);
    }
}

#[test]
fn residual_plot_stays_below_its_bound() {
    let run = run_for(&level("04-squares-distance"), FRAMES);
    let wanted = series(run.level(), &[], "residual");
    let of = |key: &str| numbers(&run, &wanted, key);
    let (residual, bound) = (of("residual.residual"), of("residual.bound"));
    let books = books("04-squares-distance");
    assert_close(&residual, &books.iter().map(Ledger::residual).collect::<Vec<_>>(), 0.0, "residual");
    assert_close(&bound, &books.iter().map(|book| 1e-9 * book.exchanged).collect::<Vec<_>>(), 1e-15, "bound");
    // Where all but rests, what is left is the rounding of -gas·ln(S/S0), of two bodies in 16 substeps.
    let rounding = 16.0 * 2.0 * run.level().bodies[1].gas * f64::EPSILON;
    assert!(rounding > 0.0 && rounding < 4e-15);
    assert!(residual.iter().zip(&bound).all(|(residual, bound)| residual.abs() <= *bound + rounding));
    assert!(bound.iter().any(|bound| *bound > 0.0));
}

#[test]
fn ledger_plot_in_slices_books_the_work_of_the_hand() {
    let mut run = leader(&level("01-first-blob"));
    (0..5).for_each(|_| run.step_frame());
    run.set_hand(Some(Hand { held: Held::Node(1, 0), target: [3.0, 9.0], stiffness: 0.05, damping: 0.01 }));
    (0..20).for_each(|_| run.step_frame());
    let wanted = series(run.level(), &[], "ledger");
    let whole = numbers(&run, &wanted, "ledger.hand");
    assert!(whole[..=5].iter().all(|work| *work == 0.0));
    assert!(whole[6..].iter().any(|work| *work != 0.0), "{whole:?}");
    let mut sliced = Survey::default();
    sliced.want(&wanted);
    let mut is_done = false;
    while !is_done {
        let mut left = 2;
        is_done = sliced.follow(&run, || {
            left -= 1;
            left >= 0
        });
    }
    assert_close(sliced.numbers("ledger.hand").unwrap().values(), &whole, 0.0, "hand");
}

#[test]
fn expression_plot_measures_each_frame_with_its_history() {
    let level = level("04-squares-distance");
    let run = run_for(&level, FRAMES);
    let watch = |text: &str| {
        let wanted = [Series::watch(text, &level).unwrap()];
        numbers(&run, &wanted, &format!("watch {text}"))
    };
    let fastest = by_hand(&level, FRAMES, |world| {
        (0..world.layout().node_count).map(|node| world.velocity(node).length()).fold(0.0, f64::max)
    });
    assert_close(&watch("max(node.speed)"), &fastest, 1e-13, "fastest");
    let contacts = by_hand(&level, FRAMES, |world| world.contact_count() as f64);
    let mut each: Vec<f64> = contacts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    each.insert(0, 0.0);
    assert_eq!(watch("contacts"), each);
    let total: Vec<f64> = run.samples().iter().map(|sample| sample.energy.total).collect();
    let mut change: Vec<f64> = total.windows(2).map(|pair| pair[1] - pair[0]).collect();
    change.insert(0, f64::NAN);
    assert_close(&watch("energy.total - previous(energy.total)"), &change, 1e-12, "change");
}

#[test]
fn expression_plot_is_right_after_a_changed_past() {
    let level = level("01-first-blob");
    let mut run = leader(&level);
    (0..30).for_each(|_| run.step_frame());
    let text = "energy.total - previous(energy.total)";
    let wanted = [Series::watch(text, &level).unwrap()];
    let mut survey = Survey::default();
    survey.want(&wanted);
    assert!(survey.follow(&run, || true));
    run.seek(17);
    run.set_hand(Some(Hand { held: Held::Node(1, 0), target: [3.0, 9.0], stiffness: 0.05, damping: 0.01 }));
    assert!(survey.follow(&run, || true));
    (0..10).for_each(|_| run.step_frame());
    assert!(survey.follow(&run, || true));
    let found = survey.numbers(&format!("watch {text}")).unwrap().values();
    assert_close(found, &numbers(&run, &wanted, &format!("watch {text}")), 0.0, "change");
    assert_eq!(found.len(), 28);
}
