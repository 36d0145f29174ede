//! Private working memory of the stages, kept between substeps for its capacity: one value per type.
//!
//! Algorithm: a type map. A stage accesses its workspace by a private type, so `data` does not depend on the types of the stages.
//! Cost: a linear search over fewer than ten type ids.

use std::any::Any;
use std::fmt::Debug;

/// A type that the map can store; implemented for all types that can be cloned and sent to another thread.
pub(in crate::engine) trait Workspace: Any + Debug + Send + Sync {
    /// Returns a copy on the heap.
    fn boxed_clone(&self) -> Box<dyn Workspace>;
}

impl<T: Any + Clone + Debug + Send + Sync> Workspace for T {
    fn boxed_clone(&self) -> Box<dyn Workspace> {
        Box::new(self.clone())
    }
}

/// A map from types to workspaces.
#[derive(Debug, Default)]
pub(in crate::engine) struct Workspaces(Vec<Box<dyn Workspace>>);

impl Clone for Workspaces {
    fn clone(&self) -> Self {
        Self(self.0.iter().map(|workspace| (**workspace).boxed_clone()).collect())
    }
}

impl Workspaces {
    /// Returns the value of a type; the first call creates it by default.
    pub fn get<T: Workspace + Default>(&mut self) -> &mut T {
        let place = self.0.iter().position(|workspace| (&**workspace as &dyn Any).is::<T>());
        let index = place.unwrap_or_else(|| {
            self.0.push(Box::new(T::default()));
            self.0.len() - 1
        });
        let workspace: &mut dyn Any = &mut *self.0[index];
        workspace.downcast_mut().expect("the position was found by this type")
    }

    /// Moves the value of a type out, so that the world can be borrowed mutably; `put` moves it back.
    pub fn take<T: Workspace + Default>(&mut self) -> T {
        std::mem::take(self.get())
    }

    /// Moves a value back that `take` moved out.
    pub fn put<T: Workspace + Default>(&mut self, workspace: T) {
        *self.get() = workspace;
    }

    /// Returns the value of a type, if there is one.
    pub fn peek<T: Workspace>(&self) -> Option<&T> {
        self.0.iter().find_map(|workspace| (&**workspace as &dyn Any).downcast_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workspaces_keep_one_value_of_each_type() {
        let mut all = Workspaces::default();
        all.get::<Vec<u8>>().push(7);
        *all.get::<u32>() = 5;
        let copy = all.clone();
        assert_eq!((all.take::<Vec<u8>>(), all.peek::<Vec<u8>>()), (vec![7], Some(&vec![])));
        all.put(vec![9_u8]);
        assert_eq!((all.peek::<Vec<u8>>(), all.peek::<u32>(), all.peek::<u64>()), (Some(&vec![9]), Some(&5), None));
        assert_eq!(copy.peek::<Vec<u8>>(), Some(&vec![7]));
    }
}
