//! Instruction sets: those of this machine, and the dispatch of a kernel to one of them.
//!
//! A kernel is written once over `fearless_simd::Simd` and compiled for every set; all sets give the same bits, because kernels use only
//! `+ - * /` and `sqrt`, never fused.

use fearless_simd::{Level, Simd};

/// The instructions that a world steps with. All give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstructionSet {
    /// One number at a time, spring by spring as in the sources: what all others are held against, and what is left where there
    /// is nothing else.
    Plain,
    /// SSE2, which every x86-64 has: two numbers at a time.
    Sse2,
    /// AVX2: four.
    Avx2,
    /// AVX-512 as of Ice Lake and Zen 4: eight.
    Avx512,
    /// 64-bit ARM: two.
    Neon,
    /// WebAssembly, where it was compiled for it: two.
    Simd128,
}

impl InstructionSet {
    /// All there are.
    pub const ALL: [Self; 6] = [Self::Plain, Self::Sse2, Self::Avx2, Self::Avx512, Self::Neon, Self::Simd128];

    /// Name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Sse2 => "SSE2",
            Self::Avx2 => "AVX2",
            Self::Avx512 => "AVX-512",
            Self::Neon => "NEON",
            Self::Simd128 => "simd128",
        }
    }

    /// Those of this machine, the best last.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|&set| set == Self::Plain || set.run(Nothing).is_some())
    }

    /// The best of this machine.
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self::Plain)
    }

    /// Runs a kernel; none where the machine has not these instructions, or with none.
    #[inline]
    pub(in crate::engine) fn run<K: Kernel>(self, kernel: K) -> Option<K::Output> {
        match self {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Sse2 => Level::new().as_sse2().map(|simd| on(simd, kernel)),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx2 => Level::new().as_avx2().map(|simd| on(simd, kernel)),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx512 => Level::new().as_avx512().map(|simd| on(simd, kernel)),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => Level::new().as_neon().map(|simd| on(simd, kernel)),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => Level::new().as_wasm_simd128().map(|simd| on(simd, kernel)),
            _ => None,
        }
    }
}

/// Work that is compiled for every instruction set. `run` and all that it calls must be `#[inline(always)]`: only what ends up in
/// the caller uses its instructions.
pub(in crate::engine) trait Kernel {
    type Output;

    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

#[inline(always)]
fn on<S: Simd, K: Kernel>(simd: S, kernel: K) -> K::Output {
    simd.vectorize(
        #[inline(always)]
        || kernel.run(simd),
    )
}

/// Asks only whether the instructions are there.
struct Nothing;

impl Kernel for Nothing {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, _: S) {}
}
