//! Format 1: the first. It is the newest too, so there is nothing to upgrade it to.
//!
//! When format 2 comes, this file gets the function that turns a document of format 1 into one of format 2, and `v2.rs`
//! becomes the newest.

use super::FormatVersion;

/// Format 1.
pub(super) const VERSION: FormatVersion = FormatVersion { number: 1, upgrade: None };
