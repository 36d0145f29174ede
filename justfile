# Opens the window on the gallery's first level, or on LEVEL.
run *LEVEL:
    cargo run --release -- {{LEVEL}}

# All tests; needs no display.
test:
    cargo test

# What must hold before a change lands, without the window test.
check:
    cargo fmt --check
    cargo clippy --all-targets -- -D warnings
    cargo check --no-default-features
    cargo check --lib --target wasm32-unknown-unknown
    cargo test

# Makes again what the program makes of itself: levels, pictures.
bless:
    cargo run --release --example gallery
    .ci/screenshots

# The list of third-party licences.
notices:
    cargo run --example notices

# Mutates the fuzz corpora for five minutes a target; see fuzz/README.md.
fuzz:
    .ci/fuzz 300

# Interprets the unsafe kernels; needs a nightly toolchain with miri and rust-src. See tests/README.md.
miri *FILTER:
    .ci/miri {{FILTER}}

# Runs the unsafe kernels under valgrind. See tests/README.md.
memcheck:
    .ci/memcheck

# Speed, as ratios against the naive implementation.
bench:
    cargo bench

# The site, editor and player, in web/dist.
web:
    web/build

# Packages, tests and examples of the bindings: all, or those named (conformance, c, python, js, bevy, godot).
bindings *NAME:
    .ci/bindings {{NAME}}

# Installs the C interface into a folder: libraries, header, pkg-config and CMake files.
install-c PREFIX:
    bindings/c/install {{PREFIX}}
