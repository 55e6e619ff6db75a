//! The Gomocup protocol with a chosen evaluation: `pbrain network` or `pbrain shapes`.
use banmen_gomoku::engine::evaluator::Evaluation;
use banmen_gomoku::pbrain::{EngineBrain, run};
fn main() {
    let network = std::env::args().nth(1).is_some_and(|word| word == "network");
    let brain = EngineBrain::start_with(if network { Evaluation::Network } else { Evaluation::Shapes }).unwrap();
    run(brain, std::io::BufReader::new(std::io::stdin()), std::io::stdout().lock()).unwrap();
}
