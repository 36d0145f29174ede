//! Every change that an author can make to a level, against expectations worked out by hand.

#[path = "../scenes/mod.rs"]
mod scenes;

mod adding;
mod aligning;
mod clipboard;
mod drawn;
#[cfg(feature = "editor")]
mod format_2;
#[cfg(feature = "editor")]
mod history;
mod joining;
mod keeping;
mod links;
mod markers;
mod mirroring;
mod mirroring_bodies;
mod orienting;
mod random;
mod removing;
#[cfg(feature = "editor")]
mod sequences;
mod splitting;
mod support;
mod symmetric;
mod transforming;
mod user_data;
