//! Bodies and discs that have left the level, such as those that fall for ever: the view of the whole level leaves them
//! out, and a button shows them.

use crate::editor::actions::Action;
use crate::editor::stage::Stage;
use crate::engine::World;
use crate::geometry::{Aabb, DVec2};
use crate::level::{Level, Place};
use crate::picture::scene;
use egui::{Button, Rect, RichText, Role, Ui, UiBuilder, WidgetInfo, pos2, vec2};

/// A part has left the level if it is farther from the level's box at the start than this many sizes of that box.
const FAR: f64 = 3.0;
/// Height of the difference of a twin, in points.
pub(super) const DIFFERENCE: f32 = 60.0;
/// Maximum number of parts that the button selects.
const MOST: usize = 1000;

/// The region around the level at the start beyond which parts have left it.
fn region(level: &Level, world: &World) -> Aabb {
    let mut start = scene::bounds_of(level, world, |_| false);
    let nodes = level.bodies.iter().flat_map(|body| body.nodes.iter().map(|node| node.position));
    nodes.chain(level.discs.iter().map(|disc| disc.position)).for_each(|at| start.include(at.into()));
    start.expanded(FAR * start.size().max_element().max(1.0))
}

/// The box of the level without parts that have left it; of all parts if no other is there.
pub fn bounds(level: &Level, world: &World) -> Aabb {
    let region = region(level, world);
    let (mut is_near, mut is_far) = (false, false);
    let nodes = (0..world.layout().node_count).map(|node| world.position(node));
    let discs = (0..world.layout().discs.count()).map(|disc| world.disc_position(disc));
    nodes.chain(discs).for_each(|at| *(if region.contains(at) { &mut is_near } else { &mut is_far }) = true);
    match is_near && is_far {
        true => scene::bounds_of(level, world, |at| region.contains(at)),
        false => scene::bounds(level, world),
    }
}

/// Bodies and discs that have left the level, and whose position is finite.
fn lost(level: &Level, world: &World) -> Vec<Place> {
    let region = region(level, world);
    let is_lost = |at: DVec2| at.is_finite() && !region.contains(at);
    let layout = world.layout();
    let bodies = layout
        .bodies
        .iter()
        .enumerate()
        .filter(|(_, body)| !body.nodes.is_empty() && body.nodes.clone().all(|node| is_lost(world.position(node))));
    let discs = (0..layout.discs.count()).filter(|&disc| is_lost(world.disc_position(disc)));
    bodies.map(|(body, _)| Place::Body(body)).chain(discs.map(Place::Disc)).take(MOST).collect()
}

/// `1 body`, `3 bodies`, `2 discs`, `5 bodies and discs`.
fn counted(places: &[Place]) -> String {
    let discs = places.iter().filter(|place| matches!(place, Place::Disc(_))).count();
    let [one, several] = match discs {
        0 => ["body", "bodies"],
        _ if discs == places.len() => ["disc", "discs"],
        _ => ["part", "bodies and discs"],
    };
    format!("{} {}", places.len(), if places.len() == 1 { one } else { several })
}

/// A button at the lower right if parts that have left the level are out of view; higher if a ghost has its difference
/// there. Returns the lower end of the free part of the canvas.
pub fn show(ui: &mut Ui, stage: &Stage, has_ghost: bool, out: &mut Vec<Action>) -> f32 {
    let mut pane = stage.rect;
    pane.max.y -= if has_ghost { DIFFERENCE } else { 0.0 };
    let places = lost(&stage.placed.level, stage.world);
    let is_in_view = |place: &Place| {
        let bounds = stage.bounds(&[*place]);
        pane.contains(stage.paintable(bounds.min)) || pane.contains(stage.paintable(bounds.max))
    };
    if places.is_empty() || places.iter().any(is_in_view) {
        return pane.bottom();
    }
    let text = format!("{} far outside the level: show", counted(&places));
    let size = vec2(260.0, 24.0);
    let rect = Rect::from_min_size(pos2(pane.right() - size.x - 12.0, pane.bottom() - size.y - 12.0), size);
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    let builder = UiBuilder::new().max_rect(rect).layout(layout).id_salt("parts far outside");
    let response = ui.new_child(builder).add(Button::new(RichText::new(&text).small()));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
    if response.on_hover_text("Selects them and moves the view to them. Show the whole level returns").clicked() {
        out.push(Action::Reveal(places));
    }
    rect.top()
}
