//! How strong the players are: matches of 400 games with colours alternating, under both presets.
//!
//! `cargo bench -p banmen-quantum --bench strength -- [GAMES] [NODES] [WHITE-LIST OF MATCHES…]`

use banmen_core::{Draw, Game, Limits, Player, Random, Seat, Turn};
use banmen_quantum::{Greedy, Position, RandomPlayer, Rules, Strength, Thinker, player};

type Maker = dyn Fn(&Rules, u64) -> Box<dyn Player<Position>>;

struct Score {
    wins: u32,
    draws: u32,
    losses: u32,
    events: usize,
}

fn game(
    rules: &Rules,
    players: [&mut dyn Player<Position>; 2],
    limits: &[Limits; 2],
    random: &mut Random,
) -> (Option<Seat>, usize) {
    let mut position = Position::start(rules).unwrap();
    let mut events = 0;
    let [first, second] = players;
    loop {
        let m = match position.turn() {
            Turn::Over { outcome } => return (outcome.winner, events),
            Turn::Chance => position.draw(random).unwrap(),
            Turn::Seat { seat: Seat::First } => first.choose(&position, &limits[0], &mut |_| {}).unwrap(),
            Turn::Seat { seat: Seat::Second } => second.choose(&position, &limits[1], &mut |_| {}).unwrap(),
        };
        position.play(m).unwrap();
        events += 1;
    }
}

fn series(rules: &Rules, a: &Maker, b: &Maker, limits: &Limits, games: u64, seed: u64) -> Score {
    let mut score = Score { wins: 0, draws: 0, losses: 0, events: 0 };
    for number in 0..games {
        let mut random = Random::new(seed * 1_000_003 + number);
        let (mut one, mut two) = (a(rules, random.next_u64()), b(rules, random.next_u64()));
        let a_first = number % 2 == 0;
        let limits = [limits.clone(), limits.clone()];
        let (winner, events) = if a_first {
            game(rules, [&mut *one, &mut *two], &limits, &mut random)
        } else {
            game(rules, [&mut *two, &mut *one], &limits, &mut random)
        };
        score.events += events;
        match winner {
            None => score.draws += 1,
            Some(seat) if (seat == Seat::First) == a_first => score.wins += 1,
            Some(_) => score.losses += 1,
        }
    }
    score
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let games: u64 = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(400);
    let nodes: u64 = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(2000);
    let wanted: Vec<&str> = arguments.iter().skip(2).map(String::as_str).collect();
    let hard: Box<Maker> = Box::new(|rules, seed| Box::new(Thinker::new(rules, Strength::HARD, seed)));
    let opponents: [(&str, Box<Maker>); 4] = [
        ("random", Box::new(|_, seed| Box::new(RandomPlayer::new(seed)))),
        ("greedy", Box::new(|_, seed| Box::new(Greedy::new(seed)))),
        ("easy", Box::new(|rules, seed| player("easy", rules, seed).unwrap())),
        ("normal", Box::new(|rules, seed| player("normal", rules, seed).unwrap())),
    ];
    for (preset, rules) in [("video", Rules::video()), ("rulebook", Rules::rulebook())] {
        for (name, opponent) in &opponents {
            if !wanted.is_empty() && !wanted.contains(name) {
                continue;
            }
            let start = std::time::Instant::now();
            let score = series(&rules, &*hard, &**opponent, &Limits::of_nodes(nodes), games, 1);
            let points = f64::from(score.wins) + 0.5 * f64::from(score.draws);
            println!(
                "{preset}: Hard ({nodes} nodes) against {name}: +{} ={} -{} = {:.1} %; {:.0} events a game, {:.2} s a game",
                score.wins,
                score.draws,
                score.losses,
                100.0 * points / games as f64,
                score.events as f64 / games as f64,
                start.elapsed().as_secs_f64() / games as f64
            );
        }
    }
}
