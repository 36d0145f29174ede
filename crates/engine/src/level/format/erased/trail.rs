//! The way from an error out of the document, for its place.

use std::cell::RefCell;

/// Steps of a path, the innermost first.
#[derive(Default)]
pub struct Trail(RefCell<Vec<String>>);

impl Trail {
    /// An error passes an element of a list.
    #[cold]
    pub fn leave_element(&self, index: usize) {
        self.0.borrow_mut().push(format!("[{index}]"));
    }

    /// An error passes the value of a key, or the contents of a variant; without a name nothing is noted.
    #[cold]
    pub fn leave_named(&self, name: &str) {
        const MOST_CHARS: usize = 64;
        if !name.is_empty() {
            self.0.borrow_mut().push(name.chars().take(MOST_CHARS).collect());
        }
    }

    /// The path, such as `bodies[1].springs[7].b`.
    pub fn into_place(self) -> String {
        let mut place = String::new();
        for step in self.0.into_inner().iter().rev() {
            if !place.is_empty() && !step.starts_with('[') {
                place.push('.');
            }
            place.push_str(step);
        }
        place
    }
}
