//! Parses the lines of a file: four letters, then numbers.

use super::refusal;
use crate::geometry::DVec2;
use crate::level::format::FormatError;
use std::collections::BTreeMap;

/// Maximum size of a file, in bytes.
const MOST_BYTES: usize = 8 << 20;
const MOST_MASSES: usize = 200_000;
const MOST_SPRINGS: usize = 1_000_000;
/// Maximum number of remarks about single lines.
const MOST_REMARKS: usize = 20;
/// The first line of every file.
const HEADER: &str = "#1.0";
/// Forces by their number in the file; gravity is number 0.
const FORCES: [&str; 4] = [
    "gravity",
    "attraction of the centre of mass to the centre",
    "attraction of masses to the centre",
    "repulsion by the walls",
];
/// Settings of the XSpringies window: values for new objects, display, grid, and its integrator.
const WINDOW: [&str; 9] = ["cmas", "elas", "kspr", "kdmp", "fixm", "shws", "cent", "prec", "gsnp"];

/// A mass; lengths in pixels.
pub(super) struct XspMass {
    /// Its number in the file.
    pub id: i64,
    pub position: DVec2,
    pub velocity: DVec2,
    /// Mass, > 0.
    pub mass: f64,
    /// Elasticity against walls, >= 0.
    pub elasticity: f64,
    /// True for a mass that does not move.
    pub is_fixed: bool,
}

/// A spring between two masses.
pub(super) struct XspSpring {
    /// Indices of the masses.
    pub ends: [usize; 2],
    pub stiffness: f64,
    pub damping: f64,
    /// Rest length in pixels, >= 0.
    pub rest_length: f64,
}

/// The contents of a file.
#[derive(Default)]
pub(super) struct XspFile {
    pub masses: Vec<XspMass>,
    pub springs: Vec<XspSpring>,
    /// Acceleration in pixels per time², and its direction in degrees: 0 is down, 90 is right.
    pub gravity: Option<[f64; 2]>,
    /// Deceleration per velocity, >= 0.
    pub viscosity: f64,
    /// Time step; 0 if the file contains none.
    pub step: f64,
    /// Walls at the top, left, right and bottom.
    pub walls: [bool; 4],
    /// Omissions, one sentence each.
    pub remarks: Vec<String>,
}

/// The numbers of one line.
struct XspLine<'a> {
    number: usize,
    text: &'a str,
    words: std::str::SplitWhitespace<'a>,
    command: &'a str,
}

impl<'a> XspLine<'a> {
    fn of(number: usize, text: &'a str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let command = words.next()?;
        Some(Self { number, text, words, command })
    }

    /// An error at a word of this line, or behind its end.
    fn error(&self, word: Option<&str>, reason: String) -> FormatError {
        let byte = word.map_or(self.text.trim_end().len(), |word| word.as_ptr() as usize - self.text.as_ptr() as usize);
        let column = self.text.get(..byte).map_or(1, |before| before.chars().count() + 1);
        FormatError { position: Some((self.number, column)), ..refusal(self.command, reason) }
    }

    fn value(&mut self, what: &str) -> Result<(&'a str, f64), FormatError> {
        let Some(word) = self.words.next() else { return Err(self.error(None, format!("the {what} is missing"))) };
        match word.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok((word, value)),
            _ => {
                let short: String = word.chars().take(20).collect();
                Err(self.error(Some(word), format!("the {what} must be a number, not `{short}`")))
            }
        }
    }

    fn number(&mut self, what: &str) -> Result<f64, FormatError> {
        Ok(self.value(what)?.1)
    }

    /// A number that must not be negative.
    fn amount(&mut self, what: &str) -> Result<f64, FormatError> {
        let (word, value) = self.value(what)?;
        if value < 0.0 {
            return Err(self.error(Some(word), format!("the {what} must not be negative")));
        }
        Ok(value)
    }

    fn id(&mut self, what: &str) -> Result<(&'a str, i64), FormatError> {
        let (word, value) = self.value(what)?;
        if value.fract() != 0.0 || value.abs() > 1e15 {
            return Err(self.error(Some(word), format!("the {what} must be a whole number")));
        }
        Ok((word, value as i64))
    }

    fn is_on(&mut self, what: &str) -> Result<bool, FormatError> {
        Ok(self.number(what)? != 0.0)
    }
}

/// Index of each id, and the end words of each spring until all masses are known.
#[derive(Default)]
struct Reader<'a> {
    file: XspFile,
    masses: BTreeMap<i64, usize>,
    springs: BTreeMap<i64, usize>,
    ends: Vec<(XspLine<'a>, [(&'a str, i64); 2])>,
    settings: Vec<String>,
    left_out: usize,
}

/// Parses a file.
///
/// # Errors
/// With line and column, and the command as place.
pub(super) fn read(bytes: &[u8]) -> Result<XspFile, FormatError> {
    if bytes.len() > MOST_BYTES {
        return Err(refusal("", format!("a scene has at most {} MB", MOST_BYTES >> 20)));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| refusal("", format!("not an XSpringies file: byte {} is not UTF-8", error.valid_up_to())))?;
    let mut lines = text.lines().enumerate().filter_map(|(index, text)| XspLine::of(index + 1, text));
    match lines.next() {
        Some(line) if line.command == HEADER => {}
        Some(line) => {
            let reason = format!("not an XSpringies file: the first line must be {HEADER}");
            return Err(FormatError { position: Some((line.number, 1)), ..refusal("", reason) });
        }
        None => return Err(refusal("", "the file is empty")),
    }
    let mut reader = Reader::default();
    for line in lines {
        reader.line(line)?;
    }
    reader.finish()
}

impl<'a> Reader<'a> {
    fn line(&mut self, mut line: XspLine<'a>) -> Result<(), FormatError> {
        match line.command {
            "mass" => self.mass(&mut line)?,
            "spng" => return self.spring(line),
            "frce" => self.force(&mut line)?,
            "visc" => self.file.viscosity = line.amount("viscosity")?,
            "step" => self.file.step = line.amount("time step")?,
            "wall" => {
                for (side, name) in ["top wall", "left wall", "right wall", "bottom wall"].into_iter().enumerate() {
                    self.file.walls[side] = line.is_on(name)?;
                }
            }
            "stck" => {
                if line.number("stickiness")? != 0.0 {
                    self.leave_out(&line, "walls are not sticky");
                }
            }
            "adpt" => {
                if line.is_on("adaptive time step")? {
                    self.leave_out(&line, "the number of substeps is fixed");
                }
            }
            command if WINDOW.contains(&command) => {
                if self.settings.len() < MOST_REMARKS {
                    self.settings.push(format!("`{command}`"));
                }
                return Ok(());
            }
            command if command.starts_with('#') => return Ok(()),
            _ => {
                self.leave_out(&line, "the command is unknown");
                return Ok(());
            }
        }
        self.rest_of(&mut line);
        Ok(())
    }

    /// Reports values behind the known ones.
    fn rest_of(&mut self, line: &mut XspLine<'a>) {
        let count = line.words.by_ref().count();
        if count > 0 {
            self.remark(format!("line {}: {count} more values than `{}` has are left out", line.number, line.command));
        }
    }

    fn leave_out(&mut self, line: &XspLine, reason: &str) {
        let text: String = line.text.trim().chars().take(60).collect();
        self.remark(format!("line {}: `{text}` is left out: {reason}", line.number));
    }

    fn remark(&mut self, remark: String) {
        if self.file.remarks.len() < MOST_REMARKS { self.file.remarks.push(remark) } else { self.left_out += 1 }
    }

    fn mass(&mut self, line: &mut XspLine<'a>) -> Result<(), FormatError> {
        let (word, id) = line.id("number of the mass")?;
        if self.masses.insert(id, self.file.masses.len()).is_some() {
            return Err(line.error(Some(word), format!("there are two masses {id}")));
        }
        if self.file.masses.len() == MOST_MASSES {
            return Err(line.error(None, format!("a scene has at most {MOST_MASSES} masses")));
        }
        let position = DVec2::new(line.number("x position")?, line.number("y position")?);
        let velocity = DVec2::new(line.number("x velocity")?, line.number("y velocity")?);
        let (word, mass) = line.value("mass")?;
        if mass == 0.0 {
            return Err(line.error(Some(word), "the mass must not be 0".to_owned()));
        }
        let elasticity = line.amount("elasticity")?;
        let is_fixed = mass < 0.0;
        self.file.masses.push(XspMass { id, position, velocity, mass: mass.abs(), elasticity, is_fixed });
        Ok(())
    }

    fn spring(&mut self, mut line: XspLine<'a>) -> Result<(), FormatError> {
        let (word, id) = line.id("number of the spring")?;
        if self.springs.insert(id, self.ends.len()).is_some() {
            return Err(line.error(Some(word), format!("there are two springs {id}")));
        }
        if self.file.springs.len() == MOST_SPRINGS {
            return Err(line.error(None, format!("a scene has at most {MOST_SPRINGS} springs")));
        }
        let ends = [line.id("first mass")?, line.id("second mass")?];
        let stiffness = line.amount("spring constant")?;
        let damping = line.amount("damping")?;
        let rest_length = line.amount("rest length")?;
        self.file.springs.push(XspSpring { ends: [0, 0], stiffness, damping, rest_length });
        self.rest_of(&mut line);
        self.ends.push((line, ends));
        Ok(())
    }

    fn force(&mut self, line: &mut XspLine<'a>) -> Result<(), FormatError> {
        let (_, id) = line.id("number of the force")?;
        let is_on = line.is_on("switch")?;
        let values = [line.number("first value")?, line.number("second value")?];
        let name = usize::try_from(id).ok().and_then(|id| FORCES.get(id));
        match name {
            Some(_) if id == 0 => self.file.gravity = is_on.then_some(values),
            Some(name) if is_on => self.leave_out(line, &format!("there is no {name}")),
            None => self.leave_out(line, "the force is unknown"),
            Some(_) => {}
        }
        Ok(())
    }

    /// Resolves the ends of the springs.
    fn finish(mut self) -> Result<XspFile, FormatError> {
        if self.file.masses.is_empty() {
            return Err(refusal("", "the file has no masses"));
        }
        let ends = std::mem::take(&mut self.ends);
        let springs = std::mem::take(&mut self.file.springs);
        for ((line, ends), spring) in ends.into_iter().zip(springs) {
            let mut found = [0, 0];
            for ((word, id), index) in ends.into_iter().zip(&mut found) {
                let Some(&mass) = self.masses.get(&id) else {
                    return Err(line.error(Some(word), format!("there is no mass {id}")));
                };
                *index = mass;
            }
            if found[0] == found[1] {
                self.leave_out(&line, "it joins a mass to itself");
            } else {
                self.file.springs.push(XspSpring { ends: found, ..spring });
            }
        }
        if !self.settings.is_empty() {
            let settings = self.settings.join(", ");
            self.file.remarks.push(format!("{settings}: settings of the XSpringies window are left out"));
        }
        if self.left_out > 0 {
            self.file.remarks.push(format!("and {} more lines are left out", self.left_out));
        }
        Ok(self.file)
    }
}
