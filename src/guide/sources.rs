//! The five source documents with their sections, and one entry for the program's own tools.

/// A cited document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Short name in citations.
    pub number: &'static str,
    /// Title.
    pub title: &'static str,
    /// Author and year; empty if unknown.
    pub author: &'static str,
    /// Sections as cited; empty if the document numbers none.
    pub sections: &'static [&'static str],
}

impl Source {
    /// True if `place`, such as `002 §1.iii`, is in this document.
    pub fn has(&self, place: &str) -> bool {
        match place.split_once(" §") {
            Some((number, section)) => number == self.number && self.sections.contains(&section),
            None => place == self.number && self.sections.is_empty(),
        }
    }
}

/// Spells a citation out for readers who do not know the numbers: `000 §D.2; 004` becomes
/// `“Blobs” §D.2; “Verlet, sticks and pieces”`.
pub fn spelled_out(citation: &str) -> String {
    SOURCES.iter().fold(citation.to_owned(), |text, source| text.replace(source.number, &format!("“{}”", source.title)))
}

/// Every source, by number.
pub const SOURCES: &[Source] = &[
    Source {
        number: "000",
        title: "Blobs",
        author: "",
        sections: &[
            "A", "B", "C", "C.1", "C.2", "C.2.a", "C.2.b", "C.2.c", "C.3", "C.3.a", "C.3.b", "D", "D.1", "D.1.a",
            "D.1.b", "D.1.c", "D.1.d", "D.2", "D.2.a", "D.2.b", "D.2.c", "E", "E.1", "E.2",
        ],
    },
    Source {
        number: "001",
        title: "Mister Jelly",
        author: "N. Robert, 2006",
        sections: &[
            "A", "B", "C", "C.1", "C.2", "C.2.a", "C.2.b", "C.2.c", "C.3", "C.3.a", "C.3.b", "C.4", "C.4.a", "C.4.b",
        ],
    },
    Source {
        number: "002",
        title: "Kick those balls",
        author: "A. Brobecker, 1995–2013",
        sections: &["1", "1.i", "1.ii", "1.iii", "1.iv", "2", "3", "4", "5", "6"],
    },
    Source {
        number: "003",
        title: "Particles and obstacles",
        author: "F. Aubert, 2018",
        sections: &["1", "2", "3", "4"],
    },
    Source { number: "004", title: "Verlet, sticks and pieces", author: "", sections: &[] },
    // Features of the program that no source describes.
    Source { number: "debugger", title: "Looking into a run", author: "", sections: &[] },
];
