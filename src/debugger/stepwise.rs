//! Work in small steps that the caller can interrupt.

/// Work that is done in small steps.
pub(super) trait Stepwise {
    /// True if all is done.
    fn is_over(&self) -> bool;

    /// Does one step.
    fn step(&mut self);

    /// Steps while `goes_on` returns true (called before every step). True once all is done.
    fn go_on(&mut self, mut goes_on: impl FnMut() -> bool) -> bool {
        while !self.is_over() {
            if !goes_on() {
                return false;
            }
            self.step();
        }
        true
    }
}
