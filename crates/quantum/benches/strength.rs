//! How strong the players are: matches of 400 games with colours alternating, under both presets.
//!
//! `cargo bench -p banmen-quantum --bench strength -- [GAMES] [NODES | TIMEms] [hard-random | hard-greedy | …]`
//!
//! `greedy` only maximises its odds one ply ahead and observes when it is likelier to win than to lose by it.

use banmen_core::{Draw, Game, Limits, Player, Random, Seat, Turn};
use banmen_quantum::{Greedy, Position, Rules, player};

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

/// A level or the one-ply player, by name.
fn maker(name: &'static str) -> Box<Maker> {
    match name {
        "greedy" => Box::new(|_, seed| Box::new(Greedy::new(seed))),
        level => Box::new(move |rules, seed| player(level, rules, seed).unwrap()),
    }
}

/// Who plays whom, and the share of the points that the first has to reach, if there is one.
const MATCHES: [(&str, &str, Option<f64>); 5] = [
    ("hard", "random", Some(99.5)),
    ("hard", "greedy", Some(65.0)),
    ("hard", "normal", None),
    ("normal", "easy", None),
    ("easy", "random", None),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let games: u64 = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(400);
    let effort = arguments.get(1).map_or("2000", String::as_str);
    let limits = match effort.strip_suffix("ms") {
        Some(time) => Limits::within(std::time::Duration::from_millis(time.parse().expect("milliseconds"))),
        None => Limits::of_nodes(effort.parse().expect("a number of nodes, or milliseconds such as 100ms")),
    };
    let effort = if effort.ends_with("ms") { effort.to_owned() } else { format!("{effort} nodes") };
    let wanted: Vec<&str> = arguments.iter().skip(2).map(String::as_str).collect();
    for (preset, rules) in [("video", Rules::video()), ("rulebook", Rules::rulebook())] {
        for (one, other, goal) in MATCHES {
            let name = format!("{one}-{other}");
            if !wanted.is_empty() && !wanted.contains(&name.as_str()) {
                continue;
            }
            let start = std::time::Instant::now();
            let score = series(&rules, &*maker(one), &*maker(other), &limits, games, 1);
            let points = f64::from(score.wins) + 0.5 * f64::from(score.draws);
            let goal = goal.map_or(String::new(), |goal| format!(" (goal {goal} %)"));
            println!(
                "{preset}: {one} against {other}, {effort} a decision: +{} ={} -{} = {:.2} %{goal}; {:.0} events and {:.2} s a game",
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
