//! Reference: truth of a condition at every moment of a straight run; and runs with a watcher.

use blobsmith::debugger::breakpoints::Watcher;
use blobsmith::debugger::probes::ProbeSample;
use blobsmith::debugger::{Expression, Run};
use blobsmith::engine::{Trace, World};
use blobsmith::level::{Each, Level};
use std::sync::Arc;

/// A moment.
pub type Moment = (u64, u32);

/// Truth of the condition at every moment up to the start of a frame.
pub fn truths(text: &str, level: &Level, each: Each, frames: u64) -> Vec<(Moment, bool)> {
    let expression = Expression::condition(text, level).unwrap_or_else(|error| panic!("{}", error.show(text)));
    let mut memory = expression.memory();
    let mut world = World::new(level).unwrap();
    let mut trace = Trace::default();
    let mut list = Vec::new();
    loop {
        let moment = (world.state().frame, world.state().substep);
        if each == Each::Substep || moment.1 == 0 {
            let trace = (moment != (0, 0)).then_some(&trace);
            let look = ProbeSample { level, world: &world, trace, recorded: None, found: None };
            list.push((moment, expression.is_true(&look, &mut memory)));
        }
        if moment.0 >= frames {
            return list;
        }
        world.step_substep_traced(&mut trace);
    }
}

/// The moments at which it became true.
pub fn rises(truths: &[(Moment, bool)]) -> Vec<Moment> {
    let mut was_true = false;
    let mut list = Vec::new();
    for &(moment, is_true) in truths {
        if is_true && !was_true {
            list.push(moment);
        }
        was_true = is_true;
    }
    list
}

/// Conditions that become true at some moment in random levels: of the state, of the last substep, of history.
pub const CONDITIONS: [&str; 12] = [
    "energy.kinetic > start(energy.kinetic) + 0.05",
    "any(triangle.area_ratio < 90%)",
    "max(node.speed) > 0.2",
    "contacts > 0",
    "change(body(0).y) > 0",
    "rise(energy.total) > 1%",
    "any(changed(node.edge) and node.edge >= 0)",
    "frame == 7",
    "previous(change(body(0).x)) > change(body(0).x)",
    "deepest > 0.001",
    "touching(body(0), body(1))",
    "false",
];

/// A run at frame 0 with the breakpoints and watches of the level.
pub fn start(level: &Level) -> (Run, Watcher) {
    let mut watcher = Watcher::default();
    watcher.take(level, false);
    (Run::new(Arc::new(level.clone())).unwrap(), watcher)
}

/// Plays up to a frame and collects the stops.
pub fn play(run: &mut Run, watcher: &mut Watcher, frames: u64) -> Vec<Moment> {
    let mut stops = Vec::new();
    watcher.ready(run);
    while run.frame() < frames {
        if watcher.wants_substeps() {
            run.step_substep();
        } else {
            run.step_frame();
        }
        if watcher.after(run) {
            stops.push(run.moment());
        }
    }
    stops
}
