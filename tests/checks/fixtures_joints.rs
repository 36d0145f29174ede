//! Fixtures: links, markers, filters and skins of format 2.

use crate::build::*;
use crate::fixtures::*;
use blobsmith::level::*;

/// A link without id.
pub fn link(a: LinkEnd, b: LinkEnd, kind: LinkKind) -> Link {
    Link { id: String::new(), a, b, kind, collide: true, tags: Vec::new(), properties: Properties::default() }
}

pub fn spring_link(rest_length: f64, stiffness: f64, damping: f64) -> LinkKind {
    LinkKind::Spring { rest_length, stiffness, damping }
}

/// The square on the floor with a link of its upper right corner (10, 15) to a point 5 above it.
fn hung(kind: LinkKind) -> Level {
    plain_but(|l| l.links.push(link(LinkEnd::Node([0, 2]), LinkEnd::Point([10.0, 20.0]), kind)))
}

/// The same with a disc at the point in place of the point.
fn with_disc(stiffness: f64) -> Level {
    plain_but(|l| {
        l.discs.push(Disc { position: [10.0, 20.0], radius: 1.0, motion: Motion::Dynamic, ..Disc::default() });
        l.links.push(link(LinkEnd::Node([0, 2]), LinkEnd::Disc(0), spring_link(5.0, stiffness, 0.0)));
    })
}

fn marker(id: &str, name: &str) -> Marker {
    Marker {
        id: id.to_owned(),
        name: name.to_owned(),
        shape: MarkerShape::Point([0.0, 0.0]),
        tags: Vec::new(),
        properties: Properties::default(),
    }
}

fn shaped(shape: MarkerShape) -> Level {
    plain_but(|l| l.markers.push(Marker { shape, ..marker("goal", "goal") }))
}

fn placed(overrides: &[&str]) -> Level {
    plain_but(|l| {
        l.instances.push(Instance {
            id: "gear".to_owned(),
            source: "gear.ron".to_owned(),
            position: [50.0, 0.0],
            angle_deg: 0.0,
            mirror: false,
            overrides: overrides.iter().map(|path| (path.to_string(), PropertyValue::Number(2.0))).collect(),
            tags: Vec::new(),
            properties: Properties::default(),
        });
    })
}

fn skinned(image: &str) -> Level {
    plain_but(|l| {
        let (image, tint) = (image.to_owned(), "#ffffffff".to_owned());
        l.bodies[0].skin = Some(Skin { image, uv: UvMap::Planar, tint, layer: 0 });
    })
}

fn with_reference(image: &str) -> Level {
    plain_but(|l| {
        let reference = ReferenceImage { image: image.to_owned(), ..ReferenceImage::default() };
        l.editor.get_or_insert_default().reference = Some(reference);
    })
}

fn filtered(category: u32, mask: u32, sensor: bool) -> Level {
    plain_but(|l| l.bodies[0].collision = CollisionFilter { category, mask, sensor })
}

/// In no particular order.
pub const FIXTURES: &[Fixture] = &[
    Fixture {
        rule: "marker-shape",
        broken: || shaped(MarkerShape::Rect([3.0, 0.0], [1.0, 2.0])),
        sound: || shaped(MarkerShape::Rect([1.0, 0.0], [3.0, 2.0])),
        touches: Some(&["markers"]),
    },
    Fixture {
        rule: "marker-shape",
        broken: || shaped(MarkerShape::Polygon(vec![[0.0, 0.0], [1.0, 0.0]])),
        sound: || shaped(MarkerShape::Polygon(vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])),
        touches: None,
    },
    Fixture {
        rule: "marker-shape",
        broken: || shaped(MarkerShape::Path(vec![[0.0, 0.0]])),
        sound: || shaped(MarkerShape::Path(vec![[0.0, 0.0], [1.0, 0.0]])),
        touches: None,
    },
    Fixture {
        rule: "instance-source",
        broken: || placed(&["bodies[0].gas", "world.substeps"]),
        sound: || placed(&["bodies[0].gas"]),
        touches: Some(&["instances"]),
    },
    Fixture {
        rule: "link-length",
        broken: || hung(spring_link(4.0, 0.2, 0.0)),
        sound: || hung(spring_link(4.9, 0.2, 0.0)),
        touches: Some(&["links"]),
    },
    Fixture {
        rule: "link-length",
        broken: || hung(LinkKind::Stick { length: 5.2 }),
        sound: || hung(LinkKind::Stick { length: 5.0 }),
        touches: Some(&["links"]),
    },
    Fixture {
        rule: "link-length",
        broken: || hung(LinkKind::Pin),
        sound: || plain_but(|l| l.links.push(link(LinkEnd::Node([0, 2]), LinkEnd::Point([10.0, 15.0]), LinkKind::Pin))),
        touches: Some(&["links"]),
    },
    Fixture {
        rule: "link-length",
        broken: || {
            plain_but(|l| {
                l.bodies.push(square(20.0, 5.0));
                l.links.push(link(LinkEnd::Node([0, 2]), LinkEnd::Node([2, 3]), LinkKind::Pin));
            })
        },
        sound: || plain_but(|l| l.bodies.push(square(20.0, 5.0))),
        touches: None,
    },
    Fixture {
        rule: "link-idle",
        broken: || {
            plain_but(|l| {
                let ends = (LinkEnd::Node([1, 0]), LinkEnd::Point([-50.0, -15.0]));
                l.links.push(link(ends.0, ends.1, spring_link(5.0, 0.2, 0.0)));
            })
        },
        sound: || hung(spring_link(5.0, 0.2, 0.0)),
        touches: Some(&["links"]),
    },
    Fixture {
        rule: "link-idle",
        broken: || plain_but(|l| l.links.push(link(LinkEnd::Node([0, 2]), LinkEnd::Node([0, 2]), LinkKind::Pin))),
        sound: plain,
        touches: Some(&["links"]),
    },
    Fixture {
        rule: "duplicate-link",
        broken: || {
            let mut level = hung(LinkKind::Stick { length: 5.0 });
            let Link { a, b, kind, .. } = level.links[0].clone();
            level.links.push(link(b, a, kind));
            level
        },
        sound: || {
            let mut level = hung(LinkKind::Stick { length: 5.0 });
            let Link { a, b, .. } = level.links[0].clone();
            level.links.push(link(b, a, spring_link(5.0, 0.2, 0.0)));
            level
        },
        touches: Some(&["links"]),
    },
    Fixture {
        rule: "link-inside-body",
        broken: || {
            lattice_but(|l| {
                let kind = spring_link(10.0, 0.2, 0.0);
                l.links.push(link(LinkEnd::Node([0, 0]), LinkEnd::Node([0, 2]), kind));
            })
        },
        sound: plain_lattice,
        touches: Some(&["links", "bodies[0].springs"]),
    },
    Fixture {
        rule: "link-inside-body",
        broken: || {
            let mut level = with_sticks(0);
            level.links.push(link(LinkEnd::Node([0, 0]), LinkEnd::Node([0, 1]), LinkKind::Stick { length: 5.0 }));
            level
        },
        sound: || with_sticks(0),
        touches: Some(&["links", "bodies[0].sticks"]),
    },
    Fixture {
        rule: "link-stability",
        broken: || with_disc(4000.0),
        sound: || with_disc(100.0),
        touches: Some(&["world"]),
    },
    Fixture {
        rule: "link-stability",
        broken: || hung(spring_link(5.0, 0.0, 40.0)),
        sound: || hung(spring_link(5.0, 0.0, 4.0)),
        touches: Some(&["world"]),
    },
    Fixture {
        rule: "marker-name",
        broken: || plain_but(|l| l.markers.push(marker("marker-0", ""))),
        sound: || plain_but(|l| l.markers.push(marker("marker-0", "goal"))),
        touches: Some(&["markers"]),
    },
    Fixture {
        rule: "marker-name",
        broken: || plain_but(|l| l.markers = ["a", "b", "c"].map(|id| marker(id, "goal")).to_vec()),
        sound: || plain_but(|l| l.markers = ["a", "b", "c"].map(|id| marker(id, id)).to_vec()),
        touches: Some(&["markers"]),
    },
    Fixture {
        rule: "idle-filter",
        broken: || filtered(1, 0, false),
        sound: || filtered(2, 3, false),
        touches: Some(&["bodies[0].collision"]),
    },
    Fixture {
        rule: "idle-filter",
        broken: || filtered(0, u32::MAX, true),
        sound: || filtered(1, u32::MAX, true),
        touches: Some(&["bodies[0].collision"]),
    },
    Fixture {
        rule: "idle-filter",
        // Category 2 meets the mask of neither the floor nor the square.
        broken: || {
            plain_but(|l| {
                l.bodies.iter_mut().for_each(|body| body.collision.mask = 1);
                l.discs.push(Disc { position: [20.0, 20.0], ..Disc::default() });
                l.discs[0].collision.category = 2;
            })
        },
        sound: || {
            plain_but(|l| {
                l.bodies.iter_mut().for_each(|body| body.collision.mask = 3);
                l.discs.push(Disc { position: [20.0, 20.0], ..Disc::default() });
                l.discs[0].collision.category = 2;
            })
        },
        touches: Some(&["discs"]),
    },
    Fixture {
        rule: "skin-image",
        broken: || skinned("/home/art/blob.png"),
        sound: || skinned("art/blob.png"),
        touches: None,
    },
    Fixture { rule: "skin-image", broken: || skinned("art\\blob.png"), sound: plain, touches: None },
    Fixture {
        rule: "reference-image",
        broken: || with_reference("C:/sketch.png"),
        sound: || with_reference("art/sketch.png"),
        touches: None,
    },
];
