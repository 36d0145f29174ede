//! Commands of the Rules tab.

use crate::geometry::DVec2;
use crate::picture::edge_map::Side;

/// Commands of the panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RulesCommand {
    /// Map the hull of this body; `None`: of the selection, or of the last contact.
    Hull(Option<usize>),
    /// Map for nodes from this side; `None`: from the other body of the contact, or the nearest body.
    Side(Option<Side>),
    /// The pointer is over the map of a rule, at this point of the level; `None`: over no map.
    Point(Option<(usize, DVec2)>),
}
