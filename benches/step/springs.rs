//! Springs, gas and integration: one swinging mesh in free fall with every instruction set of the machine, compared
//! with the naive implementation, alternating within one run.

use crate::assert_same;
use crate::measure::{bytes_in_use, cost, median};
use crate::reference::Reference;
use crate::scenes::meshes::{shaken, shuffled, strewn};
use crate::scenes::{Stuff, level};
use blobsmith::engine::{InstructionSet, World};
use blobsmith::level::Level;

/// Rounds of each.
const TURNS: usize = 60;

/// Substeps per round: one frame. The caches are then warm for most of a round, and longer rounds would include more
/// noise of the machine.
const STEPS: usize = 10;

/// Nodes per side.
const SIDES: [usize; 3] = [32, 100, 316];

/// A kind of mesh with a given number of nodes per side.
type Mesh = (&'static str, fn(usize) -> Level);

const MESHES: [Mesh; 4] = [
    ("lattice", |side| level(vec![shaken(side, side, Stuff::default())])),
    ("lattice, numbered at random", |side| level(vec![shuffled(shaken(side, side, Stuff::default()), 1)])),
    ("irregular", |side| level(vec![strewn(side * side, Stuff::default(), 2)])),
    ("irregular, numbered at random", |side| level(vec![shuffled(strewn(side * side, Stuff::default(), 2), 1)])),
];

/// Prints the table.
pub fn table() {
    println!(
        "springs, gas and integration: one mesh, one thread, semi-implicit Euler, no observer; ns of processor time"
    );
    println!(
        "per spring and substep (times naive; medians of {TURNS} turns of {STEPS} substeps, and of their ratios); bytes of a built world\n"
    );
    print!("| mesh | n x n | springs | naive |");
    InstructionSet::available().for_each(|set| print!(" {} |", set.name()));
    println!(" bytes/node | bytes/spring |");
    println!("| :--- | ---: | ---: | ---: |{} ---: | ---: |", " ---: |".repeat(InstructionSet::available().count()));
    for (name, mesh) in MESHES {
        SIDES.into_iter().for_each(|side| row(name, side, &mesh(side)));
    }
}

fn row(name: &str, side: usize, level: &Level) {
    let springs = level.bodies[0].springs.len();
    let [per_node, per_spring] = bytes(level);
    let mut naive = Reference::new(level);
    let mut worlds: Vec<World> = InstructionSet::available()
        .map(|set| {
            let mut world = World::new(level).expect("a level that is fit to run");
            assert!(world.set_instruction_set(set));
            world
        })
        .collect();
    // The first substep builds lists; it is checked, not timed.
    naive.step_substep();
    worlds.iter_mut().for_each(World::step_substep);
    let per_step = 1e6 / (STEPS * springs) as f64;
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); worlds.len() + 1];
    for turn in 0..TURNS {
        for index in 0..times.len() {
            // Rotates the order, so that each variant is first equally often.
            let who = (turn + index) % times.len();
            let time = match who.checked_sub(1) {
                None => cost(&mut || (0..STEPS).for_each(|_| naive.step_substep())),
                Some(world) => cost(&mut || (0..STEPS).for_each(|_| worlds[world].step_substep())),
            };
            times[who].push(time * per_step);
        }
    }
    for world in &worlds {
        assert_same(world, &naive, 1e-9);
        assert_eq!(world.hash(), worlds[0].hash(), "the same bits with every instruction set");
    }
    print!("| {name} | {side} | {springs} | {:.2} |", median(times[0].clone()));
    for of_set in &times[1..] {
        let ratios = times[0].iter().zip(of_set).map(|(naive, own)| naive / own).collect();
        print!(" {:.2} ({:.1}x) |", median(of_set.clone()), median(ratios));
    }
    println!(" {per_node:.0} | {per_spring:.0} |");
}

/// Bytes per node, and per additional spring.
fn bytes(level: &Level) -> [f64; 2] {
    let weigh = |level: &Level| {
        let before = bytes_in_use();
        let mut world = World::new(level).expect("a level that is fit to run");
        world.step_substep();
        (bytes_in_use() - before) as f64
    };
    let mut bare = level.clone();
    bare.bodies[0].springs.clear();
    let (nodes, springs) = (level.bodies[0].nodes.len() as f64, level.bodies[0].springs.len() as f64);
    let of_nodes = weigh(&bare);
    [of_nodes / nodes, (weigh(level) - of_nodes) / springs]
}
