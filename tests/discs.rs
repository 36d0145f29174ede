//! Discs: hand-worked numbers, conservation, order, bounds on what they may do, and an independent reference.

#[path = "discs/by_hand.rs"]
mod by_hand;
#[path = "discs/conservation.rs"]
mod conservation;
#[path = "discs/containment.rs"]
mod containment;
#[path = "discs/hand.rs"]
mod hand;
#[path = "discs/hulls.rs"]
mod hulls;
#[path = "discs/many.rs"]
mod many;
#[path = "discs/reference.rs"]
mod reference;
#[path = "discs/support.rs"]
mod support;
