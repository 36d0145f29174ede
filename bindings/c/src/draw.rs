//! Draw lists: flat arrays of points, texture coordinates, triangles and outlines, ready for a graphics card.

use super::error::{Failure, guard};
use super::load::blobsmith_world;
use super::memory::{free, give, play, unique};
use super::types::{blobsmith_body, blobsmith_disc, blobsmith_vec2, vec2};
use blobsmith_engine::play::{DrawBody, DrawList};
use std::ptr::{null, null_mut};

/// An outline of a hull: a range of `outlines`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blobsmith_draw_loop {
    /// First index in `outlines`.
    pub first_point: usize,
    /// Number of indices.
    pub point_count: usize,
    /// True if the last point is joined to the first.
    pub is_closed: bool,
}

/// A body to draw. The path of its image is in blobsmith_world_body_info.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blobsmith_draw_body {
    /// The body.
    pub body: blobsmith_body,
    /// Its first point in `points`.
    pub first_point: usize,
    /// Number of its points.
    pub point_count: usize,
    /// Its first index in `triangles`.
    pub first_index: usize,
    /// Number of its indices, three per triangle.
    pub index_count: usize,
    /// Its first outline in `loops`.
    pub first_loop: usize,
    /// Number of its outlines.
    pub loop_count: usize,
    /// Colour that multiplies the image: red, green, blue, alpha; white without a skin.
    pub tint: [u8; 4],
    /// Higher layers are in front.
    pub layer: i32,
    /// True if it has a skin.
    pub has_skin: bool,
}

/// A disc to draw.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blobsmith_draw_disc {
    /// The disc.
    pub disc: blobsmith_disc,
    /// Its centre.
    pub center: blobsmith_vec2,
    /// Its radius; 0 for a particle.
    pub radius: f64,
}

/// What to draw. Bodies are in drawing order. The arrays belong to the draw list.
#[repr(C)]
#[derive(Debug)]
pub struct blobsmith_drawing {
    /// Positions of all nodes of the level.
    pub points: *const blobsmith_vec2,
    /// Texture coordinates, one per point: u to the right, v downwards, 0 to 1 across the image.
    pub uv: *const blobsmith_vec2,
    /// Number of points.
    pub point_count: usize,
    /// Three indices of points per triangle, in drawing order.
    pub triangles: *const u32,
    /// Number of these indices.
    pub triangle_index_count: usize,
    /// Indices of points of all outlines, one outline after the other.
    pub outlines: *const u32,
    /// Number of these indices.
    pub outline_index_count: usize,
    /// The outlines.
    pub loops: *const blobsmith_draw_loop,
    /// Number of outlines.
    pub loop_count: usize,
    /// The bodies, in drawing order.
    pub bodies: *const blobsmith_draw_body,
    /// Number of bodies.
    pub body_count: usize,
    /// The discs, in file order.
    pub discs: *const blobsmith_draw_disc,
    /// Number of discs.
    pub disc_count: usize,
}

/// Memory of what to draw; fill it again every frame.
#[derive(Debug)]
pub struct blobsmith_draw_list {
    list: DrawList,
    loops: Vec<blobsmith_draw_loop>,
    bodies: Vec<blobsmith_draw_body>,
    discs: Vec<blobsmith_draw_disc>,
    drawing: blobsmith_drawing,
}

const EMPTY: blobsmith_drawing = blobsmith_drawing {
    points: null(),
    uv: null(),
    point_count: 0,
    triangles: null(),
    triangle_index_count: 0,
    outlines: null(),
    outline_index_count: 0,
    loops: null(),
    loop_count: 0,
    bodies: null(),
    body_count: 0,
    discs: null(),
    disc_count: 0,
};

impl blobsmith_draw_list {
    /// Makes the arrays of C of the list; returns where they are described.
    fn describe(&mut self) -> *const blobsmith_drawing {
        let list = &self.list;
        self.loops.clear();
        self.loops.extend(list.loops.iter().map(|one| blobsmith_draw_loop {
            first_point: one.points.start,
            point_count: one.points.len(),
            is_closed: one.is_closed,
        }));
        self.bodies.clear();
        self.bodies.extend(list.bodies.iter().map(body));
        self.discs.clear();
        self.discs.extend(list.discs.iter().map(|disc| blobsmith_draw_disc {
            disc: disc.disc.to_bits(),
            center: vec2(disc.center),
            radius: disc.radius,
        }));
        self.drawing = blobsmith_drawing {
            points: list.points.as_ptr().cast(),
            uv: list.uv.as_ptr().cast(),
            point_count: list.points.len(),
            triangles: list.triangles.as_ptr(),
            triangle_index_count: list.triangles.len(),
            outlines: list.outlines.as_ptr(),
            outline_index_count: list.outlines.len(),
            loops: self.loops.as_ptr(),
            loop_count: self.loops.len(),
            bodies: self.bodies.as_ptr(),
            body_count: self.bodies.len(),
            discs: self.discs.as_ptr(),
            disc_count: self.discs.len(),
        };
        &raw const self.drawing
    }
}

fn body(body: &DrawBody) -> blobsmith_draw_body {
    blobsmith_draw_body {
        body: body.body.to_bits(),
        first_point: body.points.start,
        point_count: body.points.len(),
        first_index: body.triangles.start,
        index_count: body.triangles.len(),
        first_loop: body.loops.start,
        loop_count: body.loops.len(),
        tint: body.tint,
        layer: body.layer,
        has_skin: body.has_skin,
    }
}

/// Makes an empty draw list. Free it with blobsmith_draw_list_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_draw_list_new() -> *mut blobsmith_draw_list {
    guard(null_mut(), || {
        let (loops, bodies, discs) = (Vec::new(), Vec::new(), Vec::new());
        Ok(give(blobsmith_draw_list { list: DrawList::default(), loops, bodies, discs, drawing: EMPTY }))
    })
}

/// Frees a draw list with what was drawn into it; nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_draw_list_free(list: *mut blobsmith_draw_list) {
    free(list);
}

/// Fills a list with the present frame, and returns its arrays, which are valid until the next call with the list. NULL after an
/// error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_draw(
    world: *const blobsmith_world,
    list: *mut blobsmith_draw_list,
) -> *const blobsmith_drawing {
    guard(null(), || {
        let (world, list) = (play(world)?, unique(list, "list")?);
        world.draw(&mut list.list);
        Ok::<_, Failure>(list.describe())
    })
}

/// As blobsmith_world_draw, with positions between the previous frame (`alpha` 0) and the present one (`alpha` 1). Needs
/// blobsmith_world_set_interpolation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_draw_between(
    world: *const blobsmith_world,
    alpha: f64,
    list: *mut blobsmith_draw_list,
) -> *const blobsmith_drawing {
    guard(null(), || {
        let (world, list) = (play(world)?, unique(list, "list")?);
        world.draw_between(alpha, &mut list.list)?;
        Ok(list.describe())
    })
}
