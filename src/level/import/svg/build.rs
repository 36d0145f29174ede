//! Builds the level: bodies and obstacles from shapes.

use super::clips::{ClipBudget, ClipUse, clipped};
use super::flatten::{Chain, chains};
use super::read::Drawing;
use super::regions::regions;
use super::remarks::Omissions;
use super::scale::Scale;
use super::shapes::{Part, VisibleShape, shapes};
use super::{ImportOptions, Imported, refusal};
use crate::geometry::{DVec2, simplify};
use crate::level::edit::number_names;
use crate::level::format::FormatError;
use crate::level::import::Stretch;
use crate::level::import::assemble::Assembler;
use crate::level::import::layers;
use crate::level::import::sketch::{self, Drawn, Sketch, area_of, slenderness};
use crate::level::mesh::DrawnOutline;
use crate::level::{Level, Obstacle, ObstacleShape};

/// Maximum number of filled shapes.
const MOST_BODIES: usize = 5_000;
const MOST_OBSTACLES: usize = 20_000;
/// Maximum number of near edge pairs, which determine the time; a clean outline has two or three per edge.
const MOST_PAIRS: usize = 5_000_000;
/// Maximum slenderness; more slender shapes have too few digits for their width and need too many nodes.
const MOST_SLENDER: f64 = 10_000.0;
/// Tolerance of curves, as a fraction of the mesh tolerance.
const FINER: f64 = 0.05;
/// Tolerance of lines, which become a segment per piece, as a fraction of the spacing.
const LINE: f64 = 0.02;
/// Differences of the size below this part come from the reader's single precision and are left.
const ROUNDING: f64 = 1e-6;
/// Regions below this fraction of the squared spacing are specks.
const SPECK: f64 = 0.02;

/// Converts a drawing to a level.
///
/// # Errors
/// At the shape that cannot be converted; at the whole drawing if the result is empty.
pub(super) fn build(drawing: Drawing, options: &ImportOptions) -> Result<Imported, FormatError> {
    let (mut builder, scale) = gathered(&drawing, options)?;
    let spacing = scale.spacing;
    let mut resolved = layers::resolve(std::mem::take(&mut builder.drawn), options.layers, spacing)?;
    // The messages about a body have the name that it gets.
    number_names(resolved.drawn.iter_mut().map(|drawn| &mut drawn.name));
    for drawn in &resolved.drawn {
        builder.assembler.mesh(drawn, spacing, options)?;
    }
    builder.finish(&drawing, resolved.remark())
}

/// Returns the outlines of a drawing, to be meshed later.
///
/// # Errors
/// At the shape that cannot be read; at the whole drawing if the result is empty.
pub(super) fn outlines(drawing: &Drawing, options: &ImportOptions) -> Result<Sketch, FormatError> {
    let (builder, scale) = gathered(drawing, options)?;
    builder.verify(drawing)?;
    let remarks = builder.omissions.remarks();
    let name = drawing.title.clone();
    Ok(Sketch {
        name,
        drawn: builder.drawn,
        obstacles: builder.assembler.level.obstacles,
        spacing: scale.spacing,
        scale: scale.factor,
        remarks,
        is_import: true,
        traced: None,
    })
}

fn gathered(drawing: &Drawing, options: &ImportOptions) -> Result<(Builder, Scale), FormatError> {
    let found = shapes(drawing);
    let mut builder = Builder::new(drawing, Omissions::of(drawing.left_out, &found));
    let Some(scale) = Scale::of(&found.shapes, drawing.tree.size(), options)? else {
        return Err(nothing(drawing));
    };
    let mut clips: Vec<Option<Vec<DrawnOutline>>> = found.clips.iter().map(|_| None).collect();
    for shape in &found.shapes {
        if shape.part == Part::Background {
            builder.omissions.backgrounds += 1;
            continue;
        }
        builder.omissions.look_at(shape, scale.spacing / scale.factor);
        let tolerance = FINER * options.mesh.detail.max(1e-3) * scale.spacing / scale.factor;
        for &clip in &shape.clips {
            builder.prepare(&mut clips[clip], &found.clips[clip], tolerance, &shape.place)?;
        }
        let clips = shape.clips.iter().filter_map(|&clip| clips[clip].as_deref()).collect();
        builder.add(shape, clips, &scale, tolerance)?;
    }
    builder.place(options)?;
    Ok((builder, scale))
}

fn nothing(drawing: &Drawing) -> FormatError {
    let reason = if drawing.left_out > 0 {
        "the drawing has no shapes: text and images are left out (turn text into paths first)"
    } else {
        "the drawing has no visible shapes"
    };
    refusal("", reason)
}

struct Builder {
    assembler: Assembler,
    drawn: Vec<Drawn>,
    budget: ClipBudget,
    omissions: Omissions,
}

impl Builder {
    fn new(drawing: &Drawing, omissions: Omissions) -> Self {
        let level = Level { name: drawing.title.clone(), notes: drawing.description.clone(), ..Level::default() };
        Self { assembler: Assembler::new(level), drawn: Vec::new(), budget: ClipBudget::new(MOST_PAIRS), omissions }
    }

    /// Computes the regions of a clip path when they are first used.
    fn prepare(
        &mut self,
        regions: &mut Option<Vec<DrawnOutline>>,
        clip: &ClipUse,
        tolerance: f64,
        place: &str,
    ) -> Result<(), FormatError> {
        if regions.is_none() {
            *regions = Some(clip.regions(tolerance, &mut self.budget).map_err(|reason| refusal(place, reason))?);
        }
        Ok(())
    }

    fn add(
        &mut self,
        shape: &VisibleShape,
        clips: Vec<&[DrawnOutline]>,
        scale: &Scale,
        tolerance: f64,
    ) -> Result<(), FormatError> {
        let refused = |reason| refusal(&shape.place, reason);
        let chains = chains(shape.path, shape.path.abs_transform(), tolerance);
        if let Some(fill) = shape.fill() {
            let mut outlines = regions(&chains, fill.rule(), &mut self.budget.pairs).map_err(refused)?;
            let was_empty = outlines.is_empty();
            for clip in clips {
                outlines = clipped(outlines, clip, &mut self.budget).map_err(refused)?;
            }
            if outlines.is_empty() && !was_empty {
                self.omissions.hidden.push(shape.place.clone());
                return Ok(());
            }
            if self.add_bodies(shape, outlines, scale)? {
                return Ok(());
            }
        }
        if shape.stroke().is_some() {
            return self.add_obstacles(shape, &chains, scale);
        }
        self.omissions.empty.push(shape.place.clone());
        Ok(())
    }

    /// Adds the bodies of a shape; false if there are none.
    fn add_bodies(
        &mut self,
        shape: &VisibleShape,
        outlines: Vec<DrawnOutline>,
        scale: &Scale,
    ) -> Result<bool, FormatError> {
        let place = |points: Vec<DVec2>| points.into_iter().map(|point| scale.level_from_drawing(point)).collect();
        let mut placed = Vec::new();
        for DrawnOutline { outer, holes } in outlines {
            let outline = DrawnOutline { outer: place(outer), holes: holes.into_iter().map(place).collect() };
            let slender = slenderness(&outline);
            if slender > MOST_SLENDER {
                let reason = format!(
                    "the shape is {slender:.0} times as long as wide, at most {MOST_SLENDER} is possible: draw it wider, or as a line \
                     without filling, which becomes an obstacle"
                );
                return Err(refusal(&shape.place, reason));
            }
            let is_speck = area_of(&outline) < SPECK * scale.spacing * scale.spacing;
            if is_speck { self.omissions.specks += 1 } else { placed.push(outline) }
        }
        let count = placed.len();
        for (i, outline) in placed.into_iter().enumerate() {
            if self.drawn.len() == MOST_BODIES {
                return Err(refusal(&shape.place, format!("a drawing may have at most {MOST_BODIES} filled shapes")));
            }
            let name =
                if count > 1 { format!("{} {}", shape.name, i + 1).trim_start().into() } else { shape.name.clone() };
            let (color, place, is_soft) = (shape.fill_color(), shape.place.clone(), shape.part != Part::Fixed);
            self.drawn.push(Drawn { name, color, outline, is_soft, place, image: None });
        }
        Ok(count > 0)
    }

    /// Brings what was drawn to exactly the requested width and height, which clip paths may have changed, and to the
    /// requested position.
    fn place(&mut self, options: &ImportOptions) -> Result<(), FormatError> {
        let bounds = sketch::bounds(&self.drawn, &self.assembler.level.obstacles);
        if bounds.is_empty() {
            return Ok(());
        }
        let mut factor = ImportOptions { scale: None, ..*options }.factors(bounds.size(), 1.0)?;
        if (factor - 1.0).abs().max_element() < ROUNDING {
            factor = DVec2::ONE;
        }
        let to = options.at.map_or(bounds.min, DVec2::from);
        if factor != DVec2::ONE || to != bounds.min {
            let stretch = Stretch { from: bounds.min, to, factor };
            sketch::stretch(&mut self.drawn, &mut self.assembler.level.obstacles, &stretch);
        }
        Ok(())
    }

    fn add_obstacles(&mut self, shape: &VisibleShape, chains: &[Chain], scale: &Scale) -> Result<(), FormatError> {
        let before = self.assembler.level.obstacles.len();
        for chain in chains {
            let mut points: Vec<DVec2> = chain.points.iter().map(|&point| scale.level_from_drawing(point)).collect();
            if chain.is_closed {
                points.extend(points.first().copied());
            }
            let points = simplify::line(&points, LINE * scale.spacing);
            for pair in points.windows(2).filter(|pair| pair[0] != pair[1]) {
                if self.assembler.level.obstacles.len() == MOST_OBSTACLES {
                    let reason = format!("with this line the level has more than {MOST_OBSTACLES} segments");
                    return Err(refusal(&shape.place, reason));
                }
                let segment = ObstacleShape::Segment(pair[0].to_array(), pair[1].to_array());
                self.assembler.level.obstacles.push(Obstacle {
                    name: shape.name.clone(),
                    shape: segment,
                    restitution: 0.8,
                    ..Obstacle::default()
                });
            }
        }
        if self.assembler.level.obstacles.len() == before {
            self.omissions.empty.push(shape.place.clone());
        }
        Ok(())
    }

    /// Refuses a drawing with an empty result.
    fn verify(&self, drawing: &Drawing) -> Result<(), FormatError> {
        if self.assembler.level.bodies.is_empty() && self.drawn.is_empty() && self.assembler.level.obstacles.is_empty()
        {
            let are_specks = self.omissions.specks > 0;
            return Err(if are_specks {
                refusal("", "all shapes are too small for the spacing")
            } else {
                nothing(drawing)
            });
        }
        Ok(())
    }

    fn finish(self, drawing: &Drawing, hidden: Option<String>) -> Result<Imported, FormatError> {
        self.verify(drawing)?;
        let mut remarks = self.omissions.remarks();
        remarks.extend(hidden);
        self.assembler.finish(remarks)
    }
}
