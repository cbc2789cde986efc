//! What a thread does instead of waiting.

use std::fmt;

/// What threads can do while one of them reads an [`Input`](crate::Input).
pub struct Helper(Box<dyn Fn() -> bool + Send + Sync>);

impl Helper {
    pub(super) fn new(help: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Box::new(help))
    }

    /// Does a bit of it, which takes less than a millisecond; `false` if there is nothing to do.
    pub fn help(&self) -> bool {
        (self.0)()
    }

    /// Waits for what another thread is to bring, and helps as long as there is something to do:
    /// `try_get` is called before each bit of it and does not block; `wait` does, once there is nothing.
    ///
    /// ```
    /// use std::io::Read;
    /// use std::num::NonZero;
    /// use std::sync::mpsc::channel;
    /// use std::thread;
    ///
    /// use reynard_pgn::Input;
    ///
    /// let input = Input::ahead(std::io::Cursor::new("1. e4 *"))?;
    /// let (mut read, helper) = input.shared(NonZero::new(2).unwrap());
    /// let (sender, receiver) = channel();
    /// thread::spawn(move || {
    ///     let mut text = String::new();
    ///     sender.send(read.read_to_string(&mut text).map(|_| text))
    /// });
    /// let text = helper.wait_for(|| receiver.try_recv().ok(), || receiver.recv().unwrap())?;
    /// assert_eq!(text, "1. e4 *");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn wait_for<T>(
        &self,
        mut try_get: impl FnMut() -> Option<T>,
        wait: impl FnOnce() -> T,
    ) -> T {
        loop {
            if let Some(it) = try_get() {
                return it;
            }
            if !self.help() {
                return wait();
            }
        }
    }
}

impl fmt::Debug for Helper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Helper").finish_non_exhaustive()
    }
}
