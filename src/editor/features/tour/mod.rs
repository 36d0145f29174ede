//! First steps: a blob made with the user. Each step looks at the level and knows by itself when it is done.
//!
//! It can be left at any time and taken up where it was.

pub(crate) mod panel;

use crate::editor::actions::Command;
use crate::editor::app::App;
use crate::editor::context::ViewContext;
use crate::level::{Body, Level, Motion, Role};

/// A control that a step means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A tool in the toolbox, by id.
    Tool(&'static str),
    /// A command, in a menu and perhaps in the toolbar.
    Command(Command),
    /// Nothing in particular.
    Nothing,
}

/// One step.
pub struct Step {
    /// What is to be done.
    pub title: &'static str,
    /// How, and why.
    pub text: &'static str,
    /// The control that does it.
    pub target: Target,
    /// Topic of the guide that tells more.
    pub topic: &'static str,
    /// Whether it is done.
    pub is_done: fn(&ViewContext) -> bool,
}

/// Frames that must have passed to have seen it fall.
const WATCHED: u64 = 30;

/// Every step, in order.
pub const ALL: &[Step] = &[
    Step {
        title: "Place four nodes",
        text: "Nodes are the masses of a blob. Take the node tool and click four times on the canvas, as the corners of a \
            square.",
        target: Target::Tool("node"),
        topic: "springs",
        is_done: |view| any(view, |body| masses(body) >= 4),
    },
    Step {
        title: "Connect them with springs",
        text: "Springs hold nodes together. Take the spring tool and click from node to node: the four sides, and at least one \
            diagonal so that the square does not fold.",
        target: Target::Tool("spring"),
        topic: "springs",
        is_done: |view| any(view, |body| masses(body) >= 4 && body.springs.len() >= 5),
    },
    Step {
        title: "Close the hull",
        text: "The hull is what others bounce off. Take the hull tool and click round the outside, back to the first node. \
            It turns itself so that the outside is outside.",
        target: Target::Tool("hull"),
        topic: "hull-and-orientation",
        is_done: |view| any(view, is_closed),
    },
    Step {
        title: "Fill it with triangles",
        text: "Triangles measure the area, which the gas inside presses on. Take the triangle tool and click three corners at a \
            time; or select the body and let Mesh > Fill the hull with triangles do it all.",
        target: Target::Tool("triangle"),
        topic: "gas",
        is_done: |view| any(view, |body| is_closed(body) && body.triangles.len() >= 2),
    },
    Step {
        title: "Give it a ground",
        text: "Nothing stops it yet. Insert > Floor… puts one into the level; move it below your blob. Or switch on the box \
            around everything, in the World tab.",
        target: Target::Command(Command::InsertFloor),
        topic: "bounds",
        is_done: |view| has_ground(view.document.level()),
    },
    Step {
        title: "Play",
        text: "Press the space bar and watch it fall. Space again pauses; the arrow keys step; Home goes back to the beginning.",
        target: Target::Command(Command::PlayPause),
        topic: "time-travel",
        is_done: |view| view.run.last_frame() >= WATCHED,
    },
    Step {
        title: "Save it",
        text: "Ctrl+S writes the level to a file: plain text, which you can read and change by hand too.",
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

/// Whether as many hull edges come to each node as leave it, and there are some.
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

/// Where the user is in it.
#[derive(Clone, Debug, Default)]
pub struct Tour {
    /// Whether the panel is open.
    pub is_open: bool,
    /// Whether it is offered, as at the first start.
    pub is_offered: bool,
    /// The step; the number of steps when all are done.
    pub at: usize,
    /// The step was passed over, so its being undone does not matter.
    pub skipped: Vec<usize>,
}

impl Tour {
    /// The present step.
    pub fn step(&self) -> Option<&'static Step> {
        ALL.get(self.at)
    }

    /// The control that the present step means, while the panel is open.
    pub fn target(&self) -> Target {
        self.step().filter(|_| self.is_open).map_or(Target::Nothing, |step| step.target)
    }

    /// Opens it where it was left, or closes it. After the last step it begins again.
    pub fn toggle(&mut self) {
        self.is_open = !self.is_open;
        self.is_offered = false;
        if self.is_open && self.at >= ALL.len() {
            (self.at, self.skipped) = (0, Vec::new());
        }
    }

    /// Passes the present step over.
    pub fn skip(&mut self) {
        self.skipped.push(self.at);
        self.at += 1;
    }

    /// One step back.
    pub fn back(&mut self) {
        self.at = self.at.saturating_sub(1);
        self.skipped.retain(|step| *step != self.at);
    }
}

/// Goes on past what is done.
pub fn follow(app: &mut App) {
    if !app.features.tour.is_open {
        return;
    }
    while let Some(step) = app.features.tour.step()
        && (step.is_done)(&app.view())
    {
        app.features.tour.at += 1;
    }
    app.settings.tour_step = app.features.tour.at;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::tools;
    use crate::guide;
    use crate::level::Node;

    #[test]
    fn every_step_means_a_tool_and_a_topic_that_exist() {
        for step in ALL {
            assert!(guide::topic(step.topic).is_some(), "{}", step.topic);
            if let Target::Tool(id) = step.target {
                assert!(tools::ALL.iter().any(|tool| tool.id == id), "{id}");
            }
        }
    }

    #[test]
    fn a_hull_is_closed_when_each_node_is_left_as_often_as_it_is_reached() {
        let mut body = Body { nodes: vec![Node::at([0.0, 0.0]); 3], hull: vec![[0, 1], [1, 2]], ..Body::default() };
        assert!(!is_closed(&body));
        body.hull.push([2, 0]);
        assert!(is_closed(&body));
        body.hull.push([7, 0]);
        assert!(is_closed(&body), "an edge to nowhere is none");
    }
}
