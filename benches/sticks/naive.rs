//! Naive implementation of 004: nodes as structs, semi-implicit Euler, sticks in file order.

/// A plane vector.
type Vector = [f64; 2];

/// A mass point.
#[derive(Clone, Copy)]
pub struct Node {
    pub position: Vector,
    pub velocity: Vector,
    pub inverse_mass: f64,
}

/// A stick.
#[derive(Clone, Copy)]
pub struct Stick {
    pub a: usize,
    pub b: usize,
    pub length: f64,
}

/// Nodes joined by sticks, under gravity.
#[derive(Clone)]
pub struct Naive {
    pub nodes: Vec<Node>,
    pub sticks: Vec<Stick>,
    pub gravity: Vector,
    pub passes: u32,
}

impl Naive {
    /// One substep of length `h`.
    pub fn step(&mut self, h: f64) {
        for node in self.nodes.iter_mut().filter(|node| node.inverse_mass > 0.0) {
            for axis in 0..2 {
                node.velocity[axis] += self.gravity[axis] * h;
                node.position[axis] += node.velocity[axis] * h;
            }
        }
        for _ in 0..self.passes {
            for stick in &self.sticks {
                project(&mut self.nodes, stick, h);
            }
        }
    }
}

fn project(nodes: &mut [Node], stick: &Stick, h: f64) {
    let (a, b) = (nodes[stick.a], nodes[stick.b]);
    let d = [b.position[0] - a.position[0], b.position[1] - a.position[1]];
    let length = (d[0] * d[0] + d[1] * d[1]).sqrt();
    let weights = a.inverse_mass + b.inverse_mass;
    if length == 0.0 || weights == 0.0 {
        return;
    }
    let difference = (length - stick.length) / length;
    for (axis, d) in d.into_iter().enumerate() {
        let move_a = d * difference * a.inverse_mass / weights;
        let move_b = -(d * difference * b.inverse_mass / weights);
        nodes[stick.a].position[axis] += move_a;
        nodes[stick.b].position[axis] += move_b;
        nodes[stick.a].velocity[axis] += move_a / h;
        nodes[stick.b].velocity[axis] += move_b / h;
    }
}
