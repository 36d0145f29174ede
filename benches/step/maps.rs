//! Cost of an edge map of a hull, compared with evaluating the rule at every point: the same points, alternating within
//! one run. Panics unless both give the same map.

use super::{Rounds, scenes};
use blobsmith::engine::World;
use blobsmith::engine::contact::{Approach, EdgeAt, Setting};
use blobsmith::geometry::{DVec2, Regions};
use blobsmith::level::{Body, Level, Node};
use scenes::random::Random;

/// Cells along a side, as in the overlay.
const CELLS: usize = 128;
/// Rounds of each.
const TURNS: usize = 5;

/// Hulls with increasing numbers of edges, under each rule.
pub fn rows() {
    println!(
        "\nmaps of a rough disc's hull, {CELLS} x {CELLS} cells, points that come from the left (medians of {TURNS} turns)\n"
    );
    println!("| edges | rule           | ms/map | every edge tested, ms | times faster |");
    println!("| ----: | :------------- | -----: | -------------------: | -----------: |");
    for edges in [8, 40, 200, 1000] {
        let world = rough_disc(edges);
        for setting in Setting::ALL {
            row(&world, edges, setting);
        }
    }
}

fn row(world: &World, edges: usize, setting: Setting) {
    let around = world.hull_box(0);
    let area = around.expanded(around.size().max_element() / CELLS as f64);
    let approach = Approach { barycentre: DVec2::new(-2.0, 0.1), way: DVec2::new(5.0, -0.3) };
    let mut rounds = Rounds::default();
    let mut maps = [const { None::<Regions<EdgeAt>> }; 2];
    for turn in 0..TURNS {
        let [quick, plain] = &mut maps;
        rounds.take(
            turn,
            || {
                let mut atlas = world.edge_map(0, setting, &approach).expect("there is a body");
                *quick = Some(Regions::of(area, CELLS, CELLS, &mut atlas));
            },
            || *plain = Some(Regions::sample(area, CELLS, CELLS, |at| world.edge_at(0, at, setting, &approach))),
        );
    }
    assert!(maps[0].is_some() && maps[0] == maps[1], "both give the same map");
    println!(
        "| {edges:>5} | {:<14} | {:>6.2} | {:>20.1} | {:>12.1} |",
        setting.title(),
        rounds.engine() * 1e3,
        rounds.naive() * 1e3,
        rounds.ratio()
    );
}

/// A hull whose corners are within a tenth of a circle of radius 1.
fn rough_disc(edges: usize) -> World {
    let mut random = Random::new(3);
    let corner = |i: usize| {
        let at = DVec2::from_angle(i as f64 / edges as f64 * std::f64::consts::TAU) * random.between(0.9, 1.0);
        Node::at(at.to_array())
    };
    let nodes: Vec<Node> = (0..edges).map(corner).collect();
    let hull = (0..edges).map(|i| [i, (i + 1) % edges]).collect();
    let body = Body { nodes, hull, ..Body::default() };
    World::new(&Level { bodies: vec![body], ..Level::default() }).expect("a level that is fit to run")
}
