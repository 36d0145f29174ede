//! Inputs from outside: they act at the present moment and go into the journal. An input in the past starts a branch. A
//! rejected input changes nothing.

use super::journal::{Input, Journal, JournalEntry, Nudge, SettingChange};
use super::settings_epochs::SettingsEpochs;
use super::{Moment, Run};
use crate::engine::Hand;
use crate::level::format::FormatError;
use crate::level::{DocumentPath, Place, Point};
use serde_json::Value;

impl Run {
    /// All inputs by time, including later ones than the present.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Grabs or releases a node, from the present substep on.
    pub fn set_hand(&mut self, hand: Option<Hand>) {
        if self.hand() == hand {
            return;
        }
        let is_same_drag = hand.zip(self.hand()).is_some_and(|(new, old)| new.held == old.held);
        let input = Input::Hand(hand);
        self.make_way(&input, is_same_drag);
        self.note_arrival();
        self.world.set_hand(hand);
        let present = self.journal.at(self.moment());
        let mut end = present.end;
        if !present.is_empty() && matches!(self.journal.entries()[end - 1].input, Input::Hand(_)) {
            end -= 1;
        }
        // Grabbing and releasing at the same moment cancel out.
        let earlier = self.journal.entries()[..end].iter().rev();
        let was =
            earlier.filter_map(|entry| if let Input::Hand(hand) = entry.input { Some(hand) } else { None }).next();
        if was.flatten() == hand {
            self.journal.replace_from(end, []);
            self.measure_again();
            self.rejoin();
        } else {
            self.journal.replace_from(end, [JournalEntry { moment: self.moment(), input }]);
            self.measure_again();
        }
        self.branches.held = self.branches.held.filter(|_| hand.is_some()).or(hand.map(|_| self.branches.head.id));
    }

    /// Changes the velocity of a node, of all free nodes of a body, or of a disc, at the present moment.
    ///
    /// # Errors
    /// If the part cannot be pushed: its place and the reason.
    pub fn nudge(&mut self, place: Place, change: Point) -> Result<(), FormatError> {
        let refuse = |reason: String| FormatError::at(place, reason);
        if !change.iter().all(|part| part.is_finite()) {
            return Err(refuse("a push must be finite".to_owned()));
        }
        self.world.can_nudge(place).map_err(|reason| refuse(format!("it {reason}")))?;
        let input = Input::Nudge(Nudge { place, change });
        self.make_way(&input, false);
        self.note_arrival();
        let end = self.journal.at(self.moment()).end;
        self.journal.replace_from(end, [JournalEntry { moment: self.moment(), input }]);
        self.act(end);
        self.measure_again();
        Ok(())
    }

    /// Changes a setting from the present moment on. False if it already has that value.
    ///
    /// # Errors
    /// If the path does not exist, the value is rejected, or the setting cannot change during a run: the place and the
    /// reason.
    pub fn set(&mut self, path: &str, value: &Value) -> Result<bool, FormatError> {
        let set = SettingChange { path: DocumentPath::parse(path)?, value: value.clone() };
        let present = self.moment();
        // Tested on a copy first, so that a rejected setting does not start a branch.
        let mut epochs = self.epochs.clone();
        epochs.set(self.epoch, present, set.clone())?;
        if epochs.changes_nothing(self.epoch + 1) {
            return Ok(false);
        }
        let input = Input::Set(set);
        self.make_way(&input, false);
        self.note_arrival();
        let here = self.journal.at(present);
        // A second change of a setting at the same moment replaces the first.
        let again = |entry: &JournalEntry| match (&entry.input, &input) {
            (Input::Set(old), Input::Set(new)) => old.path == new.path,
            _ => false,
        };
        let old = here.clone().find(|&index| again(&self.journal.entries()[index]));
        let mut entries: Vec<JournalEntry> = self.journal.entries()[here.clone()].to_vec();
        match old {
            Some(old) => entries[old - here.start].input = input,
            None => entries.push(JournalEntry { moment: present, input }),
        }
        self.put_present(here.start, entries);
        self.rejoin();
        Ok(true)
    }

    /// Replaces the inputs of the present moment; there must be no later ones. Settings without effect are dropped.
    fn put_present(&mut self, start: usize, entries: Vec<JournalEntry>) {
        let present = self.moment();
        let mut count = self.epochs.before(present);
        self.epochs.truncate(count);
        let mut kept = Vec::with_capacity(entries.len());
        for entry in entries {
            if let Input::Set(set) = &entry.input {
                if self.epochs.set(count, present, set.clone()).is_err() || self.epochs.changes_nothing(count + 1) {
                    self.epochs.truncate(count);
                    continue;
                }
                count += 1;
            }
            kept.push(entry);
        }
        self.journal.replace_from(start, kept);
        self.forget_from(present);
        self.arrive_again();
    }

    /// Removes inputs from the journal by index; later inputs stay. The old timeline is kept as a branch. The present
    /// moves back to the first removed input if it is later. Returns that input's moment.
    ///
    /// # Errors
    /// If a later setting depends on a removed one: the later one's path and the reason.
    pub fn remove(&mut self, numbers: &[usize]) -> Result<Option<Moment>, FormatError> {
        let entries = self.journal.entries().iter().enumerate();
        let gone = |index: &usize| numbers.contains(index);
        let left: Vec<JournalEntry> =
            entries.filter(|(index, _)| !gone(index)).map(|(_, entry)| entry.clone()).collect();
        let Some(first) = (0..self.journal.entries().len()).find(gone) else { return Ok(None) };
        let what = self.journal.entries()[first].input.describe(&self.level);
        let more = if numbers.len() > 1 { format!(" and {} more", numbers.len() - 1) } else { String::new() };
        self.replace_journal(left, format!("without {what}{more}")).map(Some)
    }

    /// Indices of the changed settings, up to the present moment.
    pub fn live_changes(&self) -> Vec<usize> {
        let entries = self.journal.entries()[..self.journal.up_to(self.moment())].iter().enumerate();
        entries.filter(|(_, entry)| matches!(entry.input, Input::Set(_))).map(|(index, _)| index).collect()
    }

    /// Starts a branch with another journal.
    fn replace_journal(&mut self, entries: Vec<JournalEntry>, name: String) -> Result<Moment, FormatError> {
        let epochs = self.epochs_of(&entries).map_err(|(index, mut error)| {
            let JournalEntry { moment, input } = &entries[index];
            let what = input.describe(&self.level);
            error.reason = format!("{} (the later input \"{what}\" at frame {} depends on it)", error.reason, moment.0);
            error
        })?;
        let Some(changed) = self.journal.parting(&entries) else { return Ok(self.moment()) };
        let extent = self.extent();
        self.branch_off(changed, name);
        self.forget_from(changed);
        self.recorded.cut(changed.0);
        self.recorded.last = extent.0;
        self.journal.replace_from(0, entries);
        self.epochs = epochs;
        self.retreat(changed);
        Ok(changed)
    }

    /// The settings epochs that result from these inputs.
    fn epochs_of(&self, entries: &[JournalEntry]) -> Result<SettingsEpochs, (usize, FormatError)> {
        let mut epochs = self.epochs.clone();
        epochs.truncate(0);
        for (index, JournalEntry { moment, input }) in entries.iter().enumerate() {
            let substeps = epochs.substeps_in(moment.0);
            if moment.1 >= substeps {
                let reason = format!("frame {} has no substep {}, only {substeps}", moment.0, moment.1);
                return Err((index, FormatError::at("", reason)));
            }
            if let Input::Set(set) = input {
                epochs.set(epochs.count(), *moment, set.clone()).map_err(|error| (index, error))?;
            }
        }
        Ok(epochs)
    }

    /// Checks that a run of this level accepts these inputs.
    ///
    /// # Errors
    /// The index of the first rejected input, and the reason.
    pub(in crate::debugger) fn check_settings(&self, entries: &[JournalEntry]) -> Result<(), (usize, FormatError)> {
        self.epochs_of(entries).map(drop)
    }

    /// Copies the changes of another run's journal since `seen`. Returns the first moment that differs. None if nothing
    /// changed.
    pub(in crate::debugger) fn follow_run(&mut self, leader: &Run, seen: &mut Option<u64>) -> Option<Moment> {
        let journal = leader.journal();
        let from = seen.map_or(0, |seen| journal.changed_since(seen));
        if seen.replace(journal.version()) == Some(journal.version()) {
            return None;
        }
        self.follow_journal(from, journal.entries()[from..].to_vec())
    }

    /// Replaces the journal from an entry on, for a run that follows another. Drops what was simulated after the first
    /// change and moves the present back to it if it is later. Returns the first moment that differs.
    pub(in crate::debugger) fn follow_journal(&mut self, from: usize, entries: Vec<JournalEntry>) -> Option<Moment> {
        let old = &self.journal.entries()[from.min(self.journal.entries().len())..];
        let common = old.iter().zip(&entries).take_while(|(a, b)| a == b).count();
        let firsts = [old.get(common), entries.get(common)];
        let changed = firsts.into_iter().flatten().map(|entry| entry.moment).min()?;
        self.note_arrival();
        self.journal.replace_from(from, entries);
        let kept = self.epochs.before(changed);
        self.epochs.truncate(kept);
        let start = self.journal.entries().partition_point(|entry| entry.moment < changed);
        for entry in &self.journal.entries()[start..] {
            if let Input::Set(set) = &entry.input {
                self.epochs.follow(self.epochs.count(), entry.moment, set);
            }
        }
        if changed <= self.last {
            self.forget_from(changed);
        }
        self.retreat(changed);
        Some(changed)
    }

    /// Moves back to the first moment that may have changed, if the present is not earlier.
    pub(super) fn retreat(&mut self, changed: Moment) {
        let present = self.moment();
        if present == changed && present <= self.last {
            self.arrive_again();
        } else if present > changed || present > self.last {
            self.history += 1;
            self.trace = None;
            self.return_to_kept(changed.min(self.last));
            // The substep before it must be stepped again, so that it can be explained.
            let target = self.moment();
            if let Some(short) = self.moment_before(target) {
                self.return_to_kept(short);
                while self.moment() < short {
                    self.advance();
                }
                self.step_substep();
            }
        }
    }

    /// Before a journal change: stores the present state as reached, if no input acts at the present moment.
    pub(super) fn note_arrival(&mut self) {
        self.inside = None;
        if self.journal.at(self.moment()).is_empty() {
            self.arrival.clone_from(self.world.state());
        }
    }

    /// Applies the inputs of the present moment again.
    fn arrive_again(&mut self) {
        // The substep that led here is unchanged.
        let (state, before) = (self.arrival.clone(), self.before.take());
        self.restore(&state);
        self.before = before;
    }

    /// Before an input at the present moment: turns later inputs into a branch of their own.
    fn make_way(&mut self, input: &Input, is_same_drag: bool) {
        let present = self.moment();
        let is_last = present >= self.extent() && self.journal.up_to(present) == self.journal.entries().len();
        if is_last {
            return;
        }
        let is_own_drag = is_same_drag && self.branches.held == Some(self.branches.head.id);
        if !is_own_drag {
            self.branch_off(present, input.describe(&self.level));
        }
        self.journal.replace_from(self.journal.up_to(present), []);
        self.epochs.truncate(self.epoch);
        self.forget_beyond(present);
        self.recorded.cut(present.0);
    }
}
