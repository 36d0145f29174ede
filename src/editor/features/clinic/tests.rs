//! The clinic without a window: the run on display, remedies side by side, pairs.

use super::*;
use crate::debugger::diagnosis::Illness;
use crate::debugger::diagnosis::{Edit, Judgement, judge};
use crate::level::{EdgeChoice, Link, LinkEnd, LinkKind, format, gallery, ids};
use serde_json::json;

fn run(id: &str) -> Run {
    let text = gallery::level(id).map(|row| row.text).unwrap_or_default();
    Run::new(Arc::new(format::read(text, format::TextFormat::Ron).unwrap())).unwrap()
}

fn to_the_end(clinic: &mut Clinic, run: &Run) {
    while clinic.follow(&Context::default(), run, true) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

#[test]
fn remedies_run_on_a_copy_of_the_level() {
    let (run, mut clinic) = (run("04-squares-distance"), Clinic { frames: 40, ..Clinic::default() });
    let level = run.start_level();
    to_the_end(&mut clinic, &run);
    assert_eq!(clinic.found.frames, 40);
    let before = clinic.found.count(Illness::WrongEdge);
    assert!(before > 0);
    let diagnosed = clinic.found.of(Illness::WrongEdge).unwrap().clone();
    let remedies = diagnosed.remedies(level);
    let attempts: Vec<Attempt> = remedies.iter().cloned().map(Attempt::Remedy).collect();
    clinic.perform(&run, ClinicCommand::Try(attempts.clone())).unwrap();
    to_the_end(&mut clinic, &run);
    for (attempt, remedy) in attempts.iter().zip(&remedies) {
        let outcome = clinic.trial(attempt).and_then(|trial| trial.outcome.as_ref()).unwrap();
        let alone = diagnosis::diagnose(&remedy.apply(level).unwrap(), 40, |_| true).unwrap();
        assert_eq!(**outcome, alone, "side by side they come to the same as one by one");
    }
    let outcome = clinic.trial(&attempts[0]).and_then(|trial| trial.outcome.as_ref()).unwrap();
    assert!(outcome.count(Illness::WrongEdge) < before, "{outcome:?}");
    assert_eq!(level.world.contact.edge_choice, EdgeChoice::Distance, "the level is as it was");
    // The same as a twin.
    let twin = twin_of(&remedies[0]).unwrap();
    assert_eq!(twin.checked(level).unwrap(), remedies[0].apply(level).unwrap());
}

#[test]
fn diagnosis_restarts_for_other_physics_but_not_for_another_name() {
    let (run, mut clinic) = (run("04-squares-distance"), Clinic { frames: 5, ..Clinic::default() });
    to_the_end(&mut clinic, &run);
    let mut renamed = Level { name: "other".to_owned(), ..Level::clone(run.start_level()) };
    // The first edit gives the parts their ids.
    ids::assign(&mut renamed);
    let renamed = Run::new(Arc::new(renamed)).unwrap();
    clinic.follow(&Context::default(), &renamed, true);
    assert_eq!((clinic.found.frames, clinic.progress()), (5, None));
    assert!(clinic.is_of(renamed.start_level()) && !clinic.is_of(run.start_level()));
    let mut linked = Level::clone(renamed.start_level());
    let [a, b] = [LinkEnd::Node([0, 0]), LinkEnd::Node([1, 0])];
    let kind = LinkKind::Spring { rest_length: 1.0, stiffness: 0.1, damping: 0.0 };
    let (tags, properties) = Default::default();
    linked.links.push(Link { id: "tie".to_owned(), a, b, kind, collide: true, tags, properties });
    let linked = Run::new(Arc::new(linked)).unwrap();
    clinic.follow(&Context::default(), &linked, true);
    assert!(clinic.progress().is_some(), "a link is other physics");
    let mut other = Level::clone(run.start_level());
    other.world.gravity = [0.0, -1.0];
    let other = Run::new(Arc::new(other)).unwrap();
    clinic.follow(&Context::default(), &other, true);
    assert!(clinic.is_of(other.start_level()));
    to_the_end(&mut clinic, &other);
    assert_eq!(clinic.found.frames, 5);
    assert!(clinic.perform(&other, ClinicCommand::Frames(0)).is_ok() && clinic.frames == 1);
}

#[test]
fn clinic_diagnoses_the_current_run_with_its_inputs() {
    let (mut run, mut clinic) = (run("01-first-blob"), Clinic { frames: 60, ..Clinic::default() });
    (0..36).for_each(|_| run.step_frame());
    to_the_end(&mut clinic, &run);
    assert!(clinic.found.is_healthy());
    run.set("bodies[1].gas", &json!(3000.0)).unwrap();
    to_the_end(&mut clinic, &run);
    let illness = clinic.found.of(Illness::BlowUp).expect("the body blows up").clone();
    let input = input_of(&run, &illness).unwrap();
    assert_eq!(input.describe(), "after the input at frame 36: bodies[1].gas = 3000");
    let attempt = Attempt::Without(input);
    clinic.perform(&run, ClinicCommand::Try(vec![attempt.clone()])).unwrap();
    to_the_end(&mut clinic, &run);
    assert_eq!(clinic.trial(&attempt).unwrap().outcome.as_ref().unwrap().count(Illness::BlowUp), 0);
    // From a later frame on, the first blow-up is not among them.
    clinic.perform(&run, ClinicCommand::First(illness.first.frame + 1)).unwrap();
    to_the_end(&mut clinic, &run);
    assert_eq!(clinic.found.frames, 60);
    assert!(clinic.found.of(Illness::BlowUp).is_none_or(|later| later.first.frame > illness.first.frame));
    // Frames that are played beyond the end are judged as well.
    clinic.perform(&run, ClinicCommand::First(0)).unwrap();
    (36..70).for_each(|_| run.step_frame());
    to_the_end(&mut clinic, &run);
    assert_eq!(clinic.found.frames, 70);
}

/// Level 55, with its ringing frame twice, far apart.
fn two_ringing_frames() -> Run {
    let mut level = Level::clone(run("55-ringing").start_level());
    let mut second = level.bodies[0].clone();
    second.nodes.iter_mut().for_each(|node| node.position[0] += 20.0);
    level.bodies.push(second);
    Run::new(Arc::new(level)).unwrap()
}

/// Springs of a body so soft that they do not ring.
fn soft_springs(run: &Run, body: usize) -> Remedy {
    let springs = 0..run.start_level().bodies[body].springs.len();
    let edits = springs.map(|spring| Edit::set(format!("bodies[{body}].springs[{spring}].stiffness"), 10.0));
    Remedy {
        id: "test",
        label: format!("Soft springs in body {body}"),
        why: String::new(),
        cost: String::new(),
        edits: edits.collect(),
    }
}

#[test]
fn pairs_are_tried_after_single_remedies_that_are_not_enough() {
    let (run, mut clinic) = (two_ringing_frames(), Clinic { frames: 64, ..Clinic::default() });
    to_the_end(&mut clinic, &run);
    let illnesses = vec![Illness::Ringing];
    let ringing = clinic.found.of(Illness::Ringing).expect("both frames ring");
    assert_eq!(ringing.bodies(), [0, 1]);
    // Each of the two stops one frame.
    let single = [0, 1].map(|body| soft_springs(&run, body));
    clinic.perform(&run, ClinicCommand::TryAll(illnesses.clone(), single.to_vec())).unwrap();
    assert!(clinic.pairs(&illnesses, &single).is_empty(), "single remedies come first");
    to_the_end(&mut clinic, &run);
    let judged = |clinic: &Clinic, remedy: &Remedy| {
        let trial = clinic.trial(&Attempt::Remedy(remedy.clone())).expect("it was tried");
        judge(&illnesses, &clinic.found, trial.outcome.as_ref().expect("to the end"))
    };
    assert_eq!(single.clone().map(|remedy| judged(&clinic, &remedy)), [Judgement::Better, Judgement::Better]);
    let pairs = clinic.pairs(&illnesses, &single);
    assert_eq!((pairs.len(), clinic.trials.len()), (1, 3));
    assert_eq!(pairs[0].edits, [single[0].edits.clone(), single[1].edits.clone()].concat());
    assert_eq!(judged(&clinic, &pairs[0]), Judgement::Fixed);
}

#[test]
fn pairs_are_not_tried_if_one_remedy_is_enough() {
    let (run, mut clinic) = (two_ringing_frames(), Clinic { frames: 64, ..Clinic::default() });
    to_the_end(&mut clinic, &run);
    let enough = soft_springs(&run, 0).and(&soft_springs(&run, 1));
    let remedies = [soft_springs(&run, 0), enough];
    clinic.perform(&run, ClinicCommand::TryAll(vec![Illness::Ringing], remedies.to_vec())).unwrap();
    to_the_end(&mut clinic, &run);
    assert!(clinic.pairs(&[Illness::Ringing], &remedies).is_empty());
    assert_eq!(clinic.trials.len(), 2);
}
