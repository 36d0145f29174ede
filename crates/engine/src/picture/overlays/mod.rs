//! Overlays on the level drawing, one per file.

mod acceleration;
pub mod arrows;
mod balloon;
mod barycentres;
mod boxes;
mod candidates;
mod contacts;
mod diagonals;
mod edge_map;
mod forces;
mod ghosts;
mod heat;
mod ids;
mod impacts;
mod impulses;
mod links;
mod markers;
mod node_energy;
mod node_ids;
mod normals;
mod obstacle_hits;
mod orientation;
mod outside;
mod pairs;
mod parity_ray;
pub mod phase_change;
mod pressure;
mod sensors;
mod stick_error;
mod strain;
mod strain_rate;
mod trails;
mod velocities;
mod verdict;

pub use super::edge_map::EdgeMapOptions;
use super::{Align, Item, LegendEntry, Palette, Picture, Rgba, Scene, ruler};
use crate::engine::forces::ForcePart;
use crate::engine::trace::ContactTrace;
use crate::geometry::Aabb;
use arrows::Arrows;
use glam::DVec2;

/// Options of overlays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlayOptions {
    /// Length of a force arrow in world units per unit of force.
    pub force_scale: f64,
    /// Length of a velocity arrow in world units per unit of velocity.
    pub velocity_scale: f64,
    /// Length of an acceleration arrow in world units per unit of acceleration.
    pub acceleration_scale: f64,
    /// Length scale of all arrows with a scale.
    pub arrows: Arrows,
    /// Body and node whose contacts are explained; `None` explains the first few contacts.
    pub focus: Option<(usize, usize)>,
    /// Options of the edge-choice map.
    pub edge_map: EdgeMapOptions,
}

impl Default for OverlayOptions {
    fn default() -> Self {
        let arrows = Arrows::default();
        let (focus, edge_map) = (None, EdgeMapOptions::default());
        Self { force_scale: 1.0, velocity_scale: 1.0, acceleration_scale: 1.0, arrows, focus, edge_map }
    }
}

impl OverlayOptions {
    /// Suggests scales at which most arrows are within about a tenth of the picture and the longest within a third.
    /// Round numbers keep the scale constant while the level moves.
    pub fn suggest(scene: &Scene) -> Self {
        let forces = scene.world.forces();
        let speeds = (0..scene.world.layout().node_count).map(|node| scene.world.velocity(node));
        let room = scene.viewport.world_box().size().min_element();
        let scale = |vectors: Vec<f64>| ruler::round_down(room * arrow_share(vectors)).unwrap_or(1.0);
        let force_scale = scale(lengths(forces.rows().flat_map(|(_, list)| list.iter().copied())));
        let inverse_masses = &scene.world.layout().inverse_mass;
        let accelerations = forces.total.iter().zip(inverse_masses).map(|(&force, &inverse)| force * inverse);
        Self {
            force_scale,
            velocity_scale: scale(lengths(speeds)),
            acceleration_scale: scale(lengths(accelerations)),
            ..Self::default()
        }
    }
}

/// Lengths of the vectors with a finite non-zero length.
fn lengths(vectors: impl Iterator<Item = DVec2>) -> Vec<f64> {
    vectors.map(DVec2::length).filter(|&length| length > 0.0 && length.is_finite()).collect()
}

/// Length of arrows as a fraction of the picture's shorter side, per unit; robust against single long arrows.
fn arrow_share(mut lengths: Vec<f64>) -> f64 {
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    let most = lengths.len() * 9 / 10;
    if most >= lengths.len() {
        return f64::NAN;
    }
    let (_, usual, _) = lengths.select_nth_unstable_by(most, f64::total_cmp);
    (0.12 / *usual).min(0.35 / longest)
}

/// An overlay that can be switched on and off.
#[derive(Clone, Copy)]
pub struct Overlay {
    /// Stable id in kebab-case, used by `--overlay` and in the editor's settings.
    pub id: &'static str,
    /// Display title.
    pub title: &'static str,
    /// Description in one sentence.
    pub explanation: &'static str,
    /// True if it draws nothing without a trace.
    pub needs_trace: bool,
    /// How it is drawn.
    pub draw: Draw,
}

/// How an overlay is drawn.
#[derive(Clone, Copy)]
pub enum Draw {
    /// A function of its own.
    Own(fn(&Scene, &OverlayOptions, &mut Picture)),
    /// The arrows of a part of a force, or of the sum of all forces.
    Force(Option<&'static ForcePart>),
}

/// Overlays whose arrows have a scale, besides the forces; only they need [`OverlayOptions::suggest`].
const TO_SCALE: &[&str] = &["pressure", "acceleration", "velocities", "impulses"];

/// Overlays that cover every spring with a wider, opaque line.
const OVER_SPRINGS: &[&str] = &["strain", "strain-rate"];

impl Overlay {
    /// Appends its items and legend rows.
    pub fn draw(&self, scene: &Scene, options: &OverlayOptions, picture: &mut Picture) {
        match self.draw {
            Draw::Own(draw) => draw(scene, options, picture),
            Draw::Force(part) => forces::draw(part, scene, options, picture),
        }
    }

    /// True if the overlay uses a scale of [`OverlayOptions`].
    pub fn is_to_scale(&self) -> bool {
        matches!(self.draw, Draw::Force(_)) || TO_SCALE.contains(&self.id)
    }

    /// True if the overlay covers the layer of springs completely.
    pub fn hides_springs(&self) -> bool {
        OVER_SPRINGS.contains(&self.id)
    }
}

/// Overlays painted below the forces.
const BELOW: [Overlay; 15] = [
    boxes::OVERLAY,
    pairs::OVERLAY,
    orientation::OVERLAY,
    strain::OVERLAY,
    stick_error::OVERLAY,
    normals::OVERLAY,
    barycentres::OVERLAY,
    strain_rate::OVERLAY,
    pressure::OVERLAY,
    outside::OVERLAY,
    balloon::OVERLAY,
    node_energy::OVERLAY,
    links::OVERLAY,
    markers::OVERLAY,
    sensors::OVERLAY,
];

/// Those above the forces.
const ABOVE: [Overlay; 16] = [
    acceleration::OVERLAY,
    velocities::OVERLAY,
    ghosts::OVERLAY,
    edge_map::OVERLAY,
    heat::OVERLAY,
    trails::OVERLAY,
    verdict::OVERLAY,
    candidates::OVERLAY,
    parity_ray::OVERLAY,
    contacts::OVERLAY,
    impulses::OVERLAY,
    diagonals::OVERLAY,
    obstacle_hits::OVERLAY,
    impacts::OVERLAY,
    node_ids::OVERLAY,
    ids::OVERLAY,
];

/// All overlays in order of painting and listing.
pub const ALL: &[Overlay] =
    &joined::<{ BELOW.len() + forces::OVERLAYS.len() + ABOVE.len() }>(&[&BELOW, &forces::OVERLAYS, &ABOVE]);

/// Lists one after another. `COUNT` is the sum of their lengths.
pub const fn joined<const COUNT: usize>(lists: &[&[Overlay]]) -> [Overlay; COUNT] {
    let mut all = [BELOW[0]; COUNT];
    let (mut count, mut list) = (0, 0);
    while list < lists.len() {
        let mut at = 0;
        while at < lists[list].len() {
            all[count] = lists[list][at];
            (count, at) = (count + 1, at + 1);
        }
        list += 1;
    }
    all
}

/// Font size of labels.
const LABEL_PX: f32 = 12.0;

/// Length of the longest finite vector; 0 if there is none.
fn longest(vectors: impl Iterator<Item = DVec2>) -> f64 {
    vectors.map(DVec2::length).filter(|length| length.is_finite()).fold(0.0, f64::max)
}

/// Line width of arrows: thinner if there are many.
fn arrow_width(scene: &Scene, count: usize) -> f32 {
    let room_px = scene.viewport.size_px.min_element() / (count.max(1) as f64).sqrt();
    (room_px / 12.0).clamp(0.7, 1.6) as f32
}

/// Scale of marks: 1 for a few, down to 0.5 for many.
fn mark_scale(scene: &Scene, count: usize) -> f32 {
    (scene.viewport.size_px.min_element() / (count.max(1) as f64).sqrt() / 60.0).clamp(0.5, 1.0) as f32
}

/// Adds a legend row.
fn explain(picture: &mut Picture, color: Rgba, text: impl Into<String>) {
    picture.legend.push(LegendEntry::new(color, text));
}

/// Interpolates from grey to a colour for 0..=1, in steps, so that items of one colour are drawn together.
fn ramp(palette: &Palette, color: Rgba, part: f64) -> Rgba {
    const STEPS: f64 = 16.0;
    let stepped = (part.clamp(0.0, 1.0) * STEPS).round() / STEPS;
    palette.background.mix(palette.text, 0.34).mix(color.opaque(), stepped as f32)
}

/// The contacts to explain: those of the node in focus, else the first few; and the number of all contacts.
fn contacts_in_focus<'a>(scene: &Scene<'a>, options: &OverlayOptions, few: usize) -> (Vec<&'a ContactTrace>, usize) {
    let all = scene.trace.map_or(&[][..], |trace| &trace.contacts[..]);
    let shown: Vec<_> = match options.focus {
        Some(focus) => all.iter().filter(|contact| (contact.body, contact.node) == focus).collect(),
        None => all.iter().take(few).collect(),
    };
    (shown, all.len())
}

/// A label beside `at`, on the side that `direction` (in the world) points to.
fn label_beside(at: DVec2, direction: DVec2, distance_px: f64, text: String, color: Rgba) -> Item {
    let direction = direction.normalize_or_zero();
    let align = match direction.x {
        x if x > 0.35 => Align::Left,
        x if x < -0.35 => Align::Right,
        _ => Align::Center,
    };
    let offset_px = [(direction.x * distance_px) as f32, (-direction.y * distance_px) as f32];
    Item::Text { at, offset_px, align, text, size_px: LABEL_PX, color }
}

/// Adds the labels that cover neither a text of the picture nor a mark such as a barycentre: each at its place, or else on the
/// opposite side of its point.
fn add_labels(scene: &Scene, picture: &mut Picture, labels: Vec<Item>) {
    let mut taken = taken_areas(scene, picture);
    for label in labels {
        let places = [opposite(&label), label].map(|label| text_area(scene, &label).map(|area| (label, area)));
        let is_free = |area: &Aabb| !taken.iter().any(|other| other.overlaps(area));
        if let Some((label, area)) = places.into_iter().rev().flatten().find(|(_, area)| is_free(area)) {
            taken.push(area);
            picture.items.push(label);
        }
    }
}

/// The areas of the texts and marks of a picture on the screen.
fn taken_areas(scene: &Scene, picture: &Picture) -> Vec<Aabb> {
    let marks = picture.items.iter().flat_map(|item| mark_areas(scene, item));
    picture.items.iter().filter_map(|item| text_area(scene, item)).chain(marks).collect()
}

/// Number of marks of one kind from which labels may cover them.
const MANY_MARKS: usize = 100;

/// The areas of marks on the screen, without their corners: the labels of marks stand there.
fn mark_areas(scene: &Scene, item: &Item) -> Vec<Aabb> {
    let Item::Marks { centers, radius_px, .. } = item else { return Vec::new() };
    let area = |&center: &DVec2| {
        Aabb::around([scene.viewport.screen_from_world(center)]).expanded(0.7 * f64::from(*radius_px))
    };
    if centers.len() < MANY_MARKS { centers.iter().map(area).collect() } else { Vec::new() }
}

/// The area of a text on the screen, about.
fn text_area(scene: &Scene, item: &Item) -> Option<Aabb> {
    let Item::Text { at, offset_px, align, text, size_px, .. } = item else { return None };
    let place = scene.viewport.screen_from_world(*at) + DVec2::new(offset_px[0].into(), offset_px[1].into());
    // Letters are about half as wide as high.
    let (width, height) = (0.52 * f64::from(*size_px) * text.chars().count() as f64, 1.1 * f64::from(*size_px));
    let left = match align {
        Align::Left => place.x,
        Align::Center => place.x - 0.5 * width,
        Align::Right => place.x - width,
    };
    let min = DVec2::new(left, place.y - 0.5 * height);
    Some(Aabb::around([min, min + DVec2::new(width, height)]))
}

/// A label on the other side of its point.
fn opposite(label: &Item) -> Item {
    let mut label = label.clone();
    if let Item::Text { offset_px, align, .. } = &mut label {
        *offset_px = offset_px.map(|offset| -offset);
        *align = match align {
            Align::Left => Align::Right,
            Align::Center => Align::Center,
            Align::Right => Align::Left,
        };
    }
    label
}

/// Text for "n of m contacts", if not all are shown.
fn portion(shown: usize, all: usize) -> String {
    if shown < all { format!(" ({shown} of {all} contacts)") } else { String::new() }
}
