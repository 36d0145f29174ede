//! Zip archives in memory: entries with DEFLATE or stored, as PKWARE's APPNOTE describes them, without encryption, ZIP64
//! or several disks.
//!
//! Invariant: reading is bounded in entries and bytes, and every entry is compared with its CRC-32.

use std::collections::BTreeMap;

/// Most entries that are read.
const MOST_ENTRIES: usize = 64;
/// Most bytes of all entries together.
const MOST_BYTES: usize = 512 << 20;
/// Signatures of the records.
const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
/// Length of the fixed parts of the records.
const LOCAL_LENGTH: usize = 30;
const CENTRAL_LENGTH: usize = 46;
const END_LENGTH: usize = 22;
/// Compression methods.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// 1 January 1980, so that equal contents give equal archives.
const DATE: u16 = 0x0021;

/// Files by name.
pub type Entries = BTreeMap<String, Vec<u8>>;

/// The bytes of an archive.
pub fn write(entries: &Entries) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, contents) in entries {
        let packed = miniz_oxide::deflate::compress_to_vec(contents, 6);
        let offset = archive.len() as u32;
        let mut common = Vec::new();
        // Version 2.0, names in UTF-8.
        for number in [20, 0x0800, DEFLATED, 0, DATE] {
            common.extend(u16::to_le_bytes(number));
        }
        for number in [crc32(contents), packed.len() as u32, contents.len() as u32] {
            common.extend(number.to_le_bytes());
        }
        common.extend((name.len() as u16).to_le_bytes());
        common.extend(u16::to_le_bytes(0));
        archive.extend(LOCAL.to_le_bytes());
        archive.extend(&common);
        archive.extend(name.as_bytes());
        archive.extend(packed);
        directory.extend(CENTRAL.to_le_bytes());
        directory.extend(u16::to_le_bytes(20));
        directory.extend(&common);
        // Comment, disk, internal and external attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (count, start) = (entries.len() as u16, archive.len() as u32);
    archive.extend(&directory);
    archive.extend(END.to_le_bytes());
    archive.extend([0; 4]);
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend((directory.len() as u32).to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    archive
}

/// Reads all entries.
///
/// # Errors
/// The reason, as part of a sentence.
pub fn read(archive: &[u8]) -> Result<Entries, String> {
    let last = archive.len().saturating_sub(END_LENGTH);
    let first = last.saturating_sub(usize::from(u16::MAX));
    let end = (first..=last).rev().find(|&at| number_at(archive, at) == Some(END));
    let end = end.ok_or("it is no zip archive, or its end is missing")?;
    let count = usize::from(short_at(archive, end + 10).ok_or_else(cut)?);
    let mut at = number_at(archive, end + 16).ok_or_else(cut)? as usize;
    if count > MOST_ENTRIES {
        return Err(format!("it has {count} entries, at most {MOST_ENTRIES} are read"));
    }
    let (mut entries, mut room) = (Entries::new(), MOST_BYTES);
    for _ in 0..count {
        if number_at(archive, at) != Some(CENTRAL) {
            return Err("its list of entries is damaged".to_owned());
        }
        let lengths = [28, 30, 32].map(|field| short_at(archive, at + field).map(usize::from));
        let [Some(name), Some(extra), Some(comment)] = lengths else { return Err(cut()) };
        let text = part(archive, at + CENTRAL_LENGTH, name)?;
        let text = String::from_utf8(text.to_vec()).map_err(|_| "the name of an entry is no text".to_owned())?;
        let contents = entry(archive, at, room).map_err(|reason| format!("its entry {text} {reason}"))?;
        room -= contents.len();
        entries.insert(text, contents);
        at += CENTRAL_LENGTH + name + extra + comment;
    }
    Ok(entries)
}

/// The contents of the entry whose central record is at `at`.
fn entry(archive: &[u8], at: usize, room: usize) -> Result<Vec<u8>, String> {
    let method = short_at(archive, at + 10).ok_or_else(cut)?;
    let numbers = [16, 20, 24, 42].map(|field| number_at(archive, at + field));
    let [Some(checksum), Some(packed), Some(size), Some(local)] = numbers else { return Err(cut()) };
    let (packed, size, local) = (packed as usize, size as usize, local as usize);
    if size > room {
        return Err(format!("is too large: the archive may have {} MiB", MOST_BYTES >> 20));
    }
    if number_at(archive, local) != Some(LOCAL) {
        return Err("is not where the list says".to_owned());
    }
    let lengths = [26, 28].map(|field| short_at(archive, local + field).map(usize::from));
    let [Some(name), Some(extra)] = lengths else { return Err(cut()) };
    let bytes = part(archive, local + LOCAL_LENGTH + name + extra, packed)?;
    let contents = match method {
        STORED => bytes.to_vec(),
        DEFLATED => miniz_oxide::inflate::decompress_to_vec_with_limit(bytes, size)
            .map_err(|_| "is damaged: it cannot be decompressed".to_owned())?,
        _ => return Err(format!("has the unknown compression {method}")),
    };
    if contents.len() != size || crc32(&contents) != checksum {
        return Err("is damaged: its checksum differs".to_owned());
    }
    Ok(contents)
}

fn cut() -> String {
    "it was cut off".to_owned()
}

fn part(archive: &[u8], at: usize, length: usize) -> Result<&[u8], String> {
    at.checked_add(length).and_then(|end| archive.get(at..end)).ok_or_else(cut)
}

fn short_at(archive: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(archive.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

fn number_at(archive: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(archive.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// CRC-32 with the reflected polynomial 0xEDB88320, bit by bit from a table of bytes.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut index = 0;
        while index < 256 {
            let (mut value, mut bit) = (index as u32, 0);
            while bit < 8 {
                value = if value & 1 == 1 { 0xEDB8_8320 ^ (value >> 1) } else { value >> 1 };
                bit += 1;
            }
            table[index] = value;
            index += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc, &byte| TABLE[((crc ^ u32::from(byte)) & 0xFF) as usize] ^ (crc >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Entries {
        let long: Vec<u8> = (0..9000_u32).map(|index| (index % 7) as u8).collect();
        [("a.txt", b"hello".to_vec()), ("empty", Vec::new()), ("ä/long.bin", long)]
            .into_iter()
            .map(|(name, contents)| (name.to_owned(), contents))
            .collect()
    }

    #[test]
    fn crc32_of_the_digits_is_the_published_check_value() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn archive_returns_its_entries() {
        assert_eq!(read(&write(&entries())).unwrap(), entries());
        assert_eq!(read(&write(&Entries::new())).unwrap(), Entries::new());
    }

    #[test]
    fn damaged_archives_are_refused_and_never_panic() {
        let archive = write(&entries());
        for end in 0..archive.len() {
            assert!(read(&archive[..end]).is_err(), "cut at {end}");
        }
        for at in 0..archive.len() {
            let mut damaged = archive.clone();
            damaged[at] ^= 0xFF;
            // Dates and flags do not matter; everything else is noticed or gives the same contents.
            if let Ok(read) = read(&damaged) {
                assert!(read.values().all(|contents| entries().values().any(|known| known == contents)), "byte {at}");
            }
        }
        assert!(read(b"no archive at all, but a text").unwrap_err().contains("no zip archive"));
    }
}
