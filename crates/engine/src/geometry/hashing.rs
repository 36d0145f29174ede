//! A 64-bit hash of number bits that compares simulation states. Not resistant to chosen keys.

/// Folds 64-bit words into one; the result depends only on the words and their order.
#[derive(Clone, Copy, Debug)]
pub struct BitHasher(u64);

// 2^64 / golden ratio, and the multiplier of MurmurHash3's finaliser.
const START: u64 = 0x9e37_79b9_7f4a_7c15;
const MULTIPLIER: u64 = 0xff51_afd7_ed55_8ccd;

impl BitHasher {
    /// A hasher without input.
    pub fn new() -> Self {
        Self(START)
    }

    /// Adds one word.
    #[inline]
    pub fn word(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(MULTIPLIER);
        self.0 = mixed ^ (mixed >> 32);
    }

    /// Adds the bits of each number. `-0.0` differs from `0.0`. All NaNs count as the same, because NaN bits differ
    /// between machines.
    pub fn numbers(&mut self, numbers: &[f64]) {
        for number in numbers {
            self.word(if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() });
        }
    }

    /// The hash of all input.
    pub fn finish(&self) -> u64 {
        let mut copy = *self;
        copy.word(START);
        copy.0
    }
}

impl Default for BitHasher {
    fn default() -> Self {
        Self::new()
    }
}
