//! The command line: one thin command per file.
//!
//! Must never know: the editor's insides.

/// Runs the program with these arguments, the first being its name.
pub fn main(_args: impl IntoIterator<Item = std::ffi::OsString>) -> std::process::ExitCode {
    todo!()
}
