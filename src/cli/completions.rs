//! `completions`: prints a script that completes commands and options in a shell.

use super::Command;
use super::outcome::{Answer, Outcome, arguments, print};
use clap::Args;
use clap_complete::Shell;
use std::io::Write;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "completions",
    about: "Print a completion script for a shell",
    details: "\
Examples:
  blobsmith completions bash > ~/.local/share/bash-completion/completions/blobsmith
  blobsmith completions zsh > ~/.zfunc/_blobsmith
  blobsmith completions fish > ~/.config/fish/completions/blobsmith.fish",
    arguments: CompletionArgs::augment_args,
    run: |matches| completions(&arguments::<CompletionArgs>(matches)?),
};

#[derive(Args)]
struct CompletionArgs {
    /// Shell to generate for
    #[arg(value_enum)]
    shell: Shell,
}

fn completions(args: &CompletionArgs) -> Outcome {
    // Into memory first: the generator panics if its output breaks.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::program(), "blobsmith", &mut script);
    print(|out| out.write_all(&script))?;
    Ok(Answer::Yes)
}
