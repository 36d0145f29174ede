//! The command line as a process: exit codes, streams, records, pictures.

#[path = "cli/bad_input.rs"]
mod bad_input;
#[path = "cli/bundle.rs"]
mod bundle;
#[path = "cli/check_convert.rs"]
mod check_convert;
#[path = "cli/compare.rs"]
mod compare;
#[path = "cli/convention.rs"]
mod convention;
#[path = "cli/convert_imports.rs"]
mod convert_imports;
#[path = "cli/diagnose.rs"]
mod diagnose;
#[path = "cli/edit.rs"]
mod edit;
#[path = "cli/expect.rs"]
mod expect;
#[path = "cli/explain_balloon.rs"]
mod explain_balloon;
#[path = "cli/explain_render.rs"]
mod explain_render;
#[path = "cli/explain_systems.rs"]
mod explain_systems;
#[path = "cli/export.rs"]
mod export;
#[path = "cli/format_2.rs"]
mod format_2;
#[path = "cli/guide.rs"]
mod guide;
#[path = "cli/help.rs"]
mod help;
#[path = "cli/plot.rs"]
mod plot;
#[path = "cli/replay.rs"]
mod replay;
#[path = "cli/rules.rs"]
mod rules;
#[path = "cli/run.rs"]
mod run;
#[path = "cli/safety.rs"]
mod safety;
#[path = "cli/shape.rs"]
mod shape;
#[path = "cli/shrink.rs"]
mod shrink;
#[path = "cli/support.rs"]
mod support;
#[path = "cli/sweep.rs"]
mod sweep;
#[path = "cli/until.rs"]
mod until;
