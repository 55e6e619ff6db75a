//! The solved 3×4 game: builds the whole table once (a minute or two) and holds it against what is known.

use banmen_core::{Game, Limits, Turn};
use banmen_dobutsu::tablebase::{Tablebase, TablebaseError, TablebaseValue};
use banmen_dobutsu::{AnyBoard, BoardName, Classic, PieceBoard, Position, Rules};

/// Every so-manieth position is checked against its successors here; `banmen dobutsu solve --verify` checks all of them.
const STRIDE: u32 = 41;

#[test]
#[ignore = "takes more than a minute; `cargo xtask test` runs it"]
fn the_classic_game_is_solved() {
    let table = Tablebase::build(&Limits::none(), &mut |_| {}).expect("nothing limits it");
    the_known_distances(&table);
    best_play_lasts_78_plies(&table);
    every_value_follows_from_the_next(&table);
    a_file_is_read_back_or_refused(&table);
}

fn the_known_distances(table: &Tablebase) {
    let start = PieceBoard::<Classic>::start();
    assert_eq!(table.probe(&start), Some(TablebaseValue::Loss(78)));
    let moves = table.moves(&start).expect("all pieces are there");
    let verdicts: Vec<TablebaseValue> = moves.iter().map(|&(_, verdict)| verdict).collect();
    assert_eq!(
        verdicts,
        [TablebaseValue::Loss(78), TablebaseValue::Loss(78), TablebaseValue::Loss(78), TablebaseValue::Loss(76)]
    );
    assert_eq!(moves[3].0.to_string(), "b2b3", "taking the chick loses two plies sooner");
    assert_eq!(table.longest(), 173);
}

fn best_play_lasts_78_plies(table: &Tablebase) {
    let mut position = Position::start(&Rules::on(BoardName::Classic)).expect("the usual rules");
    let mut plies = 0;
    while let Turn::Seat { .. } = position.turn() {
        let AnyBoard::Classic(board) = position.board() else { panic!("another board") };
        let best = table.moves(board).expect("all pieces are there")[0].0;
        position.play(best).expect("the table plays legal moves");
        plies += 1;
    }
    assert_eq!(plies, 78);
    let outcome = position.turn().outcome().expect("the game is over");
    assert_eq!(outcome.winner, Some(banmen_core::Seat::Second));
}

fn every_value_follows_from_the_next(table: &Tablebase) {
    let checked = table.validate(STRIDE, &Limits::none(), &mut |_| {}).expect("nothing limits it");
    assert_eq!(checked, Ok(u64::from(table.len().div_ceil(STRIDE))));
}

fn a_file_is_read_back_or_refused(table: &Tablebase) {
    let mut file = Vec::new();
    table.write(&mut file).expect("memory takes everything");
    let read = Tablebase::read(&mut file.as_slice()).expect("our own file");
    assert_eq!(read.probe(&PieceBoard::<Classic>::start()), Some(TablebaseValue::Loss(78)));

    for cut in [1, 20, 59, 500, file.len() - 1] {
        assert!(
            matches!(Tablebase::read(&mut &file[..cut]), Err(TablebaseError::Truncated { .. })),
            "cut to {cut} bytes"
        );
    }
    assert!(matches!(Tablebase::read(&mut [].as_slice()), Err(TablebaseError::Foreign)));
    assert!(matches!(Tablebase::read(&mut b"SQLite format 3\0".as_slice()), Err(TablebaseError::Foreign)));
    let middle = file.len() / 2;
    file[middle] ^= 1;
    assert!(matches!(Tablebase::read(&mut file.as_slice()), Err(TablebaseError::Damaged)));
}
