//! The First Steps tour: the user makes a blob, and each step checks the level to see if it is done. The user can leave
//! and resume the tour.

pub(crate) mod panel;

use crate::editor::actions::Command;
use crate::editor::context::ViewContext;
use crate::level::{Body, Level, Motion, Role};

/// The control that a step highlights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A tool in the toolbox, by id.
    Tool(&'static str),
    /// A command, in a menu and perhaps in the toolbar.
    Command(Command),
    /// No control.
    Nothing,
}

/// A step of the tour.
pub struct Step {
    /// What to do.
    pub title: &'static str,
    /// How and why.
    pub text: &'static str,
    /// Control to use.
    pub target: Target,
    /// Topic of the guide with details.
    pub topic: &'static str,
    /// True if the step is done.
    pub is_done: fn(&ViewContext) -> bool,
}

/// Minimum number of frames for the step “watch it fall”.
const WATCHED: u64 = 30;

/// All steps, in order.
pub const ALL: &[Step] = &[
    Step {
        title: "Place four nodes",
        text: "Nodes are the masses of a blob. Take the node tool and click the four corners of a square on the \
            canvas. Or skip these steps: Insert > Soft disc… and the polygon tool make complete bodies.",
        target: Target::Tool("node"),
        topic: "springs",
        is_done: |view| any(view, |body| masses(body) >= 4),
    },
    Step {
        title: "Connect them with springs",
        text: "Springs hold nodes together. Take the spring tool and click from node to node: the four sides, and at \
            least one diagonal so that the square does not collapse.",
        target: Target::Tool("spring"),
        topic: "springs",
        is_done: |view| any(view, |body| masses(body) >= 4 && body.springs.len() >= 5),
    },
    Step {
        title: "Close the hull",
        text: "The hull is the boundary for contacts. Take the hull tool and click the nodes along the outside, back \
            to the first one. Its orientation is chosen automatically.",
        target: Target::Tool("hull"),
        topic: "hull-and-orientation",
        is_done: |view| any(view, is_closed),
    },
    Step {
        title: "Fill it with triangles",
        text: "Triangles measure the area on which the gas presses. Take the triangle tool and click three corners \
            for each triangle. Or select the body and use Mesh > Fill the hull with triangles.",
        target: Target::Tool("triangle"),
        topic: "gas",
        is_done: |view| any(view, |body| is_closed(body) && body.triangles.len() >= 2),
    },
    Step {
        title: "Add a ground",
        text: "Nothing stops the blob yet. Insert > Floor… adds a floor below your blob. Or enable the \
            bounds in the World tab.",
        target: Target::Command(Command::InsertFloor),
        topic: "bounds",
        is_done: |view| has_ground(view.document.level()),
    },
    Step {
        title: "Play",
        text: "Press Space and watch it fall. Its springs and its gas keep it near its drawn size; Inspect > Gas sets how much gas. \
            Press Space again to pause. The arrow keys step; Home goes back to frame 0.",
        target: Target::Command(Command::PlayPause),
        topic: "time-travel",
        is_done: |view| view.run.last_frame() >= WATCHED,
    },
    Step {
        title: "Save it",
        text: "Press {command save}. The level is written as plain text, which you can also read and edit in a text editor.",
        target: Target::Command(Command::Save),
        topic: "recordings",
        is_done: |view| view.document.path.is_some() && !view.document.is_dirty(),
    },
];

fn any(view: &ViewContext, is_so: impl Fn(&Body) -> bool) -> bool {
    view.document.level().bodies.iter().any(is_so)
}

fn masses(body: &Body) -> usize {
    body.nodes.iter().filter(|node| matches!(node.role, Role::Mass(_))).count()
}

/// True if the hull has edges and each node has as many incoming as outgoing ones.
fn is_closed(body: &Body) -> bool {
    let mut balance = vec![0_i32; body.nodes.len()];
    for &[a, b] in &body.hull {
        if let (Some(from), true) = (balance.get_mut(a), b < body.nodes.len()) {
            *from += 1;
            balance[b] -= 1;
        }
    }
    body.hull.len() >= 3 && balance.iter().all(|sum| *sum == 0)
}

fn has_ground(level: &Level) -> bool {
    level.world.bounds.is_some()
        || !level.obstacles.is_empty()
        || level.bodies.iter().any(|body| matches!(body.motion, Motion::Fixed) && !body.hull.is_empty())
}

/// State of the tour.
#[derive(Clone, Debug, Default)]
pub struct Tour {
    /// Whether the panel is open.
    pub is_open: bool,
    /// Whether the tour is offered, as on the first start.
    pub is_offered: bool,
    /// Current step; the number of steps if all are done.
    pub at: usize,
    /// Skipped steps, which do not need to be done.
    pub skipped: Vec<usize>,
}

impl Tour {
    /// The current step.
    pub fn step(&self) -> Option<&'static Step> {
        ALL.get(self.at)
    }

    /// The control of the current step, while the panel is open.
    pub fn target(&self) -> Target {
        self.step().filter(|_| self.is_open).map_or(Target::Nothing, |step| step.target)
    }

    /// Opens the tour at its current step, or closes it. After the last step it starts again.
    pub fn toggle(&mut self) {
        self.is_open = !self.is_open;
        self.is_offered = false;
        if self.is_open && self.at >= ALL.len() {
            (self.at, self.skipped) = (0, Vec::new());
        }
    }

    /// Skips the current step.
    pub fn skip(&mut self) {
        self.skipped.push(self.at);
        self.at += 1;
    }

    /// Goes back one step.
    pub fn back(&mut self) {
        self.at = self.at.saturating_sub(1);
        self.skipped.retain(|step| *step != self.at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::tools;
    use crate::guide;
    use crate::level::Node;

    #[test]
    fn tour_steps_name_existing_tools_and_topics() {
        for step in ALL {
            assert!(guide::topic(step.topic).is_some(), "{}", step.topic);
            if let Target::Tool(id) = step.target {
                assert!(tools::ALL.iter().any(|tool| tool.id == id), "{id}");
            }
        }
    }

    #[test]
    fn is_closed_compares_starts_and_ends_of_edges() {
        let mut body = Body { nodes: vec![Node::at([0.0, 0.0]); 3], hull: vec![[0, 1], [1, 2]], ..Body::default() };
        assert!(!is_closed(&body));
        body.hull.push([2, 0]);
        assert!(is_closed(&body));
        body.hull.push([7, 0]);
        assert!(is_closed(&body), "an edge to nowhere is none");
    }
}
