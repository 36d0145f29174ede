//! Settings of the world with their titles and explanations, which the twin offers as well.

use crate::editor::widgets::Number;
use crate::level::{ContactMethod, ContactResponse, DiscMethod, EdgeChoice, Integrator};

/// Whole numbers from 1.
pub const WHOLE: Number = Number { min: 1.0, max: 1e5, suffix: "", is_whole: true };

/// Value, title and explanation of each integrator.
pub const INTEGRATORS: [(Integrator, &str, &str); 3] = [
    (Integrator::SemiImplicitEuler, "Semi-implicit Euler", "v += h a, then x += h v"),
    (Integrator::ExplicitEuler, "Explicit Euler", "x += h v, then v += h a: gains energy"),
    (Integrator::Verlet, "Verlet", "From the present and the previous position"),
];

/// Value, title and explanation of each disc method.
pub const DISCS: [(DiscMethod, &str, &str); 2] = [
    (DiscMethod::Swept, "Swept", "Exact time of impact"),
    (DiscMethod::Discrete, "Discrete", "Positions before and after the step only"),
];

/// Value, title and explanation of each contact method.
pub const METHODS: [(ContactMethod, &str, &str); 2] = [
    (ContactMethod::Hull, "Hull", "Node in hull, then nearest edge"),
    (ContactMethod::Diagonals, "Diagonals", "Barycentre to node against edges, for convex bodies"),
];

/// Value, title and explanation of each edge choice.
pub const EDGE_CHOICES: [(EdgeChoice, &str, &str); 4] = [
    (EdgeChoice::Distance, "Distance", "The nearest edge, as a segment"),
    (EdgeChoice::Projection, "Projection", "The nearest edge on which the projection falls"),
    (EdgeChoice::Wedge45, "Wedge 45°", "As Projection, with 45° more at both ends"),
    (EdgeChoice::EntryEdge, "Entry edge", "The edge that the node crossed"),
];

/// Value, title and explanation of each response.
pub const RESPONSES: [(ContactResponse, &str, &str); 2] = [
    (ContactResponse::Source, "Equal shares", "Both ends get equal shares; may cause self-rolling"),
    (ContactResponse::Weighted, "Weighted", "Shares by barycentric coordinates; conserves angular momentum"),
];
