//! Which contact the verdict trace is about: what can be asked, what was picked, and its rows.

use crate::debugger::Run;
use crate::debugger::why::{self, Neighbour};
use crate::engine::Trace;
use crate::engine::trace::ContactTrace;
use crate::level::{Level, Place};
use std::sync::Arc;

/// A node M against another body's hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerdictSubject {
    /// M's body.
    pub body: usize,
    /// M.
    pub node: usize,
    /// The body with the hull.
    pub other: usize,
}

/// What the selected node has to do with a subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SubjectRole {
    /// It is the M of a contact.
    M,
    /// It is an end of the edge that another node is pushed out of.
    End,
    /// There is no contact: what would be decided.
    Asked(Neighbour),
}

/// What the panel and the canvas show.
#[derive(Clone, Debug)]
pub struct ShownVerdict {
    /// Which.
    pub subject: VerdictSubject,
    /// A trace with nothing but this contact, for the overlay.
    pub trace: Trace,
    /// Whether the last substep found it; else it is what would be decided.
    pub is_found: bool,
}

impl ShownVerdict {
    /// The contact, with a row per hull edge.
    pub fn contact(&self) -> &ContactTrace {
        &self.trace.contacts[0]
    }
}

/// See the module.
#[derive(Default)]
pub struct VerdictUi {
    /// What the user picked.
    pub requested: Option<VerdictSubject>,
    /// What can be picked of the selected node.
    pub choices: Vec<(VerdictSubject, SubjectRole)>,
    /// What is shown.
    pub shown: Option<ShownVerdict>,
    /// The hull edge under the pointer on the canvas, of those that are shown.
    pub under: Option<usize>,
    /// The same, in the one picture after it came there.
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

/// The node that is selected, or the first of them.
pub fn selected_node(selection: &[Place]) -> Option<(usize, usize)> {
    selection.iter().find_map(|place| if let Place::Node(body, node) = *place { Some((body, node)) } else { None })
}

/// The subject of a contact.
pub fn subject_of(contact: &ContactTrace) -> VerdictSubject {
    VerdictSubject { body: contact.body, node: contact.node, other: contact.other }
}

impl VerdictUi {
    /// Finds out what is to be shown; does nothing where nothing has changed.
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

    /// Forgets everything but what was picked.
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
            let contact = run.world().ask(subject.body, subject.node, subject.other)?;
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
