//! Terminal keys.

/// A key that the browser supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// A character.
    Char(char),
    /// Return.
    Enter,
    /// Escape.
    Escape,
    /// Deletes the character before the cursor, or takes a move back.
    Backspace,
    /// Deletes the character at the cursor.
    Delete,
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
    /// Home.
    Home,
    /// End.
    End,
    /// Page Up.
    PageUp,
    /// Page Down.
    PageDown,
    /// Switches to the other list.
    Tab,
    /// Ctrl-U: clears the edited line.
    ClearLine,
    /// Ctrl-C: quits the browser.
    Interrupt,
}
