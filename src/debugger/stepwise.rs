//! Work that is done step by step, as long as whoever waits for it allows.

/// See the module.
pub(super) trait Stepwise {
    /// Whether there is nothing left to do.
    fn is_over(&self) -> bool;

    /// Does a little of what is left.
    fn step(&mut self);

    /// Goes on as long as `goes_on` says so (it is asked before every step); whether the end is reached.
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
