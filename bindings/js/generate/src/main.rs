//! Writes the JavaScript and the types of a module: `blobsmith-js-generate MODULE.wasm FOLDER NAME [--names]`. With `--names` the
//! module keeps the names of its functions.

use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let ([module, folder, name], has_names) = (match arguments.split_last() {
        Some((last, rest)) if last == "--names" => (rest, true),
        _ => (&arguments[..], false),
    }) else {
        eprintln!("usage: blobsmith-js-generate MODULE.wasm FOLDER NAME [--names]");
        std::process::exit(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(module)
        .out_name(name)
        .typescript(true)
        .omit_default_module_path(true)
        .remove_name_section(!has_names)
        .remove_producers_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    if let Err(error) = made {
        eprintln!("error: {error:#}");
        std::process::exit(1);
    }
}
