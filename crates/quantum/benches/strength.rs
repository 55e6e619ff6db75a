//! How strong the players are: games in pairs with both colours, under both presets.
//!
//! `cargo bench -p banmen-quantum --bench strength -- [GAMES] [NODES | TIMEms | default] [hard-random | hard-greedy | …]
//! [video | rulebook] [opening=STONES] [seed=N] [judge=NODES] [margin=PERCENT]`
//!
//! `greedy` only maximises its odds one ply ahead and observes when it is likelier to win than to lose by it. `plain` is Hard without
//! its preference for placements that are hard to answer, and `margin` gives Hard another one than it has. `adviser` gives the hints: it has no margin either,
//! and under the rulebook it judges by the network. `default` gives every level its own time. With `opening`, each pair begins with so many stones on random points in the
//! middle; without, players that draw nothing themselves play the same two games again and again.
//!
//! A game is scored by its odds, not by its luck: an observation adds its chances to both sides, and the game goes on from a miss
//! with the weight that is left. When little is left, the rest is drawn. The expected score is the same as that of
//! games played out, with a fraction of their variance.
//!
//! With `judge`, Hard looks at every decision with so many positions and adds up what each player gives away, weighed by the
//! chance that the game is still on. Whoever gave away nothing would score one half and what the opponent gives away: that is how much there
//! is to win, as far as the judge sees.

mod scoring;

use banmen_core::{Draw, Game, Limits, Player, Random, Seat, Turn};
use banmen_quantum::{Greedy, Hopeful, Move, Position, Rules, Stage, Strength, Thinker, player};
use scoring::{Ledger, miss, observation};

type Maker = dyn Fn(&Rules, u64) -> Box<dyn Player<Position>>;

/// Opening stones fall this close to the middle in both directions.
const REACH: u64 = 2;

/// Adds up what the players give away.
struct Judge {
    limits: Limits,
    random: Random,
    /// What the turn was worth to its player before the stone was placed.
    before: f64,
    /// By the player, the one named first in the match first.
    given: [f64; 2],
}

impl Judge {
    fn new(nodes: u64) -> Self {
        Self { limits: Limits::of_nodes(nodes), random: Random::new(1), before: 0.0, given: [0.0; 2] }
    }

    /// The chance to win, a draw as half.
    fn worth(&mut self, position: &Position, to: Seat) -> f64 {
        match position.turn() {
            Turn::Over { outcome } => outcome.score(to),
            Turn::Chance => {
                let [win, nothing] = observation(position, to);
                // One miss stands for all of them; the mean over many games is the same.
                let mut after = position.clone();
                after.play(miss(position, &mut self.random)).unwrap();
                win + nothing * self.worth(&after, to)
            }
            Turn::Seat { seat } => {
                let mut thinker = Thinker::new(position.rules(), Strength::HARD, 1);
                let best = thinker.think(position, &self.limits, &mut |_| {}).moves[0].1;
                if seat == to { best } else { 1.0 - best }
            }
        }
    }

    /// What the decision gives away. A stone and the choice to observe are judged together when the turn is over.
    fn given_away(&mut self, position: &Position, seat: Seat, decision: Move) -> f64 {
        if position.stage() != Stage::Decide {
            self.before = self.worth(position, seat);
        }
        let mut after = position.clone();
        after.play(decision).unwrap();
        if after.stage() == Stage::Decide { 0.0 } else { self.before - self.worth(&after, seat) }
    }
}

struct Score {
    /// The mean score of each pair, and the first player's share of it when it had the first move.
    pairs: Vec<f64>,
    moving_first: f64,
    stones: usize,
}

impl Score {
    fn mean(&self) -> f64 {
        self.pairs.iter().sum::<f64>() / self.pairs.len() as f64
    }

    /// Half the width of the 95 % interval, from the spread of the pairs.
    fn half_width(&self) -> f64 {
        let (mean, count) = (self.mean(), self.pairs.len() as f64);
        let squares: f64 = self.pairs.iter().map(|pair| (pair - mean).powi(2)).sum();
        1.96 * (squares / (count - 1.0).max(1.0) / count).sqrt()
    }
}

/// A board with a number of stones on random points in the middle, none of them observed.
fn opening(rules: &Rules, stones: usize, random: &mut Random) -> Position {
    let mut position = Position::start(rules).unwrap();
    let size = u64::from(rules.size);
    while position.order().len() < stones {
        let [x, y] = [(); 2].map(|()| size / 2 - REACH + random.below(2 * REACH + 1));
        let place = Move::Place(position.grid().point((y * size + x) as usize));
        // A point may be taken; then another one is drawn.
        if position.play(place).is_ok() && position.stage() == Stage::Decide {
            position.play(Move::Skip).unwrap();
        }
    }
    position
}

/// The expected score of the first player, and the stones at the end.
fn game(
    mut position: Position,
    mut players: [Box<dyn Player<Position>>; 2],
    limits: &Limits,
    random: &mut Random,
    judged: &mut dyn FnMut(&Position, Seat, Move, f64),
) -> (f64, usize) {
    let mut ledger = Ledger::START;
    loop {
        let m = match position.turn() {
            Turn::Over { outcome } => {
                ledger.end(outcome.score(Seat::First));
                return (ledger.score, position.order().len());
            }
            Turn::Chance => match ledger.observe(&position, random) {
                Some(drawn) => drawn,
                None => return (ledger.score, position.order().len()),
            },
            Turn::Seat { seat } => {
                let chosen = players[seat.index()].choose(&position, limits, &mut |_| {}).unwrap();
                judged(&position, seat, chosen, ledger.weight);
                chosen
            }
        };
        position.play(m).unwrap();
    }
}

/// How a match is played.
struct Conditions {
    rules: Rules,
    limits: Limits,
    pairs: u64,
    stones: usize,
    seed: u64,
}

fn series(conditions: &Conditions, a: &Maker, b: &Maker, judge: &mut Option<Judge>) -> Score {
    let Conditions { rules, limits, pairs, stones, seed } = conditions;
    let mut score = Score { pairs: Vec::new(), moving_first: 0.0, stones: 0 };
    for number in 0..*pairs {
        let mut random = Random::new(seed * 1_000_003 + number);
        let start = opening(rules, *stones, &mut random);
        let mut play = |swapped: bool| {
            let mut players = [a(rules, random.next_u64()), b(rules, random.next_u64())];
            if swapped {
                players.swap(0, 1);
            }
            game(start.clone(), players, limits, &mut random, &mut |position, seat, chosen, weight| {
                if let Some(judge) = judge {
                    let given = weight * judge.given_away(position, seat, chosen);
                    judge.given[seat.index() ^ usize::from(swapped)] += given;
                }
            })
        };
        let (first, length) = play(false);
        let (other, other_length) = play(true);
        score.pairs.push(f64::midpoint(first, 1.0 - other));
        score.moving_first += first / *pairs as f64;
        score.stones += length + other_length;
    }
    score
}

/// A level or the one-ply player, by name.
fn maker(name: &'static str, margin: f64) -> Box<Maker> {
    let thinker = |margin| -> Box<Maker> {
        let strength = Strength { margin, ..Strength::HARD };
        Box::new(move |rules, seed| Box::new(Hopeful(Thinker::new(rules, strength, seed))))
    };
    match name {
        "greedy" => Box::new(|_, seed| Box::new(Greedy::new(seed))),
        "plain" => thinker(0.0),
        "hard" => thinker(margin),
        level => Box::new(move |rules, seed| player(level, rules, seed).unwrap()),
    }
}

/// Who plays whom, and the share of the points that the first has to reach, if there is one.
const MATCHES: [(&str, &str, Option<f64>); 8] = [
    ("hard", "random", Some(99.5)),
    ("hard", "greedy", Some(65.0)),
    ("hard", "normal", Some(70.0)),
    ("hard", "plain", None),
    ("adviser", "plain", None),
    ("adviser", "normal", None),
    ("normal", "easy", None),
    ("easy", "random", None),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let number = |name: &str| arguments.iter().find_map(|argument| argument.strip_prefix(name)?.parse::<u64>().ok());
    let games: u64 = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(400);
    let pairs = games.div_ceil(2).max(1);
    let (stones, seed) = (number("opening=").unwrap_or(0) as usize, number("seed=").unwrap_or(1));
    let effort = arguments.get(1).map_or("2000", String::as_str);
    let (limits, effort) = match effort.strip_suffix("ms") {
        Some(time) => {
            let time = std::time::Duration::from_millis(time.parse().expect("milliseconds"));
            (Limits::within(time), effort.to_owned())
        }
        None if effort == "default" => (Limits::none(), "default time".to_owned()),
        None => {
            let nodes = effort.parse().expect("a number of nodes, milliseconds such as 100ms, or default");
            (Limits::of_nodes(nodes), format!("{effort} nodes"))
        }
    };
    let named = |name: &str| arguments.iter().skip(2).any(|argument| argument == name);
    let any_preset = !named("video") && !named("rulebook");
    let any_match = !arguments.iter().skip(2).any(|argument| argument.contains('-'));
    for (preset, rules) in [("video", Rules::video()), ("rulebook", Rules::rulebook())] {
        for (one, other, goal) in MATCHES {
            if !(any_preset || named(preset)) || !(any_match || named(&format!("{one}-{other}"))) {
                continue;
            }
            let start = std::time::Instant::now();
            let margin = number("margin=").map_or(Strength::HARD.margin, |percent| percent as f64 / 100.0);
            let mut judge = number("judge=").map(Judge::new);
            let conditions = Conditions { rules: rules.clone(), limits: limits.clone(), pairs, stones, seed };
            let score = series(&conditions, &*maker(one, margin), &*maker(other, margin), &mut judge);
            let games = 2.0 * pairs as f64;
            let goal = goal.map_or(String::new(), |goal| format!(" (goal {goal} %)"));
            println!(
                "{preset}: {one} against {other}, {effort} a decision, {games} games from {stones} stones, seed {seed}, margin {:.0} %: {:.1} ± {:.1} %{goal}; moving first {:.1} %, second {:.1} %; {:.1} stones and {:.2} s a game",
                100.0 * margin,
                100.0 * score.mean(),
                100.0 * score.half_width(),
                100.0 * score.moving_first,
                100.0 * (2.0 * score.mean() - score.moving_first),
                score.stones as f64 / games,
                start.elapsed().as_secs_f64() / games
            );
            if let Some(judge) = judge {
                let [own, others] = judge.given.map(|given| 100.0 * given / games);
                println!("  {one} gives away {own:.1} % a game, {other} {others:.1} %");
            }
        }
    }
}
