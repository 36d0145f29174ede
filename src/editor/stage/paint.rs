//! Paints the level as one mesh, updated only if its inputs have changed. [`crate::picture`] decides what is drawn, as
//! for SVG and PNG.

use crate::debugger::run::Moment;
use crate::editor::features::past::Version;
use crate::editor::settings::Settings;
use crate::editor::stage::retained;
use crate::editor::stage::retained::{Ground, Retained};
use crate::editor::stage::skins::{self, SkinMeshes};
use crate::editor::theme::color;
use crate::engine::phases::Change;
use crate::engine::{Trace, World};
use crate::level::Level;
use crate::picture::history::{History, Tracked};
use crate::picture::overlays::{self, EdgeMapOptions, Overlay, OverlayOptions};
use crate::picture::{
    self, Item, Layers, LegendEntry, Palette, Picture, Primitive, Rgba, Scene, Skins, Theme, Viewport,
};
use egui::{Align2, Color32, Context, FontId, Mesh, Painter, Rect, Shape, Vec2, vec2};
use std::sync::Arc;

/// All inputs of the mesh.
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
    skins: Arc<Skins>,
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
            && Arc::ptr_eq(&self.skins, &other.skins)
    }
}

/// The cached mesh.
#[derive(Default)]
pub struct Cache {
    key: Option<PictureKey>,
    mesh: Retained,
    /// Images of skins, over `mesh`.
    skins: SkinMeshes,
    /// What is over the images; empty without skins.
    above: Retained,
    words: Vec<Primitive>,
    /// The texts and marks of the picture.
    labelled: Vec<Item>,
    legend: Vec<LegendEntry>,
    options: Option<OverlayOptions>,
}

/// What to paint.
pub struct PaintOptions<'a> {
    /// The level.
    pub level: &'a Arc<Level>,
    /// The state to show.
    pub world: &'a World,
    /// Its moment.
    pub moment: Moment,
    /// Its trace, if an overlay needs it.
    pub trace: Option<&'a Trace>,
    /// Other frames, if an overlay needs them.
    pub past: Option<&'a (History<'a>, Version)>,
    /// Layers and overlays.
    pub settings: &'a Settings,
    /// Images of skins.
    pub skins: &'a Arc<Skins>,
    /// Body and node whose contacts are explained.
    pub focus: Option<(usize, usize)>,
    /// Options of the edge-choice map.
    pub edge_map: EdgeMapOptions,
    /// The shown phase of the substep, by number, with its changes.
    pub phase: Option<(usize, &'a Change)>,
    /// Whether it is drawn pale and without text, behind another run.
    pub is_ghost: bool,
    /// Ids of overlays that the active tool needs.
    pub of_tool: &'static [&'static str],
    /// Ids of layers and overlays that are not drawn, whatever the settings say.
    pub left_out: &'static [&'static str],
}

impl PaintOptions<'_> {
    fn is_to_scale(&self) -> bool {
        self.phase.is_some() || self.overlays().any(Overlay::is_to_scale)
    }

    fn overlays(&self) -> impl Iterator<Item = &'static overlays::Overlay> {
        let is_on = |id: &str| self.settings.is_overlay_on(id) || self.of_tool.contains(&id);
        overlays::ALL.iter().filter(move |overlay| is_on(overlay.id) && !self.left_out.contains(&overlay.id))
    }
}

/// Opacity of a ghost.
const GHOST: f32 = 0.4;

/// Factor by which the ideal arrow length must change before the scale is adjusted.
const RESCALE_FACTOR: f64 = 4.0;

impl Cache {
    /// Paints the level into `rect`.
    pub fn paint(&mut self, show: &PaintOptions, viewport: Viewport, rect: Rect, painter: &Painter) {
        // A discarded layout pass is never visible.
        if painter.ctx().will_discard() {
            return;
        }
        let theme = show.settings.theme.picture();
        let palette = Palette::of(theme);
        let mut scene = Scene::new(show.level, show.world, &palette, viewport);
        scene.trace = show.trace;
        scene.skins = Some(show.skins);
        scene.history = show.past.map(|(history, _)| history);
        scene.layers = show.settings.layers();
        if show.overlays().any(Overlay::hides_springs) {
            scene.layers.set("springs", false);
        }
        for id in show.left_out {
            scene.layers.set(id, false);
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
            skins: show.skins.clone(),
        };
        if !self.key.as_ref().is_some_and(|old| old.is_same(&key)) {
            self.make(painter.ctx(), &scene, show, &options, &key);
            self.key = Some(key);
        }
        own_batch(painter, 1).add(Shape::Mesh(self.mesh.mesh().clone()));
        if !self.skins.is_empty() {
            self.skins.paint(painter);
            own_batch(painter, 2).add(Shape::Mesh(self.above.mesh().clone()));
        }
        for word in &self.words {
            paint_words(painter, rect, word);
        }
    }

    /// Legend of the overlays.
    pub fn legend(&self) -> &[LegendEntry] {
        &self.legend
    }

    /// Its texts and marks, which labels of other pictures over it must not cover.
    pub fn labelled(&self) -> &[Item] {
        &self.labelled
    }

    /// Number of triangles with an image.
    pub fn skin_triangles(&self) -> usize {
        self.skins.triangles()
    }

    /// Current arrow scales.
    pub fn options(&self) -> Option<OverlayOptions> {
        self.options
    }

    fn make(&mut self, ctx: &Context, scene: &Scene, show: &PaintOptions, options: &OverlayOptions, key: &PictureKey) {
        let mut picture = Picture::default();
        picture::draw_level(scene, &mut picture);
        for overlay in show.overlays() {
            overlay.draw(scene, options, &mut picture);
        }
        if let Some((_, change)) = show.phase {
            overlays::phase_change::draw(scene, change, options, &mut picture);
        }
        let primitives = picture::flatten(&picture, &scene.viewport, scene.palette);
        let is_word = |p: &&Primitive| !key.is_ghost && matches!(p, Primitive::Text { .. });
        self.words = primitives.iter().filter(is_word).cloned().collect();
        let strength = if key.is_ghost { GHOST } else { 1.0 };
        let ground = Ground { pixels_per_point: key.pixels_per_point, origin: key.origin, strength };
        let (below, textured, above) = skins::split(primitives);
        self.mesh.show(below, ground);
        self.skins.show(ctx, &textured, ground);
        self.above.show(above, ground);
        self.legend = picture.legend;
        self.labelled = picture.items;
        self.labelled.retain(|item| matches!(item, Item::Text { .. } | Item::Marks { .. }));
    }

    /// Arrow scales that fit the present values, with hysteresis. Computing them sums all forces, so it is skipped if
    /// no arrows are drawn.
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
        let steady =
            |old: f64, new: f64| if new > old * RESCALE_FACTOR || new < old / RESCALE_FACTOR { new } else { old };
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

/// A painter with its own clip rectangle for a large mesh. egui merges shapes of equal clip rectangle into one list,
/// which would copy the mesh whenever the list grows. The `nth` rectangle is larger by an invisible amount.
pub fn own_batch(painter: &Painter, nth: u8) -> Painter {
    let mut own = painter.clone();
    own.set_clip_rect(painter.clip_rect().expand(1e-3 * f32::from(nth)));
    own
}

/// Translates a mesh to the canvas and converts its colours.
fn placed(flat: &picture::mesh::Mesh, origin: Vec2) -> Mesh {
    let mut mesh = Mesh::default();
    retained::append_all(&mut mesh, flat, Ground { pixels_per_point: 1.0, origin, strength: 1.0 });
    mesh
}

/// An image rendered once as a mesh.
pub struct Still {
    mesh: Mesh,
    words: Vec<Primitive>,
}

impl Still {
    /// Renders it for this pixel density.
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

impl Still {
    /// Paints it smaller by a factor.
    pub fn paint_reduced(&self, painter: &Painter, rect: Rect, factor: f32) {
        let mut mesh = self.mesh.clone();
        for vertex in &mut mesh.vertices {
            vertex.pos = rect.min + vertex.pos.to_vec2() / factor;
        }
        painter.add(Shape::Mesh(Arc::new(mesh)));
        for word in &self.words {
            paint_words(painter, rect, &reduced(word, factor));
        }
    }
}

fn reduced(word: &Primitive, factor: f32) -> Primitive {
    let mut word = word.clone();
    if let Primitive::Text { at, size, .. } = &mut word {
        *at = at.map(|x| x / factor);
        *size /= factor;
    }
    word
}

/// Paints a small image that is rendered anew each time, without legend.
pub fn paint_once(picture: &Picture, viewport: &Viewport, palette: &Palette, rect: Rect, painter: &Painter) {
    let primitives = picture::flatten(picture, viewport, palette);
    let flat = picture::mesh::tessellate(&primitives, painter.pixels_per_point());
    let mesh = placed(&flat, rect.min.to_vec2());
    painter.add(Shape::Mesh(Arc::new(mesh)));
    for word in &primitives {
        paint_words(painter, rect, word);
    }
}

/// Text in the window's font with a halo.
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
