//! Pools of reusable objects.

use std::sync::{Mutex, PoisonError};

/// Pool of objects that are expensive to create; consecutive tasks reuse them.
#[derive(Debug)]
pub struct ObjectPool<T>(Mutex<Vec<T>>);

impl<T> Default for ObjectPool<T> {
    fn default() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

impl<T> ObjectPool<T> {
    /// Lends an idle object to `task`, or a new one if none is idle.
    ///
    /// # Errors
    /// Returns the errors of `make` and of `task`. An object is dropped if `task` fails.
    pub fn lend<R, E>(
        &self,
        make: impl FnOnce() -> Result<T, E>,
        task: impl FnOnce(&mut T) -> Result<R, E>,
    ) -> Result<R, E> {
        let idle = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut object = match idle {
            Some(object) => object,
            None => make()?,
        };
        let result = task(&mut object)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(object);
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn objects_are_reused_unless_their_task_failed() {
        let (pool, made) = (ObjectPool::<u32>::default(), AtomicUsize::new(0));
        let make = || Ok::<u32, ()>(made.fetch_add(1, Ordering::Relaxed) as u32);
        let add_ten = |object: &mut u32| {
            *object += 10;
            Ok(*object)
        };
        assert_eq!(pool.lend(make, add_ten), Ok(10));
        assert_eq!(pool.lend(make, add_ten), Ok(20));
        assert_eq!(pool.lend(make, |_| Err::<u32, ()>(())), Err(()));
        assert_eq!(pool.lend(make, add_ten), Ok(11));
        assert_eq!(pool.lend(|| Err(()), add_ten), Ok(21));
    }
}
