//! History tab: the steps of the document.

pub(crate) mod panel;
