//! The functions of the language, with their documentation.

use crate::probes::Scope;

/// Categories of functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionGroup {
    /// One number from numbers.
    Numbers,
    /// The same expression at another moment.
    Sets,
    /// The same expression at another moment.
    History,
    /// Pairs in contact.
    Contacts,
    /// Area and depth of overlaps.
    Overlap,
    /// Sensors and markers.
    Zones,
}

impl FunctionGroup {
    /// In the order of the page.
    pub const ALL: [Self; 6] = [Self::Numbers, Self::Sets, Self::History, Self::Contacts, Self::Overlap, Self::Zones];

    /// Title for the UI.
    pub fn title(self) -> &'static str {
        match self {
            Self::Numbers => "Numbers",
            Self::Sets => "Sets",
            Self::History => "History",
            Self::Contacts => "Contacts",
            Self::Overlap => "Overlap",
            Self::Zones => "Sensors and markers",
        }
    }
}

/// A function of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub id: &'static str,
    /// Its syntax.
    pub form: &'static str,
    /// Its result.
    pub explanation: &'static str,
    /// Its category.
    pub group: FunctionGroup,
}

const fn row(group: FunctionGroup, id: &'static str, form: &'static str, explanation: &'static str) -> Function {
    Function { id, form, explanation, group }
}

/// Every function, in the order of the page.
pub const ALL: &[Function] = &[
    row(FunctionGroup::Numbers, "abs", "abs(a)", "The absolute value."),
    row(FunctionGroup::Numbers, "sqrt", "sqrt(a)", "The square root; `nan` for negative numbers."),
    row(FunctionGroup::Numbers, "finite", "finite(a)", "True if the number is neither infinite nor `nan`."),
    row(
        FunctionGroup::Sets,
        "max",
        "max(node.speed), max(a, b, …)",
        "The greatest value of a set, or of several numbers. `nan` for an empty set and if one of them is `nan`, so \
            that invalid values are not hidden.",
    ),
    row(FunctionGroup::Sets, "min", "min(body.area_ratio), min(a, b, …)", "The least value, with the same rules."),
    row(FunctionGroup::Sets, "sum", "sum(body.kinetic)", "The sum; 0 for an empty set."),
    row(FunctionGroup::Sets, "mean", "mean(spring.strain)", "The arithmetic mean; `nan` for an empty set."),
    row(
        FunctionGroup::Sets,
        "count",
        "count(triangle.area <= 0)",
        "The number of elements for which the condition holds.",
    ),
    row(FunctionGroup::Sets, "any", "any(node.speed > 2)", "True if the condition holds for at least one element."),
    row(
        FunctionGroup::Sets,
        "all",
        "all(disc.at_rest)",
        "True if the condition holds for every element; true for an empty set.",
    ),
    row(
        FunctionGroup::History,
        "previous",
        "previous(a)",
        "The value of `a` at the previous moment: one substep or one frame ago, depending on the interval of the \
            breakpoint or watch. `nan` or false at the beginning.",
    ),
    row(FunctionGroup::History, "change", "change(a)", "`a - previous(a)`."),
    row(
        FunctionGroup::History,
        "changed",
        "changed(a)",
        "True if `a` differs from its value at the previous moment; false at the beginning.",
    ),
    row(
        FunctionGroup::History,
        "rise",
        "rise(a) > 5%",
        "`change(a) / abs(previous(a))`: the relative increase since the previous moment; negative for a decrease.",
    ),
    row(
        FunctionGroup::History,
        "start",
        "start(a)",
        "The value of `a` at frame 0; quantities of a substep are `nan` or false there.",
    ),
    row(
        FunctionGroup::Contacts,
        "touching",
        "touching(\"left\", \"right\"), touching(body(0), disc(2))",
        "True if a contact between the two was resolved in the substep that led here: by an impulse, by the diagonals, \
            or by the force of penalty decor. A name alone is that of a body, else that of a disc.",
    ),
    row(
        FunctionGroup::Contacts,
        "edge",
        "edge(\"left\", 3)",
        "Short for `node(\"left\", 3).edge`: the hull edge that the node was pushed out of in the substep that led \
            here; -1 for none.",
    ),
    row(
        FunctionGroup::Overlap,
        "overlap_area",
        "overlap_area(\"left\", \"right\")",
        "Area inside the hulls of both bodies, by the even-odd rule; 0 if they only touch, `nan` without two closed \
            hulls.",
    ),
    row(
        FunctionGroup::Overlap,
        "overlap",
        "overlap(\"left\")",
        "Short for `body(\"left\").overlap`; `overlap` alone is the maximum over all bodies.",
    ),
    row(FunctionGroup::Overlap, "depth", "depth(\"left\", 3)", "Short for `node(\"left\", 3).depth`."),
    row(
        FunctionGroup::Contacts,
        "problem",
        "problem(\"wrong-edge\")",
        "Number of findings of the detector with that name since the previous moment (in the frame or substep that led here); 0 at \
            the beginning.",
    ),
    row(
        FunctionGroup::Zones,
        "inside",
        "inside(\"goal\", body(\"left\")), inside(\"goal\", disc(0)), inside(\"goal\", node(\"left\", 3))",
        "True if the part is in the zone: a body if at least one hull node is, a disc if its centre is. A zone is a marker (a \
            rectangle or polygon) or a sensor (a body, disc or obstacle), by name or id. A sensor is as the engine reports it at the \
            end of the substep, so false at frame 0; it holds bodies and discs, not single nodes.",
    ),
    row(
        FunctionGroup::Zones,
        "entered",
        "entered(\"goal\", body(\"left\"))",
        "True if the part came into the zone in one of the substeps since the previous moment, so a visit shorter than a frame is \
            not missed. Of a sensor it counts the engine's events *enter*; of a marker it compares each substep with the one before. \
            False at the beginning.",
    ),
    row(
        FunctionGroup::Zones,
        "left",
        "left(\"goal\", body(\"left\"))",
        "True if the part went out of the zone in one of the substeps since the previous moment, by the same rules.",
    ),
];

/// Name of `problem` in files of version 0.1.
pub(super) const FORMER_PROBLEM: &str = "illness";

/// The function with this name, or with this former name. None if it does not exist.
pub(super) fn find(id: &str) -> Option<&'static Function> {
    let id = if id == FORMER_PROBLEM { "problem" } else { id };
    ALL.iter().find(|function| function.id == id)
}

/// Scope of a function that is short for a probe of the same name: `depth("left", 3)` is `node("left", 3).depth`.
pub(super) fn short_form(id: &str) -> Option<Scope> {
    match id {
        "edge" | "depth" => Some(Scope::Node),
        "overlap" => Some(Scope::Body),
        _ => None,
    }
}

/// Constants: name, value, and true for truth values.
pub(super) const CONSTANTS: [(&str, f64, bool); 4] =
    [("true", 1.0, true), ("false", 0.0, true), ("nan", f64::NAN, false), ("inf", f64::INFINITY, false)];
