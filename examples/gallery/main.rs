//! Writes the gallery: every level of `levels/`, from the functions in `make/`.
//!
//! Run it again after changing one: `cargo run --example gallery` (in the crate's folder; `-- DIR` writes elsewhere).
//! `cargo test --test levels` compares the files with what this program makes. A new level is a row in `make::ALL` here
//! and a row in `src/level/gallery.rs`.

mod make;

use blobsmith::level::format;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let folder = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("levels"), PathBuf::from);
    for (id, level) in make::ALL {
        let path = folder.join(format!("{id}.ron"));
        if let Err(error) = format::save(&make::claims::on(id, level()), &path) {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
        println!("{}", path.display());
    }
    ExitCode::SUCCESS
}
