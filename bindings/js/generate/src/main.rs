//! Writes the JavaScript and the types of a module: `blobsmith-js-generate MODULE.wasm FOLDER NAME [names]`. `names` keeps the names of
//! functions, for profiles.

use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let arguments = std::env::args().skip(1).collect::<Vec<_>>();
    let (module, folder, name, keeps_names) = match &arguments[..] {
        [module, folder, name] => (module, folder, name, false),
        [module, folder, name, names] if names == "names" => (module, folder, name, true),
        _ => {
            eprintln!("usage: blobsmith-js-generate MODULE.wasm FOLDER NAME [names]");
            std::process::exit(2);
        }
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(module)
        .out_name(name)
        .typescript(true)
        .omit_default_module_path(true)
        .remove_name_section(!keeps_names)
        .remove_producers_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    if let Err(error) = made {
        eprintln!("error: {error:#}");
        std::process::exit(1);
    }
}
