//! Draws win chances as a bar of block characters.

/// Returns a bar of `width` characters. The filled part represents White's expected score, which is
/// given in thousandths.
///
/// ```
/// use reynard_analysis::chances_bar;
///
/// assert_eq!(chances_bar(500, 4), "██░░");
/// ```
pub fn chances_bar(expected_score: u32, width: u32) -> String {
    const PARTS: [char; 8] = ['░', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let eighths = (expected_score.min(1000) * width * 8 + 500) / 1000;
    (0..width)
        .map(|cell| match eighths.saturating_sub(8 * cell) {
            part @ 0..8 => PARTS[part as usize],
            _ => '█',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::chances_bar;

    #[test]
    fn the_full_part_is_whites() {
        assert_eq!(chances_bar(0, 4), "░░░░");
        assert_eq!(chances_bar(1000, 4), "████");
        assert_eq!(chances_bar(500, 4), "██░░");
        assert_eq!(chances_bar(550, 10), "█████▌░░░░");
    }
}
