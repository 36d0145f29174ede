//! Naive implementation of 002 for many discs in a box of lines: tests all pairs, moves all discs to the earliest
//! contact, exchanges, and repeats until the substep ends.
//!
//! No gravity; elastic discs of equal mass.

/// A plane vector.
pub type Vector = [f64; 2];

/// Discs in a box from the origin to `size`.
#[derive(Clone)]
pub struct Naive {
    pub size: Vector,
    pub radii: Vec<f64>,
    pub positions: Vec<Vector>,
    pub velocities: Vec<Vector>,
    /// Impacts resolved.
    pub impacts: u64,
}

/// Earliest contact: time, disc, and the other disc or the axis of a wall.
enum Contact {
    Pair(usize, usize),
    Wall(usize, usize),
}

impl Naive {
    /// One substep of length `h`.
    pub fn step(&mut self, h: f64) {
        let mut left = h;
        loop {
            let (wait, contact) = self.earliest();
            let Some(contact) = contact.filter(|_| wait <= left) else { break };
            self.advance(wait);
            left -= wait;
            self.exchange(&contact);
            self.impacts += 1;
        }
        self.advance(left);
    }

    fn advance(&mut self, time: f64) {
        for (position, velocity) in self.positions.iter_mut().zip(&self.velocities) {
            position[0] += velocity[0] * time;
            position[1] += velocity[1] * time;
        }
    }

    fn earliest(&self) -> (f64, Option<Contact>) {
        let (mut least, mut first) = (f64::INFINITY, None);
        for i in 0..self.radii.len() {
            let (x, v, r) = (self.positions[i], self.velocities[i], self.radii[i]);
            for j in i + 1..self.radii.len() {
                let (d, dv) = (minus(self.positions[j], x), minus(self.velocities[j], v));
                let (a, b) = (dot(dv, dv), dot(d, dv));
                if b >= 0.0 {
                    continue;
                }
                let reach = r + self.radii[j];
                let c = dot(d, d) - reach * reach;
                let delta = b * b - a * c;
                if delta >= 0.0 {
                    let wait = ((-b - delta.sqrt()) / a).max(0.0);
                    if wait < least {
                        (least, first) = (wait, Some(Contact::Pair(i, j)));
                    }
                }
            }
            for axis in 0..2 {
                let room = if v[axis] > 0.0 { self.size[axis] - r - x[axis] } else { r - x[axis] };
                let wait = (room / v[axis]).max(0.0);
                if v[axis] != 0.0 && wait < least {
                    (least, first) = (wait, Some(Contact::Wall(i, axis)));
                }
            }
        }
        (least, first)
    }

    fn exchange(&mut self, contact: &Contact) {
        match *contact {
            Contact::Wall(i, axis) => self.velocities[i][axis] = -self.velocities[i][axis],
            Contact::Pair(i, j) => {
                let d = minus(self.positions[j], self.positions[i]);
                let length = dot(d, d).sqrt();
                let n = [d[0] / length, d[1] / length];
                let u = dot(minus(self.velocities[j], self.velocities[i]), n);
                for (axis, along) in n.into_iter().enumerate() {
                    self.velocities[i][axis] += u * along;
                    self.velocities[j][axis] -= u * along;
                }
            }
        }
    }
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1]]
}
