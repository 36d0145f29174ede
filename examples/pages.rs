//! What `web/build-player` makes pages of: `cargo run --example pages -- FOLDER` writes `pages.json` (levels of the gallery, topics
//! of the guide), `pictures/LEVEL.png`, and `levels/LEVEL.json` of levels with overrides, which the player does not apply.

use blobsmith::engine::World;
use blobsmith::guide::{self, Topic};
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::gallery::{self, GalleryLevel};
use blobsmith::picture::{Layers, Palette, Picture, Scene, Skins, Theme, Viewport, draw_level, png, scene};
use glam::DVec2;
use serde_json::{Value, json};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Size of a picture in pixels.
const SIZE: DVec2 = DVec2::new(320.0, 240.0);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("usage: pages FOLDER")?);
    fs::create_dir_all(folder.join("pictures"))?;
    fs::create_dir_all(folder.join("levels"))?;
    for level in gallery::ALL {
        if has_overrides(level)? {
            let text = format::write(&gallery::read_flat(level)?, TextFormat::Json);
            fs::write(folder.join("levels").join(format!("{}.json", level.id)), text)?;
        }
        fs::write(folder.join("pictures").join(format!("{}.png", level.id)), picture(level)?)?;
    }
    let levels: Vec<Value> = gallery::ALL.iter().map(about_level).collect();
    let topics: Vec<Value> = guide::ALL.iter().map(about_topic).collect();
    write(&folder.join("pages.json"), &json!({ "levels": levels, "topics": topics }))
}

fn has_overrides(level: &GalleryLevel) -> Result<bool, Box<dyn Error>> {
    let level = format::read(level.text, TextFormat::Ron)?;
    Ok(level.instances.iter().any(|instance| !instance.overrides.is_empty()))
}

fn write(path: &Path, value: &Value) -> Result<(), Box<dyn Error>> {
    Ok(fs::write(path, serde_json::to_string_pretty(value)?)?)
}

fn about_level(level: &GalleryLevel) -> Value {
    json!({ "id": level.id, "name": level.name, "section": level.section.title(), "line": level.line })
}

fn about_topic(topic: &Topic) -> Value {
    let Topic { id, title, chapter, sources, text, formulas, notes, levels, overlays, .. } = topic;
    json!({
        "id": id, "title": title, "chapter": chapter, "sources": sources, "text": text, "formulas": formulas,
        "notes": notes, "levels": levels, "overlays": overlays,
    })
}

/// Frame 0, in the view of the file.
fn picture(level: &GalleryLevel) -> Result<Vec<u8>, Box<dyn Error>> {
    let level = gallery::read_flat(level)?;
    let world = World::new(&level)?;
    let mut skins = Skins::default();
    for (name, _) in gallery::images_of(&level) {
        skins.insert(name, gallery::image(name).ok_or_else(|| String::from("no image")));
    }
    let palette = Palette::of(Theme::Light);
    let whole = Viewport::fit(SIZE, scene::bounds(&level, &world), 12.0);
    let view = level.editor.as_ref().and_then(|extra| extra.view);
    let viewport =
        view.map_or(whole, |view| Viewport { center: view.center.into(), scale: SIZE.y / view.height, ..whole });
    let layers = ["scale-bar", "coordinates", "grid", "nodes", "springs", "markers"];
    let layers = layers.iter().fold(Layers::default(), |layers, name| layers.with(name, false));
    let scene = Scene { layers, skins: Some(&skins), ..Scene::new(&level, &world, &palette, viewport) };
    let mut drawing = Picture::default();
    draw_level(&scene, &mut drawing);
    Ok(png::paint(&drawing, &viewport, &palette)?)
}
