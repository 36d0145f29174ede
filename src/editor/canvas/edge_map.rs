//! Hover verdict of the edge-choice map: drawn on the canvas and shown as a tooltip.

use crate::editor::features::rules::hint as rule_hint;
use crate::editor::features::verdict;
use crate::editor::features::verdict::VerdictSubject;
use crate::editor::stage::Stage;
use crate::editor::stage::paint::{PaintOptions, paint_once};
use crate::engine::Trace;
use crate::engine::contact::{EdgeAt, Setting};
use crate::geometry::DVec2;
use crate::picture::{Layers, Picture, Scene, edge_map};
use egui::{Painter, PopupAnchor, Response, Tooltip, Ui};

/// Id of the overlay that draws the map.
const OVERLAY: &str = "edge-map";
/// Distance between pointer and tooltip, in points.
const GAP: f32 = 18.0;

/// The verdict of a rule at a point.
pub struct Pointed {
    /// The rule.
    pub setting: Setting,
    /// The verdict.
    pub shown: verdict::ShownVerdict,
}

/// True if the map is drawn.
pub fn is_on(show: &PaintOptions) -> bool {
    show.settings.is_overlay_on(OVERLAY) || show.of_tool.contains(&OVERLAY)
}

/// The verdict of the map's rule at a point; `None` if no map is shown or the point is outside the hull.
pub fn edge_at_pointer(show: &PaintOptions, stage: &Stage, at: Option<DVec2>) -> Option<Pointed> {
    let point = at.filter(|_| is_on(show))?;
    let scene = Scene::new(show.level, show.world, stage.palette, stage.viewport);
    let scene = Scene { trace: show.trace, layers: Layers::NONE, ..scene };
    let (hull, side, setting) = edge_map::subject(&scene, show.focus, show.edge_map)?;
    let approach = edge_map::approach(show.world, hull, side);
    if show.world.edge_at(hull, point, setting, &approach) == EdgeAt::Outside {
        return None;
    }
    let contact = show.world.explain_at(hull, point, setting, &approach)?;
    let subject = VerdictSubject { body: hull, node: 0, other: hull };
    let trace = Trace { contacts: vec![contact], ..Trace::default() };
    Some(Pointed { setting, shown: verdict::ShownVerdict { subject, trace, is_found: false } })
}

/// Draws a verdict over the map.
pub fn paint(stage: &Stage, shown: &verdict::ShownVerdict, painter: &Painter) {
    let mut picture = Picture::default();
    edge_map::draw_verdict(shown.contact(), rule_hint::ROWS - 1, stage.palette, &mut picture);
    paint_once(&picture, &stage.viewport, stage.palette, stage.rect, painter);
}

/// Draws the verdict and its tooltip.
pub fn show(ui: &Ui, response: &Response, stage: &Stage, pointed: &Pointed, painter: &Painter) {
    paint(stage, &pointed.shown, painter);
    let parent = (ui.layer_id(), response.id);
    Tooltip::always_open(ui.ctx().clone(), parent.0, parent.1, PopupAnchor::Pointer)
        .gap(GAP)
        .width(460.0)
        .accessible_name("Verdict at the pointer")
        .show(|ui| rule_hint::show(ui, pointed.setting, pointed.shown.contact(), stage.palette));
}
