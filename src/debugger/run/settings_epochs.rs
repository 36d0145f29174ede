//! Regimes: the levels that are in force one after the other, each what the one before becomes by one setting.
//!
//! Regimes that take too much room are made again from the settings.

use super::journal::SettingChange;
use super::{Moment, change};
use crate::engine::{Layout, World};
use crate::level::format::{self, FormatError};
use crate::level::{Level, Twin};
use std::sync::Arc;

/// Bytes that all levels and layouts together may take, roughly.
const BUDGET: usize = 64 << 20;

/// A level in force.
#[derive(Clone, Debug)]
pub(super) struct SettingsEpoch {
    pub level: Arc<Level>,
    pub layout: Arc<Layout>,
}

#[derive(Clone, Debug)]
struct SettingStep {
    moment: Moment,
    set: SettingChange,
    /// Substeps of a frame from then on.
    substeps: u32,
    /// Made when it is wanted.
    regime: Option<SettingsEpoch>,
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct SettingsEpochs {
    start: SettingsEpoch,
    /// Settings that hold whatever is set: those of a twin.
    instead: Option<Twin>,
    steps: Vec<SettingStep>,
}

impl SettingsEpochs {
    /// The level alone.
    pub fn new(level: Arc<Level>, world: &World, instead: Option<Twin>) -> Self {
        let start = SettingsEpoch { level, layout: world.shared_layout().clone() };
        Self { start, instead, steps: Vec::new() }
    }

    /// How many settings changed.
    pub fn count(&self) -> usize {
        self.steps.len()
    }

    /// The level that the run starts with.
    pub fn start(&self) -> &Arc<Level> {
        &self.start.level
    }

    /// The same compiled.
    pub fn start_layout(&self) -> &Arc<Layout> {
        &self.start.layout
    }

    /// How many settings changed before a moment.
    pub fn before(&self, moment: Moment) -> usize {
        self.steps.partition_point(|step| step.moment < moment)
    }

    /// Substeps of a frame.
    pub fn substeps_in(&self, frame: u64) -> u32 {
        let index = self.steps.partition_point(|step| step.moment <= (frame, 0));
        if index == 0 { self.start.level.world.substeps } else { self.steps[index - 1].substeps }
    }

    /// The regime after so many changes, as far as it is known.
    fn known(&self, index: usize) -> Option<&SettingsEpoch> {
        if index == 0 { Some(&self.start) } else { self.steps[index - 1].regime.as_ref() }
    }

    /// The regime after so many changes.
    pub fn get(&mut self, index: usize) -> SettingsEpoch {
        let from = (0..=index).rev().find(|&i| self.known(i).is_some()).unwrap_or(0);
        let mut regime = self.known(from).unwrap_or(&self.start).clone();
        if from == index {
            return regime;
        }
        for step in from..index {
            let SettingStep { moment, set, .. } = &self.steps[step];
            regime = self.next(&regime, *moment, set).unwrap_or(regime);
            self.steps[step].regime = Some(regime.clone());
        }
        self.make_room(index);
        regime
    }

    /// What a regime becomes by a setting.
    fn next(&self, regime: &SettingsEpoch, moment: Moment, set: &SettingChange) -> Result<SettingsEpoch, FormatError> {
        let mut level = Level::clone(&regime.level);
        set.path.set(&mut level, &set.value)?;
        if let Some(twin) = &self.instead {
            level = twin.level(&level);
            format::validate(&level)?;
        }
        change::check(&regime.level, &level, moment)?;
        let layout = regime.layout.succeeded_by(&level, moment.0)?;
        Ok(SettingsEpoch { level: Arc::new(level), layout })
    }

    /// Whether the regime after so many changes is the same level as the one before.
    pub fn changes_nothing(&mut self, index: usize) -> bool {
        index > 0 && self.get(index).level == self.get(index - 1).level
    }

    /// Adds a setting after so many; later ones are forgotten.
    ///
    /// # Errors
    /// When it is refused; then nothing is changed.
    pub fn set(&mut self, after: usize, moment: Moment, set: SettingChange) -> Result<(), FormatError> {
        let before = self.get(after);
        let regime = self.next(&before, moment, &set)?;
        self.steps.truncate(after);
        let substeps = regime.level.world.substeps;
        self.steps.push(SettingStep { moment, set, substeps, regime: Some(regime) });
        self.make_room(self.steps.len());
        Ok(())
    }

    /// The same for a twin, which leaves out what it cannot do.
    pub fn follow(&mut self, after: usize, moment: Moment, set: &SettingChange) {
        if self.set(after, moment, set.clone()).is_err() {
            let regime = self.get(after);
            self.steps.truncate(after);
            let substeps = regime.level.world.substeps;
            self.steps.push(SettingStep { moment, set: set.clone(), substeps, regime: Some(regime) });
        }
    }

    /// Forgets settings after so many.
    pub fn truncate(&mut self, count: usize) {
        self.steps.truncate(count);
    }

    /// Takes over names, notes and what only an editor needs.
    pub fn relabel(&mut self, level: &Arc<Level>) {
        for regime in self.steps.iter_mut().filter_map(|step| step.regime.as_mut()) {
            let old = Arc::make_mut(&mut regime.level);
            old.name.clone_from(&level.name);
            old.notes.clone_from(&level.notes);
            old.editor.clone_from(&level.editor);
        }
        self.start.level = level.clone();
    }

    /// Bytes that are taken, roughly.
    pub fn weight(&self) -> usize {
        let level = &self.start.level;
        let parts =
            |body: &crate::level::Body| body.nodes.len() + body.springs.len() + body.sticks.len() + body.hull.len();
        let each = 2048 + level.bodies.iter().map(parts).sum::<usize>() * 130 + level.discs.len() * 300;
        each * (1 + self.steps.iter().filter(|step| step.regime.is_some()).count())
    }

    /// Drops every second regime that is known, but not the one in hand, until there is room.
    fn make_room(&mut self, keep: usize) {
        while self.weight() > BUDGET {
            let mut is_kept = false;
            let mut dropped = 0;
            for (index, step) in self.steps.iter_mut().enumerate() {
                if step.regime.is_some() && index + 1 != keep {
                    is_kept = !is_kept;
                    if is_kept {
                        step.regime = None;
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
