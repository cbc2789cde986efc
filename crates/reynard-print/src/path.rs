//! SVG paths, converted to lines and curves.

/// A step of a path, in absolute coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    Move(Point),
    Line(Point),
    Cubic(Point, Point, Point),
    Close,
}

/// A point, given by its distances to the right of the origin and below it.
pub(crate) type Point = (f32, f32);

/// Parses a path, up to the first unknown command. All paths come from boards.
pub(crate) fn parse(text: &str) -> Vec<Segment> {
    let mut reader = Reader { rest: text, at: (0.0, 0.0), start: (0.0, 0.0), segments: Vec::new() };
    let mut command = 'M';
    while reader.skip() {
        let letter = reader.rest.chars().next().unwrap_or('z');
        if letter.is_ascii_alphabetic() {
            command = letter;
            reader.rest = &reader.rest[1..];
        }
        if reader.step(command).is_none() {
            break;
        }
        // Further pairs of numbers after a move are lines.
        command = match command {
            'M' => 'L',
            'm' => 'l',
            other => other,
        };
    }
    reader.segments
}

struct Reader<'a> {
    rest: &'a str,
    at: Point,
    start: Point,
    segments: Vec<Segment>,
}

impl Reader<'_> {
    /// Skips blanks and commas. Returns `false` at the end.
    fn skip(&mut self) -> bool {
        self.rest = self.rest.trim_start_matches([' ', ',', '\n', '\t']);
        !self.rest.is_empty()
    }

    fn number(&mut self) -> Option<f32> {
        self.skip();
        let mut end = 0;
        let mut has_point = false;
        for (index, letter) in self.rest.char_indices() {
            let is_part = match letter {
                '-' => index == 0,
                '.' if !has_point => {
                    has_point = true;
                    true
                }
                _ => letter.is_ascii_digit(),
            };
            if !is_part {
                break;
            }
            end = index + 1;
        }
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse().ok()
    }

    /// Parses a flag of an arc, which may be followed directly by the next number.
    fn flag(&mut self) -> Option<bool> {
        self.skip();
        let flag = self.rest.chars().next()?;
        self.rest = &self.rest[1..];
        Some(flag == '1')
    }

    /// Parses a point, which is relative to the last point if the command is a lowercase letter.
    fn point(&mut self, command: char) -> Option<Point> {
        let (x, y) = (self.number()?, self.number()?);
        let (base_x, base_y) = if command.is_ascii_lowercase() { self.at } else { (0.0, 0.0) };
        Some((base_x + x, base_y + y))
    }

    fn step(&mut self, command: char) -> Option<()> {
        let is_relative = command.is_ascii_lowercase();
        let (at_x, at_y) = self.at;
        let base = if is_relative { self.at } else { (0.0, 0.0) };
        match command.to_ascii_lowercase() {
            'm' => {
                self.at = self.point(command)?;
                self.start = self.at;
                self.segments.push(Segment::Move(self.at));
            }
            'l' => {
                let to = self.point(command)?;
                self.line(to);
            }
            'h' => {
                let x = self.number()? + base.0;
                self.line((x, at_y));
            }
            'v' => {
                let y = self.number()? + base.1;
                self.line((at_x, y));
            }
            'c' => {
                let (one, two, to) =
                    (self.point(command)?, self.point(command)?, self.point(command)?);
                self.segments.push(Segment::Cubic(one, two, to));
                self.at = to;
            }
            'q' => {
                let (control, to) = (self.point(command)?, self.point(command)?);
                self.segments.push(quadratic(self.at, control, to));
                self.at = to;
            }
            'a' => {
                let radii = (self.number()?, self.number()?);
                // No arc of a board is rotated.
                self.number()?;
                let (is_large, is_sweep) = (self.flag()?, self.flag()?);
                let to = self.point(command)?;
                self.arc(radii, is_large, is_sweep, to);
            }
            'z' => {
                self.segments.push(Segment::Close);
                self.at = self.start;
            }
            _ => return None,
        }
        Some(())
    }

    fn line(&mut self, to: Point) {
        self.segments.push(Segment::Line(to));
        self.at = to;
    }

    /// Adds an arc as cubic curves, following the appendix of the SVG specification (B.2.4).
    fn arc(&mut self, radii: (f32, f32), is_large: bool, is_sweep: bool, to: Point) {
        let from = self.at;
        self.at = to;
        let (mut rx, mut ry) = (radii.0.abs(), radii.1.abs());
        if from == to || rx == 0.0 || ry == 0.0 {
            self.segments.push(Segment::Line(to));
            return;
        }
        let (dx, dy) = ((from.0 - to.0) / 2.0, (from.1 - to.1) / 2.0);
        let needed = (dx / rx).powi(2) + (dy / ry).powi(2);
        if needed > 1.0 {
            rx *= needed.sqrt();
            ry *= needed.sqrt();
        }
        let square = (rx * ry).powi(2) - (rx * dy).powi(2) - (ry * dx).powi(2);
        let size = (square.max(0.0) / ((rx * dy).powi(2) + (ry * dx).powi(2))).sqrt();
        let sign = if is_large == is_sweep { -1.0 } else { 1.0 };
        let (cx, cy) = (sign * size * rx * dy / ry, -sign * size * ry * dx / rx);
        let center = (cx + f32::midpoint(from.0, to.0), cy + f32::midpoint(from.1, to.1));
        let angle = |x: f32, y: f32| (y / ry).atan2(x / rx);
        let begin = angle(dx - cx, dy - cy);
        let mut sweep = angle(-dx - cx, -dy - cy) - begin;
        let turn = std::f32::consts::TAU;
        if is_sweep && sweep < 0.0 {
            sweep += turn;
        } else if !is_sweep && sweep > 0.0 {
            sweep -= turn;
        }
        // One curve approximates a quarter of a circle well.
        let parts = (sweep.abs() / std::f32::consts::FRAC_PI_2 - 1e-3).ceil().clamp(1.0, 4.0);
        let step = sweep / parts;
        let handle = 4.0 / 3.0 * (step / 4.0).tan();
        let mut angle = begin;
        while (angle - begin).abs() < sweep.abs() - 1e-3 {
            let next = angle + step;
            let on = |angle: f32, along: f32| {
                let (sine, cosine) = angle.sin_cos();
                let (x, y) = (cosine - along * sine, sine + along * cosine);
                (center.0 + rx * x, center.1 + ry * y)
            };
            self.segments.push(Segment::Cubic(on(angle, handle), on(next, -handle), on(next, 0.0)));
            angle = next;
        }
    }
}

/// Converts a quadratic curve to a cubic one.
fn quadratic(from: Point, control: Point, to: Point) -> Segment {
    let between =
        |a: Point| (a.0 + (control.0 - a.0) * 2.0 / 3.0, a.1 + (control.1 - a.1) * 2.0 / 3.0);
    Segment::Cubic(between(from), between(to), to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_commands_are_read_in_both_cases() {
        let read = parse("M10-5.5l1,2h3v-4H1V2c1 1 2 2 3 3q1 1 2 0z");
        assert_eq!(read.len(), 9);
        assert_eq!(read[0], Segment::Move((10.0, -5.5)));
        assert_eq!(read[1], Segment::Line((11.0, -3.5)));
        assert_eq!(read[5], Segment::Line((1.0, 2.0)));
        assert_eq!(read[8], Segment::Close);
    }

    #[test]
    fn an_arc_ends_where_it_should_and_stays_on_the_circle() {
        for path in ["M0 0a5 5 0 0 1 10 0", "M0 0a5 5 0 1 0 10 0", "M50 27a13 13 0 0 1 8 23.3"] {
            let read = parse(path);
            let Some(Segment::Cubic(_, _, end)) = read.last() else { panic!("{path}") };
            let wanted = if path.starts_with("M50") { (58.0, 50.3) } else { (10.0, 0.0) };
            assert!((end.0 - wanted.0).abs() < 1e-3 && (end.1 - wanted.1).abs() < 1e-3, "{end:?}");
        }
        // Two flags without a blank between them, as in compact paths.
        assert_eq!(parse("M0 0a5 5 0 01 10 0").len(), parse("M0 0a5 5 0 0 1 10 0").len());
    }
}
