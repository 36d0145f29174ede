//! Probes for findings of the detectors since the previous moment: in the substep, or in all substeps of the frame.

use super::{Finding, Illness, ProbeSample, Scope};

fn of<'a>(look: &ProbeSample<'a>, illness: Illness) -> impl Iterator<Item = &'a Finding> {
    look.found.unwrap_or(&[]).iter().filter(move |finding| finding.illness == illness)
}

/// Number of findings of an illness.
pub(super) fn count(look: &ProbeSample, illness: Illness) -> f64 {
    of(look, illness).count() as f64
}

/// Number of findings of the illness with this index.
pub(crate) fn count_of_illness(look: &ProbeSample, illness: usize) -> f64 {
    Illness::ALL.get(illness).map_or(0.0, |&illness| count(look, illness))
}

/// True if one of the findings is about this part.
pub(super) fn is_about(look: &ProbeSample, illness: Illness, scope: Scope, index: usize) -> bool {
    let mut found = of(look, illness).peekable();
    // The lookup of the part is a search, and usually there are no findings.
    found.peek().is_some() && {
        let place = scope.place(look.world.layout(), index);
        found.any(|finding| finding.place == place)
    }
}
