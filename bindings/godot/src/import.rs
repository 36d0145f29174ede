//! Import of `.ron` levels in Godot's editor.

use crate::level::{BlobsmithLevel, read_level};
use godot::builtin::AnyDictionary;
use godot::classes::{EditorImportPlugin, EditorPlugin, IEditorImportPlugin, IEditorPlugin, ResourceSaver};
use godot::global::Error;
use godot::prelude::*;

/// Imports `.ron` files as [`BlobsmithLevel`], with the files of their instances resolved.
#[derive(GodotClass)]
#[class(tool, init, base = EditorImportPlugin)]
struct BlobsmithImportPlugin {
    base: Base<EditorImportPlugin>,
}

#[godot_api]
impl IEditorImportPlugin for BlobsmithImportPlugin {
    fn get_importer_name(&self) -> GString {
        "blobsmith.level".into()
    }

    fn get_visible_name(&self) -> GString {
        "Blobsmith level".into()
    }

    fn get_recognized_extensions(&self) -> PackedStringArray {
        // Godot imports `.json` files itself; `BlobsmithLevel.from_file` reads both.
        PackedStringArray::from(&[GString::from("ron")])
    }

    fn get_save_extension(&self) -> GString {
        "res".into()
    }

    fn get_resource_type(&self) -> GString {
        "BlobsmithLevel".into()
    }

    fn get_preset_count(&self) -> i32 {
        0
    }

    fn get_priority(&self) -> f32 {
        1.0
    }

    fn get_import_order(&self) -> i32 {
        0
    }

    fn get_import_options(&self, _path: GString, _preset: i32) -> Array<AnyDictionary> {
        Array::new()
    }

    fn get_option_visibility(&self, _path: GString, _option: StringName, _options: VarDictionary) -> bool {
        true
    }

    fn import(
        &mut self,
        source_file: GString,
        save_path: GString,
        _options: VarDictionary,
        _platform_variants: Array<GString>,
        _gen_files: Array<GString>,
    ) -> Error {
        match read_level(&source_file.to_string()) {
            Ok(text) => {
                let path = format!("{save_path}.res");
                ResourceSaver::singleton().save_ex(&BlobsmithLevel::of_text(&text)).path(&path).done()
            }
            Err(error) => {
                godot_error!("{error}");
                Error::ERR_PARSE_ERROR
            }
        }
    }
}

/// Adds the importer to the editor.
#[derive(GodotClass)]
#[class(tool, init, base = EditorPlugin)]
struct BlobsmithEditorPlugin {
    importer: Option<Gd<BlobsmithImportPlugin>>,
    base: Base<EditorPlugin>,
}

#[godot_api]
impl IEditorPlugin for BlobsmithEditorPlugin {
    fn enter_tree(&mut self) {
        let importer = BlobsmithImportPlugin::new_gd();
        self.base_mut().add_import_plugin(&importer);
        self.importer = Some(importer);
    }

    fn exit_tree(&mut self) {
        if let Some(importer) = self.importer.take() {
            self.base_mut().remove_import_plugin(&importer);
        }
    }
}
