//! Colors and symbols.

use reynard::draw::Figures;

use super::Style;

/// The palette of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Palette {
    /// Colors from the 256-color palette.
    Colors,
    /// No colors: only bold and reversed characters.
    Plain,
}

/// The look of a [`Screen`](super::Screen).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Theme {
    /// The palette.
    pub(crate) palette: Palette,
    /// The symbols for the pieces. If they are letters, everything is drawn with ASCII characters.
    pub(crate) figures: Figures,
}

impl Default for Theme {
    fn default() -> Self {
        Self { palette: Palette::Colors, figures: Figures::Figurines }
    }
}

impl Theme {
    pub(crate) const fn has_colors(self) -> bool {
        matches!(self.palette, Palette::Colors)
    }

    /// Returns the first style if colors are used, and otherwise the second style.
    fn either(self, colors: Style, plain: Style) -> Style {
        if self.has_colors() { colors } else { plain }
    }

    /// Returns the style of the top and bottom lines of the screen.
    pub(crate) fn frame(self) -> Style {
        let colors = Style::new().fg(252).bg(237);
        self.either(colors, Style::new().reversed())
    }

    /// Returns the style of a key in the bottom line.
    pub(crate) fn key(self) -> Style {
        self.frame().bold()
    }

    pub(crate) fn heading(self) -> Style {
        let bold = Style::new().bold();
        self.either(bold.fg(110), bold)
    }

    pub(crate) fn quiet(self) -> Style {
        self.either(Style::new().fg(246), Style::new())
    }

    pub(crate) const fn strong() -> Style {
        Style::new().bold()
    }

    pub(crate) fn error(self) -> Style {
        let bold = Style::new().bold();
        self.either(bold.fg(203), bold)
    }

    /// Returns the style of the selected line in the focused list.
    pub(crate) fn selected(self) -> Style {
        let colors = Style::new().bg(24).bold();
        self.either(colors, Style::new().reversed())
    }

    /// Returns the style of the selected line in the list that is not focused.
    pub(crate) fn remembered(self) -> Style {
        self.either(Style::new().bg(236), Style::new().bold())
    }

    /// Returns the style of the cursor in an edited line.
    pub(crate) const fn cursor() -> Style {
        Style::new().reversed()
    }
}
