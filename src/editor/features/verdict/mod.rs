//! Selects the contact that the verdict trace explains, and computes its rows.

pub(crate) mod panel;

use crate::debugger::Run;
use crate::debugger::why::{self, Neighbour};
use crate::engine::Trace;
use crate::engine::trace::ContactTrace;
use crate::level::{Level, Place};
use std::sync::Arc;

/// A node M against the hull of another body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerdictSubject {
    /// Body of M.
    pub body: usize,
    /// Node index of M.
    pub node: usize,
    /// Body of the hull.
    pub other: usize,
}

/// Role of the selected node in a subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SubjectRole {
    /// The node is the M of a contact.
    M,
    /// The node is an end of the edge chosen for another node.
    End,
    /// No contact: the verdict is hypothetical.
    Asked(Neighbour),
}

/// The verdict shown in the panel and on the canvas.
#[derive(Clone, Debug)]
pub struct ShownVerdict {
    /// Its subject.
    pub subject: VerdictSubject,
    /// A trace of this contact alone, for the overlay.
    pub trace: Trace,
    /// True if the last substep had this contact; false if the verdict is hypothetical.
    pub is_found: bool,
}

impl ShownVerdict {
    /// The contact, with one row per hull edge.
    pub fn contact(&self) -> &ContactTrace {
        &self.trace.contacts[0]
    }
}

/// State of the verdict panel.
#[derive(Default)]
pub struct VerdictUi {
    /// Subject chosen by the user.
    pub requested: Option<VerdictSubject>,
    /// Subjects available for the selected node.
    pub choices: Vec<(VerdictSubject, SubjectRole)>,
    /// Current verdict.
    pub shown: Option<ShownVerdict>,
    /// Shown hull edge under the pointer on the canvas.
    pub under: Option<usize>,
    /// The same, only in the first UI frame after the pointer reached it.
    pub newly_under: Option<usize>,
    key: Option<SubjectsKey>,
}

#[derive(PartialEq)]
struct SubjectsKey {
    level: *const Level,
    trace: *const Trace,
    moment: crate::debugger::Moment,
    node: Option<(usize, usize)>,
    requested: Option<VerdictSubject>,
}

/// The first selected node.
pub fn selected_node(selection: &[Place]) -> Option<(usize, usize)> {
    selection.iter().find_map(|place| if let Place::Node(body, node) = *place { Some((body, node)) } else { None })
}

/// The subject of a contact.
pub fn subject_of(contact: &ContactTrace) -> VerdictSubject {
    VerdictSubject { body: contact.body, node: contact.node, other: contact.other }
}

impl VerdictUi {
    /// Recomputes the verdict if its inputs have changed.
    pub fn update(&mut self, run: &Run, trace: Option<&Arc<Trace>>, selection: &[Place]) {
        let node = selected_node(selection);
        let key = SubjectsKey {
            level: Arc::as_ptr(run.level()),
            trace: trace.map_or(std::ptr::null(), Arc::as_ptr),
            moment: run.moment(),
            node,
            requested: self.requested,
        };
        if self.key.as_ref() == Some(&key) {
            return;
        }
        self.key = Some(key);
        self.choices.clear();
        let trace = trace.map(|trace| &**trace);
        if let Some((body, node)) = node {
            self.choices_of(run, trace, body, node);
        }
        self.shown = match node {
            Some(_) => self.shown_of_choices(run, trace),
            None => self.shown_of_all(trace),
        };
        self.under = None;
    }

    /// Drops the computed verdict and keeps the user's choice.
    pub fn close(&mut self) {
        *self = Self { requested: self.requested, ..Self::default() };
    }

    fn choices_of(&mut self, run: &Run, trace: Option<&Trace>, body: usize, node: usize) {
        let contacts = trace.map_or(&[][..], |trace| &trace.contacts[..]);
        let own = trace.map_or_else(Vec::new, |trace| why::contacts_of(trace, body, node));
        let part = |contact: &ContactTrace| {
            if (contact.body, contact.node) == (body, node) { SubjectRole::M } else { SubjectRole::End }
        };
        self.choices.extend(own.into_iter().map(|index| (subject_of(&contacts[index]), part(&contacts[index]))));
        let has_contact = self.choices.iter().any(|(_, part)| *part == SubjectRole::M);
        if !has_contact && why::barred(run.world(), body, node).is_none() {
            let around = why::neighbours(run.world(), body, node).into_iter();
            self.choices
                .extend(around.map(|row| (VerdictSubject { body, node, other: row.other }, SubjectRole::Asked(row))));
        }
    }

    fn shown_of_choices(&self, run: &Run, trace: Option<&Trace>) -> Option<ShownVerdict> {
        let requested = self.choices.iter().find(|(subject, _)| Some(*subject) == self.requested);
        let &(subject, part) = requested.or(self.choices.first())?;
        if let SubjectRole::Asked(_) = part {
            let contact = run.world().query_contact(subject.body, subject.node, subject.other)?;
            return Some(shown(subject, contact, false));
        }
        found(trace?, subject)
    }

    fn shown_of_all(&self, trace: Option<&Trace>) -> Option<ShownVerdict> {
        let trace = trace?;
        let requested = self.requested.and_then(|subject| found(trace, subject));
        requested.or_else(|| trace.contacts.first().map(|contact| shown(subject_of(contact), contact.clone(), true)))
    }
}

fn found(trace: &Trace, subject: VerdictSubject) -> Option<ShownVerdict> {
    let contact = trace.contacts.iter().find(|contact| subject_of(contact) == subject)?;
    Some(shown(subject, contact.clone(), true))
}

fn shown(subject: VerdictSubject, contact: ContactTrace, is_found: bool) -> ShownVerdict {
    ShownVerdict { subject, trace: Trace { contacts: vec![contact], ..Trace::default() }, is_found }
}
