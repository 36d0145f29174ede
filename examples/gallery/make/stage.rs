//! Builder for levels: bodies and discs with colours, notes, and the initial view.

use blobsmith::level::shapes::{DiscShape, Material};
use blobsmith::level::{
    Body, Disc, EditorExtra, Level, Motion, Obstacle, ObstacleShape, Path, Placement, Point, Twin, View,
};

pub const CORAL: &str = "#ee6c62";
pub const AMBER: &str = "#efb23e";
pub const TEAL: &str = "#2ea59c";
pub const BLUE: &str = "#4c8ddb";
pub const VIOLET: &str = "#9a74d0";
pub const GREEN: &str = "#68b75f";
pub const PINK: &str = "#e286b0";
/// Decor has the theme's colour.
pub const DECOR: &str = "";

/// Cyclic colours for many bodies.
pub const MANY: [&str; 7] = [CORAL, AMBER, TEAL, BLUE, VIOLET, GREEN, PINK];

/// A soft disc of equilateral triangles: six in the middle, and three rings.
pub fn hexagonal_disc() -> DiscShape {
    DiscShape { rings: 3, sectors: 6, ..DiscShape::default() }
}

/// A level under construction.
pub struct Stage {
    pub level: Level,
    extra: EditorExtra,
}

impl Stage {
    pub fn new(name: &str, notes: &str) -> Self {
        let level = Level { name: name.into(), notes: unwrapped(notes), ..Level::default() };
        Self { level, extra: EditorExtra::default() }
    }

    pub fn view(mut self, center: Point, height: f64) -> Self {
        self.extra.view = Some(View { center, height });
        self
    }

    pub fn body(mut self, body: Body, color: &str) -> Self {
        self.level.bodies.push(tidy(body));
        self.extra.body_colors.push(color.into());
        self
    }

    pub fn bodies(self, bodies: impl IntoIterator<Item = (Body, &'static str)>) -> Self {
        bodies.into_iter().fold(self, |stage, (body, color)| stage.body(body, color))
    }

    pub fn disc(mut self, disc: Disc, color: &str) -> Self {
        self.level.discs.push(Disc {
            position: disc.position.map(rounded),
            velocity: disc.velocity.map(rounded),
            radius: rounded(disc.radius),
            ..disc
        });
        self.extra.disc_colors.push(color.into());
        self
    }

    pub fn discs(self, discs: impl IntoIterator<Item = (Disc, &'static str)>) -> Self {
        discs.into_iter().fold(self, |stage, (disc, color)| stage.disc(disc, color))
    }

    /// Adds segments between consecutive points.
    pub fn wall(self, name: &str, points: &[Point], restitution: f64) -> Self {
        let sides = points.windows(2).map(|ends| ObstacleShape::Segment(ends[0].map(rounded), ends[1].map(rounded)));
        sides.fold(self, |stage, side| stage.obstacle(name, side, restitution))
    }

    /// Adds four segments around a room.
    pub fn room(self, min: Point, max: Point, restitution: f64) -> Self {
        let corners = [min, [max[0], min[1]], max, [min[0], max[1]], min];
        self.wall("wall", &corners, restitution)
    }

    pub fn obstacle(mut self, name: &str, shape: ObstacleShape, restitution: f64) -> Self {
        self.level.obstacles.push(Obstacle { name: name.into(), shape, restitution, ..Obstacle::default() });
        self
    }

    /// Adds a twin with other settings, drawn as a ghost.
    pub fn ghost(mut self, twin: Twin) -> Self {
        self.extra.twin = Some(Twin { placement: Placement::Over, ..twin });
        self
    }

    /// Names the collision categories, lowest bit first.
    pub fn categories(mut self, names: &[&str]) -> Self {
        self.extra.categories = names.iter().map(|&name| name.into()).collect();
        self
    }

    /// Changes settings that differ from the format's defaults.
    pub fn with(mut self, change: impl FnOnce(&mut Level)) -> Self {
        change(&mut self.level);
        self
    }

    pub fn done(mut self) -> Level {
        self.level.editor = Some(self.extra);
        self.level
    }
}

/// Material of decor with little bounce and sliding.
pub fn ground() -> Material {
    Material::decor().touching(0.4, 0.6)
}

/// Rounds lengths to 10⁻⁶, so that files are short and readable.
fn tidy(mut body: Body) -> Body {
    for node in &mut body.nodes {
        node.position = node.position.map(rounded);
        node.velocity = node.velocity.map(rounded);
    }
    for spring in &mut body.springs {
        spring.rest_length = rounded(spring.rest_length);
    }
    for stick in &mut body.sticks {
        stick.length = rounded(stick.length);
    }
    body
}

fn rounded(value: f64) -> f64 {
    // Adding 0.0 converts -0.0 to 0.0.
    (value * 1e6).round() / 1e6 + 0.0
}

/// An elastic disc of mass 1 at rest.
pub fn ball(position: Point, radius: f64) -> Disc {
    Disc {
        name: String::new(),
        position,
        velocity: [0.0, 0.0],
        radius,
        mass: 1.0,
        restitution: 1.0,
        friction: 0.0,
        motion: Motion::Dynamic,
        ..Disc::default()
    }
}

/// A fixed disc.
pub fn fixed(name: &str, position: Point, radius: f64, restitution: f64) -> Disc {
    Disc { name: name.into(), restitution, motion: Motion::Fixed, ..ball(position, radius) }
}

/// A disc driven along a path of offsets.
pub fn driven(name: &str, position: Point, radius: f64, points: Vec<Point>, period: f64) -> Disc {
    let points = points.into_iter().map(|point| point.map(rounded)).collect();
    Disc { name: name.into(), motion: Motion::Driven(Path { points, period }), ..ball(position, radius) }
}

/// Pseudo-random numbers, equal on every machine, in 0..1.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
}

/// Joins wrapped lines of the notes; a blank line separates paragraphs.
fn unwrapped(notes: &str) -> String {
    let paragraph = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    notes.split("\n\n").map(paragraph).collect::<Vec<_>>().join("\n\n")
}
