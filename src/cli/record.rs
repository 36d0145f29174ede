//! A frame's record as written by `run`, as a line of JSON or CSV.

use crate::engine::{Energy, World};
use crate::level::Point;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The state of one frame. Names and order of the fields follow docs/level-format.md.
#[derive(Debug, Serialize)]
pub(super) struct Record {
    frame: u64,
    time: f64,
    bodies: Vec<BodyRecord>,
    discs: Vec<DiscRecord>,
    energy: Energy,
    contacts: u64,
    hash: String,
}

#[derive(Debug, Serialize)]
struct BodyRecord {
    positions: Vec<Point>,
    velocities: Vec<Point>,
}

#[derive(Debug, Serialize)]
struct DiscRecord {
    position: Point,
    velocity: Point,
}

impl Record {
    /// The present frame; `contacts_before` is the contact count at the previous record.
    pub fn of(world: &World, contacts_before: u64) -> Self {
        let bodies = world.layout().bodies.iter().map(|body| BodyRecord {
            positions: body.nodes.clone().map(|node| world.position(node).to_array()).collect(),
            velocities: body.nodes.clone().map(|node| world.velocity(node).to_array()).collect(),
        });
        let discs = (0..world.layout().discs.count()).map(|disc| DiscRecord {
            position: world.disc_position(disc).to_array(),
            velocity: world.disc_velocity(disc).to_array(),
        });
        Self {
            frame: world.state().frame,
            time: world.time(),
            bodies: bodies.collect(),
            discs: discs.collect(),
            energy: world.energy(),
            contacts: world.contact_count() - contacts_before,
            hash: format!("{:016x}", world.hash()),
        }
    }

    /// Writes a line of JSON; non-finite numbers become null.
    pub fn json_line(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        out.write_all(b"\n")
    }

    /// Writes the line of CSV column names.
    pub fn csv_header(&self, out: &mut impl Write) -> io::Result<()> {
        let mut line = String::from("frame,time,kinetic,gravity,spring,gas,total,contacts,hash");
        for (b, body) in self.bodies.iter().enumerate() {
            for n in 0..body.positions.len() {
                push(&mut line, format_args!(",b{b}n{n}_x,b{b}n{n}_y,b{b}n{n}_vx,b{b}n{n}_vy"));
            }
        }
        for d in 0..self.discs.len() {
            push(&mut line, format_args!(",d{d}_x,d{d}_y,d{d}_vx,d{d}_vy"));
        }
        writeln!(out, "{line}")
    }

    /// Writes a line of CSV.
    pub fn csv_line(&self, out: &mut impl Write) -> io::Result<()> {
        let mut line = String::new();
        push(&mut line, format_args!("{},{:?}", self.frame, self.time));
        for (_, value) in self.energy.kinds() {
            push(&mut line, format_args!(",{value:?}"));
        }
        push(&mut line, format_args!(",{},{}", self.contacts, self.hash));
        let nodes = self.bodies.iter().flat_map(|body| body.positions.iter().zip(&body.velocities));
        let discs = self.discs.iter().map(|disc| (&disc.position, &disc.velocity));
        for ([x, y], [vx, vy]) in nodes.chain(discs) {
            push(&mut line, format_args!(",{x:?},{y:?},{vx:?},{vy:?}"));
        }
        writeln!(out, "{line}")
    }
}

fn push(line: &mut String, text: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = line.write_fmt(text);
}
