//! Commands of the Balloon tab.

/// Commands of the Balloon panel.
#[derive(Clone, Debug, PartialEq)]
pub enum BalloonCommand {
    /// Start the proof for the current body.
    Prove,
    /// Discard the proof.
    Drop,
    /// Replace the body's triangles by these, each given by three node indices.
    Take(Vec<[u32; 3]>),
}
