//! Positions of columns in every form that tools write, and what networks are fed with.

use std::sync::Arc;

use arrow_array::builder::{LargeListBuilder, ListBuilder, StringBuilder, UInt16Builder};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Int32Array, LargeBinaryArray, LargeStringArray,
    StringArray, StringViewArray,
};
use reynard::{PackedPosition, PolicyIndex, Position};
use reynard_arrow::{
    PLANE_VALUES, PlaneLayout, PlaneView, PositionInputError, TableSpec, legal_positions,
    packed_column, packed_text, plane_ones, planes, policy_mask,
};

use crate::support::{samples, table};

#[test]
fn packed_bytes_are_read_from_every_binary_column() {
    let batch = table(&samples(), &TableSpec::positions());
    let column = batch.column_by_name("position").expect("the column");
    let expected = packed_column(column).expect("packed positions");
    assert_eq!(expected.len(), batch.num_rows());
    let bytes: Vec<[u8; 32]> = expected.iter().map(|packed| packed.to_bytes()).collect();
    let slices = || bytes.iter().map(<[u8; 32]>::as_slice);
    let columns: [ArrayRef; 3] = [
        Arc::new(BinaryArray::from_iter_values(slices())),
        Arc::new(LargeBinaryArray::from_iter_values(slices())),
        Arc::new(BinaryViewArray::from_iter_values(slices())),
    ];
    for column in columns {
        assert_eq!(packed_column(&column).as_ref(), Ok(&expected));
    }
}

#[test]
fn moves_lead_to_the_position_behind_the_last_one() {
    let pos = {
        let mut pos = Position::startpos();
        for san in ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"] {
            let mv = pos.parse_san(san).expect(san);
            pos.play(mv).expect(san);
        }
        PackedPosition::from(&pos)
    };
    let line = "1. e4 e5 2. Nf3 Nc6 3.Bc4 Bc5 4. O-O *";
    let uci = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1";
    let texts: [ArrayRef; 3] = [
        Arc::new(StringArray::from(vec![line, uci])),
        Arc::new(LargeStringArray::from(vec![line, uci])),
        Arc::new(StringViewArray::from(vec![line, uci])),
    ];
    for column in texts {
        assert_eq!(packed_column(&column).expect("moves"), [pos; 2]);
    }
    let mut small = ListBuilder::new(StringBuilder::new());
    let mut large = LargeListBuilder::new(UInt16Builder::new());
    let mut replay = Position::startpos();
    for text in uci.split(' ') {
        let mv = replay.parse_uci(text).expect(text);
        replay.play(mv).expect(text);
        small.values().append_value(text);
        large.values().append_value(mv.bits());
    }
    small.append(true);
    large.append(true);
    assert_eq!(packed_column(&small.finish()).expect("moves"), [pos]);
    assert_eq!(packed_column(&large.finish()).expect("moves"), [pos]);
}

#[test]
fn a_null_move_passes_the_turn() {
    let passed = packed_text("e4 -- d4").expect("moves");
    assert_eq!(passed, packed_text("e2e4 0000 d2d4").expect("moves"));
    assert!(passed.to_setup().turn == reynard::Color::Black);
}

#[test]
fn the_first_row_without_a_position_is_named() {
    let rows = StringArray::from(vec![Some("e4"), None]);
    let error = packed_column(&rows).expect_err("a null");
    assert_eq!((error.row, &error.error), (1, &PositionInputError::Null));
    let error = packed_column(&StringArray::from(vec!["8/8/8/8/8/8/8/9 w - - 0 1"]));
    assert!(matches!(error.expect_err("no FEN").error, PositionInputError::Fen(_)));
    let error = packed_column(&BinaryArray::from_vec(vec![b"123"])).expect_err("3 bytes");
    assert_eq!(error.to_string(), "row 0: 3 bytes, not 32");
    let error = packed_column(&Int32Array::from(vec![1])).expect_err("numbers");
    assert!(error.to_string().starts_with("a column of Int32 has no positions"), "{error}");
    let packed = packed_text("8/8/8/8/8/8/8/K7 w - - 0 1").expect("a FEN");
    let legal = legal_positions(&[packed]).next().expect("one");
    assert!(matches!(legal.expect_err("no king").error, PositionInputError::Illegal(_)));
}

#[test]
fn planes_have_a_one_for_each_piece_in_both_layouts_and_views() {
    let batch = table(&samples(), &TableSpec::positions());
    let positions = packed_column(batch.column_by_name("position").expect("the column"))
        .expect("packed positions");
    let mut near = vec![0_u8; positions.len() * PLANE_VALUES];
    let mut far = vec![0_f32; positions.len() * PLANE_VALUES];
    for view in [PlaneView::White, PlaneView::SideToMove] {
        planes(&positions, PlaneLayout::Nhwc, view, &mut near);
        planes(&positions, PlaneLayout::Nchw, view, &mut far);
        for (row, position) in positions.iter().enumerate() {
            let near = &near[row * PLANE_VALUES..][..PLANE_VALUES];
            let far = &far[row * PLANE_VALUES..][..PLANE_VALUES];
            let pieces = position.pieces().count();
            assert_eq!(near.iter().map(|&value| usize::from(value)).sum::<usize>(), pieces);
            for square in 0..64 {
                for plane in 0..12 {
                    assert!(
                        (f32::from(near[square * 12 + plane]) - far[plane * 64 + square]).abs()
                            < f32::EPSILON
                    );
                }
            }
            assert!(plane_ones(position, PlaneLayout::Nhwc, view).all(|place| near[place] == 1));
        }
    }
}

#[test]
fn the_side_to_move_sees_the_mirrored_board_as_white_would() {
    let white = packed_text("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1").expect("a FEN");
    let black = packed_text("4k2r/4p3/8/8/8/8/8/4K3 b k - 0 1").expect("a FEN");
    let view = PlaneView::SideToMove;
    let mut values = vec![0_u8; 2 * PLANE_VALUES];
    planes(&[white, black], PlaneLayout::Nhwc, view, &mut values);
    assert_eq!(values[..PLANE_VALUES], values[PLANE_VALUES..]);
    let mut masks = vec![0; 2 * PolicyIndex::COUNT];
    policy_mask(&[white, black], view, &mut masks).expect("legal positions");
    assert_eq!(masks[..PolicyIndex::COUNT], masks[PolicyIndex::COUNT..]);
}

#[test]
fn the_mask_has_a_one_for_each_legal_move() {
    let batch = table(&samples(), &TableSpec::positions());
    let positions = packed_column(batch.column_by_name("position").expect("the column"))
        .expect("packed positions");
    let mut masks = vec![0; positions.len() * PolicyIndex::COUNT];
    policy_mask(&positions, PlaneView::White, &mut masks).expect("legal positions");
    for (pos, mask) in legal_positions(&positions).zip(masks.chunks(PolicyIndex::COUNT)) {
        let pos = pos.expect("a legal position");
        let count = mask.iter().map(|&value| usize::from(value)).sum::<usize>();
        assert_eq!(count, pos.count_legal_moves() as usize);
        let index = |mv| PolicyIndex::of(mv).expect("a legal move").index();
        assert!(pos.legal_moves().iter().all(|&mv| mask[usize::from(index(mv))] == 1));
    }
    assert!(batch.column(0).len() == positions.len());
}
