//! Quantity: number of contacts per frame that each rule would have resolved by another edge.

use super::{Quantity, Series, Source};
use crate::debugger::comparison::RULES;
use crate::engine::Trace;
use crate::engine::contact::Setting;
use crate::engine::trace::ContactTrace;

pub(super) const QUANTITY: Quantity = Quantity {
    id: "disagreement",
    title: "Rules that disagree",
    explanation: "Contacts per frame for which a rule, without or with (+ G) the barycentre rule, would have chosen \
        another edge, or none.",
    unit: "",
    shows_zero: true,
    adds_up: true,
    is_logarithmic: false,
    waits_for: "",
    series: |_| {
        let series = |(setting, count): (&Setting, fn(&Trace) -> f64)| {
            let barycentre = if setting.barycentre_rule { " + G" } else { "" };
            let key = format!("disagreement.{:?}{barycentre}", setting.choice);
            Series::new(key, setting.title(), Source::Compared(count))
        };
        Setting::ALL.iter().zip(COUNTS).map(series).collect()
    },
};

const COUNTS: [fn(&Trace) -> f64; RULES] = [
    differing::<0>,
    differing::<1>,
    differing::<2>,
    differing::<3>,
    differing::<4>,
    differing::<5>,
    differing::<6>,
    differing::<7>,
];

fn differing<const RULE: usize>(trace: &Trace) -> f64 {
    let differs = |contact: &&ContactTrace| contact.rules.is_some_and(|rules| rules[RULE] != contact.chosen);
    trace.contacts.iter().filter(differs).count() as f64
}
