//! For every defect of a level file, every command that reads it ends with exit code 2 and one sentence on stderr that
//! names file and place; the file is unchanged.

use super::support::{blobsmith, file};
use std::fs;
use std::path::Path;

/// Every command that reads a level; `{}` is the level.
const READERS: [&str; 5] = [
    "check {}",
    "run {} --frames 3",
    "explain {} --frame 1",
    "render {} --frame 1 --out {}.out.svg",
    "convert {} {}.out.ron",
];

fn refused_by_all(path: &Path, words: &[&str]) {
    for line in READERS {
        blobsmith(line, path).refused(&[&[path.to_str().expect("UTF-8")], words].concat());
        for made in ["out.svg", "out.ron"] {
            assert!(!Path::new(&format!("{}.{made}", path.display())).exists(), "{line} made a file");
        }
    }
}

#[test]
fn invalid_levels_are_refused_by_every_command() {
    let table: [(&str, &str, &[&str]); 22] = [
        ("a.ron", "", &["empty"]),
        ("a.ron", "(format: 1, bodies: [(", &["1:23", "truncated"]),
        ("a.json", "{\"format\": 1, \"bodies\": [{", &["bodies[0]", "truncated"]),
        ("a.ron", "once upon a time", &["1:1"]),
        ("a.json", "{\"name\": \"x\"}", &["`format` is missing"]),
        ("a.ron", "(format: 3)", &["1:10", "format 3", "up to 2"]),
        ("a.ron", "(format: 1, world: (substeps: 0))", &["1:31", "world.substeps", "at least 1"]),
        ("a.ron", "(format: 1, world: (substeps: 4000000000))", &["world.substeps", "at most"]),
        ("a.ron", "(format: 1, world: (frame_time: 0))", &["world.frame_time"]),
        ("a.ron", "(format: 1, world: (gravity: (0, NaN)))", &["1:34", "world.gravity[1]", "finite"]),
        ("a.json", "{\"format\": 1, \"world\": {\"gravity\": [0, 1e999]}}", &["world.gravity[1]", "finite"]),
        ("a.json", "{\"format\": 1, \"world\": {\"gravity\": [0, NaN]}}", &["world.gravity[1]"]),
        ("a.json", "{\"format\": 1, \"wrold\": {}}", &["1:15", "`wrold`", "did you mean `world`?"]),
        ("a.json", "{\"format\": 1, \"name\": 3}", &["name", "expected a string"]),
        (
            "a.json",
            "{\"format\": 1, \"bodies\": [{}, {\"nodes\": [{\"position\": [0, 0]}],\n \"springs\": [{\"a\": 0, \"b\": 1}]}]}",
            &["2:28", "bodies[1].springs[0].b", "no node 1"],
        ),
        (
            "a.ron",
            "(format: 1, bodies: [(nodes: [(position: (0, 0), role: Mass(-1))])])",
            &["nodes[0].role.Mass", "-1"],
        ),
        ("a.ron", "(format: 1, discs: [(position: (0, 0), radius: -1)])", &["discs[0].radius", "negative"]),
        ("a.ron", "(format: 1, obstacles: [(shape: Circle(center: (0, 0), radius: 0))])", &["shape.Circle.radius"]),
        ("a.ron", "(format: 1, bodies: [(hull: [(0, 18446744073709551616)])])", &["bodies[0].hull[0][1]"]),
        ("a.json", "{\"format\": 1, \"bodies\": [{\"hull\": [[0, -1]]}]}", &["bodies[0].hull[0][1]"]),
        ("a.ron", "(format: 1, editor: (x: ((((((((((", &["truncated"]),
        ("a.ron", "{\"format\": 1}", &["looks like JSON"]),
    ];
    for (name, text, words) in table {
        let (_folder, path) = file(name, text);
        refused_by_all(&path, words);
        assert_eq!(fs::read_to_string(&path).expect("still there"), text, "the file was altered");
    }
}

#[test]
fn binary_files_are_refused_by_every_command() {
    let bytes = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR";
    let (_folder, path) = file("picture.ron", bytes);
    refused_by_all(&path, &["not a text file", "byte 0 (0x89)"]);
    assert_eq!(fs::read(&path).expect("still there"), bytes);
}

#[test]
fn deep_nesting_is_refused_by_every_command() {
    for open in ["(", "[", "{", "(a:", "Some(", "\"a\":[", "{\"a\":"] {
        for (name, start) in [("a.ron", "(format: 1, editor: (x: "), ("a.json", "{\"format\": 1, \"editor\": {\"x\": ")]
        {
            let (_folder, path) = file(name, format!("{start}{}", open.repeat(200_000)));
            refused_by_all(&path, &[]);
        }
    }
}

#[test]
fn missing_files_and_folders_are_refused_by_every_command() {
    let (folder, _) = file("a.ron", "(format: 1)");
    refused_by_all(&folder.path().join("missing.ron"), &["no such file"]);
    let sub = folder.path().join("sub.ron");
    fs::create_dir(&sub).expect("created");
    refused_by_all(&sub, &["is a directory"]);
}

/// A sparse file, which takes no disk space; reading all of it would take minutes and all memory.
#[test]
fn files_of_two_gigabytes_are_refused_by_every_command() {
    let (_folder, path) = file("big.ron", "(format: 1)");
    fs::OpenOptions::new().write(true).open(&path).and_then(|file| file.set_len(2 << 30)).expect("stretched");
    refused_by_all(&path, &["2048 MB", "at most"]);
    assert_eq!(fs::metadata(&path).expect("still there").len(), 2 << 30);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;

    /// A device, reached through links with level endings, since `convert` looks at the ending first.
    #[test]
    fn devices_are_refused_by_every_command() {
        let (folder, _) = file("a.ron", "(format: 1)");
        for device in ["/dev/zero", "/dev/null"] {
            let link = folder.path().join(format!("{}.ron", device.rsplit('/').next().unwrap_or_default()));
            symlink(device, &link).expect("linked");
            refused_by_all(&link, &["not a regular file"]);
        }
    }

    /// Opening a pipe that has no writer would block without end.
    #[test]
    fn pipes_are_refused_by_every_command() {
        let (folder, _) = file("a.ron", "(format: 1)");
        let pipe = folder.path().join("pipe.ron");
        match Command::new("mkfifo").arg(&pipe).status() {
            Ok(status) if status.success() => refused_by_all(&pipe, &["not a regular file"]),
            _ => eprintln!("skipped: there is no mkfifo here"),
        }
    }

    #[test]
    fn unreadable_files_are_refused_by_every_command() {
        let (_folder, path) = file("a.ron", "(format: 1)");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("set");
        if fs::read(&path).is_ok() {
            eprintln!("skipped: this user may read everything");
            return;
        }
        refused_by_all(&path, &["permission denied"]);
    }
}
