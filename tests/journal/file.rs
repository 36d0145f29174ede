//! Recordings: written, read and run again; defects are reported with their place.

use crate::straight::{Dice, everything, straight};
use blobsmith::debugger::Run;
use blobsmith::debugger::recording::{self, FrameHash, Recording, What};
use blobsmith::engine::{Hand, Held};
use blobsmith::level::format::TextFormat;
use blobsmith::level::{Integrator, Place};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

/// A run with every kind of input and two branches.
fn run() -> Run {
    let mut run = Run::new(Arc::new(everything(Integrator::Verlet))).unwrap();
    for frame in 0..20 {
        match frame {
            2 => run.nudge(Place::Body(0), [0.1, 0.2]).unwrap(),
            4 => assert!(run.set("world.gravity", &json!([0.1, -0.3])).unwrap()),
            5 => assert!(run.set("bodies[0].springs[*].stiffness", &json!(0.7)).unwrap()),
            6 => assert!(run.set("world.contact.barycentre_rule", &json!(true)).unwrap()),
            7 => assert!(run.set("world.integrator", &json!("ExplicitEuler")).unwrap()),
            8 => assert!(run.set("world.bounds", &json!(null)).unwrap()),
            9 => {
                let path = json!({"Driven": {"points": [[0.0, 0.1], [1.0, 0.0]], "period": 7.5}});
                assert!(run.set("discs[0].motion", &path).unwrap());
            }
            10 => run.set_hand(Some(Hand { held: Held::Disc(1), target: [0.1, -3.0], stiffness: 0.3, damping: 0.1 })),
            12 => run.set_hand(None),
            _ => {}
        }
        run.step_frame();
    }
    run.seek(6);
    run.step_substep();
    run.nudge(Place::Node(2, 2), [1e-300, 0.1]).unwrap();
    (0..8).for_each(|_| run.step_frame());
    run.rename_branch(2, "a \"quoted\" name");
    run
}

#[test]
fn recording_reads_back_equal_in_both_forms() {
    let recording = run().recording();
    assert_eq!(recording.branches.len(), 2);
    assert_eq!((recording.branches[0].hashes.len(), recording.branches[1].hashes.len()), (21, 15));
    for format in [TextFormat::Ron, TextFormat::Json] {
        let text = recording::write(&recording, format);
        let (read, _) = recording::read(&text, format).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read, recording);
    }
}

#[test]
fn recording_replays_with_the_recorded_hashes_on_every_branch() {
    let recording = run().recording();
    let mut again = Run::from_recording(&recording).unwrap();
    assert_eq!((again.moment(), again.last_frame(), again.branch().name.as_str()), ((0, 0), 14, "a \"quoted\" name"));
    again.seek(14);
    assert_eq!((again.departure(), again.samples().len()), (None, 15));
    assert!(again.switch_branch(1));
    again.seek(20);
    assert_eq!(again.departure(), None);
    let expected = straight(&recording.level, again.journal().entries(), 20);
    for (frame, hash) in recording.branches[0].hashes.iter().enumerate() {
        assert_eq!(hash.state, expected[&(frame as u64, 0)][1]);
    }
    // The same recording again, except for the present branch.
    assert_eq!(again.recording(), Recording { present: 1, ..recording });
}

#[test]
fn departure_is_the_first_frame_with_another_hash() {
    let good = run().recording();
    let mut bad = good.clone();
    bad.present = 1;
    bad.branches[0].hashes[13].state ^= 1;
    bad.branches[0].hashes[17].pose ^= 1;
    let mut again = Run::from_recording(&bad).unwrap();
    again.seek(12);
    assert_eq!(again.departed(), None);
    again.seek(20);
    let departed = again.departed().unwrap();
    assert_eq!((departed.frame, departed.recorded.pose), (13, departed.now.pose));
    assert_eq!(departed.now, good.branches[0].hashes[13]);
    // With another level the positions differ from the first frame at which the change has an effect.
    let mut other = good.clone();
    other.present = 1;
    other.level.world.velocity_retention = 0.5;
    let mut again = Run::from_recording(&other).unwrap();
    again.seek(20);
    assert_eq!(again.departure(), Some(1));
    assert_ne!(again.departed().unwrap().recorded.pose, again.departed().unwrap().now.pose);
}

#[test]
fn input_after_a_replay_makes_a_new_branch() {
    let mut again = Run::from_recording(&Recording { present: 1, ..run().recording() }).unwrap();
    again.seek(3);
    again.nudge(Place::Disc(0), [0.2, 0.0]).unwrap();
    assert_eq!(again.branches().len(), 3);
    assert_eq!(again.branch().id, 3);
    assert_eq!(again.last_frame(), 3);
    (0..5).for_each(|_| again.step_frame());
    assert_eq!(again.departure(), None, "later inputs are not part of the recording");
    again.switch_branch(1);
    again.seek(20);
    assert_eq!((again.last_frame(), again.departure()), (20, None));
}

const SMALL: &str = r#"(
    recording: 1,
    level: (format: 1, bodies: [(nodes: [(position: (3, 4))])]),
    branches: [(
        id: 1,
        inputs: [
            (frame: 1, input: Nudge(place: "bodies[0].nodes[0]", change: (0.5, 0))),
            (frame: 2, substep: 3, input: Set(path: "world.gravity", value: (0, 0.5))),
            (frame: 2, substep: 3, input: Set(path: "world.integrator", value: "Verlet")),
            (frame: 3, input: Set(path: "world.bounds", value: {"min": (0, 0), "max": (9, 9)})),
            (frame: 4, input: Pull((held: "bodies[0].nodes[0]", target: (1, 1), stiffness: 0.1, damping: 0))),
            (frame: 5, input: LetGo),
        ],
        hashes: ["0123456789abcdef fedcba9876543210"],
    )],
)"#;

#[test]
fn recording_written_by_hand_is_read() {
    let (recording, run) = recording::read(SMALL, TextFormat::Ron).unwrap();
    assert_eq!(recording.branches[0].hashes, [FrameHash { state: 0x0123456789abcdef, pose: 0xfedcba9876543210 }]);
    assert_eq!(run.journal().entries().len(), 6);
    assert_eq!(run.departure(), Some(0), "that hash is made up");
    assert!(matches!(&recording.branches[0].inputs[3].input, What::Set { value, .. } if value["max"] == json!([9, 9])));
}

#[test]
fn recording_errors_are_reported_with_their_place() {
    let cases = [
        ("recording: 1", "recording: 3", "recording", "a newer blobsmith is needed"),
        ("recording: 1,", "", "", "`recording` is missing"),
        ("id: 1,", "id: 0,", "branches[0].id", "a unique id"),
        ("id: 1,", "id: 1, colour: 3,", "branches[0].colour", "unknown field `colour`"),
        ("position: (3, 4)", "position: (3, NaN)", "level.bodies[0].nodes[0].position[1]", "not a finite number"),
        ("frame: 1,", "frame: 7,", "branches[0].inputs[1]", "is earlier than the preceding input"),
        (
            "substep: 3, input: Set(path: \"world.i",
            "substep: 16, input: Set(path: \"world.i",
            "branches[0].inputs[2]",
            "no substep 16",
        ),
        (
            "bodies[0].nodes[0]\", change",
            "bodies[0].nodes[1]\", change",
            "branches[0].inputs[0].input.Nudge.place",
            "bodies[0].nodes[1] does not exist",
        ),
        (
            "bodies[0].nodes[0]\", change",
            "node one\", change",
            "branches[0].inputs[0].input.Nudge.place",
            "names no part",
        ),
        ("world.gravity\"", "world.gravitas\"", "branches[0].inputs[1]", "did you mean `gravity`"),
        ("(0, 0.5)", "(0, \"up\")", "branches[0].inputs[1]", "expected a number"),
        ("stiffness: 0.1", "stiffness: inf", "branches[0].inputs[4].input.Pull.stiffness", "finite"),
        ("LetGo", "LetGone", "branches[0].inputs[5].input", "did you mean `LetGo`"),
        ("0123456789abcdef fed", "0123456789abcdefg fed", "branches[0].hashes[0]", "16 hexadecimal digits"),
        ("branches: [(", "present: 4, branches: [(", "present", "branch 4 does not exist"),
    ];
    for (old, new, place, words) in cases {
        let text = SMALL.replacen(old, new, 1);
        assert_ne!(text, SMALL, "{old}");
        let error = recording::read(&text, TextFormat::Ron).expect_err(new);
        assert_eq!(error.place, place, "{error}");
        assert!(error.reason.contains(words), "{error}");
        let (line, column) = error.position.expect("line and column");
        assert!(line <= text.lines().count() && column >= 1);
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}

#[test]
fn recording_reader_never_panics_on_damaged_texts() {
    let recording = run().recording();
    let mut dice = Dice::new(3);
    for format in [TextFormat::Ron, TextFormat::Json] {
        let text = recording::write(&recording, format);
        for cut in (0..text.len()).step_by(997) {
            if text.is_char_boundary(cut) {
                let _ = recording::read(&text[..cut], format);
            }
        }
        for _ in 0..300 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..1 + dice.roll(3) {
                let at = dice.roll(bytes.len() as u64) as usize;
                match dice.roll(3) {
                    0 => bytes[at] = b"0123456789,.()[]{}\"x-e"[dice.roll(22) as usize],
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, b"9,)\"-0"[dice.roll(6) as usize]),
                }
            }
            if let Ok(text) = String::from_utf8(bytes)
                && let Ok((_, mut run)) = recording::read(&text, format)
            {
                run.step_frame();
            }
        }
    }
}

#[test]
fn is_recording_accepts_names_with_run_before_the_ending() {
    for (name, is) in
        [("a.run.ron", true), ("b/a.RUN.json", true), ("run.ron", false), ("a.ron", false), ("a.run", false)]
    {
        assert_eq!(recording::is_recording(Path::new(name)), is, "{name}");
    }
}

#[test]
fn recording_files_are_loaded_by_their_ending() {
    let folder = tempfile::tempdir().unwrap();
    let recording = run().recording();
    for name in ["a.run.ron", "a.run.json"] {
        let path = folder.path().join(name);
        recording::save(&recording, &path).unwrap();
        assert_eq!(recording::load(&path).unwrap().0, recording);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file remains");
    let error = recording::load(&folder.path().join("none.run.ron")).unwrap_err();
    assert!(error.to_string().contains("none.run.ron") && error.reason.contains("cannot be read"), "{error}");
}
