//! Random jumps through a run with random inputs and branches: every hash equals the straight run's.

use crate::straight::{Dice, Hashes, everything, heap, straight, straight_world};
use blobsmith::debugger::run::BranchId;
use blobsmith::debugger::{JournalEntry, Run};
use blobsmith::engine::{Hand, Held};
use blobsmith::level::{Integrator, Level, Place};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A run, and what the straight runs of its branches have.
struct Walk {
    level: Level,
    run: Run,
    dice: Dice,
    /// Whether and where to look inside, so that the way does not depend on it.
    glances: Dice,
    frames: u64,
    settings: Vec<(&'static str, Vec<Value>)>,
    expected: Option<(Vec<JournalEntry>, Hashes)>,
    /// Journals of the branches that are not the present one, as they were left.
    left: BTreeMap<BranchId, Vec<JournalEntry>>,
    tried: [u32; 3],
}

impl Walk {
    fn new(level: Level, seed: u64, frames: u64, settings: Vec<(&'static str, Vec<Value>)>) -> Self {
        let run = Run::new(Arc::new(level.clone())).unwrap();
        let (dice, glances, left) = (Dice::new(seed), Dice::new(seed + 1), BTreeMap::new());
        Self { level, run, dice, glances, frames, settings, expected: None, left, tried: [0; 3] }
    }

    fn check(&mut self) {
        // A step that was not possible has not changed the state.
        self.run.look_at_end();
        let journal = self.run.journal().entries();
        if self.expected.as_ref().is_none_or(|(known, _)| known != journal) {
            let hashes = straight(&self.level, journal, self.frames + 1);
            self.expected = Some((journal.to_vec(), hashes));
        }
        let (_, hashes) = self.expected.as_ref().unwrap();
        let moment = self.run.moment();
        assert_eq!(self.run.world().hash(), hashes[&moment][1], "at {moment:?} with {journal:?}");
        for sample in self.run.samples() {
            assert_eq!(sample.hash, hashes[&(sample.frame, 0)][1], "frame {}", sample.frame);
        }
        assert_eq!(self.run.divergence(), None);
        if let Some(trace) = self.run.trace() {
            let led = (trace.frame, trace.substep);
            assert_eq!(self.run.moment_before(moment), Some(led));
        }
        for branch in self.run.branches() {
            if let Some(entries) = self.left.get(&branch.id) {
                assert_eq!(branch.inputs, entries.len());
            }
        }
    }

    /// Any phase of the substep that led here, every now and then.
    fn check_inside(&mut self) {
        let Some(led) = self.run.moment_before(self.run.moment()).filter(|_| self.glances.roll(4) == 0) else { return };
        let end = self.run.world().hash();
        let mut world = straight_world(&self.level, self.run.journal().entries(), led);
        let count = self.run.phases().len();
        let phase = self.glances.roll(count as u64) as usize;
        self.run.look_inside(phase + 1);
        let change = world.clone().step_substep_around(phase).expect("as many phases in the straight run");
        assert_eq!(self.run.world().hash(), change.after.hash(), "phase {phase} of the substep after {led:?}");
        assert_eq!(self.run.phase_change().unwrap().before.hash(), change.before.hash());
        assert_eq!(world.step_substep_listed(), self.run.phases());
        match self.glances.roll(3) {
            0 => self.run.look_at_end(),
            1 => drop(self.run.back_phase()),
            _ => return,
        }
        if self.run.phases_done().is_none() && phase > 0 {
            assert_eq!(self.run.world().hash(), end, "its end is as it was");
        }
    }

    fn step(&mut self) {
        let id = self.run.branch().id;
        let before = self.run.journal().entries().to_vec();
        match self.dice.roll(12) {
            0 | 1 => {
                let frame = self.dice.roll(self.run.last_frame() + 1);
                self.run.seek(frame);
            }
            2 => drop(self.run.back_frame()),
            3 => drop(self.run.back_substep()),
            4 if self.run.frame() < self.frames => self.run.step_substep(),
            5..=7 if self.run.frame() < self.frames => {
                for _ in 0..self.dice.roll(5) {
                    if self.run.frame() < self.frames {
                        self.run.step_frame();
                    }
                }
            }
            8 => self.input(),
            9 => self.input(),
            10 => self.switch(),
            _ => self.remove(),
        }
        if self.run.branch().id != id && self.run.branches().iter().any(|branch| branch.id == id) {
            self.left.insert(id, before);
        }
        let present = self.run.branch().id;
        self.left.remove(&present);
    }

    fn input(&mut self) {
        let (x, y) = (self.dice.part(), self.dice.part());
        match self.dice.roll(4) {
            0 => self.run.set_hand(None),
            1 => {
                let held = match self.level.bodies.is_empty() {
                    true => Held::Disc(5),
                    false if x > 0.0 => Held::Node(0, 2),
                    false => Held::Disc(1),
                };
                let hand = Hand { held, target: [3.0 * x, 2.0 + y], stiffness: 0.05, damping: 0.01 };
                self.run.set_hand(Some(hand));
            }
            2 => {
                let discs = self.level.discs.len() as u64;
                let places = [Place::Body(0), Place::Node(2, 2), Place::Disc(self.dice.roll(discs) as usize)];
                let place = places[self.dice.roll(3) as usize];
                self.tried[0] += u32::from(self.run.nudge(place, [0.1 * x, 0.1 * y]).is_ok());
            }
            _ => {
                let which = self.dice.roll(self.settings.len() as u64) as usize;
                let (path, values) = &self.settings[which];
                let value = &values[self.dice.roll(values.len() as u64) as usize];
                match self.run.set(path, value) {
                    Ok(is_new) => self.tried[1] += u32::from(is_new),
                    Err(error) => {
                        let is_time = ["world.substeps", "world.frame_time"].contains(&error.place.as_str());
                        assert!(is_time && self.run.substep() != 0, "{error}");
                    }
                }
            }
        }
    }

    fn switch(&mut self) {
        let branches = self.run.branches();
        let target = branches[self.dice.roll(branches.len() as u64) as usize].clone();
        if target.id == self.run.branch().id {
            return;
        }
        assert!(self.run.switch_branch(target.id));
        assert_eq!(self.run.last_frame(), target.last_frame);
        let known = self.left.get(&target.id).expect("it was left");
        assert_eq!(self.run.journal().entries(), known, "a branch comes back as it was left");
        self.tried[2] += 1;
    }

    fn remove(&mut self) {
        let count = self.run.journal().entries().len() as u64;
        if count == 0 {
            return;
        }
        let number = self.dice.roll(count) as usize;
        // A later setting may depend on it.
        let _ = self.run.remove(&[number]);
    }
}

/// What can be set in `everything`, in a world with substeps and frame times that change too.
fn settings() -> Vec<(&'static str, Vec<Value>)> {
    vec![
        ("world.gravity", vec![json!([0.0, -0.02]), json!([0.001, -0.004]), json!([-0.005, 0.003])]),
        ("world.gravity[1]", vec![json!(-0.01), json!(0.0)]),
        ("world.integrator", vec![json!("Verlet"), json!("SemiImplicitEuler"), json!("ExplicitEuler")]),
        ("world.substeps", vec![json!(4), json!(3), json!(7)]),
        ("world.frame_time", vec![json!(1.0), json!(0.7)]),
        ("world.velocity_retention", vec![json!(1.0), json!(0.98)]),
        ("world.contact.edge_choice", vec![json!("Distance"), json!("EntryEdge"), json!("Wedge45")]),
        ("world.contact.barycentre_rule", vec![json!(true), json!(false)]),
        ("world.contact.decor", vec![json!("Impulse"), json!({"Penalty": {"stiffness": 0.2, "viscosity": 0.02}})]),
        ("world.discs", vec![json!("Swept"), json!("Discrete")]),
        ("world.bounds", vec![json!(null), json!({"min": [-5.0, -3.0], "max": [5.0, 5.0], "restitution": 0.5})]),
        ("bodies[0].motion", vec![json!("Fixed"), json!("Dynamic")]),
        ("bodies[0].motion", vec![json!({"Driven": {"points": [[0.0, 0.0], [0.2, 0.1]], "period": 9.0}})]),
        ("bodies[1].motion", vec![json!("Fixed"), json!("Dynamic")]),
        ("bodies[0].gas", vec![json!(0.0), json!(0.1), json!(0.4)]),
        ("bodies[0].restitution", vec![json!(0.0), json!(1.0)]),
        ("bodies[0].springs[*].stiffness", vec![json!(0.5), json!(1.5)]),
        ("bodies[0].nodes[*].role.Mass", vec![json!(1.0), json!(2.5)]),
        ("bodies[0].nodes[1].pinned", vec![json!(true), json!(false)]),
        ("bodies[2].nodes[0].pinned", vec![json!(true), json!(false)]),
        ("bodies[2].sticks[*].length", vec![json!(0.9), json!(1.1)]),
        ("discs[0].motion", vec![json!("Fixed"), json!("Dynamic")]),
        ("discs[3].motion", vec![json!("Dynamic"), json!("Fixed")]),
        ("discs[*].radius", vec![json!(0.5), json!(0.25)]),
        ("obstacles[1].shape.Circle.radius", vec![json!(0.7), json!(1.2)]),
    ]
}

fn walk(mut walk: Walk, steps: u32) -> Walk {
    for _ in 0..steps {
        walk.step();
        walk.check();
        walk.check_inside();
    }
    let [nudges, sets, switches] = walk.tried;
    assert!(nudges > 0 && sets > 0 && switches > 0, "{:?} is too tame", walk.tried);
    walk
}

#[test]
fn random_seeks_through_branches_give_the_bits_of_a_straight_run() {
    for (seed, integrator) in
        [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet].into_iter().enumerate()
    {
        for round in 0..3 {
            walk(Walk::new(everything(integrator), 100 * round + seed as u64, 24, settings()), 160);
        }
    }
}

#[test]
fn random_seeks_with_sleeping_discs_give_the_bits_of_a_straight_run() {
    let settings = vec![
        ("world.gravity", vec![json!([0.0, -0.02]), json!([0.01, -0.02]), json!([0.0, 0.02])]),
        ("world.discs", vec![json!("Swept"), json!("Discrete")]),
        ("discs[3].radius", vec![json!(0.5), json!(0.3)]),
        ("discs[7].motion", vec![json!("Fixed"), json!("Dynamic")]),
    ];
    let mut start = Walk::new(heap(), 5, 70, settings);
    (0..50).for_each(|_| start.run.step_frame());
    let state = start.run.world().state();
    assert!(state.disc_asleep.iter().filter(|&&is_at_rest| is_at_rest).count() > 20, "some are to lie still");
    walk(start, 60);
}
