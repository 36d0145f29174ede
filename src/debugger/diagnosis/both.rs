//! A meter and an examiner as one observer.

use super::Examiner;
use crate::engine::ledger::Meter;
use crate::engine::{Layout, Observer, Phase, State, Touched};

/// A meter and an examiner as one observer; either may be absent.
pub(in crate::debugger) struct Both<'a> {
    /// Measures energy.
    pub meter: Option<&'a mut Meter>,
    /// Runs the detectors.
    pub examiner: Option<&'a mut Examiner>,
}

impl Both<'_> {
    fn each(&mut self, mut call: impl FnMut(&mut dyn Observer)) {
        if let Some(meter) = &mut self.meter {
            call(&mut **meter);
        }
        if let Some(examiner) = &mut self.examiner {
            call(&mut **examiner);
        }
    }
}

impl Observer for Both<'_> {
    fn begin(&mut self, layout: &Layout, state: &State) {
        self.each(|observer| observer.begin(layout, state));
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, state: &State) {
        self.each(|observer| observer.see(phase, touched, layout, state));
    }

    fn end(&mut self, layout: &Layout, state: &State) {
        self.each(|observer| observer.end(layout, state));
    }

    fn wants_all(&self) -> bool {
        self.meter.as_ref().is_some_and(|meter| meter.wants_all())
    }
}
