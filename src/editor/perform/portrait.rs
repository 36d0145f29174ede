//! Paints the canvas for an exported image.

use crate::editor::app::App;
use crate::editor::context::ViewContext;
use crate::editor::features::portrait::*;
use crate::engine::{Trace, World};
use crate::geometry::DVec2;
use crate::level::Level;
use crate::level::twin::titles;
use crate::picture::history::History;
use crate::picture::overlays::{self, OverlayOptions};
use crate::picture::{
    Align, Item, Painter, Palette, Paper, Picture, PictureError, Scene, Theme, Viewport, checked_size, draw_level,
    pair, png, scene, svg,
};

/// Size before magnification in pixels; `None` before the canvas was drawn.
fn size(app: &App) -> Option<DVec2> {
    let (rect, corner) = (app.canvas.rect?, app.canvas.corner?);
    let size = corner - rect.min;
    Some(DVec2::new(f64::from(size.x), f64::from(size.y)).round().max(DVec2::ONE))
}

/// Width and height of the file in pixels, or why that size is not possible.
pub fn measure(app: &App) -> Result<(u32, u32), PictureError> {
    let size_px = size(app).unwrap_or(DVec2::ONE);
    let zoomed = paper(&app.view()).sized(&Viewport { size_px, center: DVec2::ZERO, scale: 1.0 });
    checked_size(&zoomed)
}

fn paper(view: &ViewContext) -> Paper {
    let wanted = &view.settings.portrait;
    Paper { zoom: wanted.zoom.clamp(1, 8), is_transparent: wanted.is_transparent && !is_beside(view) }
}

/// Paints the picture with the same scene as a UI frame.
pub fn painter(app: &App, is_svg: bool) -> Result<Painter, String> {
    let full_size = size(app).ok_or("The canvas has not been drawn yet")?;
    let (wanted, paper) = (&app.settings.portrait, paper(&app.view()));
    let palette = Palette::of(if wanted.is_light { Theme::Light } else { app.settings.theme.picture() });
    let is_beside = is_beside(&app.view());
    let viewport = viewport(app, if is_beside { pair::half(full_size) } else { full_size });
    let mut first = first(app, &palette, viewport);
    let failed = |error: PictureError| error.to_string();
    let mut twin = app.features.twin.as_ref().map(|_| second(app, &palette, viewport));
    if let (true, Some(second), Some(follower)) = (is_beside, &mut twin, &app.features.twin) {
        let [a, b] = titles(app.run.level(), follower.twin.run().level());
        title(&mut first, &viewport, &palette, format!("A  {a}"));
        title(second, &viewport, &palette, format!("B  {b}"));
    }
    Ok(Box::new(move || match twin {
        Some(second) if is_beside => {
            let both = [&first, &second];
            match is_svg {
                true => Ok(pair::svg_on(both, full_size, &viewport, &palette, paper.zoom).into_bytes()),
                false => pair::png_on(both, full_size, &viewport, &palette, paper.zoom).map_err(failed),
            }
        }
        twin => {
            let picture = match twin {
                Some(second) => pair::over(first, second),
                None => first,
            };
            match is_svg {
                true => Ok(svg::paint_on(&picture, &viewport, &palette, paper).into_bytes()),
                false => png::paint_on(&picture, &viewport, &palette, paper).map_err(failed),
            }
        }
    }))
}

/// The canvas view, or one that fits the whole level.
fn viewport(app: &App, size: DVec2) -> Viewport {
    if app.settings.portrait.is_whole {
        return Viewport::fit(size, scene::bounds(app.run.level(), app.run.world()), size.min_element() * 0.06);
    }
    app.canvas.camera.viewport(size)
}

fn first(app: &App, palette: &Palette, viewport: Viewport) -> Picture {
    let past = app.features.past.of(&app.run, false, &app.selection, app.settings.past);
    let history = past.as_ref().map(|(history, _)| history);
    let (level, world) = (app.run.level(), app.run.world());
    draw(app, level, world, app.features.substep.trace.as_deref(), history, palette, viewport)
}

fn second(app: &App, palette: &Palette, viewport: Viewport) -> Picture {
    let Some(twin) = &app.features.twin else { return Picture::default() };
    let run = twin.twin.run();
    let past = app.features.past.of(run, true, &app.selection, app.settings.past);
    let history = past.as_ref().map(|(history, _)| history);
    draw(app, run.level(), run.world(), twin.trace(), history, palette, viewport)
}

fn draw(
    app: &App,
    level: &Level,
    world: &World,
    trace: Option<&Trace>,
    history: Option<&History>,
    palette: &Palette,
    viewport: Viewport,
) -> Picture {
    let layers = app.settings.layers();
    let skins = app.files.images.skins().clone();
    let skins = Some(&*skins);
    let scene = Scene { trace, history, layers, skins, ..Scene::new(level, world, palette, viewport) };
    let mut picture = Picture::default();
    draw_level(&scene, &mut picture);
    let wanted = &app.settings.portrait;
    if wanted.has_overlays {
        let drawn = app.canvas.cache.options().filter(|_| !wanted.is_whole);
        let mut options = app.settings.overlay_options(drawn.unwrap_or_else(|| OverlayOptions::suggest(&scene)));
        options.focus = crate::editor::features::verdict::selected_node(&app.selection);
        for overlay in app.settings.overlays_on() {
            overlay.draw(&scene, &options, &mut picture);
        }
        if let Some(change) = app.run.phases_done().and_then(|_| app.run.phase_change()) {
            overlays::phase_change::draw(&scene, change, &options, &mut picture);
        }
    }
    if !wanted.has_legend {
        picture.legend.clear();
    }
    picture
}

/// Draws a centred title at the top.
fn title(picture: &mut Picture, viewport: &Viewport, palette: &Palette, text: String) {
    let at = viewport.world_from_screen(DVec2::new(viewport.size_px.x / 2.0, 0.0));
    let (align, offset_px, size_px) = (Align::Center, [0.0, 20.0], 15.0);
    picture.items.push(Item::Text { at, offset_px, align, text, size_px, color: palette.text });
}
