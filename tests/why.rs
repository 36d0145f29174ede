//! Verdicts, responses and forces, compared with independent calculations on every level of the gallery.

#[path = "why/atlas.rs"]
mod atlas;
#[path = "why/changes.rs"]
mod changes;
#[path = "why/forces.rs"]
mod forces;
#[path = "why/quiet.rs"]
mod quiet;
#[path = "why/responses.rs"]
mod responses;
#[path = "why/rules.rs"]
mod rules;
#[path = "why/support.rs"]
mod support;
#[path = "why/verdicts.rs"]
mod verdicts;
