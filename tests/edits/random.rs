//! Pseudo-random numbers, the same on every machine.

/// xorshift64*.
pub struct Random(pub u64);

impl Random {
    /// Below `count`; 0 where that is 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % count.max(1)
    }

    /// True with probability 1/`count`.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}
