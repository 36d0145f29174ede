//! Typed points: `1.5, 2` absolute, `@1, 0` relative to the previous point, `2<45` as length and angle.

use super::Press;
use crate::geometry::DVec2;

/// The typed text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Typed {
    text: String,
    is_open: bool,
    /// Whether it accepts one point after another, because it was opened explicitly.
    stays: bool,
}

/// Result of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum KeyOutcome {
    /// The key was not used.
    Ignored,
    /// The key was used.
    Taken,
    /// A point was entered.
    Point(DVec2),
}

/// Characters of numbers.
const LETTERS: &str = "0123456789.,;-+@<eE ";
/// Characters that a number can begin with.
const FIRST: &str = "0123456789.-+@";
/// Maximum length.
const LONGEST: usize = 60;

/// True if a character is allowed after the first one.
pub fn is_letter(letter: char) -> bool {
    LETTERS.contains(letter)
}

impl Typed {
    /// Opens an empty text that accepts one point after another.
    pub fn open(&mut self) {
        *self = Self { text: String::new(), is_open: true, stays: true };
    }

    /// Closes the text; returns true if it was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(self).is_open
    }

    /// The text, while open.
    pub fn text(&self) -> Option<&str> {
        self.is_open.then_some(&self.text)
    }

    /// True if it uses a key; if `begins`, number characters open it.
    pub fn claims(&self, press: Press, begins: bool) -> bool {
        match press {
            Press::Letter(letter) if self.is_open => LETTERS.contains(letter),
            Press::Letter(letter) => begins && FIRST.contains(letter),
            Press::Delete => false,
            _ => self.is_open,
        }
    }

    /// Handles a key.
    pub fn press(&mut self, press: Press, begins: bool, from: Option<DVec2>) -> KeyOutcome {
        if !self.claims(press, begins) {
            return KeyOutcome::Ignored;
        }
        match press {
            Press::Letter(letter) => {
                self.is_open = true;
                if self.text.len() < LONGEST {
                    self.text.push(letter);
                }
            }
            Press::Backspace => {
                if self.text.pop().is_none() {
                    self.close();
                }
            }
            Press::Escape | Press::Delete => {
                self.close();
            }
            Press::Enter if self.text.trim().is_empty() => {
                self.close();
            }
            Press::Enter => {
                if let Ok(point) = parse(&self.text, from) {
                    let stays = self.stays;
                    self.close();
                    if stays {
                        self.open();
                    }
                    return KeyOutcome::Point(point);
                }
            }
        }
        KeyOutcome::Taken
    }

    /// The point that the present text means.
    pub fn meaning(&self, from: Option<DVec2>) -> Result<DVec2, String> {
        parse(&self.text, from)
    }
}

/// Parses a point; `from` is the previous point.
pub fn parse(text: &str, from: Option<DVec2>) -> Result<DVec2, String> {
    let text = text.trim();
    let base = || from.ok_or_else(|| "there is no previous point".to_owned());
    let (relative, plain) = match text.strip_prefix('@') {
        Some(rest) => (true, rest.trim()),
        None => (false, text),
    };
    if let Some((length, degrees)) = plain.split_once('<') {
        let (length, degrees) = (number(length)?, number(degrees)?);
        let turn = degrees.to_radians();
        return Ok(base()? + DVec2::new(libm::cos(turn), libm::sin(turn)) * length);
    }
    let parts: Vec<&str> = plain.split([',', ';', ' ']).filter(|part| !part.is_empty()).collect();
    let &[x, y] = &parts[..] else {
        return Err("enter x, y; or @x, y from the previous point; or length<angle".to_owned());
    };
    let point = DVec2::new(number(x)?, number(y)?);
    Ok(if relative { base()? + point } else { point })
}

fn number(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| format!("“{}” is not a number", text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_points_are_absolute_relative_or_polar() {
        let from = Some(DVec2::new(1.0, 2.0));
        assert_eq!(parse("1.5, -2", None), Ok(DVec2::new(1.5, -2.0)));
        assert_eq!(parse("1.5 -2", None), Ok(DVec2::new(1.5, -2.0)));
        assert_eq!(parse("@1,0.5", from), Ok(DVec2::new(2.0, 2.5)));
        let polar = parse("2<90", from).unwrap();
        assert!(polar.distance(DVec2::new(1.0, 4.0)) < 1e-15);
        for bad in ["", "1", "1,2,3", "a,b", "@1,1", "2<45", "1e999, 0", "1,,", "<", "@"] {
            assert!(parse(bad, None).is_err(), "{bad}");
        }
    }

    #[test]
    fn typed_keys_build_a_point_and_errors_keep_the_field_open() {
        let mut typed = Typed::default();
        assert_eq!(typed.press(Press::Letter('1'), false, None), KeyOutcome::Ignored, "it is not open");
        for letter in "1,2".chars() {
            assert_eq!(typed.press(Press::Letter(letter), true, None), KeyOutcome::Taken);
        }
        typed.press(Press::Backspace, false, None);
        assert_eq!(typed.press(Press::Enter, false, None), KeyOutcome::Taken, "one number is no point");
        typed.press(Press::Letter('5'), false, None);
        assert_eq!(typed.press(Press::Enter, false, None), KeyOutcome::Point(DVec2::new(1.0, 5.0)));
        assert_eq!(typed.text(), None);
        typed.open();
        typed.press(Press::Escape, false, None);
        assert_eq!(typed.text(), None);
    }

    #[test]
    fn typed_field_stays_open_for_the_next_point() {
        let mut typed = Typed::default();
        typed.open();
        for point in [[3.0, 4.0], [5.0, 6.0]] {
            for letter in format!("{}, {}", point[0], point[1]).chars() {
                typed.press(Press::Letter(letter), false, None);
            }
            assert_eq!(typed.press(Press::Enter, false, None), KeyOutcome::Point(point.into()));
            assert_eq!(typed.text(), Some(""));
        }
        assert_eq!(typed.press(Press::Enter, false, None), KeyOutcome::Taken);
        assert_eq!(typed.text(), None, "Enter on nothing is enough");
    }
}
