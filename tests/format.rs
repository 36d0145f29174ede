//! Level files: refusals with place and reason, round trips, and files on disk.

#[path = "format/files.rs"]
mod files;
#[path = "format/json_schema.rs"]
mod json_schema;
#[path = "format/parts.rs"]
mod parts;
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
#[path = "format/user_data.rs"]
mod user_data;
