//! All overlays: those of `blobsmith-engine`, and those that need more than it has, one per file.

mod retriangulation;

pub use blobsmith_engine::picture::overlays::*;

use blobsmith_engine::picture::overlays;

/// Number of overlays painted below the first one here.
const BELOW: usize = 11;

/// All overlays in order of painting and listing.
pub const ALL: &[Overlay] = &{
    let (below, above) = overlays::ALL.split_at(BELOW);
    joined::<{ overlays::ALL.len() + 1 }>(&[below, &[retriangulation::OVERLAY], above])
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retriangulation_is_painted_over_the_balloon_overlay() {
        assert_eq!(ALL[BELOW - 1].id, "balloon");
    }
}
