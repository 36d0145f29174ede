//! Text forms of values without one of their own, for `#[serde(with)]`, in messages between the window and its background
//! jobs.

/// A vector as `[x, y]`.
pub mod point {
    use crate::geometry::DVec2;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes a vector.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(point: &DVec2, serializer: S) -> Result<S::Ok, S::Error> {
        point.to_array().serialize(serializer)
    }

    /// Reads a vector.
    ///
    /// # Errors
    /// If it is not two numbers.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DVec2, D::Error> {
        <[f64; 2]>::deserialize(deserializer).map(DVec2::from_array)
    }
}

/// Bytes as two hexadecimal digits each.
pub mod bytes {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    const DIGITS: &[u8; 16] = b"0123456789abcdef";

    /// Writes bytes.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let text: String = digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect();
        serializer.serialize_str(&text)
    }

    /// Reads bytes.
    ///
    /// # Errors
    /// If it is not an even number of digits.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
        let byte = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?);
        let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(byte).collect();
        bytes.ok_or_else(|| D::Error::custom("not an even number of hexadecimal digits"))
    }
}
