//! Ids, labels, tags, properties and templates.

use super::support::{of, square};
use blobsmith::debugger::Run;
use blobsmith::level::edit::tracked;
use blobsmith::level::edit::user_data::*;
use blobsmith::level::{
    Disc, Level, Link, LinkEnd, LinkKind, Marker, MarkerShape, Place, Properties, PropertyKind, PropertyTemplate,
    PropertyValue, TemplateProperty, user_data,
};
use std::sync::Arc;

const BODY: Place = Place::Body(0);
const DISC: Place = Place::Disc(0);
const NODE: Place = Place::Node(0, 1);
const MARKER: Place = Place::Marker(0);

/// A square, a disc, a link between them and a marker.
fn level() -> Level {
    let (tags, properties) = (Vec::new(), Properties::default());
    let (a, b) = (LinkEnd::Node([0, 2]), LinkEnd::Disc(0));
    let link = Link { id: "rope".into(), a, b, kind: LinkKind::Pin, collide: true, tags, properties };
    let (tags, properties) = (vec!["goal".into()], Properties::default());
    let shape = MarkerShape::Point([0.0, 0.0]);
    let marker = Marker { id: "m".into(), name: "goal".into(), shape, tags, properties };
    let discs = vec![Disc { id: "ball".into(), ..Disc::default() }];
    Level { discs, links: vec![link], markers: vec![marker], ..of(vec![square()]) }
}

fn names(level: &Level, place: Place) -> Vec<&str> {
    user_data::UserData::of(level, place).unwrap().properties.iter().map(|(name, _)| name).collect()
}

fn value(level: &Level, place: Place, name: &str) -> Option<PropertyValue> {
    user_data::UserData::of(level, place).unwrap().properties.get(name).cloned()
}

#[test]
fn id_is_valid_and_unique() {
    let mut level = level();
    set_id(&mut level, BODY, "hero-1").unwrap();
    assert_eq!(level.bodies[0].id, "hero-1");
    for (place, id, reason) in [
        (DISC, "hero-1", "bodies[0] has the id “hero-1” already"),
        (DISC, "", "1 to 64"),
        (DISC, "red ball", "A-Z"),
        (NODE, "x", "no id"),
        (Place::Disc(7), "x", "no id"),
    ] {
        let before = level.clone();
        let error = set_id(&mut level, place, id).unwrap_err();
        assert!(error.contains(reason), "{id}: {error}");
        assert_eq!(level, before);
    }
    set_id(&mut level, BODY, "hero-1").unwrap();
    assert_eq!(place_of_id(&level, "rope"), Some(Place::Link(0)));
}

#[test]
fn link_survives_the_new_id_of_its_disc() {
    let mut level = level();
    tracked(&mut level, |level| set_id(level, DISC, "moon")).unwrap();
    assert_eq!((level.discs[0].id.as_str(), level.links.len()), ("moon", 1));
    assert_eq!(level.links[0].b, LinkEnd::Disc(0));
}

#[test]
fn label_is_unique_within_the_body() {
    let mut level = level();
    set_label(&mut level, NODE, " hand ").unwrap();
    assert_eq!(level.bodies[0].nodes[1].label, "hand");
    let error = set_label(&mut level, Place::Node(0, 2), "hand").unwrap_err();
    assert_eq!(error, "node 1 of the body has the label “hand” already");
    set_label(&mut level, NODE, "").unwrap();
    assert_eq!(level.bodies[0].nodes[1].label, "");
    assert!(set_label(&mut level, BODY, "x").is_err());
}

#[test]
fn tags_are_added_and_removed_on_all_parts() {
    let mut level = level();
    let all = [BODY, DISC, NODE, MARKER, Place::Link(0), Place::Level];
    add_tag(&mut level, &all, " goal ").unwrap();
    assert_eq!(level.markers[0].tags, ["goal"], "it had the tag");
    assert_eq!((&level.bodies[0].tags, &level.tags), (&vec!["goal".to_owned()], &vec!["goal".to_owned()]));
    add_tag(&mut level, &[BODY], "enemy").unwrap();
    assert_eq!(user_data::tags_used(&level).into_iter().collect::<Vec<_>>(), ["enemy", "goal"]);
    remove_tag(&mut level, &all, "goal").unwrap();
    assert_eq!(user_data::tags_used(&level).into_iter().collect::<Vec<_>>(), ["enemy"]);
    for tag in ["  ", "a\nb", &"x".repeat(101)] {
        assert!(add_tag(&mut level, &[BODY], tag).is_err(), "{tag:?}");
    }
}

#[test]
fn edit_of_a_part_without_user_data_changes_nothing() {
    let mut level = level();
    let before = level.clone();
    let error = add_tag(&mut level, &[BODY, Place::Spring(0, 0)], "x").unwrap_err();
    assert_eq!(error, "bodies[0].springs[0] has no tags and properties");
    assert!(set_property(&mut level, &[BODY, Place::Disc(9)], "hp", &PropertyValue::Integer(1)).is_err());
    assert_eq!(level, before);
}

#[test]
fn properties_are_set_renamed_and_removed_in_place() {
    let mut level = level();
    let both = [BODY, DISC];
    for (name, number) in [("hp", 1), ("speed", 2), ("armor", 3)] {
        set_property(&mut level, &both, name, &PropertyValue::Integer(number)).unwrap();
    }
    rename_property(&mut level, &both, "speed", "pace").unwrap();
    assert_eq!(names(&level, BODY), ["hp", "pace", "armor"]);
    assert_eq!(value(&level, DISC, "pace"), Some(PropertyValue::Integer(2)));
    assert_eq!(rename_property(&mut level, &both, "pace", "hp").unwrap_err(), "there is a property “hp” already");
    remove_property(&mut level, &[DISC], "hp").unwrap();
    assert_eq!((names(&level, BODY).len(), names(&level, DISC)), (3, vec!["pace", "armor"]));
    // Where it is missing, it is added.
    map_property(&mut level, &both, "hp", |old| old.cloned().unwrap_or(PropertyValue::Integer(9))).unwrap();
    assert_eq!(
        (value(&level, BODY, "hp"), value(&level, DISC, "hp")),
        (Some(PropertyValue::Integer(1)), Some(PropertyValue::Integer(9)))
    );
    add_property(&mut level, &[BODY, NODE], "pace", PropertyKind::Text).unwrap();
    assert_eq!(value(&level, BODY, "pace"), Some(PropertyValue::Integer(2)), "it is kept");
    assert_eq!(value(&level, NODE, "pace"), Some(PropertyValue::Text(String::new())));
    assert!(add_property(&mut level, &[BODY, NODE], "pace", PropertyKind::Text).is_err());
}

#[test]
fn property_values_that_the_format_refuses_are_refused() {
    let mut level = level();
    let infinite = PropertyValue::List(vec![PropertyValue::Integer(1), PropertyValue::Number(f64::INFINITY)]);
    let error = set_property(&mut level, &[BODY], "hp", &infinite).unwrap_err();
    assert!(error.starts_with("[1]"), "{error}");
    assert!(set_property(&mut level, &[BODY], "hp", &PropertyValue::Null).is_err());
    assert!(set_property(&mut level, &[BODY], " ", &PropertyValue::Bool(true)).is_err());
    assert!(level.bodies[0].properties.is_empty());
}

#[test]
fn property_kind_converts_to_the_nearest_value() {
    use PropertyKind as Kind;
    use PropertyValue::{Bool, Integer, List, Number, Text};
    for (kind, from, to) in [
        (Kind::Integer, Number(2.5), Integer(3)),
        (Kind::Integer, Text(" 9007199254740993 ".into()), Integer(9_007_199_254_740_993)),
        (Kind::Integer, Number(1e300), Integer(i64::MAX)),
        (Kind::Number, Integer(3), Number(3.0)),
        (Kind::Number, Text("x".into()), Number(0.0)),
        (Kind::Bool, Text("Yes".into()), Bool(true)),
        (Kind::Bool, Number(-0.0), Bool(false)),
        (Kind::Text, Integer(7), Text("7".into())),
        (Kind::Text, List(vec![Integer(1), Bool(true)]), Text("[1,true]".into())),
        (Kind::List, Text("[1, 2.5]".into()), List(vec![Integer(1), Number(2.5)])),
        (Kind::List, Integer(1), List(vec![Integer(1)])),
        (Kind::Map, Text("{".into()), Kind::Map.blank()),
    ] {
        assert_eq!(kind.convert(&from), to, "{from:?} to {kind:?}");
    }
    let mut level = level();
    set_property(&mut level, &[BODY], "hp", &Text("12".into())).unwrap();
    convert_property(&mut level, &[BODY, DISC], "hp", Kind::Integer).unwrap();
    assert_eq!((value(&level, BODY, "hp"), value(&level, DISC, "hp")), (Some(Integer(12)), None));
}

#[test]
fn typed_json_keeps_integers_and_order_and_reports_the_place_of_errors() {
    let text = r#"{"b":1,"a":1.0,"list":[true,"x",9007199254740993]}"#;
    let value = parse_json(text, PropertyKind::Map).unwrap();
    assert_eq!(json(&value), text);
    for (text, kind, reason) in [
        ("{\"a\": [1,\n 2,, 3]}", PropertyKind::Map, "line 2 column 4"),
        ("[1, null]", PropertyKind::List, "[1]: null"),
        ("{\"a\": {\"b\": [null]}}", PropertyKind::Map, "a.b[0]: null"),
        ("{}", PropertyKind::List, "not a list"),
        ("3", PropertyKind::Map, "not a map"),
        ("{\"a\": 1, \"a\": 2}", PropertyKind::Map, "given twice"),
        ("", PropertyKind::List, "line 1"),
    ] {
        let error = parse_json(text, kind).unwrap_err();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let deep = format!("{}{}", "[".repeat(40), "]".repeat(40));
    assert!(parse_json(&deep, PropertyKind::List).unwrap_err().contains("nested too deeply"));
}

#[test]
fn template_adds_only_missing_properties() {
    let mut level = level();
    let property = |name: &str, kind, default| {
        let (name, help) = (name.to_owned(), String::new());
        TemplateProperty { name, kind, default, help }
    };
    let properties = vec![
        property("hp", PropertyKind::Integer, PropertyValue::Integer(3)),
        property("speed", PropertyKind::Number, PropertyValue::Integer(2)),
        property("note", PropertyKind::Text, PropertyValue::Null),
    ];
    let template = PropertyTemplate { name: " Enemy ".into(), help: String::new(), properties };
    set_property(&mut level, &[BODY], "hp", &PropertyValue::Integer(50)).unwrap();
    add_template(&mut level, &[BODY, NODE], &template).unwrap();
    assert_eq!((names(&level, BODY), names(&level, NODE)), (vec!["hp", "speed", "note"], vec!["hp", "speed", "note"]));
    let values = |place| ["hp", "speed", "note"].map(|name| value(&level, place, name).unwrap());
    let blank = PropertyValue::Text(String::new());
    assert_eq!(values(BODY), [PropertyValue::Integer(50), PropertyValue::Number(2.0), blank.clone()]);
    assert_eq!(values(NODE), [PropertyValue::Integer(3), PropertyValue::Number(2.0), blank]);
    put_template(&mut level, template).unwrap();
    let properties = level.bodies[0].properties.clone();
    put_template(&mut level, template_of("Enemy", &properties)).unwrap();
    let stored = user_data::templates::of_level(&level);
    assert_eq!((stored.len(), stored[0].name.as_str()), (1, "Enemy"), "one of the same name is replaced");
    assert_eq!(stored[0].properties[0].value(), PropertyValue::Integer(50));
    remove_template(&mut level, "Enemy");
    assert!(user_data::templates::of_level(&level).is_empty());
}

#[test]
fn templates_survive_both_text_formats() {
    use blobsmith::level::format::{TextFormat, read, write};
    let mut level = level();
    let mut properties = Properties::default();
    for kind in PropertyKind::ALL {
        properties.insert(format!("{kind:?}"), kind.blank());
    }
    put_template(&mut level, template_of("All kinds", &properties)).unwrap();
    for format in [TextFormat::Ron, TextFormat::Json] {
        let text = write(&level, format);
        assert_eq!(read(&text, format).unwrap().editor, level.editor, "{text}");
    }
}

#[test]
fn run_goes_on_after_a_change_of_user_data_and_not_after_one_of_a_link() {
    let level = level();
    let mut run = Run::new(Arc::new(level.clone())).unwrap();
    let mut noted = level.clone();
    set_property(&mut noted, &[BODY, DISC, NODE], "hp", &PropertyValue::Integer(1)).unwrap();
    set_id(&mut noted, BODY, "hero").unwrap();
    add_tag(&mut noted, &[Place::Level], "demo").unwrap();
    assert!(run.relabel(&Arc::new(noted.clone())));
    assert_eq!(**run.level(), noted);
    let mut linked = noted.clone();
    linked.links[0].kind = LinkKind::Stick { length: 1.0 };
    assert!(!run.relabel(&Arc::new(linked)));
    noted.bodies[0].gas = 9.0;
    assert!(!run.relabel(&Arc::new(noted)));
}
