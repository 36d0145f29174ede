//! Random levels that the format accepts, awkward numbers and names among them.

use blobsmith::level::*;

/// SplitMix64 (Steele, Lea and Flood 2014): the same levels on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }
    fn flag(&mut self) -> bool {
        self.bits() & 1 == 1
    }
    /// Any finite number; awkward ones often.
    fn number(&mut self) -> f64 {
        const AWKWARD: [f64; 12] = [
            0.0,
            -0.0,
            5e-324,
            -5e-324,
            f64::MIN_POSITIVE,
            1e308,
            f64::MAX,
            -1e308,
            0.1,
            1e21,
            9_007_199_254_740_993.0,
            1e-7,
        ];
        match self.below(3) {
            0 => AWKWARD[self.below(AWKWARD.len())],
            1 => self.below(1000) as f64 / 8.0,
            _ => Some(f64::from_bits(self.bits())).filter(|x| x.is_finite()).unwrap_or(1.0),
        }
    }
    /// At least 0, -0.0 among them.
    fn size(&mut self) -> f64 {
        let x = self.number();
        if x == 0.0 { x } else { x.abs() }
    }
    fn positive(&mut self) -> f64 {
        Some(self.size()).filter(|x| *x > 0.0).unwrap_or(1.0)
    }
    fn point(&mut self) -> Point {
        [self.number(), self.number()]
    }
    fn text(&mut self) -> String {
        const PIECES: [&str; 14] =
            ["", "a", "\"", "\\", "\n", "\r\n", "\t", "é", "🫧", "\u{0}", "\u{7f}", "// x", "r#\"", "\u{feff}"];
        (0..self.below(6)).map(|_| PIECES[self.below(PIECES.len())]).collect()
    }
    fn list<T>(&mut self, most: usize, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| item(self)).collect()
    }
    fn motion(&mut self) -> Motion {
        match self.below(3) {
            0 => Motion::Dynamic,
            1 => Motion::Fixed,
            _ => {
                let mut points = self.list(3, Self::point);
                points.push([0.0, 0.0]);
                Motion::Driven(Path { points, period: self.positive() })
            }
        }
    }
    fn body(&mut self) -> Body {
        let masses = self.below(6);
        let mut nodes: Vec<Node> = (0..masses)
            .map(|index| Node {
                position: self.point(),
                velocity: self.point(),
                role: Role::Mass(self.positive()),
                pinned: self.flag(),
                label: if self.flag() { format!("{} {index}", self.text()) } else { String::new() },
                tags: self.list(2, Self::text),
                properties: self.properties(0),
                ..Node::default()
            })
            .collect();
        if self.flag() {
            nodes.push(Node { role: Role::Barycentre, ..Node::at(self.point()) });
        }
        let count = nodes.len();
        let links = if masses == 0 { 0 } else { 4 };
        Body {
            name: self.text(),
            motion: self.motion(),
            restitution: self.size(),
            friction: self.size(),
            gas: self.size(),
            springs: self.list(links, |r| Spring {
                a: r.below(masses),
                b: r.below(masses),
                rest_length: r.size(),
                stiffness: r.size(),
                damping: r.size(),
            }),
            sticks: self.list(links, |r| Stick {
                a: r.below(masses),
                b: r.below(masses),
                length: r.positive(),
                hidden: r.flag(),
            }),
            hull: self.list(links, |r| [r.below(masses), r.below(masses)]),
            triangles: self.list(links, |r| [r.below(count), r.below(count), r.below(count)]),
            nodes,
            id: self.id(),
            collision: self.collision(),
            skin: self.flag().then(|| self.skin(count)),
            tags: self.list(2, Self::text),
            properties: self.properties(0),
        }
    }
    fn shape(&mut self) -> ObstacleShape {
        match self.below(3) {
            0 => ObstacleShape::Segment([self.number(), -1.0], [3.0, 4.0]),
            1 => ObstacleShape::Line(self.point(), [1.0, self.number()]),
            _ => ObstacleShape::Circle { center: self.point(), radius: self.positive() },
        }
    }
    fn world(&mut self) -> World {
        World {
            gravity: self.point(),
            frame_time: 0.1 + self.below(100) as f64 / 7.0,
            substeps: 1 + self.below(100_000) as u32,
            integrator: [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet][self.below(3)],
            velocity_retention: self.below(4) as f64 / 3.0,
            stick_iterations: self.below(9) as u32,
            contact: Contact {
                method: if self.flag() { ContactMethod::Hull } else { ContactMethod::Diagonals },
                edge_choice: [EdgeChoice::Projection, EdgeChoice::Wedge45, EdgeChoice::EntryEdge][self.below(3)],
                barycentre_rule: self.flag(),
                approaching_only: self.flag(),
                decor: match self.flag() {
                    true => Decor::Penalty { stiffness: self.size(), viscosity: self.size() },
                    false => Decor::Impulse,
                },
                response: if self.flag() { ContactResponse::Source } else { ContactResponse::Weighted },
                repositioning: Repositioning { fraction: self.below(4) as f64 / 3.0, slop: self.size() + 0.0 },
                self_contact: self.flag(),
            },
            discs: if self.flag() { DiscMethod::Swept } else { DiscMethod::Discrete },
            bounds: self.flag().then(|| Bounds { min: [-1e300, -0.0], max: [5e-324, 2.0], restitution: self.size() }),
            pixels_per_unit: if self.flag() { 32.0 } else { self.positive() },
        }
    }
    /// Anything that stands in a document.
    fn value(&mut self) -> serde_json::Value {
        match self.below(7) {
            0 => self.number().into(),
            1 => self.below(1000).into(),
            2 => (-1 - self.below(1000) as i64).into(),
            3 => self.text().into(),
            4 => self.flag().into(),
            5 => serde_json::json!([self.number(), [self.number()]]),
            _ => serde_json::json!({ self.text(): { "Mass": self.number() } }),
        }
    }
    fn twin(&mut self) -> Twin {
        let other = self.world();
        let placement = if self.flag() { Placement::Beside } else { Placement::Over };
        Twin {
            placement,
            gravity: self.flag().then_some(other.gravity),
            substeps: self.flag().then_some(other.substeps),
            integrator: self.flag().then_some(other.integrator),
            velocity_retention: self.flag().then_some(other.velocity_retention),
            stick_iterations: self.flag().then_some(other.stick_iterations),
            method: self.flag().then_some(other.contact.method),
            edge_choice: self.flag().then_some(other.contact.edge_choice),
            barycentre_rule: self.flag().then_some(other.contact.barycentre_rule),
            approaching_only: self.flag().then_some(other.contact.approaching_only),
            decor: self.flag().then_some(other.contact.decor),
            response: self.flag().then_some(other.contact.response),
            repositioning: self.flag().then_some(other.contact.repositioning),
            self_contact: self.flag().then_some(other.contact.self_contact),
            discs: self.flag().then_some(other.discs),
            set: self.list(2, |r| TwinSet { path: r.text(), value: r.value() }),
        }
    }
    /// Unique within a level, or missing.
    fn id(&mut self) -> String {
        if self.flag() { format!("id-{:x}", self.bits()) } else { String::new() }
    }
    fn collision(&mut self) -> CollisionFilter {
        match self.flag() {
            true => CollisionFilter::default(),
            false => CollisionFilter { category: self.bits() as u32, mask: self.bits() as u32, sensor: false },
        }
    }
    fn skin(&mut self, nodes: usize) -> Skin {
        let uv = match self.flag() {
            true => UvMap::Planar,
            false => UvMap::PerNode((0..nodes).map(|_| self.point()).collect()),
        };
        Skin { image: self.text(), uv, tint: "#01fEa9b0".into(), layer: self.below(9) as i32 - 4 }
    }
    fn marker(&mut self) -> MarkerShape {
        match self.below(4) {
            0 => MarkerShape::Point(self.point()),
            1 => MarkerShape::Rect(self.point(), self.point()),
            2 => MarkerShape::Polygon(self.list(4, Self::point)),
            _ => MarkerShape::Path(self.list(4, Self::point)),
        }
    }
    fn property(&mut self, depth: usize) -> PropertyValue {
        match self.below(if depth < 3 { 6 } else { 4 }) {
            0 => PropertyValue::Bool(self.flag()),
            1 => PropertyValue::Integer(self.bits() as i64),
            2 => PropertyValue::Number(self.number()),
            3 => PropertyValue::Text(self.text()),
            4 => PropertyValue::List(self.list(3, |r| r.property(depth + 1))),
            _ => PropertyValue::Map(self.properties(depth + 1)),
        }
    }
    fn properties(&mut self, depth: usize) -> Properties {
        self.list(2, |r| (r.text(), r.property(depth))).into_iter().collect()
    }
    /// Keys below `editor` that this version does not know.
    fn unknown(&mut self) -> Properties {
        [("grid size".to_owned(), self.property(1)), ("other_tool".to_owned(), PropertyValue::Null)]
            .into_iter()
            .collect()
    }
    fn end(&mut self, level: &Level) -> LinkEnd {
        let is_mass = |node: &Node| matches!(node.role, Role::Mass(_));
        let body = level.bodies.iter().position(|body| body.nodes.first().is_some_and(is_mass));
        match (self.below(3), body) {
            (0, Some(body)) => LinkEnd::Node([body, 0]),
            (1, _) if !level.discs.is_empty() => LinkEnd::Disc(self.below(level.discs.len())),
            _ => LinkEnd::Point(self.point()),
        }
    }
    fn add_links(&mut self, level: &mut Level) {
        for _ in 0..self.below(3) {
            let kind = match self.below(3) {
                0 => LinkKind::Pin,
                1 => LinkKind::Stick { length: self.positive() },
                _ => LinkKind::Spring { rest_length: self.size(), stiffness: self.size(), damping: self.size() },
            };
            let (a, b) = (self.end(level), self.end(level));
            let (id, tags, properties) = (self.id(), self.list(2, Self::text), self.properties(0));
            level.links.push(Link { id, a, b, kind, collide: self.flag(), tags, properties });
        }
    }
    pub fn level(&mut self) -> Level {
        let mut level = Level {
            format: FORMAT,
            name: self.text(),
            notes: self.text(),
            world: self.world(),
            bodies: self.list(3, Self::body),
            discs: self.list(2, |r| Disc {
                name: r.text(),
                position: r.point(),
                velocity: r.point(),
                radius: r.size(),
                mass: r.positive(),
                restitution: r.size(),
                friction: r.size(),
                motion: r.motion(),
                id: r.id(),
                collision: r.collision(),
                tags: r.list(2, Self::text),
                properties: r.properties(0),
            }),
            obstacles: self.list(2, |r| {
                let shape = r.shape();
                let sensor = r.flag() && matches!(shape, ObstacleShape::Circle { .. });
                Obstacle {
                    name: r.text(),
                    shape,
                    restitution: r.size(),
                    id: r.id(),
                    collision: CollisionFilter { sensor, ..r.collision() },
                    tags: r.list(2, Self::text),
                    properties: r.properties(0),
                }
            }),
            links: Vec::new(),
            markers: self.list(2, |r| Marker {
                id: r.id(),
                name: r.text(),
                shape: r.marker(),
                tags: r.list(2, Self::text),
                properties: r.properties(0),
            }),
            instances: self.list(2, |r| Instance {
                id: r.id(),
                // An absolute path is refused.
                source: format!("parts/{}.ron", r.text().replace('\\', "/")),
                position: r.point(),
                angle_deg: r.number(),
                mirror: r.flag(),
                overrides: [("bodies[0].gas".to_owned(), r.property(1))].into_iter().collect(),
                tags: r.list(2, Self::text),
                properties: r.properties(0),
            }),
            tags: self.list(2, Self::text),
            properties: self.properties(0),
            is_tracked: false,
            id_marks: None,
            editor: self.flag().then(|| EditorExtra {
                view: self.flag().then(|| View { center: self.point(), height: self.positive() }),
                body_colors: self.list(2, Self::text),
                disc_colors: self.list(2, Self::text),
                categories: self.list(3, Self::text),
                twin: self.flag().then(|| self.twin()),
                breakpoints: self.list(2, |r| Breakpoint {
                    condition: r.text(),
                    enabled: r.flag(),
                    each: if r.flag() { Each::Frame } else { Each::Substep },
                    then: if r.flag() { Then::Stop } else { Then::Mark },
                    hits: 1 + r.below(5) as u32,
                }),
                reference: self.flag().then(|| ReferenceImage {
                    image: self.text(),
                    center: self.point(),
                    width: self.positive(),
                    opacity: 0.25,
                    visible: self.flag(),
                    locked: self.flag(),
                }),
                guide_lines: GuideLines {
                    vertical: self.list(2, |r| r.point()[0]),
                    horizontal: self.list(2, |r| r.point()[1]),
                },
                units: self.flag().then(|| LevelUnits {
                    length: "cm".to_owned(),
                    per_unit: self.positive(),
                    frames_per_second: self.positive(),
                }),
                watches: self.list(2, Self::text),
                expect: self.list(2, |r| Expectation {
                    holds: [Holds::Never, Holds::Always, Holds::Eventually, Holds::AtEnd][r.below(4)],
                    condition: r.text(),
                    each: if r.flag() { Each::Frame } else { Each::Substep },
                    frames: 1 + r.below(1000) as u64,
                }),
                bookmarks: self.list(2, |r| Bookmark {
                    frame: r.below(1000) as u64,
                    substep: r.below(3) as u32,
                    phase: r.below(3) as u32,
                    name: r.text(),
                    note: r.text(),
                    tags: r.list(2, Self::text),
                }),
                hidden: self.list(3, |r| Place::Body(r.below(4))).into_iter().collect(),
                locked: self.list(3, |r| Place::Disc(r.below(4))).into_iter().collect(),
                solo: self.list(3, |r| Place::Obstacle(r.below(4))).into_iter().collect(),
                materials: self.list(2, |r| BodyMaterial {
                    name: r.text(),
                    restitution: r.flag().then(|| r.positive()),
                    mass_density: r.flag().then(|| r.positive()),
                    gas: r.flag().then_some(0.0),
                    bodies: r.list(2, Self::id).into_iter().collect(),
                    ..BodyMaterial::default()
                }),
                folders: self.list(2, |r| Folder {
                    name: r.text(),
                    members: r.list(2, Self::id).into_iter().collect(),
                    hidden: r.flag(),
                    locked: r.flag(),
                }),
                curves: self.list(2, |r| Curve {
                    of: r.id(),
                    knots: vec![Knot { at: r.point(), before: r.point(), after: r.point() }, Knot::corner(r.point())],
                    easing: [Easing::Linear, Easing::Steady, Easing::In, Easing::Out, Easing::InOut][r.below(5)],
                    steps: 1 + r.below(5) as u32,
                }),
                templates: self.list(2, |r| PropertyTemplate {
                    name: r.text(),
                    help: r.text(),
                    properties: r.list(3, |r| TemplateProperty {
                        name: r.text(),
                        kind: PropertyKind::ALL[r.below(6)],
                        default: if r.flag() { r.property(1) } else { PropertyValue::Null },
                        help: r.text(),
                    }),
                }),
                other: if self.flag() { self.unknown() } else { Properties::default() },
            }),
        };
        self.add_links(&mut level);
        level
    }
}
