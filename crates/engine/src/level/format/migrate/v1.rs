//! Format 1, the first and newest version; there is nothing to upgrade to.
//!
//! For format 2, add the conversion from 1 to 2 here, and `v2.rs` as the newest.

use super::FormatVersion;

/// Format 1.
pub(super) const VERSION: FormatVersion = FormatVersion { number: 1, upgrade: None };
