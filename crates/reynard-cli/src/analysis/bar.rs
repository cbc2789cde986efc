//! Chances as a bar.

/// A bar of so many characters whose full part is White's: what White can expect, in thousandths.
pub(crate) fn bar(expectation: u32, width: u32) -> String {
    const PARTS: [char; 8] = ['░', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let eighths = (expectation.min(1000) * width * 8 + 500) / 1000;
    (0..width)
        .map(|cell| match eighths.saturating_sub(8 * cell) {
            part @ 0..8 => PARTS[part as usize],
            _ => '█',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn full_is_whites() {
        assert_eq!(bar(0, 4), "░░░░");
        assert_eq!(bar(1000, 4), "████");
        assert_eq!(bar(500, 4), "██░░");
        assert_eq!(bar(550, 10), "█████▌░░░░");
    }
}
