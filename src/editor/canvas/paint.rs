//! The level as one mesh of triangles, made again only when something that it shows has changed.
//!
//! What is drawn and how is decided by [`crate::picture`], as for SVG and PNG.

use super::retained::{self, Ground, Retained};
use crate::debugger::run::Moment;
use crate::editor::past::Version;
use crate::editor::settings::Settings;
use crate::editor::theme::color;
use crate::engine::phases::Change;
use crate::engine::{Trace, World};
use crate::level::Level;
use crate::picture::history::{History, Tracked};
use crate::picture::overlays::{self, EdgeMapOptions, Overlay, OverlayOptions};
use crate::picture::{self, Layers, LegendEntry, Palette, Picture, Primitive, Rgba, Scene, Theme, Viewport};
use egui::{Align2, Color32, FontId, Mesh, Painter, Rect, Shape, Vec2, vec2};
use std::sync::Arc;

/// Everything that the picture depends on.
#[derive(Clone)]
struct PictureKey {
    level: Arc<Level>,
    moment: Moment,
    viewport: Viewport,
    theme: Theme,
    layers: Layers,
    grid: Option<f64>,
    overlays: Vec<&'static str>,
    is_to_scale: bool,
    options: OverlayOptions,
    past: Option<(Version, Vec<Tracked>)>,
    pixels_per_point: f32,
    origin: Vec2,
    is_ghost: bool,
    phase: Option<usize>,
}

impl PictureKey {
    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.level, &other.level)
            && self.moment == other.moment
            && self.viewport == other.viewport
            && self.theme == other.theme
            && self.layers == other.layers
            && self.grid == other.grid
            && self.overlays == other.overlays
            && self.options == other.options
            && self.past == other.past
            && self.pixels_per_point == other.pixels_per_point
            && self.origin == other.origin
            && self.is_ghost == other.is_ghost
            && self.phase == other.phase
    }
}

/// The picture as last made.
#[derive(Default)]
pub struct Cache {
    key: Option<PictureKey>,
    mesh: Retained,
    words: Vec<Primitive>,
    legend: Vec<LegendEntry>,
    options: Option<OverlayOptions>,
}

/// What to show.
pub struct PaintOptions<'a> {
    /// The level.
    pub level: &'a Arc<Level>,
    /// Where everything is.
    pub world: &'a World,
    /// When.
    pub moment: Moment,
    /// Why, if an overlay wants to know.
    pub trace: Option<&'a Trace>,
    /// Other frames, if an overlay shows them.
    pub past: Option<&'a (History<'a>, Version)>,
    /// Which layers and overlays.
    pub settings: &'a Settings,
    /// Body and node whose contacts are explained.
    pub focus: Option<(usize, usize)>,
    /// What the edge-choice map shows.
    pub edge_map: EdgeMapOptions,
    /// The phase of the substep that one looks at, by number, and what it changed.
    pub phase: Option<(usize, &'a Change)>,
    /// Whether it is pale and without words, to lie behind another one.
    pub is_ghost: bool,
    /// Overlays that the tool in hand needs, by id.
    pub of_tool: &'static [&'static str],
}

impl PaintOptions<'_> {
    fn is_to_scale(&self) -> bool {
        self.phase.is_some() || self.overlays().any(Overlay::is_to_scale)
    }

    fn overlays(&self) -> impl Iterator<Item = &'static overlays::Overlay> {
        let is_on = |id: &str| self.settings.is_overlay_on(id) || self.of_tool.contains(&id);
        overlays::ALL.iter().filter(move |overlay| is_on(overlay.id))
    }
}

/// How strong a ghost is.
const GHOST: f32 = 0.4;

/// Arrow lengths hold still until they are off by this factor.
const PATIENCE: f64 = 4.0;

impl Cache {
    /// Paints the level into `rect`.
    pub fn paint(&mut self, show: &PaintOptions, viewport: Viewport, rect: Rect, painter: &Painter) {
        // Something before it did not know its size yet: all is laid out once more, at once, and this is never seen.
        if painter.ctx().will_discard() {
            return;
        }
        let theme = show.settings.theme.picture();
        let palette = Palette::of(theme);
        let mut scene = Scene::new(show.level, show.world, &palette, viewport);
        scene.trace = show.trace;
        scene.history = show.past.map(|(history, _)| history);
        scene.layers = show.settings.layers();
        if show.overlays().any(Overlay::hides_springs) {
            scene.layers.set("springs", false);
        }
        scene.hides = true;
        scene.grid = show.settings.tools.snap.typed_grid();
        let mut options = show.settings.overlay_options(self.steady_options(&scene, show));
        options.focus = show.focus;
        options.edge_map = show.edge_map;
        let key = PictureKey {
            level: show.level.clone(),
            moment: show.moment,
            viewport,
            theme,
            layers: scene.layers,
            grid: scene.grid,
            overlays: show.overlays().map(|overlay| overlay.id).collect(),
            is_to_scale: show.is_to_scale(),
            options,
            past: show.past.map(|(history, version)| (*version, history.selected.clone())),
            pixels_per_point: painter.pixels_per_point(),
            origin: rect.min.to_vec2(),
            is_ghost: show.is_ghost,
            phase: show.phase.map(|(number, _)| number),
        };
        if !self.key.as_ref().is_some_and(|old| old.is_same(&key)) {
            self.make(&scene, show, &options, &key);
            self.key = Some(key);
        }
        own_batch(painter, 1).add(Shape::Mesh(self.mesh.mesh().clone()));
        for word in &self.words {
            paint_words(painter, rect, word);
        }
    }

    /// What the colours mean.
    pub fn legend(&self) -> &[LegendEntry] {
        &self.legend
    }

    /// The lengths of arrows as they are drawn.
    pub fn options(&self) -> Option<OverlayOptions> {
        self.options
    }

    fn make(&mut self, scene: &Scene, show: &PaintOptions, options: &OverlayOptions, key: &PictureKey) {
        let mut picture = Picture::default();
        picture::draw_level(scene, &mut picture);
        for overlay in show.overlays() {
            (overlay.draw)(scene, options, &mut picture);
        }
        if let Some((_, change)) = show.phase {
            overlays::phase_change::draw(scene, change, options, &mut picture);
        }
        let primitives = picture::flatten(&picture, &scene.viewport, scene.palette);
        let is_word = |p: &&Primitive| !key.is_ghost && matches!(p, Primitive::Text { .. });
        self.words = primitives.iter().filter(is_word).cloned().collect();
        let strength = if key.is_ghost { GHOST } else { 1.0 };
        let ground = Ground { pixels_per_point: key.pixels_per_point, origin: key.origin, strength };
        self.mesh.show(primitives, ground);
        self.legend = picture.legend;
    }

    /// Arrow scales that fit what there is, but do not jump while it moves. To find them all forces are summed up, so where
    /// no lengths are computed if nothing is drawn to scale.
    fn steady_options(&mut self, scene: &Scene, show: &PaintOptions) -> OverlayOptions {
        if !show.is_to_scale() {
            return OverlayOptions::default();
        }
        let is_same_level = self.key.as_ref().is_some_and(|key| Arc::ptr_eq(&key.level, show.level));
        let is_same = is_same_level
            && self.key.as_ref().is_some_and(|key| {
                let was_asked = key.is_to_scale;
                let seen = (show.moment, scene.viewport, show.phase.map(|(number, _)| number));
                was_asked && (key.moment, key.viewport, key.phase) == seen
            });
        if let Some(options) = self.options.filter(|_| is_same) {
            return options;
        }
        let suggested = OverlayOptions::suggest(scene);
        let steady = |old: f64, new: f64| if new > old * PATIENCE || new < old / PATIENCE { new } else { old };
        let options = match self.options {
            Some(old) if is_same_level => OverlayOptions {
                force_scale: steady(old.force_scale, suggested.force_scale),
                velocity_scale: steady(old.velocity_scale, suggested.velocity_scale),
                acceleration_scale: steady(old.acceleration_scale, suggested.acceleration_scale),
                ..suggested
            },
            _ => suggested,
        };
        self.options = Some(options);
        options
    }
}

/// A painter for a mesh of a million numbers. What has one clip rectangle is gathered in one list; a large mesh among
/// small shapes would be copied again each time that the list has to grow, so it gets a rectangle of its own, that is
/// larger by less than any screen shows: the `nth` of them.
pub fn own_batch(painter: &Painter, nth: u8) -> Painter {
    let mut own = painter.clone();
    own.set_clip_rect(painter.clip_rect().expand(1e-3 * f32::from(nth)));
    own
}

/// A mesh where the canvas is, in the window's colours.
fn placed(flat: &picture::mesh::Mesh, origin: Vec2) -> Mesh {
    let mut mesh = Mesh::default();
    retained::append_all(&mut mesh, flat, Ground { pixels_per_point: 1.0, origin, strength: 1.0 });
    mesh
}

/// A picture that is made once and painted wherever it is wanted.
pub struct Still {
    mesh: Mesh,
    words: Vec<Primitive>,
}

impl Still {
    /// Makes it, for so many pixels a point.
    pub fn new(picture: &Picture, viewport: &Viewport, palette: &Palette, pixels_per_point: f32) -> Self {
        let primitives = picture::flatten(picture, viewport, palette);
        let mesh = placed(&picture::mesh::tessellate(&primitives, pixels_per_point), Vec2::ZERO);
        let words = primitives.into_iter().filter(|p| matches!(p, Primitive::Text { .. })).collect();
        Self { mesh, words }
    }

    /// Paints it with its upper left corner at that of `rect`.
    pub fn paint(&self, painter: &Painter, rect: Rect) {
        let mut mesh = self.mesh.clone();
        mesh.translate(rect.min.to_vec2());
        painter.add(Shape::Mesh(Arc::new(mesh)));
        for word in &self.words {
            paint_words(painter, rect, word);
        }
    }
}

/// Paints a small picture that is made anew each time, without its legend.
pub fn paint_once(picture: &Picture, viewport: &Viewport, palette: &Palette, rect: Rect, painter: &Painter) {
    let primitives = picture::flatten(picture, viewport, palette);
    let flat = picture::mesh::tessellate(&primitives, painter.pixels_per_point());
    let mesh = placed(&flat, rect.min.to_vec2());
    painter.add(Shape::Mesh(Arc::new(mesh)));
    for word in &primitives {
        paint_words(painter, rect, word);
    }
}

/// Words in the window's own font, with a rim that keeps them legible over lines.
fn paint_words(painter: &Painter, rect: Rect, word: &Primitive) {
    let Primitive::Text { at, align, text, size, color: tint, halo } = word else { return };
    let anchor = match align {
        picture::Align::Left => Align2::LEFT_CENTER,
        picture::Align::Center => Align2::CENTER_CENTER,
        picture::Align::Right => Align2::RIGHT_CENTER,
    };
    let at = rect.min + vec2(at[0], at[1]);
    let font = FontId::proportional(*size);
    let galley = painter.layout_no_wrap(text.clone(), font, Color32::PLACEHOLDER);
    let place = anchor.anchor_size(at, galley.size());
    if let Some(halo) = halo {
        for offset in [vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(0.0, -1.0), vec2(0.0, 1.0)] {
            painter.galley_with_override_text_color(place.min + offset, galley.clone(), color(halo_of(*halo)));
        }
    }
    painter.galley_with_override_text_color(place.min, galley, color(*tint));
}

fn halo_of(rgba: Rgba) -> Rgba {
    rgba.alpha(200)
}
