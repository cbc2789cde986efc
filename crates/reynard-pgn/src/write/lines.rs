//! Words into lines.

/// Text that is broken into lines between words. It grows until somebody takes it.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    width: usize,
    /// What is ready to be written.
    text: Vec<u8>,
    /// The characters in the last line of it.
    column: usize,
    /// The word that is being put together; it is not ready since a bracket may close behind it.
    word: Vec<u8>,
    word_columns: usize,
}

impl Lines {
    pub(super) const fn new(width: usize) -> Self {
        Self { width, text: Vec::new(), column: 0, word: Vec::new(), word_columns: 0 }
    }

    /// Text that stands on lines of its own.
    pub(super) fn verbatim(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
    }

    /// Begins a word, which stands close behind a bracket that opens.
    pub(super) fn begin_word(&mut self) {
        if self.word.last() != Some(&b'(') {
            self.end_word();
        }
    }

    /// Goes on with the word.
    pub(super) fn extend(&mut self, part: &[u8]) {
        self.word.extend_from_slice(part);
        self.word_columns += columns(part);
    }

    /// Opens a bracket.
    pub(super) fn open(&mut self) {
        self.begin_word();
        self.extend(b"(");
    }

    /// Closes a bracket, close behind what it holds; if that is nothing, there is none.
    pub(super) fn close(&mut self) {
        if self.word.last() == Some(&b'(') {
            self.word.pop();
            self.word_columns -= 1;
        } else {
            self.extend(b")");
        }
    }

    /// Ends the word. It goes behind the last one or, where it does not fit, into the next line.
    pub(super) fn end_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        if self.column > 0 {
            let fits = self.column + 1 + self.word_columns <= self.width;
            self.text.push(if fits { b' ' } else { b'\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.append(&mut self.word);
        // A word of bytes that are no characters of UTF-8 has no columns, but the line is not empty.
        self.column += self.word_columns.max(1);
        self.word_columns = 0;
    }

    /// Ends the line, and the word in it.
    pub(super) fn end_line(&mut self) {
        self.end_word();
        if self.column > 0 {
            self.text.push(b'\n');
            self.column = 0;
        }
    }

    /// Ends the line, be it empty.
    pub(super) fn break_line(&mut self) {
        self.end_word();
        self.text.push(b'\n');
        self.column = 0;
    }

    /// What is ready to be written, to be taken away.
    pub(super) const fn text_mut(&mut self) -> &mut Vec<u8> {
        &mut self.text
    }
}

/// The characters, if the text is UTF-8; in other text this is close enough to break lines.
fn columns(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}
