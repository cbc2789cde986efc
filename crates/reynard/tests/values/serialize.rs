//! The forms of the feature `serde`.

use std::fmt::Debug;

use reynard::{
    Bitboard, Board, Color, Epd, File, Game, GameResult, Move, Outcome, PackedPosition, Piece,
    PieceType, PolicyIndex, Position, Rank, San, Setup, Square, UciMove, full_move::FullMove,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::games;

/// Asserts that a value has this JSON and comes back from it.
fn assert_form<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(written(value), json);
    assert_eq!(&read::<T>(json), value);
    // From an owned string too, as other formats hand it over.
    let tree = serde_json::to_value(value).expect("it was written before");
    assert_eq!(&serde_json::from_value::<T>(tree).expect("it was read before"), value);
}

fn assert_round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    assert_eq!(&read::<T>(&written(value)), value);
}

fn written<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("a value that can be written")
}

fn read<T: DeserializeOwned>(json: &str) -> T {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn refusal<T: DeserializeOwned + Debug>(json: &str) -> String {
    serde_json::from_str::<T>(json).expect_err("text that means nothing").to_string()
}

#[test]
fn every_type_has_the_form_that_is_documented() {
    assert_form(&Square::E4, r#""e4""#);
    assert_form(&File::E, r#""e""#);
    assert_form(&Rank::Fourth, r#""4""#);
    assert_form(&Color::White, r#""white""#);
    assert_form(&PieceType::Knight, r#""knight""#);
    assert_form(&PieceType::Knight.of(Color::White), r#""N""#);
    assert_form(&Bitboard::from_bits(0x1000_EFFF), r#""0x000000001000efff""#);
    assert_form(&Board::EMPTY, r#""8/8/8/8/8/8/8/8""#);
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_form(&fen.parse::<Position>().unwrap(), &format!("{fen:?}"));
    assert_form(&fen.parse::<Setup>().unwrap(), &format!("{fen:?}"));
    let packed = PackedPosition::from(&Position::startpos());
    assert_form(&packed, &format!("\"{packed}\""));
    assert_form(&"e7e8q".parse::<UciMove>().unwrap(), r#""e7e8q""#);
    assert_form(&UciMove::Null, r#""0000""#);
    assert_form(&FullMove::default().with_from(Square::E2).with_to(Square::E4), "796");
    assert_form(&PolicyIndex::from_index(336).unwrap(), "336");
    assert_form(&"Nbxd7+".parse::<San>().unwrap(), r#""Nbxd7+""#);
    let epd = "4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7+; hmvc 3; id \"x\";";
    assert_form(&epd.parse::<Epd>().unwrap(), &format!("{epd:?}"));
    assert_form(&Outcome::Checkmate { winner: Color::White }, r#""checkmate:white""#);
    assert_form(&Outcome::Timeout { winner: Color::Black }, r#""timeout:black""#);
    assert_form(&Outcome::Stalemate, r#""stalemate""#);
    assert_form(&GameResult::Draw, r#""1/2-1/2""#);
}

/// A game comes back with its history: the repetitions are counted again.
#[test]
fn games_come_back_with_their_moves() {
    let json = r#""startpos moves g1f3 g8f6 f3g1 f6g8""#;
    let game: Game = read(json);
    assert_eq!((game.len(), game.repetitions()), (4, 2));
    assert_eq!(written(&game), json);
    let json = r#""fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1""#;
    assert_eq!(written(&read::<Game>(json)), json);
    assert_eq!(written(&Game::new()), r#""startpos""#);
    let mut taken_back = Game::new();
    taken_back.play(taken_back.position().parse_uci("e2e4").unwrap()).unwrap();
    taken_back.undo();
    assert_eq!(written(&taken_back), r#""startpos""#);
    assert!(refusal::<Game>(r#""startpos moves e2e5""#).contains("e2e5"));
    for json in [r#""""#, r#""startpos e2e4""#, r#""fen""#, r#""fen 8/8""#] {
        refusal::<Game>(json);
    }
}

#[test]
fn moves_tell_their_kind() {
    let pos: Position =
        "r3k2r/p1pp1pb1/bn2p1p1/3PN3/1pP1P3/5Q1p/PP1B1PPP/R3K2R b KQkq c3 0 1".parse().unwrap();
    let form = |text: &str| written(&pos.parse_uci(text).unwrap());
    assert_eq!(form("e8e7"), r#""e8e7""#);
    assert_eq!(form("c7c5"), r#""c7c5:double-push""#);
    assert_eq!(form("b4c3"), r#""b4c3:en-passant""#);
    assert_eq!(form("e8g8"), r#""e8h8:castle-king-side""#);
    assert_eq!(form("e8c8"), r#""e8a8:castle-queen-side""#);
    assert_eq!(form("h3g2"), r#""h3g2:capture""#);
}

/// Every move that could exist comes back, and so does all that the type can hold.
#[test]
fn every_value_comes_back() {
    for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
        assert_round_trip(&mv);
    }
    Square::ALL.iter().for_each(assert_round_trip);
    File::ALL.iter().for_each(assert_round_trip);
    Rank::ALL.iter().for_each(assert_round_trip);
    Color::ALL.iter().for_each(assert_round_trip);
    PieceType::ALL.iter().for_each(assert_round_trip);
    for piece in "pnbrqkPNBRQK".chars().filter_map(Piece::from_char) {
        assert_round_trip(&piece);
    }
    PolicyIndex::all().for_each(|class| assert_round_trip(&class));
    for outcome in [
        Outcome::InsufficientMaterial,
        Outcome::SeventyFiveMoves,
        Outcome::FivefoldRepetition,
        Outcome::FiftyMoves,
        Outcome::ThreefoldRepetition,
        Outcome::DeadPosition,
        Outcome::TimeoutDraw,
    ] {
        assert_round_trip(&outcome);
    }
    assert_round_trip(&GameResult::WhiteWins);
    assert_round_trip(&GameResult::BlackWins);
}

#[test]
fn positions_of_random_games_come_back() {
    games::walk(11, 60, |pos| {
        assert_round_trip(&pos.to_setup());
        assert_round_trip(pos.board());
        assert_round_trip(&pos.occupied());
        assert_round_trip(&PackedPosition::from(pos));
        for &mv in &pos.legal_moves() {
            assert_round_trip(&FullMove::new(pos, mv));
        }
        // The odd start positions are not all ones that a game leads to.
        if pos.to_setup().faults().is_empty() {
            assert_round_trip(pos);
        }
    });
}

#[test]
fn what_is_refused_says_why() {
    assert_eq!(
        refusal::<Square>(r#""e9""#),
        "expected a square such as \"e4\": not a square: a file a to h and a rank 1 to 8 are \
         needed at line 1 column 4"
    );
    assert!(refusal::<Position>(r#""4k3/8/8/8/8/8/8/8 w - - 0 1""#).contains("White has no king"));
    assert!(refusal::<Setup>(r#""4k3/8""#).contains("ranks"));
    assert!(refusal::<Color>(r#""w""#).contains("\"white\" or \"black\""));
    for json in [r#""NN""#, r#""x""#, r#""""#, "7"] {
        refusal::<Piece>(json);
    }
    for json in [r#""0x1""#, r#""0x+00000000000efff""#, r#""000000001000efff00""#] {
        refusal::<Bitboard>(json);
    }
    for json in [r#""8/8/8/8/8/8/8/8 w""#, r#""8/8/8/8/8/8/8/7""#, r#""8/8/8/8/8/8/8/8\t""#] {
        refusal::<Board>(json);
    }
    for json in [
        r#""e2e2""#,
        r#""e7e8k""#,
        r#""0000""#,
        r#""e2e4:quiet""#,
        r#""e2e4:""#,
        r#""e7e8q:double-push""#,
    ] {
        refusal::<Move>(json);
    }
    for json in [r#""checkmate""#, r#""stalemate:white""#, r#""checkmate:w""#] {
        refusal::<Outcome>(json);
    }
    refusal::<San>(r#""ed8Q""#);
    refusal::<Epd>(r#""4k3/8/8/8/8/8/8/4K3 w - - bm""#);
    refusal::<PolicyIndex>("1968");
    refusal::<FullMove>(&(1 << 24).to_string());
    refusal::<PackedPosition>(r#""00""#);
}

/// A right to castle in the middle of the board cannot be said in a FEN.
#[test]
fn a_setup_that_no_fen_can_tell_is_not_written() {
    let setup = Setup { castling_rooks: Square::E4.into(), ..Setup::standard() };
    assert!(serde_json::to_string(&setup).is_err());
}
