//! Suggests a known word for an unknown one, by edit distance (Damerau–Levenshtein).

/// The candidate with the least edit distance, if that is small; among equals the first. None if no word is close.
pub(super) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    let allowed = match length {
        0 => return None,
        1..=3 => 1,
        4..=5 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let known = candidate.to_lowercase();
        // A prefix counts as close.
        let is_begun = length >= 2 && known.starts_with(&word);
        let distance = if is_begun { 1 } else { distance(&word, &known) };
        if distance > allowed || distance >= known.chars().count() {
            continue;
        }
        // Among equals the one with the same first letter: a typing error seldom affects it.
        let rank = 2 * distance + usize::from(known.chars().next() != word.chars().next());
        if best.is_none_or(|(least, _)| rank < least) {
            best = Some((rank, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Edit distance: insertions, deletions, substitutions and swaps of adjacent letters.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = least;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_words_with_few_typing_errors() {
        let words = ["area", "area_ratio", "pressure", "left", "x"];
        let near = |word| nearest(word, words);
        assert_eq!(near("lef"), Some("left"));
        assert_eq!(near("aera"), Some("area"));
        assert_eq!(near("Left"), Some("left"));
        assert_eq!(near("area_ratoi"), Some("area_ratio"));
        assert_eq!(near("presure"), Some("pressure"));
        assert_eq!(near("press"), Some("pressure"));
        assert_eq!(near("elephant"), None);
        assert_eq!(nearest("foo", ["top", "min"]), None, "one letter of three is equal");
        assert_eq!(near(""), None);
    }

    #[test]
    fn distance_counts_a_swap_as_one() {
        assert_eq!(distance("aera", "area"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }
}
