//! Discs: hand-worked numbers, conservation, order, and bounds on what they may do. (Against the reference: tests/agreement.rs.)

#[path = "discs/by_hand.rs"]
mod by_hand;
#[path = "discs/conservation.rs"]
mod conservation;
#[path = "discs/containment.rs"]
mod containment;
#[path = "discs/found.rs"]
mod found;
#[path = "discs/hand.rs"]
mod hand;
#[path = "discs/heaps.rs"]
mod heaps;
#[path = "discs/hulls.rs"]
mod hulls;
#[path = "discs/many.rs"]
mod many;
#[path = "discs/support.rs"]
mod support;
#[path = "discs/zeno.rs"]
mod zeno;
