//! The `blobsmith` program: hands its arguments to [`blobsmith::cli`], or starts the window in a web page.

#![deny(unsafe_code)]

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    blobsmith::cli::main(std::env::args_os())
}

#[cfg(target_arch = "wasm32")]
fn main() {
    #[cfg(feature = "editor")]
    {
        blobsmith::editor::web::start();
        blobsmith::editor::jobs::serve();
    }
}
