//! Every rule of the format, broken once: the refusal names the place in the document, the spot in the text and
//! the reason. In the texts `¶` marks the spot.

use blobsmith::level::format::{self, TextFormat};

/// Refuses `text` (without its `¶`) for `place` at the `¶`, with `reason` among the words.
fn refuses(form: TextFormat, text: &str, place: &str, reason: &str) {
    let before = text.split('¶').next().unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let text = text.replace('¶', "");
    let error = match format::read(&text, form) {
        Ok(level) => panic!("accepted: {text}\nas {level:?}"),
        Err(error) => error,
    };
    assert_eq!(error.place, place, "{text}\n{error}");
    assert_eq!(error.position, Some((line, column)), "{text}\n{error}");
    assert!(error.reason.contains(reason), "{text}\n{error}");
    assert_eq!(error.reason.lines().count(), 1, "one sentence: {error}");
}

pub fn ron(text: &str, place: &str, reason: &str) {
    refuses(TextFormat::Ron, text, place, reason);
}

pub fn json(text: &str, place: &str, reason: &str) {
    refuses(TextFormat::Json, text, place, reason);
}

/// Refused with the same place in both forms; the texts hold the inside of `world`.
fn world(in_ron: &str, in_json: &str, place: &str, reason: &str) {
    ron(&format!("(\n  format: 1,\n  world: ({in_ron}),\n)"), place, reason);
    json(&format!("{{\n  \"format\": 1,\n  \"world\": {{{in_json}}}\n}}"), place, reason);
}

/// The same for the inside of the second body.
fn body(in_ron: &str, in_json: &str, place: &str, reason: &str) {
    let place = format!("bodies[1].{place}");
    ron(&format!("(format: 1, bodies: [(name: \"a, (b\"), (\n{in_ron}\n)])"), &place, reason);
    json(&format!("{{\"format\": 1, \"bodies\": [{{\"name\": \"a, {{b\"}}, {{\n{in_json}\n}}]}}"), &place, reason);
}

const NODES_RON: &str = "nodes: [(position: (0, 0)), (position: (1, 0)), (position: (0, 1), role: Barycentre)]";
const NODES_JSON: &str =
    r#""nodes": [{"position": [0, 0]}, {"position": [1, 0]}, {"position": [0, 1], "role": "Barycentre"}]"#;

/// The same for a body with masses 0 and 1 and the barycentre 2.
fn linked(in_ron: &str, in_json: &str, place: &str, reason: &str) {
    body(&format!("{NODES_RON},\n{in_ron}"), &format!("{NODES_JSON},\n{in_json}"), place, reason);
}

#[test]
fn refusal_of_invalid_world_numbers() {
    let positive = "must be greater than 0";
    world("frame_time: ¶0", "\"frame_time\": ¶0", "world.frame_time", positive);
    world("frame_time: ¶-1", "\"frame_time\": ¶-1", "world.frame_time", positive);
    world("frame_time: ¶5e-324", "\"frame_time\": ¶5e-324", "world.frame_time", "no time at all");
    world("substeps: ¶0", "\"substeps\": ¶0", "world.substeps", "at least 1");
    world("substeps: ¶100001", "\"substeps\": ¶100001", "world.substeps", "at most 100000");
    world("stick_iterations: ¶100001", "\"stick_iterations\": ¶100001", "world.stick_iterations", "at most 100000");
    let range = "must lie in 0..=1";
    world("velocity_retention: ¶1.01", "\"velocity_retention\": ¶1.01", "world.velocity_retention", range);
    world("velocity_retention: ¶-0.1", "\"velocity_retention\": ¶-0.1", "world.velocity_retention", range);
    world("gravity: (0, ¶1e999)", "\"gravity\": [0, 1e99¶9]", "world.gravity[1]", "finite");
    ron("(format: 1, world: (gravity: (¶NaN, 0)))", "world.gravity[0]", "not a finite number");
    ron("(format: 1, world: (gravity: (0, ¶-inf)))", "world.gravity[1]", "not a finite number");
    let decor = "world.contact.decor.Penalty";
    world(
        "contact: (decor: Penalty(stiffness: ¶-1, viscosity: 0))",
        "\"contact\": {\"decor\": {\"Penalty\": {\"stiffness\": ¶-1, \"viscosity\": 0}}}",
        &format!("{decor}.stiffness"),
        "negative",
    );
    world(
        "contact: (decor: Penalty(stiffness: 1, viscosity: ¶-1))",
        "\"contact\": {\"decor\": {\"Penalty\": {\"stiffness\": 1, \"viscosity\": ¶-1}}}",
        &format!("{decor}.viscosity"),
        "negative",
    );
}

#[test]
fn refusal_of_empty_bounds() {
    world(
        "bounds: Some((min: (0, 0), max: (¶0, 1)))",
        "\"bounds\": {\"min\": [0, 0], \"max\": [¶0, 1]}",
        "world.bounds.max[0]",
        "must exceed",
    );
    world(
        "bounds: (min: (0, 0), max: (1, ¶-1))",
        "\"bounds\": {\"min\": [0, 0], \"max\": [1, ¶-1]}",
        "world.bounds.max[1]",
        "must exceed",
    );
    world(
        "bounds: (min: (0, 0), max: (1, 1), restitution: ¶-0.5)",
        "\"bounds\": {\"min\": [0, 0], \"max\": [1, 1], \"restitution\": ¶-0.5}",
        "world.bounds.restitution",
        "negative",
    );
}

#[test]
fn refusal_of_invalid_body_numbers() {
    for field in ["restitution", "friction", "gas"] {
        body(&format!("{field}: ¶-1"), &format!("\"{field}\": ¶-1"), field, "negative");
    }
    body(
        "nodes: [(position: (0, 0), role: Mass(¶0))]",
        "\"nodes\": [{\"position\": [0, 0], \"role\": {\"Mass\": ¶0}}]",
        "nodes[0].role.Mass",
        "must be greater than 0",
    );
    body(
        "nodes: [(position: (0, 0), role: Mass(¶-2))]",
        "\"nodes\": [{\"position\": [0, 0], \"role\": {\"Mass\": ¶-2}}]",
        "nodes[0].role.Mass",
        "must be greater than 0",
    );
    ron(
        "(format: 1, bodies: [(nodes: [(position: (0, 0)), (position: (0, 0), velocity: (0, ¶inf))])])",
        "bodies[0].nodes[1].velocity[1]",
        "not a finite number",
    );
    body(
        "nodes: [(position: (0, 0), role: Barycentre), (position: (0, 0), role: ¶Barycentre)]",
        "\"nodes\": [{\"position\": [0, 0], \"role\": \"Barycentre\"}, {\"position\": [0, 0], \"role\": ¶\"Barycentre\"}]",
        "nodes[1].role",
        "at most one barycentre",
    );
}

#[test]
fn refusal_of_invalid_driven_paths() {
    body(
        "motion: Driven((points: ¶[], period: 1))",
        "\"motion\": {\"Driven\": {\"points\": ¶[], \"period\": 1}}",
        "motion.Driven.points",
        "at least one point",
    );
    for period in ["0", "-3"] {
        body(
            &format!("motion: Driven((points: [(0, 0)], period: ¶{period}))"),
            &format!("\"motion\": {{\"Driven\": {{\"points\": [[0, 0]], \"period\": ¶{period}}}}}"),
            "motion.Driven.period",
            "must be greater than 0",
        );
    }
    ron(
        "(format: 1, bodies: [(motion: Driven((points: [(0, 0), (1, ¶NaN)], period: 1)))])",
        "bodies[0].motion.Driven.points[1][1]",
        "not a finite number",
    );
    ron(
        "(format: 1, discs: [(position: (0, 0), radius: 1, motion: Driven((points: ¶[], period: 1)))])",
        "discs[0].motion.Driven.points",
        "at least one point",
    );
}

#[test]
fn refusal_of_links_to_missing_nodes_or_the_barycentre() {
    let range = "the body has nodes 0 to 2";
    linked("springs: [(a: 0, b: ¶3)]", "\"springs\": [{\"a\": 0, \"b\": ¶3}]", "springs[0].b", range);
    linked("sticks: [(a: ¶9, b: 0)]", "\"sticks\": [{\"a\": ¶9, \"b\": 0}]", "sticks[0].a", range);
    linked("hull: [(0, 1), (1, ¶3)]", "\"hull\": [[0, 1], [1, ¶3]]", "hull[1][1]", range);
    linked("triangles: [(0, 1, ¶7)]", "\"triangles\": [[0, 1, ¶7]]", "triangles[0][2]", range);
    body("hull: [(¶0, 0)]", "\"hull\": [[¶0, 0]]", "hull[0][0]", "the body has no nodes");
    let barycentre = "is the barycentre, which no";
    linked("springs: [(a: 0, b: ¶2)]", "\"springs\": [{\"a\": 0, \"b\": ¶2}]", "springs[0].b", barycentre);
    linked("sticks: [(a: ¶2, b: 0)]", "\"sticks\": [{\"a\": ¶2, \"b\": 0}]", "sticks[0].a", barycentre);
    linked("hull: [(¶2, 0)]", "\"hull\": [[¶2, 0]]", "hull[0][0]", barycentre);
}

#[test]
fn refusal_of_invalid_spring_and_stick_numbers() {
    for field in ["rest_length", "stiffness", "damping"] {
        linked(
            &format!("springs: [(a: 0, b: 1), (a: 0, b: 1, {field}: ¶-0.1)]"),
            &format!("\"springs\": [{{\"a\": 0, \"b\": 1}}, {{\"a\": 0, \"b\": 1, \"{field}\": ¶-0.1}}]"),
            &format!("springs[1].{field}"),
            "negative",
        );
    }
    linked(
        "sticks: [(a: 0, b: 1, length: ¶0)]",
        "\"sticks\": [{\"a\": 0, \"b\": 1, \"length\": ¶0}]",
        "sticks[0].length",
        "must be greater than 0",
    );
}

#[test]
fn refusal_of_invalid_discs_obstacles_and_view() {
    for (field, reason) in [("radius", "negative"), ("restitution", "negative"), ("friction", "negative")] {
        let radius = if field == "radius" { "" } else { "radius: 1, " };
        ron(
            &format!("(format: 1, discs: [(position: (0, 0), {radius}{field}: ¶-1)])"),
            &format!("discs[0].{field}"),
            reason,
        );
    }
    let disc = "(format: 1, discs: [(position: (0, 0), radius: 0, mass: ¶0)])";
    ron(disc, "discs[0].mass", "must be greater than 0");
    let obstacle = |shape: &str, place: &str, reason: &str| {
        ron(&format!("(format: 1, obstacles: [(shape: {shape})])"), &format!("obstacles[0].{place}"), reason);
    };
    obstacle("Circle(center: (0, 0), radius: ¶0)", "shape.Circle.radius", "must be greater than 0");
    obstacle("Circle(center: (0, ¶NaN), radius: 1)", "shape.Circle.center[1]", "finite");
    obstacle("Segment(¶(1, 2), (1, 2))", "shape.Segment", "no length");
    obstacle("Segment((1, 2), (1, ¶inf))", "shape.Segment[1][1]", "finite");
    obstacle("Line((1, 2), ¶(0, -0.0))", "shape.Line[1]", "no length");
    obstacle("Line((1, 2), (1, 1)), restitution: ¶-1", "restitution", "negative");
    ron("(format: 1, editor: (view: (center: (0, 0), height: ¶0)))", "editor.view.height", "must be greater than 0");
    let reference = |fields: &str| format!("(format: 2, editor: (reference: (image: \"a.png\", {fields})))");
    let extra = |fields: &str| format!("(format: 2, editor: ({fields}))");
    ron(&extra("guide_lines: (vertical: [0, ¶inf])"), "editor.guide_lines.vertical[1]", "not a finite number");
    ron(&extra("guide_lines: (horizontal: [¶NaN])"), "editor.guide_lines.horizontal[0]", "not a finite number");
    ron(&extra("units: (per_unit: ¶0)"), "editor.units.per_unit", "must be greater than 0");
    ron(&extra("units: (frames_per_second: ¶-1)"), "editor.units.frames_per_second", "must be greater than 0");
    ron(&extra("units: (length: ¶\"\")"), "editor.units.length", "1 to 8 letters");
    ron(&extra("units: (length: ¶\"m/s\")"), "editor.units.length", "1 to 8 letters");
    ron(&reference("width: ¶0"), "editor.reference.width", "must be greater than 0");
    ron(&reference("opacity: ¶1.5"), "editor.reference.opacity", "must lie in 0..=1");
    ron(&reference("center: (0, ¶inf)"), "editor.reference.center[1]", "not a finite number");
    let breakpoint = "(format: 1, editor: (breakpoints: [(condition: \"true\"), (condition: \"true\", hits: ¶0)]))";
    ron(breakpoint, "editor.breakpoints[1].hits", "at least 1");
    let bookmark = "(format: 1, editor: (bookmarks: [(frame: 7), (frame: ¶1000000000001, name: \"far\")]))";
    ron(bookmark, "editor.bookmarks[1].frame", "at most 1000000000000");
    let sets = "(path: \"world.substeps\", value: 3), ".repeat(65);
    let many = format!("(format: 1, editor: (twin: (set: ¶[{sets}])))");
    ron(&many, "editor.twin.set", "65 parameters are too many; at most 64");
    ron("(format: 1, editor: (twin: (set: [(path: ¶3, value: 3)])))", "editor.twin.set[0].path", "");
    ron("(format: 1, editor: (twin: (set: [¶(path: \"bodies[0].gas\")])))", "editor.twin.set[0]", "`value` is missing");
}

#[test]
fn refusal_of_unknown_names_suggests_known_ones() {
    world("¶substep: 3", "¶\"substep\": 3", "world.substep", "did you mean `substeps`? (allowed: gravity, ");
    body("¶colour: 3", "¶\"colour\": 3", "colour", "unknown field `colour` (allowed: id, name, motion, ");
    world("integrator: ¶Verlett", "\"integrator\": ¶\"Verlett\"", "world.integrator", "did you mean `Verlet`?");
    ron("(¶title: 1, format: 1)", "title", "unknown field `title`");
}

#[test]
fn refusal_of_wrong_types_names_the_expected_one() {
    json("{\"format\": 1, \"world\": {\"substeps\": ¶1.5}}", "world.substeps", "expected a whole number");
    // RON's parser has left the field when it reads the point.
    ron("(format: 1, world: (substeps: 1¶.5))", "world", "expected a whole number");
    body("gas: ¶\"much\"", "\"gas\": ¶\"much\"", "gas", "expected a number");
    body("nodes: ¶3", "\"nodes\": ¶3", "nodes", "expected a list");
    json("{\"format\": 1, \"name\": ¶3}", "name", "expected a string");
    json("{\"format\": 1, \"world\": ¶[]}", "world", "expected the fields of World, found a list");
    json("¶[1, \"name\"]", "", "expected the fields of Level, found a list");
    json("{\"format\": 1, \"bodies\": [¶null]}", "bodies[0]", "expected the fields of Body, found null");
    ron("(format: 1, world: (contact: (barycentre_rule: ¶1)))", "world.contact.barycentre_rule", "true or false");
}

#[test]
fn refusal_of_missing_and_repeated_fields() {
    ron("¶()", "", "`format` is missing");
    json("¶{\"name\": \"a\"}", "", "`format` is missing");
    body("springs: [¶(a: 0)]", "\"springs\": [¶{\"a\": 0}]", "springs[0]", "`b` is missing");
    ron("¶(format: 1, format: 1)", "", "`format` is given twice");
    json("¶{\"format\": 1, \"name\": \"\", \"name\": \"\"}", "", "`name` is given twice");
}

#[test]
fn refusal_of_other_format_versions() {
    let newer = "has format 3, but this program reads formats up to 2";
    ron("(format: ¶3, bodies: [(shape_of_things_to_come: 3)])", "format", newer);
    json("{\"hitherto\": {\"unknown\": [1]}, \"format\": ¶3}", "format", newer);
    ron("(format: ¶99999999999, x: \"", "format", "has format 99999999999");
    ron("(format: ¶0)", "format", "no format 0");
    json("{\"format\": ¶\"1\"}", "format", "expected a whole number");
}
