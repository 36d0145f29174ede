//! Writes the JavaScript and the types of a module: `blobsmith-js-generate MODULE.wasm FOLDER NAME`.

use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let [module, folder, name] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        eprintln!("usage: blobsmith-js-generate MODULE.wasm FOLDER NAME");
        std::process::exit(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(module)
        .out_name(name)
        .typescript(true)
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    if let Err(error) = made {
        eprintln!("error: {error:#}");
        std::process::exit(1);
    }
}
