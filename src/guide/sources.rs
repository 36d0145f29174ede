//! The five sources and the sections that they have; and what is the program's own.
//!
//! Must never know: what the sections say.

/// A document that the program follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// How the program's texts call it.
    pub number: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// Who wrote it and when, where it says so.
    pub author: &'static str,
    /// Its sections, as they are cited; none where it numbers none.
    pub sections: &'static [&'static str],
}

impl Source {
    /// Whether `002 §1.iii` and the like is a place in it.
    pub fn has(&self, place: &str) -> bool {
        match place.split_once(" §") {
            Some((number, section)) => number == self.number && self.sections.contains(&section),
            None => place == self.number && self.sections.is_empty(),
        }
    }
}

/// Every source, by number; what no source tells of comes last.
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
    // What the program has of its own, to look into a run.
    Source { number: "debugger", title: "Looking into a run", author: "", sections: &[] },
];
