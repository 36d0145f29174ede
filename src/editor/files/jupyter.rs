//! Starts Jupyter for a notebook.

use super::file_of;
use std::path::Path;
use std::process::{Command, Stdio};

/// Programs that open a notebook, in order of preference.
pub const PROGRAMS: [&str; 2] = ["jupyter-lab", "jupyter-notebook"];

/// Opens a notebook with the first of these programs that is installed. Returns a sentence: which one, or what to do.
pub fn open(programs: &[String], path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for program in programs {
        let mut command = Command::new(program);
        let quiet = command.arg(file_of(path)).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null());
        if let Ok(mut child) = quiet.stderr(Stdio::null()).spawn() {
            // Waits for the end, so that no finished process is left.
            let waits = std::thread::Builder::new().name("jupyter".to_owned());
            let _ = waits.spawn(move || child.wait());
            return format!("Started {program}; it opens in the browser");
        }
    }
    format!("Jupyter is not installed. With it, this opens the notebook: jupyter lab \"{}\"", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_says_the_command_if_no_program_is_installed() {
        let programs = ["no-such-program-of-jupyter".to_owned()];
        let said = open(&programs, Path::new("a folder/run.ipynb"));
        assert!(said.ends_with("jupyter lab \"a folder/run.ipynb\""), "{said}");
    }
}
