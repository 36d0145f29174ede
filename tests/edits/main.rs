//! Every change that an author can make to a level, against expectations worked out by hand.

mod adding;
mod removing;
mod support;
