//! Every change that an author can make to a level, against expectations worked out by hand.

mod adding;
mod aligning;
mod clipboard;
mod joining;
mod mirroring;
mod orienting;
mod removing;
mod splitting;
mod support;
mod transforming;
