//! Working memory of the stages that outlives a substep for its capacity, one value per type.
//!
//! A stage keeps what it needs in a private type and asks for it by that type, so that `data` names no type of the stages. A world
//! has fewer than ten of them, and a lookup compares that many type ids.

use std::any::Any;
use std::fmt::Debug;

/// A type that can be kept; implemented for everything that can be cloned and sent to another thread.
pub(in crate::engine) trait Workspace: Any + Debug + Send + Sync {
    /// A copy on the heap.
    fn boxed_clone(&self) -> Box<dyn Workspace>;
}

impl<T: Any + Clone + Debug + Send + Sync> Workspace for T {
    fn boxed_clone(&self) -> Box<dyn Workspace> {
        Box::new(self.clone())
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(in crate::engine) struct Workspaces(Vec<Box<dyn Workspace>>);

impl Clone for Workspaces {
    fn clone(&self) -> Self {
        Self(self.0.iter().map(|workspace| (**workspace).boxed_clone()).collect())
    }
}

impl Workspaces {
    /// The value of a type; its default when it is asked for the first time.
    pub fn get<T: Workspace + Default>(&mut self) -> &mut T {
        let place = self.0.iter().position(|workspace| (&**workspace as &dyn Any).is::<T>());
        let index = place.unwrap_or_else(|| {
            self.0.push(Box::new(T::default()));
            self.0.len() - 1
        });
        let workspace: &mut dyn Any = &mut *self.0[index];
        workspace.downcast_mut().expect("the position was found by this type")
    }

    /// Moves the value of a type out, so that the world can be borrowed meanwhile; `put` returns it.
    pub fn take<T: Workspace + Default>(&mut self) -> T {
        std::mem::take(self.get())
    }

    /// Returns what `take` moved out.
    pub fn put<T: Workspace + Default>(&mut self, workspace: T) {
        *self.get() = workspace;
    }

    /// The value of a type, if there is one.
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
