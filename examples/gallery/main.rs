//! Writes the levels of `levels/` and their images from the functions in `make/`.
//!
//! Run it after changing one: `cargo run --example gallery` (`-- DIR` writes elsewhere). `cargo test --test levels`
//! compares the files with its output. A new level needs a row in `make::ALL` and one in `src/level/gallery.rs`.

mod make;

use blobsmith::level::format;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let folder = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("levels"), PathBuf::from);
    let image = folder.join(make::skins::IMAGE);
    let saved = image.parent().map_or(Ok(()), std::fs::create_dir_all);
    if let Err(error) = saved.and_then(|()| std::fs::write(&image, make::skins::picture())) {
        eprintln!("{}: {error}", image.display());
        return ExitCode::FAILURE;
    }
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
