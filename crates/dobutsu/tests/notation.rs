//! What is and is not a position or a move, in both notations.

use banmen_dobutsu::notation::{move_from_usi, move_to_usi};
use banmen_dobutsu::{BoardSpec, Classic, Deer, Gorogoro, PieceBoard, PositionError};

fn refused(text: &str) -> String {
    PieceBoard::<Deer>::from_text(text).expect_err(text).to_string()
}

#[test]
fn accept_the_start_positions() {
    assert_eq!(PieceBoard::<Deer>::start().to_text(), "gel1d/1ccc1/5/1CCC1/D1LEG[-] w");
    assert_eq!(PieceBoard::<Classic>::start().to_text(), "gle/1c1/1C1/ELG[-] w");
    assert_eq!(PieceBoard::<Gorogoro>::start().to_text(), "sgkgs/5/1ppp1/1PPP1/5/SGKGS[-] w");
    assert_eq!(PieceBoard::<Deer>::start().to_sfen(), "gel1d/1ccc1/5/1CCC1/D1LEG b - 1");
}

#[test]
fn accept_hands_however_they_are_counted() {
    let repeated = PieceBoard::<Deer>::from_text("4l/5/5/5/4L[CCCgc] b").unwrap();
    assert_eq!(PieceBoard::<Deer>::from_text("4l/5/5/5/4L[3Cgc] b").unwrap(), repeated);
    assert_eq!(repeated.to_sfen(), "4l/5/5/5/4L w 3Cgc 1");
    assert_eq!(PieceBoard::<Deer>::from_sfen("4l/5/5/5/4L w 3Cgc").unwrap(), repeated);
}

#[test]
fn accept_a_position_whose_lion_has_just_been_taken() {
    let board = PieceBoard::<Deer>::from_text("5/5/5/5/4L[-] b").unwrap();
    assert_eq!(board.count_moves(), 0);
}

#[test]
fn reject_impossible_positions() {
    for (text, why) in [
        ("", "the position has no board"),
        ("gel1d/1ccc1/5/1CCC1/D1LEG[-]", "the position has no side to move (w or b)"),
        ("gel1d/1ccc1/5/1CCC1/D1LEG[- w", "the position has no closing bracket after the hands"),
        (
            "gel1d/1ccc1/5/1CCC1/D1LEG[-] x",
            "\"x\" is not a side to move; expected w (first player) or b (second player)",
        ),
        ("gel1d/1ccc1/5/1CCC1/D1LEG[-] w w", "\"w\" follows the position, but nothing is expected there"),
        ("gel1d/1ccc1/5/D1LEG[-] w", "the position has 4 ranks, the board deer has 5"),
        ("gel1d/1ccc1/5/1CCC1/D1LEG1[-] w", "rank 1 has 6 squares, the board deer has 5"),
        ("gel1d/1ccc1/9/1CCC1/D1LEG[-] w", "rank 3 has 9 squares, the board deer has 5"),
        ("gel1d/1ccc1/5/1CCC1/D1LKG[-] w", "\"K\" in a rank is not a piece of the board deer"),
        ("gel1d/1ccc1/5/1CCC1/D1L+GE[-] w", "\"+G\" in a rank is not a piece of the board deer"),
        ("gel1d/1ccc1/5/1CCC1/D1L+[-] w", "\"++\" in a rank is not a piece of the board deer"),
        ("gel1d/1ccc1/5/1CCC1/DLLEG[-] w", "the first player has 2 lions, expected one"),
        ("gel1d/1ccc1/5/1CCC1/D2EG[-] b", "the first player has no lion"),
        ("gel1d/1ccc1/5/1CCC1/D1LEG[C] w", "there are 7 pieces 'C', the board deer has 6"),
        ("gel1d/1ccc1/5/1CCC1/D1LEG[9C] w", "there are 9 pieces 'C', the board deer has 6"),
        ("gel1d/1ccc1/5/1CCC1/D1LEG[L] w", "\"L\" in the hands is not a piece of the board deer"),
        ("gel1d/1ccc1/5/1CCC1/D1LEG[3] w", "\"3\" in the hands is not a piece of the board deer"),
        ("Cel1d/1ccc1/5/1CC2/D1LEG[-] w", "the chick on a5 could never move"),
        ("gel1d/1cc2/5/1CCC1/D1LEc[-] w", "the chick on e1 could never move"),
    ] {
        assert_eq!(refused(text), why, "{text}");
    }
    assert_eq!(refused(&"1".repeat(100_000)), "the position has 100000 characters, at most 200 are read");
    assert!(refused("gél1d/1ccc1/5/1CCC1/D1LEG[-] w").contains('é'));
}

#[test]
fn reject_what_the_small_shogi_forbids() {
    let refused = |text| PieceBoard::<Gorogoro>::from_text(text).unwrap_err();
    assert_eq!(refused("4k/5/P4/P4/5/4K[-] w"), PositionError::Doubled("first", 'a'));
    assert_eq!(refused("3Kk/5/5/5/5/5[-] w"), PositionError::LeftInCheck("gorogoro"));
    assert_eq!(refused("4k/5/5/5/5/5[-] w"), PositionError::NoLion("first"));
    assert!(
        PieceBoard::<Classic>::from_text("C1l/3/3/2L[-] w").is_ok(),
        "a chick dropped on the last rank stays there"
    );
}

#[test]
fn moves_in_the_protocols_own_notation() {
    let deer = BoardSpec::ALL[0];
    for (ours, usi) in [("e1e2", "1e1d"), ("b4b5+", "4b4a+"), ("C@c3", "C*3c"), ("a1a2", "5e5d")] {
        assert_eq!(move_to_usi(deer, ours.parse().unwrap()), usi);
        assert_eq!(move_from_usi(deer, usi).unwrap().to_string(), ours);
    }
    let classic = BoardSpec::ALL[1];
    assert_eq!(move_to_usi(classic, "b2b3".parse().unwrap()), "2c2b");
    for text in ["", "1", "1e1", "6a1a", "0a1a", "1f1e", "1e1e", "C*9c", "X*3c", "1e1d++", "1e1d=", "C*3c+", "é1e1"] {
        assert!(move_from_usi(deer, text).is_err(), "{text:?} was accepted");
    }
}
