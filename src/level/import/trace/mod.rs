//! Pictures (.png): the outline of what is opaque becomes bodies with their holes, which show the picture.
//!
//! Contours at the threshold by marching squares, see `contour`; nesting by the even-odd rule; then as for drawings.

mod contour;
mod corner;
mod short_edge;

use super::assemble::Assembler;
use super::options::refusal;
use super::sketch::{area_of, slenderness, suited};
use super::svg::{Chain, regions};
use super::{Drawn, ImageArea, ImportOptions, Imported, Importer, Sketch, Stretch, TracedImage};
use crate::geometry::{Aabb, DVec2, polygon};
use crate::level::format::FormatError;
use crate::level::mesh::{DrawnOutline, simplify};
use crate::level::{Level, Texture, texture};
use contour::{Contours, PixelGrid};
use std::sync::Arc;

pub(super) const IMPORTER: Importer = Importer {
    id: "png",
    extension: "png",
    title: "Picture",
    explanation: "What is opaque becomes a soft body with its holes, which shows the picture; a picture of several separate parts becomes as \
        many bodies. In a picture without transparency, what differs in brightness from the border becomes the body. Specks are left out.",
    import,
    sketch: Some(sketch),
};

/// Opacity from which a pixel belongs to a body, unless chosen.
pub const THRESHOLD: f64 = 0.5;
/// Height of the traced shapes, in level units, and their maximum width in heights.
const HEIGHT: f64 = 10.0;
const WIDEST: f64 = 4.0;
/// Default number of nodes along the height.
const NODES: f64 = 16.0;
/// Tolerance of the outline in pixels: for smooth rims, and for those that follow the sides of pixels.
const SMOOTH_PX: f64 = 0.1;
const STEPPED_PX: f64 = 0.35;
/// Edges below this fraction of the spacing are short.
const SHORT: f64 = 0.3;
/// Parts and holes below this fraction of the squared spacing are specks.
const SPECK: f64 = 0.02;
/// Maximum number of separate parts.
const MOST_BODIES: usize = 500;
/// Maximum number of near edge pairs; a clean outline has two or three per edge.
const MOST_PAIRS: usize = 5_000_000;
/// Maximum slenderness, as for drawings.
const MOST_SLENDER: f64 = 10_000.0;

fn import(bytes: &[u8], options: &ImportOptions) -> Result<Imported, FormatError> {
    let sketch = sketch(bytes, options)?;
    let mut assembler = Assembler::new(Level { name: sketch.name, ..Level::default() });
    for drawn in &sketch.drawn {
        assembler.mesh(drawn, sketch.spacing, options)?;
    }
    assembler.finish(sketch.remarks)
}

fn sketch(bytes: &[u8], options: &ImportOptions) -> Result<Sketch, FormatError> {
    let texture = texture::decode(bytes).map_err(|reason| refusal("", format!("the picture {reason}")))?;
    trace(&Arc::new(texture), "", options)
}

/// Outlines of a picture; `image` is the path that its bodies show.
///
/// # Errors
/// If an option is out of range, or nothing, or too much, is above the threshold.
pub fn trace(texture: &Arc<Texture>, image: &str, options: &ImportOptions) -> Result<Sketch, FormatError> {
    options.verify()?;
    let threshold = options.threshold.unwrap_or(THRESHOLD);
    if !(threshold > 0.0 && threshold < 1.0) {
        return Err(refusal("", "the threshold must be a number between 0 and 1"));
    }
    let grid = PixelGrid::of(texture);
    let Contours { loops, is_stepped } =
        contour::contours(&grid, threshold as f32).map_err(|reason| refusal("", reason))?;
    let chain = |points: &Vec<DVec2>| {
        // Corners first: the larger tolerance would leave one end of the edge that cuts a corner.
        let sharp = corner::restored(simplify(points, SMOOTH_PX));
        let points = if is_stepped { corner::restored(simplify(&sharp, STEPPED_PX)) } else { sharp };
        Chain { points, is_closed: true }
    };
    let chains: Vec<Chain> = loops.iter().map(chain).collect();
    let extent = Aabb::around(chains.iter().flat_map(|chain| chain.points.iter().copied())).size();
    let size = extent.y.max(extent.x / WIDEST);
    if chains.is_empty() || size <= 0.0 {
        return Err(refusal("", "nothing in the picture is above the threshold"));
    }
    let factors = options.factors(extent, HEIGHT / size)?;
    let scale = (factors.x * factors.y).sqrt();
    let spacing = options.spacing.unwrap_or(size * scale / NODES);
    let chains: Vec<Chain> =
        chains.into_iter().map(|chain| Chain { points: meshable(chain.points, spacing / scale), ..chain }).collect();
    let mut pairs = MOST_PAIRS;
    let outlines =
        regions(&chains, usvg::FillRule::EvenOdd, &mut pairs).map_err(|reason| refusal("", reason.to_owned()))?;
    let [width, height] = texture.size().map(f64::from);
    let place = |points: Vec<DVec2>| points.into_iter().map(|p| DVec2::new(p.x, height - p.y) * scale).collect();
    let placed = outlines.into_iter().map(|outline| DrawnOutline {
        outer: place(outline.outer),
        holes: outline.holes.into_iter().map(place).collect(),
    });
    let (kept, specks) = without_specks(placed.collect(), SPECK * spacing * spacing);
    let area = ImageArea { image: image.to_owned(), min: DVec2::ZERO, max: DVec2::new(width, height) * scale };
    let drawn = bodies(kept, &grid.color, area)?;
    let mut remarks = grid.remarks.clone();
    if specks > 0 {
        remarks.push(format!("{specks} specks and tiny holes left out"));
    }
    let traced =
        Some(Arc::new(TracedImage { texture: texture.clone(), image: image.to_owned(), scale, stretch: None }));
    let sketch = Sketch { drawn, spacing, scale, remarks, traced, is_import: true, ..Sketch::default() };
    fitted(sketch, options)
}

/// Brings the outlines to exactly the requested width and height, which specks may have changed, and to the requested
/// position. Without one the lower left corner of the picture is the origin of the level.
fn fitted(sketch: Sketch, options: &ImportOptions) -> Result<Sketch, FormatError> {
    let bounds = sketch.bounds();
    let factor = ImportOptions { scale: None, ..*options }.factors(bounds.size(), 1.0)?;
    let to = options.at.map_or(bounds.min * factor, DVec2::from);
    if factor == DVec2::ONE && to == bounds.min {
        return Ok(sketch);
    }
    let sized = sketch.stretched(&Stretch { from: bounds.min, to, factor });
    Ok(Sketch { spacing: options.spacing.unwrap_or(sized.spacing), ..sized })
}

/// The outline without edges that are short for this spacing of the nodes, in pixels; small outlines have a smaller spacing.
fn meshable(points: Vec<DVec2>, spacing: f64) -> Vec<DVec2> {
    let own = suited(spacing, 0.5 * polygon::doubled_area(&points).abs());
    short_edge::collapsed(points, SHORT * own)
}

/// Removes parts and holes below an area; returns their number too.
fn without_specks(outlines: Vec<DrawnOutline>, least: f64) -> (Vec<DrawnOutline>, usize) {
    let mut specks = 0;
    let mut kept = Vec::new();
    for mut outline in outlines {
        let before = outline.holes.len();
        outline.holes.retain(|hole| area_of(&DrawnOutline::of(hole.clone())) >= least);
        specks += before - outline.holes.len();
        if area_of(&outline) < least { specks += 1 } else { kept.push(outline) }
    }
    (kept, specks)
}

fn bodies(outlines: Vec<DrawnOutline>, color: &str, area: ImageArea) -> Result<Vec<Drawn>, FormatError> {
    let count = outlines.len();
    if count == 0 {
        return Err(refusal("", "all parts of the picture are too small for the spacing"));
    }
    if count > MOST_BODIES {
        return Err(refusal("", format!("the picture has {count} separate parts, at most {MOST_BODIES} are possible")));
    }
    let body = |(index, outline): (usize, DrawnOutline)| {
        let place = if count > 1 { format!("part {}", index + 1) } else { "the shape".to_owned() };
        let slender = slenderness(&outline);
        if slender > MOST_SLENDER {
            let reason = format!("it is {slender:.0} times as long as wide, at most {MOST_SLENDER} is possible");
            return Err(refusal(&place, reason));
        }
        let name = if count > 1 { place.clone() } else { String::new() };
        let image = Some(area.clone());
        Ok(Drawn { name, color: color.to_owned(), outline, is_soft: true, place, image })
    };
    outlines.into_iter().enumerate().map(body).collect()
}
