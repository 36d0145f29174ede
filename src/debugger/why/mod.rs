//! Explanations for display, shared by the editor and the command line: the verdict on every edge of a contact, the
//! response with its formulas, the forces on a node, and the reason why a node has no contact.
//!
//! All numbers come from the engine's own functions and its trace.

mod forces;
mod quiet;
mod response;
mod verdict;
mod words;

pub use forces::{Order, bars, sorted, source_place, source_words};
pub use quiet::{Barred, Neighbour, Standing, barred, neighbours, standing};
pub use response::{ResponseOutcome, ResponseStep, StepGroup, outcomes, steps};
pub use verdict::{VerdictRow, contacts_of, parity_words, reason, rows, rule_words};
pub use words::{brief, in_brackets, number, phase_words, vector};
