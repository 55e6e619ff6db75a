use banmen_core::{Draw, Game, Limits, Player, Random, Seat, Turn};
use banmen_quantum::{Position, Rules, Stage, Strength, Thinker};
fn main() {
    let rules = if std::env::args().any(|a| a == "rulebook") { Rules::rulebook() } else { Rules::video() };
    let games: u64 = std::env::args().filter_map(|a| a.parse().ok()).next().unwrap_or(300);
    let depths = [0u32, 1, 2, 3, 4];
    let mut samples: Vec<([f64; 5], f64, usize)> = vec![];
    for g in 0..games {
        let mut random = Random::new(g);
        let mut pos = Position::start(&rules).unwrap();
        let mut a = Thinker::new(&rules, Strength { deepest: 2, ..Strength::HARD }, random.next_u64());
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
        let l = Limits { depth: Some(9), ..Limits::none() };
        let mut mine: Vec<(Seat, [f64; 5], usize)> = vec![];
        let w = loop {
            let m = match pos.turn() {
                Turn::Over { outcome } => break Some(outcome),
                Turn::Chance => pos.draw(&mut random).unwrap(),
                Turn::Seat { seat } => {
                    if pos.stage() == Stage::Place && random.percent(30) {
                        mine.push((seat, depths.map(|d| a.value(&pos, d)), pos.order().len()));
                    }
                    a.choose(&pos, &l, &mut |_| {}).unwrap()
                }
            };
            pos.play(m).unwrap();
            if pos.order().len() > 150 {
                break None;
            }
        };
        if let Some(o) = w {
            for (s, v, n) in mine {
                samples.push((v, o.score(s), n));
            }
        }
    }
    println!("{} samples", samples.len());
    for i in 0..depths.len() {
        let loss: f64 = samples
            .iter()
            .map(|(v, s, _)| {
                let p = v[i].clamp(1e-6, 1.0 - 1e-6);
                -(s * p.ln() + (1.0 - s) * (1.0 - p).ln())
            })
            .sum::<f64>()
            / samples.len() as f64;
        print!("depth {}: loss {loss:.4} bins ", depths[i]);
        for b in 0..10 {
            let sel: Vec<_> = samples.iter().filter(|(v, _, _)| (v[i] * 10.0).min(9.99) as usize == b).collect();
            let (n, m, s) = (sel.len(), sel.iter().map(|x| x.0[i]).sum::<f64>(), sel.iter().map(|x| x.1).sum::<f64>());
            if n > 20 {
                print!("{n}:{:.2}/{:.2} ", m / n as f64, s / n as f64);
            }
        }
        println!();
    }
}
