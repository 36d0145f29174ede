//! Level files: what is refused, where and why; what survives writing and reading; what happens to files on disk.

#[path = "format/files.rs"]
mod files;
#[path = "format/quick.rs"]
mod quick;
#[path = "format/random.rs"]
mod random;
#[path = "format/refusals.rs"]
mod refusals;
#[path = "format/round_trip.rs"]
mod round_trip;
#[path = "format/schema.rs"]
mod schema;
#[path = "format/text.rs"]
mod text;
