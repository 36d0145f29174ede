//! Ranked word search over short texts: whole words, then prefixes, then substrings.
//!
//! The score of a word depends on the field (title, synonym, path, text) and on the kind of match (whole, prefix,
//! substring). A query that equals a whole title or synonym gets a bonus. The score of a query is the weighted mean over
//! its words; light words such as "show" or "add" have a small weight. Less than half of the weight may be missing in a
//! document, if a word of full weight is a whole word of the title or of a synonym. Case and common English endings are
//! ignored.

/// Fields of a document, highest weight first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fields<'a> {
    /// Name.
    pub title: &'a str,
    /// Other names: phrases, separated by commas.
    pub synonyms: &'a str,
    /// Menu path or list.
    pub path: &'a str,
    /// Description.
    pub text: &'a str,
}

/// A word: lower case, and without its ending.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    lower: String,
    stem: String,
}

/// A text prepared for searching.
#[derive(Clone, Debug, Default)]
pub struct Document {
    title: Vec<Word>,
    synonyms: Vec<Vec<Word>>,
    path: Vec<Word>,
    text: Vec<Word>,
}

/// Words of a query.
#[derive(Clone, Debug)]
pub struct Query {
    words: Vec<Word>,
    weights: Vec<i32>,
    /// True if any share of the words may be missing.
    is_loose: bool,
}

/// Result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Higher is better; a single whole word of a title scores 1000.
    pub score: i32,
    /// Index of the matched synonym, if the title does not contain all words.
    pub synonym: Option<usize>,
}

/// Scores of a whole word, a prefix and a substring. Zero: no match.
struct Weights {
    whole: i32,
    prefix: i32,
    inside: i32,
}

const TITLE: Weights = Weights { whole: 1000, prefix: 600, inside: 150 };
const SYNONYM: Weights = Weights { whole: 950, prefix: 550, inside: 100 };
const PATH: Weights = Weights { whole: 700, prefix: 400, inside: 0 };
const TEXT: Weights = Weights { whole: 300, prefix: 200, inside: 50 };
/// Deducted for a whole word with another ending.
const OTHER_ENDING: i32 = 30;
/// Added for a prefix, multiplied by the typed fraction of the word.
const SHARE_OF_WORD: i32 = 100;
/// Added in proportion to the matched fraction of the title's words.
const SHARE_OF_TITLE: i32 = 200;
/// Added if the query equals the title, equals a synonym, or begins the title.
const IS_TITLE: i32 = 600;
const IS_SYNONYM: i32 = 550;
const BEGINS_TITLE: i32 = 200;
/// Deducted for a whole name in another form: `substep` for `substeps`.
const OTHER_FORM: i32 = 200;
/// Deducted for a whole name that the query combines with light words: `toggle grid` for `grid`.
const LIGHT_BESIDE: i32 = 100;
/// Minimum length of a substring match, in letters.
const LEAST_PART: usize = 3;
/// Words that are ignored.
const FILLERS: [&str; 16] =
    ["a", "an", "and", "the", "of", "or", "to", "how", "do", "does", "i", "my", "is", "what", "can", "for"];
/// Words with a small weight: verbs that fit most commands, and nouns that fit most objects.
const LIGHT: [&str; 33] = [
    "add", "adjust", "all", "body", "by", "change", "create", "degree", "display", "draw", "edit", "get", "go", "hide",
    "insert", "it", "make", "new", "object", "one", "put", "set", "shape", "show", "start", "switch", "thing", "this",
    "toggle", "turn", "two", "use", "with",
];
/// Weights of light words and of other words (dimensionless).
const LIGHT_WEIGHT: i32 = 1;
const FULL_WEIGHT: i32 = 4;
/// Deducted if a word is missing.
const INCOMPLETE: i32 = 150;

impl Word {
    fn weight(&self) -> i32 {
        if LIGHT.iter().any(|light| stem(light) == self.stem) { LIGHT_WEIGHT } else { FULL_WEIGHT }
    }

    fn new(text: &str) -> Self {
        let lower = text.to_lowercase();
        let stem = stem(&lower);
        Self { lower, stem }
    }

    fn weigh(&self, other: &Self, weights: &Weights) -> i32 {
        if self.lower == other.lower {
            return weights.whole;
        }
        if self.stem == other.stem {
            return weights.whole - OTHER_ENDING;
        }
        let (mine, all) = (self.lower.chars().count(), other.lower.chars().count());
        if other.lower.starts_with(&self.lower) {
            return weights.prefix + SHARE_OF_WORD * mine as i32 / all as i32;
        }
        if mine >= LEAST_PART && other.lower.contains(&self.lower) { weights.inside } else { 0 }
    }

    fn best(&self, words: &[Self], weights: &Weights) -> i32 {
        words.iter().map(|word| self.weigh(word, weights)).max().unwrap_or(0)
    }
}

/// Returns the word without a common ending, so that "rotating" matches "rotate" and "bodies" matches "body".
fn stem(word: &str) -> String {
    let word = word.strip_suffix("'s").unwrap_or(word);
    let has_vowel = |text: &str| text.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    let is_enough = |rest: &str| rest.chars().count() >= 3 && has_vowel(rest);
    let cut = |ending: &str| word.strip_suffix(ending).filter(|rest| is_enough(rest));
    let mut stem = if let Some(rest) = cut("ies").or(cut("ied")) {
        format!("{rest}y")
    } else {
        let is_plural = |rest: &&str| !rest.ends_with(['s', 'u', 'i']);
        cut("ing")
            .or(cut("ed").filter(|rest| !rest.ends_with('e')))
            .or(cut("es"))
            .or(cut("s").filter(is_plural))
            .or(cut("e"))
            .unwrap_or(word)
            .to_owned()
    };
    let mut end = stem.chars().rev();
    if end.next().is_some_and(|last| end.next() == Some(last)) {
        stem.pop();
    }
    stem
}

fn words(text: &str) -> impl Iterator<Item = Word> {
    let pieces = text.split(|c: char| !c.is_alphanumeric() && c != '\'');
    pieces.map(|piece| piece.trim_matches('\'')).filter(|piece| !piece.is_empty()).map(Word::new)
}

fn is_filler(word: &Word) -> bool {
    FILLERS.contains(&word.lower.as_str())
}

fn telling(text: &str) -> Vec<Word> {
    words(text).filter(|word| !is_filler(word)).collect()
}

impl Document {
    /// Splits the fields into words.
    pub fn new(fields: &Fields) -> Self {
        Self {
            title: telling(fields.title),
            synonyms: fields.synonyms.split(',').map(telling).collect(),
            path: telling(fields.path),
            text: telling(fields.text),
        }
    }
}

impl Query {
    /// Splits a query into words. Ignored words are used if there are no others.
    pub fn new(text: &str) -> Self {
        let meant = telling(text);
        let words = if meant.is_empty() { words(text).collect() } else { meant };
        let weights = words.iter().map(Word::weight).collect();
        Self { words, weights, is_loose: false }
    }

    /// The same query, for which one word that is a whole word of a name or of a synonym is enough.
    pub fn loosened(self) -> Self {
        Self { is_loose: true, ..self }
    }

    /// True if one of these words, in any form, is in the query.
    pub fn has_any(&self, words: &[&str]) -> bool {
        words.iter().map(|word| stem(word)).any(|stem| self.words.iter().any(|word| word.stem == stem))
    }

    /// True if it has no words.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Scores a document; None if too much of the query is missing.
    pub fn hit(&self, document: &Document) -> Option<Hit> {
        if self.is_empty() {
            return None;
        }
        let (mut sum, mut total, mut missing) = (0, 0, 0);
        let (mut in_title, mut synonym, mut is_named) = (0, None, false);
        for (word, weight) in self.words.iter().zip(&self.weights) {
            let by_title = word.best(&document.title, &TITLE);
            let of_synonyms = document.synonyms.iter().map(|phrase| word.best(phrase, &SYNONYM));
            // The first of equal scores: synonyms are listed in order of use.
            let (by_synonym, phrase) =
                of_synonyms.zip(0..).fold((0, 0), |best, other| if other.0 > best.0 { other } else { best });
            let rest = word.best(&document.path, &PATH).max(word.best(&document.text, &TEXT));
            let best = by_title.max(by_synonym).max(rest);
            total += weight;
            if best == 0 {
                missing += weight;
                continue;
            }
            let least = |weights: &Weights| weights.whole - OTHER_ENDING;
            is_named |= *weight == FULL_WEIGHT && (by_title >= least(&TITLE) || by_synonym >= least(&SYNONYM));
            in_title += i32::from(by_title >= TITLE.prefix);
            if by_synonym == best && by_synonym > by_title {
                synonym = synonym.or(Some(phrase));
            }
            sum += best * weight;
        }
        if missing > 0 && (!is_named || (!self.is_loose && 2 * missing >= total)) {
            return None;
        }
        let share = SHARE_OF_TITLE * in_title.min(document.title.len() as i32) / document.title.len().max(1) as i32;
        let (whole, is_synonym) = self.whole(document);
        let synonym = is_synonym.or(synonym).filter(|_| in_title < self.words.len() as i32);
        let incomplete = if missing > 0 { INCOMPLETE } else { 0 };
        Some(Hit { score: sum / total + share + whole - incomplete, synonym })
    }

    /// Bonus for a query that equals a whole name, and the matched synonym.
    fn whole(&self, document: &Document) -> (i32, Option<usize>) {
        let all: Vec<&Word> = self.words.iter().collect();
        let (bonus, synonym) = whole(&all, document);
        let weighed = self.words.iter().zip(&self.weights);
        let weighty: Vec<&Word> = weighed.filter(|(_, weight)| **weight == FULL_WEIGHT).map(|(word, _)| word).collect();
        if weighty.is_empty() || weighty.len() == all.len() {
            return (bonus, synonym);
        }
        let (beside, synonym_beside) = whole(&weighty, document);
        if beside - LIGHT_BESIDE > bonus { (beside - LIGHT_BESIDE, synonym_beside) } else { (bonus, synonym) }
    }

    /// Indices of the characters of a text that match the query, ascending.
    pub fn letters(&self, text: &str) -> Vec<u32> {
        let letters: Vec<char> = text.chars().collect();
        let is_part = |at: usize| letters[at].is_alphanumeric() || letters[at] == '\'';
        let (mut meant, mut at) = (Vec::new(), 0);
        while at < letters.len() {
            let end = (at..letters.len()).find(|&at| !is_part(at)).unwrap_or(letters.len());
            let word = Word::new(&letters[at..end].iter().collect::<String>());
            let found = self.words.iter().map(|query| query.part(&word)).max_by_key(|(_, count)| *count);
            let (from, count) = found.unwrap_or((0, 0));
            meant.extend((at + from..(at + from + count).min(end)).map(|letter| letter as u32));
            at = end + 1;
        }
        meant
    }
}

/// Bonus for words that equal a whole name, and the matched synonym.
fn whole(query: &[&Word], document: &Document) -> (i32, Option<usize>) {
    let fits = |words: &[Word], is_same: fn(&Word, &Word) -> bool| {
        words.len() == query.len() && words.iter().zip(query).all(|(a, b)| is_same(a, b))
    };
    let same: fn(&Word, &Word) -> bool = |a, b| a.lower == b.lower;
    let alike: fn(&Word, &Word) -> bool = |a, b| a.stem == b.stem;
    for (is_same, less) in [(same, 0), (alike, OTHER_FORM)] {
        if fits(&document.title, is_same) {
            return (IS_TITLE - less, None);
        }
        if let Some(phrase) = document.synonyms.iter().position(|phrase| fits(phrase, is_same)) {
            return (IS_SYNONYM - less, Some(phrase));
        }
    }
    let begins = document.title.get(..query.len()).is_some_and(|words| fits(words, alike));
    (if begins { BEGINS_TITLE } else { 0 }, None)
}

impl Word {
    /// Range of another word's characters that this word matches: start and count.
    fn part(&self, other: &Self) -> (usize, usize) {
        let count = self.lower.chars().count();
        if self.stem == other.stem {
            return (0, other.lower.chars().count());
        }
        match other.lower.find(&self.lower) {
            Some(0) => (0, count),
            Some(byte) if count >= LEAST_PART => (other.lower[..byte].chars().count(), count),
            _ => (0, 0),
        }
    }
}

/// True if a text contains every word, ignoring case.
pub fn contains_words(text: &str, words: &str) -> bool {
    let text = text.to_lowercase();
    words.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// True if a text contains every word; both in lower case. A word that ends in a digit must match as a whole word: node 1
/// is not node 12.
pub fn contains_words_and_numbers(text: &str, words: &str, separators: &[char]) -> bool {
    words.split_whitespace().all(|word| {
        let is_whole = word.ends_with(|c: char| c.is_ascii_digit());
        text.split(separators).any(|part| part == word || (!is_whole && part.contains(word)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(query: &str, fields: &Fields) -> Option<i32> {
        Query::new(query).hit(&Document::new(fields)).map(|hit| hit.score)
    }

    fn title(title: &str) -> Fields<'_> {
        Fields { title, ..Fields::default() }
    }

    #[test]
    fn stem_joins_the_forms_of_a_word() {
        for forms in [
            &["rotate", "rotates", "rotated", "rotating"][..],
            &["body", "bodies"],
            &["mass", "masses"],
            &["pin", "pins", "pinned", "pinning"],
            &["edge", "edges"],
            &["fill", "filled", "filling"],
            &["spring", "springs"],
            &["velocity", "velocities"],
            &["newton", "newton's"],
        ] {
            for form in forms {
                assert_eq!(stem(form), stem(forms[0]), "{form}");
            }
        }
        for (a, b) in [("gas", "gap"), ("bus", "but"), ("speed", "spend"), ("axis", "axe")] {
            assert_ne!(stem(a), stem(b));
        }
    }

    #[test]
    fn score_orders_whole_words_then_beginnings_then_parts() {
        let orders = [title("Cut"), title("Cut long arrows"), title("Cutter of paths"), title("Haircut now")];
        let scores = orders.map(|fields| score("cut", &fields).unwrap());
        assert!(scores.windows(2).all(|pair| pair[0] > pair[1]), "{scores:?}");
        assert_eq!(score("cut", &title("Curtains")), None);
    }

    #[test]
    fn score_orders_title_then_synonym_then_path_then_text() {
        let fields = [
            title("Align"),
            Fields { synonyms: "straighten, align", ..title("Other") },
            Fields { path: "Arrange > Align", ..title("Other") },
            Fields { text: "Align something.", ..title("Other") },
        ];
        let scores = fields.map(|fields| score("align", &fields).unwrap());
        assert!(scores.windows(2).all(|pair| pair[0] > pair[1]), "{scores:?}");
    }

    #[test]
    fn hit_needs_every_word_but_no_filler() {
        let fields = Fields { text: "to the left", ..title("Turn") };
        assert!(score("how do I turn left", &fields).is_some());
        assert_eq!(score("turn right", &fields), None);
        assert_eq!(score("", &fields), None);
        assert_eq!(score("!?", &fields), None);
    }

    #[test]
    fn light_words_may_be_missing_and_others_if_they_are_the_smaller_part() {
        let grid = Fields { synonyms: "raster", ..title("Grid") };
        for query in ["show grid", "toggle the grid", "new raster"] {
            assert!(score(query, &grid) < score("grid", &grid), "{query}");
            assert!(score(query, &grid).is_some(), "{query}");
        }
        // A light word alone, or with a word that is missing, finds nothing.
        assert_eq!(score("show", &grid), None);
        assert_eq!(score("show all", &grid), None);
        assert_eq!(score("show springs", &grid), None);
        let align = Fields { synonyms: "align bottom", ..title("Bottoms") };
        assert!(score("align bottom edges", &align).is_some());
        assert_eq!(score("align lower edges", &align), None);
        // One of two words is enough for a loosened query.
        assert_eq!(score("align sides", &align), None);
        assert!(Query::new("align sides").loosened().hit(&Document::new(&align)).is_some());
        assert!(Query::new("lower sides").loosened().hit(&Document::new(&align)).is_none());
        // What has all the words comes first.
        let all = Fields { text: "edges", ..align };
        assert!(score("align bottom edges", &all) > score("align bottom edges", &align));
    }

    #[test]
    fn hit_names_the_synonym_that_was_meant() {
        let fields = Fields { synonyms: "spin, rotate left", ..title("Turn to the left") };
        let hit = |query: &str| Query::new(query).hit(&Document::new(&fields)).unwrap().synonym;
        assert_eq!(hit("rotate"), Some(1));
        assert_eq!(hit("spin"), Some(0));
        assert_eq!(hit("turn left"), None);
    }

    #[test]
    fn letters_mark_the_words_that_match() {
        assert_eq!(Query::new("al").letters("Arrange > Align"), [10, 11]);
        assert_eq!(Query::new("rotate").letters("No rotating"), (3..11).collect::<Vec<u32>>());
        assert_eq!(Query::new("centre").letters("Barycentre"), [4, 5, 6, 7, 8, 9]);
        assert_eq!(Query::new("é").letters("aé É"), [3]);
    }

    #[test]
    fn words_that_end_in_a_digit_match_as_a_whole() {
        let text = "contact node 12 of left edge 3 of floor";
        let has = |words: &str| contains_words_and_numbers(text, words, &[' ']);
        assert!(has("node 12") && has("flo conta") && has("edge 3"));
        assert!(!has("node 1") && !has("right"));
    }
}
