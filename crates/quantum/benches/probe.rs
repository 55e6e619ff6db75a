use banmen_core::{Draw, Game, Limits, Player, Random, Seat, Turn};
use banmen_quantum::{Position, Rules, Strength, Thinker, search::judgement::Weights};
fn main() {
    let rules = if std::env::args().any(|a| a == "rulebook") { Rules::rulebook() } else { Rules::video() };
    let games: u64 = std::env::args().filter_map(|a| a.parse().ok()).next().unwrap_or(300);
    let w = Weights::UNLIMITED;
    let old = Weights {
        features: [
            0.0, 2.3, 0.0, 2.9, 0.0, 0.25, 0.0, 0.03, 0.005, -2.1, 0.0, -1.9, 0.0, -0.15, 0.0, -0.02, -0.004, 0.0, 0.0,
            0.0, 0.0,
        ],
        ..w
    };
    for (name, wa, da, wb, db) in [("old", w, 2u32, old, 2u32), ("1", w, 2, w, 1), ("2", w, 3, w, 2), ("4", w, 4, w, 2)]
    {
        let mut wins = [0; 2];
        let t = std::time::Instant::now();
        let mut stones = 0;
        for g in 0..games {
            let mut random = Random::new(g / 2);
            let mut pos = Position::start(&rules).unwrap();
            let mut a =
                Thinker::with_weights(&rules, Strength { deepest: da, ..Strength::HARD }, wa, random.next_u64());
            let mut b =
                Thinker::with_weights(&rules, Strength { deepest: db, ..Strength::HARD }, wb, random.next_u64());
            let open = random.below(5);
            for _ in 0..open {
                loop {
                    let c = 180 + random.below(5) as usize + 19 * random.below(5) as usize - 40;
                    let m = banmen_quantum::Move::Place(pos.grid().point(c));
                    if pos.play(m).is_ok() {
                        pos.play(banmen_quantum::Move::Skip).unwrap();
                        break;
                    }
                }
            }
            let mut random = Random::new(g + 99999);
            let l = Limits { depth: Some(9), ..Limits::none() };
            let w = loop {
                let m = match pos.turn() {
                    Turn::Over { outcome } => break outcome.winner,
                    Turn::Chance => pos.draw(&mut random).unwrap(),
                    Turn::Seat { seat } => {
                        let pl: &mut Thinker = if (seat == Seat::First) == (g % 2 == 0) { &mut a } else { &mut b };
                        pl.choose(&pos, &l, &mut |_| {}).unwrap()
                    }
                };
                pos.play(m).unwrap();
                if pos.order().len() > 150 {
                    break None;
                }
            };
            stones += pos.order().len();
            if let Some(w) = w {
                wins[usize::from((w == Seat::First) != (g % 2 == 0))] += 1;
            }
        }
        println!(
            "{name} depth {da} vs {db}: {wins:?} {:.1} stones {:.2}s",
            stones as f64 / games as f64,
            t.elapsed().as_secs_f64()
        );
    }
}
