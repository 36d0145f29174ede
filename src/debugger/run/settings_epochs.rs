//! Settings epochs: the levels in force, by time. Each results from the previous one by one setting.
//!
//! Beyond the memory budget, epochs are dropped and computed again from the settings.

use super::journal::SettingChange;
use super::{Moment, change};
use crate::engine::{Layout, World};
use crate::level::format::{self, FormatError};
use crate::level::{Level, Twin, user_data};
use std::sync::Arc;

/// Approximate most bytes of all levels and layouts together.
const BUDGET: usize = 64 << 20;

/// A level in force, compiled.
#[derive(Clone, Debug)]
pub(super) struct SettingsEpoch {
    pub level: Arc<Level>,
    pub layout: Arc<Layout>,
}

#[derive(Clone, Debug)]
struct SettingStep {
    moment: Moment,
    set: SettingChange,
    /// Substeps per frame from then on.
    substeps: u32,
    /// The epoch. None until it is needed.
    epoch: Option<SettingsEpoch>,
}

/// The epochs of a run.
#[derive(Clone, Debug)]
pub(super) struct SettingsEpochs {
    start: SettingsEpoch,
    /// Settings of a twin that override all others.
    instead: Option<Twin>,
    steps: Vec<SettingStep>,
}

impl SettingsEpochs {
    /// The initial level, without settings.
    pub fn new(level: Arc<Level>, world: &World, instead: Option<Twin>) -> Self {
        let start = SettingsEpoch { level, layout: world.shared_layout().clone() };
        Self { start, instead, steps: Vec::new() }
    }

    /// Number of changed settings.
    pub fn count(&self) -> usize {
        self.steps.len()
    }

    /// The initial level.
    pub fn start(&self) -> &Arc<Level> {
        &self.start.level
    }

    /// The initial level, compiled.
    pub fn start_layout(&self) -> &Arc<Layout> {
        &self.start.layout
    }

    /// Number of settings changed before a moment.
    pub fn before(&self, moment: Moment) -> usize {
        self.steps.partition_point(|step| step.moment < moment)
    }

    /// Number of substeps in a frame.
    pub fn substeps_in(&self, frame: u64) -> u32 {
        let index = self.steps.partition_point(|step| step.moment <= (frame, 0));
        if index == 0 { self.start.level.world.substeps } else { self.steps[index - 1].substeps }
    }

    /// The epoch after n changes. None if it is not computed at present.
    fn known(&self, index: usize) -> Option<&SettingsEpoch> {
        if index == 0 { Some(&self.start) } else { self.steps[index - 1].epoch.as_ref() }
    }

    /// The epoch after n changes, computed if necessary.
    pub fn get(&mut self, index: usize) -> SettingsEpoch {
        let from = (0..=index).rev().find(|&i| self.known(i).is_some()).unwrap_or(0);
        let mut epoch = self.known(from).unwrap_or(&self.start).clone();
        if from == index {
            return epoch;
        }
        for step in from..index {
            let SettingStep { moment, set, .. } = &self.steps[step];
            epoch = self.next(&epoch, *moment, set).unwrap_or(epoch);
            self.steps[step].epoch = Some(epoch.clone());
        }
        self.make_room(index);
        epoch
    }

    /// The epoch that results from an epoch by a setting.
    fn next(&self, epoch: &SettingsEpoch, moment: Moment, set: &SettingChange) -> Result<SettingsEpoch, FormatError> {
        let mut level = Level::clone(&epoch.level);
        set.path.set(&mut level, &set.value)?;
        if let Some(twin) = &self.instead {
            level = twin.level(&level);
            format::validate(&level)?;
        }
        change::check(&epoch.level, &level, moment)?;
        let layout = epoch.layout.succeeded_by(&level, moment.0)?;
        Ok(SettingsEpoch { level: Arc::new(level), layout })
    }

    /// True if the epoch after n changes has the same level as the one before.
    pub fn changes_nothing(&mut self, index: usize) -> bool {
        index > 0 && self.get(index).level == self.get(index - 1).level
    }

    /// Adds a setting after n others; drops later ones.
    ///
    /// # Errors
    /// If the setting is rejected; then nothing changes.
    pub fn set(&mut self, after: usize, moment: Moment, set: SettingChange) -> Result<(), FormatError> {
        let before = self.get(after);
        let epoch = self.next(&before, moment, &set)?;
        self.steps.truncate(after);
        let substeps = epoch.level.world.substeps;
        self.steps.push(SettingStep { moment, set, substeps, epoch: Some(epoch) });
        self.make_room(self.steps.len());
        Ok(())
    }

    /// The same for a twin, which skips settings that do not apply to it.
    pub fn follow(&mut self, after: usize, moment: Moment, set: &SettingChange) {
        if self.set(after, moment, set.clone()).is_err() {
            let epoch = self.get(after);
            self.steps.truncate(after);
            let substeps = epoch.level.world.substeps;
            self.steps.push(SettingStep { moment, set: set.clone(), substeps, epoch: Some(epoch) });
        }
    }

    /// Drops settings after the first n.
    pub fn truncate(&mut self, count: usize) {
        self.steps.truncate(count);
    }

    /// Copies name, notes, user data and editor data from a level.
    pub fn relabel(&mut self, level: &Arc<Level>) {
        for epoch in self.steps.iter_mut().filter_map(|step| step.epoch.as_mut()) {
            let old = Arc::make_mut(&mut epoch.level);
            old.name.clone_from(&level.name);
            old.notes.clone_from(&level.notes);
            old.editor.clone_from(&level.editor);
            user_data::copy(level, old);
        }
        self.start.level = level.clone();
    }

    /// Approximate bytes in use.
    pub fn weight(&self) -> usize {
        let level = &self.start.level;
        let parts =
            |body: &crate::level::Body| body.nodes.len() + body.springs.len() + body.sticks.len() + body.hull.len();
        let each = 2048 + level.bodies.iter().map(parts).sum::<usize>() * 130 + level.discs.len() * 300;
        each * (1 + self.steps.iter().filter(|step| step.epoch.is_some()).count())
    }

    /// Drops every second computed epoch, except the one in use, until the budget holds.
    fn make_room(&mut self, keep: usize) {
        while self.weight() > BUDGET {
            let mut is_kept = false;
            let mut dropped = 0;
            for (index, step) in self.steps.iter_mut().enumerate() {
                if step.epoch.is_some() && index + 1 != keep {
                    is_kept = !is_kept;
                    if is_kept {
                        step.epoch = None;
                        dropped += 1;
                    }
                }
            }
            if dropped == 0 {
                return;
            }
        }
    }
}
