//! Putting a level together: bodies with their colours, notes, and what the camera shows.
//!
//! Must never know: any one level.

use blobsmith::level::shapes::Material;
use blobsmith::level::{Body, EditorExtra, Level, Obstacle, ObstacleShape, Point, View};

pub const CORAL: &str = "#ee6c62";
pub const AMBER: &str = "#efb23e";
pub const TEAL: &str = "#2ea59c";
pub const BLUE: &str = "#4c8ddb";
pub const VIOLET: &str = "#9a74d0";
pub const GREEN: &str = "#68b75f";
pub const PINK: &str = "#e286b0";
/// Decor keeps the theme's own colour.
pub const DECOR: &str = "";

/// Colours to take in turn for many bodies.
pub const MANY: [&str; 7] = [CORAL, AMBER, TEAL, BLUE, VIOLET, GREEN, PINK];

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

    pub fn obstacle(mut self, name: &str, shape: ObstacleShape, restitution: f64) -> Self {
        self.level.obstacles.push(Obstacle { name: name.into(), shape, restitution });
        self
    }

    /// Changes what the defaults of the format do not suit.
    pub fn with(mut self, change: impl FnOnce(&mut Level)) -> Self {
        change(&mut self.level);
        self
    }

    pub fn done(mut self) -> Level {
        self.level.editor = Some(self.extra);
        self.level
    }
}

/// Decor that neither bounces nor slides much.
pub fn ground() -> Material {
    Material::decor().touching(0.4, 0.6)
}

/// The body with lengths to a millionth, so that files are short and can be read.
fn tidy(mut body: Body) -> Body {
    // Adding 0.0 makes -0.0 a plain 0.0.
    let rounded = |value: f64| (value * 1e6).round() / 1e6 + 0.0;
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

/// Notes are written wrapped in the source; a blank line parts paragraphs in the file.
fn unwrapped(notes: &str) -> String {
    let paragraph = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    notes.split("\n\n").map(paragraph).collect::<Vec<_>>().join("\n\n")
}
