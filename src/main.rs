//! The `blobsmith` program: hands its arguments to [`blobsmith::cli`].

fn main() -> std::process::ExitCode {
    blobsmith::cli::main(std::env::args_os())
}
