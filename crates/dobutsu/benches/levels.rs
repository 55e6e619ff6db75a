//! How the levels do against each other: the steps between them must be felt.
//!
//! `cargo bench -p banmen-dobutsu --bench levels -- GAMES SECONDS [BOARD]`; by default 20 games at 0.1 s a move on the board deer.
//! Every opening of a few random moves is played twice, with sides exchanged.

use banmen_core::{Draw, Game, Limits, Playable, Random, Seat};
use banmen_dobutsu::{BoardName, Position, Rules};
use std::time::Duration;

/// Games that last longer are drawn.
const LONGEST: usize = 300;

fn opening(rules: &Rules, random: &mut Random) -> Position {
    loop {
        let mut position = Position::start(rules).expect("the start position");
        let mut legal = Vec::new();
        for _ in 0..2 + random.below(3) {
            legal.clear();
            position.legal_moves(&mut legal);
            if let Some(&m) = random.pick(&legal) {
                position.play(m).expect("a legal move");
            }
        }
        if position.turn().seat().is_some() {
            return position;
        }
    }
}

/// The first level's score of one game.
fn play(levels: [&str; 2], start: &Position, first_seat: Seat, limits: &Limits, seed: u64) -> f64 {
    let mut position = start.clone();
    let mut players = levels.map(|level| Position::player(level, start.rules(), seed).expect("a level"));
    for _ in 0..LONGEST {
        let Some(seat) = position.turn().seat() else { break };
        let player = &mut players[usize::from(seat != first_seat)];
        let m = player.choose(&position, limits, &mut |_| ()).expect("a move");
        position.play(m).expect("a legal move");
    }
    position.turn().outcome().map_or(0.5, |outcome| outcome.score(first_seat))
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let games: u64 = words.first().map_or(20, |word| word.parse().expect("a number of games"));
    let seconds: f64 = words.get(1).map_or(0.1, |word| word.parse().expect("a number of seconds"));
    let board: BoardName = words.get(2).map_or_else(BoardName::default, |word| word.parse().expect("a board"));
    let rules = Rules::on(board);
    for levels in [["normal", "easy"], ["hard", "normal"], ["master", "hard"]] {
        let mut random = Random::new(1);
        let mut start = opening(&rules, &mut random);
        let (mut wins, mut draws) = (0, 0);
        for game in 0..games {
            if game % 2 == 0 {
                start = opening(&rules, &mut random);
            }
            let seat = Seat::BOTH[(game % 2) as usize];
            let limits = Limits::within(Duration::from_secs_f64(seconds));
            let score = play(levels, &start, seat, &limits, game);
            wins += u64::from(score > 0.75);
            draws += u64::from(score > 0.25 && score < 0.75);
        }
        let [better, worse] = levels;
        let share = (wins as f64 + draws as f64 / 2.0) / games as f64 * 100.0;
        println!(
            "{board} at {seconds} s: {better} beats {worse} {wins}, drawn {draws}, lost {}: {share:.0} %",
            games - wins - draws
        );
    }
}
