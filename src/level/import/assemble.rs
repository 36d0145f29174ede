//! The level of an import: bodies from outlines, with springs that survive a fall.

use super::hold::{self, Holding};
use super::sketch::{Drawn, area_of, suited};
use super::{ImportOptions, Imported, options::refusal};
use crate::level::edit::folders;
use crate::level::format::FormatError;
use crate::level::mesh::{MeshOptions, Recipe};
use crate::level::{EdgeChoice, EditorExtra, Level};

const MOST_NODES: usize = 200_000;

/// A level in the making.
pub(super) struct Assembler {
    pub level: Level,
    holding: Holding,
    colors: Vec<String>,
    nodes: usize,
}

impl Assembler {
    pub fn new(mut level: Level) -> Self {
        // Drawn shapes have acute corners, at which the other edge choices push nodes out on the wrong side (000 §E.2).
        level.world.contact.edge_choice = EdgeChoice::EntryEdge;
        Self { level, holding: Holding::default(), colors: Vec::new(), nodes: 0 }
    }

    /// Adds the body of an outline; `spacing` is that of the whole drawing.
    ///
    /// # Errors
    /// If the outline cannot be meshed, or the level has too many nodes.
    pub fn mesh(&mut self, drawn: &Drawn, spacing: f64, options: &ImportOptions) -> Result<(), FormatError> {
        let place = &drawn.place;
        let spacing = suited(spacing, area_of(&drawn.outline));
        let chosen = match drawn.is_soft {
            true => Some(hold::choose(&drawn.outline, spacing, &drawn.supported(options), self.level.world.gravity)),
            false => None,
        };
        let plain = MeshOptions { spacing: options.spacing.unwrap_or(spacing), ..options.mesh };
        let mesh = chosen.map_or(plain, |chosen| chosen.options);
        let recipe = Recipe { is_soft: drawn.is_soft, options: mesh };
        let (mut body, cut_area) = drawn.body(&recipe).map_err(|error| refusal(place, error.to_string()))?;
        self.nodes += body.nodes.len();
        if self.nodes > MOST_NODES {
            let reason = format!("with this shape the level has more than {MOST_NODES} nodes; take a larger spacing");
            return Err(refusal(place, reason));
        }
        if let Some(chosen) = chosen {
            self.holding.add(drawn, (&mut body, cut_area), &chosen, &self.level.world);
        }
        self.level.bodies.push(body);
        self.colors.push(drawn.color.clone());
        Ok(())
    }

    /// The finished level.
    ///
    /// # Errors
    /// If the format refuses it.
    pub fn finish(mut self, mut remarks: Vec<String>) -> Result<Imported, FormatError> {
        let Holding { choices, reports, warnings, .. } = self.holding.finish(&mut self.level);
        remarks.extend(warnings);
        if self.colors.iter().any(|color| !color.is_empty()) {
            self.level.editor = Some(EditorExtra { body_colors: self.colors, ..EditorExtra::default() });
        }
        let name = self.level.name.clone();
        folders::group_obstacles(&mut self.level, 0, &name);
        crate::level::format::validate(&self.level)?;
        Ok(Imported { level: self.level, remarks, choices, reports })
    }
}
