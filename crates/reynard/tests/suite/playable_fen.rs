//! FENs as people and programs send them, and castling rights as standard chess has them.

use reynard::{Bitboard, Color, FenOptions, File, Position, Setup, StartArray, fen::FenStyle};

/// The start positions of Chess960 with rights in the letters `KQkq`.
fn arrays() -> impl Iterator<Item = (Position, String)> {
    StartArray::all().map(|array| {
        let pos = Position::chess960(array);
        let x_fen = FenOptions { style: FenStyle::XFen, ..FenOptions::default() };
        let fen = pos.fen_with(x_fen);
        assert!(fen.ends_with(" w KQkq - 0 1"), "{fen}");
        (pos, fen)
    })
}

#[test]
fn a_king_on_its_e_square_has_the_rights_of_standard_chess_unless_chess960_is_asked_for() {
    let mut with_stale_rights = 0;
    for (pos, fen) in arrays() {
        let asked = Setup::from_fen_lenient(&fen).expect(&fen).to_position().expect(&fen);
        assert_eq!((&asked.position, asked.repairs.len()), (&pos, 0), "{fen}");
        let by_files = FenOptions { style: FenStyle::Shredder, ..FenOptions::default() };
        for fen in [pos.fen(), pos.fen_with(by_files)] {
            let read = Position::from_fen_playable(&fen).expect(&fen);
            assert_eq!((&read.position, read.repairs.len()), (&pos, 0), "{fen}");
        }
        let read = Position::from_fen_playable(&fen).expect(&fen);
        let corners = Bitboard::file(File::A) | Bitboard::file(File::H);
        let rooks = pos.castling_rights().rooks();
        let kept = if pos.king(Color::White).file() == File::E { rooks & corners } else { rooks };
        assert_eq!(read.position.castling_rights().rooks(), kept, "{fen}");
        assert_eq!(read.repairs.len(), (rooks - kept).len() as usize, "{fen}");
        with_stale_rights += usize::from(kept != rooks);
    }
    assert_eq!(with_stale_rights, 186);
}

#[test]
fn rights_that_a_king_or_a_rook_has_lost_by_moving_are_dropped_with_a_note() {
    for (fen, mended, notes) in [
        ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPBPPP/RNBQ1RK1 b KQkq - 0 1", "kq", 2),
        ("r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2KQ2R w KQkq - 0 1", "kq", 2),
        ("r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1", "kq", 2),
        ("r3k2r/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", "Qkq", 1),
        ("4k3/8/8/8/8/8/8/R3KR2 w K - 0 1", "-", 1),
        ("r3k2r/8/8/8/8/8/8/R4K1R w HAkq - 0 1", "HAkq", 0),
        ("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "KQ", 0),
        ("r4k1r/8/8/8/8/8/8/R4K1R w KQkq - 0 1", "KQkq", 0),
        // Reports to other projects: a file without a rook, a rook on b8, kings that have castled
        // or moved.
        ("rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1", "kq", 2),
        ("1r2k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", "Q", 3),
        ("r2q1rnk/ppR5/3P2pp/1P1Nbp2/4p3/BQ4P1/P3BP1P/6K1 w KQkq - 0 1", "-", 3),
    ] {
        let read = Position::from_fen_playable(fen).expect(fen);
        assert_eq!(read.position.fen().split(' ').nth(2), Some(mended), "{fen}");
        assert_eq!(read.notes().len(), notes, "{fen}: {:?}", read.notes());
        // What is written is read without a note.
        let again = Position::from_fen_playable(&read.position.fen()).expect(fen);
        assert_eq!((again.position, again.repairs), (read.position, vec![]), "{fen}");
    }
}

#[test]
fn texts_that_stand_for_a_fen_are_read_as_what_they_mean() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (text, fen) in [
        ("4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("Q~3k3/8/8/8/8/8/8/4K2R~ b - - 0 1", "Q3k3/8/8/8/8/8/8/4K2R b - - 0 1"),
        ("q~3k3/8/8/8/8/8/8/4K2R", "q3k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1;", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w - - - -", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R_w_-_-_0_1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        (
            "4k3/8/8/8/8/8/8/4K2R\u{a0}w\u{2003}\u{2013} \u{2212} 0\u{200b} 1",
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        ),
        ("\u{feff}rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", start),
    ] {
        let read = Position::from_fen_playable(text).expect(text);
        assert_eq!(read.position.fen(), fen, "{text}");
        assert!(!read.repairs.is_empty(), "{text}");
        assert!(Setup::from_fen(text).is_err(), "{text}");
    }
    for text in
        ["~4k3/8/8/8/8/8/8/4K3 w", "4k~3/8/8/8/8/8/8/4K3 w", "4k3/8/8", "4~k3/8/8/8/8/8/8/4K3"]
    {
        assert!(Position::from_fen_playable(text).is_err(), "{text}");
    }
}
