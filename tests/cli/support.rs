//! Starts the program and keeps its exit code and output.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// How a process ended.
pub struct Said {
    pub code: Option<i32>,
    pub out: Vec<u8>,
    pub err: String,
}

impl Said {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("stdout is UTF-8")
    }

    /// Exit code 0, and nothing on stderr.
    #[track_caller]
    pub fn fine(self) -> Self {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""));
        self
    }

    /// Exit code 2, one line on stderr with all of these words, nothing on stdout.
    #[track_caller]
    pub fn refused(&self, words: &[&str]) {
        assert_eq!(self.code, Some(2), "{}", self.err);
        assert_eq!(self.text(), "");
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        for word in words {
            assert!(self.err.contains(word), "no `{word}` in: {}", self.err);
        }
    }
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        let err = String::from_utf8(output.stderr).expect("stderr is UTF-8");
        assert!(!err.contains("panicked"), "{err}");
        Self { code: output.status.code(), out: output.stdout, err }
    }
}

/// The program, not yet started.
pub fn program<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_blobsmith"));
    command.args(args).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

/// Runs `blobsmith` with the words of a line, `{}` standing for a path.
pub fn blobsmith(line: &str, path: &Path) -> Said {
    let path = path.to_str().expect("a UTF-8 path");
    let args = line.split_whitespace().map(|word| word.replace("{}", path));
    program(args).output().expect("the program starts").into()
}

/// A folder for one test, with a file in it.
pub fn file(name: &str, contents: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join(name);
    std::fs::write(&path, contents).expect("written");
    (folder, path)
}

/// A mass that falls, without anything to hit.
pub const FALLING: &str = r#"{"format": 1, "bodies": [{"nodes": [{"position": [3, 4]}]}]}"#;

/// A diamond whose left node is a tenth inside the right side of a square, which it moves into.
pub const TOUCHING: &str = r#"(format: 1, world: (gravity: (0, 0)), bodies: [
    (name: "left", gas: 0, nodes: [(position: (0, 0)), (position: (1, 0)), (position: (1, 1)), (position: (0, 1))],
     springs: [(a: 0, b: 1), (a: 1, b: 2), (a: 2, b: 3), (a: 3, b: 0)],
     hull: [(0, 1), (1, 2), (2, 3), (3, 0)], triangles: [(0, 1, 2), (0, 2, 3)]),
    (name: "right", gas: 0, nodes: [
        (position: (0.9, 0.5), velocity: (-0.1, 0)), (position: (1.5, -0.2), velocity: (-0.1, 0)),
        (position: (2.1, 0.5), velocity: (-0.1, 0)), (position: (1.5, 1.2), velocity: (-0.1, 0))],
     hull: [(0, 1), (1, 2), (2, 3), (3, 0)], triangles: [(0, 1, 2), (0, 2, 3)]),
])"#;
