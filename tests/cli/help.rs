//! Help, completions, and unknown commands.

use super::support::{Said, program};

fn said(args: &[&str]) -> Said {
    program(args).output().expect("the program starts").into()
}

#[test]
fn help_names_every_command_and_each_has_examples() {
    let help = said(&["--help"]).fine();
    for command in blobsmith::cli::ALL {
        assert!(help.text().contains(command.name), "{}", command.name);
        let own = said(&[command.name, "--help"]).fine();
        assert!(own.text().contains("Example") && own.text().contains(command.about), "{}", command.name);
    }
}

#[test]
fn version_is_that_of_the_package() {
    assert_eq!(said(&["--version"]).fine().text(), format!("blobsmith {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_exist_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = said(&["completions", shell]).fine();
        assert!(script.text().contains("explain"), "{shell}");
    }
}

#[test]
fn invalid_arguments_return_code_2() {
    for args in [
        &["chek"][..],
        &["chek", "a.ron"],
        &["run"],
        &["run", "a.ron"],
        &["run", "a.ron", "--frames", "-1"],
        &["run", "a.ron", "--frames", "x"],
        &["run", "a.ron", "--frames", "1", "--every", "0"],
        &["run", "a.ron", "--frames", "1", "--format", "xml"],
        &["check"],
        &["explain", "a.ron"],
        &["convert", "a.ron"],
        &["completions", "tcsh"],
        &["--no-such-option"],
    ] {
        let said = said(args);
        assert_eq!((said.code, said.text()), (Some(2), ""), "{args:?}");
        assert!(!said.err.is_empty());
    }
    said(&["chek", "a.ron"]).refused(&["`chek`", "check"]);
}
