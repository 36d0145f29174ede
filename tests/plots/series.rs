//! Series against straight re-simulation with the formulas written out by hand, along runs that change their past.

use crate::support::{all_series, assert_close, by_hand, leader, level, numbers, read, run_for, series};
use blobsmith::debugger::Survey;

use blobsmith::debugger::quantities::{self, PlotSubject, Series};
use blobsmith::engine::trace::Candidate;
use blobsmith::engine::{Hand, Held, Trace, World};
use blobsmith::geometry::DVec2;
use blobsmith::level::{Level, Motion, Place, Role};
use blobsmith::picture::chart::tint;
use blobsmith::picture::{Palette, Rgba, Theme};

const FRAMES: u64 = 120;

/// Twice the signed area of a body, from its triangles as the level lists them.
fn doubled_area(level: &Level, world: &World, body: usize) -> f64 {
    let start = world.layout().bodies[body].nodes.start;
    let at = |node: usize| world.position(start + node);
    let corners = level.bodies[body].triangles.iter();
    corners.map(|&[a, b, c]| (at(b) - at(a)).perp_dot(at(c) - at(a))).sum()
}

#[test]
fn area_and_pressure_plots_equal_values_from_the_triangles() {
    let level = level("10-balloon-bare");
    let run = run_for(&level, FRAMES);
    let found = |id: &str, key: &str| numbers(&run, &series(&level, &[], id), key);
    let body = level.bodies.iter().position(|body| body.gas != 0.0 && body.motion == Motion::Dynamic).unwrap();
    let found = |id: &str| found(id, &format!("{id}.{body}"));
    let initial = doubled_area(&level, &World::new(&level).unwrap(), body);
    let area = by_hand(&level, FRAMES, |world| 0.5 * doubled_area(&level, world, body));
    assert_close(&found("area"), &area, 1e-12, "area");
    let ratio: Vec<f64> = area.iter().map(|area| 2.0 * area / initial).collect();
    assert_close(&found("area-ratio"), &ratio, 1e-12, "ratio");
    let gas = level.bodies[body].gas;
    let pressure: Vec<f64> = area.iter().map(|area| if *area > 0.0 { gas / area } else { f64::NAN }).collect();
    assert_close(&found("pressure"), &pressure, 1e-12, "pressure");
    let flipped = by_hand(&level, FRAMES, |world| {
        let mut count = 0;
        for (index, body) in level.bodies.iter().enumerate() {
            let start = world.layout().bodies[index].nodes.start;
            for &[a, b, c] in &body.triangles {
                let [a, b, c] = [a, b, c].map(|node| world.position(start + node));
                count += usize::from((b - a).perp_dot(c - a) <= 0.0);
            }
        }
        count as f64
    });
    assert_eq!(numbers(&run, &series(&level, &[], "flipped"), "flipped"), flipped);
}

#[test]
fn energy_count_and_stick_plots_equal_the_samples_of_the_run() {
    let level = level("29-ropes-of-sticks");
    let run = run_for(&level, FRAMES);
    let total = by_hand(&level, FRAMES, |world| world.energy().total);
    assert_eq!(numbers(&run, &series(&level, &[], "energy"), "energy.total"), total);
    let worst = by_hand(&level, FRAMES, |world| world.stick_error() * 100.0);
    assert_eq!(numbers(&run, &series(&level, &[], "sticks"), "sticks"), worst);
    let hits = by_hand(&level, FRAMES, |world| world.counts().obstacle_hits as f64);
    let series: Vec<Series> = series(&level, &[], "counts").into_iter().map(Series::summed).collect();
    assert_eq!(numbers(&run, &series, "sum of counts.hits"), hits, "counted since the level began");
}

#[test]
fn node_energy_plot_is_half_m_v_squared() {
    let level = level("04-squares-distance");
    let run = run_for(&level, FRAMES);
    let selection = [Place::Node(1, 2), Place::Spring(0, 0), Place::Node(1, 2), Place::Node(0, 1)];
    let wanted = series(&level, &selection, "node-energy");
    let keys: Vec<&str> = wanted.iter().map(|series| series.key.as_str()).collect();
    assert_eq!(keys, ["node-energy.1.2", "node-energy.0.1"]);
    let Role::Mass(mass) = level.bodies[1].nodes[2].role else { panic!("no mass") };
    let expected = by_hand(&level, FRAMES, |world| {
        let velocity = world.velocity(level.bodies[0].nodes.len() + 2);
        0.5 * mass * velocity.length_squared()
    });
    assert_close(&numbers(&run, &wanted, "node-energy.1.2"), &expected, 1e-13, "node");
}

#[test]
fn momentum_plot_is_constant_without_external_forces() {
    let text = r#"{"format": 1, "world": {"gravity": [0, 0]}, "discs": [
        {"position": [-3, 0], "radius": 1, "mass": 2, "velocity": [0.3, 0.02]},
        {"position": [3, 0.5], "radius": 1, "mass": 1, "velocity": [-0.1, 0]}]}"#;
    let run = run_for(&read(text), FRAMES);
    assert!(run.world().counts().disc_impacts > 0);
    let found = |id: &str, key: &str| numbers(&run, &series(run.level(), &[], id), key);
    // 2 * 0.3 - 0.1 along x, 2 * 0.02 along y.
    let constant = |value: f64| vec![value; FRAMES as usize + 1];
    assert_close(&found("momentum", "momentum.x"), &constant(0.5), 1e-14, "x");
    assert_close(&found("momentum", "momentum.y"), &constant(0.04), 1e-14, "y");
    let size = 0.5_f64.hypot(0.04);
    assert_close(&found("momentum", "momentum.size"), &constant(size), 1e-14, "size");
    // 2 * (-3 * 0.02) + 1 * (0.5 * 0.1): smooth discs exchange nothing across the line of their centres.
    assert_close(&found("angular-momentum", "angular-momentum"), &constant(-0.07), 1e-13, "angular");

    let mut level = level("01-first-blob");
    level.world.gravity = [0.0, 0.0];
    level.bodies.retain(|body| body.motion == Motion::Dynamic);
    level.obstacles.clear();
    level.world.bounds = None;
    for (index, node) in level.bodies[0].nodes.iter_mut().enumerate() {
        node.velocity = [0.01 * index as f64, 0.02];
    }
    let run = run_for(&level, FRAMES);
    for (id, keys) in [("momentum", &["momentum.x", "momentum.y"][..]), ("angular-momentum", &["angular-momentum"])] {
        for key in keys {
            let found = numbers(&run, &series(&level, &[], id), key);
            assert!(found[0].abs() > 0.1, "{key} {}", found[0]);
            assert_close(&found, &constant(found[0]), 1e-10, key);
        }
    }
}

/// From a point to the nearest point of a hull, by trying many points of every edge.
fn nearest_by_trying(point: DVec2, edges: &[Candidate]) -> f64 {
    let places = |edge: &Candidate| {
        let (a, b) = (edge.a_position, edge.b_position);
        (0..=2000).map(move |i| a.lerp(b, f64::from(i) / 2000.0).distance(point))
    };
    edges.iter().flat_map(|edge| places(edge).collect::<Vec<_>>()).fold(f64::INFINITY, f64::min)
}

#[test]
fn penetration_plot_is_the_greatest_depth_of_any_substep() {
    let level = level("04-squares-distance");
    let run = run_for(&level, FRAMES);
    let mut world = World::new(&level).unwrap();
    let (mut expected, mut trace) = (vec![0.0], Trace::default());
    for _ in 0..FRAMES {
        let mut deepest = 0.0_f64;
        for _ in 0..level.world.substeps {
            world.step_substep_traced(&mut trace);
            for contact in &trace.contacts {
                deepest = deepest.max(nearest_by_trying(contact.point, &contact.candidates));
            }
        }
        expected.push(deepest);
    }
    assert!(expected.iter().any(|&depth| depth > 0.0));
    let found = numbers(&run, &series(&level, &[], "penetration"), "penetration.contacts");
    assert_close(&found, &expected, 1e-3, "depth");
}

#[test]
fn survey_in_slices_equals_survey_at_once() {
    let level = level("04-squares-distance");
    let run = run_for(&level, 40);
    let wanted = all_series(&level, &[Place::Node(0, 0)]);
    let mut sliced = Survey::default();
    sliced.want(&wanted[..wanted.len() / 2]);
    let mut calls = 0;
    loop {
        let mut left = 3;
        let is_done = sliced.follow(&run, || {
            left -= 1;
            left >= 0
        });
        calls += 1;
        if calls == 70 {
            // Requested late, within a frame.
            sliced.want(&wanted);
        } else if is_done && calls > 70 {
            break;
        }
    }
    assert!(calls > 100, "{calls}");
    assert_eq!(sliced.frames_known(), 41);
    let mut whole = Survey::default();
    whole.want(&wanted);
    assert!(whole.follow(&run, || true));
    for series in &wanted {
        let numbers = |survey: &Survey| survey.numbers(&series.key).unwrap().values().to_vec();
        assert_close(&numbers(&sliced), &numbers(&whole), 0.0, &series.key);
    }
}

#[test]
fn survey_measures_again_only_after_a_changed_frame() {
    let level = level("01-first-blob");
    let mut run = leader(&level);
    (0..30).for_each(|_| run.step_frame());
    let wanted = all_series(&level, &[Place::Node(0, 0)]);
    let mut survey = Survey::default();
    survey.want(&wanted);
    assert!(survey.follow(&run, || true));
    let version = survey.version();
    assert!(survey.follow(&run, || panic!("there is nothing left to do")));
    run.seek(12);
    let hand = Hand { held: Held::Node(0, 0), target: [3.0, 9.0], stiffness: 0.05, damping: 0.01 };
    run.set_hand(Some(hand));
    // The start of the frame has the hand already; what comes before it is as it was.
    assert!(!survey.follow(&run, || false));
    assert_ne!(survey.version(), version);
    assert_eq!(survey.frames_known(), 12);
    (0..10).for_each(|_| run.step_frame());
    run.set_hand(None);
    (0..15).for_each(|_| run.step_frame());
    assert!(survey.follow(&run, || true));
    assert_eq!((survey.frames_known(), survey.divergence()), (38, None));
    let mut fresh = Survey::default();
    fresh.want(&wanted);
    assert!(fresh.follow(&run, || true));
    for series in &wanted {
        let numbers = |survey: &Survey| survey.numbers(&series.key).unwrap().values().to_vec();
        assert_close(&numbers(&survey), &numbers(&fresh), 0.0, &series.key);
    }
    let total = numbers(&run, &wanted, "energy.total");
    assert_eq!(total, run.samples().iter().map(|sample| sample.energy.total).collect::<Vec<_>>());
    // The present state of the run is unchanged.
    assert_eq!(run.frame(), 37);
    assert_eq!(run.divergence(), None);
}

#[test]
fn energies_are_not_finite_once_a_body_blew_up() {
    let mut level = level("10-balloon-bare");
    level.bodies[1].springs[0].stiffness = 1e12;
    let run = run_for(&level, 60);
    let first = by_hand(&level, 60, |world| f64::from(u8::from(world.has_blown_up())));
    let first = first.iter().position(|&has| has > 0.0).expect("the stiff spring blows up");
    let watches = ["energy.total", "body(1).kinetic", "body(1).spring_energy", "energy.links"];
    let mut wanted: Vec<Series> = watches.iter().map(|text| Series::watch(text, &level).unwrap()).collect();
    wanted.extend(series(&level, &[], "energy"));
    wanted.extend(series(&level, &[], "ledger"));
    for series in &wanted {
        let numbers = numbers(&run, &wanted, &series.key);
        assert!(numbers[0].is_finite(), "{}", series.key);
        assert!(numbers[first..].iter().all(|number| number.is_nan()), "{}: {:?}", series.key, &numbers[first..]);
    }
    assert_eq!(by_hand(&level, 60, |world| world.body_energy(0).total)[60], 0.0, "the ground is fixed");
}

/// Distance of two colours in sRGB, 0 to 442.
fn distance(a: Rgba, b: Rgba) -> f64 {
    let squares = [(a.0, b.0), (a.1, b.1), (a.2, b.2)].map(|(a, b)| (f64::from(a) - f64::from(b)).powi(2));
    squares.iter().sum::<f64>().sqrt()
}

/// The plot of all detectors has more series than a palette has colours.
#[test]
fn series_of_a_plot_have_colours_of_their_own() {
    let level = blobsmith::level::gallery::read_flat(&blobsmith::level::gallery::ALL[0]).unwrap();
    let mut alike = Vec::new();
    for theme in [Theme::Dark, Theme::Light] {
        let palette = Palette::of(theme);
        for quantity in quantities::ALL.iter().filter(|quantity| quantity.id != "diagnosis") {
            let series = (quantity.series)(&PlotSubject { level: &level, selection: &[] });
            let tints: Vec<_> =
                series.iter().enumerate().map(|(index, series)| tint(&palette, &level, &series.key, index)).collect();
            for (index, one) in tints.iter().enumerate() {
                if let Some(other) = tints[..index].iter().position(|other| distance(*other, *one) < 45.0) {
                    alike.push(format!("{theme:?} {}: {} and {}", quantity.id, series[other].key, series[index].key));
                }
            }
        }
    }
    assert!(alike.is_empty(), "{alike:#?}");
}
