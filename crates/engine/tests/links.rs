//! Links, collision filters and sensors of format 2, against hand calculations and against the parts of bodies that they generalise.

use blobsmith_engine::engine::{Observer, Phase, State, Touched, Trace, World, layout::Layout};
use blobsmith_engine::level::format::{TextFormat, read};
use blobsmith_engine::level::{Integrator, Level, Place};
use serde_json::{Value, json};

const INTEGRATORS: [&str; 3] = ["SemiImplicitEuler", "ExplicitEuler", "Verlet"];

fn level(value: Value) -> Level {
    read(&value.to_string(), TextFormat::Json).unwrap_or_else(|error| panic!("{error}"))
}

fn node(x: f64, y: f64, mass: f64) -> Value {
    json!({"position": [x, y], "velocity": [0.01 * y, -0.02 * x], "role": {"Mass": mass}})
}

/// Positions and velocities of all nodes after each substep.
fn course(level: &Level, frames: u64) -> Vec<[u64; 4]> {
    let mut world = World::new(level).unwrap();
    let mut rows = Vec::new();
    while world.state().frame < frames {
        world.step_substep();
        for index in 0..world.state().positions.len() {
            let (x, v) = (world.position(index), world.velocity(index));
            rows.push([x.x, x.y, v.x, v.y].map(f64::to_bits));
        }
    }
    rows
}

/// The same three masses as one body with inner parts, and as three bodies with links.
fn joined_and_linked(integrator: &str, inner: &str, part: Value, kind: Value) -> [Level; 2] {
    let world = json!({"integrator": integrator, "substeps": 8, "gravity": [0.003, -0.02], "stick_iterations": 4});
    let masses = [node(0.0, 0.0, 1.0), node(1.5, 0.3, 2.0), node(2.0, 1.5, 0.7)];
    let with = |a: usize, b: usize, mut part: Value| {
        part["a"] = a.into();
        part["b"] = b.into();
        part
    };
    let mut body = json!({"nodes": masses});
    body[inner] = json!([with(0, 1, part.clone()), with(1, 2, part)]);
    let link = |a: usize, b: usize| json!({"a": {"node": [a, 0]}, "b": {"node": [b, 0]}, "kind": kind});
    let bodies: Vec<Value> = masses.iter().map(|mass| json!({"nodes": [mass]})).collect();
    [
        level(json!({"format": 1, "world": world, "bodies": [body]})),
        level(json!({"format": 2, "world": world, "bodies": bodies, "links": [link(0, 1), link(1, 2)]})),
    ]
}

#[test]
fn spring_links_have_the_bits_of_springs_of_one_body() {
    let spring = json!({"rest_length": 1.2, "stiffness": 0.3, "damping": 0.05});
    for integrator in INTEGRATORS {
        let [joined, linked] = joined_and_linked(integrator, "springs", spring.clone(), json!({"Spring": spring}));
        assert_eq!(course(&joined, 40), course(&linked, 40), "{integrator}");
    }
}

#[test]
fn stick_links_have_the_bits_of_sticks_of_one_body() {
    let stick = json!({"length": 1.3});
    for integrator in INTEGRATORS {
        let [joined, linked] = joined_and_linked(integrator, "sticks", stick.clone(), json!({"Stick": stick}));
        assert_eq!(course(&joined, 40), course(&linked, 40), "{integrator}");
    }
}

#[test]
fn energy_of_spring_links_is_that_of_springs_of_one_body() {
    let spring = json!({"rest_length": 1.2, "stiffness": 0.3, "damping": 0.0});
    let [joined, linked] = joined_and_linked("SemiImplicitEuler", "springs", spring.clone(), json!({"Spring": spring}));
    let energies = [joined, linked].map(|level| {
        let mut world = World::new(&level).unwrap();
        (0..20).for_each(|_| world.step_frame());
        world.energy()
    });
    assert!(energies[0].spring > 0.0);
    assert!((energies[0].total - energies[1].total).abs() < 1e-12, "{energies:?}");
}

/// One substep of length 1 without gravity.
fn one_step(integrator: &str, parts: Value) -> World {
    let mut document = json!({"format": 2, "world": {"integrator": integrator, "substeps": 1, "gravity": [0, 0],
        "stick_iterations": 1}});
    for (name, value) in parts.as_object().unwrap() {
        document[name] = value.clone();
    }
    let mut world = World::new(&level(document)).unwrap();
    world.step_substep();
    world
}

/// Masses 1 and 3 at 0 and 4: weights 1 and 1/3, so the first moves by 4 * 3/4 = 3 and the second by -4 * 1/4 = -1.
#[test]
fn pins_move_both_ends_to_their_common_point() {
    let at = |x: f64, mass: f64| json!({"nodes": [{"position": [x, 0.0], "role": {"Mass": mass}}]});
    let pin = json!({"a": {"node": [0, 0]}, "b": {"node": [1, 0]}, "kind": "Pin"});
    for integrator in INTEGRATORS {
        let world = one_step(integrator, json!({"bodies": [at(0.0, 1.0), at(4.0, 3.0)], "links": [pin]}));
        assert_eq!([world.position(0).x, world.position(1).x], [3.0, 3.0], "{integrator}");
        assert_eq!([world.velocity(0).x, world.velocity(1).x], [3.0, -1.0], "{integrator}: momentum stays 0");
    }
    let to_point = json!({"a": {"node": [0, 0]}, "b": {"point": [2.0, 1.0]}, "kind": "Pin"});
    let world = one_step("SemiImplicitEuler", json!({"bodies": [at(0.0, 1.0)], "links": [to_point]}));
    assert_eq!(world.position(0).to_array(), [2.0, 1.0]);
}

/// f = -0.5 (2 - 1) = -0.5, v = f/m = -0.25, x = 2 - 0.25.
#[test]
fn spring_links_pull_discs_in_the_disc_stage() {
    let disc = json!({"position": [2.0, 0.0], "radius": 0.1, "mass": 2.0});
    let spring = json!({"Spring": {"rest_length": 1.0, "stiffness": 0.5, "damping": 0.0}});
    let link = json!({"a": {"disc": 0}, "b": {"point": [0.0, 0.0]}, "kind": spring});
    for integrator in INTEGRATORS {
        let world = one_step(integrator, json!({"discs": [disc], "links": [link]}));
        assert_eq!(world.disc_velocity(0).to_array(), [-0.25, 0.0], "{integrator}");
        assert_eq!(world.disc_position(0).to_array(), [1.75, 0.0], "{integrator}");
    }
}

/// A stick moves the disc by -1 in step 4 and gives it the velocity -1 under every integrator; step 8 moves it by -1 again.
#[test]
fn stick_links_move_discs_and_change_their_velocity() {
    let disc = json!({"position": [2.0, 0.0], "radius": 0.1, "mass": 2.0});
    let link = json!({"a": {"disc": 0}, "b": {"point": [0.0, 0.0]}, "kind": {"Stick": {"length": 1.0}}});
    for integrator in INTEGRATORS {
        let world = one_step(integrator, json!({"discs": [disc], "links": [link]}));
        assert_eq!(world.disc_velocity(0).to_array(), [-1.0, 0.0], "{integrator}");
        assert_eq!(world.disc_position(0).to_array(), [0.0, 0.0], "{integrator}");
    }
}

fn chain(integrator: &str) -> Level {
    let square = |x: f64| {
        let corners: Vec<Value> = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
            .iter()
            .map(|[cx, cy]| json!({"position": [x + cx, *cy]}))
            .collect();
        let springs: Vec<Value> = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]
            .iter()
            .map(|&(a, b)| {
                let length = if b == a + 2 { 2.0_f64.sqrt() } else { 1.0 };
                json!({"a": a, "b": b, "rest_length": length})
            })
            .collect();
        json!({"nodes": corners, "springs": springs, "hull": [[0, 1], [1, 2], [2, 3], [3, 0]], "gas": 0.0})
    };
    let spring = json!({"Spring": {"rest_length": 0.5, "stiffness": 0.2, "damping": 0.02}});
    level(json!({"format": 2,
    "world": {"integrator": integrator, "gravity": [0.0, 0.0], "substeps": 8},
    "bodies": [square(0.0), square(2.0)],
    "discs": [{"position": [5.0, 0.5], "velocity": [0.05, 0.02], "radius": 0.3, "mass": 3.0}],
    "links": [
        {"a": {"node": [0, 1]}, "b": {"node": [1, 0]}, "kind": spring},
        {"a": {"node": [1, 2]}, "b": {"disc": 0}, "kind": {"Stick": {"length": 2.0}}, "collide": false},
        {"a": {"node": [0, 2]}, "b": {"node": [1, 3]}, "kind": spring}
    ]}))
}

#[test]
fn links_conserve_momentum() {
    for integrator in INTEGRATORS {
        let level = chain(integrator);
        let mut world = World::new(&level).unwrap();
        let momentum = |world: &World| {
            let nodes: blobsmith_engine::geometry::DVec2 = (0..8).map(|node| world.velocity(node)).sum();
            nodes + world.disc_velocity(0) * 3.0
        };
        let before = momentum(&world);
        (0..60).for_each(|_| world.step_frame());
        let drift = (momentum(&world) - before).length();
        assert!(drift < 1e-12, "{integrator}: {drift}");
        assert!((world.position(1) - world.position(4)).length() < 3.0, "{integrator}: the spring holds");
    }
}

struct Silent;
impl Observer for Silent {
    fn begin(&mut self, _: &Layout, _: &State) {}
    fn see(&mut self, _: Phase, _: Touched<'_>, _: &Layout, _: &State) {}
    fn end(&mut self, _: &Layout, _: &State) {}
}

#[test]
fn links_have_the_same_bits_with_trace_and_observer() {
    for integrator in INTEGRATORS {
        let level = chain(integrator);
        let [mut plain, mut watched] = [0; 2].map(|_| World::new(&level).unwrap());
        let mut trace = Trace::default();
        for _ in 0..200 {
            plain.step_substep();
            watched.step_substep_observed(Some(&mut trace), &mut Silent);
            assert_eq!(plain.hash(), watched.hash(), "{integrator}");
        }
        let row = &trace.links[0];
        let [a, b] = [watched.position(6), watched.disc_position(0)];
        assert_eq!((row.link, row.length), (1, Some(2.0)));
        assert!(row.excess_after.abs() < 0.1 && (a - b).length() < 2.5, "{row:?}");
    }
}

/// Two particles that meet, and a particle on a floor: with filters that exclude each other, nothing happens.
#[test]
fn filters_exclude_pairs() {
    let run = |mask: u32| {
        let filter = json!({"category": 2, "mask": mask});
        let disc =
            |x: f64, v: f64| json!({"position": [x, 1.0], "velocity": [v, 0.0], "radius": 0.5, "collision": filter});
        let floor = json!({"shape": {"Line": [[0.0, 0.0], [1.0, 0.0]]}});
        let falls = json!({"position": [9.0, 1.0], "velocity": [0.0, -1.0], "radius": 0.5, "collision": filter});
        let level = level(json!({"format": 2, "world": {"gravity": [0, 0]},
            "discs": [disc(0.0, 1.0), disc(3.0, -1.0), falls], "obstacles": [floor]}));
        let mut world = World::new(&level).unwrap();
        (0..4).for_each(|_| world.step_frame());
        (world.contact_count(), [0, 1, 2].map(|disc| world.disc_velocity(disc).to_array()))
    };
    let free = [[1.0, 0.0], [-1.0, 0.0], [0.0, -1.0]];
    assert_eq!(run(0), (0, free));
    // Category 2 is in the mask 2, category 1 of the floor is not.
    let (contacts, velocities) = run(2);
    assert!(contacts == 1 && velocities[0] == [-1.0, 0.0] && velocities[2] == free[2], "{velocities:?}");
    assert_eq!(run(3).0, 2, "both");
}

/// A square that falls on another one rests on it, unless a link excludes the pair.
#[test]
fn links_can_exclude_contacts_of_their_bodies() {
    let run = |collide: bool| {
        let mut document = serde_json::to_value(chain("SemiImplicitEuler")).unwrap();
        // The second square lies half inside the first.
        for node in document["bodies"][1]["nodes"].as_array_mut().unwrap() {
            node["position"][0] = (node["position"][0].as_f64().unwrap() - 1.5).into();
        }
        document["links"] = json!([{"a": {"node": [0, 0]}, "b": {"node": [1, 0]}, "collide": collide,
            "kind": {"Spring": {"rest_length": 0.5, "stiffness": 0.0, "damping": 0.0}}}]);
        document["discs"] = json!([]);
        let mut world = World::new(&level(document)).unwrap();
        world.step_frame();
        world.contact_count()
    };
    assert_eq!(run(false), 0);
    assert!(run(true) > 0);
}

/// A particle falls with 1 per frame from 2 through a sensor square between 0 and 1 and a sensor circle around (0.5, -2). Four
/// substeps of 1/4: y = 2 - n/4 after n substeps. On the upper side (y = 1) the even-odd rule decides; the circle includes its border.
#[test]
fn sensors_report_what_enters_and_leaves() {
    let corner = |x: f64, y: f64| json!({"position": [x, y]});
    let square = json!({"motion": "Fixed", "gas": 0.0, "hull": [[0, 1], [1, 2], [2, 3], [3, 0]],
        "nodes": [corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)],
        "collision": {"sensor": true}});
    let circle = json!({"shape": {"Circle": {"center": [0.5, -2.0], "radius": 0.5}}, "collision": {"sensor": true}});
    let particle = json!({"position": [0.5, 2.1], "velocity": [0.0, -1.0], "radius": 0.0});
    let document = json!({"format": 2, "world": {"gravity": [0, 0], "substeps": 4}, "bodies": [square],
        "discs": [particle], "obstacles": [circle]});
    let mut world = World::new(&level(document)).unwrap();
    (0..6).for_each(|_| world.step_frame());
    let events: Vec<(u64, u32, Place, bool)> = world
        .take_sensor_events()
        .iter()
        .map(|event| {
            assert_eq!(event.other, Place::Disc(0));
            (event.frame, event.substep, event.sensor, event.entered)
        })
        .collect();
    // y = 2.1 - n/4: below 1 from n = 5 (0.85), below 0 from n = 9 (-0.15); within -1.5..-2.5 from n = 15 (-1.65) to n = 18 (-2.4).
    let expected = [
        (1, 0, Place::Body(0), true),
        (2, 0, Place::Body(0), false),
        (3, 2, Place::Obstacle(0), true),
        (4, 2, Place::Obstacle(0), false),
    ];
    assert_eq!(events, expected);
    assert_eq!(world.contact_count(), 0);
    assert_eq!(world.disc_velocity(0).to_array(), [0.0, -1.0]);
}

#[test]
fn format_2_refuses_wrong_parts_with_their_place() {
    let refused = |parts: Value| {
        let mut document = json!({"format": 2, "bodies": [{"nodes": [{"position": [0, 0]}]}]});
        for (name, value) in parts.as_object().unwrap() {
            document[name] = value.clone();
        }
        read(&document.to_string(), TextFormat::Json).unwrap_err().place
    };
    let link = |a: Value| json!({"links": [{"a": a, "b": {"point": [0, 0]}, "kind": "Pin"}]});
    assert_eq!(refused(link(json!({"node": [1, 0]}))), "links[0].a.node");
    assert_eq!(refused(link(json!({"node": [0, 7]}))), "links[0].a.node");
    assert_eq!(refused(link(json!({"disc": 0}))), "links[0].a.disc");
    assert_eq!(refused(json!({"markers": [{"id": "a b", "shape": {"Point": [0, 0]}}]})), "markers[0].id");
    assert_eq!(refused(json!({"properties": {"a": [1, null]}})), "properties.a[1]");
    let line = json!({"shape": {"Line": [[0, 0], [1, 0]]}, "collision": {"sensor": true}});
    assert_eq!(refused(json!({"obstacles": [line]})), "obstacles[0].collision.sensor");
    let old = json!({"format": 1, "links": [{"a": {"point": [0, 0]}, "b": {"point": [1, 0]}, "kind": "Pin"}]});
    let error = read(&old.to_string(), TextFormat::Json).unwrap_err();
    assert_eq!((error.place.as_str(), error.reason.contains("has no `links`")), ("links[0]", true), "{error}");
    assert_eq!(level(json!({"format": 1})).world.integrator, Integrator::SemiImplicitEuler);
}
