//! The layers of a level: what each one draws, and where.

use super::support::{GROUND, Raster, level_of, palette, square, viewport, world_of};
use blobsmith::geometry::polygon::{distance_to_segment, doubled_area};
use blobsmith::level::{
    Body, Bounds, CollisionFilter, Level, LevelUnits, Link, LinkEnd, LinkKind, Marker, MarkerShape, Motion, Node,
    Obstacle, ObstacleShape, Path, Properties, Role, Stick, shapes,
};
use blobsmith::picture::layers::ALL;
use blobsmith::picture::{Item, Layers, Picture, Scene, Viewport, draw_level};
use glam::DVec2;

/// The level with these layers alone.
pub fn draw(level: &Level, layers: &[&str]) -> Raster {
    draw_in(level, layers, viewport())
}

fn draw_in(level: &Level, layers: &[&str], view: Viewport) -> Raster {
    let (world, palette) = (world_of(level), palette());
    let mut scene = Scene::new(level, &world, &palette, view);
    scene.layers = layers.iter().fold(Layers::NONE, |set, id| {
        assert!(ALL.iter().any(|layer| layer.id == *id), "{id}");
        set.with(id, true)
    });
    let mut picture = Picture::default();
    draw_level(&scene, &mut picture);
    // The legend would cover parts at the upper left.
    picture.legend.clear();
    Raster::of(&picture, &view)
}

#[test]
fn layer_ids_are_unique_and_in_kebab_case() {
    for (index, layer) in ALL.iter().enumerate() {
        assert!(layer.id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", layer.id);
        assert!(ALL[..index].iter().all(|other| other.id != layer.id), "{}", layer.id);
        assert!(layer.explanation.ends_with('.') && !layer.title.is_empty());
    }
}

#[test]
fn layers_are_switched_by_id() {
    let mut layers = Layers::default();
    assert!(layers.is_on("hull") && !layers.is_on("triangles") && !layers.is_on("nonsense"));
    assert!(layers.set("triangles", true) && layers.is_on("triangles"));
    assert!(!layers.set("nonsense", true));
    assert!(ALL.iter().all(|layer| !Layers::NONE.is_on(layer.id)));
}

#[test]
fn layers_draw_every_kind_of_part() {
    let mut pinned = square(-8.0, 3.0, 3.0);
    pinned.nodes[0].pinned = true;
    pinned.sticks.push(Stick { a: 0, b: 2, length: 4.0, hidden: false });
    let path = Path { points: vec![[0.0, 0.0], [3.0, 0.0], [3.0, 3.0]], period: 10.0 };
    pinned.triangles[1].swap(0, 1);
    let driven = Body { motion: Motion::Driven(path), ..square(3.0, 3.0, 2.0) };
    let mut level = level_of(vec![pinned, driven]);
    level.world.bounds = Some(Bounds { min: [-9.5, -9.5], max: [9.5, 9.5], restitution: 1.0 });
    let shape = ObstacleShape::Segment([-5.0, -5.0], [5.0, -4.0]);
    level.obstacles.push(Obstacle { name: String::new(), shape, restitution: 1.0, ..Obstacle::default() });
    level.discs.push(blobsmith::level::Disc {
        name: String::new(),
        position: [0.0, -2.0],
        velocity: [0.0; 2],
        radius: 1.0,
        mass: 1.0,
        restitution: 1.0,
        friction: 0.0,
        motion: Motion::Dynamic,
        ..blobsmith::level::Disc::default()
    });
    add_sensor_marker_and_link(&mut level);
    // Ten pixels a unit, (0, 0) at pixel (100, 100): a pixel of a part of each layer, and one of another part.
    let cases = [
        ("grid", [120, 107], [110, 107]),
        ("bounds", [195, 100], [100, 100]),
        ("obstacles", [100, 145], [100, 130]),
        ("sensors", [45, 170], [30, 170]),
        ("markers", [175, 190], [175, 180]),
        ("paths", [170, 30], [150, 35]),
        ("fill", [140, 60], [100, 100]),
        ("triangles", [45, 65], [25, 45]),
        ("flipped-triangles", [25, 45], [45, 65]),
        ("springs", [35, 70], [35, 62]),
        ("sticks", [25, 65], [45, 65]),
        ("hull", [35, 70], [35, 55]),
        ("discs", [100, 120], [100, 100]),
        ("links", [100, 180], [100, 170]),
        ("nodes", [50, 40], [35, 55]),
        // 80 pixels are 8 units; the round length below is 5, 50 pixels from x = 16 and y = 183.
        ("scale-bar", [40, 183], [80, 183]),
        // 80 pixels are 8 units; the round distance above is 10: a number 3 pixels right of x = 0, the next at x = 10.
        ("coordinates", [105, 192], [150, 192]),
    ];
    // Images are loaded from files: see `skins.rs`.
    let ids = ALL.iter().map(|layer| layer.id).filter(|&id| id != "skins");
    assert_eq!(cases.map(|case| case.0), ids.collect::<Vec<_>>()[..]);
    for (id, part, other) in cases {
        let raster = draw(&level, &[id]);
        // Numbers and hatches have gaps, so a few pixels around count.
        let reach = if ["coordinates", "flipped-triangles", "sensors"].contains(&id) { 4 } else { 0 };
        let is_painted = |[x, y]: [usize; 2]| {
            (x - reach..=x + reach).any(|x| (y - reach..=y + reach).any(|y| raster.at(x, y) != GROUND))
        };
        assert!(is_painted(part), "{id} has nothing at {part:?}");
        assert!(!is_painted(other), "{id} has something at {other:?}");
    }
}

#[test]
fn scale_bar_is_round_in_the_unit_of_the_level() {
    // 8 units of 0.3 m are 2.4 m; 2 m below are 6.67 units, 67 pixels from x = 16.
    let mut level = level_of(Vec::new());
    level.editor.get_or_insert_default().units = Some(LevelUnits { per_unit: 0.3, ..LevelUnits::default() });
    let raster = draw(&level, &["scale-bar"]);
    assert!(raster.at(70, 183) != GROUND && raster.at(90, 183) == GROUND);
    let (world, palette) = (world_of(&level), palette());
    let mut scene = Scene::new(&level, &world, &palette, viewport());
    scene.layers = Layers::NONE.with("scale-bar", true);
    let mut picture = Picture::default();
    draw_level(&scene, &mut picture);
    let text = |item: &Item| if let Item::Text { text, .. } = item { Some(text.clone()) } else { None };
    assert_eq!(picture.items.iter().filter_map(text).collect::<Vec<_>>(), ["2 m"]);
}

/// A sensor round (-7, -7), an area from (6, -9) to (9, -7), and a stick between (-2, -8) and (2, -8).
fn add_sensor_marker_and_link(level: &mut Level) {
    let shape = ObstacleShape::Circle { center: [-7.0, -7.0], radius: 1.5 };
    let collision = CollisionFilter { sensor: true, ..CollisionFilter::default() };
    level.obstacles.push(Obstacle { shape, collision, ..Obstacle::default() });
    let (tags, properties) = (Vec::new(), Properties::default());
    let (id, name, shape) = (String::new(), String::new(), MarkerShape::Rect([6.0, -9.0], [9.0, -7.0]));
    level.markers.push(Marker { id, name, shape, tags: tags.clone(), properties: properties.clone() });
    let (a, b) = (LinkEnd::Point([-2.0, -8.0]), LinkEnd::Point([2.0, -8.0]));
    let kind = LinkKind::Stick { length: 4.0 };
    level.links.push(Link { id: String::new(), a, b, kind, collide: true, tags, properties });
}

#[test]
fn sensors_are_not_filled_as_bodies_discs_or_obstacles() {
    let mut level = level_of(vec![square(-8.0, 3.0, 3.0)]);
    level.bodies[0].collision.sensor = true;
    let collision = level.bodies[0].collision;
    level.discs.push(blobsmith::level::Disc { position: [5.0, 5.0], radius: 2.0, collision, ..Default::default() });
    let shape = ObstacleShape::Circle { center: [5.0, -5.0], radius: 2.0 };
    level.obstacles.push(Obstacle { shape, collision, ..Obstacle::default() });
    for id in ["fill", "hull", "discs", "obstacles"] {
        assert!(draw(&level, &[id]).painted().is_empty(), "{id}");
    }
    let painted = draw(&level, &["sensors"]).painted();
    // Columns 20 to 50 are the body, 130 to 170 disc and circle; rows 30 to 70 and 130 to 170.
    for (columns, rows) in [(18..53, 38..73), (128..173, 28..73), (128..173, 128..173)] {
        assert!(painted.iter().any(|(x, y)| columns.contains(x) && rows.contains(y)), "{columns:?} {rows:?}");
    }
    assert!(!painted.contains(&(35, 55)) && !painted.contains(&(150, 50)), "only outlines");
}

#[test]
fn fill_leaves_the_hole_of_a_frame_empty() {
    let level = level_of(vec![shapes::Container { inside: [10.0, 10.0], wall: 2.0, ..Default::default() }.body()]);
    let raster = draw(&level, &["fill"]);
    let bounds = blobsmith::picture::scene::bounds(&level, &world_of(&level));
    let view = viewport();
    let middle = view.screen_from_world(bounds.center());
    let wall = view.screen_from_world(DVec2::new(bounds.min.x + 1.0, bounds.center().y));
    assert_eq!(raster.at(middle.x as usize, middle.y as usize), GROUND);
    assert_ne!(raster.at(wall.x as usize, wall.y as usize), GROUND);
    // 14 x 14 units less 10 x 10, at 100 pixels each.
    assert_eq!(raster.painted().len(), 9600);
}

#[test]
fn fill_of_a_dented_body_follows_its_hull() {
    // The corner at (4, -5) is pushed in to (-3, 1), beyond the diagonal: the triangle above it covers some of the outside.
    let mut body = square(-5.0, -5.0, 9.0);
    body.nodes[1].position = [-3.0, 1.0];
    let raster = draw(&level_of(vec![body]), &["fill"]);
    let painted = |x: f64, y: f64| {
        let at = viewport().screen_from_world(DVec2::new(x, y));
        raster.at(at.x as usize, at.y as usize) != GROUND
    };
    assert!(painted(-4.5, 0.0) && painted(-3.5, 3.0));
    assert!(!painted(-2.0, 0.0) && !painted(1.0, 1.5), "inside the triangle, outside the hull");
    assert!(!painted(3.0, -4.0));
    // Shoelace: (-20 - 16 + 36 + 45) / 2 = 22.5 units of 100 pixels; the two slanted edges cross 130 more in part.
    let count = raster.painted().len();
    assert!((2250..2380).contains(&count), "{count}");
}

#[test]
fn fill_without_a_closed_hull_covers_the_triangles() {
    let mut body = square(-5.0, -5.0, 9.0);
    body.hull.truncate(3);
    body.triangles.truncate(1);
    let raster = draw(&level_of(vec![body]), &["fill"]);
    // The lower right half of 90 x 90 pixels from (50, 60) on; the diagonal crosses 90 in part.
    assert_ne!(raster.at(100, 110), GROUND);
    assert_eq!(raster.at(80, 70), GROUND);
    let count = raster.painted().len();
    assert!((4005..=4150).contains(&count), "{count}");
}

#[test]
fn sticks_are_drawn_unless_hidden() {
    let mut body = square(-5.0, -5.0, 9.0);
    body.sticks.push(Stick { a: 0, b: 2, length: 12.0, hidden: true });
    let mut level = level_of(vec![body]);
    assert!(draw(&level, &["sticks"]).painted().is_empty());
    level.bodies[0].sticks[0].hidden = false;
    let painted = draw(&level, &["sticks"]).painted();
    // From pixel (50, 150) to (140, 60), 2.5 wide with round ends.
    assert!(painted.contains(&(105, 95)) && painted.contains(&(50, 149)) && painted.contains(&(139, 60)));
    assert!(painted.iter().all(|&(x, y)| (x + y).abs_diff(199) <= 4 && (48..142).contains(&x)), "{painted:?}");
}

#[test]
fn hull_barbs_are_on_the_outside() {
    // Each side of the square is straight: what is painted beyond the lines' width is the barb.
    let level = level_of(vec![square(-5.0, -5.0, 10.0)]);
    let within = |(x, y): (usize, usize), low, high| (low..=high).contains(&x) && (low..=high).contains(&y);
    let outside = |raster: &Raster| raster.painted().into_iter().filter(|&at| !within(at, 48, 152)).count();
    let inside = |raster: &Raster| raster.painted().into_iter().filter(|&at| within(at, 53, 147)).count();
    let raster = draw(&level, &["hull"]);
    assert!(outside(&raster) >= 12 && inside(&raster) == 0);
    // A clockwise square has its outside within: a hole.
    let mut hole = level.clone();
    hole.bodies[0].hull = vec![[1, 0], [0, 3], [3, 2], [2, 1]];
    let raster = draw(&hole, &["hull"]);
    assert!(outside(&raster) == 0 && inside(&raster) >= 12);
    // The lower side leads right, so its barb trails to the left of the middle, below.
    let below: Vec<usize> = draw(&level, &["hull"]).painted().iter().filter(|p| p.1 > 152).map(|p| p.0).collect();
    assert!(below.iter().sum::<usize>() / below.len() < 102, "{below:?}");
}

#[test]
fn flipped_triangles_are_hatched() {
    let mut level = level_of(vec![square(-5.0, -5.0, 10.0)]);
    level.bodies[0].triangles = vec![[0, 1, 2]];
    let sound = draw(&level, &["triangles"]);
    level.bodies[0].triangles = vec![[0, 2, 1]];
    let flipped = draw(&level, &["flipped-triangles"]);
    assert!(draw(&level, &["triangles"]).painted().is_empty());
    // The half above the diagonal has no triangle.
    assert_eq!([sound.at(80, 70), flipped.at(80, 70)], [GROUND; 2]);
    // Along a row within: one colour when sound, alternating when hatched.
    let changes = |raster: &Raster| (90..140).filter(|&x| raster.at(x, 130) != raster.at(x + 1, 130)).count();
    assert_eq!(changes(&sound), 0);
    assert_ne!(sound.at(100, 130), GROUND);
    assert!(changes(&flipped) > 8, "{}", changes(&flipped));
}

/// Sides of up to 7 pixels leave no room for rims and hatching; without area, the longest side is drawn.
#[test]
fn tiny_flipped_triangles_are_one_mark_each() {
    let mut level = level_of(vec![square(-0.25, -0.25, 0.5)]);
    level.bodies[0].triangles = vec![[0, 2, 1]];
    let raster = draw(&level, &["flipped-triangles"]);
    // Corners at (97.5, 102.5), (102.5, 102.5) and (102.5, 97.5): 12.5 square pixels.
    assert_ne!(raster.at(101, 101), GROUND);
    assert_eq!(raster.at(98, 98), GROUND);
    let inner: Vec<_> = [[101, 101], [100, 101], [101, 100]].map(|[x, y]| raster.at(x, y)).to_vec();
    assert!(inner.iter().all(|&color| color == inner[0]), "one colour, not hatched: {inner:?}");
    let count = raster.painted().len();
    assert!((8..=22).contains(&count), "{count}");
    level.bodies[0].nodes[2].position = [0.0, -0.24];
    let raster = draw(&level, &["flipped-triangles"]);
    assert!((98..102).all(|x| [101, 102, 103].iter().any(|&y| raster.at(x, y) != GROUND)), "{:?}", raster.painted());
    assert!(raster.painted().iter().all(|p| (101..=104).contains(&p.1)));
}

#[test]
fn node_kinds_have_distinct_glyphs() {
    // The other masses are out of view; their mean, where the barycentre is drawn, is the middle of the picture.
    let glyph = |role, pinned| {
        let node = |x: f64, role, pinned| Node { role, pinned, ..Node::at([x, 0.0]) };
        let masses = [-50.0, 50.0].map(|x| node(x, Role::Mass(1.0), false));
        let nodes = [masses.to_vec(), vec![node(0.0, role, pinned)]].concat();
        let raster = draw(&level_of(vec![Body { nodes, ..Body::default() }]), &["nodes"]);
        // The middle; 2.5 right and below; 3.5 right and 0.5 below; 3.5 right and 2.5 below.
        [[100, 100], [102, 102], [103, 100], [103, 102]].map(|[x, y]| raster.at(x, y) != GROUND)
    };
    // Without their outlines: a dot of radius 3.
    let [middle, _, right, corner] = glyph(Role::Mass(1.0), false);
    assert_eq!([middle, right, corner], [true, false, false]);
    // A square of half width 3.4.
    assert_eq!(glyph(Role::Mass(1.0), true), [true; 4]);
    // A plus with arms of 4.4 x 2.2.
    assert_eq!(glyph(Role::Barycentre, false), [true, false, true, false]);
}

#[test]
fn node_dots_smaller_than_a_pixel_are_omitted() {
    let level = level_of(vec![square(0.0, 0.0, 1.0)]);
    let view = Viewport { scale: 1.5, ..viewport() };
    assert!(draw_in(&level, &["nodes"], view).painted().is_empty());
    assert!(!draw_in(&level, &["hull"], view).painted().is_empty());
}

#[test]
fn barycentres_of_small_bodies_are_omitted_and_pinned_nodes_are_not() {
    let drawn = |body: &Body, scale: f64| {
        let view = Viewport { scale, ..viewport() };
        draw_in(&level_of(vec![body.clone()]), &["nodes"], view)
    };
    let mut pinned = square(0.0, 0.0, 1.0);
    pinned.nodes[2].pinned = true;
    assert!(!drawn(&pinned, 5.0).painted().is_empty(), "5 px between nodes, too few for dots");
    let mut gassy = square(0.0, 0.0, 1.0);
    gassy.nodes.push(Node { role: Role::Barycentre, ..Node::at([0.5, 0.5]) });
    assert!(drawn(&gassy, 5.0).painted().is_empty());
    assert_ne!(drawn(&gassy, 20.0).at(110, 90), GROUND);
}

#[test]
fn tiny_bodies_are_filled_with_the_colour_of_their_hull() {
    let level = level_of(vec![square(0.0, 0.0, 2.0)]);
    let items = |scale: f64, layers: &[&str]| {
        let (world, palette) = (world_of(&level), palette());
        let mut scene = Scene::new(&level, &world, &palette, Viewport { scale, ..viewport() });
        scene.layers = layers.iter().fold(Layers::NONE, |set, id| set.with(id, true));
        let mut picture = Picture::default();
        draw_level(&scene, &mut picture);
        let fill = picture.items.iter().find_map(|item| match item {
            Item::Polygon { fill, .. } => Some(*fill),
            _ => None,
        });
        let has_hull = picture.items.iter().any(|item| matches!(item, Item::Lines { .. }));
        (fill, has_hull, scene.body_fill(0), scene.body_line(0))
    };
    // The sides of the square have 2.8 and 4 px.
    let (fill, has_hull, _, line) = items(1.4, &["fill", "hull"]);
    assert!(fill == Some(line) && !has_hull);
    let (fill, has_hull, own, _) = items(2.0, &["fill", "hull"]);
    assert!(fill == Some(own) && has_hull);
    assert!(items(1.4, &["hull"]).1, "without a fill the hull is all there is");
}

/// The fill of a tiny body omits nodes, but lies within 0.6 pixels of its hull.
#[test]
fn fill_of_a_tiny_body_omits_what_is_not_visible() {
    let ring_of = |height: f64| {
        let corner = |turn: usize| {
            let (sin, cos) = (turn as f64 * std::f64::consts::TAU / 24.0).sin_cos();
            Node::at([7.0 * cos, 7.0 * height * sin])
        };
        let hull = (0..24).map(|node| [node, (node + 1) % 24]).collect();
        let level = level_of(vec![Body { nodes: (0..24).map(corner).collect(), hull, ..Body::default() }]);
        let (world, palette) = (world_of(&level), palette());
        let mut scene = Scene::new(&level, &world, &palette, Viewport { scale: 1.0, ..viewport() });
        scene.layers = Layers::NONE.with("fill", true);
        let mut picture = Picture::default();
        draw_level(&scene, &mut picture);
        let Some(Item::Polygon { rings, .. }) = picture.items.first() else { panic!("{:?}", picture.items) };
        rings[0].clone()
    };
    let ring = ring_of(1.0);
    assert!((6..16).contains(&ring.len()), "{}", ring.len());
    for turn in 0..240 {
        let (sin, cos) = (f64::from(turn) * std::f64::consts::TAU / 240.0).sin_cos();
        let node = DVec2::new(cos, sin) * 7.0;
        let sides = (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]));
        let distance = sides.map(|(a, b)| distance_to_segment(node, a, b)).fold(f64::INFINITY, f64::min);
        assert!(distance <= 0.6 + 0.06, "{distance} at {node}: the polygon of the nodes is up to 0.06 from the circle");
    }
    for height in [1.0, 0.3, 0.05, 0.01] {
        let (drawn, whole) = (doubled_area(&ring_of(height)), 2.0 * 7.0 * 7.0 * height * std::f64::consts::PI);
        assert!(drawn > 0.49 * whole, "{drawn} of {whole}: a flat body keeps its area");
    }
}

#[test]
fn grid_lines_are_at_round_coordinates() {
    let level = level_of(Vec::new());
    let raster = draw(&level, &["grid"]);
    // At 10 px a unit, fine lines are 14 px apart or more: every 2 units, 20 px; the axes are the clearest.
    let columns: Vec<usize> = (0..200).filter(|&x| raster.at(x, 107) != GROUND).collect();
    assert_eq!(columns, [0, 20, 40, 60, 80, 100, 120, 140, 160, 180]);
    assert_ne!(raster.at(100, 107), raster.at(80, 107), "axis");
}

#[test]
fn body_fill_uses_own_colours_and_the_colour_of_decor() {
    let mut level = level_of(vec![square(0.0, 0.0, 1.0), square(0.0, 0.0, 1.0), square(0.0, 0.0, 1.0)]);
    level.bodies[1].motion = Motion::Fixed;
    let body_colors = vec![String::new(), String::new(), "#102030".to_owned()];
    level.editor = Some(blobsmith::level::EditorExtra { body_colors, ..Default::default() });
    let (world, palette) = (world_of(&level), palette());
    let scene = Scene::new(&level, &world, &palette, viewport());
    assert_eq!(scene.body_fill(0), palette.bodies[0]);
    assert_eq!(scene.body_fill(1), palette.decor);
    assert_eq!(scene.body_fill(2), blobsmith::picture::Rgba(0x10, 0x20, 0x30, palette.bodies[2].3));
}

#[test]
fn automatic_fill_depends_on_the_id_alone() {
    let mut level = level_of((0..5).map(|index| square(f64::from(index), 0.0, 1.0)).collect());
    for (body, id) in level.bodies.iter_mut().zip(["body-0", "body-8", "body-2-2", "hero", "hero9"]) {
        body.id = id.to_owned();
    }
    let fills = |level: &Level| {
        let (world, palette) = (world_of(level), palette());
        let scene = Scene::new(level, &world, &palette, viewport());
        let of_id = |(index, body): (usize, &Body)| (body.id.clone(), scene.body_fill(index));
        level.bodies.iter().enumerate().map(of_id).collect::<std::collections::BTreeMap<_, _>>()
    };
    let before = fills(&level);
    let bodies = palette().bodies;
    assert_eq!([before["body-0"], before["body-8"], before["body-2-2"]], [bodies[0], bodies[1], bodies[4]]);
    assert_eq!(before["hero9"], bodies[2]);
    level.bodies.remove(1);
    level.bodies.reverse();
    level.bodies.insert(0, square(9.0, 0.0, 1.0));
    let after = fills(&level);
    for id in ["body-0", "body-2-2", "hero", "hero9"] {
        assert_eq!(before[id], after[id], "{id}");
    }
}

#[test]
fn disc_fill_uses_own_colours_and_the_colour_of_decor() {
    let mut level = level_of(vec![square(0.0, 0.0, 1.0)]);
    let disc = |motion: Motion| blobsmith::level::Disc {
        name: String::new(),
        position: [0.0, 0.0],
        velocity: [0.0, 0.0],
        radius: 1.0,
        mass: 1.0,
        restitution: 1.0,
        friction: 0.0,
        motion,
        ..blobsmith::level::Disc::default()
    };
    level.discs = vec![disc(Motion::Dynamic), disc(Motion::Fixed), disc(Motion::Fixed), disc(Motion::Dynamic)];
    let disc_colors = vec![String::new(), String::new(), "#102030".to_owned()];
    level.editor = Some(blobsmith::level::EditorExtra { disc_colors, ..Default::default() });
    let (world, palette) = (world_of(&level), palette());
    let scene = Scene::new(&level, &world, &palette, viewport());
    // The first disc has the second colour.
    assert_eq!(scene.disc_fill(0), palette.bodies[1]);
    assert_eq!(scene.disc_fill(1), palette.decor);
    assert_eq!(scene.disc_fill(2), blobsmith::picture::Rgba(0x10, 0x20, 0x30, palette.bodies[3].3));
    assert_eq!(scene.disc_fill(3), palette.bodies[4]);
}
