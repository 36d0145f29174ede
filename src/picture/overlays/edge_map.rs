//! Overlay: the inside of one hull, painted by the edge that the level's rule would choose.
//!
//! Must never know: how the rule decides.

use super::{Overlay, OverlayOptions, explain};
use crate::engine::contact::Setting;
use crate::picture::edge_map::{self, CELLS, EdgeMap, side_title};
use crate::picture::{Picture, Scene};

pub(super) const OVERLAY: Overlay = Overlay {
    id: "edge-map",
    title: "Edge-choice map",
    explanation: "The inside of one hull, painted by the edge that the rule would push a node out of there, for a node \
                  that comes from the other body's side; red lines where the verdict jumps by more than 60°.",
    needs_trace: false,
    draw,
};

fn draw(scene: &Scene, options: &OverlayOptions, picture: &mut Picture) {
    let palette = scene.palette;
    let asked = options.edge_map;
    let usual = edge_map::usual(scene, options.focus);
    let hull = asked.hull.filter(|&hull| hull < scene.world.layout().bodies.len());
    let Some(hull) = hull.or(usual.map(|(hull, _)| hull)) else {
        return explain(picture, palette.hint, "edge-choice map: no body has a hull");
    };
    let side = asked.side.or(usual.filter(|usual| usual.0 == hull).map(|usual| usual.1));
    let side = side.unwrap_or_else(|| edge_map::nearest_side(scene.world, hull));
    let setting = asked.setting.unwrap_or(Setting::of(&scene.level.world.contact));
    let map = EdgeMap::new(scene.world, hull, setting, edge_map::approach(scene.world, hull, side), CELLS);
    map.draw(scene, picture);
    map.draw_way(scene, picture);
    let title = scene.level.body_title(hull);
    let from = side_title(scene.level, side);
    explain(picture, palette.velocity, format!("edge-choice map of {title}, {}, for a node {from}", setting.title()));
    explain(picture, palette.error, "the verdict jumps by more than 60°; filled: no edge is eligible");
    let shares = map.shares();
    let text = format!(
        "sent on to the far side: {:.0} % of the inside; stuck: {:.0} %",
        100.0 * shares.astray,
        100.0 * shares.stuck
    );
    explain(picture, palette.text, text);
}
