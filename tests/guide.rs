//! The guide: every topic refers to things that exist, every level is explained, and the index is current.

use blobsmith::guide::{self, ALL, SOURCES, SpanKind, Topic};
use blobsmith::level::{format, gallery};
use blobsmith::picture::{layers, overlays};
use std::collections::BTreeSet;

/// Words a sentence may have.
const LONGEST: usize = 30;

fn prose(topic: &Topic) -> impl Iterator<Item = &'static str> {
    topic.text.iter().chain(&topic.notes).copied()
}

#[test]
fn topic_ids_are_unique_and_kebab_case() {
    let mut ids = BTreeSet::new();
    for topic in ALL.iter() {
        assert!(ids.insert(topic.id), "{} twice", topic.id);
        assert!(topic.id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", topic.id);
        assert_eq!(guide::topic(topic.id), Some(topic));
    }
    assert_eq!(guide::topic("nothing"), None);
}

#[test]
fn topic_sources_name_existing_sections() {
    for topic in ALL.iter() {
        assert!(!topic.sources.is_empty(), "{}", topic.id);
        for place in &topic.sources {
            assert!(SOURCES.iter().any(|source| source.has(place)), "{}: there is no {place}", topic.id);
        }
        assert!(topic.source().has(topic.sources[0]));
    }
    assert!(!SOURCES.iter().any(|source| source.has("002 §7") || source.has("004 §1") || source.has("002")));
    for source in SOURCES {
        assert!(ALL.iter().any(|topic| topic.source() == source), "nothing of {}", source.number);
    }
}

#[test]
fn topic_levels_exist_and_cover_the_gallery() {
    let named: BTreeSet<&str> = ALL.iter().flat_map(|topic| &topic.levels).copied().collect();
    for topic in ALL.iter() {
        assert!(!topic.levels.is_empty(), "{}: no level shows it", topic.id);
    }
    let there: BTreeSet<&str> = gallery::ALL.iter().map(|level| level.id).collect();
    assert_eq!(named.difference(&there).collect::<Vec<_>>(), Vec::<&&str>::new(), "levels that there are not");
    assert_eq!(there.difference(&named).collect::<Vec<_>>(), Vec::<&&str>::new(), "levels that no topic names");
}

#[test]
fn topic_overlays_and_settings_exist() {
    let shown: BTreeSet<&str> =
        overlays::ALL.iter().map(|overlay| overlay.id).chain(layers::ALL.iter().map(|layer| layer.id)).collect();
    let schema: serde_json::Value = serde_json::from_str(&format::schema()).expect("the schema is JSON");
    for topic in ALL.iter() {
        for overlay in &topic.overlays {
            assert!(shown.contains(overlay), "{}: there is no overlay {overlay}", topic.id);
        }
        for setting in &topic.settings {
            assert!(has_field(&schema, setting), "{}: there is no {setting}", topic.id);
        }
    }
    assert!(!has_field(&schema, "world.no_such_field") && !has_field(&schema, "friction"));
}

/// Whether the path leads to a field, through the objects that the schema defines. Parts of bodies stand by themselves.
fn has_field(schema: &serde_json::Value, path: &str) -> bool {
    let (head, rest) = path.split_once('.').unwrap_or((path, ""));
    let owner = match head {
        "world" => "World",
        "bodies" => "Body",
        "discs" => "Disc",
        "obstacles" => "Obstacle",
        "nodes" => "Node",
        "springs" => "Spring",
        "sticks" => "Stick",
        "links" => "Link",
        _ => return false,
    };
    let mut owner = owner.to_owned();
    for field in rest.split('.') {
        let definition = &schema["$defs"][&owner]["properties"][field];
        if definition.is_null() {
            return false;
        }
        let target = definition["$ref"].as_str().and_then(|target| target.rsplit('/').next());
        owner = target.unwrap_or_default().to_owned();
    }
    true
}

/// Formulas are set apart, so a sentence ends with a full stop, a colon or a semicolon before a space.
#[test]
fn topic_sentences_are_short() {
    for topic in ALL.iter() {
        assert!((1..=4).contains(&topic.text.len()), "{}: {} paragraphs", topic.id, topic.text.len());
        for paragraph in prose(topic) {
            assert!(paragraph.ends_with('.'), "{}: {paragraph}", topic.id);
            for sentence in paragraph.split(". ") {
                let words = sentence.split_whitespace().count();
                assert!(words <= LONGEST, "{}: {words} words: {sentence}", topic.id);
            }
        }
    }
}

#[test]
fn guide_search_ignores_case() {
    let found = |words: &str| guide::find(words).into_iter().map(|topic| topic.id).collect::<Vec<_>>();
    assert_eq!(found(" "), ALL.iter().map(|topic| topic.id).collect::<Vec<_>>());
    assert!(found("newton CRADLE").contains(&"exchange"));
    assert!(found("32-newtons").contains(&"exchange"));
    assert!(found("002 §1.iii").contains(&"bumpers"));
    assert_eq!(found("no such words anywhere"), Vec::<&str>::new());
    assert_eq!(found("§"), Vec::<&str>::new());
}

/// Search words, and the topic that must come first.
const QUERIES: [(&str, &str); 128] = [
    ("spring", "springs"),
    ("stiffness", "springs"),
    ("pressure", "gas"),
    ("inflate", "gas"),
    ("forces on a node", "net-force"),
    ("time step", "substeps"),
    ("body explodes", "substeps"),
    ("unstable", "substeps"),
    ("rewind", "time-travel"),
    ("keyframe", "time-travel"),
    ("clockwise", "hull-and-orientation"),
    ("holes", "hull-and-orientation"),
    ("collision detection", "point-in-polygon"),
    ("ray", "point-in-polygon"),
    ("nearest edge", "edge-choice"),
    ("entry edge", "edge-choice"),
    ("why this edge", "verdict-trace"),
    ("corner", "acute-angles"),
    ("concave", "barycentre-rule"),
    ("center of mass", "barycentre-rule"),
    ("collision response", "contact-response"),
    ("stacking", "contact-response"),
    ("sticky contact", "leaving-nodes"),
    ("balloon", "balloon-problem"),
    ("flipped triangles", "balloon-problem"),
    ("penalty force", "decor-reaction"),
    ("y down", "mirrored-orientation"),
    ("tunnelling", "time-of-impact"),
    ("continuous collision", "time-of-impact"),
    ("newton's cradle", "exchange"),
    ("pinball", "bumpers"),
    ("bounce", "restitution"),
    ("restitution", "restitution"),
    ("moving platform", "moving-obstacles"),
    ("verlet", "euler-and-verlet"),
    ("integrator", "euler-and-verlet"),
    ("air resistance", "friction-factor"),
    ("rope", "chains"),
    ("rod", "sticks"),
    ("solver iterations", "iterations"),
    ("walls", "lines-and-segments"),
    ("mouse", "picking-and-dragging"),
    ("watch", "watch-expressions"),
    ("conditional breakpoint", "breakpoints"),
    ("energy", "energy-plot"),
    ("where does the energy go", "energy-ledger"),
    ("what if", "branches"),
    ("replay", "recordings"),
    ("parameter sweep", "sweeps"),
    ("unit test", "expectations"),
    ("minimal example", "shrinking"),
    ("push", "journal"),
    ("getting started", "what-is-a-blob"),
    ("what is a blob", "what-is-a-blob"),
    ("troubleshooting", "find-the-cause"),
    ("remedy", "find-the-cause"),
    ("svg", "drawings"),
    ("inkscape", "drawings"),
    ("silhouette", "drawings"),
    ("spawn point", "user-data"),
    ("custom properties", "user-data"),
    ("prefab", "instances"),
    ("override", "instances"),
    ("damping", "springs"),
    ("soft body", "what-is-a-blob"),
    ("gas pressure", "gas"),
    ("drag force", "friction-factor"),
    ("slow down", "friction-factor"),
    ("go back in time", "time-travel"),
    ("undo a step", "time-travel"),
    ("winding order", "hull-and-orientation"),
    ("inside or outside", "point-in-polygon"),
    ("bounding box", "box-test"),
    ("broad phase", "box-test"),
    ("self collision", "self-contact"),
    ("folds over itself", "self-contact"),
    ("passes through a wall", "time-of-impact"),
    ("fast bodies", "time-of-impact"),
    ("mass centre", "barycentre-rule"),
    ("loses energy", "energy-ledger"),
    ("billiards", "exchange"),
    ("conveyor", "moving-obstacles"),
    ("rigid rod", "sticks"),
    ("constraint", "sticks"),
    ("cable", "chains"),
    ("point mass", "particles"),
    ("euler", "euler-and-verlet"),
    ("grab a node", "picking-and-dragging"),
    ("fork", "branches"),
    ("record", "recordings"),
    ("assert", "expectations"),
    ("stop when", "breakpoints"),
    ("heat map", "sweeps"),
    ("edge of the world", "bounds"),
    ("what went wrong", "find-the-cause"),
    ("collapses", "find-the-cause"),
    ("hinge", "links"),
    ("joint", "links"),
    ("connect two bodies", "links"),
    ("car", "links"),
    ("ragdoll", "links"),
    ("collision filter", "collision-categories"),
    ("collision layer", "collision-categories"),
    ("trigger", "sensors"),
    ("trigger zone", "sensors"),
    ("checkpoint", "sensors"),
    ("pump", "gas"),
    ("volume", "gas"),
    ("motor", "fixed-and-driven-discs"),
    ("heatmap", "sweeps"),
    ("jelly", "what-is-a-blob"),
    ("stuck together", "leaving-nodes"),
    ("stuck inside", "find-the-cause"),
    ("too soft", "springs"),
    ("too stiff", "substeps"),
    ("billiard table", "exchange"),
    ("bouncing ball", "restitution"),
    ("jittering", "contact-response"),
    ("friction", "contact-response"),
    ("momentum", "exchange"),
    ("slow motion", "time-travel"),
    ("step back", "time-travel"),
    ("save a run", "recordings"),
    ("chart", "energy-plot"),
    ("driven", "fixed-and-driven-discs"),
    ("floor", "lines-and-segments"),
    ("deterministic", "time-travel"),
    ("sinks into the floor", "find-the-cause"),
];

#[test]
fn guide_search_ranks_the_expected_topic_first() {
    let first = |words: &str| guide::find(words).first().map_or("nothing", |topic| topic.id);
    let wrong: Vec<_> = QUERIES.iter().filter(|(words, id)| first(words) != *id).collect();
    let wrong: Vec<_> = wrong.into_iter().map(|(words, id)| format!("{words}: {} for {id}", first(words))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn guide_plain_text_fits_a_terminal_and_contains_every_part() {
    for topic in ALL.iter() {
        let page = guide::plain(topic);
        assert!(page.lines().all(|line| line.chars().count() <= 100), "{}", topic.id);
        let squeezed = page.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in prose(topic).chain(topic.levels.iter().copied()).chain(topic.overlays.iter().copied()) {
            // Emphasis has no marks, code has its own.
            let mark = |kind| if kind == SpanKind::Code { "`" } else { "" };
            let part: String = guide::spans(part).map(|(kind, span)| [mark(kind), span, mark(kind)].concat()).collect();
            assert!(squeezed.contains(&part), "{}: {part}", topic.id);
        }
        for formula in &topic.formulas {
            assert!(page.contains(formula), "{}: {formula}", topic.id);
        }
    }
}

#[test]
fn guide_index_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide/README.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, guide::index()).expect("docs can be written");
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    let is_same = written.replace("\r\n", "\n") == guide::index();
    assert!(is_same, "docs/guide/README.md is out of date: BLESS=1 cargo test --test guide");
}
