//! Exports the canvas as PNG or SVG, with the layers and overlays of the view.

pub(crate) mod panel;

use crate::editor::app::App;
use crate::engine::{Trace, World};
use crate::geometry::DVec2;
use crate::level::twin::titles;
use crate::level::{Level, Placement};
use crate::picture::history::History;
use crate::picture::overlays::{self, OverlayOptions};
use crate::picture::{
    Align, Item, Painter, Palette, Paper, Picture, PictureError, Scene, Theme, Viewport, checked_size, draw_level,
    pair, png, scene, svg,
};
use serde::{Deserialize, Serialize};

/// Magnifications of the exported file.
pub const ZOOMS: [u32; 3] = [1, 2, 4];

/// Export settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Portrait {
    /// Export the whole level, not the visible part.
    pub is_whole: bool,
    /// Include the active overlays.
    pub has_overlays: bool,
    /// Include the legend.
    pub has_legend: bool,
    /// Transparent background.
    pub is_transparent: bool,
    /// Light theme, independent of the window's theme.
    pub is_light: bool,
    /// Pixels of the file per screen pixel.
    pub zoom: u32,
    /// SVG instead of PNG.
    pub is_svg: bool,
}

impl Default for Portrait {
    fn default() -> Self {
        Self {
            is_whole: false,
            has_overlays: true,
            has_legend: true,
            is_transparent: false,
            is_light: false,
            zoom: 2,
            is_svg: false,
        }
    }
}

/// True if two runs are drawn side by side; such an export has a background.
pub fn is_beside(app: &App) -> bool {
    app.features.twin.as_ref().is_some_and(|twin| twin.placement == Placement::Beside)
}

/// Size before magnification in pixels; `None` before the canvas was drawn.
fn size(app: &App) -> Option<DVec2> {
    let (rect, corner) = (app.canvas.rect?, app.canvas.corner?);
    let size = corner - rect.min;
    Some(DVec2::new(f64::from(size.x), f64::from(size.y)).round().max(DVec2::ONE))
}

/// Width and height of the file in pixels, or why that size is not possible.
pub fn measure(app: &App) -> Result<(u32, u32), PictureError> {
    let size_px = size(app).unwrap_or(DVec2::ONE);
    let zoomed = paper(app).sized(&Viewport { size_px, center: DVec2::ZERO, scale: 1.0 });
    checked_size(&zoomed)
}

fn paper(app: &App) -> Paper {
    let wanted = &app.settings.portrait;
    Paper { zoom: wanted.zoom.clamp(1, 8), is_transparent: wanted.is_transparent && !is_beside(app) }
}

/// Bytes of the file. Fails if the image would be too large.
pub fn contents(app: &App, is_svg: bool) -> Result<Vec<u8>, String> {
    painter(app, is_svg)?()
}

/// Paints [`contents`] with the same scene as a UI frame.
pub fn painter(app: &App, is_svg: bool) -> Result<Painter, String> {
    let full_size = size(app).ok_or("The canvas has not been drawn yet")?;
    let (wanted, paper) = (&app.settings.portrait, paper(app));
    let palette = Palette::of(if wanted.is_light { Theme::Light } else { app.settings.theme.picture() });
    let is_beside = is_beside(app);
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

/// Draws a centred title at the top.
fn title(picture: &mut Picture, viewport: &Viewport, palette: &Palette, text: String) {
    let at = viewport.world_from_screen(DVec2::new(viewport.size_px.x / 2.0, 0.0));
    let (align, offset_px, size_px) = (Align::Center, [0.0, 20.0], 15.0);
    picture.items.push(Item::Text { at, offset_px, align, text, size_px, color: palette.text });
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
    let scene = Scene { trace, history, layers, ..Scene::new(level, world, palette, viewport) };
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
