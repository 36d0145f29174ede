//! Another open document beside the active one: it is shown as it stands, with a camera of its own; a press makes it active.

use super::input::ZOOM_PER_POINT;
use super::{Canvas, ViewCommand, lost, panes};
use crate::debugger::Run;
use crate::editor::document::Document;
use crate::editor::settings::Settings;
use crate::editor::stage::paint::PaintOptions;
use crate::engine::Trace;
use crate::geometry::DVec2;
use crate::picture::Skins;
use crate::picture::overlays::EdgeMapOptions;
use egui::{Rect, Response, Role, Sense, Ui, WidgetInfo};
use std::sync::Arc;

/// What is shown.
pub struct BesideParts<'a> {
    /// Camera and meshes.
    pub canvas: &'a mut Canvas,
    /// The level.
    pub document: &'a Document,
    /// Its run.
    pub run: &'a Run,
    /// Trace of the last substep.
    pub trace: Option<&'a Trace>,
    /// Options of the edge-choice map.
    pub edge_map: EdgeMapOptions,
    /// Images of skins.
    pub skins: &'a Arc<Skins>,
    /// Layers and overlays.
    pub settings: &'a Settings,
}

/// Draws the document; the response is pressed when it should become active.
pub fn show(ui: &mut Ui, rect: Rect, parts: &mut BesideParts<'_>) -> Response {
    let title = parts.document.title();
    // A press belongs to the document, which becomes active by it.
    let id = egui::Id::unique(("canvas beside", parts.document.number()));
    let response = ui.interact(rect, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Level beside: {title}")));
    let painter = ui.painter_at(rect);
    let size = DVec2::new(f64::from(rect.width()), f64::from(rect.height())).max(DVec2::ONE);
    follow(parts, rect, size);
    zoom(ui, &response, parts.canvas, rect, size);
    let options = PaintOptions {
        level: parts.run.level(),
        world: parts.run.world(),
        moment: parts.run.moment(),
        trace: parts.trace,
        past: None,
        settings: parts.settings,
        skins: parts.skins,
        focus: None,
        edge_map: parts.edge_map,
        phase: parts.run.phases_done().zip(parts.run.phase_change()),
        is_ghost: false,
        of_tool: &[],
        left_out: &[],
    };
    parts.canvas.cache.paint(&options, parts.canvas.camera.viewport(size), rect, &painter);
    let mark = if parts.document.is_dirty() { "• " } else { "" };
    panes::title(ui, rect, 0.0, &format!("{mark}{title}"), 0.7);
    response.on_hover_text_at_pointer("A click makes this level active; the wheel zooms")
}

/// Adapts the camera to the size, and performs a pending view command.
fn follow(parts: &mut BesideParts<'_>, rect: Rect, size: DVec2) {
    let has_resized = parts.canvas.rect.replace(rect).is_none_or(|old| old.size() != rect.size());
    let bounds = || lost::bounds(&parts.document.placed().level, parts.run.world());
    let camera = &mut parts.canvas.camera;
    match parts.canvas.view_command.take() {
        Some(ViewCommand::View(view)) => camera.show(size, view.center.into(), view.height),
        Some(_) => camera.fit(size, bounds()),
        None if has_resized && camera.is_fitted => camera.fit(size, bounds()),
        None if has_resized => camera.resize(size),
        None => {}
    }
}

/// Zooms at the pointer by the wheel or a pinch.
fn zoom(ui: &Ui, response: &Response, canvas: &mut Canvas, rect: Rect, size: DVec2) {
    let Some(at) = response.hover_pos() else { return };
    let factor = ui.input(|i| i.zoom_delta() * (i.smooth_scroll_delta().y * ZOOM_PER_POINT).exp());
    if factor != 1.0 {
        let mut viewport = canvas.camera.viewport(size);
        let at = at - rect.min;
        viewport.zoom_at(DVec2::new(f64::from(at.x), f64::from(at.y)), f64::from(factor));
        canvas.camera.look(viewport);
    }
}
