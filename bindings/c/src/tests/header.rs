//! The committed header is the one of the sources.

use std::path::Path;

/// The sources with exported items, in the order of the header.
const SOURCES: [&str; 13] = [
    "lib.rs",
    "error.rs",
    "types.rs",
    "load.rs",
    "time.rs",
    "lookup.rs",
    "names.rs",
    "reading.rs",
    "acting.rs",
    "spawning.rs",
    "events.rs",
    "queries.rs",
    "snapshot.rs",
];

fn header() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let files = SOURCES.iter().chain(&["draw.rs", "overlays.rs"]).map(|file| root.join("src").join(file));
    let builder = files.fold(cbindgen::Builder::new().with_config(config), cbindgen::Builder::with_src);
    let mut text = Vec::new();
    builder.generate().unwrap().write(&mut text);
    String::from_utf8(text).unwrap()
}

#[test]
fn header_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/blobsmith.h");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, header()).unwrap();
    }
    assert!(std::fs::read_to_string(&path).unwrap() == header(), "write it: BLESS=1 cargo test -p blobsmith-c header");
}
