//! The diagnosis of the level in hand, made beside the pictures in slices, and of the level with a remedy tried on it.
//!
//! Must never know: widgets, how illnesses are found.

use crate::debugger::diagnosis::{self, Course, Diagnosis, Illness, Remedy};
use crate::level::{Level, Twin, TwinSet};
use std::sync::Arc;
use web_time::{Duration, Instant};

/// What its panel may want.
pub enum Wish {
    /// Look at so many frames.
    Frames(u64),
    /// Tell of this illness.
    Choose(Illness),
    /// Look what would come of a remedy.
    Try(Remedy),
}

/// Frames that are looked at unless said otherwise.
const FRAMES: u64 = 240;
/// Frames that can be asked for.
pub const MOST_FRAMES: u64 = 100_000;
/// Time that may go by in a picture.
const SLICE: Duration = Duration::from_millis(7);
/// Trials kept.
const TRIALS: usize = 24;

/// See the module.
pub struct Clinic {
    /// Frames to look at.
    pub frames: u64,
    /// The illness that is told of, where the level has it.
    pub chosen: Option<Illness>,
    /// What was found so far.
    pub found: Arc<Diagnosis>,
    /// Remedies that were tried, or are.
    pub trials: Vec<Trial>,
    course: Option<Course>,
    subject: Option<(Arc<Level>, u64)>,
    /// Levels that were looked at before, with what was tried on each.
    earlier: Vec<(Arc<Level>, u64, Vec<Trial>)>,
}

/// Levels whose trials are kept.
const EARLIER: usize = 8;

/// A remedy tried.
pub struct Trial {
    /// What was changed.
    pub remedy: Remedy,
    course: Course,
    /// What was found, once all frames were looked at.
    pub outcome: Option<Diagnosis>,
}

impl Trial {
    /// Part of the way, 0 to 1.
    pub fn progress(&self) -> f32 {
        part(&self.course)
    }
}

impl Default for Clinic {
    fn default() -> Self {
        let found = Arc::new(Diagnosis::default());
        Self {
            frames: FRAMES,
            chosen: None,
            found,
            trials: Vec::new(),
            course: None,
            subject: None,
            earlier: Vec::new(),
        }
    }
}

fn part(course: &Course) -> f32 {
    course.frames_done() as f32 / course.frames().max(1) as f32
}

impl Clinic {
    /// Does what the panel wants; in words, why not.
    pub fn wish(&mut self, wish: Wish) -> Result<(), String> {
        match wish {
            Wish::Frames(frames) => self.frames = frames.clamp(1, MOST_FRAMES),
            Wish::Choose(illness) => self.chosen = Some(illness),
            Wish::Try(remedy) => {
                let Some((level, frames)) = &self.subject else { return Ok(()) };
                let changed = remedy.apply(level)?;
                let course = Course::new(&changed, *frames).map_err(|error| error.to_string())?;
                self.trials.retain(|trial| trial.remedy.edits != remedy.edits);
                if self.trials.len() == TRIALS {
                    self.trials.remove(0);
                }
                self.trials.push(Trial { remedy, course, outcome: None });
            }
        }
        Ok(())
    }

    /// Goes on for a slice; whether there is more to do. Another level, or another number of frames, begins anew.
    pub fn follow(&mut self, level: &Arc<Level>) -> bool {
        let is_known = self.subject.as_ref().is_some_and(|(known, frames)| {
            *frames == self.frames && (Arc::ptr_eq(known, level) || runs_alike(known, level))
        });
        if !is_known {
            self.course = Course::new(level, self.frames).ok();
            self.change_subject(level);
            self.found = Arc::new(Diagnosis::default());
        } else if let Some((known, _)) = &mut self.subject {
            // The same run under another name.
            known.clone_from(level);
        }
        let end = Instant::now() + SLICE;
        let mut goes_on = || Instant::now() < end;
        if let Some(course) = &mut self.course {
            let is_done = course.follow(&mut goes_on);
            self.found = Arc::new(course.diagnosis());
            if !is_done {
                return true;
            }
            self.course = None;
        }
        for trial in self.trials.iter_mut().filter(|trial| trial.outcome.is_none()) {
            if !trial.course.follow(&mut goes_on) {
                return true;
            }
            trial.outcome = Some(trial.course.diagnosis());
        }
        false
    }

    /// Turns to another level: keeps what was tried on the last one, and takes back what was tried on this one before.
    fn change_subject(&mut self, level: &Arc<Level>) {
        let mut trials = std::mem::take(&mut self.trials);
        trials.retain(|trial| trial.outcome.is_some());
        if let Some((last, frames)) = self.subject.take().filter(|_| !trials.is_empty()) {
            self.earlier.push((last, frames, trials));
            if self.earlier.len() > EARLIER {
                self.earlier.remove(0);
            }
        }
        let is_this =
            |(known, frames, _): &(Arc<Level>, u64, Vec<Trial>)| *frames == self.frames && runs_alike(known, level);
        if let Some(index) = self.earlier.iter().position(is_this) {
            self.trials = self.earlier.remove(index).2;
        }
        self.subject = Some((level.clone(), self.frames));
    }

    /// Whether what was found is of this level: who does not look goes on with another one.
    pub fn is_of(&self, level: &Arc<Level>) -> bool {
        self.subject.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, level))
    }

    /// Part of the way while it goes on, 0 to 1.
    pub fn progress(&self) -> Option<f32> {
        self.course.as_ref().map(part)
    }

    /// The illness that is told of: the chosen one, else the gravest.
    pub fn shown(&self) -> Option<&diagnosis::Diagnosed> {
        let chosen = self.chosen.and_then(|illness| self.found.of(illness));
        chosen.or(self.found.illnesses.first())
    }

    /// The trial of a remedy.
    pub fn trial(&self, remedy: &Remedy) -> Option<&Trial> {
        self.trials.iter().find(|trial| trial.remedy.edits == remedy.edits)
    }
}

/// Whether two levels differ only in what the engine does not read.
pub fn runs_alike(a: &Level, b: &Level) -> bool {
    let bare = |level: &Level| (level.bodies.len(), level.discs.len(), level.obstacles.len());
    bare(a) == bare(b) && a.world == b.world && a.bodies == b.bodies && a.discs == b.discs && a.obstacles == b.obstacles
}

/// The twin that runs a level with a remedy; none where it changes what parts there are.
pub fn twin_of(remedy: &Remedy) -> Option<Twin> {
    let sets = remedy.edits.iter().map(|edit| match edit {
        diagnosis::Edit::Set(path, value) => Some(TwinSet { path: path.clone(), value: value.clone() }),
        _ => None,
    });
    Some(Twin { set: sets.collect::<Option<_>>()?, ..Twin::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{EdgeChoice, format, gallery};

    fn level() -> Arc<Level> {
        let text = gallery::level("04-squares-distance").map(|row| row.text).unwrap_or_default();
        Arc::new(format::read(text, format::TextFormat::Ron).unwrap())
    }

    fn to_the_end(clinic: &mut Clinic, level: &Arc<Level>) {
        while clinic.follow(level) {}
    }

    #[test]
    fn a_remedy_is_tried_on_a_level_of_its_own() {
        let (level, mut clinic) = (level(), Clinic { frames: 40, ..Clinic::default() });
        to_the_end(&mut clinic, &level);
        assert_eq!(clinic.found.frames, 40);
        let before = clinic.found.count(Illness::WrongEdge);
        assert!(before > 0);
        let diagnosed = clinic.found.of(Illness::WrongEdge).unwrap().clone();
        let remedy = diagnosed.remedies(&level).remove(0);
        clinic.wish(Wish::Try(remedy.clone())).unwrap();
        to_the_end(&mut clinic, &level);
        let outcome = clinic.trial(&remedy).and_then(|trial| trial.outcome.as_ref()).unwrap();
        assert!(outcome.count(Illness::WrongEdge) < before, "{outcome:?}");
        assert_eq!(level.world.contact.edge_choice, EdgeChoice::Distance, "the level is as it was");
        // Another level and back: what was tried is there at once.
        let mut other = (*level).clone();
        other.world.gravity = [0.0, -1.0];
        clinic.follow(&Arc::new(other));
        assert!(clinic.trial(&remedy).is_none());
        clinic.follow(&level);
        assert!(clinic.trial(&remedy).is_some_and(|trial| trial.outcome.is_some()));
        // The same as a twin.
        let twin = twin_of(&remedy).unwrap();
        assert_eq!(twin.checked(&level).unwrap(), remedy.apply(&level).unwrap());
    }

    #[test]
    fn another_level_begins_anew_and_other_words_do_not() {
        let (level, mut clinic) = (level(), Clinic { frames: 5, ..Clinic::default() });
        to_the_end(&mut clinic, &level);
        let renamed = Arc::new(Level { name: "other".to_owned(), ..(*level).clone() });
        clinic.follow(&renamed);
        assert_eq!((clinic.found.frames, clinic.progress()), (5, None));
        assert!(clinic.is_of(&renamed) && !clinic.is_of(&level));
        let mut other = (*level).clone();
        other.world.gravity = [0.0, -1.0];
        to_the_end(&mut clinic, &Arc::new(other));
        assert_eq!(clinic.found.frames, 5);
        assert!(clinic.wish(Wish::Frames(0)).is_ok() && clinic.frames == 1);
    }
}
