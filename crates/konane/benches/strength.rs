//! Strength: games between two levels on traditional boards, half with each colour, and how well they keep their time.
//!
//! `cargo bench -p banmen-konane --bench strength -- [hard] [normal] [games=20] [seconds=0.2] [wall] [6 8 10 …]`. Time
//! is this process's CPU time, so that other work on the machine changes no result; with `wall` it is the clock on the wall.

use std::time::Duration;

use banmen_core::{Clock, Game, Limits, Playable, Player, Seat, Turn};
use banmen_konane::{Konane, Rules};
use cpu_time::ProcessTime;

/// The sides of the boards that are played on unless others are named.
const SIDES: [u8; 5] = [4, 5, 6, 8, 10];

/// The CPU time of this process.
fn clock() -> Clock {
    let started = ProcessTime::now();
    Clock::new(move || started.elapsed())
}

/// Plays a game; says who won, how many moves it had, and the longest time that each player took for one.
fn play(rules: &Rules, mut players: [Box<dyn Player<Konane>>; 2], limits: &Limits) -> (Seat, usize, [Duration; 2]) {
    let mut position = Konane::start(rules).expect("a traditional board");
    let (mut moves, mut longest) = (0, [Duration::ZERO; 2]);
    while let Turn::Seat { seat } = position.turn() {
        let before = limits.clock.now();
        let m = players[seat.index()].choose(&position, limits, &mut |_| {}).expect("a player who is asked answers");
        longest[seat.index()] = longest[seat.index()].max(limits.clock.now().saturating_sub(before));
        position.play(m).expect("players play legal moves");
        moves += 1;
    }
    let winner = position.turn().outcome().and_then(|outcome| outcome.winner).expect("Konane has no draws");
    (winner, moves, longest)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let named = |key: &str| words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    let games: u64 = named("games").map_or(20, |games| games.parse().expect("a number of games"));
    let seconds: f64 = named("seconds").map_or(0.2, |seconds| seconds.parse().expect("a number of seconds"));
    let levels: Vec<&str> = words.iter().map(String::as_str).filter(|word| is_level(word)).collect();
    let [first, second] = [levels.first().unwrap_or(&"hard"), levels.get(1).unwrap_or(&"normal")];
    let mut sides: Vec<u8> = words.iter().filter_map(|word| word.parse().ok()).collect();
    if sides.is_empty() {
        sides.extend(SIDES);
    }
    let clock = if words.iter().any(|word| word == "wall") { Clock::system() } else { clock() };
    let limits = Limits { clock, ..Limits::within(Duration::from_secs_f64(seconds)) };
    for side in sides {
        let rules = Rules::traditional(side, side);
        let (mut wins, mut moves, mut longest) = ([0; 2], 0, [Duration::ZERO; 2]);
        for game in 0..games {
            let player = |level: &str| Konane::player(level, &rules, game).expect("a level");
            let black = game % 2 == 0;
            let players = if black { [player(first), player(second)] } else { [player(second), player(first)] };
            let (winner, length, mut times) = play(&rules, players, &limits);
            wins[usize::from(!black)] += u64::from((winner.index() == 0) == black);
            moves += length;
            if !black {
                times.reverse();
            }
            longest = [0, 1].map(|i| longest[i].max(times[i]));
        }
        println!(
            "{side}×{side}: {first} {} – {} {second} ({} of them won with Black; {:.0} moves a game; the longest took {:.2} s and {:.2} s \
             of {seconds} s)",
            wins[0] + wins[1],
            games - wins[0] - wins[1],
            wins[0],
            moves as f64 / games as f64,
            longest[0].as_secs_f64(),
            longest[1].as_secs_f64()
        );
    }
}

fn is_level(word: &str) -> bool {
    Konane::info().levels.iter().any(|level| level.id == word)
}
