//! Colors and signs.

use ratatui_core::style::{Color, Modifier, Style};
use reynard::draw::Figures;

/// Use of colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Palette {
    /// Those of the palette of 256 colors.
    Colors,
    /// None: bold and reversed characters.
    Plain,
}

/// The look of a [`Screen`](crate::Screen).
///
/// ```
/// use reynard::draw::Figures;
/// use reynard_browse::{Palette, Theme};
///
/// let theme = Theme { palette: Palette::Plain, figures: Figures::Letters };
/// assert_ne!(theme, Theme::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Theme {
    /// Use of colors.
    pub palette: Palette,
    /// Signs of the pieces: with letters everything is drawn with ASCII characters.
    pub figures: Figures,
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

    /// The first style with colors, the second one without.
    fn either(self, colors: Style, plain: Style) -> Style {
        if self.has_colors() { colors } else { plain }
    }

    /// The first and the last line of the screen.
    pub(crate) fn frame(self) -> Style {
        let colors = Style::new().fg(Color::Indexed(252)).bg(Color::Indexed(237));
        self.either(colors, Style::new().add_modifier(Modifier::REVERSED))
    }

    /// A key in the last line.
    pub(crate) fn key(self) -> Style {
        self.frame().add_modifier(Modifier::BOLD)
    }

    pub(crate) fn heading(self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        self.either(bold.fg(Color::Indexed(110)), bold)
    }

    pub(crate) fn quiet(self) -> Style {
        self.either(Style::new().fg(Color::Indexed(246)), Style::new())
    }

    pub(crate) const fn strong() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(crate) fn error(self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        self.either(bold.fg(Color::Indexed(203)), bold)
    }

    /// The selected line of the list that has the keys.
    pub(crate) fn selected(self) -> Style {
        let colors = Style::new().bg(Color::Indexed(24)).add_modifier(Modifier::BOLD);
        self.either(colors, Style::new().add_modifier(Modifier::REVERSED))
    }

    /// The selected line of the other list.
    pub(crate) fn remembered(self) -> Style {
        self.either(Style::new().bg(Color::Indexed(236)), Style::new().add_modifier(Modifier::BOLD))
    }

    /// The cursor of a line that is edited.
    pub(crate) const fn cursor() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}
