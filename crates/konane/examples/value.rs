//! Prints the parts of a board and what each is worth: `cargo run -p banmen-konane --example value -- 'BW..BW/....WB/....../.WB...'`.

use banmen_cgt::{Arena, Notation};
use banmen_core::Limits;
use banmen_konane::{Board, Evaluator, Jumps};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "BW..BW/....WB/....../.WB...".to_owned());
    let board: Board = text.parse()?;
    let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
    for component in evaluator.components(&board) {
        let value = evaluator.solve(&component.board, &Limits::none(), &mut |_| {})?;
        println!("{:<24} {}", component.board.line(), evaluator.algebra.name(value, Notation::Unicode));
    }
    let value = evaluator.solve(&board, &Limits::none(), &mut |_| {})?;
    println!("together                 {}", evaluator.algebra.name(value, Notation::Unicode));
    Ok(())
}
