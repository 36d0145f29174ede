//! Numbers as text without any loss: 16 hexadecimal digits each, the bits of an IEEE 754 double, joined.

use glam::DVec2;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};

/// A list of points, each two numbers as bits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointBits(pub Vec<DVec2>);

impl PointBits {
    /// True if the list is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for PointBits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(self.0.len() * 32);
        for number in self.0.iter().flat_map(|point| point.to_array()) {
            let digits = number.to_bits().to_be_bytes().into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
            text.extend(digits.map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)])));
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for PointBits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || D::Error::custom("expected 32 hexadecimal digits per point: the bits of x and y");
        if !text.len().is_multiple_of(32) || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let number = |digits: &str| u64::from_str_radix(digits, 16).map(f64::from_bits).map_err(|_| wrong());
        let points = (0..text.len()).step_by(32);
        let points = points.map(|at| Ok(DVec2::new(number(&text[at..at + 16])?, number(&text[at + 16..at + 32])?)));
        points.collect::<Result<_, _>>().map(Self)
    }
}
