//! Whether Hard keeps its time limit: the longest that it took over many positions, at 1 s and at 0.1 s.
//!
//! `cargo bench -p banmen-quantum --bench limit -- [POSITIONS AT 1 s] [POSITIONS AT 0.1 s]`

use std::time::{Duration, Instant};

use banmen_core::{Draw, Game, Limits, Random, Turn};
use banmen_quantum::{Move, Position, Rules, Stage, player};
use cpu_time::ProcessTime;

/// A position with a number of stones, on random points of a square in the middle that they fill to two thirds, in which
/// somebody has to place, to observe or skip, or to cancel or keep.
fn crowd(rules: &Rules, stones: usize, random: &mut Random) -> Option<Position> {
    let size = usize::from(rules.size);
    let side = (((stones as f64) * 1.5).sqrt().ceil() as usize).clamp(1, size);
    let corner = (size - side) / 2;
    let mut position = Position::start(rules).unwrap();
    let wanted = [Stage::Place, Stage::Decide, Stage::AfterMiss][random.below(3) as usize];
    loop {
        let enough = position.order().len() >= stones;
        let m = match position.turn() {
            Turn::Over { .. } => return None,
            Turn::Chance => position.draw(random).unwrap(),
            Turn::Seat { .. } if enough && (position.stage() == wanted || position.stage() == Stage::Place) => {
                return Some(position);
            }
            Turn::Seat { .. } => match position.stage() {
                Stage::Place => {
                    let (x, y) = (random.below(side as u64) as usize, random.below(side as u64) as usize);
                    Move::Place(position.grid().point((corner + y) * size + corner + x))
                }
                Stage::Decide if enough && wanted == Stage::AfterMiss => Move::Observe,
                Stage::Decide => Move::Skip,
                _ => Move::Cancel,
            },
        };
        // A point may be taken; then another one is drawn.
        let _ = position.play(m);
    }
}

fn main() {
    let arguments: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let counts = [arguments.first().copied().unwrap_or(60), arguments.get(1).copied().unwrap_or(400)];
    for (seconds, count) in [1.0, 0.1].into_iter().zip(counts) {
        let mut random = Random::new(5);
        let (mut longest, mut most_worked, mut sum, mut done) = (Duration::ZERO, Duration::ZERO, Duration::ZERO, 0);
        let ms = |time: Duration| 1e3 * time.as_secs_f64();
        let mut by_stage = [0; 3];
        let mut where_longest = String::new();
        while done < count {
            let preset = if done % 2 == 0 { Rules::video() } else { Rules::rulebook() };
            let rules = match done % 6 {
                4 => Rules { size: 4, row: 4, ..preset },
                5 => Rules { size: 22, row: 6, ..preset },
                _ => preset,
            };
            let most = u64::from(rules.size) * u64::from(rules.size) * 9 / 10;
            // As many positions of few stones as of many.
            let stones = 1 + if random.percent(50) { random.below(most.min(60)) } else { random.below(most) };
            let Some(position) = crowd(&rules, stones as usize, &mut random) else { continue };
            let mut hard = player("hard", &rules, 1).unwrap();
            let limits = Limits::within(Duration::from_secs_f64(seconds));
            let (start, busy) = (Instant::now(), ProcessTime::now());
            let chosen = hard.choose(&position, &limits, &mut |_| {});
            let took = start.elapsed();
            assert!(position.clone().play(chosen.unwrap()).is_ok(), "an illegal move");
            // The rest of the time other programs had the processor.
            let worked = busy.elapsed();
            most_worked = most_worked.max(worked);
            if took > longest {
                longest = took;
                where_longest = format!(
                    "{}x{0}, {} stones, {:?}, {:.1} ms of it at work",
                    rules.size,
                    stones,
                    position.stage(),
                    ms(worked)
                );
            }
            by_stage[match position.stage() {
                Stage::Place => 0,
                Stage::Decide => 1,
                _ => 2,
            }] += 1;
            sum += took;
            done += 1;
        }
        println!(
            "limit {seconds} s, {count} positions (place {}, observe or skip {}, cancel or keep {}): longest {:.1} ms ({where_longest}), most work {:.1} ms, mean {:.1} ms",
            by_stage[0],
            by_stage[1],
            by_stage[2],
            ms(longest),
            ms(most_worked),
            ms(sum) / count as f64
        );
    }
}
