//! Overlay: edge-choice map of one hull under the level's rule.

use super::{Draw, Overlay, OverlayOptions, explain};
use crate::geometry::Aabb;
use crate::picture::edge_map::{self, CELLS, EdgeMap, side_title};
use crate::picture::{Picture, Scene};

pub(super) const OVERLAY: Overlay = Overlay {
    id: "edge-map",
    title: "Edge-choice map",
    explanation: "The inside of one hull, coloured by the edge that the rule chooses for a node there that approaches from \
                  the other body's side; red borders where the normals differ by more than 60°. In the window, point at \
                  a place for its verdict.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

/// Cell size in pixels.
const CELL_PX: f64 = 4.0;
/// Maximum number of cells along the longer side of the view.
const MOST_CELLS: f64 = 400.0;

fn draw(scene: &Scene, options: &OverlayOptions, picture: &mut Picture) {
    let palette = scene.palette;
    let Some((hull, side, setting)) = edge_map::subject(scene, options.focus, options.edge_map) else {
        return explain(picture, palette.hint, "edge-choice map: no body has a hull");
    };
    let approach = edge_map::approach(scene.world, hull, side);
    let whole = scene.world.hull_box(hull);
    let cells = |area: Aabb| (scene.px_from_world(area.size().max_element()) / CELL_PX).min(MOST_CELLS) as usize;
    let seen = scene.viewport.world_box();
    let shares;
    let map = if seen.contains_box(&whole) || cells(whole) < CELLS {
        let map = EdgeMap::new(scene.world, hull, setting, approach, cells(whole).max(CELLS / 2));
        shares = map.shares();
        map
    } else {
        // The map has the resolution of the screen; the fractions are those of the whole hull.
        shares = EdgeMap::new(scene.world, hull, setting, approach, CELLS / 2).shares();
        let whole = whole.expanded(whole.size().max_element() / CELLS as f64);
        let part = Aabb { min: whole.min.max(seen.min), max: whole.max.min(seen.max) };
        EdgeMap::over(scene.world, hull, setting, approach, part, cells(part))
    };
    map.draw(scene, picture);
    map.draw_way(scene, picture);
    let title = scene.level.body_title(hull);
    let from = side_title(scene.level, side);
    explain(picture, palette.velocity, format!("edge-choice map of {title}, {}, for a node {from}", setting.title()));
    explain(picture, palette.error, "border: normals differ by more than 60°; filled: no edge is eligible");
    let text = format!(
        "pushed out at the far side: {:.0} % of the inside; stuck: {:.0} %",
        100.0 * shares.far_side,
        100.0 * shares.stuck
    );
    explain(picture, palette.text, text);
}
