//! Levels of programs with another coordinate convention: detected from the document, and converted. Sources: 000 §C.3,
//! 001 §C.3, 003 and 004.
//!
//! The document structure is the same in all of them; only the meaning of the numbers differs.

mod convert;
mod recognise;

pub use convert::convert;
pub use recognise::{ConventionVerdict, Evidence, Vertical, recognise};

/// A coordinate and orientation convention.
#[derive(Debug, PartialEq, Eq)]
pub struct Convention {
    /// Stable id: the source's number where it has one.
    pub id: &'static str,
    /// Title shown in lists.
    pub title: &'static str,
    /// Description and effect of the conversion.
    pub explanation: &'static str,
    /// True if y points down.
    pub is_y_down: bool,
    /// True if hull edges have the outside on the left, and AC ^ AB is positive, in the numbers of the file.
    pub is_mirrored: bool,
}

/// Every convention; the first is that of the level format.
pub const ALL: &[Convention] = &[
    Convention {
        id: "000",
        title: "y up, outside on the right",
        explanation: "The level format's own: y points up, hull edges have the outside on their \
            right, triangles are counter-clockwise. Nothing changes.",
        is_y_down: false,
        is_mirrored: false,
    },
    Convention {
        id: "001",
        title: "y down, mirrored (Mister Jelly)",
        explanation: "Mister Jelly counts AC ^ AB as positive and pushes the gas to the left of AB, with y down: on the screen \
            that is the same as here. Only y is flipped; no hull edge or triangle changes.",
        is_y_down: true,
        is_mirrored: true,
    },
    Convention {
        id: "y-down",
        title: "y down, outside on the right",
        explanation: "Screen coordinates, in which gravity (0, 9.81) pulls down, with numbers wound as here. A \
            flip of y reverses every loop, so hull edges and triangles are reversed too.",
        is_y_down: true,
        is_mirrored: false,
    },
    Convention {
        id: "reversed",
        title: "y up, outside on the left",
        explanation: "y points up, but hull edges have the outside on their left and triangles are \
            clockwise (as Mister Jelly counts them). Both are reversed; no coordinate changes.",
        is_y_down: false,
        is_mirrored: true,
    },
];

/// Returns the convention with this id.
pub fn by_id(id: &str) -> Option<&'static Convention> {
    ALL.iter().find(|convention| convention.id == id)
}

impl Convention {
    /// True for the level format's own convention, which needs no conversion.
    pub fn is_own(&self) -> bool {
        !self.is_y_down && !self.is_mirrored
    }

    /// True if the conversion reverses hull edges and triangles; a flip of y alone also reverses them.
    pub fn reverses(&self) -> bool {
        self.is_y_down != self.is_mirrored
    }

    /// Effect of the conversion, in the infinitive; empty for the level format's own.
    pub fn what_converting_does(&self) -> &'static str {
        match (self.is_y_down, self.reverses()) {
            (false, false) => "",
            (true, false) => "flip y",
            (true, true) => "flip y, and reverse hull edges and triangles",
            (false, true) => "reverse hull edges and triangles",
        }
    }
}
