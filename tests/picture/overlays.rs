//! Every overlay draws something and has a legend; forces, velocities and contacts have their calculated positions.

use super::support::{GROUND, Raster, disc, level_of, obstacle, palette, square, viewport, world_of};
use blobsmith::engine::trace::{Candidate, ContactTrace, Nearest, Past, Touch, Trace, Verdict};
use blobsmith::engine::{Hand, Held, World};
use blobsmith::geometry::polygon;
use blobsmith::level::{
    Body, CollisionFilter, ContactMethod, Decor, Level, Link, LinkEnd, LinkKind, Marker, MarkerShape, Motion, Node,
    Obstacle, ObstacleShape, Properties, Stick,
};
use blobsmith::picture::history::{History, PastOptions, TrailsOf};
use blobsmith::picture::overlays::{ALL, Overlay, OverlayOptions};
use blobsmith::picture::{Item, Layers, Palette, Picture, Rgba, Scene, Viewport};
use glam::DVec2;

fn p(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

/// Two squares that overlap and move into each other, one of them in a floor that pushes by force, held by the hand.
/// Beside them two nodes on a stick that is a little too long come down on an obstacle, and two discs meet.
fn busy_level() -> (Level, World, Trace) {
    let mut left = square(-4.0, -4.0, 4.0);
    let mut right = square(-0.5, -3.0, 4.0);
    for (body, speed) in [(&mut left, 0.2), (&mut right, -0.3)] {
        for (index, node) in body.nodes.iter_mut().enumerate() {
            node.velocity = [speed * (1.0 + index as f64), 0.1];
        }
    }
    for spring in left.springs.iter_mut().chain(&mut right.springs) {
        spring.damping = 0.5;
    }
    left.springs[0].rest_length *= 0.8;
    right.springs[1].rest_length *= 1.2;
    let floor = Body { motion: Motion::Fixed, ..square(-9.0, -12.8, 9.0) };
    let mut level = level_of(vec![left, right, floor, falling_stick()]);
    level.obstacles.push(obstacle(ObstacleShape::Segment([5.0, 6.0], [9.0, 6.0])));
    level.discs = vec![disc([6.0, -4.0], [1.0, 0.0], 0.5), disc([7.005, -4.0], [0.0, 0.0], 0.5)];
    add_fixtures(&mut level);
    level.world.contact.decor = Decor::Penalty { stiffness: 4.0, viscosity: 0.1 };
    level.world.gravity = [0.0, -0.5];
    level.world.substeps = 64;
    let mut world = world_of(&level);
    world.set_hand(Some(Hand { held: Held::Node(0, 3), target: [-8.0, 4.0], stiffness: 0.1, damping: 0.0 }));
    let mut trace = Trace::default();
    world.step_substep_traced(&mut trace);
    assert!(!trace.contacts.is_empty(), "the level is made for it");
    (level, world, trace)
}

/// A spring between two points, a marked area and a sensor, all of them away from what moves.
fn add_fixtures(level: &mut Level) {
    let (tags, properties) = (Vec::new(), Properties::default());
    let (a, b) = (LinkEnd::Point([-9.0, 9.0]), LinkEnd::Point([-5.0, 9.0]));
    let kind = LinkKind::Spring { rest_length: 3.0, stiffness: 1.0, damping: 0.0 };
    let id = "rope".to_owned();
    level.links.push(Link { id, a, b, kind, collide: true, tags: tags.clone(), properties: properties.clone() });
    let (id, name) = ("marker-0".to_owned(), "goal".to_owned());
    let shape = MarkerShape::Rect([-9.0, 6.0], [-6.0, 8.0]);
    level.markers.push(Marker { id, name, shape, tags, properties });
    let shape = ObstacleShape::Circle { center: [0.0, 8.0], radius: 1.0 };
    let collision = CollisionFilter { sensor: true, ..CollisionFilter::default() };
    level.obstacles.push(Obstacle { shape, collision, ..Obstacle::default() });
}

fn falling_stick() -> Body {
    let node = |x: f64| Node { velocity: [0.0, -0.5], ..Node::at([x, 6.002]) };
    let stick = Stick { a: 0, b: 1, length: 1.99, hidden: false };
    Body { nodes: vec![node(6.0), node(8.0)], sticks: vec![stick], ..Body::default() }
}

/// The squares again, with 004's contact.
fn crossing_level() -> (Level, World, Trace) {
    let (mut level, ..) = busy_level();
    level.world.contact.method = ContactMethod::Diagonals;
    let mut world = world_of(&level);
    let mut trace = Trace::default();
    world.step_substep_traced(&mut trace);
    (level, world, trace)
}

/// A square with a deep dent, and a fan from a corner: it spills 1.2.
fn dented_level() -> (Level, World, Trace) {
    let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]];
    let body = Body {
        nodes: corners.map(Node::at).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3], [0, 3, 4]],
        ..Body::default()
    };
    let level = level_of(vec![body]);
    (level.clone(), world_of(&level), Trace::default())
}

#[test]
fn balloon_overlay_paints_spill_and_gaps() {
    let (mut level, world, _) = dented_level();
    let palette = palette();
    let filled = |picture: &Picture, color: Rgba| -> f64 {
        let of_item = |item: &Item| match item {
            Item::Polygon { rings, fill } if fill.opaque() == color.opaque() => {
                rings.iter().map(|ring| 0.5 * polygon::doubled_area(ring)).sum()
            }
            _ => 0.0,
        };
        picture.items.iter().map(of_item).sum()
    };
    let picture = draw(&bare(&level, &world, &palette), "balloon", &OverlayOptions::default());
    assert!((filled(&picture, palette.contact) - 1.2).abs() < 1e-12);
    assert_eq!(filled(&picture, palette.hint), 0.0);
    assert!(picture.legend[0].text.contains("(spill): 1.2;"), "{}", picture.legend[0].text);
    // Without its first triangle, 8, nothing is spilled, and of the 10 inside only the 4 left of the dent are painted.
    level.bodies[0].triangles.remove(0);
    let world = world_of(&level);
    let picture = draw(&bare(&level, &world, &palette), "balloon", &OverlayOptions::default());
    assert!((filled(&picture, palette.hint) - 6.0).abs() < 1e-12);
    assert_eq!(filled(&picture, palette.contact), 0.0);
    let lines = |picture: &Picture| {
        picture.items.iter().any(|item| matches!(item, Item::Lines { segments, .. } if segments.len() > 5))
    };
    assert!(lines(&picture), "it is hatched");
    let picture = draw(&bare(&level, &world, &palette), "retriangulation", &OverlayOptions::default());
    let area = |item: &Item| match item {
        Item::Triangles { corners, .. } => {
            corners.iter().map(|&[a, b, c]| 0.5 * polygon::doubled_triangle_area(a, b, c)).sum()
        }
        _ => 0.0,
    };
    assert_eq!(picture.items.iter().map(area).sum::<f64>(), 10.0);
}

/// The frame before, and one with the contacts of the present one.
fn pasts(level: &Level, world: &World, trace: &Trace) -> [Past; 2] {
    let mut touches = Vec::new();
    Touch::gather(world.layout(), trace, &mut touches);
    [Past::of(&world_of(level), None), Past::of(world, Some(touches))]
}

fn history(pasts: &[Past; 2]) -> History<'_> {
    let options = PastOptions { ghost_every: 1, trails_of: TrailsOf::Nodes, ..PastOptions::default() };
    History { now: 1, frames: vec![(0, &pasts[0]), (1, &pasts[1])], options, ..History::default() }
}

fn draw(scene: &Scene, id: &str, options: &OverlayOptions) -> Picture {
    let mut picture = Picture::default();
    let overlay = ALL.iter().find(|overlay| overlay.id == id).unwrap_or_else(|| panic!("no overlay {id}"));
    overlay.draw(scene, options, &mut picture);
    picture
}

fn bare<'a>(level: &'a Level, world: &'a World, palette: &'a Palette) -> Scene<'a> {
    Scene { layers: Layers::NONE, ..Scene::new(level, world, palette, viewport()) }
}

fn pixels_of(mut picture: Picture) -> Raster {
    picture.legend.clear();
    Raster::of(&picture, &viewport())
}

/// Each overlay with a level for which it is not empty.
fn for_every_overlay(look: impl Fn(&Overlay, &Scene)) {
    let (busy, crossing, dented) = (busy_level(), crossing_level(), dented_level());
    let palette = palette();
    for overlay in ALL {
        let (level, world, trace) = match overlay.id {
            "diagonals" => &crossing,
            "balloon" => &dented,
            _ => &busy,
        };
        let pasts = pasts(level, world, trace);
        let history = history(&pasts);
        look(overlay, &Scene { trace: Some(trace), history: Some(&history), ..bare(level, world, &palette) });
    }
}

#[test]
fn overlays_draw_and_have_a_legend() {
    for_every_overlay(|overlay, scene| {
        let options = OverlayOptions::suggest(scene);
        let picture = draw(scene, overlay.id, &options);
        assert!(!picture.legend.is_empty(), "{} has no legend", overlay.id);
        let painted = pixels_of(picture).painted().len();
        assert!(painted > 10, "{} paints {painted} pixels", overlay.id);
    });
}

#[test]
fn overlays_declare_whether_they_are_to_scale() {
    for_every_overlay(|overlay, scene| {
        let fit = OverlayOptions::suggest(scene);
        let twice = OverlayOptions {
            force_scale: 2.0 * fit.force_scale,
            velocity_scale: 2.0 * fit.velocity_scale,
            acceleration_scale: 2.0 * fit.acceleration_scale,
            ..fit
        };
        let changes = draw(scene, overlay.id, &fit) != draw(scene, overlay.id, &twice);
        assert_eq!(changes, overlay.is_to_scale(), "{}", overlay.id);
    });
}

/// Coloured springs cover the plain ones, which may then be left out.
#[test]
fn coloured_springs_cover_the_plain_ones() {
    let (level, world, _) = busy_level();
    let palette = palette();
    for overlay in ALL.iter().filter(|overlay| overlay.hides_springs()) {
        let with = |springs: bool| {
            let layers = Layers::NONE.with("springs", springs);
            let scene = Scene { layers, ..bare(&level, &world, &palette) };
            let mut picture = Picture::default();
            blobsmith::picture::draw_level(&scene, &mut picture);
            overlay.draw(&scene, &OverlayOptions::default(), &mut picture);
            pixels_of(picture)
        };
        let (both, alone) = (with(true), with(false));
        let (both, alone) = (both.painted(), alone.painted());
        assert!(!alone.is_empty() && both.len() == alone.len(), "{}: {} and {}", overlay.id, both.len(), alone.len());
    }
}

#[test]
fn overlays_declare_whether_they_need_a_trace() {
    let (level, world, trace) = busy_level();
    let palette = palette();
    let pasts = pasts(&level, &world, &trace);
    let history = history(&pasts);
    let scene = Scene { history: Some(&history), ..bare(&level, &world, &palette) };
    let options = OverlayOptions::suggest(&scene);
    // This level has no spill, so the overlay is tested with another one.
    for overlay in ALL.iter().filter(|overlay| overlay.id != "balloon") {
        let painted = !pixels_of(draw(&scene, overlay.id, &options)).painted().is_empty();
        assert_eq!(painted, !overlay.needs_trace, "{}", overlay.id);
    }
}

#[test]
fn overlay_ids_are_unique_and_in_kebab_case() {
    for (index, overlay) in ALL.iter().enumerate() {
        assert!(overlay.id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", overlay.id);
        assert!(ALL[..index].iter().all(|other| other.id != overlay.id), "{}", overlay.id);
        assert!(overlay.explanation.ends_with('.') && !overlay.title.is_empty());
    }
}

#[test]
fn overlays_accept_an_empty_level_and_a_foreign_trace() {
    let (busy, busy_world, trace) = busy_level();
    let pasts = pasts(&busy, &busy_world, &trace);
    let history = history(&pasts);
    let level = level_of(Vec::new());
    let (world, palette) = (world_of(&level), palette());
    let scene = Scene { trace: Some(&trace), history: Some(&history), ..bare(&level, &world, &palette) };
    for overlay in ALL {
        draw(&scene, overlay.id, &OverlayOptions::suggest(&scene));
    }
    // A level with more bodies than the world that runs: it was edited since.
    let edited = level_of(vec![square(0.0, 0.0, 1.0)]);
    let scene = Scene { level: &edited, ..scene };
    for overlay in ALL {
        draw(&scene, overlay.id, &OverlayOptions::suggest(&scene));
    }
}

/// Where the arrows of an overlay go.
fn arrows(picture: &Picture) -> Vec<[DVec2; 2]> {
    let lists = picture.items.iter().filter_map(|item| match item {
        Item::Arrows { arrows, .. } => Some(arrows.clone()),
        _ => None,
    });
    lists.flatten().collect()
}

#[test]
fn gravity_overlay_draws_mass_times_gravity() {
    // m = 1, g = (0, -0.5): force (0, -0.5); 4 world units per unit of force: 2 units down.
    let mut level = level_of(vec![square(1.0, 1.0, 2.0)]);
    level.world.gravity = [0.0, -0.5];
    let (world, palette) = (world_of(&level), palette());
    let options = OverlayOptions { force_scale: 4.0, ..OverlayOptions::default() };
    let picture = draw(&bare(&level, &world, &palette), "force-gravity", &options);
    assert_eq!(arrows(&picture)[0], [p(1.0, 1.0), p(1.0, -1.0)]);
    assert_eq!(picture.legend[0].text, "gravity force, up to 0.5");
    let raster = pixels_of(picture);
    assert_ne!(raster.at(110, 100), GROUND);
    assert_eq!(raster.at(110, 64), GROUND, "not upwards from the upper nodes at row 70");
}

#[test]
fn spring_overlay_draws_the_force_of_a_stretched_spring() {
    let mut body = square(0.0, 0.0, 2.0);
    body.springs.truncate(1);
    // k = 0.2, length 2, rest length 1: 0.2 along the lower side; 000 §C.2.a.
    body.springs[0].rest_length = 1.0;
    body.gas = 0.0;
    let level = level_of(vec![body]);
    let (world, palette) = (world_of(&level), palette());
    let options = OverlayOptions { force_scale: 5.0, ..OverlayOptions::default() };
    let found = arrows(&draw(&bare(&level, &world, &palette), "force-spring", &options));
    let near = |a: DVec2, b: DVec2| a.distance(b) < 1e-12;
    assert!(near(found[0][1], p(1.0, 0.0)) && near(found[1][1], p(1.0, 0.0)), "{found:?}");
    assert_eq!(found.len(), 2);
}

#[test]
fn velocity_and_normal_overlays_match_hand_calculation() {
    let mut body = square(-4.0, -4.0, 8.0);
    body.nodes[2].velocity = [0.5, 0.0];
    let level = level_of(vec![body]);
    let (world, palette) = (world_of(&level), palette());
    let options = OverlayOptions { velocity_scale: 6.0, ..OverlayOptions::default() };
    let scene = bare(&level, &world, &palette);
    assert_eq!(arrows(&draw(&scene, "velocities", &options)), [[p(4.0, 4.0), p(7.0, 4.0)]]);
    // Right of A→B: the lower edge leads right, its outside is below.
    let normals = arrows(&draw(&scene, "normals", &options));
    assert_eq!(normals[0][0], p(0.0, -4.0));
    assert!(normals[0][1].y < -5.0 && normals[0][1].x == 0.0, "{normals:?}");
}

/// M at (0,-3) in a square from (-4,-4) to (4,4): the lower edge is chosen at depth 1.
pub fn by_hand() -> Trace {
    let corners = [p(-4.0, -4.0), p(4.0, -4.0), p(4.0, 4.0), p(-4.0, 4.0)];
    let m = p(0.0, -3.0);
    let candidate = |edge: usize| {
        let (a, b) = (corners[edge], corners[(edge + 1) % 4]);
        let (ab, am) = (b - a, m - a);
        let cross = ab.x * am.y - ab.y * am.x;
        Candidate {
            edge,
            a: edge,
            b: (edge + 1) % 4,
            a_position: a,
            b_position: b,
            cross,
            dot: ab.dot(am),
            length_squared: 64.0,
            toggles_parity: edge == 3,
            nearest: Nearest::Q,
            distance: Some(cross / 8.0),
            barycentre_cross: 0.0,
            entry_time: None,
            verdict: if edge == 0 { Verdict::Chosen } else { Verdict::Farther },
        }
    };
    let contact = ContactTrace {
        body: 1,
        node: 0,
        other: 0,
        point: m,
        barycentre: m,
        candidates: (0..4).map(candidate).collect(),
        chosen: Some(0),
        rules: None,
        entry: None,
        response: None,
        after: None,
    };
    Trace { contacts: vec![contact], ..Trace::default() }
}

#[test]
fn contact_overlay_draws_edge_depth_and_foot_of_the_trace() {
    let level = level_of(vec![square(-4.0, -4.0, 8.0)]);
    let (world, palette, trace) = (world_of(&level), palette(), by_hand());
    let scene = Scene { trace: Some(&trace), ..bare(&level, &world, &palette) };
    let options = OverlayOptions::suggest(&scene);
    let raster = pixels_of(draw(&scene, "contacts", &options));
    let contact = [palette.contact.0, palette.contact.1, palette.contact.2];
    assert_eq!(raster.at(70, 140), contact, "chosen edge");
    assert_eq!(raster.at(100, 130), contact, "M");
    assert_ne!(raster.at(100, 135), GROUND, "depth line");
    assert_eq!(raster.at(60, 100), GROUND, "an edge that was not chosen");
    // Rejected edges: the three others, with their distances 4, 7 and 4.
    let rejected = draw(&scene, "candidates", &options);
    let texts: Vec<_> = rejected
        .items
        .iter()
        .filter_map(|item| if let Item::Text { text, .. } = item { Some(text.as_str()) } else { None })
        .collect();
    assert_eq!(texts, ["farther: 4", "farther: 7", "farther: 4"]);
    // The ray goes left from M and meets the left side once.
    let ray = draw(&scene, "parity-ray", &options);
    let raster = pixels_of(ray);
    assert_ne!(raster.at(80, 130), GROUND);
    assert_eq!(raster.at(120, 130), GROUND);
    // Another node in focus: nothing of this contact is shown.
    let options = OverlayOptions { focus: Some((0, 0)), ..options };
    for id in ["contacts", "candidates", "parity-ray"] {
        assert!(pixels_of(draw(&scene, id, &options)).painted().is_empty(), "{id}");
    }
}

#[test]
fn suggested_scales_give_arrows_of_a_visible_length() {
    let (level, world, _) = busy_level();
    let palette = palette();
    let view = Viewport { size_px: p(800.0, 500.0), center: DVec2::ZERO, scale: 40.0 };
    let scene = Scene::new(&level, &world, &palette, view);
    let options = OverlayOptions::suggest(&scene);
    let longest_px = |id: &str| {
        let all = arrows(&draw(&scene, id, &options));
        all.iter().map(|[a, b]| a.distance(*b) * view.scale).fold(0.0, f64::max)
    };
    let velocity = longest_px("velocities");
    assert!((0.06 * 500.0..=0.36 * 500.0).contains(&velocity), "{velocity} px");
    let forces = ALL.iter().filter(|overlay| overlay.id.starts_with("force-")).map(|overlay| longest_px(overlay.id));
    let force = forces.fold(0.0, f64::max);
    assert!((0.06 * 500.0..=0.36 * 500.0).contains(&force), "{force} px");
}

#[test]
fn suggested_scale_ignores_one_long_arrow() {
    // 39 nodes at speed 1 and one at 2: without regard to the others the scale would be half.
    let mut level = level_of((0..10).map(|i| square(f64::from(i) * 2.0 - 10.0, 0.0, 1.0)).collect());
    for node in level.bodies.iter_mut().flat_map(|body| &mut body.nodes) {
        node.velocity = [1.0, 0.0];
    }
    let slow = world_of(&level);
    level.bodies[3].nodes[2].velocity = [2.0, 0.0];
    let (fast, palette) = (world_of(&level), palette());
    let scale = |world| OverlayOptions::suggest(&bare(&level, world, &palette)).velocity_scale;
    assert_eq!(scale(&slow), scale(&fast));
}

#[test]
fn legends_list_only_what_is_there() {
    let (level, palette) = (level_of(vec![Body::default()]), palette());
    let mut world = world_of(&level);
    let mut trace = Trace::default();
    world.step_substep_traced(&mut trace);
    let scene = Scene { trace: Some(&trace), ..bare(&level, &world, &palette) };
    for id in [
        "obstacle-hits",
        "impacts",
        "diagonals",
        "candidates",
        "stick-error",
        "triangle-orientation",
        "strain",
        "impulses",
    ] {
        let Some(overlay) = ALL.iter().find(|overlay| overlay.id == id) else { panic!("no overlay {id}") };
        let legend = draw(&scene, overlay.id, &OverlayOptions::default()).legend;
        let texts: Vec<&str> = legend.iter().map(|row| row.text.as_str()).collect();
        assert!(texts.len() == 1 && texts[0].ends_with(": none"), "{id}: {texts:?}");
    }
}
