//! Every topic of the guide, one a file, in the order of the sources.
//!
//! Must never know: how topics are shown.

mod acute_angles;
mod balloon_problem;
mod barycentre_rule;
mod bounds;
mod box_test;
mod branches;
mod breakpoints;
mod bumpers;
mod chains;
mod contact_response;
mod decor_reaction;
mod diagonals;
mod discs_and_hulls;
mod edge_choice;
mod energy_ledger;
mod energy_plot;
mod euler_and_verlet;
mod exchange;
mod expectations;
mod fixed_and_driven_discs;
mod friction_factor;
mod gas;
mod hidden_supports;
mod hull_and_orientation;
mod iterations;
mod journal;
mod leaving_nodes;
mod lines_and_segments;
mod mirrored_orientation;
mod moving_obstacles;
mod net_force;
mod order_of_time;
mod particles;
mod picking_and_dragging;
mod point_in_polygon;
mod recordings;
mod restitution;
mod self_contact;
mod several_collisions;
mod shrinking;
mod springs;
mod static_resolution;
mod sticks;
mod substeps;
mod sweeps;
mod time_of_impact;
mod time_travel;
mod verdict_trace;
mod watch_expressions;

use super::Topic;

/// Every topic, in the order of the guide.
pub const ALL: &[Topic] = &[
    springs::TOPIC,
    gas::TOPIC,
    net_force::TOPIC,
    substeps::TOPIC,
    time_travel::TOPIC,
    hull_and_orientation::TOPIC,
    point_in_polygon::TOPIC,
    edge_choice::TOPIC,
    verdict_trace::TOPIC,
    acute_angles::TOPIC,
    barycentre_rule::TOPIC,
    contact_response::TOPIC,
    leaving_nodes::TOPIC,
    self_contact::TOPIC,
    balloon_problem::TOPIC,
    decor_reaction::TOPIC,
    mirrored_orientation::TOPIC,
    box_test::TOPIC,
    time_of_impact::TOPIC,
    exchange::TOPIC,
    bumpers::TOPIC,
    fixed_and_driven_discs::TOPIC,
    lines_and_segments::TOPIC,
    order_of_time::TOPIC,
    discs_and_hulls::TOPIC,
    particles::TOPIC,
    static_resolution::TOPIC,
    restitution::TOPIC,
    several_collisions::TOPIC,
    moving_obstacles::TOPIC,
    euler_and_verlet::TOPIC,
    friction_factor::TOPIC,
    sticks::TOPIC,
    chains::TOPIC,
    hidden_supports::TOPIC,
    iterations::TOPIC,
    bounds::TOPIC,
    diagonals::TOPIC,
    picking_and_dragging::TOPIC,
    watch_expressions::TOPIC,
    breakpoints::TOPIC,
    energy_plot::TOPIC,
    energy_ledger::TOPIC,
    journal::TOPIC,
    branches::TOPIC,
    recordings::TOPIC,
    sweeps::TOPIC,
    expectations::TOPIC,
    shrinking::TOPIC,
];
