//! Overlays of forces, pressure, energy and motion, held against numbers worked by hand; and the scale of arrows.

use super::support::{Raster, level_of, palette, square, viewport, world_of};
use blobsmith::engine::World;
use blobsmith::level::{Body, Level, LevelUnits, Node, Role};
use blobsmith::picture::overlays::arrows::{ArrowScale, Arrows};
use blobsmith::picture::overlays::{ALL, OverlayOptions};
use blobsmith::picture::{Item, Layers, Palette, Picture, Rgba, Scene};
use glam::DVec2;

fn p(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

fn draw(level: &Level, world: &World, palette: &Palette, id: &str, options: &OverlayOptions) -> Picture {
    let scene = Scene { layers: Layers::NONE, ..Scene::new(level, world, palette, viewport()) };
    let mut picture = Picture::default();
    let overlay = ALL.iter().find(|overlay| overlay.id == id).unwrap_or_else(|| panic!("no overlay {id}"));
    overlay.draw(&scene, options, &mut picture);
    picture
}

fn arrows(picture: &Picture) -> Vec<[DVec2; 2]> {
    let lists = picture.items.iter().filter_map(|item| match item {
        Item::Arrows { arrows, .. } => Some(arrows.clone()),
        _ => None,
    });
    lists.flatten().collect()
}

fn texts(picture: &Picture) -> Vec<&str> {
    fn text(item: &Item) -> Option<&str> {
        if let Item::Text { text, .. } = item { Some(text.as_str()) } else { None }
    }
    picture.items.iter().filter_map(text).collect()
}

fn near(a: [DVec2; 2], b: [DVec2; 2]) -> bool {
    a[0].distance(b[0]) < 1e-9 && a[1].distance(b[1]) < 1e-9
}

/// A square of side 2 with gas 4: area 4, P = 1, and each side is pushed by P·2 = 2 outwards at its middle.
#[test]
fn pressure_overlay_matches_hand_calculation() {
    let level = level_of(vec![Body { gas: 4.0, ..square(0.0, 0.0, 2.0) }]);
    let (world, palette) = (world_of(&level), palette());
    let options = OverlayOptions { force_scale: 0.5, ..OverlayOptions::default() };
    let picture = draw(&level, &world, &palette, "pressure", &options);
    let found = arrows(&picture);
    assert_eq!(found.len(), 4);
    assert!(near(found[0], [p(1.0, 0.0), p(1.0, -1.0)]) && near(found[1], [p(2.0, 1.0), p(3.0, 1.0)]), "{found:?}");
    assert_eq!(texts(&picture), ["P = 1"]);
    assert!(picture.legend[0].text.starts_with("pressure P = gas/area of 1;"), "{}", picture.legend[0].text);
    let empty = level_of(vec![Body { gas: 0.0, ..square(0.0, 0.0, 2.0) }]);
    let picture = draw(&empty, &world_of(&empty), &palette, "pressure", &options);
    assert!(picture.items.is_empty() && picture.legend[0].text.contains("no body is filled"));
}

/// Right of A→B: below the lower side of a square, and not above it.
#[test]
fn outside_overlay_hatches_the_right_of_every_edge() {
    let level = level_of(vec![square(-4.0, -4.0, 8.0)]);
    let (world, palette) = (world_of(&level), palette());
    let picture = draw(&level, &world, &palette, "outside", &OverlayOptions::default());
    let ticks: Vec<_> = (picture.items.iter())
        .filter_map(|item| if let Item::Ticks { ticks, .. } = item { Some(ticks.clone()) } else { None })
        .flatten()
        .collect();
    assert_eq!(ticks.len(), 40, "80 pixels a side, one every 8");
    assert!(ticks.iter().all(|(foot, direction)| foot.dot(*direction) > 0.0), "all lead away from the middle");
    let raster = Raster::of(&Picture { legend: Vec::new(), items: picture.items.clone() }, &viewport());
    let below = raster.painted().iter().filter(|&&(_, y)| y > 143).count();
    let above = raster.painted().iter().filter(|&&(x, y)| (70..130).contains(&x) && (70..130).contains(&y)).count();
    assert!(below > 30 && above == 0, "{below} below, {above} within");
    assert!(near(arrows(&picture)[0], [p(-0.9, -4.0), p(0.9, -4.0)]), "from A to B");
}

/// Two masses of 2 and 4 on a spring of length 3, at rest with 2, k = 0.5: it holds ½·0.5·1² = 0.25. Speeds 1 and 0.5: 1 and 0.5.
fn pair() -> Level {
    let mut body = square(0.0, 0.0, 3.0);
    body.nodes = vec![
        Node { velocity: [0.0, 1.0], role: Role::Mass(2.0), ..Node::at([0.0, 0.0]) },
        Node { velocity: [0.5, 0.0], role: Role::Mass(4.0), ..Node::at([3.0, 0.0]) },
    ];
    body.springs.truncate(1);
    (body.springs[0].rest_length, body.springs[0].stiffness, body.springs[0].damping) = (2.0, 0.5, 0.0);
    body.hull.clear();
    body.triangles.clear();
    let mut level = level_of(vec![body]);
    level.world.gravity = [0.0, 0.0];
    level
}

#[test]
fn node_energy_overlay_matches_hand_calculation() {
    let level = pair();
    let world = world_of(&level);
    let energies = world.node_energies();
    assert_eq!((energies[0].kinetic, energies[1].kinetic), (1.0, 0.5));
    assert_eq!((energies[0].elastic, energies[1].elastic), (0.125, 0.125));
    let palette = palette();
    let picture = draw(&level, &world, &palette, "node-energy", &OverlayOptions::default());
    // 1.125 of a range of 2 is nearest to step 5 of 8, and 0.625 to step 3 (2.5 rounds up).
    let mut dots: Vec<(DVec2, f32)> = (picture.items.iter())
        .filter_map(|item| {
            if let Item::Dots { centers, radius_px, .. } = item { Some((centers[0], *radius_px)) } else { None }
        })
        .collect();
    dots.sort_by(|a, b| a.0.x.total_cmp(&b.0.x));
    assert_eq!(dots.len(), 2);
    let radius = |step: f32| 2.0 + 7.5 * (step / 8.0).sqrt();
    assert!((dots[0].1 - radius(5.0)).abs() < 1e-5 && (dots[1].1 - radius(3.0)).abs() < 1e-5, "{dots:?}");
    assert!(picture.legend[0].text.contains("(all: 1.75)"), "{}", picture.legend[0].text);
}

/// On a level with everything the nodes' energies add up to what the world measures.
#[test]
fn node_energies_add_up_to_the_total() {
    for row in blobsmith::level::gallery::ALL
        .iter()
        .filter(|row| ["01", "15", "18", "28"].iter().any(|n| row.id.starts_with(n)))
    {
        let level = blobsmith::level::format::read(row.text, blobsmith::level::format::TextFormat::Ron).expect("sound");
        let mut world = world_of(&level);
        for _ in 0..20 {
            world.step_frame();
        }
        assert!(level.discs.is_empty(), "{}: discs have kinetic energy of their own", row.id);
        let (mut kinetic, mut elastic) = (0.0, 0.0);
        for energy in world.node_energies() {
            kinetic += energy.kinetic;
            elastic += energy.elastic;
        }
        let measured = world.energy();
        let same = |a: f64, b: f64| (a - b).abs() <= 1e-12 * b.abs();
        assert!(same(kinetic, measured.kinetic) && same(elastic, measured.spring), "{}", row.id);
    }
}

/// The spring pulls with 0.5·(3 - 2) = 0.5: 0.25 on 2 to the right, 0.125 on 4 to the left.
#[test]
fn acceleration_overlay_matches_hand_calculation() {
    let level = pair();
    let (world, palette) = (world_of(&level), palette());
    let options = OverlayOptions { acceleration_scale: 4.0, ..OverlayOptions::default() };
    let found = arrows(&draw(&level, &world, &palette, "acceleration", &options));
    assert!(near(found[0], [p(0.0, 0.0), p(1.0, 0.0)]) && near(found[1], [p(3.0, 0.0), p(2.5, 0.0)]), "{found:?}");
}

/// The second end leaves the first at 0.5 along the spring, a quarter of its rest length of 2: the range is 0.5 then, and the colour
/// half way to orange. Turned round it is half way to blue.
#[test]
fn strain_rate_overlay_distinguishes_the_sign() {
    let palette = palette();
    let colour = |speed: f64| {
        let mut level = pair();
        level.bodies[0].nodes[1].velocity = [speed, 0.0];
        let world = world_of(&level);
        let picture = draw(&level, &world, &palette, "strain-rate", &OverlayOptions::default());
        let lines = picture.items.iter().find_map(|item| match item {
            Item::ColouredLines { segments, .. } => Some(segments[0].1),
            _ => None,
        });
        (lines.expect("a spring"), picture.legend.iter().map(|row| (row.color, row.text.clone())).collect::<Vec<_>>())
    };
    let (longer, legend) = colour(0.5);
    assert!(legend[0].1.contains("longer by 50 %"), "{legend:?}");
    assert_eq!(longer, legend[1].0, "25 % is the second row");
    let (shorter, legend) = colour(-0.5);
    assert_eq!(shorter, legend[3].0);
    let is_orange = |c: Rgba| c.0 > c.2;
    assert!(is_orange(longer) && !is_orange(shorter));
    assert_eq!(colour(0.0).0, legend[2].0, "across the spring is no strain");
}

/// Weights of 1 and 100 at 4 world units (40 pixels) per unit of force: 40 and 4000 pixels. On the logarithmic scale 48 pixels are
/// the same on both, and a factor of ten is 16: 48 + 16·log(40/48) = 46.733…, and 32 pixels more for the other.
#[test]
fn force_arrows_are_linear_logarithmic_or_clamped() {
    let node = |x: f64, mass: f64| Node { role: Role::Mass(mass), ..Node::at([x, 0.0]) };
    let mut level = level_of(vec![Body { nodes: vec![node(0.0, 1.0), node(1.0, 100.0)], ..Body::default() }]);
    level.world.gravity = [0.0, -1.0];
    let (world, palette) = (world_of(&level), palette());
    let with = |arrows| {
        let options = OverlayOptions { force_scale: 4.0, arrows, ..OverlayOptions::default() };
        draw(&level, &world, &palette, "force-gravity", &options)
    };
    let lengths = |picture: &Picture| arrows(picture).iter().map(|[a, b]| a.distance(*b) * 10.0).collect::<Vec<_>>();
    let scale_row =
        |picture: &Picture| picture.legend.iter().find(|row| row.arrow_px.is_some()).cloned().expect("a scale");
    let linear = with(Arrows::default());
    assert_eq!(lengths(&linear), [40.0, 4000.0]);
    assert_eq!((scale_row(&linear).text.as_str(), scale_row(&linear).arrow_px), ("force of 1", Some(40.0)));
    let log = with(Arrows { scale: ArrowScale::Logarithmic, longest_px: None });
    let first = 48.0 + 16.0 * (40.0_f64 / 48.0).log10();
    assert!(
        (lengths(&log)[0] - first).abs() < 1e-9 && (lengths(&log)[1] - first - 32.0).abs() < 1e-9,
        "{:?}",
        lengths(&log)
    );
    assert!((scale_row(&log).arrow_px.expect("an arrow") - first as f32).abs() < 1e-4);
    assert!(scale_row(&log).text.contains("16 px per factor of ten"));
    let cut = with(Arrows { longest_px: Some(100.0), ..Arrows::default() });
    assert!((lengths(&cut)[1] - 100.0).abs() < 1e-9);
    assert!(cut.legend[0].text.ends_with("(1 cut)"), "{}", cut.legend[0].text);
    // Two overlays of one scale have one arrow in the legend.
    let options = OverlayOptions { force_scale: 4.0, ..OverlayOptions::default() };
    let scene = Scene { layers: Layers::NONE, ..Scene::new(&level, &world, &palette, viewport()) };
    let mut both = Picture::default();
    for overlay in ALL.iter().filter(|overlay| ["force-gravity", "force-total"].contains(&overlay.id)) {
        overlay.draw(&scene, &options, &mut both);
    }
    assert_eq!(both.legend.iter().filter(|row| row.arrow_px.is_some()).count(), 1);
}

/// A unit of length is 2 m, and a unit of time 1/30 s: a unit of force is 2 · 30² = 1,800 in metres and seconds.
#[test]
fn force_legend_gives_its_scale_in_physical_units_if_the_level_has_some() {
    let mut level = level_of(vec![Body { nodes: vec![Node::at([0.0, 0.0])], ..Body::default() }]);
    (level.world.gravity, level.world.frame_time) = ([0.0, -1.0], 0.5);
    level.editor.get_or_insert_default().units = Some(LevelUnits { per_unit: 2.0, ..LevelUnits::default() });
    let (world, palette) = (world_of(&level), palette());
    let options = OverlayOptions { force_scale: 4.0, ..OverlayOptions::default() };
    let picture = draw(&level, &world, &palette, "force-gravity", &options);
    let row = picture.legend.iter().find(|row| row.arrow_px.is_some()).expect("a scale");
    assert_eq!(row.text, "force of 1 = 1800 mass·m/s²");
}
