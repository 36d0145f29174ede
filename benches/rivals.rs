//! Comparison with rapier2d on the same scenes, alternating within one process.
//!
//!     cargo bench --bench rivals --no-default-features --features rivals                    # one thread each
//!     cargo bench --bench rivals --no-default-features --features rivals-threads -- piles   # rapier2d with two
//! threads
//!
//! Tables: `discs` (`gas`, `falling`, `settled` select a scene), `springs`, `piles`; a number limits the size.
//! benches/notes/rivals.md lists what is not comparable.

#[path = "discs/crowds.rs"]
mod crowds;
mod measure;
#[path = "rivals/rapier.rs"]
mod rapier;
#[path = "../tests/scenes/mod.rs"]
mod scenes;

use blobsmith::engine::{Threads, World};
use blobsmith::level::{Level, Obstacle, ObstacleShape, Point};
use measure::median;
use rapier::{Options, Rapier};
use scenes::random::Random;
use scenes::{Stuff, lattice, with_velocity};

/// The default of rapier: three more passes over soft bodies.
const AS_IT_COMES: Options = Options { ccd: false, more_passes: 3 };
/// The minimum work of rapier.
const LEAST: Options = Options { ccd: false, more_passes: 0 };
/// Continuous collision detection of discs.
const SWEPT: Options = Options { ccd: true, more_passes: 0 };

/// A table with the name that selects it on the command line.
type Table = (&'static str, fn(usize));

const TABLES: &[Table] = &[("discs", discs_table), ("springs", springs_table), ("piles", piles_table)];

fn main() {
    if measure::is_only_asked_to_start() {
        return;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let most = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(usize::MAX);
    let is_named = |name: &str| arguments.iter().any(|argument| argument == name);
    let is_any_named = TABLES.iter().any(|(name, _)| is_named(name));
    println!(
        "{}\n",
        if cfg!(feature = "rivals-threads") {
            "rapier2d with `parallel`; wall time"
        } else {
            "one thread; processor time"
        }
    );
    for (_, table) in TABLES.iter().filter(|(name, _)| !is_any_named || is_named(name)) {
        table(most);
        println!();
    }
}

/// An engine with a scene and its times.
struct Contestant {
    name: String,
    engine: Engine,
    start: Vec<Point>,
    /// Milliseconds of each turn.
    times: Vec<f64>,
    /// Impacts, or pairs that touched after a turn.
    contacts: u64,
}

enum Engine {
    Blobsmith(World),
    Rapier(Rapier),
}

impl Engine {
    fn step_frame(&mut self) {
        match self {
            Self::Blobsmith(world) => world.step_frame(),
            Self::Rapier(rapier) => rapier.step_frame(),
        }
    }

    fn positions(&self) -> Vec<Point> {
        match self {
            Self::Blobsmith(world) => {
                let discs = &world.state().disc_positions;
                discs.iter().chain(&world.state().positions).map(|at| at.to_array()).collect()
            }
            Self::Rapier(rapier) => rapier.positions(),
        }
    }

    fn contacts(&self) -> u64 {
        match self {
            Self::Blobsmith(world) => world.contact_count() + world.counts().obstacle_hits,
            Self::Rapier(rapier) => rapier.contacts() as u64,
        }
    }
}

impl Contestant {
    fn new(name: &str, engine: Engine) -> Self {
        Self { name: name.to_owned(), start: engine.positions(), engine, times: Vec::new(), contacts: 0 }
    }

    fn blobsmith(level: &Level) -> Self {
        Self::new("blobsmith", Engine::Blobsmith(World::new(level).expect("a level that is fit to run")))
    }

    fn rapier(name: &str, level: &Level, options: Options) -> Self {
        Self::new(name, Engine::Rapier(Rapier::new(level, options)))
    }

    /// Steps one frame and measures it.
    fn turn(&mut self) {
        let engine = &mut self.engine;
        self.times.push(cost(&mut || engine.step_frame()));
        self.contacts += self.engine.contacts();
        if let Engine::Blobsmith(world) = &mut self.engine {
            world.take_events();
        }
    }

    fn median(&self) -> f64 {
        median(self.times.clone())
    }

    fn mean(&self) -> f64 {
        self.times.iter().sum::<f64>() / self.times.len() as f64
    }

    /// Tests that no engine skipped work: numbers are finite, most bodies have moved, and contacts exist where they
    /// must.
    fn check(&self, must_meet: bool) {
        let now = self.engine.positions();
        assert!(now.iter().flatten().all(|number| number.is_finite()), "{}: not a number", self.name);
        let moved = now.iter().zip(&self.start).filter(|(now, start)| now != start).count();
        assert!(2 * moved > now.len(), "{}: only {moved} of {} moved", self.name, now.len());
        assert!(!must_meet || self.contacts > 0, "{}: nothing met", self.name);
    }
}

/// All engines, with one and with two threads if compiled in.
fn contestants(level: &Level, rivals: &[(&str, Options)]) -> Vec<Contestant> {
    let mut all = vec![Contestant::blobsmith(level)];
    if cfg!(feature = "rivals-threads") {
        let mut with_two = Contestant::blobsmith(level);
        with_two.name.push_str(", 2 threads");
        if let Engine::Blobsmith(world) = &mut with_two.engine {
            world.set_threads(Threads::new(2));
        }
        all.push(with_two);
    }
    for &(name, options) in rivals {
        #[cfg(not(feature = "rivals-threads"))]
        all.push(Contestant::rapier(name, level, options));
        #[cfg(feature = "rivals-threads")]
        for threads in [1, 2] {
            let mut rival = Contestant::rapier(&format!("{name}, {threads} threads"), level, options);
            if let Engine::Rapier(rapier) = &mut rival.engine {
                rapier.set_threads(threads);
            }
            all.push(rival);
        }
    }
    all
}

/// Milliseconds: processor time of this thread, which other load disturbs least; wall time with several threads.
fn cost(work: &mut dyn FnMut()) -> f64 {
    if cfg!(feature = "rivals-threads") {
        let start = std::time::Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e3
    } else {
        measure::cost(work)
    }
}

/// Steps all engines `untimed` frames, then `turns` timed frames in alternation. Before each timed frame come `warming`
/// untimed ones, which refill the caches and wake the threads.
fn race(contestants: &mut [Contestant], untimed: usize, turns: usize, warming: usize) {
    for contestant in contestants.iter_mut() {
        (0..untimed).for_each(|_| contestant.engine.step_frame());
    }
    for turn in 0..turns {
        let count = contestants.len();
        for index in 0..count {
            let contestant = &mut contestants[(turn + index) % count];
            (0..warming).for_each(|_| contestant.engine.step_frame());
            contestant.turn();
        }
    }
}

/// Median of the ratios per turn, or ratio of the sums.
fn ratio(of: &Contestant, to: &Contestant, by_turn: bool) -> f64 {
    if by_turn {
        median(of.times.iter().zip(&to.times).map(|(of, to)| of / to).collect())
    } else {
        of.mean() / to.mean()
    }
}

fn discs_table(most: usize) {
    println!(
        "discs, {} substeps a frame, ms a frame (gas, settled: medians of turns; falling: means of 150 frames)\n",
        crowds::SUBSTEPS
    );
    println!("| scene   | discs  | who                  | ms/frame | ratio to blobsmith |");
    println!("| :------ | -----: | :------------------- | -------: | -----------------: |");
    let rivals = [("rapier2d", LEAST), ("rapier2d, swept", SWEPT)];
    for count in [1000, 10_000, 50_000].into_iter().filter(|&count| count <= most) {
        let scenes = [
            ("gas", crowds::gas(count).0, 10, 40),
            ("falling", crowds::heap(count, 0.3, 1.5, 0.1), 0, 150),
            ("settled", crowds::heap(count, 0.3, 1.02, 0.0), 150.max(count / 60), 40),
        ];
        let is_named = |name: &str| std::env::args().any(|argument| argument == name);
        let is_any_named = scenes.iter().any(|(scene, ..)| is_named(scene));
        for (scene, level, untimed, turns) in scenes {
            if is_any_named && !is_named(scene) {
                continue;
            }
            let mut all = contestants(&level, &rivals);
            race(&mut all, untimed, turns, 0);
            for contestant in &all {
                contestant.check(scene != "settled");
                let is_by_turn = scene != "falling";
                let time = if is_by_turn { contestant.median() } else { contestant.mean() };
                let ratio = ratio(contestant, &all[0], is_by_turn);
                println!("| {scene:<7} | {count:>6} | {:<20} | {time:>8.3} | {ratio:>18.2} |", contestant.name);
            }
        }
    }
}

/// Variants of rapier in both tables of soft bodies.
const SOFT: [(&str, Options); 2] = [("rapier2d", AS_IT_COMES), ("rapier2d, one pass", LEAST)];

fn springs_table(most: usize) {
    println!("a lattice of n x n nodes in free fall, ten substeps a frame, ns a spring and substep (medians)\n");
    println!("| n   | springs | who                           | ns/spring | ratio to blobsmith |");
    println!("| --: | ------: | :---------------------------- | --------: | -----------------: |");
    for n in [32, 100, 316].into_iter().filter(|&n| n <= most) {
        let level = falling_lattice(n);
        let springs = level.bodies[0].springs.len();
        let mut all = contestants(&level, &SOFT);
        for contestant in &all {
            if let Engine::Rapier(rapier) = &contestant.engine {
                assert_eq!(rapier.springs(), springs, "both have the same springs");
            }
        }
        race(&mut all, 3, (2_000_000 / springs).clamp(9, 100), 1);
        for contestant in &all {
            contestant.check(false);
            let time = contestant.median() * 1e6 / (10 * springs) as f64;
            let ratio = ratio(contestant, &all[0], true);
            println!("| {n:>3} | {springs:>7} | {:<29} | {time:>9.2} | {ratio:>18.1} |", contestant.name);
        }
    }
}

/// A swinging lattice in free fall; without a hull, so there are no contacts.
fn falling_lattice(n: usize) -> Level {
    let mut random = Random::new(7);
    let mut body = lattice([0.0, 0.0], 1.0, n - 1, n - 1, Stuff { gas: 0.0, ..Stuff::default() });
    body.hull.clear();
    body.triangles.clear();
    for node in &mut body.nodes {
        node.velocity = [random.between(-0.01, 0.01), random.between(-0.01, 0.01)];
    }
    let mut level = scenes::level(vec![body]);
    level.world.substeps = 10;
    level
}

fn piles_table(most: usize) {
    println!("piles of blobs of 25 nodes and 72 springs in a box of lines, ms a frame of ten substeps (medians)\n");
    println!("| blobs | who                           | ms/frame | ratio to blobsmith |");
    println!("| ----: | :---------------------------- | -------: | -----------------: |");
    for count in [10, 100, 1000, 10_000].into_iter().filter(|&count| count <= most) {
        let level = blobs(count);
        let mut all = contestants(&level, &SOFT);
        let (untimed, turns) = if count < 10_000 { (60, 25) } else { (20, 9) };
        race(&mut all, untimed, turns, 1);
        for contestant in &all {
            contestant.check(true);
            let (time, ratio) = (contestant.median(), ratio(contestant, &all[0], true));
            println!("| {count:>5} | {:<29} | {time:>8.3} | {ratio:>18.1} |", contestant.name);
        }
    }
}

/// Soft squares of 5 x 5 nodes in five layers, light enough to support each other, that fall into a box of lines that
/// is open at the top.
fn blobs(count: usize) -> Level {
    let mut random = Random::new(count as u64);
    let columns = (count / 5).max(4);
    let mut bodies = Vec::new();
    for index in 0..count {
        let (column, row) = (index % columns, index / columns);
        let origin =
            [1.0 + column as f64 * 5.0 + random.between(-0.2, 0.2), 0.1 + row as f64 * 4.4 + random.between(0.0, 0.2)];
        let stuff = Stuff { stiffness: 6.0, damping: 0.15, mass: 9.0 / 25.0, ..Stuff::default() };
        bodies.push(with_velocity(lattice(origin, 1.0, 4, 4, stuff), [random.between(-0.01, 0.01), 0.0]));
    }
    let mut level = scenes::level(bodies);
    level.world.substeps = 10;
    // All bodies are convex, so the barycentre rule separates stacked bodies (docs/edge-choice.md).
    level.world.contact.barycentre_rule = true;
    let width = columns as f64 * 5.0 + 1.0;
    let lines = [([0.0, 0.0], [1.0, 0.0]), ([0.0, 0.0], [0.0, 1.0]), ([width, 0.0], [0.0, 1.0])];
    level.obstacles = lines
        .into_iter()
        .map(|(point, along)| Obstacle {
            name: String::new(),
            shape: ObstacleShape::Line(point, along),
            restitution: 0.0,
        })
        .collect();
    level
}
