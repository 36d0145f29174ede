//! Playback with breakpoints: evaluates the conditions at every moment and skips nothing.

use super::Playback;
use crate::debugger::Run;
use crate::debugger::breakpoints::Watcher;
use crate::editor::background::Pace;

impl Playback {
    pub(super) fn play_watched(&mut self, run: &mut Run, pace: &Pace, watcher: &mut Watcher) {
        watcher.ready(run);
        let portion = self.portion(run);
        while self.owed >= portion {
            let (first, last) = self.looped.frames(run.last_frame());
            if self.looped.is_on && run.frame() >= last {
                self.owed -= portion;
                self.jump(run, (first, 0), pace);
                if self.seek.is_some() {
                    return;
                }
                watcher.ready(run);
                continue;
            }
            let frame = run.frame();
            while portion < 1.0 || run.frame() == frame {
                if !pace.goes_on() {
                    return self.fall_behind();
                }
                if portion < 1.0 || watcher.wants_substeps() {
                    run.step_substep();
                } else {
                    run.step_frame();
                }
                if watcher.after(run) {
                    return self.set_playing(false);
                }
                if portion < 1.0 {
                    break;
                }
            }
            self.owed -= portion;
        }
    }
}
