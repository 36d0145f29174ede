//! Changes by one phase of a substep: previous positions, displacements and velocity changes of nodes and discs. Drawn
//! while a substep is inspected; not in the list of overlays.

use super::{OverlayOptions, arrow_width, explain, longest};
use crate::engine::phases::Change;
use crate::engine::{PhaseKind, State};
use crate::picture::{Item, LegendEntry, Picture, Scene, Stroke, ruler};
use glam::DVec2;

/// Target length of the longest displacement arrow; displacements are tiny.
const MOVE_PX: f64 = 46.0;
/// Target length of the longest velocity arrow.
const VELOCITY_PX: f64 = 60.0;
/// Maximum number of nodes with a ring.
const MAX_RINGS: usize = 400;

/// Part of a position or velocity up to which its change is rounding error, which has no arrow.
const ROUNDING: f64 = 1e-12;

/// Previous position, displacement, and velocity change; those by rounding are zero.
struct Moved {
    from: DVec2,
    by: DVec2,
    velocity: DVec2,
    /// Whether one of both was not zero before.
    is_rounded: bool,
}

/// The change from one vector to another; zero if it is rounding error.
fn changed(from: DVec2, to: DVec2) -> DVec2 {
    let by = to - from;
    if by.length() <= ROUNDING * from.length().max(to.length()) { DVec2::ZERO } else { by }
}

fn moved(change: &Change, of: fn(&State) -> (&[DVec2], &[DVec2]), numbers: impl Iterator<Item = usize>) -> Vec<Moved> {
    let ((from, slow), (to, fast)) = (of(&change.before), of(&change.after));
    let lists = [from, slow, to, fast];
    numbers
        .filter(|&index| lists.iter().all(|list| list.get(index).is_some_and(|vector| vector.is_finite())))
        .map(|index| {
            let (by, velocity) = (changed(from[index], to[index]), changed(slow[index], fast[index]));
            let is_equal = [(by, from, to), (velocity, slow, fast)]
                .map(|(by, before, after)| (by == DVec2::ZERO) == (before[index] == after[index]));
            Moved { from: from[index], by, velocity, is_rounded: is_equal.contains(&false) }
        })
        .collect()
}

/// Draws the changes by a phase.
pub fn draw(scene: &Scene, change: &Change, _options: &OverlayOptions, picture: &mut Picture) {
    let nodes: fn(&State) -> (&[DVec2], &[DVec2]) = |state| (&state.positions, &state.velocities);
    let discs: fn(&State) -> (&[DVec2], &[DVec2]) = |state| (&state.disc_positions, &state.disc_velocities);
    let layout = scene.world.layout();
    let nodes = moved(change, nodes, change.seen.nodes.numbers(layout.node_count));
    let disc_numbers: Vec<usize> = change.seen.discs.numbers(layout.discs.count()).collect();
    let discs = moved(change, discs, disc_numbers.iter().copied());
    let palette = scene.palette;
    let title = change.seen.phase.kind.title();
    // Marks the touched nodes, unless the phase touched all.
    let few = change.seen.nodes.numbers(layout.node_count).count();
    if few > 0 && few < layout.node_count && few <= MAX_RINGS {
        let centers = nodes.iter().map(|node| node.from + node.by).collect();
        let rim = Some(Stroke::new(palette.selection, 1.8));
        picture.items.push(Item::Dots { centers, radius_px: 8.0, fill: palette.selection.alpha(40), outline: rim });
    }
    let ghosts = disc_numbers.iter().zip(&discs).filter(|(_, disc)| disc.by != DVec2::ZERO);
    let circles: Vec<_> = ghosts
        .take(MAX_RINGS)
        .filter_map(|(&index, disc)| Some((disc.from, *layout.discs.radius.get(index)?)))
        .collect();
    if !circles.is_empty() {
        let outline = Some(Stroke::new(palette.text.alpha(120), 1.2));
        picture.items.push(Item::Circles { circles, fill: None, outline });
    }
    let all = || nodes.iter().chain(&discs);
    let is_something = moves(scene, all().map(|moved| (moved.from, moved.by)), title, picture)
        | velocities(scene, all().map(|moved| (moved.from + moved.by, moved.velocity)), title, picture);
    if !is_something {
        let why = match change.seen.phase.kind {
            kind if kind.is_force() => "adds to the forces; nothing moves yet",
            _ if all().any(|moved| moved.is_rounded) => "changes by rounding only",
            PhaseKind::Detect => "finds what is inside and chooses the edge; nothing moves yet",
            _ => "changes nothing here",
        };
        explain(picture, palette.text, format!("{title}: {why}"));
    }
}

/// A round factor that enlarges the longest of some lengths to about the target; 1 if it is long enough.
fn enlarged(scene: &Scene, longest: f64, wanted_px: f64) -> f64 {
    let px = scene.px_from_world(longest);
    if px >= 0.5 * wanted_px { 1.0 } else { ruler::round_down(wanted_px / px).unwrap_or(1.0).max(1.0) }
}

fn moves(scene: &Scene, list: impl Iterator<Item = (DVec2, DVec2)>, title: &str, picture: &mut Picture) -> bool {
    let moves: Vec<_> = list.filter(|(_, by)| *by != DVec2::ZERO).collect();
    let most = longest(moves.iter().map(|&(_, by)| by));
    if moves.is_empty() {
        return false;
    }
    let (tint, ghost) = (scene.palette.contact, scene.palette.text);
    let factor = enlarged(scene, most, MOVE_PX);
    let centers = moves.iter().map(|&(from, _)| from).collect();
    let rim = Some(Stroke::new(ghost.alpha(170), 1.1));
    picture.items.push(Item::Dots { centers, radius_px: 3.4, fill: ghost.alpha(30), outline: rim });
    let arrows: Vec<_> = moves.iter().map(|&(from, by)| [from, from + by * factor]).collect();
    let width = arrow_width(scene, arrows.len()).max(1.0);
    picture.items.push(Item::Arrows { arrows, stroke: Stroke::new(tint, width) });
    let size = if factor == 1.0 { String::new() } else { format!(", arrows {} times as long", ruler::write(factor)) };
    let text = format!("{title}: moved by up to {}{size}", ruler::write(most));
    picture.legend.push(LegendEntry { color: tint, text, arrow_px: Some(scene.px_from_world(most * factor) as f32) });
    true
}

fn velocities(scene: &Scene, list: impl Iterator<Item = (DVec2, DVec2)>, title: &str, picture: &mut Picture) -> bool {
    let changes: Vec<_> = list.filter(|(_, by)| *by != DVec2::ZERO).collect();
    let most = longest(changes.iter().map(|&(_, by)| by));
    if changes.is_empty() {
        return false;
    }
    let tint = scene.palette.velocity;
    let length = scene.world_from_px(VELOCITY_PX);
    let factor = ruler::round_down(length / most).unwrap_or(1.0);
    let arrows: Vec<_> = changes.iter().map(|&(at, by)| [at, at + by * factor]).collect();
    let width = arrow_width(scene, arrows.len()).max(1.0);
    picture.items.push(Item::Arrows { arrows, stroke: Stroke::new(tint, width) });
    let text = format!("{title}: velocity changed by up to {}", ruler::write(most));
    picture.legend.push(LegendEntry { color: tint, text, arrow_px: Some(scene.px_from_world(most * factor) as f32) });
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::World;
    use crate::level::{Body, Level, Node};
    use crate::picture::{Palette, Theme, Viewport};

    /// A node with velocity 2 to the right and acceleration 1 downwards; substeps of length 1.
    fn level() -> Level {
        let node = Node { velocity: [2.0, 0.0], ..Node::at([0.0, 0.0]) };
        let mut level = Level { bodies: vec![Body { nodes: vec![node], ..Body::default() }], ..Level::default() };
        (level.world.gravity, level.world.substeps, level.world.frame_time) = ([0.0, -1.0], 1, 1.0);
        level.world.velocity_retention = 1.0;
        level
    }

    fn drawn(kind: PhaseKind, scale: f64) -> Picture {
        let level = level();
        let phases = World::new(&level).unwrap().step_substep_listed();
        let index = phases.iter().position(|seen| seen.phase.kind == kind).unwrap();
        let change = World::new(&level).unwrap().step_substep_around(index).unwrap();
        let world = World::new(&level).unwrap();
        let palette = Palette::of(Theme::Dark);
        let viewport = Viewport { size_px: DVec2::splat(600.0), center: DVec2::ZERO, scale };
        let scene = Scene::new(&level, &world, &palette, viewport);
        let mut picture = Picture::default();
        draw(&scene, &change, &OverlayOptions::suggest(&scene), &mut picture);
        picture
    }

    fn arrows(picture: &Picture) -> Vec<[DVec2; 2]> {
        let of = |item: &Item| match item {
            Item::Arrows { arrows, .. } => arrows.clone(),
            _ => Vec::new(),
        };
        picture.items.iter().flat_map(of).collect()
    }

    #[test]
    fn phase_change_draws_move_and_velocity_of_an_integration() {
        // Semi-implicit: the velocity becomes (2, -1), and so does the position.
        let picture = drawn(PhaseKind::Integration, 100.0);
        let arrows = arrows(&picture);
        assert_eq!(arrows[0], [DVec2::ZERO, DVec2::new(2.0, -1.0)], "true to scale where that is long enough");
        let [from, to] = arrows[1];
        assert_eq!(from, DVec2::new(2.0, -1.0), "from where it is now");
        assert!(to.x == 2.0 && to.y < -1.0, "gravity pulls down");
        assert!((to - from).length() * 100.0 <= VELOCITY_PX);
        assert_eq!(picture.legend.len(), 2);
        for (row, [from, to]) in picture.legend.iter().zip(arrows) {
            let length_px = (to - from).length() * 100.0;
            assert!((f64::from(row.arrow_px.unwrap()) - length_px).abs() < 1e-3, "the row shows the longest arrow");
        }
    }

    #[test]
    fn changes_by_rounding_have_no_arrow() {
        let at = DVec2::new(3.0, -4.0);
        assert_eq!(changed(at, at + DVec2::splat(1e-15)), DVec2::ZERO);
        assert_eq!(changed(at, at + DVec2::new(1e-9, 0.0)), at + DVec2::new(1e-9, 0.0) - at);
        assert_eq!(changed(DVec2::ZERO, DVec2::new(1e-30, 0.0)), DVec2::new(1e-30, 0.0), "from rest");
    }

    #[test]
    fn phase_change_enlarges_small_moves_and_draws_no_forces() {
        let picture = drawn(PhaseKind::Integration, 0.1);
        let [from, to] = arrows(&picture)[0];
        // 0.22 pixels without enlargement.
        let length = (to - from).length() * 0.1;
        assert!((0.3 * MOVE_PX..=MOVE_PX).contains(&length), "{length} pixels");
        assert!(picture.legend[0].text.contains("times as long"));
        let picture = drawn(PhaseKind::ALL[0], 100.0);
        assert!(arrows(&picture).is_empty());
        assert!(picture.legend[0].text.contains("nothing moves yet"));
    }
}
