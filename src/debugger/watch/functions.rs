//! The functions of the language, with what they say of themselves.

use crate::debugger::probes::Scope;

/// What functions are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionGroup {
    /// One number from numbers.
    Numbers,
    /// One value from a set.
    Sets,
    /// The same expression at another moment.
    History,
    /// Pairs that met.
    Contacts,
    /// Area and depth that hulls share.
    Overlap,
}

impl FunctionGroup {
    /// In the order of the page.
    pub const ALL: [Self; 5] = [Self::Numbers, Self::Sets, Self::History, Self::Contacts, Self::Overlap];

    /// For people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Numbers => "Numbers",
            Self::Sets => "Sets",
            Self::History => "History",
            Self::Contacts => "Contacts",
            Self::Overlap => "Overlap",
        }
    }
}

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its word.
    pub id: &'static str,
    /// How it is written.
    pub form: &'static str,
    /// What it gives.
    pub explanation: &'static str,
    /// What it is for.
    pub group: FunctionGroup,
}

const fn row(group: FunctionGroup, id: &'static str, form: &'static str, explanation: &'static str) -> Function {
    Function { id, form, explanation, group }
}

/// Every function, in the order of the page.
pub const ALL: &[Function] = &[
    row(FunctionGroup::Numbers, "abs", "abs(a)", "The number without its sign."),
    row(FunctionGroup::Numbers, "sqrt", "sqrt(a)", "Its square root; `nan` below 0."),
    row(FunctionGroup::Numbers, "finite", "finite(a)", "Whether it is neither infinite nor `nan`."),
    row(
        FunctionGroup::Sets,
        "max",
        "max(node.speed), max(a, b, …)",
        "The greatest of a set, or of several numbers. `nan` for an empty set, and where one of them is `nan`, so that \
         nothing broken is passed over.",
    ),
    row(FunctionGroup::Sets, "min", "min(body.area_ratio), min(a, b, …)", "The least, in the same way."),
    row(FunctionGroup::Sets, "sum", "sum(body.kinetic)", "The sum; 0 for an empty set."),
    row(FunctionGroup::Sets, "mean", "mean(spring.strain)", "The sum over the count; `nan` for an empty set."),
    row(FunctionGroup::Sets, "count", "count(triangle.area <= 0)", "For how many the condition holds."),
    row(FunctionGroup::Sets, "any", "any(node.speed > 2)", "Whether it holds for one or more."),
    row(FunctionGroup::Sets, "all", "all(disc.at_rest)", "Whether it holds for each; true for an empty set."),
    row(
        FunctionGroup::History,
        "previous",
        "previous(a)",
        "What `a` was at the moment before: one substep or one frame ago, as the breakpoint or watch is looked at each \
         substep or each frame. At the beginning `nan`, or false.",
    ),
    row(FunctionGroup::History, "change", "change(a)", "`a - previous(a)`."),
    row(
        FunctionGroup::History,
        "changed",
        "changed(a)",
        "Whether `a` is not what it was at the moment before; false at the beginning.",
    ),
    row(
        FunctionGroup::History,
        "rise",
        "rise(a) > 5%",
        "`change(a) / abs(previous(a))`: by what part of its size it went up since the moment before; below 0 where it \
         went down.",
    ),
    row(
        FunctionGroup::History,
        "start",
        "start(a)",
        "What `a` is at frame 0 of the level; what tells of a substep is `nan` or false there.",
    ),
    row(
        FunctionGroup::Contacts,
        "touching",
        "touching(\"left\", \"right\"), touching(body(0), disc(2))",
        "Whether a contact between the two was resolved in the substep that led here, by an impulse, by the diagonals, \
         or by the decor's force. A name alone is a body's, or else a disc's.",
    ),
    row(
        FunctionGroup::Contacts,
        "edge",
        "edge(\"left\", 3)",
        "The same as `node(\"left\", 3).edge`: the hull edge that the node was pushed out of in the substep that led \
         here, -1 for none.",
    ),
    row(
        FunctionGroup::Overlap,
        "overlap_area",
        "overlap_area(\"left\", \"right\")",
        "Area that lies inside the hulls of both bodies, by the even-odd rule; 0 where they only touch, `nan` without two \
         closed hulls.",
    ),
    row(
        FunctionGroup::Overlap,
        "overlap",
        "overlap(\"left\")",
        "The same as `body(\"left\").overlap`; `overlap` alone is over all.",
    ),
    row(FunctionGroup::Overlap, "depth", "depth(\"left\", 3)", "The same as `node(\"left\", 3).depth`."),
    row(
        FunctionGroup::Contacts,
        "illness",
        "illness(\"wrong-edge\")",
        "How often the detector of that name found something in the substep that led here; 0 at the beginning.",
    ),
];

/// The function of a word.
pub(super) fn find(id: &str) -> Option<&'static Function> {
    ALL.iter().find(|function| function.id == id)
}

/// The parts that a function is short for the probe of the same name of: `depth("left", 3)` is `node("left", 3).depth`.
pub(super) fn short_form(id: &str) -> Option<Scope> {
    match id {
        "edge" | "depth" => Some(Scope::Node),
        "overlap" => Some(Scope::Body),
        _ => None,
    }
}

/// Words that are values.
pub(super) const CONSTANTS: [(&str, f64, bool); 4] =
    [("true", 1.0, true), ("false", 0.0, true), ("nan", f64::NAN, false), ("inf", f64::INFINITY, false)];
