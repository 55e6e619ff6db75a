//! Counts the values of all positions of a size: `cargo run --release -p banmen-konane --example census -- 3 3`.

use banmen_core::Limits;
use banmen_konane::Jumps;
use banmen_konane::tools::{CensusQuestion, Halt, census};

fn main() -> Result<(), String> {
    let mut sizes = std::env::args().skip(1).map(|size| size.parse::<usize>().map_err(|error| error.to_string()));
    let rows = sizes.next().transpose()?.unwrap_or(3);
    let cols = sizes.next().transpose()?.unwrap_or(3);
    let question = CensusQuestion {
        rows,
        cols,
        jumps: Jumps::Any,
        condition: None,
        top: 10,
        max_length: 100,
        piece: None,
        from: 0,
    };
    let found = census(&question, &Limits::none(), &mut |_| {}).map_err(|halt| match halt {
        Halt::Input(why) => why,
        Halt::Limit { stop, .. } => stop.to_string(),
    })?;
    println!("{} positions up to symmetry, {} different values", found.positions, found.distinct);
    for value in found.values {
        println!("{:>8}  {:<12} {}", value.count, value.unicode.unwrap_or_default(), value.simplest.line());
    }
    Ok(())
}
