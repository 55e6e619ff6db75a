//! Certificates of random boards: written by the search, checked by the plain rules, and refused when they are wrong.

use banmen_core::{Draw, Limits, Random};
use banmen_konane::verify::{Certificate, Claim, Refusal, Setup, check};
use banmen_konane::{Board, Jumps, Prover, Stone, traditional_openings};

fn random_board(rows: usize, cols: usize, random: &mut Random) -> Board {
    let mut board = Board::empty(rows, cols).unwrap();
    let stones = 40 + random.below(55) as u8;
    for row in 0..rows {
        for col in 0..cols {
            if random.percent(stones) {
                let black = ((row + col) % 2 == 0) != random.percent(15);
                board.set(row, col, Some(if black { Stone::Black } else { Stone::White }));
            }
        }
    }
    board
}

/// Both claims about a board, and how they are won.
fn certified(setup: Setup) -> Certificate {
    let mut prover = Prover::new(setup.jumps, Some(1 << 22));
    let starters: &[Stone] = if setup.traditional { &[Stone::Black] } else { &Stone::BOTH };
    let claims: Vec<Claim> = starters
        .iter()
        .map(|&first| {
            let found = prover.solve_openings(&setup.openings(), first, &Limits::none(), &mut |_| {}).unwrap();
            Claim { first, winner: if found.wins { first } else { first.other() } }
        })
        .collect();
    prover.certificate(&setup, &claims, &Limits::none(), &mut |_| {}).unwrap()
}

fn verify(certificate: &Certificate) -> Result<u64, Refusal> {
    check(certificate, &Limits::none(), &mut |_| {}).map(|checked| checked.moves)
}

#[test]
fn certificates_of_both_winners_hold_and_their_opposites_do_not() {
    let mut random = Random::new(41);
    let mut moves = 0;
    let mut winners = [0; 2];
    for round in 0..400 {
        let jumps = if round % 4 == 0 { Jumps::Final } else { Jumps::Any };
        let board = random_board(3 + random.below(3) as usize, 4 + random.below(2) as usize, &mut random);
        let certificate = certified(Setup { board, traditional: false, jumps });
        let read = Certificate::read(&certificate.write()).unwrap();
        assert_eq!(read, certificate);
        moves += verify(&read).unwrap_or_else(|refusal| panic!("{refusal}\n{board}"));
        for claim in &certificate.claims {
            winners[usize::from(claim.winner == Stone::White)] += 1;
        }
        // The opposite claim is false, whatever the moves are.
        let mut wrong = certificate;
        let claim = &mut wrong.claims[random.below(2) as usize];
        claim.winner = claim.winner.other();
        let Err(Refusal::Wrong(why)) = verify(&wrong) else { panic!("a false claim was accepted\n{board}") };
        assert!(why.contains(" first, "), "{why}");
    }
    assert!(moves > 1000, "{moves}");
    assert!(winners.iter().all(|&count| count > 100), "{winners:?}");
}

#[test]
fn a_changed_move_is_refused_with_its_place() {
    let mut board = Board::chequered(5, 5).unwrap();
    board.set(2, 2, None);
    board.set(2, 3, None);
    let certificate = certified(Setup { board, traditional: false, jumps: Jumps::Any });
    assert!(certificate.moves.len() > 20);
    let mut random = Random::new(42);
    let mut refused = 0;
    for _ in 0..60 {
        let mut wrong = certificate.clone();
        let place = random.below(wrong.moves.len() as u64) as usize;
        let before = wrong.moves[place];
        wrong.moves[place] = random.below(100) as u8;
        match verify(&wrong) {
            // Another move that wins as well, with the same answers after it, is a proof too.
            Ok(_) => {}
            Err(Refusal::Wrong(why)) => {
                assert_ne!(wrong.moves[place], before);
                assert!(why.contains("of the strategy") || why.contains("left over"), "{why}");
                refused += 1;
            }
            Err(stopped) => panic!("{stopped}"),
        }
    }
    assert!(refused > 30, "{refused}");
    let short = Certificate { moves: certificate.moves[..10].to_vec(), ..certificate.clone() };
    let Err(Refusal::Wrong(why)) = verify(&short) else { panic!("half a strategy was accepted") };
    assert!(why.contains("the certificate ends here"), "{why}");
    let mut long = certificate;
    long.moves.push(0);
    assert_eq!(
        verify(&long),
        Err(Refusal::Wrong("after the last move of the strategy 1 bytes are left over".to_owned()))
    );
}

#[test]
fn the_traditional_game_is_certified_with_its_openings() {
    for (rows, cols, winner) in [(4, 4, Stone::White), (5, 5, Stone::Black), (4, 5, Stone::White)] {
        let board = Board::chequered(rows, cols).unwrap();
        let setup = Setup { board, traditional: true, jumps: Jumps::Any };
        assert_eq!(setup.openings(), traditional_openings(&board));
        let certificate = certified(setup);
        if rows == cols {
            assert_eq!(certificate.claims, [Claim { first: Stone::Black, winner }], "{rows}×{cols}");
        }
        assert!(verify(&certificate).is_ok());
        let mut wrong = certificate;
        wrong.claims[0].winner = wrong.claims[0].winner.other();
        assert!(matches!(verify(&wrong), Err(Refusal::Wrong(_))));
    }
}
