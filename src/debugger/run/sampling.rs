//! The substep that led to the present moment: its trace and its phases. A second world repeats it; the run itself is
//! unchanged.

use super::super::inside::{SubstepPhases, View};
use super::Run;
use crate::engine::phases::{Change, Seen};
use crate::engine::{Layout, Observer, PhaseKind, State, Trace, World};

impl Run {
    /// A second world, one substep before the present. None at the beginning.
    fn explainer(&mut self) -> Option<&mut World> {
        let before = self.before.as_ref()?;
        let explainer = self.explainer.get_or_insert_with(|| Box::new(self.world.clone()));
        explainer.restore_under(&self.before_layout, before);
        Some(explainer)
    }

    /// The phases of the substep that led to the present moment, in order. Empty at the beginning.
    pub fn phases(&mut self) -> &[Seen] {
        if self.inside.is_none() {
            let phases = self.explainer().map(World::step_substep_listed);
            self.inside = Some(SubstepPhases::new(phases.unwrap_or_default()));
        }
        self.inside.as_ref().map_or(&[], |inside| &inside.phases)
    }

    /// The phases if already computed by [`Run::phases`] or [`Run::look_inside`]; else empty.
    pub fn known_phases(&self) -> &[Seen] {
        self.inside.as_ref().map_or(&[], |inside| &inside.phases)
    }

    /// Repeats the substep that led to the present moment with an observer. False at the beginning.
    pub(in crate::debugger) fn observe_last(&mut self, observer: &mut dyn Observer) -> bool {
        let explainer = self.explainer();
        explainer.map(|world| world.step_substep_observed(None, observer)).is_some()
    }

    /// Layout and state one substep before the present moment. None at the beginning.
    pub(in crate::debugger) fn state_before(&self) -> Option<(&Layout, &State)> {
        Some((&self.before_layout, self.before.as_ref()?))
    }

    /// Number of completed phases in the displayed state. None if the end of the substep is displayed.
    pub fn phases_done(&self) -> Option<usize> {
        self.inside.as_ref()?.view.as_ref().map(|view| view.done)
    }

    /// The frame of the displayed state.
    pub fn displayed_frame(&self) -> u64 {
        let within = self.phases_done().and_then(|_| self.moment_before(self.moment()));
        within.unwrap_or(self.moment()).0
    }

    /// Contacts in the frame of the displayed state so far: within a substep those of its completed phases, at the
    /// start of a frame those of the frame before.
    pub fn contacts_so_far(&self) -> u64 {
        let (frame, substep) = self.moment();
        let all = match self.samples().get(frame as usize) {
            Some(sample) if substep == 0 => sample.counts.contacts,
            _ => self.counts_in_frame().contacts,
        };
        let is_contact =
            |seen: &&Seen| matches!(seen.phase.kind, PhaseKind::Detect | PhaseKind::Diagonal | PhaseKind::DiscImpact);
        let later = self.phases_done().map_or(0, |done| self.known_phases()[done..].iter().filter(is_contact).count());
        all.saturating_sub(later as u64)
    }

    /// The last completed phase in the displayed state, with the states before and after. None at the end of the
    /// substep.
    pub fn phase_change(&self) -> Option<&Change> {
        self.inside.as_ref()?.view.as_ref().map(|view| &view.change)
    }

    /// Displays the substep that led here after `done` phases. For 0 or beyond the last phase, displays its end.
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

    /// Displays the present moment itself again.
    pub fn look_at_end(&mut self) {
        if let Some(inside) = &mut self.inside {
            inside.view = None;
        }
    }

    /// Steps one phase forwards, into the next substep at the end of this one.
    pub fn step_phase(&mut self) {
        match self.phases_done() {
            Some(done) if done < self.phases().len() => self.look_inside(done + 1),
            _ => {
                self.step_substep();
                self.look_inside(1);
            }
        }
    }

    /// Steps one phase backwards, into the previous substep at the start of this one. False at the beginning of the
    /// run.
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

    /// The trace of the substep that led to the present moment. None at the beginning.
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
