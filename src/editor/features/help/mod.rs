//! Help: keys, mouse and words about the program.

pub(crate) mod panel;
