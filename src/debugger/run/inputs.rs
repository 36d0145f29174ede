//! What comes from outside: it acts at the present moment and goes into the journal. In the past it begins a branch.
//!
//! What is refused changes nothing.

use super::journal::{Input, Journal, JournalEntry, Nudge, SettingChange};
use super::settings_epochs::SettingsEpochs;
use super::{Moment, Run};
use crate::engine::Hand;
use crate::level::format::FormatError;
use crate::level::{DocumentPath, Place, Point};
use serde_json::Value;

impl Run {
    /// What came from outside, in order of time, also beyond the present.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Holds a node or lets go, from the present substep on.
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
        // Taken and let go at one moment is nothing.
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
    /// Names what cannot be pushed, and why.
    pub fn nudge(&mut self, place: Place, change: Point) -> Result<(), FormatError> {
        let refuse = |reason: String| FormatError { file: None, place: place.to_string(), position: None, reason };
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

    /// Changes a setting from the present moment on; false when it is that already.
    ///
    /// # Errors
    /// The path leads nowhere, the value is refused, or it is none that can change in a run: the place and the reason.
    pub fn set(&mut self, path: &str, value: &Value) -> Result<bool, FormatError> {
        let set = SettingChange { path: DocumentPath::parse(path)?, value: value.clone() };
        let present = self.moment();
        // Tried on the side first, so that a refusal begins no branch.
        let mut regimes = self.regimes.clone();
        regimes.set(self.regime, present, set.clone())?;
        if regimes.changes_nothing(self.regime + 1) {
            return Ok(false);
        }
        let input = Input::Set(set);
        self.make_way(&input, false);
        self.note_arrival();
        let here = self.journal.at(present);
        // The same setting once more at this moment replaces what it was set to.
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

    /// Replaces what acts at the present moment; there is nothing later. Settings that come to nothing are left out.
    fn put_present(&mut self, start: usize, entries: Vec<JournalEntry>) {
        let present = self.moment();
        let mut count = self.regimes.before(present);
        self.regimes.truncate(count);
        let mut kept = Vec::with_capacity(entries.len());
        for entry in entries {
            if let Input::Set(set) = &entry.input {
                if self.regimes.set(count, present, set.clone()).is_err() || self.regimes.changes_nothing(count + 1) {
                    self.regimes.truncate(count);
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

    /// Takes inputs out of the journal, by their numbers; later ones stay. What was, is kept as a branch; the present is
    /// then no later than the first that is gone. Returns that one's moment.
    ///
    /// # Errors
    /// When a later setting rests on one of them: the later one's path and the reason.
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

    /// Numbers of the settings that were changed, up to the present.
    pub fn live_changes(&self) -> Vec<usize> {
        let entries = self.journal.entries()[..self.journal.up_to(self.moment())].iter().enumerate();
        entries.filter(|(_, entry)| matches!(entry.input, Input::Set(_))).map(|(index, _)| index).collect()
    }

    /// The present is a branch of what was, with another journal.
    fn replace_journal(&mut self, entries: Vec<JournalEntry>, name: String) -> Result<Moment, FormatError> {
        let regimes = self.regimes_of(&entries).map_err(|(index, mut error)| {
            let JournalEntry { moment, input } = &entries[index];
            let what = input.describe(&self.level);
            error.reason = format!("{} (the later input \"{what}\" at frame {} rests on it)", error.reason, moment.0);
            error
        })?;
        let Some(changed) = self.journal.parting(&entries) else { return Ok(self.moment()) };
        let extent = self.extent();
        self.branch_off(changed, name);
        self.forget_from(changed);
        self.recorded.cut(changed.0);
        self.recorded.last = extent.0;
        self.journal.replace_from(0, entries);
        self.regimes = regimes;
        self.retreat(changed);
        Ok(changed)
    }

    /// What is in force one after the other with these inputs.
    fn regimes_of(&self, entries: &[JournalEntry]) -> Result<SettingsEpochs, (usize, FormatError)> {
        let mut regimes = self.regimes.clone();
        regimes.truncate(0);
        for (index, JournalEntry { moment, input }) in entries.iter().enumerate() {
            let substeps = regimes.substeps_in(moment.0);
            if moment.1 >= substeps {
                let reason = format!("frame {} has no substep {}: there are {substeps}", moment.0, moment.1);
                return Err((index, FormatError { file: None, place: String::new(), position: None, reason }));
            }
            if let Input::Set(set) = input {
                regimes.set(regimes.count(), *moment, set.clone()).map_err(|error| (index, error))?;
            }
        }
        Ok(regimes)
    }

    /// Whether a run of this level could have these inputs.
    ///
    /// # Errors
    /// The number of the first that it could not have, and why.
    pub(in crate::debugger) fn check_settings(&self, entries: &[JournalEntry]) -> Result<(), (usize, FormatError)> {
        self.regimes_of(entries).map(drop)
    }

    /// Takes over the journal of another run of the same level, as far as it changed since `seen`. Returns the first moment
    /// that differs.
    pub(in crate::debugger) fn follow_run(&mut self, leader: &Run, seen: &mut Option<u64>) -> Option<Moment> {
        let journal = leader.journal();
        let from = seen.map_or(0, |seen| journal.changed_since(seen));
        if seen.replace(journal.version()) == Some(journal.version()) {
            return None;
        }
        self.follow_journal(from, journal.entries()[from..].to_vec())
    }

    /// The journal from an entry on, for a run that follows another; what was simulated beyond the first change is
    /// forgotten, and the present is not later. Returns the first moment that differs.
    pub(in crate::debugger) fn follow_journal(&mut self, from: usize, entries: Vec<JournalEntry>) -> Option<Moment> {
        let old = &self.journal.entries()[from.min(self.journal.entries().len())..];
        let common = old.iter().zip(&entries).take_while(|(a, b)| a == b).count();
        let firsts = [old.get(common), entries.get(common)];
        let changed = firsts.into_iter().flatten().map(|entry| entry.moment).min()?;
        self.note_arrival();
        self.journal.replace_from(from, entries);
        let kept = self.regimes.before(changed);
        self.regimes.truncate(kept);
        let start = self.journal.entries().partition_point(|entry| entry.moment < changed);
        for entry in &self.journal.entries()[start..] {
            if let Input::Set(set) = &entry.input {
                self.regimes.follow(self.regimes.count(), entry.moment, set);
            }
        }
        if changed <= self.last {
            self.forget_from(changed);
        }
        self.retreat(changed);
        Some(changed)
    }

    /// Goes back to where the journal may have changed, if the present is later or there.
    pub(super) fn retreat(&mut self, changed: Moment) {
        let present = self.moment();
        if present == changed && present <= self.last {
            self.arrive_again();
        } else if present > changed || present > self.last {
            self.history += 1;
            self.trace = None;
            self.return_to_kept(changed.min(self.last));
            // The substep that led there can be explained only if it is stepped.
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

    /// Before the journal changes: where nothing acts at the present moment, its state is as it was reached.
    pub(super) fn note_arrival(&mut self) {
        self.inside = None;
        if self.journal.at(self.moment()).is_empty() {
            self.arrival.clone_from(self.world.state());
        }
    }

    /// Lets the inputs of the present moment act anew.
    fn arrive_again(&mut self) {
        // What led here is the same as before.
        let (state, before) = (self.arrival.clone(), self.before.take());
        self.restore(&state);
        self.before = before;
    }

    /// Before an input at the present moment: what was there beyond it becomes a branch of its own.
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
        self.regimes.truncate(self.regime);
        self.forget_beyond(present);
        self.recorded.cut(present.0);
    }
}
