//! Measurement of other frames than the current one, which plots, overlays and lists show.

use super::app::App;
use super::background::Pace;
use super::background::monitor::JobState;
use super::features::Features;
use super::settings::tabs::Tab;
use egui::Context;

impl App {
    /// Measures the frames other than the current one that plots, overlays and lists show.
    pub(super) fn measure_other_frames(&mut self, pace: &Pace) {
        if self.is_measuring_stopped() {
            return;
        }
        let twin = self.features.twin.as_ref().map(|twin| twin.twin.run());
        let is_playing = self.playback.is_active();
        self.features.past.follow(&self.run, twin, &self.settings, pace);
        let is_balloon_shown = self.settings.is_shown(Tab::Balloon);
        self.features.balloon.look(is_balloon_shown, &self.run, &self.selection, pace);
        let is_log_shown = self.settings.is_shown(Tab::EventLog);
        self.features.event_log.follow(is_log_shown, &self.run, &self.selection, pace);
        let is_table_shown = self.settings.is_shown(Tab::PartsTable);
        self.features.parts_table.follow(is_table_shown, &self.run, &self.selection, pace);
        if !self.settings.is_shown(Tab::Plots) {
            self.features.plots.rest();
            return;
        }
        self.features.plots.prepare(self.document.level(), &self.selection, &self.settings.plots);
        self.features.plots.measure(&self.run, twin, pace);
        if is_playing && self.settings.plots_follow {
            self.features.plots.follow(self.run.frame() as f64);
        }
    }

    /// Whether the user has stopped the measurement of other frames.
    pub(super) fn is_measuring_stopped(&self) -> bool {
        self.window.measuring.as_ref().is_some_and(|state| state.is_stopped())
    }

    /// True while other frames than the current one have to be measured.
    pub(super) fn is_behind(&self) -> bool {
        let Features { plots, past, balloon, event_log, parts_table, .. } = &self.features;
        plots.is_behind || past.is_behind || balloon.is_behind || event_log.is_behind || parts_table.is_behind
    }

    /// True while other frames are measured and the user has not stopped that; updates the list of background work.
    pub(super) fn goes_on_measuring(&mut self, ctx: &Context) -> bool {
        let (is_behind, is_active) = (self.is_behind(), self.playback.is_active());
        let state = self.window.measuring.get_or_insert_with(|| JobState::register(ctx, "Measuring of frames"));
        // While it plays there is always something to measure.
        state.set_busy(is_behind && !is_active);
        if is_active {
            state.stop(false);
        }
        is_behind && !state.is_stopped()
    }
}
