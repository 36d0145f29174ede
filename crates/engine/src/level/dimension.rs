//! Units of values, as powers of the mass (m), length (l) and time (t) of a level, and of degrees (°).

use std::fmt;

/// Powers of m, l, t and °, each from -9 to 9. All are 0 for counts and parts of a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dimension([i8; 4]);

/// Greatest power.
const MOST: i8 = 9;
const LETTERS: [&str; 4] = ["m", "l", "t", "°"];
/// Powers from 2 to [`MOST`].
const POWERS: [char; 8] = ['²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

impl Dimension {
    /// Of counts and parts of a whole.
    pub const NONE: Self = Self([0; 4]);
    /// Of a mass.
    pub const MASS: Self = Self::of(1, 0, 0);
    /// Of a length.
    pub const LENGTH: Self = Self::of(0, 1, 0);
    /// Of a time.
    pub const TIME: Self = Self::of(0, 0, 1);
    /// Of an angle in degrees.
    pub const DEGREES: Self = Self([0, 0, 0, 1]);

    /// These powers of mass, length and time.
    pub const fn of(mass: i8, length: i8, time: i8) -> Self {
        Self([mass, length, time, 0])
    }

    /// Unit of `a * b^power`. None if a power is too large.
    pub fn times(self, other: Self, power: i8) -> Option<Self> {
        let mut powers = self.0;
        for (sum, own) in powers.iter_mut().zip(other.0) {
            *sum = own
                .checked_mul(power)
                .and_then(|own| sum.checked_add(own))
                .filter(|sum| (-MOST..=MOST).contains(sum))?;
        }
        Some(Self(powers))
    }

    /// Unit of the square root. None if a power is odd.
    pub fn root(self) -> Option<Self> {
        self.0.iter().all(|power| power % 2 == 0).then(|| Self(self.0.map(|power| power / 2)))
    }

    /// Reads a text such as `m·l²/t²`; all letters after the first `/` are below. None for other texts.
    pub fn parse(text: &str) -> Option<Self> {
        let (mut unit, mut sign) = (Self::NONE, 1);
        for part in text.split_inclusive(['·', '/']) {
            let word = part.trim_end_matches(['·', '/']);
            let letters = word.trim_end_matches(POWERS);
            let power = match word[letters.len()..].chars().collect::<Vec<_>>()[..] {
                [] => 1,
                [power] => 2 + POWERS.iter().position(|known| *known == power)? as i8,
                _ => return None,
            };
            if word != "1" {
                let mut of = [0; 4];
                of[LETTERS.iter().position(|letter| *letter == letters)?] = 1;
                unit = unit.times(Self(of), sign * power)?;
            }
            if part.ends_with('/') {
                sign = -1;
            }
        }
        (!text.ends_with(['·', '/']) && unit != Self::NONE).then_some(unit)
    }

    /// Its text with these names of m, l, t and °; empty for [`Self::NONE`].
    pub fn write(self, names: [&str; 4]) -> String {
        let word = |power: i8, name: &str| match power {
            1 => name.to_owned(),
            _ => format!("{name}{}", POWERS[power as usize - 2]),
        };
        let side = |sign: i8| -> Vec<String> {
            let powers = self.0.iter().zip(names).map(|(power, name)| (power * sign, name));
            powers.filter(|(power, _)| *power > 0).map(|(power, name)| word(power, name)).collect()
        };
        let (above, below) = (side(1).join("·"), side(-1).join("/"));
        match (above.is_empty(), below.is_empty()) {
            (_, true) => above,
            (true, false) => format!("1/{below}"),
            (false, false) => format!("{above}/{below}"),
        }
    }

    /// What a value is multiplied by if m, l and t become units of these sizes. None for angles and [`Self::NONE`].
    pub fn factor(self, sizes: [f64; 3]) -> Option<f64> {
        let [powers @ .., degrees] = self.0;
        let factor = || sizes.iter().zip(powers).map(|(size, power)| size.powi(power.into())).product();
        (degrees == 0 && self != Self::NONE).then(factor)
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(LETTERS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimension_is_written_as_it_is_read() {
        for text in ["m", "l²", "m·l²/t²", "l/t", "m/t²", "1/t", "°", "°/t", "m/l/t³", "l⁹"] {
            assert_eq!(Dimension::parse(text).map(|unit| unit.to_string()).as_deref(), Some(text));
        }
        assert_eq!(Dimension::parse("m/l·t").map(|unit| unit.to_string()).as_deref(), Some("m/l/t"));
        for text in ["", "%", "m·x", "m·", "l/", "l²²", "1", "mass"] {
            assert_eq!(Dimension::parse(text), None, "{text}");
        }
    }

    #[test]
    fn dimension_of_products_powers_and_roots() {
        let speed = Dimension::of(0, 1, -1);
        assert_eq!(Dimension::MASS.times(speed, 2).map(|unit| unit.to_string()).as_deref(), Some("m·l²/t²"));
        assert_eq!(Dimension::LENGTH.times(speed, -1), Some(Dimension::TIME));
        assert_eq!(speed.times(speed, -1), Some(Dimension::NONE));
        assert_eq!(Dimension::of(0, 2, -2).root(), Some(speed));
        assert_eq!(speed.root(), None);
        let area = Dimension::of(0, 2, 0);
        assert_eq!([9, 100, -64, -128].map(|power| area.times(area, power)), [None; 4]);
        assert_eq!(speed.factor([1.0, 2.0, 0.5]), Some(4.0));
        assert_eq!([Dimension::NONE, Dimension::DEGREES].map(|unit| unit.factor([1.0; 3])), [None, None]);
    }
}
