//! Instruction sets of this machine, and the dispatch of a kernel to one of them.
//!
//! A kernel is written once over `fearless_simd::Simd` and compiled for every set. Invariant: all sets give the same bits, because
//! kernels use only `+ - * /` and `sqrt`, never fused.

use fearless_simd::{Level, Simd};

/// The instruction set of a world's steps. All sets give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstructionSet {
    /// Scalar code, spring by spring as in the sources: the reference for the others, and the fallback on other machines.
    Plain,
    /// SSE2, part of every x86-64 processor: two lanes.
    Sse2,
    /// AVX2: four lanes.
    Avx2,
    /// AVX-512 as of Ice Lake and Zen 4: eight lanes.
    Avx512,
    /// 64-bit ARM: two lanes.
    Neon,
    /// WebAssembly, if compiled with `simd128`: two lanes.
    Simd128,
}

impl InstructionSet {
    /// All instruction sets.
    pub const ALL: [Self; 6] = [Self::Plain, Self::Sse2, Self::Avx2, Self::Avx512, Self::Neon, Self::Simd128];

    /// Name for the user interface.
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

    /// Iterates over the sets of this machine, widest last.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|&set| set == Self::Plain || set.run(Nothing).is_some())
    }

    /// Returns the widest set of this machine.
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self::Plain)
    }

    /// Runs a kernel with these instructions; none for `Plain`, or if the machine does not support them.
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

/// Work that is compiled for every instruction set.
///
/// `run` and all functions that it calls must be `#[inline(always)]`: only code inlined into the caller uses its instructions.
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

/// Empty kernel: tests if the machine supports the instructions.
struct Nothing;

impl Kernel for Nothing {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, _: S) {}
}
