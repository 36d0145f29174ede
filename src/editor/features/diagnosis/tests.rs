//! The diagnosis without a window: the run on display, remedies side by side, pairs.

use super::*;
use crate::debugger::diagnosis::Problem;
use crate::debugger::diagnosis::{Edit, Judgement, judge};
use crate::level::{EdgeChoice, Link, LinkEnd, LinkKind, format, gallery, ids};
use serde_json::json;

fn run(id: &str) -> Run {
    let text = gallery::level(id).map(|row| row.text).unwrap_or_default();
    Run::new(Arc::new(format::read(text, format::TextFormat::Ron).unwrap())).unwrap()
}

fn to_the_end(diagnosis: &mut DiagnosisUi, run: &Run) {
    while diagnosis.follow(&Context::default(), run, true) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

#[test]
fn remedies_run_on_a_copy_of_the_level() {
    let (run, mut diagnosis) = (run("04-squares-distance"), DiagnosisUi { frames: 40, ..DiagnosisUi::default() });
    let level = run.start_level();
    to_the_end(&mut diagnosis, &run);
    assert_eq!(diagnosis.found.frames, 40);
    let before = diagnosis.found.count(Problem::WrongEdge);
    assert!(before > 0);
    let diagnosed = diagnosis.found.of(Problem::WrongEdge).unwrap().clone();
    let remedies = diagnosed.remedies(level);
    let attempts: Vec<Attempt> = remedies.iter().cloned().map(Attempt::Remedy).collect();
    diagnosis.perform(&run, DiagnosisCommand::Try(attempts.clone())).unwrap();
    to_the_end(&mut diagnosis, &run);
    for (attempt, remedy) in attempts.iter().zip(&remedies) {
        let outcome = diagnosis.trial(attempt).and_then(|trial| trial.outcome.as_ref()).unwrap();
        let alone = diagnosis::diagnose(&remedy.apply(level).unwrap(), 40, |_| true).unwrap();
        assert_eq!(**outcome, alone, "side by side they come to the same as one by one");
    }
    let outcome = diagnosis.trial(&attempts[0]).and_then(|trial| trial.outcome.as_ref()).unwrap();
    assert!(outcome.count(Problem::WrongEdge) < before, "{outcome:?}");
    assert_eq!(level.world.contact.edge_choice, EdgeChoice::Distance, "the level is as it was");
    // The same as a twin.
    let twin = twin_of(&remedies[0]).unwrap();
    assert_eq!(twin.checked(level).unwrap(), remedies[0].apply(level).unwrap());
}

#[test]
fn diagnosis_restarts_for_other_physics_but_not_for_another_name() {
    let (run, mut diagnosis) = (run("04-squares-distance"), DiagnosisUi { frames: 5, ..DiagnosisUi::default() });
    to_the_end(&mut diagnosis, &run);
    let mut renamed = Level { name: "other".to_owned(), ..Level::clone(run.start_level()) };
    // The first edit gives the parts their ids.
    ids::assign(&mut renamed);
    let renamed = Run::new(Arc::new(renamed)).unwrap();
    diagnosis.follow(&Context::default(), &renamed, true);
    assert_eq!((diagnosis.found.frames, diagnosis.progress()), (5, None));
    assert!(diagnosis.is_of(renamed.start_level()) && !diagnosis.is_of(run.start_level()));
    let mut linked = Level::clone(renamed.start_level());
    let [a, b] = [LinkEnd::Node([0, 0]), LinkEnd::Node([1, 0])];
    let kind = LinkKind::Spring { rest_length: 1.0, stiffness: 0.1, damping: 0.0 };
    let (tags, properties) = Default::default();
    linked.links.push(Link { id: "tie".to_owned(), a, b, kind, collide: true, tags, properties });
    let linked = Run::new(Arc::new(linked)).unwrap();
    diagnosis.follow(&Context::default(), &linked, true);
    assert!(diagnosis.progress().is_some(), "a link is other physics");
    let mut other = Level::clone(run.start_level());
    other.world.gravity = [0.0, -1.0];
    let other = Run::new(Arc::new(other)).unwrap();
    diagnosis.follow(&Context::default(), &other, true);
    assert!(diagnosis.is_of(other.start_level()));
    to_the_end(&mut diagnosis, &other);
    assert_eq!(diagnosis.found.frames, 5);
    assert!(diagnosis.perform(&other, DiagnosisCommand::Frames(0)).is_ok() && diagnosis.frames == 1);
}

#[test]
fn diagnosis_diagnoses_the_current_run_with_its_inputs() {
    let (mut run, mut diagnosis) = (run("01-first-blob"), DiagnosisUi { frames: 60, ..DiagnosisUi::default() });
    (0..36).for_each(|_| run.step_frame());
    to_the_end(&mut diagnosis, &run);
    assert!(diagnosis.found.is_healthy());
    run.set("bodies[1].gas", &json!(3000.0)).unwrap();
    to_the_end(&mut diagnosis, &run);
    let problem = diagnosis.found.of(Problem::BlowUp).expect("the body blows up").clone();
    let input = input_of(&run, &problem).unwrap();
    assert_eq!(input.describe(), "after the input at frame 36: bodies[1].gas = 3000");
    let attempt = Attempt::Without(input);
    diagnosis.perform(&run, DiagnosisCommand::Try(vec![attempt.clone()])).unwrap();
    to_the_end(&mut diagnosis, &run);
    assert_eq!(diagnosis.trial(&attempt).unwrap().outcome.as_ref().unwrap().count(Problem::BlowUp), 0);
    // From a later frame on, the first blow-up is not among them.
    diagnosis.perform(&run, DiagnosisCommand::First(problem.first.frame + 1)).unwrap();
    to_the_end(&mut diagnosis, &run);
    assert_eq!(diagnosis.found.frames, 60);
    assert!(diagnosis.found.of(Problem::BlowUp).is_none_or(|later| later.first.frame > problem.first.frame));
    // Frames that are played beyond the end are judged as well.
    diagnosis.perform(&run, DiagnosisCommand::First(0)).unwrap();
    (36..70).for_each(|_| run.step_frame());
    to_the_end(&mut diagnosis, &run);
    assert_eq!(diagnosis.found.frames, 70);
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
    let (run, mut diagnosis) = (two_ringing_frames(), DiagnosisUi { frames: 64, ..DiagnosisUi::default() });
    to_the_end(&mut diagnosis, &run);
    let problems = vec![Problem::Ringing];
    let ringing = diagnosis.found.of(Problem::Ringing).expect("both frames ring");
    assert_eq!(ringing.bodies(), [0, 1]);
    // Each of the two stops one frame.
    let single = [0, 1].map(|body| soft_springs(&run, body));
    diagnosis.perform(&run, DiagnosisCommand::TryAll(problems.clone(), single.to_vec())).unwrap();
    assert!(diagnosis.pairs(&problems, &single).is_empty(), "single remedies come first");
    to_the_end(&mut diagnosis, &run);
    let judged = |diagnosis: &DiagnosisUi, remedy: &Remedy| {
        let trial = diagnosis.trial(&Attempt::Remedy(remedy.clone())).expect("it was tried");
        judge(&problems, &diagnosis.found, trial.outcome.as_ref().expect("to the end"))
    };
    assert_eq!(single.clone().map(|remedy| judged(&diagnosis, &remedy)), [Judgement::Better, Judgement::Better]);
    let pairs = diagnosis.pairs(&problems, &single);
    assert_eq!((pairs.len(), diagnosis.trials.len()), (1, 3));
    assert_eq!(pairs[0].edits, [single[0].edits.clone(), single[1].edits.clone()].concat());
    assert_eq!(judged(&diagnosis, &pairs[0]), Judgement::Fixed);
}

#[test]
fn pairs_are_not_tried_if_one_remedy_is_enough() {
    let (run, mut diagnosis) = (two_ringing_frames(), DiagnosisUi { frames: 64, ..DiagnosisUi::default() });
    to_the_end(&mut diagnosis, &run);
    let enough = soft_springs(&run, 0).and(&soft_springs(&run, 1));
    let remedies = [soft_springs(&run, 0), enough];
    diagnosis.perform(&run, DiagnosisCommand::TryAll(vec![Problem::Ringing], remedies.to_vec())).unwrap();
    to_the_end(&mut diagnosis, &run);
    assert!(diagnosis.pairs(&[Problem::Ringing], &remedies).is_empty());
    assert_eq!(diagnosis.trials.len(), 2);
}
