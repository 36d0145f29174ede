//! Overlays of other frames: trails, sums of heat, ghosts.

use crate::support::{level, run_for};
use blobsmith::debugger::history::Window;
use blobsmith::debugger::{NearbyFrames as Frames, Run};
use blobsmith::geometry::DVec2;
use blobsmith::level::Place;
use blobsmith::picture::history::{GHOSTS, HEAT, HeatBy, History, PastOptions, TRAILS, Tracked, TrailsOf};
use blobsmith::picture::overlays::{ALL, OverlayOptions};
use blobsmith::picture::{Item, Palette, Picture, Scene, Theme, Viewport};

const NOW: u64 = 80;

/// The overlay's picture at frame 80 of 100.
fn draw(run: &mut Run, id: &str, options: PastOptions, selected: Vec<Tracked>) -> Picture {
    run.seek(NOW);
    let (back, ahead, touches) = options.needs([id]).unwrap_or_default();
    let mut frames = Frames::default();
    assert!(frames.follow(run, Window { back, ahead, touches }, || true));
    let history = History { now: NOW, frames: frames.frames().collect(), selected, options };
    let palette = Palette::of(Theme::Dark);
    let viewport = Viewport { size_px: DVec2::splat(500.0), center: DVec2::ZERO, scale: 10.0 };
    let level = run.level().clone();
    let scene = Scene { history: Some(&history), hides: true, ..Scene::new(&level, run.world(), &palette, viewport) };
    let mut picture = Picture::default();
    let overlay = ALL.iter().find(|overlay| overlay.id == id).unwrap();
    overlay.draw(&scene, &OverlayOptions::suggest(&scene), &mut picture);
    picture
}

fn coloured(picture: &Picture) -> Vec<[DVec2; 2]> {
    let of = |item: &Item| match item {
        Item::ColouredLines { segments, .. } => segments.iter().map(|(ends, _)| *ends).collect(),
        _ => Vec::new(),
    };
    picture.items.iter().flat_map(of).collect()
}

#[test]
fn trails_have_the_positions_of_the_run() {
    let mut run = run_for(&level("04-squares-distance"), 100);
    let nodes = [1, 9];
    let mut expected = Vec::new();
    for node in nodes {
        let mut places = Vec::new();
        for frame in NOW - 25..=NOW {
            run.seek(frame);
            places.push(run.world().position(node));
        }
        expected.extend(places.windows(2).map(|pair| [pair[0], pair[1]]));
    }
    let options = PastOptions { trails_of: TrailsOf::Selection, trail_frames: 25, ..PastOptions::default() };
    let picture = draw(&mut run, TRAILS, options, nodes.map(Tracked::Node).to_vec());
    assert_eq!(coloured(&picture), expected);
    // Barycentres: what the world itself says at each frame.
    let options = PastOptions { trails_of: TrailsOf::Barycentres, ..options };
    let segments = coloured(&draw(&mut run, TRAILS, options, Vec::new()));
    let dynamic: Vec<usize> =
        (0..run.level().bodies.len()).filter(|&b| run.world().layout().bodies[b].is_dynamic).collect();
    assert_eq!(segments.len(), 25 * dynamic.len());
    for (index, &body) in dynamic.iter().enumerate() {
        for step in 0..25 {
            run.seek(NOW - 25 + step);
            assert_eq!(segments[25 * index + step as usize][0], run.world().barycentre(body));
        }
    }
}

#[test]
fn heat_counts_the_contacts_of_the_last_frames() {
    let mut run = run_for(&level("04-squares-distance"), 100);
    // As counted from the run's own traces.
    let (frames, mut edges) = (30, std::collections::BTreeMap::new());
    run.seek(NOW - frames);
    while run.frame() < NOW {
        run.step_substep();
        for contact in run.trace().unwrap().contacts.iter().filter(|contact| contact.response.is_some()) {
            *edges.entry((contact.other, contact.chosen.unwrap())).or_insert(0_u32) += 1;
        }
    }
    assert!(!edges.is_empty());
    let options = PastOptions { heat_frames: frames as u32, heat_by: HeatBy::Count, ..PastOptions::default() };
    let picture = draw(&mut run, HEAT, options, Vec::new());
    let expected: Vec<[DVec2; 2]> = edges
        .keys()
        .map(|&(body, edge)| {
            let start = run.world().layout().bodies[body].nodes.start;
            run.level().bodies[body].hull[edge].map(|node| run.world().position(start + node))
        })
        .collect();
    assert_eq!(coloured(&picture), expected);
    assert!(picture.legend.iter().all(|row| row.text.ends_with("in 30 frames")), "{:?}", picture.legend);
}

#[test]
fn ghosts_show_frames_before_and_after() {
    let mut run = run_for(&level("04-squares-distance"), 100);
    let options = PastOptions { ghost_every: 8, ghosts: 3, ..PastOptions::default() };
    let picture = draw(&mut run, GHOSTS, options, Vec::new());
    // 56, 64 and 72 before; 88 and 96 after, 104 was never visited.
    let texts: Vec<&str> = picture.legend.iter().map(|row| row.text.as_str()).collect();
    assert_eq!(texts, ["past, every 8 frames (3)", "visited future, every 8 frames (2)"]);
    let outlines: Vec<_> = picture
        .items
        .iter()
        .filter_map(
            |item| if let Item::Lines { segments, stroke } = item { Some((segments, stroke.color)) } else { None },
        )
        .collect();
    assert_eq!(outlines.len(), 5);
    for (frame, (segments, _)) in [56, 64, 72, 88, 96].into_iter().zip(&outlines) {
        run.seek(frame);
        let layout = run.world().layout();
        let moving = layout.bodies.iter().filter(|body| body.is_dynamic || body.path.is_some());
        let edges = moving.flat_map(|body| &layout.hull_edges[body.hull_edges.clone()]);
        let expected: Vec<[DVec2; 2]> =
            edges.map(|edge| edge.map(|node| run.world().position(node as usize))).collect();
        assert_eq!(**segments, expected, "frame {frame}");
    }
    let opaque = |index: usize| outlines[index].1.alpha(255);
    assert_eq!(opaque(0), opaque(2));
    assert_ne!(opaque(0), opaque(3), "the future has another tint");
    assert!(outlines[2].1.3 > outlines[0].1.3, "near ghosts are stronger");
}

#[test]
fn hidden_parts_have_no_trail_ghost_or_energy() {
    let mut level = level("04-squares-distance");
    let options = PastOptions { trails_of: TrailsOf::Nodes, trail_frames: 25, ..PastOptions::default() };
    let moving: Vec<usize> = {
        let run = run_for(&level, 0);
        let bodies = run.world().layout().bodies.iter().enumerate();
        bodies.filter(|(_, body)| body.is_dynamic || body.path.is_some()).map(|(index, _)| index).collect()
    };
    let count = |level: &blobsmith::level::Level, id: &str| {
        let picture = draw(&mut run_for(level, 100), id, options, Vec::new());
        let of = |item: &Item| match item {
            Item::ColouredLines { segments, .. } => segments.len(),
            Item::Lines { segments, .. } => segments.len(),
            Item::Dots { centers, .. } => centers.len(),
            Item::Circles { circles, .. } => circles.len(),
            _ => 0,
        };
        picture.items.iter().map(of).sum::<usize>()
    };
    let ids = [TRAILS, HEAT, GHOSTS, "node-energy"];
    let all = ids.map(|id| count(&level, id));
    assert!(all.iter().all(|&count| count > 0), "{all:?}");
    level.editor.get_or_insert_default().hidden.insert(Place::Body(moving[0]));
    let fewer = ids.map(|id| count(&level, id));
    let [nodes, hull] = [level.bodies[moving[0]].nodes.len(), level.bodies[moving[0]].hull.len()];
    assert_eq!(all[0] - fewer[0], 25 * nodes, "a segment a frame and node");
    // Five before the present; 90 and 100 after it.
    assert_eq!(all[2] - fewer[2], 7 * hull);
    assert_eq!(all[3] - fewer[3], nodes);
    for &body in &moving {
        level.editor.get_or_insert_default().hidden.insert(Place::Body(body));
    }
    // Heat may lie on fixed walls: those are drawn, and the bodies that hit them are not.
    let none = ids.map(|id| count(&level, id));
    assert_eq!([none[0], none[2], none[3]], [0; 3]);
    assert!(none[1] < all[1]);
}
