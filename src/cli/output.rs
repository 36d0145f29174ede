//! Rejects outputs that overwrite an input or another output.

use super::outcome::Failure;
use crate::level::format::is_same_file;
use std::path::Path;

/// An output file with the option that names it.
pub(super) type Output<'a> = (&'static str, &'a Path);

/// Fails if an output is an input or another output, also through links.
pub(super) fn refuse_clashes(inputs: &[&Path], outputs: &[Output]) -> Result<(), Failure> {
    for (index, (option, path)) in outputs.iter().enumerate() {
        if inputs.iter().any(|input| is_same_file(input, path)) {
            return Err(Failure::Refused(format!(
                "{}: this is the input level; choose another {option}",
                path.display()
            )));
        }
        if let Some((other, _)) = outputs[..index].iter().find(|(_, other)| is_same_file(other, path)) {
            let name = path.display();
            return Err(Failure::Refused(format!(
                "{name}: {other} and {option} name the same file; choose different files"
            )));
        }
    }
    Ok(())
}

/// The outputs that were given.
pub(super) fn given<'a>(options: &[(&'static str, Option<&'a Path>)]) -> Vec<Output<'a>> {
    options.iter().filter_map(|&(option, path)| Some((option, path?))).collect()
}
