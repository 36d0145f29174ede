//! The substep that led to the present moment: what it did, and what it looked like on the way.
//!
//! A second world does it once more; the run itself is not touched.

use super::super::inside::{SubstepPhases, View};
use super::Run;
use crate::engine::phases::{Change, Seen};
use crate::engine::{Trace, World};

impl Run {
    /// A second world, one substep before the present; none at the beginning.
    fn explainer(&mut self) -> Option<&mut World> {
        let before = self.before.as_ref()?;
        let explainer = self.explainer.get_or_insert_with(|| Box::new(self.world.clone()));
        explainer.restore_under(&self.before_layout, before);
        Some(explainer)
    }

    /// The phases of the substep that led to the present moment, in order; none at the beginning.
    pub fn phases(&mut self) -> &[Seen] {
        if self.inside.is_none() {
            let phases = self.explainer().map(World::step_substep_listed);
            self.inside = Some(SubstepPhases::new(phases.unwrap_or_default()));
        }
        self.inside.as_ref().map_or(&[], |inside| &inside.phases)
    }

    /// The same where they are known already: after [`Run::phases`] or a look inside, until one goes on.
    pub fn known_phases(&self) -> &[Seen] {
        self.inside.as_ref().map_or(&[], |inside| &inside.phases)
    }

    /// How many phases of that substep are done as it is shown; none when it is shown at its end.
    pub fn phases_done(&self) -> Option<usize> {
        self.inside.as_ref()?.view.as_ref().map(|view| view.done)
    }

    /// The last phase that is done as the substep is shown, with the states around it; none at its end.
    pub fn phase_change(&self) -> Option<&Change> {
        self.inside.as_ref()?.view.as_ref().map(|view| &view.change)
    }

    /// Shows the substep that led here when so many of its phases are done; at 0 or beyond the last one, as it ends.
    pub fn look_inside(&mut self, done: usize) {
        let count = self.phases().len();
        let is_within = done > 0 && done <= count;
        let change =
            if is_within { self.explainer().and_then(|world| world.step_substep_around(done - 1)) } else { None };
        let shown = self.inside.as_mut().and_then(|inside| inside.view.take()).map(|view| view.world);
        let Some(change) = change else { return };
        let mut world = shown.unwrap_or_else(|| Box::new(self.world.clone()));
        world.restore_under(&self.before_layout, &change.after);
        if let Some(inside) = &mut self.inside {
            inside.view = Some(View { done, change, world });
        }
    }

    /// Shows the present moment itself again.
    pub fn look_at_end(&mut self) {
        if let Some(inside) = &mut self.inside {
            inside.view = None;
        }
    }

    /// One phase on, into the next substep where this one is at its end.
    pub fn step_phase(&mut self) {
        match self.phases_done() {
            Some(done) if done < self.phases().len() => self.look_inside(done + 1),
            _ => {
                self.step_substep();
                self.look_inside(1);
            }
        }
    }

    /// One phase back, into the substep before where this one is at its beginning; false at the beginning of the run.
    pub fn back_phase(&mut self) -> bool {
        let before = match self.phases_done() {
            Some(done) => done - 1,
            None => self.phases().len(),
        };
        if before == 0 {
            return self.back_substep();
        }
        self.look_inside(before);
        true
    }

    /// The substep that led to the present moment, explained; none at the beginning.
    pub fn trace(&mut self) -> Option<&Trace> {
        let present = self.moment();
        if self.trace.as_ref().is_none_or(|(moment, _)| *moment != present) {
            let before = self.before.as_ref()?;
            let explainer = self.explainer.get_or_insert_with(|| Box::new(self.world.clone()));
            explainer.restore_under(&self.before_layout, before);
            let mut trace = self.trace.take().map(|(_, trace)| trace).unwrap_or_default();
            explainer.step_substep_traced(&mut trace);
            self.trace = Some((present, trace));
        }
        self.trace.as_ref().map(|(_, trace)| trace)
    }
}
