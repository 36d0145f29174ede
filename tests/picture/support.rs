//! Small levels, and pictures as pixels.

use blobsmith::engine::World;
use blobsmith::level::{Body, Disc, Level, Motion, Node, Obstacle, ObstacleShape, Point, Spring};
use blobsmith::picture::{Item, Palette, Picture, Rgba, Theme, Viewport, png};
use glam::DVec2;

/// 10 pixels a unit, origin in the middle: world (x, y) is at pixel (100 + 10x, 100 - 10y).
pub fn viewport() -> Viewport {
    Viewport { size_px: DVec2::new(200.0, 200.0), center: DVec2::ZERO, scale: 10.0 }
}

/// A ground that no palette colour equals.
pub fn palette() -> Palette {
    Palette { background: Rgba(10, 20, 30, 255), ..Palette::of(Theme::Dark) }
}

pub const GROUND: [u8; 3] = [10, 20, 30];
pub const RED: Rgba = Rgba(255, 0, 0, 255);

/// A picture as pixels.
pub struct Raster {
    width: usize,
    pub pixels: Vec<u8>,
}

impl Raster {
    pub fn of(picture: &Picture, viewport: &Viewport) -> Self {
        let pixels = png::rasterise(picture, viewport, &palette()).expect("size is sound");
        Self { width: viewport.size_px.x as usize, pixels }
    }
    pub fn of_items(items: Vec<Item>) -> Self {
        Self::of(&Picture { items, legend: Vec::new() }, &viewport())
    }
    /// Colour of the pixel in this column and row.
    pub fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let i = 3 * (y * self.width + x);
        [self.pixels[i], self.pixels[i + 1], self.pixels[i + 2]]
    }
    /// Area in pixels that is covered with RED: each pixel counts with its share of red, so that rims count in part.
    pub fn red_area(&self) -> f64 {
        let ground = f64::from(GROUND[0]);
        self.pixels.chunks_exact(3).map(|pixel| (f64::from(pixel[0]) - ground) / (255.0 - ground)).sum()
    }
    /// Columns and rows of all pixels that are not ground.
    pub fn painted(&self) -> Vec<(usize, usize)> {
        let all = (0..self.pixels.len() / 3).map(|i| (i % self.width, i / self.width));
        all.filter(|&(x, y)| self.at(x, y) != GROUND).collect()
    }
}

/// A square with diagonals, corner at (x, y).
pub fn square(x: f64, y: f64, side: f64) -> Body {
    let corners = [[x, y], [x + side, y], [x + side, y + side], [x, y + side]];
    let links = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)];
    Body {
        nodes: corners.map(Node::at).to_vec(),
        springs: links.map(|(a, b)| spring(&corners, a, b)).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..Body::default()
    }
}

fn spring(corners: &[[f64; 2]], a: usize, b: usize) -> Spring {
    let rest_length = DVec2::from(corners[a]).distance(DVec2::from(corners[b]));
    Spring { a, b, rest_length, stiffness: 0.2, damping: 0.02 }
}

pub fn level_of(bodies: Vec<Body>) -> Level {
    Level { bodies, ..Level::default() }
}

pub fn world_of(level: &Level) -> World {
    World::new(level).expect("the level is sound")
}

pub fn disc(position: Point, velocity: Point, radius: f64) -> Disc {
    let (mass, restitution, friction, motion) = (1.0, 1.0, 0.0, Motion::Dynamic);
    Disc { name: String::new(), position, velocity, radius, mass, restitution, friction, motion }
}

pub fn obstacle(shape: ObstacleShape) -> Obstacle {
    Obstacle { name: String::new(), shape, restitution: 1.0 }
}
