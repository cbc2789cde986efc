//! Boards drawn as pixels.

use reynard::draw::{BoardShape, Rgb, ShapePaint, SvgBoard};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform,
};

use crate::error::{MAX_SIZE, MIN_SIZE, PictureError};
use crate::path::{Segment, parse};
use crate::png::encode;

/// Draws a board as a PNG image, `size` pixels wide and high.
///
/// # Errors
///
/// [`PictureError::Size`] if `size` is less than 16 or more than [`MAX_SIZE`]. The size is checked
/// before memory is allocated.
///
/// ```
/// use reynard::{Board, draw::SvgBoard};
/// use reynard_print::{PictureError, board_png};
///
/// let board = SvgBoard::new(&Board::STANDARD);
/// assert!(board_png(&board, 400)?.len() > 1_000);
/// assert_eq!(board_png(&board, 100_000), Err(PictureError::Size(100_000)));
/// # Ok::<(), PictureError>(())
/// ```
pub fn board_png(board: &SvgBoard, size: u32) -> Result<Vec<u8>, PictureError> {
    Ok(encode(&draw(board, size)?))
}

/// Draws a board.
pub(crate) fn draw(board: &SvgBoard, size: u32) -> Result<Pixmap, PictureError> {
    let mut pixmap = Some(size)
        .filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size))
        .and_then(|size| Pixmap::new(size, size))
        .ok_or(PictureError::Size(size))?;
    pixmap.fill(Color::WHITE);
    let (extent, border) = board.extent();
    let scale = float(size) / float(extent);
    for shape in board.shapes() {
        let (x, y) = origin(&shape);
        let (x, y) = (x + float(border), y + float(border));
        let place = Transform::from_row(scale, 0.0, 0.0, scale, x * scale, y * scale);
        draw_shape(&mut pixmap, &shape, place);
    }
    Ok(pixmap)
}

#[expect(clippy::cast_precision_loss, reason = "sizes are a few thousand")]
pub(crate) const fn float(number: u32) -> f32 {
    number as f32
}

/// Returns the point at which the origin of a shape's path lies.
#[expect(clippy::cast_precision_loss, reason = "a board is 880 units wide")]
pub(crate) const fn origin(shape: &BoardShape) -> (f32, f32) {
    (shape.origin.0 as f32, shape.origin.1 as f32)
}

fn draw_shape(pixmap: &mut Pixmap, shape: &BoardShape, place: Transform) {
    let Some(path) = path_of(&parse(&shape.path)) else { return };
    if let Some(fill) = shape.fill {
        pixmap.fill_path(&path, &paint(fill), FillRule::Winding, place, None);
    }
    if let Some((color, width)) = shape.stroke {
        let stroke = Stroke {
            width: float(width) / 10.0,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        pixmap.stroke_path(&path, &paint(color), &stroke, place, None);
    }
}

fn paint(color: ShapePaint) -> Paint<'static> {
    let Rgb { red, green, blue } = color.color;
    let opacity = u32::from(color.opacity.min(100)) * 255 / 100;
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, u8::try_from(opacity).unwrap_or(u8::MAX));
    paint
}

fn path_of(segments: &[Segment]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move((x, y)) => builder.move_to(x, y),
            Segment::Line((x, y)) => builder.line_to(x, y),
            Segment::Cubic((x1, y1), (x2, y2), (x, y)) => builder.cubic_to(x1, y1, x2, y2, x, y),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}
