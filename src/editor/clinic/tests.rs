//! The clinic without a window: the run on display, remedies side by side, pairs.

use super::*;
use crate::level::{EdgeChoice, format, gallery};
use serde_json::json;

fn run(id: &str) -> Run {
    let text = gallery::level(id).map(|row| row.text).unwrap_or_default();
    Run::new(Arc::new(format::read(text, format::TextFormat::Ron).unwrap())).unwrap()
}

fn to_the_end(clinic: &mut Clinic, run: &Run) {
    while clinic.follow(&Context::default(), run) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

#[test]
fn a_remedy_is_tried_on_a_level_of_its_own() {
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
fn another_level_begins_anew_and_other_words_do_not() {
    let (run, mut clinic) = (run("04-squares-distance"), Clinic { frames: 5, ..Clinic::default() });
    to_the_end(&mut clinic, &run);
    let renamed = Level { name: "other".to_owned(), ..Level::clone(run.start_level()) };
    let renamed = Run::new(Arc::new(renamed)).unwrap();
    clinic.follow(&Context::default(), &renamed);
    assert_eq!((clinic.found.frames, clinic.progress()), (5, None));
    assert!(clinic.is_of(renamed.start_level()) && !clinic.is_of(run.start_level()));
    let mut other = Level::clone(run.start_level());
    other.world.gravity = [0.0, -1.0];
    let other = Run::new(Arc::new(other)).unwrap();
    clinic.follow(&Context::default(), &other);
    assert!(clinic.is_of(other.start_level()));
    to_the_end(&mut clinic, &other);
    assert_eq!(clinic.found.frames, 5);
    assert!(clinic.perform(&other, ClinicCommand::Frames(0)).is_ok() && clinic.frames == 1);
}

#[test]
fn the_clinic_judges_the_run_on_display() {
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

#[test]
fn pairs_are_tried_after_single_remedies_that_are_not_enough() {
    use crate::debugger::diagnosis::{Edit, Judgement, judge};
    let (run, mut clinic) = (run("04-squares-distance"), Clinic { frames: 40, ..Clinic::default() });
    to_the_end(&mut clinic, &run);
    let remedy = |path: &str, value: f64| Remedy {
        id: "test",
        label: path.to_owned(),
        why: String::new(),
        cost: String::new(),
        edits: vec![Edit::set(path, value)],
    };
    // Each leaves fewer findings, and none is enough.
    let illnesses: Vec<Illness> = clinic.found.illnesses.iter().map(|found| found.illness).collect();
    let single = [remedy("bodies[0].restitution", 0.2), remedy("bodies[1].restitution", 0.1)];
    clinic.perform(&run, ClinicCommand::TryAll(illnesses.clone(), single.to_vec())).unwrap();
    to_the_end(&mut clinic, &run);
    let outcome = |clinic: &Clinic, remedy: &Remedy| {
        clinic.trial(&Attempt::Remedy(remedy.clone())).unwrap().outcome.clone().unwrap()
    };
    let judged = single.clone().map(|single| judge(&illnesses, &clinic.found, &outcome(&clinic, &single)));
    let pairs = clinic.pairs(&illnesses, &single);
    let is_useful = |judgement: &Judgement| !matches!(judgement, Judgement::NoBetter | Judgement::Fixed);
    assert_eq!(pairs.len(), usize::from(judged.iter().all(is_useful)), "{judged:?}");
    for pair in &pairs {
        let alone = diagnosis::diagnose(&pair.apply(run.start_level()).unwrap(), 40, |_| true).unwrap();
        assert_eq!(*outcome(&clinic, pair), alone);
    }
    assert_eq!(clinic.trials.len(), 2 + pairs.len());
    assert!(!pairs.is_empty(), "the two settings must be useful and not enough: {judged:?}");
    // An edge choice that is enough alone needs no pair.
    let enough = crate::debugger::diagnosis::remedies::entry_edge();
    assert!(clinic.pairs(&illnesses, &[enough.clone(), single[0].clone()]).is_empty(), "not tried yet");
    clinic.perform(&run, ClinicCommand::TryAll(illnesses.clone(), vec![enough.clone(), single[0].clone()])).unwrap();
    to_the_end(&mut clinic, &run);
    assert!(clinic.pairs(&illnesses, &[enough, single[0].clone()]).is_empty());
    assert_eq!(clinic.trials.len(), 3 + pairs.len());
}

#[test]
fn a_cause_without_illness_is_shown() {
    let mut level = Level::clone(run("01-first-blob").start_level());
    // A missing triangle of a body with gas is a defect, and does no harm in so few frames.
    level.bodies[1].triangles.pop();
    let (run, mut clinic) = (Run::new(Arc::new(level)).unwrap(), Clinic { frames: 1, ..Clinic::default() });
    to_the_end(&mut clinic, &run);
    let cause = clinic.found.causes.first().expect("a cause").clone();
    assert!(clinic.found.illnesses.is_empty(), "{:?}", clinic.found.illnesses);
    assert_eq!(clinic.shown_cause(), Some(&cause));
}
