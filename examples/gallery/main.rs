//! Writes the levels of `levels/` from the functions in `make/`.
//!
//! Run it after changing one: `cargo run --example gallery` (`-- DIR` writes elsewhere). `cargo test --test levels`
//! compares the files with its output. A new level needs a row in `make::ALL` and one in `src/level/gallery.rs`.

mod make;

use blobsmith::level::format;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let folder = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("levels"), PathBuf::from);
    if let Err(error) = std::fs::create_dir_all(folder.join("parts")) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    for (id, level) in make::ALL.iter().chain(make::PARTS) {
        let path = folder.join(format!("{id}.ron"));
        if let Err(error) = format::save(&make::claims::on(id, level()), &path) {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
        println!("{}", path.display());
    }
    ExitCode::SUCCESS
}
